/* Measuring and respacing the levels. A share s of the points is an Elo difference of 400
   log10(s / (1 - s)), with shares cut at 5 % and 95 %, beyond which a match says little. The
   differences add up to an Elo per level, and levels with equal Elo steps are read off the
   broken line through the measured points. Levels without faults (limited by nodes alone) stay
   as they are. */
#include "lab/ladder.h"

#include <math.h>
#include <stdio.h>

enum { STRENGTH_MOST = 30 };

static void player_of(int level, const struct level *row, struct player *player)
{
    *player = (struct player){.kind = &player_level, .number = level, .data = row};
    snprintf(player->name, sizeof player->name, "level:%d", level);
}

/* Level `level` with the faults `row` against the one below with `below`. */
static bool play(const struct ladder *ladder, int level, const struct level *row,
                 const struct level *below, struct match_score *score, struct error *error)
{
    struct match_plan plan = ladder->plan;
    player_of(level, row, &plan.a);
    player_of(level - 1, below, &plan.b);
    plan.seed += (uint64_t)level;
    if (!match_play(&plan, score, error))
        return false;
    if (ladder->report)
        ladder->report(ladder->listener, level, row, score);
    return true;
}

static bool stopped(const struct ladder *ladder)
{
    return ladder->plan.stop && atomic_load(ladder->plan.stop);
}

bool ladder_measure(const struct ladder *ladder, struct match_score scores[LEVEL_COUNT],
                    struct error *error)
{
    const struct levels *levels = level_table(ladder->plan.game);
    if (!levels)
        return error_set(error, "%s has no levels", ladder->plan.game->name);
    scores[0] = (struct match_score){0};
    for (int i = 1; i < LEVEL_COUNT && !stopped(ladder); i++)
        if (!play(ladder, i + 1, &levels->level[i], &levels->level[i - 1], &scores[i], error))
            return false;
    return true;
}

/* What a row of level_of_strength was made from. */
static double strength_of(const struct level *row)
{
    return 2 * (row->depth - 1 + row->deeper / 100.0);
}

/* Elo of a share of the points, kept finite: a level that won every game shows no more. */
static double elo_of_share(double share)
{
    double kept = share > 0.95 ? 0.95 : share < 0.05 ? 0.05 : share;
    return 400 * log10(kept / (1 - kept));
}

/* The strength at `elo`, on the line through the first `count` levels as they were measured, in
   steps that a row can hold. */
static double strength_at(const double *elo_of, const double *strength, int count, double elo)
{
    int i = 1;
    while (i < count - 1 && elo > elo_of[i])
        i++;
    double slope = (strength[i] - strength[i - 1]) / fmax(elo_of[i] - elo_of[i - 1], 1);
    double found = strength[i - 1] + (elo - elo_of[i - 1]) * slope;
    return round(fmin(fmax(found, 0), STRENGTH_MOST) * 50) / 50;
}

void ladder_space(const struct levels *levels, const double shares[LEVEL_COUNT], double most,
                  struct level spaced[LEVEL_COUNT])
{
    double elo[LEVEL_COUNT] = {0}, strength[LEVEL_COUNT];
    for (int i = 0; i < LEVEL_COUNT; i++) {
        strength[i] = strength_of(&levels->level[i]);
        if (i > 0)
            elo[i] = elo[i - 1] + elo_of_share(shares[i]);
    }
    /* Levels without faults, limited by positions alone, stay; they are the last ones. */
    int faulty = 0;
    while (faulty < LEVEL_COUNT - 1 && levels->level[faulty].depth)
        faulty++;
    double step = fmin(elo[faulty] / faulty, elo_of_share(most));
    for (int i = 0; i < LEVEL_COUNT; i++) {
        double wanted = elo[faulty] - step * (faulty - i);
        spaced[i] = i < faulty
                        ? level_of_strength(levels, strength_at(elo, strength, faulty, wanted))
                        : levels->level[i];
    }
}
