/* The page as the host of the engine; see host.h. Memory is taken from the end of the module's
   data and never given back: whoever needs it again keeps it. Waiting and waking are the
   browser's atomics where memory is shared, and nothing where the engine is alone. */
#include "ports/browser/host.h"

#include "base/clock.h"

enum { PAGE = 65536 };

extern unsigned char __heap_base; /* set by the linker: the end of the program's own data */

__attribute__((import_module("host"), import_name("now"))) double host_now(void);
__attribute__((import_module("host"), import_name("report"))) void
host_import_report(uint32_t length);

static uintptr_t top; /* everything below is taken */

void *host_memory(size_t bytes)
{
    if (!top)
        top = (uintptr_t)&__heap_base;
    uintptr_t start = (top + 63) & ~(uintptr_t)63;
    uintptr_t end = start + bytes;
    uintptr_t have = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
    if (end < start)
        return NULL;
    if (end > have && __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) == SIZE_MAX)
        return NULL;
    top = end;
    return (void *)start;
}

void host_report(uint32_t length)
{
    host_import_report(length);
}

void host_wait(_Atomic uint32_t *word, uint32_t value)
{
#if defined(__wasm_atomics__)
    __builtin_wasm_memory_atomic_wait32((int *)(void *)word, (int)value, -1);
#else
    (void)word, (void)value; /* nobody else is there */
#endif
}

void host_wake(_Atomic uint32_t *word)
{
#if defined(__wasm_atomics__)
    __builtin_wasm_memory_atomic_notify((int *)(void *)word, UINT32_MAX);
#else
    (void)word;
#endif
}

/* The host counts milliseconds with a fraction. */
uint64_t clock_microseconds(void)
{
    return (uint64_t)(host_now() * 1000);
}
