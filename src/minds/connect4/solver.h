/* The exact solver of Connect Four, for any board with width * (height + 1) <= 64.

   connect4_solve proves the score of a position: positive when the side to move wins, one more
   than the discs the winner has left (see connect4_score), 0 for a draw. It asks a series of
   questions "is the score more than n?", each answered by a search with a null window over a table
   of bounds; solver_search.h and docs/connect4.md explain what makes the search quick.

   The caller owns all memory. The table may be of any size; a bound in it stays true of its
   position for ever, so it can be kept from one position to the next, but not from one board size
   to another. Several workers may solve one position together, each with its own struct
   connect4_solver, all with the same struct connect4_team: one leads, which is to say calls
   connect4_solve, and the others are inside connect4_help. The caller starts the threads, either at
   once or when the leader says that there is enough work for them (`call`). */
#ifndef MINDS_CONNECT4_SOLVER_H
#define MINDS_CONNECT4_SOLVER_H

#include "games/connect4/connect4.h"
#include <stdatomic.h>

/* A processor without atomic 64-bit words has one thread anyway. */
#if __GCC_ATOMIC_LLONG_LOCK_FREE == 2
#define CONNECT4_TEAMS 1
#define CONNECT4_WORD _Atomic uint64_t
#else
#define CONNECT4_TEAMS 0
#define CONNECT4_WORD uint64_t
#endif

enum { CONNECT4_BUSY = 1024, CONNECT4_BUCKET = 2 };

/* What the workers share; all zero to begin with. */
struct connect4_team {
    _Atomic uint32_t round;               /* number of the question the leader is at */
    _Atomic uint32_t range;               /* round 16 bits, then the proved bounds, 8 bits each */
    CONNECT4_WORD mine, filled;           /* the position */
    _Atomic uint32_t busy[CONNECT4_BUSY]; /* what some worker is in the middle of */
};

struct connect4_solver {
    int width, height;
    uint64_t bottom, cells;     /* the lowest row, all rows */
    uint64_t even;              /* cells with an even number of cells from themselves to the top */
    CONNECT4_WORD *slots;       /* the table */
    int bucket_bits;            /* logarithm of the number of its buckets; -1: there is no table */
    int late_bits;              /* the same for late positions, in the first part of the table */
    uint64_t late_mark;         /* set in the keys of those, when they have a part of their own */
    int mirror_discs;           /* with more discs than this, mirror images are not sought */
    struct connect4_team *team; /* NULL when alone */
    bool leader;                /* of the team */
    void (*call)(void *caller); /* wakes the others; the leader is alone until it has called */
    void *caller;
    int share_discs;           /* with more discs than this, positions are not shared */
    uint32_t round, range;     /* what this worker is searching */
    bool stopped;              /* this question has been dropped */
    bool ended;                /* and so has every other */
    uint64_t nodes;            /* positions whose moves were tried */
    uint64_t node_limit;       /* 0 for none */
    uint64_t deadline;         /* by clock_microseconds; 0 for none */
    const atomic_bool *stop;   /* may be NULL */
    bool (*interrupt)(void *); /* called every 256 nodes, true to give up; may be NULL */
    void *interrupted;         /* handed to it */
    int16_t history[2][64];    /* by side and cell: how well moves have done lately */
    uint8_t killer[64];        /* by discs: the cell that last refuted a position of that ply */
};

/* `memory` is the table, aligned to 64 bytes, zeroed or filled by earlier solving; as much of it is
   used as the largest power of two that fits. `team` may be NULL. */
void connect4_solver_init(struct connect4_solver *solver, int width, int height, void *memory,
                          size_t bytes, struct connect4_team *team);

/* The score of a position that is not over. False when a limit stopped it; *score is then not
   set. */
bool connect4_solve(struct connect4_solver *solver, struct connect4 board, int *score);

/* The same for whoever only wants to know where the score lies in lower..upper: a score outside is
   given as the nearer end. */
bool connect4_solve_within(struct connect4_solver *solver, struct connect4 board, int lower,
                           int upper, int *score);

/* The column that proved most about a position lately, -1 when the table does not know. After
   connect4_solve it is mostly a best move. */
int connect4_known_move(const struct connect4_solver *solver, struct connect4 board);

/* Helps the leader of the team with one question after another until *stop. */
void connect4_help(struct connect4_solver *solver);

#endif
