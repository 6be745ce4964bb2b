/* Byte's ladder: made by `potez bench byte --ladder --refit`, which prints such rows, and measured
   by `potez bench byte --ladder`; docs/players/levels.md has the results. */
#include "minds/byte/players.h"
#include "minds/level.h"

const struct levels byte_ladder = {
    .noise = 200,
    .level =
        {
            {1, 0, 80, 500, 0},
            {1, 35, 43, 172, 0},
            {2, 62, 24, 97, 0},
            {3, 50, 16, 66, 0},
            {4, 26, 12, 47, 0},
            {5, 9, 8, 32, 0},
            {6, 38, 5, 18, 0},
            {7, 93, 2, 9, 0},
            {9, 75, 1, 4, 0},
            {0, 0, 0, 0, 1000000},
        },
};
