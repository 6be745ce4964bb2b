/* Version, errors, what was given: what every function of the library begins with. */
#include "ports/library/inside.h"

#include <stdlib.h>

_Thread_local struct error library_error;
_Thread_local bool library_failed;

const char *potez_version(void)
{
    return POTEZ_VERSION;
}

int potez_version_number(void)
{
    return POTEZ_VERSION_NUMBER;
}

const char *potez_error(void)
{
    return library_error.text;
}

enum potez_failure potez_failure(void)
{
    if (!library_failed)
        return POTEZ_FINE;
    return library_error.machine ? POTEZ_MACHINE : POTEZ_INPUT;
}

void potez_free(char *text)
{
    free(text);
}

struct error *library_errors(void)
{
    library_error.machine = false;
    library_failed = true;
    return &library_error;
}

bool library_given(const void *pointer, const char *what)
{
    return pointer || error_set(library_errors(), "expected %s, found NULL", what);
}

bool library_sized(size_t size, size_t least, const char *name)
{
    return size >= least ||
           error_set(library_errors(), "struct %s: expected its size in `size`, found %zu", name,
                     size);
}

const struct game *library_game(const char *name)
{
    const struct game *found = name ? game_find(name) : NULL;
    if (found)
        return found;
    char names[256];
    struct text text;
    text_init(&text, names, sizeof names);
    for (int i = 0; i < game_count; i++)
        text_print(&text, "%s%s", i ? " " : "", games[i]->name);
    error_set(library_errors(), "there is no game \"%.*s\"; there are: %s",
              name ? text_printable(name, text_length(name), 40) : 0, name ? name : "", names);
    return NULL;
}
