/* Othello's moves and flips with vectors of four words: AVX2.

   A lane is one of the steps 1, 8, 9 and 7; each is walked in both directions. Written with the
   compiler's vector types, so that targets without such vectors can still compile and test it;
   there it is slow. Vectors are never passed to or returned from a function, since the calling
   convention would depend on the target. */
#ifndef GAMES_OTHELLO_QUADS_H
#define GAMES_OTHELLO_QUADS_H

#include "base/memory.h"
#include "games/othello/pairs.h"

typedef uint64_t othello_quad __attribute__((vector_size(32)));
typedef int64_t othello_quad_signed __attribute__((vector_size(32)));

#define OTHELLO_QUAD(word) ((othello_quad){(word), (word), (word), (word)})
#define OTHELLO_QUAD_STEPS ((othello_quad){1, 8, 9, 7})
#define OTHELLO_QUAD_ANY(quad)                                                                     \
    ({                                                                                             \
        othello_pair halves_ = __builtin_shufflevector((quad), (quad), 0, 1) |                     \
                               __builtin_shufflevector((quad), (quad), 2, 3);                      \
        halves_[0] | halves_[1];                                                                   \
    })

/* Like othello_words_legal: runs grow to one, two, four and six discs. */
static inline uint64_t othello_quads_legal(uint64_t mine, uint64_t theirs)
{
    const othello_quad step = OTHELLO_QUAD_STEPS, two = step + step;
    const othello_quad files = {OTHELLO_INNER_FILES, ~UINT64_C(0), OTHELLO_INNER_FILES,
                                OTHELLO_INNER_FILES};
    othello_quad own = OTHELLO_QUAD(mine), between = OTHELLO_QUAD(theirs) & files;
    othello_quad up = between & (own << step), down = between & (own >> step);
    up |= between & (up << step);
    down |= between & (down >> step);
    othello_quad pairs = between & (between << step), pairs_down = pairs >> step;
    up |= pairs & (up << two);
    down |= pairs_down & (down >> two);
    up |= pairs & (up << two);
    down |= pairs_down & (down >> two);
    othello_quad behind = (up << step) | (down >> step);
    return OTHELLO_QUAD_ANY(behind) & ~(mine | theirs);
}

/* Like othello_words_flips. There is no vector instruction for the highest bit, but only two facts
   about it are needed: it is mine exactly when my part of the ray, read as a number, is larger than
   the empty part; and what lies above it is what a downward smear does not reach. */
static inline uint64_t othello_quads_flips(uint64_t mine, uint64_t theirs, int square)
{
    const othello_quad step = OTHELLO_QUAD_STEPS, none = {0, 0, 0, 0};
    othello_quad up, down;
    memory_copy(&up, othello_rays[square].up, sizeof up);
    memory_copy(&down, othello_rays[square].down, sizeof down);
    othello_quad own = OTHELLO_QUAD(mine), other = OTHELLO_QUAD(theirs);

    othello_quad stop = up & ~other;
    othello_quad end = stop & (none - stop) & own;
    othello_quad missing = (othello_quad)(end == none); /* all ones where there is no end */
    othello_quad flips = up & (end - OTHELLO_QUAD(1) - missing);

    stop = down & ~other;
    othello_quad held = stop & own, empty = stop & ~own;
    othello_quad closed = (othello_quad)((othello_quad_signed)held > (othello_quad_signed)empty);
    stop |= stop >> step;
    stop |= stop >> (step + step);
    stop |= stop >> (step + step + step + step);
    flips |= closed & down & ~stop;
    return OTHELLO_QUAD_ANY(flips);
}

#endif
