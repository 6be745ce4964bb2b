/* The state of an evolution between two generations, as a file.

   A head of text lines says which evolution this is and all its parameters, so that nothing else
   is needed to go on; an empty line; then numbers as the machine keeps them, and a checksum over
   everything. Files are replaced all at once and the one before is kept. */
#ifndef LAB_EVOLVE_CHECKPOINT_H
#define LAB_EVOLVE_CHECKPOINT_H

#include "lab/evolve/run.h"

/* Saves the run's state; takes away the checkpoint before the last. */
bool evolve_checkpoint_save(const struct evolve_run *run, struct error *error);

/* The newest that is whole; run->notice names those that are not. The run's arrays are made. */
bool evolve_checkpoint_load(struct evolve_run *run, struct error *error);

/* The number of the newest in the folder, whole or not; -1 where there is none. */
int evolve_checkpoint_newest(const char *folder, int below);

#endif
