/* Connect Four's puzzles, all proved by its solver: wins, and draws that hang on one move. */
#include "lab/puzzles.h"
#include "games/connect4/connect4.h"

static const struct puzzle_kind kinds[] = {
    {
        .name = "win",
        .task = "Win as quickly as possible.",
        .aim = PUZZLE_AIM_WIN,
        .least = 5,
        .most = 21,
        .from = 12,
        .to = 28,
    },
    {
        .name = "hold",
        .task = "Find the only move that does not lose.",
        .aim = PUZZLE_AIM_HOLD,
        .least = 0,
        .most = 0,
        .from = 14,
        .to = 30,
    },
};

/* Made by the build from puzzles/connect4.txt. */
extern const uint8_t connect4_puzzles_data[];
extern const uint32_t connect4_puzzles_bytes;

extern const struct puzzle_set connect4_puzzles;
const struct puzzle_set connect4_puzzles = {
    .kinds = kinds,
    .kind_count = (int)(sizeof kinds / sizeof kinds[0]),
    .player = "alphabeta:3",
    .rater = "alphabeta",
    .deepest = 12,
    .file = {connect4_puzzles_data, &connect4_puzzles_bytes},
};
