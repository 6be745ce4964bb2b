/* The values of a mill subspace with men in hand.

   Placing never comes back to where it was, so one pass over the slots does it: each value comes
   from what the placements lead to, with and without a capture. The pass goes class by class like
   retrograde analysis (see lab/mill/block.h), the classes shared out among threads; every slot
   is written once, so the number of threads changes nothing. */
#ifndef LAB_MILL_PLACING_H
#define LAB_MILL_PLACING_H

#include "base/error.h"
#include "minds/mill/index.h"
#include <stdatomic.h>

struct mill_placing {
    const struct mill_index *index;
    struct mill_rules rules;
    int mover, other; /* men on the board */
    int threads;
    uint16_t *value;
    /* Values after a placement without capture (`other` men to move against mover + 1) and with one
       (other - 1 against mover + 1). NULL where the opponent has too few men left, which is lost.
     */
    const uint16_t *quiet, *taking;
    const atomic_bool *stop; /* may be NULL */
};

/* False when it was stopped or memory ran out. */
bool mill_placing_solve(const struct mill_placing *task, struct error *error);

#endif
