/* Finding the problems and presets of all games, and checking that the numbers of a plan make
   sense together. The problems themselves lie in the games' folders (lab/GAME/evolve.c). */
#include "lab/evolve/problems.h"

#include "lab/evolve/partner.h"
#include "lab/evolve/presets.h"
#include "lab/game.h"

#include <string.h>

const struct evolve_problem *evolve_problem_at(int number)
{
    for (int i = 0; i < lab_game_count; i++) {
        const struct evolve_set *set = lab_games[i]->evolution;
        for (int p = 0; set && set->problems[p]; p++)
            if (number-- == 0)
                return set->problems[p];
    }
    return NULL;
}

const struct evolve_preset *evolve_preset_at(int number)
{
    for (int i = 0; i < lab_game_count; i++) {
        const struct evolve_set *set = lab_games[i]->evolution;
        for (int p = 0; set && set->presets[p].name; p++)
            if (number-- == 0)
                return &set->presets[p];
    }
    return NULL;
}

const struct evolve_problem *evolve_problem_find(const char *game, const char *model)
{
    const struct evolve_problem *problem;
    for (int i = 0; (problem = evolve_problem_at(i)); i++)
        if (strcmp(problem->game, game) == 0 && strcmp(problem->model, model) == 0)
            return problem;
    return NULL;
}

const struct evolve_preset *evolve_preset_find(const char *game, const char *name)
{
    const struct evolve_preset *preset;
    for (int i = 0; (preset = evolve_preset_at(i)); i++)
        if (strcmp(preset->plan.problem->game, game) == 0 && strcmp(preset->name, name) == 0)
            return preset;
    return NULL;
}

struct evolve_plan evolve_plan_usual(const struct evolve_problem *problem)
{
    struct evolve_plan plan = {problem, EVOLVE_SOURCE_SMALL};
    plan.depth = 1;
    plan.variant = problem->usual;
    return plan;
}

bool evolve_variant_check(const struct evolve_problem *problem,
                          const struct vector_variant *variant, struct error *error)
{
    const struct vector_variant *most = &problem->most;
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
        return error_set(error, "sparring: %s of %s can only meet its own kind",
                         plan->problem->model, plan->problem->game);
    return evolve_partner_read(plan, &player, error) || error_prefix(error, "sparring: ");
}

bool evolve_plan_check(const struct evolve_plan *plan, struct error *error)
{
    if (evolve_plies(plan) > 6)
        return error_set(error, "%d plies are more than the 6 that players look ahead",
                         evolve_plies(plan));
    if (plan->tournament_draw == EVOLVE_WITHOUT_REPLACEMENT && plan->tournament > plan->population)
        return error_set(error, "%d different candidates cannot be drawn from %d", plan->tournament,
                         plan->population);
    if (!evolve_variant_check(plan->problem, &plan->variant, error) || !sparring_check(plan, error))
        return false;
    if (plan->opponents % 2 || plan->opponents >= plan->population)
        return error_set(error, "opponents must be an even number below the population of %d",
                         plan->population);
    if (plan->elite >= plan->population)
        return error_set(error, "an elite of %d leaves nobody in a population of %d to replace",
                         plan->elite, plan->population);
    if (plan->test_best > plan->population)
        return error_set(error, "cannot test %d of a population of %d", plan->test_best,
                         plan->population);
    return true;
}
