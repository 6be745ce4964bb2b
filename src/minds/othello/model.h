/* What Othello's engine has learned: the weights in use, and the model file that holds them.

   A model file is text lines that say where it came from ("potez othello patterns 3", then
   "name: value" lines, then an empty line), followed by the weights, coded with prefix codes, so
   that the model that ships, 8.6 million weights, takes 0.9 MB and is read in about 15 ms. Files of
   "patterns 1" and "patterns 2" are read as well; the first have half as many stages, each of which
   becomes two. A model with a network beside its patterns (minds/othello/network.h) is a file of
   "patterns 4", and only reading that takes memory for a network. */
#ifndef MINDS_OTHELLO_MODEL_H
#define MINDS_OTHELLO_MODEL_H

#include "base/error.h"
#include "minds/othello/patterns.h"
#include <stddef.h>

#define OTHELLO_MODEL_MEMORY sizeof(struct othello_weights)

/* Bytes of the caller's that reading this file needs, aligned to 64, which stay in use:
   OTHELLO_MODEL_MEMORY where it has no network. */
size_t othello_model_room(const void *bytes, size_t length);

/* Decodes a model file into `weights`, the beginning of that much memory. */
bool othello_model_read(const void *bytes, size_t length, struct othello_weights *weights,
                        struct error *error);

/* Codes the weights into `bytes`; returns the length, or 0 when the room is too small. `about`
   holds the header's lines after the first, each with its line end. The weights are rounded to what
   the file keeps. A network goes with them. */
size_t othello_model_write(struct othello_weights *weights, const char *about, void *bytes,
                           size_t room);

/* The weights every search of the engine uses from now on; NULL for none. They must stay in
   memory. */
void othello_model_use(const struct othello_weights *weights);
const struct othello_weights *othello_model_in_use(void);

#endif
