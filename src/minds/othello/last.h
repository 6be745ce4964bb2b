/* The last empty square of an Othello board: how many discs a move there turns over.

   With every other square taken, what is not mine is theirs, so my discs alone decide. Each of the
   four lines through the square is gathered into a byte by one multiplication, and a table knows
   the discs turned over on a full line. Works with plain words on every target. */
#ifndef MINDS_OTHELLO_LAST_H
#define MINDS_OTHELLO_LAST_H

#include "base/bits.h"

/* Twice the discs turned over by a move at `place` (0..7) of a line whose other squares are all
   taken, mine where a bit is set. */
extern const uint8_t othello_last_line[8][256];

/* The two diagonals through a square, the square left out. */
struct othello_last_diagonals {
    uint64_t falling, rising;
};
extern const struct othello_last_diagonals othello_last_diagonals[64];

/* Twice the number of discs a disc of `mine` turns over on `square`, the only empty one. */
static inline int othello_last_flips(uint64_t mine, int square)
{
    const uint64_t file_a = UINT64_C(0x0101010101010101);
    const struct othello_last_diagonals *diagonals = &othello_last_diagonals[square];
    int file = square & 7, row = square >> 3;
    const uint8_t *by_file = othello_last_line[file];
    uint64_t column = ((mine >> file) & file_a) * UINT64_C(0x0102040810204080) >> 56;
    return by_file[(mine >> (square & 56)) & 0xff] + othello_last_line[row][column] +
           by_file[(mine & diagonals->falling) * file_a >> 56] +
           by_file[(mine & diagonals->rising) * file_a >> 56];
}

#endif
