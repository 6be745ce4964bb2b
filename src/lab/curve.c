/* The file is read whole, cut before the generation that is repeated, and rewritten: a curve has
   one line per generation, so that costs nothing. */
#define _POSIX_C_SOURCE 200809L
#include "lab/curve.h"

#include "lab/replace.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Copies the rows of the generations before this one. */
static bool keep_rows(FILE *old, FILE *new, int generation)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    errno = 0;
    while ((length = getline(&line, &room, old)) > 0)
        if (line[length - 1] == '\n' && atoi(line) < generation)
            fwrite(line, 1, (size_t)length, new);
    free(line);
    return !ferror(old) && errno != ENOMEM;
}

/* Whether the file is empty, only the torn beginning of a heading, or has this one. */
static bool heading_fits(FILE *old, const char *heading)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length = getline(&line, &room, old);
    bool whole = length > 0 && line[length - 1] == '\n';
    bool fits = length <= 0 ||
                (whole ? strcmp(line, heading) == 0 : strncmp(line, heading, (size_t)length) == 0);
    free(line);
    return fits;
}

bool curve_put(const char *path, const char *heading, int generation, const char *rows,
               struct error *error)
{
    struct replace replace;
    FILE *old = fopen(path, "re");
    if (!old && errno != ENOENT)
        return error_set(error, "%s: cannot be read: %s", path, strerror(errno));
    bool good = (!old || heading_fits(old, heading)) ||
                error_set(error, "%s: holds a different table; move it elsewhere", path);
    if (good && replace_begin(&replace, path, error)) {
        fputs(heading, replace.file);
        bool kept = !old || keep_rows(old, replace.file, generation) ||
                    error_set(error, "%s: cannot be read: %s", path, strerror(errno));
        fputs(rows, replace.file);
        good = replace_end(&replace, kept, error);
    } else {
        good = false;
    }
    if (old)
        fclose(old);
    return good;
}
