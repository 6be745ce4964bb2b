/* Numbers that presets of several games have in common: the initialisers of a struct evolve_plan
   after its problem. */
#ifndef LAB_EVOLVE_PRESETS_H
#define LAB_EVOLVE_PRESETS_H

#include "lab/evolve/problems.h"

/* The numbers of the thesis [milinovic23]. */
#define EVOLVE_SOURCE                                                                              \
    .elite = 10, .opponents = 50, .starts = 5, .start_plies = 28, .tournament = 2, .eta = 1,       \
    .mutated_weights = 1.5, .test_every = 25, .test_games = 1000, .ladder_every = 25,              \
    .ladder_games = 200, EVOLVE_READINGS
/* Where it is silent, our own choices. docs/evolution.md quotes its words and what else they could
   mean. */
#define EVOLVE_READINGS                                                                            \
    .starts_for = EVOLVE_STARTS_FOR_PAIRING, .sigma = 0.3, .rescaling = EVOLVE_RESCALE_VECTOR,     \
    .survivors = EVOLVE_KEPT, .spread = EVOLVE_PER_WEIGHT,                                         \
    .tournament_draw = EVOLVE_WITH_REPLACEMENT
#define EVOLVE_SOURCE_LARGE                                                                        \
    .population = 300, .schedule = EVOLVE_MUTATION_FALLS, .test_best = 10, EVOLVE_SOURCE
#define EVOLVE_SOURCE_SMALL                                                                        \
    .population = 100, .generations = 200, .depth = 2, .schedule = EVOLVE_MUTATION_RISES,          \
    .test_best = 5, EVOLVE_SOURCE

/* For players whose weights a person made: those join the first generation. */
#define EVOLVE_FROM_HAND                                                                           \
    .population = 40, .elite = 4, .opponents = 10, .starts = 4, .tournament = 2, .eta = 1,         \
    .sigma = 0.2, .mutated_weights = 2, .schedule = EVOLVE_MUTATION_FALLS, .test_every = 20,       \
    .test_best = 4, .test_games = 200, .ladder_every = 10, .ladder_games = 200, .from_known = true

#endif
