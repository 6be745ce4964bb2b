/* The solver as a mind sees it: values of positions by the rules, the book or the solver, whichever
   answers first, for the command "solve" and for the player "perfect". */
#ifndef MINDS_CONNECT4_EXACT_H
#define MINDS_CONNECT4_EXACT_H

#include "minds/connect4/solver.h"
#include "minds/mind.h"

struct connect4_exact {
    struct connect4_solver solver;
    const struct mind_book *book; /* NULL for none or for another board */
    bool book_only;               /* a position not in the book counts as too long to search */
    int total;                    /* cells of the board */
};

/* Whether the book has the position. */
bool connect4_exact_booked(const struct connect4_exact *exact, struct connect4 board);

/* Prepares for a task; the limits are not set. */
void connect4_exact_init(struct connect4_exact *exact, const struct mind_task *task);
void connect4_exact_limit(struct connect4_exact *exact, const struct mind_limits *limits,
                          uint64_t started);

/* The score of a position, which may be over, as far as it lies in lower..upper. False when a
   limit stopped it. */
bool connect4_exact_value(struct connect4_exact *exact, struct connect4 board, int lower, int upper,
                          int *score);

/* The children of a position, the likeliest best first: the move the table knows, then from the
   middle outwards. Returns their number. */
int connect4_exact_children(const struct connect4_exact *exact, struct connect4 board,
                            struct connect4 *children, uint32_t *columns);

/* Whether a move that leads to `child` keeps the score of its parent. Fails as above. */
bool connect4_exact_keeps(struct connect4_exact *exact, struct connect4 child, int score,
                          bool *keeps);

/* Fills in what a proved score means. */
void connect4_exact_answer(const struct connect4_exact *exact, struct connect4 board, int score,
                           struct mind_answer *answer);

/* Continues the line in the answer, whose first `line_length` moves led to `board`, to its end or
   to the limit. */
void connect4_exact_line(struct connect4_exact *exact, struct connect4 board, int score,
                         struct mind_answer *answer);

void connect4_exact_solve(const struct mind_task *task, struct mind_answer *answer);
uint64_t connect4_book_key(const struct game_setup *setup, const void *position);
int connect4_book_ply(const struct game_setup *setup, const void *position);
bool connect4_problem_read(const struct game_setup *setup, const char *line, size_t length,
                           struct mind_problem *problem, struct error *error);

#endif
