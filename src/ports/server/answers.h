/* What the server says about games and positions, as text to be freed (NULL when memory is out):
   JSON as minds/tell.h writes it, and what is the server's own. */
#ifndef PORTS_SERVER_ANSWERS_H
#define PORTS_SERVER_ANSWERS_H

#include "games/session.h"

#include <jansson.h>

/* How values are written: no spaces, scores without the dust of binary fractions. */
#define ANSWERS_COMPACT (JSON_COMPACT | JSON_REAL_PRECISION(9))

/* All games with options, players, rules and notation. */
char *answers_games(void);

/* Side to move, legal moves, whether the game is over; `position` as well. */
char *answers_moves(const struct session *session);
/* The legal moves in one line. */
char *answers_moves_line(const struct session *session);

/* How the archive's games that begin like this one continued: {"moves": [...]}. NULL with an error
   where it cannot be read. */
struct archive;
char *answers_archive(struct archive *archive, const struct session *session, struct error *error);

/* That all is well, the names of the games that have databases here, whether the client may use a
   laboratory, whether there is a lobby, and which of several servers this is (`shards` is 0 for one
   alone). */
char *answers_health(bool laboratory, bool lobby, int shard, int shards);

/* {"error": {"code": ..., "message": ...}} */
char *answers_error(const char *code, const char *message);

#endif
