/* Loaded before the program (LD_PRELOAD): a disk that fails. Only files below $BROKEN_FOLDER are
   its own.

   $BROKEN_CALL is open, write, half, sync or rename: call number $BROKEN_NUMBER of that kind fails
   with $BROKEN_REASON, a number of errno (half: half of the bytes are written, and the next write
   fails). With $BROKEN_STAYS all further calls of the kind fail as well, as on a disk that is full.
   readonly refuses every call that would change something. The number of calls goes to the file
   $BROKEN_COUNT at the end.

   The C library writes its streams by calls of its own that cannot be replaced from outside;
   streams for writing are therefore made anew over our write. */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS /* open and open64 are both replaced here, under their own names */
#undef _FORTIFY_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { OPEN, WRITE, HALF, SYNC, RENAME, READONLY, KINDS };
enum { DESCRIPTORS = 4096, STREAMS = 256 };

static const char *const words[KINDS] = {"open", "write", "half", "sync", "rename", "readonly"};
static const char *folder;
static size_t folder_length;
static enum kind wanted = KINDS;
static long number, stays;
static int reason = ENOSPC;
static atomic_long seen;
static atomic_bool broken; /* half a write was done: the next fails */
static atomic_bool ours[DESCRIPTORS];
static struct {
    _Atomic(FILE *) stream;
    int descriptor;
} streams[STREAMS];

static long number_in(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text ? atol(text) : otherwise;
}

__attribute__((constructor)) static void begin(void)
{
    const char *call = getenv("BROKEN_CALL");
    folder = getenv("BROKEN_FOLDER");
    folder_length = folder ? strlen(folder) : 0;
    for (int i = 0; call && i < KINDS; i++)
        if (strcmp(call, words[i]) == 0)
            wanted = (enum kind)i;
    number = number_in("BROKEN_NUMBER", LONG_MAX);
    stays = number_in("BROKEN_STAYS", 0);
    reason = (int)number_in("BROKEN_REASON", ENOSPC);
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("BROKEN_COUNT");
    char text[32];
    int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&seen));
    long file = path ? syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (file >= 0)
        syscall(SYS_write, file, text, length);
}

static bool mine(const char *path)
{
    return folder && strncmp(path, folder, folder_length) == 0;
}

static bool mine_at(int at, const char *path)
{
    bool known = at >= 0 && at < DESCRIPTORS && atomic_load(&ours[at]);
    return path[0] == '/' ? mine(path) : known;
}

static bool mine_open(int descriptor)
{
    return descriptor >= 0 && descriptor < DESCRIPTORS && atomic_load(&ours[descriptor]);
}

/* Whether this call is the one, or one behind it. */
static bool fails(enum kind kind)
{
    if (kind != wanted)
        return false;
    long now = atomic_fetch_add(&seen, 1) + 1;
    if (now != number && !(stays && now > number))
        return false;
    errno = reason;
    return true;
}

static bool changes(void)
{
    if (wanted != READONLY)
        return false;
    atomic_fetch_add(&seen, 1);
    errno = EROFS;
    return true;
}

/* ---- opening ---- */

