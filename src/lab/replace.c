#define _POSIX_C_SOURCE 200809L
#include "lab/replace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(const char *path, int reason, struct error *error)
{
    return error_set(error, "%s: cannot be written: %s", path, strerror(reason));
}

bool replace_begin(struct replace *replace, const char *path, struct error *error)
{
    *replace = (struct replace){.path = path};
    struct stat about;
    if (lstat(path, &about) != 0 || S_ISREG(about.st_mode)) {
        size_t room = strlen(path) + 32;
        replace->beside = malloc(room);
        if (!replace->beside)
            return error_set(error, "%s: out of memory", path);
        snprintf(replace->beside, room, "%s.part-%ld", path, (long)getpid());
    }
    replace->file = fopen(replace->beside ? replace->beside : path, "wb");
    if (replace->file)
        return true;
    int reason = errno;
    free(replace->beside);
    return fail(path, reason, error);
}

bool replace_end(struct replace *replace, bool good, struct error *error)
{
    bool told = !good;  /* the caller knows why */
    int reason = errno; /* of a write that failed before, if one did */
    bool written = !ferror(replace->file);
    if (written && (fflush(replace->file) != 0 ||
                    (replace->beside && good && fsync(fileno(replace->file)) != 0))) {
        written = false;
        reason = errno;
    }
    good = good && written;
    if (fclose(replace->file) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && replace->beside && rename(replace->beside, replace->path) != 0) {
        good = false;
        reason = errno;
    }
    if (!good && replace->beside)
        unlink(replace->beside);
    free(replace->beside);
    return good || told ? good : fail(replace->path, reason ? reason : EIO, error);
}
