/* Each feature gets its weight from a regression of its own, of the result on its count, both from
   the view of the side that has just moved: any number of positions, little memory, no solver of
   equations. That the features depend on each other is left aside. */
#include "lab/template/fit.h"

#include "lab/evolve/problems.h"
#include "lab/evolve/vector.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct template_sums {
    double with_result[TEMPLATE_FEATURES], squared[TEMPLATE_FEATURES];
    int positions;
};

static void sums_add(struct template_sums *sums, const struct template_board *board, int result)
{
    int counts[TEMPLATE_FEATURES], side = !template_side_to_move(board);
    template_count(board, side, counts);
    for (int i = 0; i < TEMPLATE_FEATURES; i++) {
        sums->with_result[i] += counts[i] * (side == 0 ? result : -result);
        sums->squared[i] += counts[i] * counts[i];
    }
    sums->positions++;
}

/* One random game; every position but the last, which the rules judge, is learned from. */
static void game_add(struct template_sums *sums, struct random *random)
{
    struct template_board boards[10] = {{{0, 0}}};
    struct game_setup setup;
    struct game_result result;
    uint32_t moves[GAME_MOVES_MAX];
    int plies = 0;
    game_setup_default(&game_template, &setup);
    for (int count; (count = game_template.legal_moves(&setup, &boards[plies], moves)); plies++) {
        boards[plies + 1] = boards[plies];
        game_template.play(&setup, &boards[plies + 1],
                           moves[random_below(random, (uint32_t)count)]);
    }
    game_template.result(&setup, &boards[plies], &result);
    for (int i = 1; i < plies; i++)
        sums_add(sums, &boards[i], result.score);
}

int template_fit_run(const struct template_fit *fit, float weights[TEMPLATE_FEATURES])
{
    struct template_sums sums = {0};
    struct random random;
    random_seed(&random, fit->seed);
    for (int i = 0; i < fit->games; i++)
        game_add(&sums, &random);
    for (int i = 0; i < TEMPLATE_FEATURES; i++)
        weights[i] = sums.squared[i] > 0 ? (float)(sums.with_result[i] / sums.squared[i]) : 0;
    evolve_fill(weights, TEMPLATE_FEATURES);
    return sums.positions;
}

bool template_fit_write(const struct template_fit *fit, const float weights[TEMPLATE_FEATURES],
                        const char *path, struct error *error)
{
    struct evolve_vector *vector = calloc(1, sizeof *vector);
    if (!vector)
        return error_machine(error, "out of memory");
    vector->problem = evolve_problem_find("template", "lines");
    vector->count = TEMPLATE_FEATURES;
    vector->depth = 1;
    vector->seed = fit->seed;
    vector->elo = vector->elo_error = NAN;
    vector->versus_random = -1;
    strncpy(vector->command, fit->command, sizeof vector->command - 1);
    memcpy(vector->weights, weights, TEMPLATE_FEATURES * sizeof(float));
    bool good = evolve_vector_write(path, vector, error);
    free(vector);
    return good;
}
