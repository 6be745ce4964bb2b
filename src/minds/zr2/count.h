/* How many best walks there are, and which cells none of them can do without.

   A walk is the sequence of cells stepped to. Positions lead to the same number of best walks
   however they were reached, so each is counted once and remembered; positions that cannot come to
   the Target are left out by the bounds of search.h. On boards too large for that the count is of
   those found in the time given: "at least". */
#ifndef MINDS_ZR2_COUNT_H
#define MINDS_ZR2_COUNT_H

#include "minds/zr2/solve.h"

struct zr2_count {
    uint64_t walks; /* that make the Target's points; stays at UINT64_MAX when there are more */
    bool exact;     /* otherwise there are at least that many */
    uint64_t nodes;
};

/* `best` is the proved solution of the task; its path is followed first, so that even a count that
   is stopped early has something to show. The path may not lie in the task's memory. */
void zr2_count(const struct zr2_solve_task *task, const struct zr2_solution *best,
               struct zr2_count *count);

enum zr2_need { ZR2_NEED_NOT_KNOWN, ZR2_NEED_NONE, ZR2_NEED_ALWAYS };

/* For every cell whether each best walk visits it: `need` gets an enum zr2_need per cell. `best` as
   for zr2_count; the task's time is for all cells, its nodes are for each. False when not all are
   known. */
bool zr2_needed(const struct zr2_solve_task *task, const struct zr2_solution *best, uint8_t *need);

#endif
