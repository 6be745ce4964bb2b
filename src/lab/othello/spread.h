/* Measures how far shallow searches of Othello lie from deeper ones, for multi-ProbCut.

   Held-out samples are searched without selectivity to every depth up to a limit, and those with
   few empties to the end; the spread of the differences is fitted by a plane over the two depths
   and the number of empties. */
#ifndef LAB_OTHELLO_SPREAD_H
#define LAB_OTHELLO_SPREAD_H

#include "lab/othello/samples.h"

enum { OTHELLO_SPREAD_DEPTH = 10 };

struct othello_spread_measure {
    size_t positions; /* looked at */
    uint64_t seed;
    int depth; /* deepest search, at most OTHELLO_SPREAD_DEPTH */
    int solve; /* most empties searched to the end */
};

/* Measures the weights in use; fills `spread` and, for each depth up to measure->depth, by how many
   discs the values exceed the samples' scores: where that swings between odd and even depths, the
   evaluation favours a side for being to move. */
bool othello_spread_measure(const struct othello_spread_measure *measure,
                            const struct othello_samples *samples, struct othello_spread *spread,
                            double *bias, const struct pool *pool, struct error *error);

#endif
