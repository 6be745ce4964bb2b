/* The time for each move of whole games, from depth to depth: how long a player that looks so far
   keeps a person waiting, and what it gains by it. It is how Šišić measured his machine: six games
   at each of the depths 4 to 9. */
#ifndef PORTS_CLI_DEPTHS_H
#define PORTS_CLI_DEPTHS_H

#include "ports/cli/compare.h"

/* --games N games (1) at each depth from --from (six depths) to `deepest`, against the player of
   --against or itself, each side beginning in turn: a table of results and times, with --json a
   line per move, and with --time-picture the curves of the mean time over the moves of a game. */
bool depths_play(struct comparison *comparison, const struct player *player, int deepest,
                 struct error *error);

#endif
