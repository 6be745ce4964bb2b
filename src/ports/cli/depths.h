/* The time for each move of whole games, from depth to depth: how long a player that looks this far
   keeps a person waiting, and what it gains by it. It is how Šišić measured his machine: six games
   at each of the depths 4 to 9. */
#ifndef PORTS_CLI_DEPTHS_H
#define PORTS_CLI_DEPTHS_H

#include "ports/cli/compare.h"

/* What is played: so many games at each depth from `first` to `deepest`. */
struct depth_games {
    struct player player, other;
    bool against; /* somebody else, `other` */
    int count, first, deepest;
};

/* --games N games (1) from --from (six depths) on, against the player of --against or itself. */
bool depths_read(const struct arguments *arguments, const struct game *game,
                 const struct player *player, int deepest, struct depth_games *series,
                 struct error *error);

/* Each side begins in turn: a table of results and times, with --json a line per move, and with
   --time-picture the curves of the mean time over the moves of a game. */
bool depths_play(struct comparison *comparison, struct depth_games *series, struct error *error);

#endif
