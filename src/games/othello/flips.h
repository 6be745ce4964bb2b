/* Which moves there are in Othello and what a move turns over: one function each.

   Squares are bits of a word, a1 (top left) = 0, b1 = 1, a2 = 8. The implementation is chosen by
   what the target can do; all of them give the same results, which tests/games/othello_flips.c
   checks. */
#ifndef GAMES_OTHELLO_FLIPS_H
#define GAMES_OTHELLO_FLIPS_H

#include "games/othello/words.h"
#if defined(__AVX2__)
#include "games/othello/quads.h"
#elif defined(__SSE2__) || defined(__wasm_simd128__) || defined(__aarch64__)
#include "games/othello/pairs.h"
#endif

/* The empty squares on which `mine` may put a disc. */
static inline uint64_t othello_legal(uint64_t mine, uint64_t theirs)
{
#if defined(__AVX2__)
    return othello_quads_legal(mine, theirs);
#elif defined(__SSE2__) || defined(__wasm_simd128__) || defined(__aarch64__)
    return othello_pairs_legal(mine, theirs);
#else
    return othello_words_legal(mine, theirs);
#endif
}

/* The discs of `theirs` that a disc of `mine` on the empty `square` turns over; none when the
   move is not legal. */
static inline uint64_t othello_flips(uint64_t mine, uint64_t theirs, int square)
{
#if defined(__AVX2__)
    return othello_quads_flips(mine, theirs, square);
#else
    return othello_words_flips(mine, theirs, square);
#endif
}

#endif
