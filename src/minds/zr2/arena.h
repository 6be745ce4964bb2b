/* Memory that the caller hands in once, allocated from the front in pieces. Nothing is freed one by
   one: resetting `at` to an earlier value releases everything taken since.
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

/* Aligned to 64 bytes, not cleared; NULL when there is not that much left, and from then on for
   every piece, so checking the last one is enough. */
static inline void *arena_take(struct arena *arena, size_t count, size_t size)
{
    size_t bytes = (count * size + 64) / 64 * 64;
    if (bytes / 64 > arena_left(arena) / 64 || (size && count > SIZE_MAX / 2 / size)) {
        arena->at = arena->end;
        return NULL;
    }
    void *piece = arena->at;
    arena->at += bytes;
    return piece;
}

/* Like arena_take, with all bytes 0. */
static inline void *arena_take_clear(struct arena *arena, size_t count, size_t size)
{
    void *piece = arena_take(arena, count, size);
    if (piece)
        memory_clear(piece, count * size);
    return piece;
}

#endif