static int open_ours(int at, const char *path, int flags, mode_t mode)
{
    bool own = mine_at(at, path);
    bool writes = (flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT;
    if (own && (fails(OPEN) || (writes && changes())))
        return -1;
    int descriptor = (int)syscall(SYS_openat, at, path, flags, mode);
    if (descriptor >= 0 && descriptor < DESCRIPTORS)
        atomic_store(&ours[descriptor], own);
    return descriptor;
}

#define MODE_OF(flags, mode)                                                                       \
    mode_t mode = 0;                                                                               \
    if ((flags) & (O_CREAT | O_TMPFILE)) {                                                         \
        va_list list;                                                                              \
        va_start(list, flags);                                                                     \
        mode = va_arg(list, mode_t);                                                               \
        va_end(list);                                                                              \
    }

int open(const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_ours(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_ours(AT_FDCWD, path, flags, mode);
}

int openat(int at, const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_ours(at, path, flags, mode);
}

int openat64(int at, const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_ours(at, path, flags, mode);
}

int close(int descriptor)
{
    if (descriptor >= 0 && descriptor < DESCRIPTORS)
        atomic_store(&ours[descriptor], false);
    return (int)syscall(SYS_close, descriptor);
}

/* ---- writing ---- */

static ssize_t write_ours(int descriptor, const void *bytes, size_t length, off_t at)
{
    if (mine_open(descriptor)) {
        if (fails(WRITE))
            return -1;
        if (wanted == HALF && atomic_exchange(&broken, false)) {
            errno = reason;
            return -1;
        }
        if (length > 1 && fails(HALF)) {
            length /= 2;
            atomic_store(&broken, true);
        }
    }
    return at >= 0 ? syscall(SYS_pwrite64, descriptor, bytes, length, at)
                   : syscall(SYS_write, descriptor, bytes, length);
}

ssize_t write(int descriptor, const void *bytes, size_t length)
{
    return write_ours(descriptor, bytes, length, -1);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t at)
{
    return write_ours(descriptor, bytes, length, at);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t at)
{
    return write_ours(descriptor, bytes, length, at);
}

int ftruncate(int descriptor, off_t length)
{
    if (mine_open(descriptor) && fails(WRITE))
        return -1;
    return (int)syscall(SYS_ftruncate, descriptor, length);
}

int ftruncate64(int descriptor, off64_t length)
{
    return ftruncate(descriptor, length);
}

int fsync(int descriptor)
{
    if (mine_open(descriptor) && fails(SYNC))
        return -1;
    return (int)syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor)
{
    if (mine_open(descriptor) && fails(SYNC))
        return -1;
    return (int)syscall(SYS_fdatasync, descriptor);
}

/* ---- names ---- */

int rename(const char *from, const char *to)
{
    if (mine(to) && (fails(RENAME) || changes()))
        return -1;
    return (int)syscall(SYS_rename, from, to);
}

int unlink(const char *path)
{
    return mine(path) && changes() ? -1 : (int)syscall(SYS_unlink, path);
}

int mkdir(const char *path, mode_t mode)
{
    return mine(path) && changes() ? -1 : (int)syscall(SYS_mkdir, path, mode);
}

/* ---- streams ---- */

static ssize_t stream_write(void *cookie, const char *bytes, size_t length)
{
    size_t done = 0;
    while (done < length) {
        ssize_t part = write(*(int *)cookie, bytes + done, length - done);
        if (part < 0)
            return 0; /* nothing was written: that is how a cookie says it */
        done += (size_t)part;
    }
    return (ssize_t)done;
}

static int stream_seek(void *cookie, off64_t *offset, int whence)
{
    off64_t at = lseek64(*(int *)cookie, *offset, whence);
    if (at < 0)
        return -1;
    *offset = at;
    return 0;
}

static int stream_close(void *cookie)
{
    int descriptor = *(int *)cookie;
    for (int i = 0; i < STREAMS; i++)
        if (&streams[i].descriptor == cookie)
            atomic_store(&streams[i].stream, NULL);
    return close(descriptor);
}

/* A stream for writing over a descriptor. */
static FILE *stream_over(int descriptor)
{
    static const cookie_io_functions_t functions = {
        .write = stream_write, .seek = stream_seek, .close = stream_close};
    for (int i = 0; i < STREAMS; i++) {
        FILE *nobody = NULL;
        if (!atomic_compare_exchange_strong(&streams[i].stream, &nobody, (FILE *)1))
            continue;
        streams[i].descriptor = descriptor;
        FILE *stream = fopencookie(&streams[i].descriptor, "w", functions);
        atomic_store(&streams[i].stream, stream);
        return stream;
    }
    return NULL;
}

int fileno(FILE *stream)
{
    for (int i = 0; i < STREAMS; i++)
        if (atomic_load(&streams[i].stream) == stream)
            return streams[i].descriptor;
    int (*theirs)(FILE *) = (int (*)(FILE *))dlsym(RTLD_NEXT, "fileno");
    return theirs(stream);
}

FILE *fdopen(int descriptor, const char *mode)
{
    if (mine_open(descriptor) && mode[0] == 'w')
        return stream_over(descriptor);
    FILE *(*theirs)(int, const char *) = (FILE * (*)(int, const char *)) dlsym(RTLD_NEXT, "fdopen");
    return theirs(descriptor, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    FILE *(*theirs)(const char *, const char *) =
        (FILE * (*)(const char *, const char *)) dlsym(RTLD_NEXT, "fopen");
    if (!mine(path))
        return theirs(path, mode);
    if (mode[0] == 'r')
        return fails(OPEN) ? NULL : theirs(path, mode);
    int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (mode[0] == 'w' ? O_TRUNC : O_APPEND);
    int descriptor = open(path, flags, 0666);
    return descriptor < 0 ? NULL : stream_over(descriptor);
}

FILE *fopen64(const char *path, const char *mode)
{
    return fopen(path, mode);
}
