/* Files of puzzles: what is accepted is written and read again as the same text, and what is
   refused is refused with a sentence that names a line. */
#include "input.h"

#include "games/puzzle.h"
#include <string.h>

#define TEXT_MAX (1 << 20)

/* Reads a text and writes it into `into`, which holds TEXT_MAX. */
static bool read_and_write(const char *from, size_t length, char *into, size_t *written)
{
    static struct puzzle puzzle;
    struct puzzle_file file;
    struct error error;
    struct text text;
    error.text[0] = 0;
    text_init(&text, into, TEXT_MAX);
    if (!puzzle_file_begin(&file, from, length, &error)) {
        PROMISE(error.text[0]);
        return false;
    }
    puzzle_file_write(&file, &text);
    while (puzzle_next(&file, &puzzle, &error))
        puzzle_write(&puzzle, &text);
    PROMISE(!file.failed || strncmp(error.text, "line ", 5) == 0);
    *written = text.length;
    return !file.failed && text_fits(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char first[TEXT_MAX], second[TEXT_MAX];
    size_t length;
    if (!read_and_write((const char *)data, size, first, &length))
        return 0;
    PROMISE(read_and_write(first, length, second, &length));
    PROMISE(strcmp(first, second) == 0);
    return 0;
}
