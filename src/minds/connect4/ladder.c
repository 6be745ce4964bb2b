/* Connect Four's ladder: made by `potez bench connect4 --ladder --refit`, which prints such rows,
   and measured by `potez bench connect4 --ladder`; docs/players/levels.md has the results. */
#include "minds/connect4/players.h"
#include "minds/level.h"

const struct levels connect4_ladder = {
    .noise = 800,
    .level =
        {
            {1, 0, 50, 800, 0},
            {2, 87, 22, 348, 0},
            {4, 29, 12, 185, 0},
            {5, 58, 6, 104, 0},
            {6, 86, 4, 59, 0},
            {8, 24, 2, 32, 0},
            {10, 67, 1, 11, 0},
            {13, 31, 0, 3, 0},
            {0, 0, 0, 0, 40000},
            {0, 0, 0, 0, 2000000},
        },
};
