/* The players of Byte; mind_byte lists them. The search is compiled for each board size
   (search.h), and byte_search_* hand a task to the right one. */
#ifndef MINDS_BYTE_PLAYERS_H
#define MINDS_BYTE_PLAYERS_H

#include "minds/mind.h"
#include "minds/standing.h"

#define BYTE_SEARCH_MEMORY (1 << 18)

#define BYTE_SEARCH_DECLARE(name)                                                                  \
    void name##_ask(const struct player *player, const struct mind_task *task,                     \
                    struct mind_answer *answer);                                                   \
    void name##_ask_plain(const struct player *player, const struct mind_task *task,               \
                          struct mind_answer *answer)

BYTE_SEARCH_DECLARE(byte0);
BYTE_SEARCH_DECLARE(byte8);
BYTE_SEARCH_DECLARE(byte10);
BYTE_SEARCH_DECLARE(byte16);

typedef void byte_ask(const struct player *player, const struct mind_task *task,
                      struct mind_answer *answer);
byte_ask byte_engine8_ask, byte_engine10_ask, byte_engine16_ask;

extern const struct player_kind byte_model;
extern const struct player_kind byte_search_alphabeta;
extern const struct player_kind byte_search_minimax;
extern const struct player_kind byte_engine_best;
extern const struct player_kind byte_pink;

/* What its levels overlook and misjudge. */
extern const struct levels byte_ladder;
extern const struct standing byte_standings[];

/* What percentage of the work the solver deserves here. */
int byte_proof_hope(const struct game_setup *setup, const void *position);

#endif
