/* The players of three in a row, each in a file of its own; mind_template lists them. */
#ifndef MINDS_TEMPLATE_PLAYERS_H
#define MINDS_TEMPLATE_PLAYERS_H

#include "minds/mind.h"

/* From the search template. */
extern const struct player_kind template_search_alphabeta;
extern const struct player_kind template_search_minimax;
extern const struct player_kind template_search_deepening;

/* A ply deep by weights that can be trained. */
extern const struct player_kind template_lines;

/* What its levels overlook and misjudge. */
extern const struct levels template_ladder;

/* The proved value of a position: the same search, to the end, in that much memory. */
#define TEMPLATE_SOLVE_MEMORY ((size_t)1 << 17)
void template_solve(const struct mind_task *task, struct mind_answer *answer);

#endif
