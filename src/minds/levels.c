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
    },
    {
        .game = &game_connect4,
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
                {0, 0, 0, 0, 220000},
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
    },
};

const struct levels *level_table(const struct game *game)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (tables[i].game == game)
            return &tables[i];
    return NULL;
}
