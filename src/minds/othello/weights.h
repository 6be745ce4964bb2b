/* The weights that ship with the program, one vector for each form. */
#ifndef MINDS_OTHELLO_WEIGHTS_H
#define MINDS_OTHELLO_WEIGHTS_H

#include "minds/othello/form.h"

extern const float *const othello_shipped_weights[OTHELLO_FORMS];

#endif
