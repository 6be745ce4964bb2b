/* Text buffers, formatting and numbers without the C library. The formatter knows only the
   conversions listed in text.h, and none that depend on a locale. An unknown conversion is a
   programming error: an assertion in debug builds, harmless nonsense otherwise. */
#include "base/text.h"

#include "base/assert.h"
#include "base/memory.h"

void text_init(struct text *text, char *buffer, size_t size)
{
    text->start = buffer;
    text->size = size;
    text->length = 0;
    if (size)
        buffer[0] = 0;
}

bool text_fits(const struct text *text)
{
    return text->length < text->size;
}

void text_add_part(struct text *text, const char *part, size_t length)
{
    if (text->length + 1 < text->size) {
        size_t room = text->size - 1 - text->length;
        size_t fits = length < room ? length : room;
        memory_copy(text->start + text->length, part, fits);
        text->start[text->length + fits] = 0;
    }
    text->length += length;
}

void text_add_char(struct text *text, char c)
{
    text_add_part(text, &c, 1);
}

void text_add(struct text *text, const char *string)
{
    text_add_part(text, string, text_length(string));
}

/* At least `width` digits, padded with zeros. */
static void add_unsigned(struct text *text, unsigned long long number, unsigned base, size_t width)
{
    char digits[20];
    size_t count = 0;
    do {
        digits[count++] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number);
    for (; width > count; width--)
        text_add_char(text, '0');
    while (count)
        text_add_char(text, digits[--count]);
}

static void add_signed(struct text *text, long long number, size_t width)
{
    if (number < 0)
        text_add_char(text, '-');
    add_unsigned(text, number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number, 10,
                 number < 0 && width ? width - 1 : width);
}

/* At most `limit` characters, which need not end in a zero byte. */
static void add_limited(struct text *text, const char *string, size_t limit)
{
    size_t length = 0;
    while (length < limit && string[length])
        length++;
    text_add_part(text, string, length);
}

/* What stands between the percent sign and the letter. */
struct conversion {
    bool limited, size;
    size_t limit; /* of a string */
    size_t width; /* of a number, padded with zeros */
    int longs;
};

static const char *read_digits(const char *format, size_t *number)
{
    for (*number = 0; text_is_digit(*format); format++)
        *number = *number * 10 + (size_t)(*format - '0');
    return format;
}

static const char *read_conversion(const char *format, struct conversion *conversion, va_list *list)
{
    *conversion = (struct conversion){0};
    if (format[0] == '0')
        format = read_digits(format, &conversion->width);
    if (format[0] == '.') {
        conversion->limited = true;
        if (format[1] == '*') {
            int given = va_arg(*list, int);
            conversion->limit = given > 0 ? (size_t)given : 0;
            format += 2;
        } else {
            format = read_digits(format + 1, &conversion->limit);
        }
    }
    conversion->size = *format == 'z';
    format += conversion->size;
    for (; !conversion->size && conversion->longs < 2 && *format == 'l'; format++)
        conversion->longs++;
    return format;
}

/* Whether text.h names this conversion. */
static bool conversion_known(const struct conversion *conversion, char letter)
{
    bool plain = !conversion->size && !conversion->longs && !conversion->width;
    switch (letter) {
    case 's':
        return plain;
    case 'c':
    case '%':
        return plain && !conversion->limited;
    case 'd':
        return !conversion->size && !conversion->limited;
    case 'u':
    case 'x':
        return !conversion->limited;
    default:
        return false;
    }
}

