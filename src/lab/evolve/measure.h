/* How strong the best of a generation is, by a measure that does not change with the population:
   matches against the players of the problem's ladder.

   First the players of the ladder meet each other and get ratings, the first one's being 0. After
   that the ratings are fixed, and an individual's Elo follows from its own games alone, so that the
   numbers of a long run can be compared. */
#ifndef LAB_EVOLVE_MEASURE_H
#define LAB_EVOLVE_MEASURE_H

#include "lab/evolve/evolve.h"
#include "lab/rating.h"

#define EVOLVE_RUNGS_MAX 8

int evolve_rungs(const struct evolve_problem *problem);

/* The ratings of the ladder's players, from plan->ladder_games games between each two. */
bool evolve_measure_ladder(const struct evolve_plan *plan, int threads, const atomic_bool *stop,
                           double *elos, struct error *error);

struct evolve_measured {
    double elo, error;
    double shares[EVOLVE_RUNGS_MAX]; /* of the points against each */
    double stray;                    /* the same with random moves on both sides */
};

/* One vector against all of the ladder. `number` says which measurement this is, for the seed. */
bool evolve_measure(const struct evolve_plan *plan, const float *weights, int number,
                    const double *elos, int threads, const atomic_bool *stop,
                    struct evolve_measured *measured, struct error *error);

#endif
