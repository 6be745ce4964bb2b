/* Loaded before the program (LD_PRELOAD): the allocation number $FAILING_ALLOCATION of the program
   itself gets no memory, those of the libraries do. With $FAILING_SITES only the first allocation
   of each place in the program is counted. It says on leaving whether it came so far, and writes
   the number of allocations to the file $FAILING_COUNT. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *old, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

enum { SITES = 4096 }; /* a power of two, more than a program has */

static uintptr_t first, last; /* of the program's code */
static bool by_site;
static atomic_uintptr_t sites[SITES];
static long number; /* which one fails; 0 before it is known */
static atomic_long seen;

static int look(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    (void)data;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type == PT_LOAD && part->p_flags & PF_X) {
            first = info->dlpi_addr + part->p_vaddr;
            last = first + part->p_memsz;
        }
    }
    return 1; /* the program is the first of the list */
}

__attribute__((constructor)) static void begin(void)
{
    const char *wanted = getenv("FAILING_ALLOCATION");
    dl_iterate_phdr(look, NULL);
    by_site = getenv("FAILING_SITES") != NULL;
    number = wanted ? atol(wanted) : 0;
}

__attribute__((destructor)) static void end(void)
{
    static const char word[] = "FAILING: came so far\n";
    const char *path = getenv("FAILING_COUNT");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    if (file >= 0) {
        dprintf(file, "%ld\n", atomic_load(&seen));
        close(file);
    }
    if (number && atomic_load(&seen) >= number && write(2, word, sizeof word - 1) < 0)
        _exit(98);
}

/* Whether nobody has allocated here before. */
static bool is_new(uintptr_t at)
{
    for (size_t i = at * 2654435761u % SITES, tries = 0; tries < SITES;
         i = (i + 1) % SITES, tries++) {
        uintptr_t there = 0;
        if (atomic_compare_exchange_strong(&sites[i], &there, at))
            return true;
        if (there == at)
            return false;
    }
    return false;
}

static bool fails(const void *caller)
{
    uintptr_t at = (uintptr_t)caller;
    if (!number || at < first || at >= last || (by_site && !is_new(at)) ||
        atomic_fetch_add(&seen, 1) + 1 != number)
        return false;
    errno = ENOMEM;
    return true;
}

#define FAILS fails(__builtin_return_address(0))

void *malloc(size_t bytes)
{
    return FAILS ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    return FAILS ? NULL : __libc_calloc(count, bytes);
}

void *realloc(void *old, size_t bytes)
{
    return FAILS ? NULL : __libc_realloc(old, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return FAILS ? NULL : __libc_memalign(alignment, bytes);
}

char *strdup(const char *text)
{
    size_t length = strlen(text) + 1;
    char *copy = FAILS ? NULL : __libc_malloc(length);
    return copy ? memcpy(copy, text, length) : NULL;
}
