/* Which search of a question follows which: how deep each is and how sure.

   A set of rules and no search: the engine (minds/othello/engine.c) runs one after the other what
   it says, and stops where its limits are reached. Depths never fall and, at the same depth,
   neither do selectivities, so a later search is never the poorer one. */
#ifndef MINDS_OTHELLO_SCHEDULE_H
#define MINDS_OTHELLO_SCHEDULE_H

#include <stdbool.h>

struct othello_schedule {
    int empties;
    int depth;       /* most plies in the middle game */
    int solve;       /* with this many empties or fewer, search to the end */
    int selectivity; /* at which the ending may stop; OTHELLO_ENGINE_EXACT: only when proved */
    bool limited; /* by time or positions: it may be stopped anywhere, and what it says then counts
                   */
};

/* A search. A depth of 0 stands before the first. */
struct othello_stage {
    int depth; /* as many as there are empties: to the end */
    int selectivity;
};

/* Makes of the search just done the one to do next; false when it was the last. */
bool othello_schedule_next(const struct othello_schedule *schedule, struct othello_stage *stage);

#endif
