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

/* What the archive's games that begin like this one went on with: {"moves": [...]}. NULL with an
   error where it cannot be read. */
struct archive;
char *answers_archive(struct archive *archive, const struct session *session, struct error *error);

/* That all is well, and the names of the games that have databases here. */
char *answers_health(void);

/* {"error": {"code": ..., "message": ...}} */
char *answers_error(const char *code, const char *message);

#endif
