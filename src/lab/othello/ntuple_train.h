/* A whole training of an n-tuple network in a folder: generation after generation, measured and
   saved after each, so that after any interruption it continues to the very same end.

   The folder holds `checkpoint` (parameters, measurements and weights, replaced all at once) and
   `ntuple.bin`, the network as it is, for the player ntuple:FILE. Tables of the rows are the
   caller's. */
#ifndef LAB_OTHELLO_NTUPLE_TRAIN_H
#define LAB_OTHELLO_NTUPLE_TRAIN_H

#include "lab/evolve/cma.h"
#include "lab/othello/ntuple.h"

enum ntuple_method { NTUPLE_TD, NTUPLE_CMA };

/* What was measured after a generation. The shares are of the points; swh with a tenth of all moves
   at random from the standard start, the others without, from up to six random plies. */
struct ntuple_row {
    double generation, games, seconds;
    double swh, linear, nn2;
    double sigma; /* of the evolution; 0 for temporal differences */
};

struct ntuple_training {
    /* The parameters, which a checkpoint keeps. */
    int method; /* enum ntuple_method */
    char tuples[2000];
    int stages;
    char opponents[128];
    int random, start_plies; /* see struct ntuple_rules */
    int generations;
    int games;                            /* per generation; CMA: per candidate */
    int batch;                            /* temporal differences, as are the next */
    double rate_first, rate_last, lambda; /* see struct ntuple_course */
    int population;                       /* CMA; 0 for the usual */
    double sigma;                         /* CMA: at first */
    int test_games;
    uint64_t seed;
    char command[600]; /* as it was typed */

    /* The caller's. */
    const char *folder;
    const char *begin; /* a file to begin with; NULL: weights of zero */
    int threads;
    const atomic_bool *stop;                                         /* may be NULL */
    void (*progress)(void *listener, uint64_t done, uint64_t count); /* games of the generation */
    bool (*finished)(void *listener, const struct ntuple_training *training, struct error *error);
    void *listener;

    /* The training's. */
    struct ntuple_rules rules;
    struct ntuple_trainee trainee;
    struct ntuple_step *step;
    struct cma cma;
    int32_t *free_weights; /* CMA: those that are not images of others */
    int free_count;
    struct ntuple_row *rows;
    int row_count; /* generations that are done */
};

struct ntuple_training ntuple_training_usual(enum ntuple_method method);

/* A new training in a folder that holds none; the folder is made. */
bool ntuple_train_begin(struct ntuple_training *training, struct error *error);
/* The training of training->folder, all parameters from its checkpoint. */
bool ntuple_train_resume(struct ntuple_training *training, struct error *error);
/* Runs to the end. False with an empty error when it was stopped. */
bool ntuple_train_go(struct ntuple_training *training, struct error *error);
void ntuple_train_close(struct ntuple_training *training);

#endif
