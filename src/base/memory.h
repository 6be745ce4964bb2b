/* Copying, filling and comparing memory without the C library's headers, which the browser and
   the microcontroller builds do not have. The compiler turns each into the best code it knows;
   where it falls back to a call, base/memory.c supplies the functions on those targets. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline void memory_copy(void *target, const void *source, size_t bytes)
{
    __builtin_memcpy(target, source, bytes);
}

/* Like memory_copy, but the two may overlap. */
static inline void memory_move(void *target, const void *source, size_t bytes)
{
    __builtin_memmove(target, source, bytes);
}

static inline void memory_fill(void *target, int byte, size_t bytes)
{
    __builtin_memset(target, byte, bytes);
}

static inline void memory_clear(void *target, size_t bytes)
{
    __builtin_memset(target, 0, bytes);
}

static inline bool memory_equal(const void *a, const void *b, size_t bytes)
{
    return __builtin_memcmp(a, b, bytes) == 0;
}

#endif
