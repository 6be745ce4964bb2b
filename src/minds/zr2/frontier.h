/* The exact solver for boards without working Increasers: dynamic programming along a frontier.

   The graph of euler.h is processed vertex by vertex. Between the vertices that are done and those
   to come lies the frontier: vertices some of whose links have been decided. All that matters of
   the decisions so far is, for every vertex of the frontier, how often it is used already and which
   others it is connected to; equal states are merged, keeping the one with most steps. On a grid
   the frontier is as long as the shorter side.

   What keeps the states few is the flow bound. Given a smallest cover (matching.h), a walk falls
   short of the bound by exactly

       the unused capacity of the cover's vertices + the uses of links that lie inside the cover,

   and both can be counted as soon as a link or vertex is decided. So the question is put as "is
   there a walk of more than n steps?", and a state that has lost too much for that is dropped at
   once. Any cover of the links to come gives a valid count, so several are used side by side: the
   matching is solved again for a sample of the states of a layer, and where that shows a state to
   be hopeless, the cover that shows it is kept.

   A pass may be limited to a number of states per layer, the most promising ones. It then finds
   good walks quickly, and the best that a dropped state could have come to is still an upper bound
   for the whole board. A pass that dropped nothing is a proof. */
#ifndef MINDS_ZR2_FRONTIER_H
#define MINDS_ZR2_FRONTIER_H

#include "minds/zr2/matching.h"
#include "minds/zr2/plan.h"
#include "minds/zr2/trail.h"

enum { FRONTIER_COVERS = 16 };

enum frontier_answer {
    FRONTIER_PROVED,  /* nothing was dropped: `best` is the most there is */
    FRONTIER_DROPPED, /* no walk has more than `bound` steps */
    FRONTIER_NO_MEMORY,
    FRONTIER_STOPPED,
};

struct frontier {
    const struct euler *euler;
    struct plan whole, window;
    bool fits; /* the whole board is not too wide */
    bool part; /* of a board: a walk may leave it */
    struct matching *matching;
    int32_t *out_left, *in_left; /* scratch: capacities not used */
    uint8_t *cover_out[FRONTIER_COVERS], *cover_in[FRONTIER_COVERS];
    bool (*stop)(void *context); /* asked now and then */
    void *context;
    uint64_t nodes;   /* states made so far, all passes together */
    uint64_t largest; /* states of the largest layer of the last pass */
    int64_t best;     /* steps of the best walk known; the caller sets it before the first pass */
    int64_t bound;    /* no walk has more; likewise */
    bool found;       /* the last pass found a better one: its links are in `uses` */
};

/* Chooses the order of the vertices. False when the board's values are too large for the method or
   the arena is too small. `matching` is solved, for the whole capacities. When the board is too
   wide, `fits` is false, and frontier_pass may not be used. */
bool frontier_prepare(struct frontier *frontier, const struct zr2_level *level,
                      const struct euler *euler, struct matching *matching, struct arena *arena);

/* For a part of a board, with vertices that stand for what is outside in the order given: what is
   asked for is the most that the part's share of a walk can come to. A pass finds how much, not by
   which links. */
bool frontier_prepare_part(struct frontier *frontier, const struct euler *euler,
                           struct matching *matching, const int32_t *order, struct arena *arena);

/* Looks for a walk of more than `best` steps, keeping at most `beam` states per layer, and brings
   `best`, `found` and `bound` up to date. Takes what it needs from all that is left of the arena
   and gives it back. */
enum frontier_answer frontier_pass(struct frontier *frontier, uint32_t beam, struct trail_uses uses,
                                   struct arena *arena);

/* Changes the walk in `uses`, of `best` steps, only in a window: the vertices that the caller has
   put into window.order and window.count. It comes out at least as long as it was, and in some
   other way that `chance` decides; true when it is longer. */
bool frontier_window(struct frontier *frontier, uint32_t beam, uint64_t chance,
                     struct trail_uses uses, struct arena *arena);

#endif
