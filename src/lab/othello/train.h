/* Learns Othello's patterns, generation by generation, in a folder of its own.

   Generation 0 is fitted to labels, if there is a folder of them, and to the archive's games (or,
   without either, to games of the engine without weights). Each later one adds games that the
   engine plays against itself with the weights of the one before, and is fitted to all samples
   there are. Afterwards the spread of its searches is measured for multi-ProbCut. The folder holds

     archive.samples, play-N.samples   what is learned from
     generation-N.model                the models, with command, seed and data in their heads
     curve.csv                         errors during the fits
     errors.csv                        held-out errors by number of empties

   and whatever is there already is not made again: the same call resumes where the last one was
   stopped. Results do not depend on the number of threads. */
#ifndef LAB_OTHELLO_TRAIN_H
#define LAB_OTHELLO_TRAIN_H

#include "lab/othello/fit.h"
#include "lab/othello/spread.h"

enum { OTHELLO_TRAINING_DEPTH = 8 }; /* of the searches that a generation is measured with */

struct othello_generation {
    int number;
    size_t games, samples, bytes; /* of self-play so far; learned from; of the model file */
    double seconds;
    double error[61];                        /* mean absolute, held-out, by empties */
    double bias[OTHELLO_TRAINING_DEPTH + 1]; /* by depth, see othello_spread_measure */
    const char *model;
};

struct othello_training {
    const char *folder;
    const char *archive; /* folder of .wtb files; NULL for none */
    const char *labels;  /* folder of blocks of labels; NULL for none */
    const char *begin;   /* model to begin a fit from; NULL for none */
    double blend;        /* share of a game's end in its labels, see othello_label_score */
    const char *command; /* for the header of the models */
    int generations;     /* the last one's number + 1 */
    size_t games;        /* of self-play per generation */
    int depth, solve;    /* of its players; empties of exact results */
    int archive_solve;
    uint64_t seed;
    int rounds;
    double penalty;
    size_t spread; /* positions to measure the spread on */
    int threads;
    const atomic_bool *stop;
    /* What is being done, and how far it has come; may be NULL. */
    void (*progress)(void *listener, const char *what, size_t done, size_t count);
    /* After each generation. */
    void (*generation)(void *listener, const struct othello_generation *generation);
    void *listener;
};

/* False with an error; also when stopped, which the error says. */
bool othello_train(const struct othello_training *training, struct error *error);

#endif
