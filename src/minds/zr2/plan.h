/* The order in which the frontier moves over a graph: the order of the vertices, and from it the
   single decisions and the slots of the frontier that they concern. Used by frontier.c only. */
#ifndef MINDS_ZR2_PLAN_H
#define MINDS_ZR2_PLAN_H

#include "minds/zr2/euler.h"

enum { PLAN_WIDTH_MAX = 40 };

/* One decision: how often a link is used. The last one of a vertex closes it. */
struct plan_step {
    int32_t link;   /* -1: nothing to decide */
    int32_t vertex; /* whose turn it is */
    int32_t other;  /* the link's other end */
    int16_t slot, other_slot;
    bool turned; /* `vertex` is the link's b */
    bool closes;
};

struct plan {
    const struct euler *euler;
    struct plan_step *step; /* room for every vertex and every link */
    int32_t steps, width;
    int32_t *order; /* the vertices concerned */
    int32_t count;
    int32_t *place; /* vertex -> position in the order, -1 for those not concerned */
    int16_t *slot; /* vertex -> slot while open, or -1; after planning: those open from the first */
    int16_t free[PLAN_WIDTH_MAX];
    int32_t free_count;
    double cost; /* about the number of states */
};

/* False when the arena is too small. */
bool plan_prepare(struct plan *plan, const struct euler *euler, struct arena *arena);

/* All vertices, along the axes in the order that costs least. False when every order is too wide.
 */
bool plan_whole(struct plan *plan, const struct zr2_level *level, struct arena *arena);

/* Only the `count` vertices in `order`: only links among them are decided, and those for which
   `open` is set are on the frontier from the first, in slots 0, 1, ... in their order. */
bool plan_window(struct plan *plan, const uint8_t *open);

#endif
