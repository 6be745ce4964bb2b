/* Where retrograde analysis has something to do: a bit for each piece of PIECE slots of each class,
   by distance and side to move.

   A distance that few positions have then costs only the pieces they lie in, not all blocks. The
   bits are set by any thread and read between passes. They lie in zeroed memory that the system
   provides on first touch, so distances that do not occur cost nothing. */
#ifndef LAB_MILL_MARKS_H
#define LAB_MILL_MARKS_H

#include "base/bits.h"
#include <stdatomic.h>
#include <stddef.h>

enum { PIECE_SHIFT = 7, PIECE = 1 << PIECE_SHIFT, PIECES_IN_WORD = 32 };

/* Words for the pieces of one class. */
static inline uint32_t marks_words(uint32_t width)
{
    uint32_t pieces = (width + PIECE - 1) >> PIECE_SHIFT;
    return (pieces + PIECES_IN_WORD - 1) / PIECES_IN_WORD;
}

/* `marks` are those of the class. */
static inline void marks_set(_Atomic uint32_t *marks, uint32_t rank)
{
    uint32_t piece = rank >> PIECE_SHIFT, one = UINT32_C(1) << (piece % PIECES_IN_WORD);
    _Atomic uint32_t *word = &marks[piece / PIECES_IN_WORD];
    if (!(atomic_load_explicit(word, memory_order_relaxed) & one))
        atomic_fetch_or_explicit(word, one, memory_order_relaxed);
}

static inline bool marks_any(_Atomic uint32_t *marks, uint32_t words)
{
    uint32_t all = 0;
    for (uint32_t i = 0; i < words; i++)
        all |= atomic_load_explicit(&marks[i], memory_order_relaxed);
    return all;
}

static inline void marks_clear(_Atomic uint32_t *marks, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++)
        atomic_store_explicit(&marks[i], 0, memory_order_relaxed);
}

/* The first marked piece from `piece` on; `words` * PIECES_IN_WORD when there is none. */
static inline uint32_t marks_next(_Atomic uint32_t *marks, uint32_t words, uint32_t piece)
{
    for (uint32_t i = piece / PIECES_IN_WORD, at = piece % PIECES_IN_WORD; i < words; i++, at = 0) {
        uint32_t left = atomic_load_explicit(&marks[i], memory_order_relaxed) >> at;
        if (left)
            return i * PIECES_IN_WORD + at + (uint32_t)bits_first(left);
    }
    return words * PIECES_IN_WORD;
}

#endif
