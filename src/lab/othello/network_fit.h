/* Trains a network beside Othello's patterns (minds/othello/network.h) on samples: least squares on
   what the patterns miss.

   The patterns stay as they are. A pass goes once over the samples in an order of its own, in
   batches; each batch moves all numbers a step by Adam [kingma15], with steps that fall evenly to
   nothing at the end of the last pass. Training is in floating point; the network handed out has
   been rounded. It depends on the seed and not on the number of threads. */
#ifndef LAB_OTHELLO_NETWORK_FIT_H
#define LAB_OTHELLO_NETWORK_FIT_H

#include "lab/othello/samples.h"
#include "minds/othello/network.h"

struct othello_network_fit {
    int passes;
    int batch;    /* samples between two steps */
    double rate;  /* the first steps' size */
    double decay; /* share of a row that a pass takes away: rare ones stay small */
    uint64_t seed;
    /* Root mean square errors in discs after a pass, the first while it was under way; may be
       NULL. */
    void (*report)(void *listener, int pass, double learned, double held_out);
    void *listener;
};

/* The usual parameters. */
struct othello_network_fit othello_network_fit_usual(void);

/* False with an error; also when stopped, and then the network is not to be used. The pool's
   progress counts batches. */
bool othello_network_fit(const struct othello_network_fit *fit,
                         const struct othello_samples *samples,
                         const struct othello_weights *weights, struct othello_network *network,
                         const struct pool *pool, struct error *error);

/* Root mean square errors in discs on the held-out samples with the given number of empties. */
struct othello_network_error {
    size_t count;
    double patterns, both; /* without and with the network */
};

void othello_network_measure(const struct othello_samples *samples,
                             const struct othello_weights *weights,
                             const struct othello_network *network,
                             struct othello_network_error by_empties[61]);

#endif
