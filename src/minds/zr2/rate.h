/* How hard a level is for a person, 1 to 10.

   Best walks are followed step by step, choosing at random among the steps that keep the Target
   within reach. Where a person has a choice, every wrong step (after which the Target is out of
   reach) is an opportunity to fail. How likely it is taken depends on how well it can be seen to be
   wrong: at once, because something is cut off; by counting the two colours or the ways through; or
   only by looking far ahead. Each choice thus has a chance of going wrong, and the level's
   difficulty comes from the sum of their logarithms: the chance that a careless walk comes through.
   tools/level-rating compares this with simulated players of limited look-ahead. */
#ifndef MINDS_ZR2_RATE_H
#define MINDS_ZR2_RATE_H

#include "base/random.h"
#include "minds/zr2/solve.h"

struct zr2_rating {
    double difficulty; /* 1 to 10 */
    double strain;     /* sum over the choices of -ln(chance of a right step), a mean over walks */
    double choices;    /* positions with more than one step, a mean over walks */
    double traps;      /* wrong steps on offer, likewise */
    double hidden;     /* those that no count shows, likewise */
    double greedy;     /* share of choices where the most rewarding first step is wrong */
    bool whole;        /* nothing was left out for lack of time */
};

/* `target` is the proved most points, `walks` how many best walks are followed. The task's time is
   for all of it (what was not examined by then is taken to be like the rest), its nodes are for
   each question whether a step is right. */
void zr2_rate(const struct zr2_solve_task *task, int32_t target, int walks,
              struct zr2_rating *rating);

/* The share of `tries` that a simulated player fails who looks `ahead` steps ahead: it takes any
   step after which, as far as it sees, nothing is cut off yet. Memory as for zr2_solve; the task's
   time is for all tries, and the share is of those that fitted into it. */
double zr2_rate_failures(const struct zr2_solve_task *task, int32_t target, int ahead, int tries,
                         struct random *random);

#endif
