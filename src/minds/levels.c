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
                {1, 0, 35, 1500, 0},
                {1, 0, 28, 1200, 0},
                {2, 0, 22, 960, 0},
                {2, 0, 18, 770, 0},
                {3, 0, 14, 600, 0},
                {3, 0, 11, 480, 0},
                {4, 0, 8, 350, 0},
                {5, 0, 5, 200, 0},
                {6, 0, 0, 60, 0},
                {0, 0, 0, 0, 300000},
            },
    },
    {
        .game = &game_connect4,
        .noise = 800,
        .level =
            {
                {1, 0, 35, 400, 0},
                {1, 0, 28, 320, 0},
                {2, 0, 22, 250, 0},
                {2, 0, 18, 200, 0},
                {3, 0, 14, 160, 0},
                {3, 0, 11, 130, 0},
                {4, 0, 8, 100, 0},
                {5, 0, 5, 60, 0},
                {7, 0, 0, 20, 0},
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
