/* Loaded before the program (LD_PRELOAD): kills it with SIGKILL in its call number $KILLING_CALL
   among those that change a regular file (write, fwrite, fflush, fsync, rename, ...), as a machine
   does that loses its power there. $KILLING_MOMENT says when: 0 before the call, 1 inside (a write
   leaves half of its bytes, other calls were made but never return), 2 after it. Without a number
   it counts; on a gentle end the count goes into the file $KILLING_COUNT. */
#undef _FILE_OFFSET_BITS /* both names of a call are defined here */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BEFORE, INSIDE, AFTER };

static long number; /* which call is the last; 0 for none */
static int moment;
static atomic_long seen;
static size_t (*real_fwrite)(const void *, size_t, size_t, FILE *);
static int (*real_fflush)(FILE *);

__attribute__((constructor)) static void begin(void)
{
    const char *call = getenv("KILLING_CALL"), *when = getenv("KILLING_MOMENT");
    number = call ? atol(call) : 0;
    moment = when ? atoi(when) : INSIDE;
    *(void **)&real_fwrite = dlsym(RTLD_NEXT, "fwrite");
    *(void **)&real_fflush = dlsym(RTLD_NEXT, "fflush");
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("KILLING_COUNT");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    if (file >= 0) {
        dprintf(file, "%ld\n", atomic_load(&seen));
        close(file);
    }
}

static void die(void)
{
    for (;;)
        kill(getpid(), SIGKILL);
}

/* Counts a call on this file; true for the one that dies inside or after. */
static bool is_last(int descriptor)
{
    struct stat about;
    if (descriptor <= STDERR_FILENO || fstat(descriptor, &about) != 0 ||
        (!S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)))
        return false;
    bool last = atomic_fetch_add(&seen, 1) + 1 == number;
    if (last && moment == BEFORE)
        die();
    return last;
}

static size_t part(size_t bytes)
{
    return moment == INSIDE ? bytes / 2 : bytes;
}

ssize_t write(int descriptor, const void *bytes, size_t length)
{
    bool last = is_last(descriptor);
    ssize_t written = syscall(SYS_write, descriptor, bytes, last ? part(length) : length);
    if (last)
        die();
    return written;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset)
{
    bool last = is_last(descriptor);
    ssize_t written =
        syscall(SYS_pwrite64, descriptor, bytes, last ? part(length) : length, offset);
    if (last)
        die();
    return written;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset)
{
    return pwrite(descriptor, bytes, length, offset);
}

/* The C library writes a stream's bytes without the calls above. */
size_t fwrite(const void *bytes, size_t size, size_t count, FILE *file)
{
    if (is_last(fileno(file))) {
        real_fflush(file);
        syscall(SYS_write, fileno(file), bytes, part(size * count));
        die();
    }
    return real_fwrite(bytes, size, count, file);
}

int fflush(FILE *file)
{
    size_t pending = file && fileno(file) >= 0 ? __fpending(file) : 0;
    if (pending && is_last(fileno(file))) {
        syscall(SYS_write, fileno(file), file->_IO_write_base, part(pending));
        die();
    }
    return real_fflush(file);
}

/* What has no half. */
static int done(bool last, long result)
{
    if (last)
        die();
    return (int)result;
}

int fsync(int descriptor)
{
    bool last = is_last(descriptor);
    return done(last, syscall(SYS_fsync, descriptor));
}

int fdatasync(int descriptor)
{
    bool last = is_last(descriptor);
    return done(last, syscall(SYS_fdatasync, descriptor));
}

int ftruncate(int descriptor, off_t length)
{
    bool last = is_last(descriptor);
    return done(last, syscall(SYS_ftruncate, descriptor, length));
}

int ftruncate64(int descriptor, off64_t length)
{
    return ftruncate(descriptor, length);
}

/* Of a name: counted always. */
static bool is_last_name(void)
{
    bool last = atomic_fetch_add(&seen, 1) + 1 == number;
    if (last && moment == BEFORE)
        die();
    return last;
}

int rename(const char *from, const char *to)
{
    bool last = is_last_name();
    return done(last, renameat(AT_FDCWD, from, AT_FDCWD, to));
}

int unlink(const char *path)
{
    bool last = is_last_name();
    return done(last, unlinkat(AT_FDCWD, path, 0));
}
