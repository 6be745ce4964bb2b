/* The players of Othello, each in a file of its own; mind_othello lists them. */
#ifndef MINDS_OTHELLO_PLAYERS_H
#define MINDS_OTHELLO_PLAYERS_H

#include "minds/mind.h"
#include "minds/standing.h"

extern const struct player_kind othello_model;
extern const struct player_kind othello_swh;
extern const struct player_kind othello_linear;
extern const struct player_kind othello_lines;
extern const struct player_kind othello_nn1;
extern const struct player_kind othello_nn2;
extern const struct player_kind othello_ntuple;
extern const struct player_kind othello_search_alphabeta;
extern const struct player_kind othello_search_minimax;
extern const struct player_kind othello_engine_best;
extern const struct player_kind othello_engine_model;

/* What its levels overlook and misjudge. */
extern const struct levels othello_ladder;
extern const struct standing othello_standings[];

/* The mind's solve: the exact score of the task's position, or its outcome alone. */
void othello_engine_solve(const struct mind_task *task, struct mind_answer *answer);
void othello_engine_solve_outcome(const struct mind_task *task, struct mind_answer *answer);
/* The mind's problem_read: a line of an OBF file. */
bool othello_problem_read(const struct game_setup *setup, const char *line, size_t length,
                          struct mind_problem *problem, struct error *error);

/* What searches of 0 to `depth` plies find, in hundredths of a disc; those of more than eight plies
   with this selectivity (minds/othello/engine.h). */
void othello_engine_values(const struct mind_task *task, int depth, int selectivity, int *values);

#define OTHELLO_ENGINE_MEMORY (68 * 1024) /* bytes for each worker */

#endif
