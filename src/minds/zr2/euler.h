/* A board without working Increasers seen as a graph, where a walk is a set of links and the order
   of its steps no longer matters.

   Standing on cell p, the player steps to a neighbour j, which costs one of j's value, and then
   stands on j or where j's Teleporter leads. A walk from the start therefore is a multiset of arcs
   in which every place is left as often as it is reached (once more at the start, once less at the
   end), which is connected, and which enters no cell more often than its value. Conversely, every
   such multiset is a walk (Euler's trail; trail.h finds it), and its points are the number of its
   arcs. So the best walk is the largest balanced, connected multiset of arcs.

   Where no Teleporter works the direction of the arcs can be forgotten too: a connected multiset of
   links with an even number of ends at every place except start and end can be walked, and it
   enters a place half as often as links end there. A cell of value v then takes part in at most 2v
   link ends, 2v + 1 if it is the start, and 2v - 1 if it is the end of an open walk.

   A vertex is a cell; a cell which is both visited and stood on without being visited (a target of
   a Teleporter) or visited without being stood on (a Teleporter) comes apart into two vertices, and
   a `free` link leads from the visit to the place stood on. Only what can be reached from the
   player is in the graph. */
#ifndef MINDS_ZR2_EULER_H
#define MINDS_ZR2_EULER_H

#include "games/zr2/zr2.h"
#include "minds/zr2/arena.h"

struct euler_vertex {
    int32_t cell;
    int32_t in;    /* visits at most; 0 for a place that is only stood on */
    int32_t out;   /* departures by steps at most; 0 for a Teleporter's visit */
    bool standing; /* the player can be there between steps */
    bool visiting; /* a step leads here */
    uint8_t side;  /* colour of the cell: sum of its coordinates, odd or even */
    bool outside;  /* all that lies beyond a part of the board (parts.h), seen from a cell */
};

struct euler_link {
    int32_t a, b;
    bool forward, backward; /* steps from a to b, from b to a */
    bool free;              /* only forward, and not a step: from a visit to where it leads */
};

struct euler {
    int32_t vertices, links;
    int32_t start;  /* a vertex */
    bool directed;  /* Teleporters work: arcs have directions */
    int32_t within; /* sum of the values that can be reached */
    struct euler_vertex *vertex;
    struct euler_link *link;
    int32_t *first, *incident; /* links of vertex v: incident[first[v]] .. incident[first[v+1]-1] */
    int32_t *stand_of;         /* cell -> vertex stood on, or -1 */
    int32_t *visit_of;         /* cell -> vertex visited, or -1 */
};

/* False when the arena is too small. The board must have no working Increaser within reach (see
   euler_reach). Cell `closed` may not be stepped on; -1 for none. */
bool euler_build(struct euler *euler, const struct zr2_level *level, const struct zr2 *board,
                 int32_t closed, struct arena *arena);

/* Fills `first` and `incident` from the links. */
void euler_incidence(struct euler *euler);

/* How many positions or steps may pass between two looks at the clock: examining one takes time in
   proportion to the size of the board, and a group of Increasers can be as large as the board. */
static inline uint32_t zr2_stop_nodes(const struct zr2_level *level)
{
    uint32_t nodes = 256;
    while (nodes > 1 && nodes * (uint32_t)level->cells > 16384)
        nodes /= 2;
    return nodes;
}

/* Whether a cell lowers others when it is visited now. */
bool euler_increaser_works(const struct zr2_level *level, const struct zr2 *board, int32_t cell);

/* Marks the cells that can be visited from the player's place, each taken by itself: a set no walk
   can leave. `queue` and `visited` have room for all cells; returns the sum of their values.
   `increasers` says whether a working Increaser is among them. */
int32_t euler_reach(const struct zr2_level *level, const struct zr2 *board, int32_t closed,
                    int32_t *queue, uint8_t *visited, bool *increasers);

#endif
