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
                {1, 0, 50, 1500, 0},
                {1, 93, 33, 990, 0},
                {3, 3, 20, 607, 0},
                {3, 57, 16, 476, 0},
                {4, 40, 11, 329, 0},
                {5, 20, 8, 230, 0},
                {6, 10, 5, 154, 0},
                {7, 10, 3, 98, 0},
                {8, 50, 2, 53, 0},
                {0, 0, 0, 0, 300000},
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
                {7, 40, 3, 46, 0},
                {8, 81, 2, 25, 0},
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
                {1, 0, 35, 300, 0},
                {1, 0, 28, 240, 0},
                {2, 0, 22, 190, 0},
                {2, 0, 18, 150, 0},
                {3, 0, 14, 120, 0},
                {3, 0, 11, 100, 0},
                {4, 0, 8, 80, 0},
                {5, 0, 5, 50, 0},
                {6, 0, 0, 10, 0},
                {0, 0, 0, 0, 300000},
            },
    },
    {
        .game = &game_byte,
        .noise = 200,
        .level =
            {
                {1, 0, 35, 200, 0},
                {1, 0, 28, 160, 0},
                {2, 0, 22, 130, 0},
                {2, 0, 18, 100, 0},
                {3, 0, 14, 80, 0},
                {3, 0, 11, 60, 0},
                {4, 0, 8, 50, 0},
                {4, 0, 5, 30, 0},
                {5, 0, 0, 10, 0},
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
