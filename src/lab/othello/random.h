/* Picks a random square of a set, for random openings and moves away from the best. */
#ifndef LAB_OTHELLO_RANDOM_H
#define LAB_OTHELLO_RANDOM_H

#include "base/bits.h"
#include "base/random.h"

/* `squares` has at least one. */
static inline int othello_random_square(uint64_t squares, struct random *random)
{
    uint32_t skip = random_below(random, (uint32_t)bits_count(squares));
    while (skip--)
        squares = bits_without_lowest(squares);
    return bits_first(squares);
}

#endif
