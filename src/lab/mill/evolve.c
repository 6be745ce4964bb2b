/* The multipliers of mill's `priority` as something to evolve. */
#include "games/mill/mill.h"
#include "lab/evolve/presets.h"
#include "lab/evolve/table.h"
#include "minds/mill/players.h"
#include "minds/mill/priority.h"

EVOLVE_TABLE_FUNCTIONS(mill)

static const char *const ladder[] = {"random", "easy", "priority", "alphabeta:1", NULL};

static const struct evolve_problem evolve_mill_priority = {
    .game = "mill",
    .model = "priority",
    .summary = "evolves the multipliers of priority",
    .weights = MILL_MULTIPLIERS,
    .workspace = EVOLVE_TABLE_WORKSPACE(0),
    .make_starts = make_starts,
    .meet = meet,
    .versus_random = versus_random,
    .player = &mill_priority,
    .ladder = ladder,
    .known = mill_hand_multipliers,
};

static const struct evolve_problem *const problems[] = {&evolve_mill_priority, NULL};

static const struct evolve_preset presets[] = {
    {"multipliers",
     "the multipliers of mill's priority, 40 players for 100 generations",
     {&evolve_mill_priority, EVOLVE_FROM_HAND, .generations = 100, .depth = 1, .start_plies = 6}},
    {0},
};

extern const struct evolve_set mill_evolution;
const struct evolve_set mill_evolution = {problems, presets};
