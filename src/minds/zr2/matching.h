/* The flow bound: how many steps a walk can have if it need not be connected.

   Every step leaves one place and enters another, and no place can be left or entered more often
   than its capacity allows. The most steps are a largest b-matching in a two-sided graph, found
   with Dinic's phases of shortest augmenting paths. By König's theorem its size equals the capacity
   of a smallest cover, a set of vertices that touches every edge; a cover is what makes the bound
   checkable, and it shows how much of the bound a partial walk has already lost (frontier.c).
   Covers of the same capacity differ; the two extreme ones are given. */
#ifndef MINDS_ZR2_MATCHING_H
#define MINDS_ZR2_MATCHING_H

#include "minds/zr2/euler.h"

struct matching {
    int32_t left, right, edges;
    int32_t *from, *to;                /* of an edge */
    int32_t *link;                     /* of the graph that an edge stands for */
    int32_t *first, *edge;             /* edges of a left vertex */
    int32_t *back_first, *back_edge;   /* edges of a right vertex */
    int32_t *flow;                     /* of an edge */
    int32_t *left_spare, *right_spare; /* capacity not used */
    int64_t size;                      /* of the flow: no more fits */
    int32_t *left_of, *right_of;       /* vertex of the graph -> left or right vertex, or -1 */
    int32_t *level, *cursor, *queue, *path;
    bool (*stop)(void *context); /* asked now and then; NULL: never */
    void *context;
};

/* A matching of the caller's own: room for that many vertices and edges, then one edge at a time,
   then the lists of them. False when the arena is too small. Leaves `stop` and `context` alone, as
   matching_solve does. */
bool matching_open(struct matching *matching, size_t left, size_t right, size_t edges,
                   struct arena *arena);
void matching_add_edge(struct matching *matching, int32_t from, int32_t to, int32_t link);
void matching_list_edges(struct matching *matching);

/* Finds the largest flow for the capacities that stand in `left_spare` and `right_spare`. When it
   is told to stop, `size` counts all that is left as if it fitted: still a bound. */
void matching_find(struct matching *matching);

/* Sets up and solves the matching of a graph: an undirected one with the capacities 2 * value (one
   more at the start) between the two colours, a directed one between departures and
   arrivals. With `half` an undirected graph's capacities are the values alone. False when the arena
   is too small. */
bool matching_solve(struct matching *matching, const struct euler *euler, bool half,
                    struct arena *arena);

/* Solves it again for other capacities: `out` and `in` as in euler_vertex (undirected: their sum
   counts). */
void matching_solve_again(struct matching *matching, const struct euler *euler, const int32_t *out,
                          const int32_t *in);

/* A smallest cover: `out` and `in` get 1 for the vertices of the graph whose departures or arrivals
   (undirected: whose link ends, in both) are in it. The two extremes are `late` false and true. */
void matching_cover(struct matching *matching, const struct euler *euler, bool late, uint8_t *out,
                    uint8_t *in);

#endif
