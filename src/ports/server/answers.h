/* What the server says about games and positions, as JSON values. The names are those of the
   command line's --json. Every function gives a new reference, NULL only when memory is out. */
#ifndef PORTS_SERVER_ANSWERS_H
#define PORTS_SERVER_ANSWERS_H

#include "ports/server/question.h"

/* How values are written: no spaces, scores without the dust of binary fractions. */
#define ANSWERS_COMPACT (JSON_COMPACT | JSON_REAL_PRECISION(9))

/* All games with options, players, rules and notation. */
json_t *answers_games(void);

/* Side to move, legal moves, whether the game is over; `position` as well. */
json_t *answers_moves(const struct session *session);

/* A player's choice. */
json_t *answers_best(const struct session *session, const struct mind_answer *answer,
                     double seconds);

/* The value of a position, proved or as far as the search got. */
json_t *answers_solved(const struct session *session, const struct mind_answer *answer,
                       double seconds);

/* One legal move and what was found about it, seen by the side that makes it. */
json_t *answers_finding(const struct session *session, uint32_t move,
                        const struct mind_answer *answer);

/* 1, 0.5 or 0 for the first player; a puzzle's points; null while the game goes on. */
json_t *answers_result(const struct game *game, bool over, const struct game_result *result);

json_t *answers_move(const struct session *session, const void *position, uint32_t move);
json_t *answers_position(const struct session *session);

/* {"error": {"code": ..., "message": ...}} */
json_t *answers_error(const char *code, const char *message);

#endif
