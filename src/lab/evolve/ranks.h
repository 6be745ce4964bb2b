/* A run that several ranks share (lab/cluster.h): all of them know its plan and its population and
   go through its generations together; rank 0 alone has the folder. */
#ifndef LAB_EVOLVE_RANKS_H
#define LAB_EVOLVE_RANKS_H

#include "lab/evolve/run.h"

/* Gives the other ranks the run that rank 0 has begun or resumed. */
bool evolve_ranks_join(struct evolve_run *run, struct error *error);

/* Before a generation: rank 0's weights are everyone's, so that ranks whose libraries round
   differently do not drift apart. */
bool evolve_ranks_agree(struct evolve_run *run);

#endif
