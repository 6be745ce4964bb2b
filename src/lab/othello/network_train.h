/* A whole training of a network beside Othello's patterns, in a folder of its own: samples from
   labels, weights to begin from, the fit (lab/othello/network_fit.h), the spread of searches with
   the network, and the model. The folder holds

     network.model   patterns and network, with command, seed and data in its head
     curve.csv       errors after each pass over the samples
     errors.csv      held-out errors by number of empties, without and with the network

   The model is written last and all at once; where it is there already nothing is done. A training
   that is stopped begins anew. */
#ifndef LAB_OTHELLO_NETWORK_TRAIN_H
#define LAB_OTHELLO_NETWORK_TRAIN_H

#include "lab/othello/network_fit.h"

enum { OTHELLO_NETWORK_PATH = 1024 };

struct othello_network_training {
    const char *folder;
    const char *labels;  /* folder of blocks of labels */
    const char *begin;   /* the model with the patterns; NULL: that of the program */
    double blend;        /* share of a game's end in its labels, see othello_label_score */
    const char *command; /* for the header of the model */
    struct othello_network_fit fit; /* its report and listener are set here */
    size_t spread;                  /* positions to measure the spread on */
    int threads;
    const atomic_bool *stop;
    /* What is being done, and how far it has come; may be NULL. */
    void (*progress)(void *listener, const char *what, size_t done, size_t count);
    void (*pass)(void *listener, int pass, double learned, double held_out); /* may be NULL */
    void *listener;
};

struct othello_network_result {
    char model[OTHELLO_NETWORK_PATH];
    bool found; /* it was there already; the rest is then empty */
    size_t samples, bytes;
    double seconds;
    struct othello_network_error by_empties[61];
};

/* False with an error; also when stopped, which the error says. */
bool othello_network_train(const struct othello_network_training *plan,
                           struct othello_network_result *result, struct error *error);

#endif
