/* Measures the ladder of levels of a game (minds/level.h) and refits it.

   Measuring lets every level play against the one below. The shares give each level an Elo above
   the first; spacing keeps the last level and sets the others on equal steps below it, with
   strengths read off the line through those measured. */
#ifndef LAB_LADDER_H
#define LAB_LADDER_H

#include "lab/match.h"
#include "minds/level.h"

struct ladder {
    struct match_plan plan; /* without players; `games` is for each match */
    /* Called after each match of level `level` (from 2) against the one below; may be NULL. */
    void (*report)(void *listener, int level, const struct level *row,
                   const struct match_score *score);
    void *listener;
};

bool ladder_measure(const struct ladder *ladder, struct match_score scores[LEVEL_COUNT],
                    struct error *error);

/* New rows from the shares of the points that the levels took from those below (the first has
   none). No step is meant to be larger than `most`: the first level becomes stronger when the whole
   ladder is too long for that. Measure again afterwards, and space again if need be. */
void ladder_space(const struct levels *levels, const double shares[LEVEL_COUNT], double most,
                  struct level spaced[LEVEL_COUNT]);

#endif
