/* What is wished of a new level: from text, and whether it can be had. */
#include "minds/zr2/generate.h"

enum { SIDE_MOST = 4096, CELLS_MOST = 4096, SPECIALS_MOST = 1024 };

bool zr2_wish_sizes(const char *text, size_t length, struct zr2_wish *wish, struct error *error)
{
    size_t at = 0;
    wish->dimensions = 0;
    do {
        size_t end = at;
        int64_t side;
        while (end < length && text[end] != 'x')
            end++;
        if (wish->dimensions == ZR2_DIMENSIONS_MAX ||
            !text_to_number(text + at, end - at, 1, SIDE_MOST, &side))
            return error_set(error,
                             "expected 1 to %d sides from 1 to %d such as 6x6, found \"%.*s\"",
                             ZR2_DIMENSIONS_MAX, SIDE_MOST, text_printable(text, length, 40), text);
        wish->size[wish->dimensions++] = (int32_t)side;
        at = end + 1;
    } while (at <= length);
    return true;
}

/* One "name=value" or a single name, which stands for 1. */
static bool read_part(const char *part, size_t length, struct zr2_wish *wish, struct error *error)
{
    const struct {
        const char *name;
        int64_t most;
    } numbers[] = {{"teleporters", SPECIALS_MOST},
                   {"increasers", SPECIALS_MOST},
                   {"difficulty", 10},
                   {"symmetric", 1},
                   {"seed", INT64_MAX}};
    size_t name = 0;
    int64_t number = 1;
    while (name < length && part[name] != '=')
        name++;
    const char *value = part + name + (name < length);
    size_t rest = (size_t)(part + length - value);
    if (text_part_equal(part, name, "size"))
        return zr2_wish_sizes(value, rest, wish, error);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (!text_part_equal(part, name, numbers[i].name))
            continue;
        if (rest && !text_to_number(value, rest, 0, numbers[i].most, &number))
            return error_set(error, "%s: expected a number from 0 to %lld, found \"%.*s\"",
                             numbers[i].name, (long long)numbers[i].most,
                             text_printable(value, rest, 24), value);
        int *const places[] = {&wish->teleporters, &wish->increasers, &wish->difficulty};
        if (i < 3)
            *places[i] = (int)number;
        else if (i == 3)
            wish->symmetric = number != 0;
        else
            wish->seed = (uint64_t)number;
        return true;
    }
    return error_set(error,
                     "expected size, teleporters, increasers, difficulty, symmetric or seed, "
                     "found \"%.*s\"",
                     text_printable(part, length, 24), part);
}

bool zr2_wish_read(const char *text, struct zr2_wish *wish, struct error *error)
{
    *wish = (struct zr2_wish){.dimensions = 2, .size = {6, 6}, .name = "New level"};
    while (*text) {
        size_t length = 0;
        while (text[length] && !text_is_space(text[length]))
            length++;
        if (length && !read_part(text, length, wish, error))
            return false;
        text += length + (text[length] != 0);
    }
    return zr2_wish_check(wish, error);
}

bool zr2_wish_check(const struct zr2_wish *wish, struct error *error)
{
    int64_t cells = 1;
    if (wish->dimensions < 1 || wish->dimensions > ZR2_DIMENSIONS_MAX)
        return error_set(error, "expected 1 to %d dimensions, found %d", ZR2_DIMENSIONS_MAX,
                         wish->dimensions);
    for (int i = 0; i < wish->dimensions; i++) {
        if (wish->size[i] < 1 || wish->size[i] > SIDE_MOST)
            return error_set(error, "expected a side from 1 to %d, found %d", SIDE_MOST,
                             wish->size[i]);
        cells *= wish->size[i];
        if (cells > CELLS_MOST)
            return error_set(error, "expected a board of at most %d cells", CELLS_MOST);
    }
    if (cells < 4)
        return error_set(error, "expected a board of at least 4 cells, found %d", (int)cells);
    if (wish->teleporters < 0 || wish->increasers < 0 ||
        (wish->teleporters + wish->increasers) * 4 > cells)
        return error_set(error, "expected at most %d Teleporters and Increasers together, found %d",
                         (int)cells / 4, wish->teleporters + wish->increasers);
    if (wish->difficulty < 0 || wish->difficulty > 10)
        return error_set(error, "expected a difficulty from 1 to 10, found %d", wish->difficulty);
    return true;
}

static size_t cells_of(const struct zr2_wish *wish)
{
    size_t cells = 1;
    for (int i = 0; i < wish->dimensions; i++)
        cells *= (size_t)wish->size[i];
    return cells;
}

size_t zr2_generate_memory(const struct zr2_wish *wish)
{
    return ((size_t)16 << 20) + cells_of(wish) * 4000;
}

size_t zr2_generate_text(const struct zr2_wish *wish)
{
    return 1024 + text_length(wish->name) + cells_of(wish) * 64;
}
