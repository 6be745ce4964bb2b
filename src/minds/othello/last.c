/* The tables of last.h as constant expressions: the compiler computes them, so there is no
   start-up code and nothing to initialise from several threads. */
#include "minds/othello/last.h"

/* Discs between the place and the nearest of mine above it, none where there is none of mine. */
#define ABOVE(place, line)                                                                         \
    (((line) >> ((place) + 1)) ? __builtin_ctz(((unsigned)(line) >> ((place) + 1)) | 0x100) : 0)
/* The same below: leading zeros of the part under the place, which has `place` squares. */
#define UNDER(place, line) ((unsigned)(line) & ((1u << (place)) - 1))
#define BELOW(place, line)                                                                         \
    (UNDER(place, line) ? (place)-1 - (31 - __builtin_clz(UNDER(place, line) | 1)) : 0)
#define FLIPS(place, line) (uint8_t)(2 * (ABOVE(place, line) + BELOW(place, line)))

#define FLIPS4(p, l) FLIPS(p, l), FLIPS(p, (l) + 1), FLIPS(p, (l) + 2), FLIPS(p, (l) + 3)
#define FLIPS16(p, l) FLIPS4(p, l), FLIPS4(p, (l) + 4), FLIPS4(p, (l) + 8), FLIPS4(p, (l) + 12)
#define FLIPS64(p, l)                                                                              \
    FLIPS16(p, l), FLIPS16(p, (l) + 16), FLIPS16(p, (l) + 32), FLIPS16(p, (l) + 48)
#define FLIPS256(p) FLIPS64(p, 0), FLIPS64(p, 64), FLIPS64(p, 128), FLIPS64(p, 192)

const uint8_t othello_last_line[8][256] = {
    {FLIPS256(0)}, {FLIPS256(1)}, {FLIPS256(2)}, {FLIPS256(3)},
    {FLIPS256(4)}, {FLIPS256(5)}, {FLIPS256(6)}, {FLIPS256(7)},
};

/* The main diagonals moved left or right with whole rows; what leaves the board is cut off by
   moving up or down by rows instead. */
#define MOVED_ROWS(set, rows) ((rows) >= 0 ? (set) << (8 * ((rows)&7)) : (set) >> (8 * (-(rows)&7)))
#define FALLING UINT64_C(0x8040201008040201)
#define RISING UINT64_C(0x0102040810204080)
#define SQUARE(s)                                                                                  \
    {                                                                                              \
        MOVED_ROWS(FALLING, ((s) >> 3) - ((s)&7)) & ~(UINT64_C(1) << (s)),                         \
            MOVED_ROWS(RISING, ((s) >> 3) - 7 + ((s)&7)) & ~(UINT64_C(1) << (s)),                  \
    }
#define ROW(s)                                                                                     \
    SQUARE(s), SQUARE(s + 1), SQUARE(s + 2), SQUARE(s + 3), SQUARE(s + 4), SQUARE(s + 5),          \
        SQUARE(s + 6), SQUARE(s + 7)

const struct othello_last_diagonals othello_last_diagonals[64] = {
    ROW(0), ROW(8), ROW(16), ROW(24), ROW(32), ROW(40), ROW(48), ROW(56),
};
