/* The exact value of a Byte position: who wins with best play, and in how many plies.

   First the outcome: a depth-first search to the ends of all games with the three values won, drawn
   and lost, a table of proved values whose key is the same for all symmetries of the board and for
   exchanged colours, and an order of moves that tries winning a stack first, giving one away last
   and leaving the opponent few moves. Then, when asked, the distance: the fewest plies in which the
   winner can force the end, by asking for one ply, two plies, and so on.

   It is meant for positions with few checkers and for the small variants; it does not guess, so
   what it says is proved, and it gives up when its limits are too small. */
#ifndef MINDS_BYTE_SOLVER_H
#define MINDS_BYTE_SOLVER_H

#include "games/byte/byte.h"
#include "minds/mind.h"
#include "minds/table.h"

struct byte_solver {
    struct byte board;
    struct byte_rules rules;
    struct table *table;
    struct table no_table;
    const atomic_bool *stop;
    struct mind_limits limits;
    uint64_t started, nodes, next_poll;
    bool stopped;
    int32_t history[2][BYTE_PASS + 1];
};

/* Points the solver at the task's position with these limits (nodes and time); `solver` is the
   caller's memory and need not be initialised. */
void byte_solver_begin(struct byte_solver *solver, const struct mind_task *task,
                       const struct mind_limits *limits);

/* The outcome for the side to move; false when the limits or the stop flag came first. */
bool byte_solver_outcome(struct byte_solver *solver, int *outcome);

/* The number of plies to the end from a position whose outcome is a win or a loss: the winner
   hurries, the loser resists. False when the limits came first. */
bool byte_solver_plies(struct byte_solver *solver, int outcome, int *plies);

/* Doubles the limits and lets the solver go on. */
void byte_solver_more(struct byte_solver *solver);

/* A best move and the play after it: `outcome` and `plies` (or -1 when only the outcome is to be
   kept) as found before. Returns the number of moves written to `line`, fewer when the limits came
   first. */
int byte_solver_line(struct byte_solver *solver, int outcome, int plies, uint32_t *line, int most);

/* mind_byte's solve. */
void byte_solve(const struct mind_task *task, struct mind_answer *answer);

/* Equal for positions that are the same but for a symmetry of the board or exchanged colours. */
uint64_t byte_solver_key(const struct byte_rules *rules, const struct byte *board);

#endif
