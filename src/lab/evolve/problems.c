#include "lab/evolve/problems.h"

#include "lab/evolve/partner.h"

#include <string.h>

/* One a line, so that two changes meet without a quarrel. */
/* clang-format off */
extern const struct evolve_problem
    evolve_byte_pink,
    evolve_connect4_hard,
    evolve_mill_priority,
    evolve_othello_linear,
    evolve_othello_lines,
    evolve_othello_nn1,
    evolve_othello_nn2;

const struct evolve_problem *const evolve_problems[] = {
    &evolve_byte_pink,
    &evolve_connect4_hard,
    &evolve_mill_priority,
    &evolve_othello_linear,
    &evolve_othello_lines,
    &evolve_othello_nn1,
    &evolve_othello_nn2,
};
/* clang-format on */

const int evolve_problem_count = (int)(sizeof evolve_problems / sizeof evolve_problems[0]);

const struct evolve_problem *evolve_problem_find(const char *game, const char *model)
{
    for (int i = 0; i < evolve_problem_count; i++)
        if (strcmp(evolve_problems[i]->game, game) == 0 &&
            strcmp(evolve_problems[i]->model, model) == 0)
            return evolve_problems[i];
    return NULL;
}

/* The source's numbers. */
#define SOURCE                                                                                     \
    .elite = 10, .opponents = 50, .starts = 5, .start_plies = 28, .tournament = 2, .eta = 1,       \
    .mutated_weights = 1.5, .test_every = 25, .test_games = 1000, .ladder_every = 25,              \
    .ladder_games = 200, READINGS
/* Where it is silent: ours. docs/evolution.md has its words and what else they could mean. */
#define READINGS                                                                                   \
    .depth_counts = EVOLVE_FROM_ROOT, .sigma = 0.3, .rescaling = EVOLVE_RESCALE_VECTOR,            \
    .survivors = EVOLVE_KEPT, .spread = EVOLVE_PER_WEIGHT,                                         \
    .tournament_draw = EVOLVE_WITH_REPLACEMENT
#define SOURCE_LARGE .population = 300, .schedule = EVOLVE_MUTATION_FALLS, .test_best = 10, SOURCE
#define SOURCE_SMALL                                                                               \
    .population = 100, .generations = 200, .depth = 2, .schedule = EVOLVE_MUTATION_RISES,          \
    .test_best = 5, SOURCE

/* For players whose weights a person made: those are among the first. */
#define FROM_HAND                                                                                  \
    .population = 40, .elite = 4, .opponents = 10, .starts = 4, .tournament = 2, .eta = 1,         \
    .sigma = 0.2, .mutated_weights = 2, .schedule = EVOLVE_MUTATION_FALLS, .test_every = 20,       \
    .test_best = 4, .test_games = 200, .ladder_every = 10, .ladder_games = 200, .from_known = true

const struct evolve_preset evolve_presets[] = {
    {"source-linear-1",
     "Othello's linear players at depth 1, 300 of them for 500 generations",
     {&evolve_othello_linear, SOURCE_LARGE, .generations = 500, .depth = 1}},
    {"source-linear-2",
     "the same at depth 2, 100 of them for 200 generations",
     {&evolve_othello_linear, SOURCE_SMALL}},
    {"source-nn2-1",
     "Othello's small networks at depth 1, 300 of them for 1000 generations",
     {&evolve_othello_nn2, SOURCE_LARGE, .generations = 1000, .depth = 1}},
    {"source-nn2-2",
     "the same at depth 2, 100 of them for 200 generations",
     {&evolve_othello_nn2, SOURCE_SMALL}},
    {"source-nn1-1",
     "Othello's networks of four filters at depth 1, 300 of them for 1000 generations",
     {&evolve_othello_nn1, SOURCE_LARGE, .generations = 1000, .depth = 1, .variant.filters = 4}},
    {"lines-1",
     "Othello's networks over lines at depth 1, 300 of them for 1000 generations",
     {&evolve_othello_lines, SOURCE_LARGE, .generations = 1000, .depth = 1}},
    {"multipliers",
     "the multipliers of mill's priority, 40 players for 100 generations",
     {&evolve_mill_priority, FROM_HAND, .generations = 100, .depth = 1, .start_plies = 6}},
    {"windows",
     "the points of Connect Four's hard, 40 players for 60 generations at depth 2",
     {&evolve_connect4_hard, FROM_HAND, .generations = 60, .depth = 2, .start_plies = 8}},
    {"pink",
     "the weights of Byte's pink, 40 players for 40 generations at its depth of 3",
     {&evolve_byte_pink, FROM_HAND, .generations = 40, .depth = 3, .start_plies = 8}},
};
const int evolve_preset_count = (int)(sizeof evolve_presets / sizeof evolve_presets[0]);

const struct evolve_preset *evolve_preset_find(const char *game, const char *name)
{
    for (int i = 0; i < evolve_preset_count; i++)
        if (strcmp(evolve_presets[i].plan.problem->game, game) == 0 &&
            strcmp(evolve_presets[i].name, name) == 0)
            return &evolve_presets[i];
    return NULL;
}

struct evolve_plan evolve_plan_usual(const struct evolve_problem *problem)
{
    struct evolve_plan plan = {problem, SOURCE_SMALL};
    plan.depth = 1;
    plan.variant = problem->usual;
    return plan;
}

bool evolve_variant_check(const struct evolve_problem *problem,
                          const struct evolve_variant *variant, struct error *error)
{
    const struct evolve_variant *most = &problem->most;
    if (variant->filters > most->filters || (most->filters && variant->filters < 1))
        return error_set(error, "filters: %s of %s has %s", problem->model, problem->game,
                         most->filters ? "1 to 5 of them" : "none to be chosen");
    if (variant->first > most->first)
        return error_set(error, "first: %s of %s has no first layer of neurons", problem->model,
                         problem->game);
    if (variant->terminal > most->terminal)
        return error_set(error, "terminal: %s of %s has one value for finished games",
                         problem->model, problem->game);
    return true;
}

static bool sparring_check(const struct evolve_plan *plan, struct error *error)
{
    struct player player;
    if (!plan->sparring[0])
        return plan->sparring_share == 0 ||
               error_set(error, "sparring-share: there is no sparring partner");
    if (!plan->problem->spar)
        return error_set(error, "sparring: %s of %s meets only its like", plan->problem->model,
                         plan->problem->game);
    return evolve_partner_read(plan, &player, error) || error_prefix(error, "sparring: ");
}

bool evolve_plan_check(const struct evolve_plan *plan, struct error *error)
{
    if (evolve_plies(plan) > 6)
        return error_set(error, "%d plies are more than the 6 that players look",
                         evolve_plies(plan));
    if (plan->tournament_draw == EVOLVE_WITHOUT_REPLACEMENT && plan->tournament > plan->population)
        return error_set(error, "%d different candidates cannot be drawn of %d", plan->tournament,
                         plan->population);
    if (!evolve_variant_check(plan->problem, &plan->variant, error) || !sparring_check(plan, error))
        return false;
    if (plan->opponents % 2 || plan->opponents >= plan->population)
        return error_set(error, "opponents must be an even number below the population of %d",
                         plan->population);
    if (plan->elite >= plan->population)
        return error_set(error, "an elite of %d leaves nobody of %d to be replaced", plan->elite,
                         plan->population);
    if (plan->test_best > plan->population)
        return error_set(error, "%d cannot be tested of a population of %d", plan->test_best,
                         plan->population);
    return true;
}
