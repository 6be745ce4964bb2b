/* Mill's ladder: made by `potez bench mill --ladder --refit`, which prints such rows, and measured
   by `potez bench mill --ladder`; docs/players/levels.md has the results. */
#include "minds/level.h"
#include "minds/mill/players.h"

const struct levels mill_ladder = {
    .noise = 300,
    .level =
        {
            {1, 0, 50, 300, 0},
            {2, 17, 30, 179, 0},
            {3, 26, 18, 110, 0},
            {4, 12, 12, 75, 0},
            {4, 90, 9, 53, 0},
            {5, 70, 6, 37, 0},
            {6, 50, 4, 26, 0},
            {7, 40, 3, 17, 0},
            {8, 40, 2, 11, 0},
            {0, 0, 0, 0, 300000},
        },
};
