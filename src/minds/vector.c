/* Line by line with base/reader.h. A weight is written with nine digits, which name one float; the
   decimal is read in double, whose rounding is far too small to reach the next float. */
#include "minds/vector.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/reader.h"
#include "base/text.h"

enum { LINE_ROOM = 700 };

const char *const vector_firsts[] = {"sigmoid", "plain", "tanh", NULL};
const char *const vector_terminals[] = {"won", "discs", "judged", NULL};

bool vector_file_is(const void *bytes, size_t length)
{
    return length >= 13 && text_part_equal(bytes, 13, "potez vector ");
}

static bool take_name(char *name, const char *value)
{
    size_t length = text_length(value);
    if (length >= VECTOR_NAME_ROOM)
        return false;
    memory_copy(name, value, length + 1);
    return true;
}

static bool take_whole(int *place, const char *value, int64_t most)
{
    int64_t number;
    if (!text_to_number(value, text_length(value), 0, most, &number))
        return false;
    *place = (int)number;
    return true;
}

static bool take_word(int *place, const char *value, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (text_equal(words[i], value)) {
            *place = i;
            return true;
        }
    return false;
}

struct vector_reading {
    struct reader reader;
    struct vector_file *file;
    vector_listener *listener;
    void *context;
};

/* One "name value" line; false when the value is impossible. */
static bool take(const struct vector_reading *reading, const char *name, const char *value)
{
    struct vector_file *file = reading->file;
    if (text_equal(name, "game"))
        return take_name(file->game, value);
    if (text_equal(name, "model"))
        return take_name(file->model, value);
    if (text_equal(name, "depth"))
        return take_whole(&file->depth, value, 1000);
    if (text_equal(name, "filters"))
        return take_whole(&file->variant.filters, value, VECTOR_WEIGHTS_MAX);
    if (text_equal(name, "first"))
        return take_word(&file->variant.first, value, vector_firsts);
    if (text_equal(name, "terminal"))
        return take_word(&file->variant.terminal, value, vector_terminals);
    if (text_equal(name, "weights"))
        return file->model[0] && take_whole(&file->count, value, VECTOR_WEIGHTS_MAX) &&
               file->count > 0;
    return !reading->listener || reading->listener(reading->context, name, value);
}

/* The lines up to "weights N". */
static bool read_head(struct vector_reading *reading, struct error *error)
{
    struct reader *reader = &reading->reader;
    while (!reading->file->count) {
        char line[LINE_ROOM];
        struct reader before = *reader;
        if (reader_at_end(reader))
            return reader_fail(reader, "weights", error);
        size_t length, name = 0;
        const char *start = reader_line(reader, &length);
        length = length < sizeof line ? length : sizeof line - 1;
        memory_copy(line, start, length);
        line[length] = 0;
        while (line[name] && line[name] != ' ')
            name++;
        if (!line[name])
            return reader_fail(&before, "a name and a value", error);
        line[name] = 0;
        const char *value = line + name + 1;
        if (!take(reading, line, value))
            return error_set(error, "line %d: \"%.*s\" cannot be the %.*s", before.line,
                             text_printable(value, text_length(value), 24), value,
                             text_printable(line, name, 24), line);
    }
    return true;
}

static bool read_weights(struct vector_reading *reading, struct error *error)
{
    struct reader *reader = &reading->reader;
    for (int i = 0; i < reading->file->count; i++) {
        reader_skip_spaces(reader);
        struct reader before = *reader;
        double number;
        while (!reader_at_end(reader) && !text_is_space(reader_peek(reader)))
            reader_skip(reader);
        if (!text_to_real(before.text + before.offset, reader->offset - before.offset, &number) ||
            number > 1e38 || number < -1e38)
            return reader_fail(&before, "a weight", error);
        reading->file->weights[i] = (float)number;
    }
    return reader_line_end(reader, "the end of the line", error);
}

/* Sixteen digits, leading zeros included. */
static void hex(struct text *text, uint64_t number)
{
    text_print(text, "%08x%08x", (unsigned)(number >> 32), (unsigned)number);
}

static bool read_checksum(struct vector_reading *reading, struct error *error)
{
    struct reader *reader = &reading->reader, before = *reader;
    char wanted[40];
    struct text text;
    size_t length;
    text_init(&text, wanted, sizeof wanted);
    text_add(&text, "checksum ");
    hex(&text, hash_bytes(reader->text, reader->offset));
    const char *line = reader_line(reader, &length);
    return text_part_equal(line, length, wanted) ||
           reader_fail(&before, "another checksum (the file was changed or damaged)", error);
}

bool vector_file_read(const char *bytes, size_t length, struct vector_file *file,
                      vector_listener *listener, void *context, struct error *error)
{
    struct vector_reading reading = {.file = file, .listener = listener, .context = context};
    size_t first = sizeof VECTOR_FIRST_LINE - 1;
    *file = (struct vector_file){.variant = {VECTOR_USUAL, VECTOR_USUAL, VECTOR_USUAL}, .depth = 1};
    if (length < first || !text_part_equal(bytes, first, VECTOR_FIRST_LINE))
        return error_set(error, "line 1, column 1: expected \"potez vector 1\"");
    reader_init(&reading.reader, bytes, length);
    reader_line(&reading.reader, &first);
    return read_head(&reading, error) && read_weights(&reading, error) &&
           read_checksum(&reading, error);
}

bool vector_plain(const struct vector_file *file, const char *model, int count, void *data)
{
    if (!text_equal(file->model, model) || file->count != count)
        return false;
    memory_copy(data, file->weights, (size_t)count * sizeof *file->weights);
    return true;
}
