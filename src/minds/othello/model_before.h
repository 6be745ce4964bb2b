/* Reads the weights of model files of the first two versions (minds/othello/model.h has the way
   in). Nothing writes them any more. */
#ifndef MINDS_OTHELLO_MODEL_BEFORE_H
#define MINDS_OTHELLO_MODEL_BEFORE_H

#include "minds/othello/patterns.h"
#include <stddef.h>

/* `bytes` are those behind the head; `stages` is the number that the version has. False when the
   file is damaged. */
bool othello_model_read_before(const void *bytes, size_t length, int stages,
                               struct othello_weights *weights);

#endif
