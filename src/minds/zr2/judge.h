/* All that a designer asks about a level, in one call: can it be solved to zero, what is the best
   score, how many ways are there, which cells are forced, how hard is it.

   Everything that front ends call in ZR 2's mind works without a C library, in memory that the
   caller hands in, stops at the task's stop flag and reports as it goes:

       zr2_solve      (solve.h)     the most points, a walk and a bound that get better
       zr2_tree       (tree.h)      the same by Kolar's dfs or dfss
       zr2_count      (count.h)     how many best walks
       zr2_needed     (count.h)     which cells every best walk visits
       zr2_rate       (rate.h)      difficulty 1 to 10
       zr2_generate   (generate.h)  a new level as text
       zr2_judge      (here)        solve, count, needed and rate, one after the other

   A report comes whenever the walk or the bound improves, and about ten times per second besides;
   it may set the stop flag itself. */
#ifndef MINDS_ZR2_JUDGE_H
#define MINDS_ZR2_JUDGE_H

#include "minds/zr2/count.h"
#include "minds/zr2/rate.h"

/* How far it has come; each stage is only reached with a proved solution. */
enum zr2_stage { ZR2_STAGE_SOLVING, ZR2_STAGE_SOLVED, ZR2_STAGE_COUNTED, ZR2_STAGE_RATED };

struct zr2_judgement {
    enum zr2_stage stage;
    struct zr2_solution solution;
    struct zr2_count count;
    const uint8_t *need; /* enum zr2_need per cell, in the task's memory; NULL until counted */
    bool need_whole;     /* none of them is ZR2_NEED_NOT_KNOWN */
    struct zr2_rating rating;
};

/* The task's time is for all of it, its nodes for the solver; each further question takes at most
   `microseconds` (0: as long as it takes) of what the solver has left. The task's own listener is
   not called; `report` is (it may be NULL), after every stage too. */
void zr2_judge(const struct zr2_solve_task *task, uint64_t microseconds,
               struct zr2_judgement *judgement,
               void (*report)(void *listener, const struct zr2_judgement *judgement),
               void *listener);

#endif
