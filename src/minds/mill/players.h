/* The players of mill, each in a file of its own; mind_mill lists them. */
#ifndef MINDS_MILL_PLAYERS_H
#define MINDS_MILL_PLAYERS_H

#include "games/mill/mill.h"
#include "minds/mind.h"
#include "minds/standing.h"

extern const struct player_kind mill_model;
extern const struct player_kind mill_easy;
extern const struct player_kind mill_medium;
extern const struct player_kind mill_hard;
extern const struct player_kind mill_priority;
extern const struct player_kind mill_search_alphabeta;
extern const struct player_kind mill_search_minimax;
extern const struct player_kind mill_best;
extern const struct player_kind mill_perfect;

/* What its levels overlook and misjudge. */
extern const struct levels mill_ladder;
extern const struct standing mill_standings[];

/* Whether players may use databases; by default they may. */
void mill_databases_allow(bool on);

/* The value of a position, proved where databases or the search reach the end; needs that much
   scratch memory. */
#define MILL_SOLVE_MEMORY ((size_t)128 << 10)
void mill_solve(const struct mind_task *task, struct mind_answer *answer);

/* What a position looks like to a player who only looks at it: hundredths of a man for the side to
   move. */
int mill_looks(const struct mill *board, struct mill_rules rules);

#endif
