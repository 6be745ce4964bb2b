#include "base/text.h"

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

static void add_unsigned(struct text *text, unsigned long long number, unsigned base)
{
    char digits[20];
    size_t count = 0;
    do {
        digits[count++] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number);
    while (count)
        text_add_char(text, digits[--count]);
}

static void add_signed(struct text *text, long long number)
{
    if (number < 0)
        text_add_char(text, '-');
    add_unsigned(text, number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number,
                 10);
}

/* One conversion, `format` just behind the percent sign; gives the place behind it. */
static const char *print_one(struct text *text, const char *format, va_list *list)
{
    int longs = 0;
    bool size = false, limited = false;
    size_t limit = 0;
    if (format[0] == '.' && format[1] == '*') {
        int given = va_arg(*list, int);
        limit = given > 0 ? (size_t)given : 0;
        limited = true;
        format += 2;
    }
    for (; *format == 'l' || *format == 'z'; format++) {
        longs += *format == 'l';
        size |= *format == 'z';
    }
    switch (*format) {
    case 's': {
        const char *string = va_arg(*list, const char *);
        text_add_part(text, string, limited ? limit : text_length(string));
        break;
    }
    case 'c':
        text_add_char(text, (char)va_arg(*list, int));
        break;
    case 'd':
        add_signed(text, longs == 2   ? va_arg(*list, long long)
                         : longs == 1 ? va_arg(*list, long)
                                      : va_arg(*list, int));
        break;
    case 'u':
    case 'x':
        add_unsigned(text,
                     size         ? va_arg(*list, size_t)
                     : longs == 2 ? va_arg(*list, unsigned long long)
                     : longs == 1 ? va_arg(*list, unsigned long)
                                  : va_arg(*list, unsigned),
                     *format == 'x' ? 16 : 10);
        break;
    default:
        text_add_char(text, *format);
    }
    return *format ? format + 1 : format;
}

void text_print_list(struct text *text, const char *format, va_list list)
{
    va_list own;
    va_copy(own, list);
    while (*format) {
        if (*format == '%')
            format = print_one(text, format + 1, &own);
        else
            text_add_char(text, *format++);
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

int text_printable(const char *part, size_t length, int most)
{
    int count = 0;
    while ((size_t)count < length && count < most && part[count] >= ' ' && part[count] <= '~')
        count++;
    return count;
}
