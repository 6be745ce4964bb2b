/* A reader of text from outside. Messages name line and column, what was expected and what was
   found; a piece of text that cannot be printed is shown as a byte value. A failed attempt puts
   the reader back to where it began, so that the message points at the beginning of what was
   wrong. */
#include "base/reader.h"

#include "base/text.h"

void reader_init(struct reader *reader, const char *text, size_t length)
{
    *reader = (struct reader){.text = text, .length = length, .line = 1, .column = 1};
}

bool reader_at_end(const struct reader *reader)
{
    return reader->offset >= reader->length;
}

char reader_peek(const struct reader *reader)
{
    return reader_at_end(reader) ? 0 : reader->text[reader->offset];
}

void reader_skip(struct reader *reader)
{
    if (reader_at_end(reader))
        return;
    if (reader->text[reader->offset++] == '\n') {
        reader->line++;
        reader->column = 1;
    } else {
        reader->column++;
    }
}

void reader_skip_spaces(struct reader *reader)
{
    while (!reader_at_end(reader) && text_is_space(reader_peek(reader)))
        reader_skip(reader);
}

void reader_skip_blanks(struct reader *reader)
{
    while (reader_peek(reader) == ' ' || reader_peek(reader) == '\t')
        reader_skip(reader);
}

bool reader_take(struct reader *reader, char c)
{
    if (reader_at_end(reader) || reader_peek(reader) != c)
        return false;
    reader_skip(reader);
    return true;
}

bool reader_fail(const struct reader *reader, const char *expected, struct error *error)
{
    if (reader_at_end(reader))
        return error_set(error, "line %d, column %d: expected %s, found the end of the text",
                         reader->line, reader->column, expected);
    const char *found = reader->text + reader->offset;
    int shown = text_printable(found, reader->length - reader->offset, 16);
    if (shown)
        return error_set(error, "line %d, column %d: expected %s, found \"%.*s\"", reader->line,
                         reader->column, expected, shown, found);
    if (*found == '\n' || *found == '\r')
        return error_set(error, "line %d, column %d: expected %s, found the end of the line",
                         reader->line, reader->column, expected);
    return error_set(error, "line %d, column %d: expected %s, found byte 0x%x", reader->line,
                     reader->column, expected, (unsigned)(unsigned char)*found);
}

bool reader_expect(struct reader *reader, char c, struct error *error)
{
    reader_skip_spaces(reader);
    if (reader_at_end(reader) || reader_peek(reader) != c) {
        char expected[4] = {'"', c, '"', 0};
        return reader_fail(reader, expected, error);
    }
    reader_skip(reader);
    return true;
}

bool reader_word(struct reader *reader, const char *word, const char *expected, struct error *error)
{
    reader_skip_blanks(reader);
    size_t length = text_length(word);
    if (reader->length - reader->offset < length ||
        !text_part_equal(reader->text + reader->offset, length, word))
        return reader_fail(reader, expected, error);
    while (length--)
        reader_skip(reader);
    return true;
}

bool reader_line_end(struct reader *reader, const char *expected, struct error *error)
{
    reader_skip_blanks(reader);
    struct reader start = *reader;
    reader_take(reader, '\r');
    if (reader_at_end(reader) || reader_take(reader, '\n'))
        return true;
    *reader = start;
    return reader_fail(reader, expected, error);
}

bool reader_number(struct reader *reader, const char *what, int64_t least, int64_t most,
                   int64_t *number, struct error *error)
{
    reader_skip_spaces(reader);
    struct reader start = *reader;
    if (reader_peek(reader) == '-' || reader_peek(reader) == '+')
        reader_skip(reader);
    while (text_is_digit(reader_peek(reader)))
        reader_skip(reader);
    const char *digits = start.text + start.offset;
    size_t length = reader->offset - start.offset;
    if (length > 1 && digits[0] == '+')
        digits++, length--;
    if (text_to_number(digits, length, least, most, number))
        return true;
    char wanted[120];
    struct text text;
    text_init(&text, wanted, sizeof wanted);
    text_print(&text, "%s (%lld to %lld)", what, (long long)least, (long long)most);
    *reader = start;
    return reader_fail(reader, wanted, error);
}

const char *reader_line(struct reader *reader, size_t *length)
{
    const char *line = reader->text + reader->offset;
    size_t start = reader->offset;
    while (!reader_at_end(reader) && reader_peek(reader) != '\n')
        reader_skip(reader);
    *length = reader->offset - start;
    if (*length && line[*length - 1] == '\r')
        --*length;
    reader_skip(reader);
    return line;
}
