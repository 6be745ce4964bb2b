/* The weights of the player "lines" as something to evolve. */
#include "games/template/template.h"
#include "lab/evolve/presets.h"
#include "lab/evolve/table.h"
#include "minds/template/lines.h"
#include "minds/template/players.h"

EVOLVE_TABLE_FUNCTIONS(template)

static const char *const ladder[] = {"random", "lines", "alphabeta:2", NULL};

static const struct evolve_problem evolve_template_lines = {
    .game = "template",
    .model = "lines",
    .summary = "evolves the weights of lines: open rows, the centre, the corners",
    .weights = TEMPLATE_FEATURES,
    .workspace = EVOLVE_TABLE_WORKSPACE(0),
    .make_starts = make_starts,
    .meet = meet,
    .versus_random = versus_random,
    .player = &template_lines,
    .ladder = ladder,
    .known = template_hand,
};

static const struct evolve_problem *const problems[] = {&evolve_template_lines, NULL};

static const struct evolve_preset presets[] = {
    {"lines",
     "the weights of lines, 40 players for 10 generations",
     {&evolve_template_lines, EVOLVE_FROM_HAND, .generations = 10, .depth = 1, .start_plies = 4}},
    {0},
};

extern const struct evolve_set template_evolution;
const struct evolve_set template_evolution = {problems, presets};
