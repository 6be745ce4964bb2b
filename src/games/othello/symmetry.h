/* The eight symmetries of the board, for sets of squares and for single squares.

   Symmetry number n mirrors left and right if n & 1, top and bottom if n & 2, and then swaps rows
   and columns if n & 4. The rules of Othello make no difference between the eight; the starting
   position is the same under four of them, 0, 3, 4 and 7. */
#ifndef GAMES_OTHELLO_SYMMETRY_H
#define GAMES_OTHELLO_SYMMETRY_H

#include "base/bits.h"

enum { OTHELLO_SYMMETRIES = 8 };

/* Exchanges the bits of `mask` with those `distance` higher. */
static inline uint64_t othello_exchange(uint64_t set, uint64_t mask, int distance)
{
    uint64_t differ = (set ^ (set >> distance)) & mask;
    return set ^ differ ^ (differ << distance);
}

static inline uint64_t othello_mirror(uint64_t set)
{
    set = othello_exchange(set, UINT64_C(0x5555555555555555), 1);
    set = othello_exchange(set, UINT64_C(0x3333333333333333), 2);
    return othello_exchange(set, UINT64_C(0x0f0f0f0f0f0f0f0f), 4);
}

/* Squares above the main diagonal change places with those below: blocks of 1, 2 and 4. */
static inline uint64_t othello_transpose(uint64_t set)
{
    set = othello_exchange(set, UINT64_C(0x00aa00aa00aa00aa), 7);
    set = othello_exchange(set, UINT64_C(0x0000cccc0000cccc), 14);
    return othello_exchange(set, UINT64_C(0x00000000f0f0f0f0), 28);
}

static inline uint64_t othello_symmetry(uint64_t set, int symmetry)
{
    if (symmetry & 1)
        set = othello_mirror(set);
    if (symmetry & 2)
        set = bits_swap_rows(set);
    return symmetry & 4 ? othello_transpose(set) : set;
}

/* Where `square` comes to lie. */
static inline int othello_symmetry_square(int square, int symmetry)
{
    square ^= (symmetry & 1 ? 7 : 0) ^ (symmetry & 2 ? 56 : 0);
    return symmetry & 4 ? (square & 7) << 3 | square >> 3 : square;
}

#endif
