#include "base/error.h"

#include "base/text.h"

bool error_set(struct error *error, const char *format, ...)
{
    if (!error)
        return false;
    struct text text;
    text_init(&text, error->text, sizeof error->text);
    va_list list;
    va_start(list, format);
    text_print_list(&text, format, list);
    va_end(list);
    return false;
}

bool error_prefix(struct error *error, const char *format, ...)
{
    if (!error)
        return false;
    struct error old = *error;
    struct text text;
    text_init(&text, error->text, sizeof error->text);
    va_list list;
    va_start(list, format);
    text_print_list(&text, format, list);
    va_end(list);
    text_add(&text, old.text);
    return false;
}
