#include "lab/ladder.h"

#include <math.h>
#include <stdio.h>

enum { STRENGTH_MOST = 24 };

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

bool ladder_fit(const struct ladder *ladder, struct level fitted[LEVEL_COUNT],
                struct match_score scores[LEVEL_COUNT], struct error *error)
{
    const struct levels *levels = level_table(ladder->plan.game);
    if (!levels)
        return error_set(error, "%s has no levels", ladder->plan.game->name);
    double below = 0;
    fitted[0] = level_of_strength(levels, 0);
    scores[0] = (struct match_score){0};
    for (int i = 1; i < LEVEL_COUNT - 1; i++) {
        double low = below, high = below + 5 < STRENGTH_MOST ? below + 5 : STRENGTH_MOST;
        double nearest = 2;
        for (int step = 0; step < ladder->steps && !stopped(ladder); step++) {
            double middle = (low + high) / 2;
            struct level row = level_of_strength(levels, middle);
            struct match_score score;
            if (!play(ladder, i + 1, &row, &fitted[i - 1], &score, error))
                return false;
            double share = match_rate(&score).share;
            if (fabs(share - ladder->share) < nearest) {
                nearest = fabs(share - ladder->share);
                fitted[i] = row;
                scores[i] = score;
                below = middle;
            }
            if (share < ladder->share)
                low = middle;
            else
                high = middle;
        }
    }
    fitted[LEVEL_COUNT - 1] = levels->level[LEVEL_COUNT - 1];
    return stopped(ladder) || play(ladder, LEVEL_COUNT, &fitted[LEVEL_COUNT - 1],
                                   &fitted[LEVEL_COUNT - 2], &scores[LEVEL_COUNT - 1], error);
}
