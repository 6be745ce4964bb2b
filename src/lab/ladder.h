/* Measures the ladder of levels of a game (minds/level.h) and fits it anew.

   Measuring lets every level play against the one below. Fitting keeps the first and the last level
   and looks, from the second on upwards, for the strength that takes the wanted share of the points
   from the level below, by halving an interval of strengths with a short match each time. */
#ifndef LAB_LADDER_H
#define LAB_LADDER_H

#include "lab/match.h"
#include "minds/level.h"

struct ladder {
    struct match_plan plan; /* without players; `games` is for each match */
    double share;           /* wanted, for fitting */
    int steps;              /* halvings for a level */
    /* Told after each match of level `level` (from 2) against the one below; may be NULL. */
    void (*report)(void *listener, int level, const struct level *row,
                   const struct match_score *score);
    void *listener;
};

bool ladder_measure(const struct ladder *ladder, struct match_score scores[LEVEL_COUNT],
                    struct error *error);

/* Fills `fitted`; scores[i] is what was measured of level i + 1 when it was chosen. */
bool ladder_fit(const struct ladder *ladder, struct level fitted[LEVEL_COUNT],
                struct match_score scores[LEVEL_COUNT], struct error *error);

#endif
