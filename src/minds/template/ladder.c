/* The ladder of three in a row: guessed, which is good enough to begin with;
   `potez bench GAME --ladder` measures it and, with --refit, prints better rows. */
#include "minds/level.h"
#include "minds/template/players.h"

const struct levels template_ladder = {
    .noise = 100,
    .level =
        {
            {1, 0, 50, 100, 0},
            {1, 25, 40, 80, 0},
            {1, 50, 32, 64, 0},
            {1, 75, 25, 50, 0},
            {2, 0, 20, 40, 0},
            {2, 50, 15, 30, 0},
            {3, 0, 10, 20, 0},
            {4, 0, 5, 10, 0},
            {6, 0, 2, 5, 0},
            {0, 0, 0, 0, 0},
        },
};
