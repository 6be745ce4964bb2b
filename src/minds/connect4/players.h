/* The players of Connect Four, each in a file of its own; mind_connect4 lists them. */
#ifndef MINDS_CONNECT4_PLAYERS_H
#define MINDS_CONNECT4_PLAYERS_H

#include "minds/mind.h"
#include "minds/standing.h"

extern const struct player_kind connect4_model;
extern const struct player_kind connect4_easy;
extern const struct player_kind connect4_hard;
extern const struct player_kind connect4_minimax;
extern const struct player_kind connect4_search_alphabeta;
extern const struct player_kind connect4_search_minimax;
extern const struct player_kind connect4_search_deepening;
extern const struct player_kind connect4_perfect;

/* What its levels overlook and misjudge. */
extern const struct levels connect4_ladder;
extern const struct standing connect4_standings[];

void connect4_perfect_think(const struct player *player, const struct mind_task *task,
                            struct mind_answer *answer);

#endif
