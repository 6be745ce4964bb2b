/* Who thinks and how long, as the options of a command say it, made into a question for the middle
   (minds/inquiry.h): --player, --level, --time, --depth, --nodes, --clock, --table, --no-book,
   --database, --no-database, --keep-table.

   chooser_read takes the options; chooser_player gives the question its player and limits, and
   refuses what they cannot obey; chooser_open gets the memory to think with. Then chooser_ask
   begins an inquiry, which inquire_close ends. chooser_close gives everything back. */
#ifndef PORTS_CLI_CHOOSER_H
#define PORTS_CLI_CHOOSER_H

#include "lab/inquire.h"
#include "ports/cli/position.h"

struct chooser {
    struct inquiry_terms terms;
    struct inquiry_question question; /* without a session */
    struct thinker thinker;
    struct random random;
    size_t table_bytes;
    bool keep_table;
};

/* Without limits, `nodes` is the standard (a number of positions gives the same answer every time,
   a number of seconds does not). Databases are opened for the game, which must have players. The
   chooser must stay where it is. */
bool chooser_read(struct chooser *chooser, const struct arguments *arguments,
                  const struct opened *opened, size_t table_bytes, uint64_t nodes,
                  struct error *error);

/* Opens the folder that --database or, without it, $POTEZ_DATABASE names, for the game's players;
   chooser_read has done so already. */
bool chooser_databases(const struct arguments *arguments, const struct opened *opened,
                       struct error *error);

/* The same for a command that does not know yet which games it will be asked about. */
bool chooser_databases_any(const struct arguments *arguments, struct error *error);

/* Whether any limit of time, depth or positions was given. */
bool chooser_limited(const struct chooser *chooser);

/* Microseconds that the question may take at most, by its own limits or the player's; 0: any. */
uint64_t chooser_most(const struct chooser *chooser);

/* Fills in kind, player (--player, --level or the strongest) and limits of the question. */
bool chooser_player(struct chooser *chooser, const struct arguments *arguments,
                    const struct game *game, enum inquiry_kind kind, struct error *error);

/* The limits of a question of this kind to this player. */
bool chooser_limits(const struct chooser *chooser, enum inquiry_kind kind, struct player *player,
                    struct mind_limits *limits, struct error *error);

/* For commands that play or measure many games and have no clock for each of them. */
bool chooser_no_clock(const struct chooser *chooser, struct error *error);

bool chooser_open(struct chooser *chooser, int threads, struct error *error);
struct inquiry *chooser_ask(struct chooser *chooser, const struct session *session,
                            struct error *error);
void chooser_close(struct chooser *chooser);

#endif
