/* The weights of Byte's `pink` as something to evolve. */
#include "games/byte/byte.h"
#include "lab/evolve/presets.h"
#include "lab/evolve/table.h"
#include "minds/byte/pink.h"
#include "minds/byte/players.h"

EVOLVE_TABLE_FUNCTIONS(byte)

static const char *const ladder[] = {"random", "pink", "alphabeta:1", "alphabeta:2", NULL};

static const struct evolve_problem evolve_byte_pink = {
    .game = "byte",
    .model = "pink",
    .summary = "evolves the weights of pink's rule",
    .weights = BYTE_PINK_WEIGHTS,
    .workspace = EVOLVE_TABLE_WORKSPACE(0),
    .make_starts = make_starts,
    .meet = meet,
    .versus_random = versus_random,
    .player = &byte_pink,
    .ladder = ladder,
    .known = byte_pink_hand,
};

static const struct evolve_problem *const problems[] = {&evolve_byte_pink, NULL};

static const struct evolve_preset presets[] = {
    {"pink",
     "the weights of Byte's pink, 40 players for 40 generations at its depth of 3",
     {&evolve_byte_pink, EVOLVE_FROM_HAND, .generations = 40, .depth = 3, .start_plies = 8}},
    {0},
};

extern const struct evolve_set byte_evolution;
const struct evolve_set byte_evolution = {problems, presets};
