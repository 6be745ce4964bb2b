/* Replacing a file all at once: a reader sees either the old one or the whole new one, whatever
   happens in between. Every file that the program writes goes through here; those that grow line by
   line are journals (lab/journal.h).

     struct replace replace;
     if (!replace_begin(&replace, path, error)) ...
     fwrite(..., replace.file);
     if (!replace_end(&replace, good, error)) ...

   The new file is written beside the old one as NAME.part-PROCESS, synced to disk and renamed over
   it, and the folder is synced as well. Leftovers beside this file from processes that no longer
   exist are removed first. A device, a pipe or a link (/dev/stdout) is written through instead: a
   rename would put a file in its place. It does not keep two processes from replacing the same file
   one after the other. */
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

/* Closes the file and puts it in place when `good`; otherwise, or when it cannot be written, the
   old one stays. With !good the error is left as it is. */
bool replace_end(struct replace *replace, bool good, struct error *error);

/* All three steps for bytes that are in memory. */
bool replace_whole(const char *path, const void *bytes, size_t length, struct error *error);

/* Syncs the folder that holds `path` to disk, and with it a name that was created or changed there.
   False, with errno, when the disk fails. */
bool replace_sync_folder(const char *path);

#endif