static void print_known(struct text *text, const struct conversion *conversion, char letter,
                        va_list *list)
{
    int longs = conversion->longs;
    if (letter == 's' && conversion->limited)
        add_limited(text, va_arg(*list, const char *), conversion->limit);
    else if (letter == 's')
        text_add(text, va_arg(*list, const char *));
    else if (letter == 'c')
        text_add_char(text, (char)va_arg(*list, int));
    else if (letter == '%')
        text_add_char(text, '%');
    else if (letter == 'd')
        add_signed(text,
                   longs == 2   ? va_arg(*list, long long)
                   : longs == 1 ? va_arg(*list, long)
                                : va_arg(*list, int),
                   conversion->width);
    else
        add_unsigned(text,
                     conversion->size ? va_arg(*list, size_t)
                     : longs == 2     ? va_arg(*list, unsigned long long)
                     : longs == 1     ? va_arg(*list, unsigned long)
                                      : va_arg(*list, unsigned),
                     letter == 'x' ? 16 : 10, conversion->width);
}

/* After an unknown conversion nobody knows which argument comes next, so the rest of the format is
   shown as it is: wrong to look at, but nothing is read that is not there. */
void text_print_list(struct text *text, const char *format, va_list list)
{
    va_list own;
    va_copy(own, list);
    while (*format) {
        if (*format != '%') {
            text_add_char(text, *format++);
            continue;
        }
        struct conversion conversion;
        const char *letter = read_conversion(format + 1, &conversion, &own);
        bool known = conversion_known(&conversion, *letter);
        ASSERT(known);
        if (!known) {
            text_add(text, format);
            break;
        }
        print_known(text, &conversion, *letter, &own);
        format = letter + 1;
    }
    va_end(own);
}

void text_print(struct text *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    text_print_list(text, format, list);
    va_end(list);
}

size_t text_length(const char *string)
{
    size_t length = 0;
    while (string[length])
        length++;
    return length;
}

bool text_equal(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

bool text_part_equal(const char *part, size_t length, const char *string)
{
    return text_length(string) == length && memory_equal(part, string, length);
}

bool text_to_number(const char *part, size_t length, int64_t least, int64_t most, int64_t *number)
{
    bool negative = length > 0 && part[0] == '-';
    size_t digits = length - negative;
    if (digits < 1 || digits > 18)
        return false;
    int64_t value = 0;
    for (size_t i = negative; i < length; i++) {
        if (!text_is_digit(part[i]))
            return false;
        value = value * 10 + (part[i] - '0');
    }
    if (negative)
        value = -value;
    if (value < least || value > most)
        return false;
    *number = value;
    return true;
}

/* Digits go into an integer as long as they fit; `scale` counts the powers of ten
   to multiply by. */
static size_t real_digits(const char *part, size_t length, bool fraction, uint64_t *value,
                          int *scale)
{
    size_t i = 0;
    for (; i < length && text_is_digit(part[i]); i++) {
        bool room = *value < UINT64_C(100000000000000000);
        if (room)
            *value = *value * 10 + (uint64_t)(part[i] - '0');
        *scale += !room - fraction;
    }
    return i;
}

bool text_to_real(const char *part, size_t length, double *number)
{
    uint64_t value = 0;
    int64_t exponent = 0;
    int scale = 0;
    bool negative = length > 0 && part[0] == '-';
    size_t at = negative, whole = real_digits(part + at, length - at, false, &value, &scale),
           more = 0;
    at += whole;
    if (at < length && part[at] == '.') {
        more = real_digits(part + at + 1, length - at - 1, true, &value, &scale);
        at += 1 + more;
    }
    if (whole + more == 0 || whole + more > 1000)
        return false;
    if (at < length && text_lower(part[at]) == 'e') {
        at += at + 1 < length && part[at + 1] == '+' ? 2 : 1;
        if (!text_to_number(part + at, length - at, -400, 400, &exponent))
            return false;
        at = length;
    }
    scale += (int)exponent;
    double result = (double)value, tens = 1;
    for (int i = scale < 0 ? -scale : scale; i > 0 && result > 0; i--)
        tens *= 10;
    result = scale < 0 ? result / tens : result * tens;
    *number = negative ? -result : result;
    return at == length && result <= 1.7e308;
}

int text_printable(const char *part, size_t length, int most)
{
    int count = 0;
    while ((size_t)count < length && count < most && part[count] >= ' ' && part[count] <= '~')
        count++;
    return count;
}
