/* The multipliers of mill's `priority` as something to evolve. */
#include "games/mill/mill.h"
#include "lab/evolve/problems.h"
#include "lab/evolve/table.h"
#include "minds/mill/players.h"
#include "minds/mill/priority.h"

EVOLVE_TABLE_FUNCTIONS(mill)

static const char *const ladder[] = {"random", "easy", "priority", "alphabeta:1", NULL};

extern const struct evolve_problem evolve_mill_priority;
const struct evolve_problem evolve_mill_priority = {
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
