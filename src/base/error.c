/* Filling a struct error. Every function returns false, so that a failing function can end with
   "return error_set(...)". Errors of the machine (memory, disk) are marked, because front ends
   exit with another status for them. */
#include "base/error.h"

#include "base/text.h"

static void set(struct error *error, bool machine, const char *format, va_list list)
    __attribute__((format(printf, 3, 0)));
static void set(struct error *error, bool machine, const char *format, va_list list)
{
    struct text text;
    text_init(&text, error->text, sizeof error->text);
    text_print_list(&text, format, list);
    error->machine = machine;
}

bool error_set(struct error *error, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (error)
        set(error, false, format, list);
    va_end(list);
    return false;
}

bool error_machine(struct error *error, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (error)
        set(error, true, format, list);
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
