/* Fits the patterns of mill's evaluation (minds/mill/patterns.h).

   The samples come from quick games of `best` against itself after random placements, played with
   the patterns so far (in the first generation, of `alphabeta`, which needs none). A position of
   the databases has its exact result; one before them has that of the first known position its game
   came to, or else the game's own. The fit finds the patterns for which the evaluation, read as
   log-odds, predicts the results best (logistic regression with a step size per weight, AdaGrad
   [duchi11]; every eighth game is held out).

   What is drawn depends on the seed, the generation and the number of the game alone, so the same
   training gives the same weights however many threads play. */
#ifndef LAB_MILL_TRAIN_H
#define LAB_MILL_TRAIN_H

#include "base/error.h"
#include "lab/fitted.h"
#include "minds/mill/database.h"
#include "minds/mill/patterns.h"
#include <stdatomic.h>

/* One position with its result for the side to move: 2 won, 1 drawn, 0 lost. */
struct mill_sample {
    struct mill board;
    uint8_t half_points;
    uint8_t exact;    /* of the databases */
    uint8_t held_out; /* never learned from, only for measuring */
    uint8_t unused;
};

struct mill_samples {
    struct mill_sample *sample;
    size_t count;
};

struct mill_training {
    int games;      /* per generation */
    uint64_t nodes; /* per move */
    int opening;    /* random placements at the beginning of a game, at most */
    int strays;     /* random moves per thousand, later in the game */
    int epochs;     /* passes over the positions in a fit */
    double rate;    /* step size of the fit */
    int threads;
    uint64_t seed;
    const struct mill_database *database;
    const atomic_bool *stop; /* may be NULL */
    /* Called with the number of games that are over, by one thread at a time; may be NULL. */
    void (*played)(void *listener, int games);
    void *listener;
};

void mill_training_default(struct mill_training *training);

/* Plays generation number `generation` and adds its positions, in the order of the games. */
bool mill_train_play(const struct mill_training *training, int generation,
                     struct mill_samples *samples, struct error *error);

/* Fits `model` to the samples, from nothing. */
bool mill_train_fit(const struct mill_training *training, const struct mill_samples *samples,
                    struct mill_patterns_packed *model, struct fitted *fit, struct error *error);

bool mill_samples_write(const char *path, const struct mill_samples *samples, size_t first,
                        struct error *error);
/* Adds the samples of the file. */
bool mill_samples_read(const char *path, struct mill_samples *samples, struct error *error);
void mill_samples_free(struct mill_samples *samples);

#endif
