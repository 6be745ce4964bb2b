/* Plays games against itself and labels their positions by search, block by block.

   The games begin in many ways (lab/othello/labels.h) and are played with the weights of a model.
   The search that chooses a move also labels its position, so that a label of the line costs
   nothing; at every other position or so the game is left by a random move, perhaps with the answer
   to it and another random move, as a search leaves it, and what is reached there is labelled too.
   From `exact` empties on everything is searched to the end; the first such value is the end of the
   game for all positions of the line before.

   A block that is in the folder is checked, not made again: after being killed at any time, the
   same call resumes and loses at most the block it was working on. The bytes do not depend on the
   number of threads. */
#ifndef LAB_OTHELLO_LABELLING_H
#define LAB_OTHELLO_LABELLING_H

#include "lab/othello/labels.h"
#include "lab/pool.h"

struct othello_labelling {
    const char *folder;
    uint64_t blocks;                 /* wanted in all */
    struct othello_labels_head head; /* its block and model are ignored */
    const char *begin;               /* the model to play with; NULL: that of the program */
    int threads;
    const atomic_bool *stop;
    /* Reports progress: games done now and before, out of all, and labels of this call; may be
       NULL. */
    void (*progress)(void *listener, uint64_t done, uint64_t games, uint64_t labels);
    void *listener;
};

/* What a call came to. */
struct othello_labelling_result {
    uint64_t blocks, found; /* made now, and there before */
    uint64_t labels;        /* made now */
    double seconds;         /* of one core */
    bool refused;           /* it failed because a block is there but is not the right one */
};

/* False with an error; also when stopped, which the error says. */
bool othello_labelling_run(const struct othello_labelling *plan,
                           struct othello_labelling_result *result, struct error *error);

#endif
