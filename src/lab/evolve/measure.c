/* The ladder of an evolution: matches against fixed players (lab/match.h) turned into Elo
   (lab/rating.h). The ladder's own ratings are fitted once per run from matches of every two of
   its players; later only the individual's rating is fitted and theirs stay fixed, so that
   numbers from different generations mean the same. Against the stray opponent both sides play a
   tenth of their moves at random, as is usual in the literature on one-ply Othello players
   [lucas08] [szubert13]. */
#include "lab/evolve/measure.h"

#include "lab/learned.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRAY_PERCENT = 10 }; /* of the moves of both against stray_opponent */
enum { TABLE_BYTES = 1 << 16 };

int evolve_rungs(const struct evolve_problem *problem)
{
    int count = 0;
    while (problem->ladder && count < EVOLVE_RUNGS_MAX && problem->ladder[count])
        count++;
    return count;
}

/* What every match of a measurement has in common. */
struct field {
    const struct game *game;
    const struct mind *mind;
    struct game_setup setup;
    void *start;
    struct match_plan plan;
};

static bool field_open(struct field *field, const struct evolve_plan *plan, int threads,
                       const atomic_bool *stop, struct error *error)
{
    memset(field, 0, sizeof *field);
    field->game = game_find(plan->problem->game);
    field->mind = mind_of(field->game);
    game_setup_default(field->game, &field->setup);
    field->start = malloc(field->game->position_size(&field->setup));
    if (!field->start)
        return error_machine(error, "out of memory");
    field->game->start(&field->setup, field->start);
    if (!learned_prepare(field->mind, error))
        return false;
    field->plan = (struct match_plan){
        .game = field->game,
        .setup = &field->setup,
        .start = field->start,
        .table_bytes = TABLE_BYTES,
        .games = plan->ladder_games,
        .threads = threads,
        .opening_plies = match_opening_plies(field->game, &field->setup, field->start),
        .stop = stop,
    };
    return true;
}

static bool rung_read(const struct field *field, const char *name, struct player *player,
                      struct error *error)
{
    return player_read(field->mind, name, player, error) && learned_player(player, error);
}

/* False with an empty error when it was stopped. */
static bool play_match(const struct match_plan *plan, struct match_score *score,
                       struct error *error)
{
    error_set(error, "%s", "");
    return match_play(plan, score, error) && (!plan->stop || !atomic_load(plan->stop));
}

bool evolve_measure_ladder(const struct evolve_plan *plan, int threads, const atomic_bool *stop,
                           double *elos, struct error *error)
{
    const char *const *names = plan->problem->ladder;
    int rungs = evolve_rungs(plan->problem), count = 0;
    struct rating_score scores[EVOLVE_RUNGS_MAX * EVOLVE_RUNGS_MAX / 2];
    struct rating ratings[EVOLVE_RUNGS_MAX];
    struct field field;
    bool good = field_open(&field, plan, threads, stop, error);
    for (int a = 0; good && a < rungs; a++)
        for (int b = 0; good && b < a; b++) {
            struct match_plan match = field.plan;
            match.seed = hash_pair(plan->seed, (uint64_t)count);
            scores[count].a = a;
            scores[count].b = b;
            good = rung_read(&field, names[a], &match.a, error) &&
                   rung_read(&field, names[b], &match.b, error) &&
                   play_match(&match, &scores[count++].score, error);
        }
    good = good && rating_fit(scores, count, rungs, ratings, error);
    for (int i = 0; good && i < rungs; i++)
        elos[i] = ratings[i].elo - ratings[0].elo;
    free(field.start);
    return good;
}

static double share_of(const struct match_score *score)
{
    int played = score->wins + score->draws + score->losses;
    return played ? (score->wins + 0.5 * score->draws) / played : NAN;
}

/* The seeds depend on the run and the number of the measurement, not on the generation's luck: a
   run that was resumed measures the same games again. */
bool evolve_measure(const struct evolve_plan *plan, const float *weights, int number,
                    const double *elos, int threads, const atomic_bool *stop,
                    struct evolve_measured *measured, struct error *error)
{
    const struct evolve_problem *problem = plan->problem;
    int rungs = evolve_rungs(problem);
    struct match_score scores[EVOLVE_RUNGS_MAX] = {0};
    struct field field;
    bool good = field_open(&field, plan, threads, stop, error);
    struct match_plan match = field.plan;
    _Alignas(64) char room[EVOLVE_DATA_BYTES];
    match.a = (struct player){.kind = problem->player,
                              .number = evolve_plies(plan),
                              .data = evolve_player_data(problem, &plan->variant, weights, room),
                              .name = "a"};
    for (int i = 0; good && i < rungs; i++) {
        match.seed = hash_pair(hash_pair(plan->seed, (uint64_t)number), (uint64_t)i);
        good = rung_read(&field, problem->ladder[i], &match.b, error) &&
               play_match(&match, &scores[i], error);
        measured->shares[i] = share_of(&scores[i]);
    }
    measured->stray = NAN;
    if (good && problem->stray_opponent) {
        struct match_score score;
        match.seed = hash_pair(match.seed, (uint64_t)rungs);
        match.opening_plies = 0;
        good = rung_read(&field, problem->stray_opponent, &match.b, error);
        match.a.random = match.b.random = STRAY_PERCENT;
        good = good && play_match(&match, &score, error);
        measured->stray = good ? share_of(&score) : NAN;
    }
    struct rating rating = rating_against(scores, elos, rungs);
    measured->elo = rating.elo;
    measured->error = rating.error;
    free(field.start);
    return good;
}
