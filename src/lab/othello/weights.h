/* Weights of Othello's patterns from a model file, with the checksum that tells files apart. */
#ifndef LAB_OTHELLO_WEIGHTS_H
#define LAB_OTHELLO_WEIGHTS_H

#include "base/error.h"
#include "minds/othello/patterns.h"

/* Memory for weights, the caller's to free; NULL with an error. */
struct othello_weights *othello_weights_room(struct error *error);

/* The weights of a file, with its network where it has one: in memory of their own, the caller's to
   free. NULL with an error. `check` may be NULL. */
struct othello_weights *othello_weights_open(const char *path, uint64_t *check,
                                             struct error *error);

/* Puts the program's own weights to use; returns the checksum of their file. */
uint64_t othello_weights_inside(void);

#endif
