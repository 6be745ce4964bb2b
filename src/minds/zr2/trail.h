/* From a balanced, connected multiset of links to a walk: Hierholzer's method. */
#ifndef MINDS_ZR2_TRAIL_H
#define MINDS_ZR2_TRAIL_H

#include "minds/zr2/euler.h"

/* How often each link of a graph is used: forward (undirected: at all) and backward. */
struct trail_uses {
    int32_t *forward, *backward;
};

/* Writes the cells visited, at most `room`, and returns their number: all uses that are connected
   to the start. The uses are consumed. -1 when there is not enough room or memory. */
int32_t trail_walk(const struct euler *euler, struct trail_uses uses, int32_t *cells, int32_t room,
                   struct arena *arena);

#endif
