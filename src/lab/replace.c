/* Replacing a file: write beside it, sync, rename, sync the folder.

   Renaming is atomic, so a reader sees the old or the new file. The syncs make it durable: the
   first brings the bytes to the disk before the name points to them, the second brings the name.
   A crash can leave NAME.part-PROCESS behind. The next writer of the same file removes such
   leftovers, and tells them from files still being written by a lock that ends with its owner; the
   process number covers disks without locks. */
#define _DEFAULT_SOURCE
#include "lab/replace.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char mark[] = ".part-"; /* NAME.part-PROCESS is NAME in the making */

/* A place that cannot be written to is a failure of the machine, whatever the reason. */
static bool fail(const char *path, int reason, struct error *error)
{
    return error_machine(error, "%s: cannot be written: %s", path, strerror(reason));
}

/* -------- the folder -------- */

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int open_folder(const char *path)
{
    size_t length = (size_t)(name_of(path) - path);
    char *folder = length ? strndup(path, length) : strdup(".");
    int descriptor = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(folder);
    return descriptor;
}

/* A folder that cannot be opened for reading (mode 0300) or be synced (some network disks) is no
   failure: what can be done was done. */
bool replace_sync_folder(const char *path)
{
    int folder = open_folder(path);
    if (folder < 0)
        return true;
    bool good = fsync(folder) == 0 || errno == EINVAL || errno == EBADF;
    int reason = errno;
    close(folder);
    errno = reason;
    return good;
}

/* -------- leftovers -------- */

/* The process that NAME.part-PROCESS belongs to; 0 when `entry` is no such name. */
static long maker_of(const char *entry, const char *name)
{
    size_t length = strlen(name), behind = length + sizeof mark - 1;
    if (strncmp(entry, name, length) != 0 || strncmp(entry + length, mark, sizeof mark - 1) != 0)
        return 0;
    char *end;
    long maker = strtol(entry + behind, &end, 10);
    return entry[behind] >= '1' && entry[behind] <= '9' && !*end ? maker : 0;
}

/* Whoever writes a file holds a lock on it that ends with the process, even on another machine that
   shares the disk. A process number alone could have been reused; older versions took no lock, so
   the number counts too. */
static bool is_abandoned(int folder, const char *entry, long maker)
{
    if (maker != (long)getpid() && (kill((pid_t)maker, 0) == 0 || errno != ESRCH))
        return false;
    int file = openat(folder, entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return false;
    struct stat about;
    bool abandoned =
        fstat(file, &about) == 0 && S_ISREG(about.st_mode) && flock(file, LOCK_EX | LOCK_NB) == 0;
    close(file);
    return abandoned;
}

static void sweep(const char *path)
{
    const char *name = name_of(path);
    int descriptor = open_folder(path);
    DIR *folder = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (!folder) {
        if (descriptor >= 0)
            close(descriptor);
        return;
    }
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        long maker = maker_of(entry->d_name, name);
        if (maker && is_abandoned(descriptor, entry->d_name, maker))
            unlinkat(descriptor, entry->d_name, 0);
    }
    closedir(folder);
}

/* -------- writing -------- */

/* A new file that nobody else can have had a hand in, locked. */
static int make_beside(const char *beside, mode_t mode)
{
    int file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (file < 0)
        return -1;
    struct stat about;
    flock(file, LOCK_EX | LOCK_NB); /* some disks have no locks: the process number is left */
    if (fstat(file, &about) == 0 && about.st_nlink > 0)
        return file;
    close(file); /* taken for a leftover before it was locked */
    errno = EAGAIN;
    return -1;
}

static FILE *open_beside(const char *beside, mode_t mode)
{
    int file = make_beside(beside, mode);
    for (int tries = 0; file < 0 && errno == EAGAIN && tries < 100; tries++)
        file = make_beside(beside, mode);
    FILE *stream = file < 0 ? NULL : fdopen(file, "wb");
    if (!stream && file >= 0) {
        int reason = errno;
        unlink(beside);
        close(file);
        errno = reason;
    }
    return stream;
}

bool replace_begin(struct replace *replace, const char *path, struct error *error)
{
    *replace = (struct replace){.path = path};
    struct stat about;
    bool there = lstat(path, &about) == 0;
    if (there && !S_ISREG(about.st_mode)) {
        replace->file = fopen(path, "wbe");
        return replace->file || fail(path, errno, error);
    }
    size_t room = strlen(path) + 32;
    replace->beside = malloc(room);
    if (!replace->beside)
        return error_machine(error, "%s: out of memory", path);
    snprintf(replace->beside, room, "%s%s%ld", path, mark, (long)getpid());
    sweep(path);
    /* a file that others could not read stays that way */
    replace->file = open_beside(replace->beside, there ? about.st_mode & 0777 : 0666);
    if (replace->file)
        return true;
    int reason = errno;
    free(replace->beside);
    return fail(path, reason, error);
}

/* Syncs all of it to disk. */
static bool flush(const struct replace *replace)
{
    return fflush(replace->file) == 0 && (!replace->beside || fsync(fileno(replace->file)) == 0);
}

bool replace_end(struct replace *replace, bool good, struct error *error)
{
    bool told = !good;  /* the caller knows why */
    int reason = errno; /* of a write that failed before, if one did */
    good = good && !ferror(replace->file);
    if (good && !flush(replace)) {
        good = false;
        reason = errno;
    }
    /* renamed before it is closed: until then the lock keeps others off */
    if (good && replace->beside &&
        (rename(replace->beside, replace->path) != 0 || !replace_sync_folder(replace->path))) {
        good = false;
        reason = errno;
    }
    if (!good && replace->beside)
        unlink(replace->beside);
    if (fclose(replace->file) != 0 && good) {
        good = false;
        reason = errno;
    }
    free(replace->beside);
    return good || told ? good : fail(replace->path, reason ? reason : EIO, error);
}

bool replace_whole(const char *path, const void *bytes, size_t length, struct error *error)
{
    struct replace replace;
    if (!replace_begin(&replace, path, error))
        return false;
    fwrite(bytes, 1, length, replace.file);
    return replace_end(&replace, true, error);
}
