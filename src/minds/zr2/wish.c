/* What a new level should be like, and whether such a level can be made. */
#include "minds/zr2/generate.h"

enum { SIDE_MOST = 4096, CELLS_MOST = 4096 };

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
