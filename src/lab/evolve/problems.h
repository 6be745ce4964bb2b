/* What can be evolved: vectors of weights of players. */
#ifndef LAB_EVOLVE_PROBLEMS_H
#define LAB_EVOLVE_PROBLEMS_H

#include "lab/evolve/evolve.h"

extern const struct evolve_problem evolve_othello_linear;
extern const struct evolve_problem evolve_othello_nn1;
extern const struct evolve_problem evolve_othello_nn2;

#endif
