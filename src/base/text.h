/* Writing and comparing text without the C library.

   A struct text is a buffer that is filled from the left and always ends in a zero byte; what does
   not fit is counted but not written, so that a caller notices and can retry with more room.
   text_print knows %s %.*s %.9s %c %% and the numbers %d %u %x, with l, ll or (unsigned only) z in
   front and with a zero-padded width (%03d); nothing else. tests/formats reads every format in the
   program, and the compiler checks the arguments. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *start;
    size_t size;   /* of the buffer */
    size_t length; /* wanted so far, without the final zero; text_fits says whether it all fitted */
};

void text_init(struct text *text, char *buffer, size_t size);
bool text_fits(const struct text *text);

void text_add(struct text *text, const char *string);
void text_add_char(struct text *text, char c);
void text_add_part(struct text *text, const char *part, size_t length);
void text_print(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_print_list(struct text *text, const char *format, va_list list)
    __attribute__((format(printf, 2, 0)));

size_t text_length(const char *string);
bool text_equal(const char *a, const char *b);
/* Whether the `length` characters at `part` are exactly `string`. */
bool text_part_equal(const char *part, size_t length, const char *string);

static inline bool text_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool text_is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static inline char text_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Reads a decimal number with an optional minus sign that fills all `length` characters and lies
   in least..most. */
bool text_to_number(const char *part, size_t length, int64_t least, int64_t most, int64_t *number);

/* Reads a decimal number with optional sign, fraction and exponent ("-0.25", "1.5e-07") that fills
   all characters: right to within a few units of a double's last place. */
bool text_to_real(const char *part, size_t length, double *number);

/* How many characters of `part` can be shown in an error message: up to `most`, ending before the
   first character that is not printable ASCII. */
int text_printable(const char *part, size_t length, int most);

#endif
