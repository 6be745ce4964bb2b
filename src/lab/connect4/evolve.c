/* The points of Connect Four's `hard` as something to evolve. */
#include "games/connect4/connect4.h"
#include "lab/evolve/presets.h"
#include "lab/evolve/table.h"
#include "minds/connect4/heuristic.h"
#include "minds/connect4/players.h"

EVOLVE_TABLE_FUNCTIONS(connect4)

static const char *const ladder[] = {"random", "easy", "hard:2", "hard:4", NULL};

static const struct evolve_problem evolve_connect4_hard = {
    .game = "connect4",
    .model = "hard",
    .summary = "evolves the points of hard: windows of four, the middle, open threes",
    .weights = CONNECT4_WEIGHTS,
    .workspace = EVOLVE_TABLE_WORKSPACE(0),
    .make_starts = make_starts,
    .meet = meet,
    .versus_random = versus_random,
    .player = &connect4_hard,
    .ladder = ladder,
    .known = connect4_hand_vector,
};

static const struct evolve_problem *const problems[] = {&evolve_connect4_hard, NULL};

static const struct evolve_preset presets[] = {
    {"windows",
     "the points of Connect Four's hard, 40 players for 60 generations at depth 2",
     {&evolve_connect4_hard, EVOLVE_FROM_HAND, .generations = 60, .depth = 2, .start_plies = 8}},
    {0},
};

extern const struct evolve_set connect4_evolution;
const struct evolve_set connect4_evolution = {problems, presets};
