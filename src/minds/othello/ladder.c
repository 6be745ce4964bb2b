/* Othello's ladder: made by `potez bench othello --ladder --refit`, which prints such rows, and
   measured by `potez bench othello --ladder`; docs/players/levels.md has the results. */
#include "minds/level.h"
#include "minds/othello/players.h"

const struct levels othello_ladder = {
    .noise = 1500,
    .level =
        {
            {1, 44, 41, 1236, 0},
            {2, 31, 28, 841, 0},
            {3, 0, 20, 614, 0},
            {3, 64, 15, 464, 0},
            {4, 28, 12, 349, 0},
            {4, 96, 9, 257, 0},
            {5, 74, 6, 182, 0},
            {6, 74, 4, 116, 0},
            {8, 39, 2, 56, 0},
            {0, 0, 0, 0, 80000},
        },
};
