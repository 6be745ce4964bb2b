/* Whole files in and out of memory. On a cluster rank 0 reads and shares what it read, so that
   files need to exist on one machine only. */
#include "ports/cli/file.h"

#include "base/text.h"
#include "lab/cluster.h"
#include "lab/replace.h"
#include "ports/cli/command.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A name that leads nowhere is the user's mistake; a disk that does not read is the machine's. */
static void unreadable(const char *name, int reason, struct error *error)
{
    static const int mistakes[] = {ENOENT, EACCES, EISDIR, ENOTDIR, ENAMETOOLONG, ELOOP, EPERM};
    error_set(error, "%s: cannot be read: %s", name, strerror(reason));
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++)
        if (reason == mistakes[i])
            return;
    error->machine = true;
}

static char *read_whole(const char *path, size_t limit, size_t *length, struct error *error)
{
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    FILE *file = standard ? stdin : fopen(path, "rb");
    struct stat about;
    if (!file || (fstat(fileno(file), &about) == 0 && S_ISDIR(about.st_mode))) {
        unreadable(name, file ? EISDIR : errno, error);
        if (file && !standard)
            fclose(file);
        return NULL;
    }
    size_t room = 4096, used = 0;
    char *text = command_memory(room);
    for (;;) {
        used += fread(text + used, 1, room - used, file);
        if (used < room || used > limit)
            break;
        char *more = command_memory(room * 2);
        memcpy(more, text, used);
        free(text);
        text = more;
        room *= 2;
    }
    bool bad = ferror(file);
    int reason = errno;
    if (!standard)
        fclose(file);
    if (!bad && used <= limit) {
        *length = used;
        return text;
    }
    free(text);
    if (bad)
        unreadable(name, reason, error);
    else
        error_set(error, "%s: expected at most %zu bytes, found more", name, limit);
    return NULL;
}

/* Rank 0 reads and gives it to the others, who may not have the file or the standard input. */
char *file_read(const char *path, size_t limit, size_t *length, struct error *error)
{
    char *text = cluster_leads() ? read_whole(path, limit, length, error) : NULL;
    if (cluster_size() == 1 || (cluster_leads() && !text))
        return text;
    error_set(error, "%s: rank 0 could not read it", path);
    if (!cluster_share(length, sizeof *length))
        return NULL;
    if (!text)
        text = command_memory(*length + 1);
    cluster_share(text, *length);
    return text;
}

bool file_write(const char *path, const char *text, size_t length, struct error *error)
{
    return replace_whole(path, text, length, error);
}
