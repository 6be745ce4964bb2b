/* The exact solver for any board: depth-first search that remembers where it has been.

   A position determines how many points were made to reach it (the sum has fallen by as many), so
   every position has to be examined only once: it is entered into a table under a 128-bit hash and
   skipped when met again. A full table forgets, which costs time but not correctness. A position
   whose bound does not exceed the best walk's points is skipped too; the bounds are the sum within
   reach and the flow between departures and arrivals, which is stronger. Cells that an Increaser
   within reach could lower count fully, whether they can be visited or not.

   The walk that counts optimal walks (count.h) shares the bounds. */
#ifndef MINDS_ZR2_SEARCH_H
#define MINDS_ZR2_SEARCH_H

#include "minds/zr2/matching.h"

/* Scratch for bounding positions of one level. */
struct search_bounds {
    const struct zr2_level *level;
    int32_t closed;
    int32_t *queue;
    uint8_t *seen;            /* visited, stood on, could be lowered: bits */
    uint8_t *group_seen;      /* groups that an Increaser within reach lowers */
    struct matching matching; /* places on the left, cells on the right */
};

bool search_bounds_init(struct search_bounds *bounds, const struct zr2_level *level, int32_t closed,
                        struct arena *arena);

/* The most points that could still be made. Stops looking for a lower bound as soon as it is at
   most `enough`. */
int32_t search_bound(struct search_bounds *bounds, const struct zr2 *board, int32_t enough);
/* Only by the sum within reach. */
int32_t search_bound_sum(struct search_bounds *bounds, const struct zr2 *board);

struct zr2_search {
    const struct zr2_level *level;
    struct zr2 *board; /* changed and restored */
    int32_t closed;
    int32_t *best; /* path; room for the board's sum */
    int32_t best_length;
    int32_t best_points; /* of the walk in `best`, counted from the board */
    int32_t bound;       /* stops when this is reached; lowered when the search ends */
    uint64_t nodes, node_limit;
    bool (*stop)(void *context); /* asked now and then */
    void *context;
    void (*found)(void *context); /* called for every better walk */
};

enum search_answer { SEARCH_DONE, SEARCH_STOPPED, SEARCH_NO_MEMORY };

enum search_answer search_run(struct zr2_search *search, struct arena *arena);

#endif
