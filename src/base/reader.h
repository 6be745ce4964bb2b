/* Reads text from outside, one token at a time, and keeps track of line and column for messages.

   The text need not end in a zero byte and may hold anything: a reader never goes past its length.
   Columns count bytes from 1. */
#ifndef BASE_READER_H
#define BASE_READER_H

#include "base/error.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct reader {
    const char *text;
    size_t length;
    size_t offset;
    int line, column; /* of the next character, from 1 */
};

void reader_init(struct reader *reader, const char *text, size_t length);
bool reader_at_end(const struct reader *reader);
/* The next character, or 0 at the end (a zero byte in the text is also 0: see reader_at_end). */
char reader_peek(const struct reader *reader);
void reader_skip(struct reader *reader);
void reader_skip_spaces(struct reader *reader);
/* Like reader_skip_spaces, but stays on the line. */
void reader_skip_blanks(struct reader *reader);

/* Takes `c` if it is the very next character. */
bool reader_take(struct reader *reader, char c);
/* Takes `word` after any blanks, or fails with `expected`, leaving the reader where the word should
   have been. */
bool reader_word(struct reader *reader, const char *word, const char *expected,
                 struct error *error);
/* Takes blanks and the end of the line (or of the text), or fails with `expected`. */
bool reader_line_end(struct reader *reader, const char *expected, struct error *error);

/* Takes `c` after any white space, or fails naming it. */
bool reader_expect(struct reader *reader, char c, struct error *error);
/* A decimal number after any white space; `what` is its name in messages. */
bool reader_number(struct reader *reader, const char *what, int64_t least, int64_t most,
                   int64_t *number, struct error *error);
/* The rest of the line, without its end; the reader then stands on the next line. */
const char *reader_line(struct reader *reader, size_t *length);

/* "line L, column C: expected WHAT, found FOUND", FOUND being what stands there. Always false. */
bool reader_fail(const struct reader *reader, const char *expected, struct error *error);

#endif
