/* What kinds of puzzles three in a row has. They are made and proved like those of the other games;
   the program carries none of them. */
#include "lab/puzzles.h"
#include "games/template/template.h"

static const struct puzzle_kind kinds[] = {
    {
        .name = "hold",
        .task = "Find the only move that does not lose.",
        .aim = PUZZLE_AIM_HOLD,
        .least = 0,
        .most = 0,
        .from = 2,
        .to = 5,
    },
};

extern const struct puzzle_set template_puzzles;
const struct puzzle_set template_puzzles = {
    .kinds = kinds,
    .kind_count = (int)(sizeof kinds / sizeof kinds[0]),
    .player = "alphabeta:1",
    .rater = "alphabeta",
    .deepest = 9,
};
