/* Othello's puzzles are endings, proved to the last disc: the most discs, and wins or draws that
   hang on one move. */
#include "lab/puzzles.h"
#include "games/othello/othello.h"

enum { EMPTIES_LEAST = 12, EMPTIES_MOST = 20 };

static bool is_ending(const struct game_setup *setup, const void *position)
{
    (void)setup;
    const struct othello_position *at = position;
    int empties = bits_count(othello_empty(at->board));
    return empties >= EMPTIES_LEAST && empties <= EMPTIES_MOST;
}

static const struct puzzle_kind kinds[] = {
    {
        .name = "best",
        .task = "Find the move that wins the most discs.",
        .aim = PUZZLE_AIM_BEST,
        .from = 40,
        .to = 48,
        .suits = is_ending,
    },
    {
        .name = "only",
        .task = "Find the only move that does not give the result away.",
        .aim = PUZZLE_AIM_HOLD,
        .least = 0,
        .most = 1,
        .from = 40,
        .to = 48,
        .suits = is_ending,
    },
};

/* Made by the build from puzzles/othello.txt. */
extern const uint8_t othello_puzzles_data[];
extern const uint32_t othello_puzzles_bytes;

extern const struct puzzle_set othello_puzzles;
const struct puzzle_set othello_puzzles = {
    .kinds = kinds,
    .kind_count = (int)(sizeof kinds / sizeof kinds[0]),
    .player = "alphabeta:2",
    .rater = "alphabeta",
    .deepest = 8,
    .file = {othello_puzzles_data, &othello_puzzles_bytes},
};
