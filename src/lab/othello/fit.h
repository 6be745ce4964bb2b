/* Fits the weights of Othello's patterns to samples: least squares with a penalty on large weights.

   Every stage of the game is fitted by itself, to the samples of its own empties and with less
   weight to those of the stages next to it, which makes neighbours alike, by conjugate gradients
   preconditioned with how often each weight occurs. The penalty pulls rare patterns towards
   nothing; stopping after a number of rounds does so too. The result does not depend on the number
   of threads. */
#ifndef LAB_OTHELLO_FIT_H
#define LAB_OTHELLO_FIT_H

#include "lab/othello/samples.h"

struct othello_fit {
    int rounds;
    double penalty; /* as if every weight had been seen this often with no effect */
    /* Weights to begin from: the penalty pulls towards these instead of towards nothing, so that
       what the samples do not show stays. NULL for none. A network of theirs is left out. */
    const struct othello_weights *base;
    int overlap; /* empties of the neighbouring stages that are learned from as well */
    /* Root mean square errors in discs after a round of a stage, with less weight for neighbours;
       called from several threads, one stage from one thread; may be NULL. */
    void (*report)(void *listener, int stage, int round, double learned, double held_out);
    void *listener;
};

bool othello_fit(const struct othello_fit *fit, const struct othello_samples *samples,
                 struct othello_weights *weights, const struct pool *pool, struct error *error);

/* What an evaluation is worth on the held-out samples with the given number of empties. */
struct othello_fit_error {
    size_t count, exact_count;
    double mean_absolute, root_mean_square; /* discs */
    double bias;                            /* above zero: the side to move is thought better off */
};

void othello_fit_measure(const struct othello_samples *samples,
                         const struct othello_weights *weights,
                         struct othello_fit_error by_empties[61]);

#endif
