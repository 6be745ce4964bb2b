/* The solver of ZR 2: the most points, a walk that makes them, and a proof that there are no more.

   It works on any board: boards without working Increasers by the Eulerian view (euler.h) with the
   flow bound (matching.h) and dynamic programming along a frontier (frontier.h), the others and
   those with very large values by a search that remembers positions (search.h). It chooses the
   method itself, improves the walk and the bound as it goes, reports them to a listener, and may be
   stopped at any time: what it has then is still a walk and a bound.

   All memory comes from the caller: 16 MB suffice for boards up to 8x8; more memory lets it prove
   more. */
#ifndef MINDS_ZR2_SOLVE_H
#define MINDS_ZR2_SOLVE_H

#include "games/zr2/zr2.h"
#include <stdatomic.h>

/* Why there cannot be more points than `bound`. */
enum zr2_proof {
    ZR2_PROOF_SUM,      /* all that can be reached, or lowered by what can be reached */
    ZR2_PROOF_FLOW,     /* steps that leave and enter no cell too often: a cover shows it */
    ZR2_PROOF_PARTS,    /* like flow, with each part of the board examined as a whole (parts.h) */
    ZR2_PROOF_FRONTIER, /* all states along a frontier were examined */
    ZR2_PROOF_SEARCH,   /* all positions that could lead to more were examined */
};

struct zr2_solution {
    int32_t points; /* made by the walk, counted from the board that was asked about */
    int32_t bound;  /* no walk makes more */
    bool proved;    /* points == bound */
    enum zr2_proof proof;
    const char *method;  /* what is at work, or what found the answer: a word */
    const int32_t *path; /* cells stepped to; in the caller's memory */
    int32_t length;
    uint64_t nodes; /* states and positions examined */
    uint64_t microseconds;
};

struct zr2_solve_task {
    const struct zr2_level *level;
    const struct zr2 *board; /* where the walk begins */
    int32_t closed;          /* a cell that may not be stepped on, or ZR2_NO_CELL */
    void *memory;
    size_t bytes;
    int32_t
        goal; /* above 0: only whether that many points can be made; no other walk is looked for */
    uint64_t microseconds, nodes; /* limits; 0 is none */
    const atomic_bool *stop;      /* may be NULL */
    uint64_t seed;
    /* Called when the walk or the bound improved; may be NULL. */
    void (*report)(void *listener, const struct zr2_solution *solution);
    void *listener;
};

/* The least memory with which a level can be worked on at all. */
size_t zr2_solve_memory(const struct zr2_level *level);

void zr2_solve(const struct zr2_solve_task *task, struct zr2_solution *solution);

/* Plays the path from `board` (which is changed); how many steps of it are legal. */
int32_t zr2_replay(const struct zr2_level *level, struct zr2 *board, const int32_t *path,
                   int32_t length);

/* The word for a kind of proof, for certificates and people; and back, -1 for none. */
const char *zr2_proof_name(enum zr2_proof proof);
int zr2_proof_find(const char *name, size_t length);

/* The cheap bounds again, for checking: by sum and by flow. */
int32_t zr2_bound(const struct zr2_level *level, const struct zr2 *board, enum zr2_proof proof,
                  void *memory, size_t bytes);

#endif
