/* Memory that the caller hands in once, given out from the front in pieces.

   Nothing is freed: what is taken after a mark goes back all at once by setting `at` to it again.
 */
#ifndef MINDS_ZR2_ARENA_H
#define MINDS_ZR2_ARENA_H

#include "base/memory.h"

struct arena {
    char *at, *end;
};

static inline void arena_init(struct arena *arena, void *memory, size_t bytes)
{
    size_t skip = (64 - (uintptr_t)memory % 64) % 64;
    arena->at = (char *)memory + (skip < bytes ? skip : bytes);
    arena->end = (char *)memory + bytes;
}

static inline size_t arena_left(const struct arena *arena)
{
    return (size_t)(arena->end - arena->at);
}

/* Aligned to 64 bytes, not cleared; NULL when there is not so much. */
static inline void *arena_take(struct arena *arena, size_t count, size_t size)
{
    size_t bytes = (count * size + 63) / 64 * 64;
    if (bytes / 64 > arena_left(arena) / 64 || (size && count > SIZE_MAX / 2 / size))
        return NULL;
    void *piece = arena->at;
    arena->at += bytes;
    return piece;
}

/* As arena_take, all bytes 0. */
static inline void *arena_take_clear(struct arena *arena, size_t count, size_t size)
{
    void *piece = arena_take(arena, count, size);
    if (piece)
        memory_clear(piece, count * size);
    return piece;
}

#endif
