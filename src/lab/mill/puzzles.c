/* Mill's puzzles. Wins in a few plies, mills that can be forced and mills that must be stopped are
   proved by exhaustive search; longer wins with at most five men per side by the database that the
   program carries. */
#include "lab/puzzles.h"
#include "games/mill/mill.h"

enum { FEW = 5 }; /* men per side in the program's own database */

/* Men on the board and in hand. */
static int men_of(const struct mill *board, int side)
{
    return bits_count(board->men[side]) + board->hand[side];
}

/* `side` has closed a mill and the other has not. */
static bool has_closed(const struct game_setup *setup, const void *root, const void *position,
                       int side)
{
    (void)setup;
    const struct mill *before = root, *now = position;
    return men_of(now, !side) < men_of(before, !side) && men_of(now, side) == men_of(before, side);
}

/* No mill can be closed at once: what is asked for lies deeper. */
static bool is_quiet(const struct game_setup *setup, const void *position)
{
    const struct mill *board = position;
    uint32_t moves[MILL_MOVES_MAX];
    int count = mill_legal_moves(board, mill_rules_of(setup), moves);
    for (int i = 0; i < count; i++)
        if (mill_move_captured(moves[i]) != MILL_NOWHERE)
            return false;
    return true;
}

/* Men at random on a board of the moving phase, without a mill that was closed just now. */
static bool scatter(const struct game_setup *setup, struct random *random, int most, void *position)
{
    struct mill_rules rules = mill_rules_of(setup);
    struct mill *board = position;
    *board = (struct mill){.side = (uint8_t)random_below(random, 2)};
    for (int side = 0; side < 2; side++)
        for (uint32_t men = 3 + random_below(random, (uint32_t)most - 2); men > 0; men--) {
            uint32_t empty = mill_empty(board, rules);
            for (uint32_t skip = random_below(random, (uint32_t)bits_count(empty)); skip > 0;
                 skip--)
                empty &= empty - 1;
            board->men[side] |= empty & -empty;
        }
    return !mill_lost(board, rules);
}

static bool some_men(const struct game_setup *setup, struct random *random, void *position)
{
    return scatter(setup, random, 7, position);
}

static bool few_men(const struct game_setup *setup, struct random *random, void *position)
{
    return scatter(setup, random, FEW, position);
}

static const struct puzzle_kind kinds[] = {
    {
        .name = "win",
        .task = "Win as quickly as possible.",
        .aim = PUZZLE_AIM_FORCE,
        .least = 3,
        .most = 5,
        .candidate = some_men,
    },
    {
        .name = "ending",
        .task = "Win the ending as quickly as possible.",
        .aim = PUZZLE_AIM_WIN,
        .least = 7,
        .most = 21,
        .candidate = few_men,
    },
    {
        .name = "close",
        .task = "Force a mill.",
        .aim = PUZZLE_AIM_FORCE,
        .least = 3,
        .most = 5,
        .from = 8,
        .to = 30,
        .reached = has_closed,
        .suits = is_quiet,
    },
    {
        .name = "stop",
        .task = "Find the only move that stops the other side's mill.",
        .aim = PUZZLE_AIM_STOP,
        .most = 4,
        .from = 8,
        .to = 30,
        .reached = has_closed,
        .suits = is_quiet,
    },
};

/* Made by the build from puzzles/mill.txt. */
extern const uint8_t mill_puzzles_data[];
extern const uint32_t mill_puzzles_bytes;

extern const struct puzzle_set mill_puzzles;
const struct puzzle_set mill_puzzles = {
    .kinds = kinds,
    .kind_count = (int)(sizeof kinds / sizeof kinds[0]),
    .player = "alphabeta:2",
    .rater = "alphabeta",
    .deepest = 7,
    .file = {mill_puzzles_data, &mill_puzzles_bytes},
};
