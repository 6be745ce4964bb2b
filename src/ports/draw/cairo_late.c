/* One pointer per function, filled in the order of the list; the library stays loaded. Some 64 MiB
   are tried first, because fontconfig ends the program where it cannot have memory. */
#define CAIRO_LATE_TABLE
#include "ports/draw/cairo_late.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

/* cairo 1.x has kept this name since 2005. */
static const char library_name[] = "libcairo.so.2";

/* What a board needs with its fonts, and some more. */
enum { MEMORY_NEEDED = 64 << 20 };

struct cairo_late cairo_late;

static const struct {
    const char *name;
    size_t offset;
} functions[] = {
#define FUNCTION(name) {#name, offsetof(struct cairo_late, name)},
    CAIRO_LATE_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

/* fontconfig does not ask whether it got the memory that it wanted, so we ask before. */
static bool memory_there(struct error *error)
{
    void *memory =
        mmap(NULL, MEMORY_NEEDED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return error_machine(error, "out of memory: drawing needs %d MiB", MEMORY_NEEDED >> 20);
    munmap(memory, MEMORY_NEEDED);
    return true;
}

bool cairo_late_load(struct error *error)
{
    static bool loaded;
    if (!memory_there(error))
        return false;
    if (loaded)
        return true;
    void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return error_machine(error, "pictures need cairo, which cannot be loaded: %s", dlerror());
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *function = dlsym(library, functions[i].name);
        if (!function)
            return error_machine(error, "%s is too old to draw: it has no %s", library_name,
                                 functions[i].name);
        memcpy((char *)&cairo_late + functions[i].offset, &function, sizeof function);
    }
    loaded = true; /* until the program ends */
    return memory_there(error);
}
