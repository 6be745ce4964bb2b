/* The program as one of many: `mpirun -n N potez ...` (lab/cluster.h, docs/cluster.md).

   Commands that can share their work say so with `spreads`; then every rank runs the command and
   rank 0 alone speaks. The other ranks' output goes nowhere, and it is rank 0 that looks at Ctrl-C.
   Other commands run as if nobody else were there; those that write files run on rank 0 alone. */
#ifndef PORTS_CLI_RANKS_H
#define PORTS_CLI_RANKS_H

#include "ports/cli/arguments.h"

/* Joins the other ranks if there are any. False when this process has nothing to do; then *status
   is what it says to the shell. */
bool ranks_join(struct arguments *arguments, enum status *status);

/* After the command: lets the other ranks go. */
void ranks_part(void);

#endif
