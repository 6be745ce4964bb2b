/* Byte's puzzles: a stack that can be forced, or one that must be kept from the other side. Both
   are proved by exhaustive search, which the size of the board allows for a few plies. */
#include "lab/puzzles.h"
#include "games/byte/byte.h"

/* `side` has won a stack and the other has not. */
static bool has_stack(const struct game_setup *setup, const void *root, const void *position,
                      int side)
{
    (void)setup;
    const struct byte *before = root, *now = position;
    return now->won[side] > before->won[side] && now->won[!side] == before->won[!side];
}

static const struct puzzle_kind kinds[] = {
    {
        .name = "stack",
        .task = "Force the win of a stack with your second move.",
        .aim = PUZZLE_AIM_FORCE,
        .least = 3,
        .most = 3,
        .from = 16,
        .to = 60,
        .reached = has_stack,
    },
    {
        .name = "plan",
        .task = "Force the win of a stack with your third move.",
        .aim = PUZZLE_AIM_FORCE,
        .least = 5,
        .most = 5,
        .from = 16,
        .to = 60,
        .patience = 4000,
        .reached = has_stack,
    },
    {
        .name = "guard",
        .task = "Find the only move that keeps the other side from winning a stack.",
        .aim = PUZZLE_AIM_STOP,
        .most = 4,
        .from = 16,
        .to = 60,
        .reached = has_stack,
    },
};

/* Made by the build from puzzles/byte.txt. */
extern const uint8_t byte_puzzles_data[];
extern const uint32_t byte_puzzles_bytes;

extern const struct puzzle_set byte_puzzles;
const struct puzzle_set byte_puzzles = {
    .kinds = kinds,
    .kind_count = (int)(sizeof kinds / sizeof kinds[0]),
    .player = "alphabeta:2",
    .rater = "alphabeta",
    .deepest = 7,
    .file = {byte_puzzles_data, &byte_puzzles_bytes},
};
