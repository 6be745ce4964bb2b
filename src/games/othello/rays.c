/* The rays of rays.h as constant data: the compiler computes them, so nothing has to be
   initialised. */
#include "games/othello/rays.h"

/* Everything is a constant expression of the square, so the table needs no start-up code: a line
   that begins in a corner is shifted to the square, and what ran over an edge is masked away. */
#define FILES_LEFT_OF(square) ((UINT64_C(1) << ((square)&7)) - 1)
#define FILES_RIGHT_OF(square) (UINT64_C(0xff) & (UINT64_C(0xfe) << ((square)&7)))
#define EVERY_ROW(files) ((files)*UINT64_C(0x0101010101010101))
#define ROW_OF(square) (UINT64_C(0xff) << ((square)&56))
#define UP(line, square) (UINT64_C(line) << (square))
#define DOWN(line, square) (UINT64_C(line) >> (63 - (square)))

#define RAYS(square)                                                                               \
    {                                                                                              \
        {                                                                                          \
            UP(0x00000000000000fe, square) & ROW_OF(square),                                       \
            UP(0x0101010101010100, square),                                                        \
            UP(0x8040201008040200, square) & EVERY_ROW(FILES_RIGHT_OF(square)),                    \
            UP(0x0102040810204080, square) & EVERY_ROW(FILES_LEFT_OF(square)),                     \
        },                                                                                         \
            {                                                                                      \
                DOWN(0x7f00000000000000, square) & ROW_OF(square),                                 \
                DOWN(0x0080808080808080, square),                                                  \
                DOWN(0x0040201008040201, square) & EVERY_ROW(FILES_LEFT_OF(square)),               \
                DOWN(0x0102040810204080, square) & EVERY_ROW(FILES_RIGHT_OF(square)),              \
            },                                                                                     \
    }
#define ROW(first)                                                                                 \
    RAYS(first), RAYS(first + 1), RAYS(first + 2), RAYS(first + 3), RAYS(first + 4),               \
        RAYS(first + 5), RAYS(first + 6), RAYS(first + 7)

const struct othello_rays othello_rays[64] = {
    ROW(0), ROW(8), ROW(16), ROW(24), ROW(32), ROW(40), ROW(48), ROW(56),
};
