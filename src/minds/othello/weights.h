/* The weights that ship with the program.

   A vector that evolved with players who look one ply ahead plays badly at two plies and the other
   way round, so a form has weights for each depth at which it was evolved (docs/evolution.md). */
#ifndef MINDS_OTHELLO_WEIGHTS_H
#define MINDS_OTHELLO_WEIGHTS_H

#include "minds/othello/form.h"

/* Those evolved at the given depth, or else at the nearest below it. */
const float *othello_shipped_weights(enum othello_form form, int plies);

#endif
