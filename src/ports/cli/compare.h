/* "potez bench GAME --compare A,B --depth N": what players look at from depth to depth. */
#ifndef PORTS_CLI_COMPARE_H
#define PORTS_CLI_COMPARE_H

#include "ports/cli/chooser.h"

/* A table of nodes and seconds for depths 1 to --depth, with --picture a curve of the nodes; with
   --time-picture a game of the last player against itself at each of the last six depths, as curves
   of the time for each move. */
enum status compare_run(const struct arguments *arguments, const struct opened *position,
                        struct chooser *chooser, const struct player *players, int count);

#endif
