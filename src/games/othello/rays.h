/* The eight straight lines from each square to the edge of the board, without the square itself.

   Split by the direction of the bits: along `up` the square numbers grow, along `down` they fall,
   so that the nearest square of a line is its lowest bit in the one and its highest in the other.
   The order is that of the steps 1, 8, 9 and 7. */
#ifndef GAMES_OTHELLO_RAYS_H
#define GAMES_OTHELLO_RAYS_H

#include <stdint.h>

struct othello_rays {
    _Alignas(32) uint64_t up[4]; /* right, down the board, down right, down left */
    _Alignas(32) uint64_t down[4];
};

extern const struct othello_rays othello_rays[64];

#endif
