/* The ladders, one a game: made by `potez bench GAME --ladder --refit`, which prints such rows, and
   measured by `potez bench GAME --ladder`; docs/players/levels.md has the results. */
#include "minds/level.h"

extern const struct game game_byte, game_connect4, game_mill, game_othello;

static const struct levels tables[] = {
    {
        .game = &game_othello,
        .noise = 1500,
        .level =
            {
                {1, 31, 44, 1311, 0},
                {2, 14, 30, 905, 0},
                {2, 80, 22, 674, 0},
                {3, 49, 16, 492, 0},
                {4, 20, 12, 360, 0},
                {5, 5, 8, 246, 0},
                {5, 89, 6, 170, 0},
                {6, 92, 4, 107, 0},
                {8, 71, 2, 48, 0},
                {0, 0, 0, 0, 200000},
            },
    },
    {
        .game = &game_connect4,
        .noise = 800,
        .level =
            {
                {1, 0, 50, 800, 0},
                {2, 56, 25, 399, 0},
                {3, 65, 15, 246, 0},
                {5, 29, 7, 118, 0},
                {6, 39, 5, 72, 0},
                {7, 60, 3, 42, 0},
                {8, 90, 2, 24, 0},
                {10, 76, 1, 10, 0},
                {12, 50, 0, 4, 0},
                {0, 0, 0, 0, 2000000},
            },
    },
    {
        .game = &game_mill,
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
    },
    {
        .game = &game_byte,
        .noise = 200,
        .level =
            {
                {1, 0, 50, 200, 0},
                {2, 60, 24, 97, 0},
                {3, 96, 13, 53, 0},
                {4, 80, 9, 37, 0},
                {5, 88, 6, 22, 0},
                {6, 90, 4, 14, 0},
                {7, 90, 2, 9, 0},
                {8, 90, 1, 6, 0},
                {10, 0, 1, 4, 0},
                {0, 0, 0, 0, 300000},
            },
    },
};

const struct levels *level_table(const struct game *game)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (tables[i].game == game)
            return &tables[i];
    return NULL;
}
