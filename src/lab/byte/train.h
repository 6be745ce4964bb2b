/* Fits the weights of Byte's evaluation (minds/byte/evaluate.h) to the results of self-play.

   A generation is: play many quick games with the weights so far, write down the positions that are
   neither decided nor about to change by a finished stack, and find the weights for which the
   evaluation, read as log-odds, predicts the results best (logistic regression, Adam, a tenth of
   the games held out to see that it does so for games it never saw). Positions of earlier
   generations are kept except those of the first, whose players knew too little.

   The numbers drawn depend on the seed, the generation and the number of the game alone, so the
   same training gives the same weights however many threads play. */
#ifndef LAB_BYTE_TRAIN_H
#define LAB_BYTE_TRAIN_H

#include "base/error.h"
#include "lab/fitted.h"
#include "minds/byte/evaluate.h"
#include <stdatomic.h>

/* One position with the result of its game for the side to move: 2 won, 1 drawn, 0 lost. */
struct byte_sample {
    struct byte board;
    uint8_t half_points;
    bool held_out;
};

struct byte_samples {
    struct byte_sample *sample;
    size_t count, room;
};

struct byte_training {
    int size;         /* of the board: 8, 10 or 16 */
    int games;        /* per generation */
    uint64_t nodes;   /* per move */
    int opening;      /* random plies at the beginning of a game, at most */
    int strays;       /* random moves per thousand, later in the game */
    int epochs;       /* passes over the positions in a fit */
    double rate;      /* first step size of the fit */
    double restraint; /* how strongly weights are pulled towards zero */
    int threads;
    uint64_t seed;
    const atomic_bool *stop; /* may be NULL */
};

void byte_training_default(struct byte_training *training, int size);

/* Rules, rings and weights that ship for a size; false for sizes without any. */
bool byte_training_board(int size, struct byte_rules *rules, const uint8_t **rings,
                         const int64_t **weights);

/* The weights that the first generation plays with: stacks won and the tops of tall stacks. */
void byte_train_first(int64_t weights[BYTE_FEATURES]);

/* Plays generation number `generation` and adds its positions, in the order of the games. `played`
   is called now and then with the number of games done; it may be NULL. */
bool byte_train_play(const struct byte_training *training, int generation, const int64_t *weights,
                     struct byte_samples *samples, void (*played)(void *listener, int games),
                     void *listener, struct error *error);

/* Fits `weights` to the samples, starting from their present values. */
bool byte_train_fit(const struct byte_training *training, const struct byte_samples *samples,
                    int64_t weights[BYTE_FEATURES], struct fitted *fit, struct error *error);

/* The weights as the source file that ships, with the command that made them; and back. */
bool byte_weights_write(const char *path, int size, const int64_t *weights, const char *command,
                        struct error *error);
bool byte_weights_read(const char *path, int64_t weights[BYTE_FEATURES], struct error *error);

void byte_samples_free(struct byte_samples *samples);

#endif
