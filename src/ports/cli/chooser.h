/* Who thinks and how long, as the options of a command say it: --player, --level, --time, --depth,
   --nodes, --table. */
#ifndef PORTS_CLI_CHOOSER_H
#define PORTS_CLI_CHOOSER_H

#include "lab/think.h"
#include "ports/cli/arguments.h"
#include "ports/cli/position.h"

struct chooser {
    const struct mind *mind;
    struct mind_limits limits;
    size_t table_bytes;
    bool keep_table;
    bool no_book;
    bool standard; /* the limits are the command's own: none was given */
};

/* Reads the limits; without any, `nodes` is the limit (a number of positions gives the same answer
   every time, a number of seconds does not). The game must have players. */
bool chooser_read(struct chooser *chooser, const struct arguments *arguments,
                  const struct game *game, size_t table_bytes, uint64_t nodes, struct error *error);

/* Opens the folder that --database or, without it, $POTEZ_DATABASE names, for the players of the
   position's game; nothing to do with neither, nor after --no-database. */
bool chooser_databases(const struct arguments *arguments, const struct position *position,
                       struct error *error);

/* A player by name; NULL means --player or --level if given, else the game's strongest, and limits
   that this player would not look at are refused. */
bool chooser_player(const struct chooser *chooser, const struct arguments *arguments,
                    const char *name, struct player *player, struct error *error);

/* Refuses a depth for a proof, which goes as deep as it must. */
bool chooser_proof(const struct arguments *arguments, struct error *error);

/* The player of a strength from 1 to 10: the game's own "level:N" where there is one, else its
   strongest with a number of positions that grows with the level. */
bool chooser_level(const struct chooser *chooser, int level, struct player *player,
                   struct error *error);

/* A player that proves its moves is given the positions that takes, where nobody set a limit.
   chooser_player has done so already. */
void chooser_patience(const struct chooser *chooser, struct player *player);

/* What a mind is asked about the present position. */
struct mind_task chooser_task(const struct chooser *chooser, const struct position *position,
                              struct random *random);

#endif
