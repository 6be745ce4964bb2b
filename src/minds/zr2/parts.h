/* An upper bound for boards too wide for the frontier: the board is cut into parts.

   A cover of the flow bound (matching.h) shares the points of a walk out among the cells: a use of
   a link between two parts counts for the part whose end is in the cover. So what a walk makes in
   all is the sum of what it makes in the parts, and no more than the sum of what it could make in
   each if all beyond were open: every piece of a walk in a part must be joined to the outside or be
   the whole walk, and how often a link to the outside is used is free. That keeps what the flow
   bound gives away, short loops that are connected to nothing, and each part is narrow enough for
   the frontier. Only for boards without Teleporters. */
#ifndef MINDS_ZR2_PARTS_H
#define MINDS_ZR2_PARTS_H

#include "minds/zr2/frontier.h"

struct parts {
    const struct zr2_level *level;
    const struct euler *euler;
    const uint8_t *cover; /* of the whole board: 1 for its vertices */
    int32_t axis, width;  /* slabs this many cells wide along the axis */
    uint32_t beam;        /* most states per layer */
    bool (*stop)(void *context);
    void *context;
    uint64_t nodes;
};

/* No walk has more steps. INT64_MAX when memory or time did not suffice. */
int64_t parts_bound(struct parts *parts, struct arena *arena);

#endif
