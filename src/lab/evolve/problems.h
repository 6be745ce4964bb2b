/* What can be evolved: vectors of weights of players.

   To add one: put a struct evolve_problem into the evolve_set of the game's table (lab/game.h).
   The command line, checkpoints, curves and model files need nothing more. */
#ifndef LAB_EVOLVE_PROBLEMS_H
#define LAB_EVOLVE_PROBLEMS_H

#include "lab/evolve/evolve.h"

/* Number 0, 1, ... of the problems of all games; NULL after the last. */
const struct evolve_problem *evolve_problem_at(int number);

/* NULL when there is none. */
const struct evolve_problem *evolve_problem_find(const char *game, const char *model);

/* A problem with all its numbers, under a name. */
struct evolve_preset {
    const char *name, *summary;
    struct evolve_plan plan; /* without the seed */
};

/* What can be evolved for one game. */
struct evolve_set {
    const struct evolve_problem *const *problems; /* NULL after the last */
    const struct evolve_preset *presets;          /* no name after the last */
};

/* Number 0, 1, ... of the presets of all games; NULL after the last. */
const struct evolve_preset *evolve_preset_at(int number);
const struct evolve_preset *evolve_preset_find(const char *game, const char *name);

/* The numbers for a problem when nobody names a preset. */
struct evolve_plan evolve_plan_usual(const struct evolve_problem *problem);

/* False, with a sentence, for kinds of players that the problem does not have. */
bool evolve_variant_check(const struct evolve_problem *problem,
                          const struct vector_variant *variant, struct error *error);

/* False, with a sentence, for numbers that make no sense together. */
bool evolve_plan_check(const struct evolve_plan *plan, struct error *error);

#endif
