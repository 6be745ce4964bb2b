/* The state of an evolution between two generations, as a file.

   A header of text lines says which evolution this is and gives all its parameters, so that nothing
   else is needed to resume; then come an empty line, numbers in the machine's own format, and a
   checksum over everything. Files are replaced atomically and the previous one is kept. */
#ifndef LAB_EVOLVE_CHECKPOINT_H
#define LAB_EVOLVE_CHECKPOINT_H

#include "lab/evolve/run.h"

/* Saves the run's state; removes the checkpoint before the last. */
bool evolve_checkpoint_save(const struct evolve_run *run, struct error *error);

/* Loads the newest that is whole and allocates the run's arrays; run->notice names those that are
   damaged. */
bool evolve_checkpoint_load(struct evolve_run *run, struct error *error);

/* The same of one file's bytes: all of it is checked before it is used. */
bool evolve_checkpoint_take(struct evolve_run *run, const char *bytes, size_t length,
                            struct error *error);

/* The number of the newest in the folder, whole or not; -1 where there is none. */
int evolve_checkpoint_newest(const char *folder, int below);

#endif
