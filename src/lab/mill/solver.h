/* What the passes of retrograde analysis share: the state of a pair being solved, and the search
   for the slots of one distance. Only for retrograde.c and values.c. */
#ifndef LAB_MILL_SOLVER_H
#define LAB_MILL_SOLVER_H

#include "lab/mill/block.h"
#include "lab/mill/marks.h"

/* During the analysis an open value says more than that it is open: MILL_CANDIDATE + n has n quiet
   moves that are not known to lose, MILL_CANDIDATE none, so that only its captures remain to be
   examined; MILL_SAFE has a capture that does not lose. Where a position or one that its moves lead
   to is symmetric itself, there are not as many moves back as forward, which spoils the count: then
   MILL_OPEN stands for one whose moves are all examined whenever one of them turns out to lose, and
   MILL_DOUBTFUL for one where this has just happened. */
enum { MILL_DOUBTFUL = 0x7fff, MILL_CANDIDATE = 0x8000, MILL_SAFE = 0xfffd };

enum { FINDS = 2048 }; /* at a time */

struct solver {
    const struct mill_retrograde *task;
    uint32_t classes, width, words;
    size_t stride;                   /* words of one level and side */
    _Atomic uint32_t *marks;         /* [MILL_LEVELS][2][stride] */
    _Atomic uint32_t *candidates[2]; /* [stride] */
    const uint32_t *patterns;        /* gathered sets by rank */
    uint32_t taken_width[2];
    bool equal;
    int level, side; /* what the pool is at work on */
    atomic_int highest;
};

/* The marks of a class. */
static inline _Atomic uint32_t *level_marks(const struct solver *solver, int level, int side,
                                            uint64_t class)
{
    return solver->marks + ((size_t)level * 2 + (size_t)side) * solver->stride +
           class * solver->words;
}

static inline void raise_highest(struct solver *solver, int value)
{
    int highest = atomic_load_explicit(&solver->highest, memory_order_relaxed);
    while (value > highest && !atomic_compare_exchange_weak(&solver->highest, &highest, value))
        ;
}

static inline void mark_value(struct solver *solver, int side, uint64_t class, uint32_t rank,
                              int value)
{
    marks_set(level_marks(solver, value, side, class), rank);
    raise_highest(solver, value);
}

/* Distances are even or odd by outcome and far below MILL_LEVELS in any real game; a longer one
   stays at the last level, which mill_retrograde_solve reports. */
static inline int level_of(int value)
{
    return value < MILL_LEVELS ? value : MILL_LEVELS - 1;
}

/* A slot of the block at hand and the men of the smaller side there. */
struct find {
    uint32_t rank, others;
    bool symmetric; /* not set by the search */
};

/* Goes through the marked pieces of a class. No pass writes to the values it goes through, but for
   solver_check_classes, which writes to its own class only. */
struct solver_scan {
    const struct solver *solver;
    _Atomic uint32_t *marks;
    const uint16_t *values;
    uint32_t rank, free;
    uint16_t wanted;
};

/* The next finds, up to FINDS of them; 0 when there are no more. */
uint32_t solver_search(struct solver_scan *search, struct find finds[FINDS]);

/* Passes over the classes first..last-1, for pool_run_ranges. The first one fills all values as far
   as captures and blocked men tell; the other decides on the candidates of `side`. */
void solver_start_classes(void *solver, uint64_t first, uint64_t last);
void solver_check_classes(void *solver, uint64_t first, uint64_t last);

#endif
