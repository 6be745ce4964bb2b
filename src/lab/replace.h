/* Replacing a file all at once: whoever looks sees the old one or all of the new one, whatever
   happens in between.

     struct replace replace;
     if (!replace_begin(&replace, path, error)) ...
     fwrite(..., replace.file);
     if (!replace_end(&replace, good, error)) ...

   The new file is written beside the old one, brought to the disk and renamed over it. A device, a
   pipe or a link (/dev/stdout) is written through instead: a rename would put a file in its
   place. */
#ifndef LAB_REPLACE_H
#define LAB_REPLACE_H

#include "base/error.h"
#include <stdio.h>

struct replace {
    FILE *file;
    const char *path; /* the caller's */
    char *beside;     /* NULL when written through */
};

bool replace_begin(struct replace *replace, const char *path, struct error *error);

/* Closes the file and puts it in place when `good`; else, or when the disk does not take it, the
   old one stays. With !good the error is left as it is. */
bool replace_end(struct replace *replace, bool good, struct error *error);

#endif
