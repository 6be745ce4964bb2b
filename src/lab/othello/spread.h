/* Measures how far shallow searches of Othello lie from deeper ones, for multi-ProbCut.

   Samples are searched nearly without selectivity to every depth up to a limit, and those with few
   empties to the end; mean and deviation of the differences are kept for every pair of depths and
   every range of empties (minds/othello/spread.h) and continued to depths that were not measured.
 */
#ifndef LAB_OTHELLO_SPREAD_H
#define LAB_OTHELLO_SPREAD_H

#include "lab/othello/samples.h"

enum {
    OTHELLO_SPREAD_MEASURED = 12, /* the deepest search that does not reach the end */
    OTHELLO_SPREAD_SOLVED = 18,   /* most empties from which searches go to the end */
};

struct othello_spread_measure {
    size_t positions; /* looked at */
    uint64_t seed;
    int depth; /* up to which biases are wanted, at most OTHELLO_SPREAD_MEASURED */
    int solve; /* most empties searched to the end */
};

/* Measures the weights in use; fills `spread` and, for each depth up to measure->depth, by how many
   discs the values exceed the samples' scores: where that swings between odd and even depths, the
   evaluation favours a side for being to move. */
bool othello_spread_measure(const struct othello_spread_measure *measure,
                            const struct othello_samples *samples, struct othello_spread *spread,
                            double *bias, const struct pool *pool, struct error *error);

#endif
