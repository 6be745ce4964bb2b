/* Making the book of sound placements (minds/mill/placements.h) from the complete databases.

   For each side in turn: from the positions that are ours to move, the move that the databases'
   player would make; from those that it leads to, every reply. What both sides' walks find in the
   first plies is the book. Most of it is won positions, since most replies lose, so drawn ones
   can be followed much further. */
#ifndef LAB_MILL_PLACEMENTS_MAKE_H
#define LAB_MILL_PLACEMENTS_MAKE_H

#include "lab/mill/opening.h"

#include <stdatomic.h>

struct mill_placements_plan {
    const struct game_setup *setup;
    const struct mill_database *database; /* also the one in use (mill_database_use) */
    int plies;                            /* own moves at plies before this one */
    int drawn;                            /* and of drawn positions before this one */
    int threads;
    const atomic_bool *stop;
    /* Called after each layer; may be NULL. */
    void (*progress)(void *listener, int side, int ply, size_t positions);
    void *listener;
};

struct mill_placements_made {
    uint8_t *data; /* the caller frees it */
    size_t size;
    uint64_t positions, won;
};

/* False when a position is not in the databases, memory runs out or the work is stopped. */
bool mill_placements_make(const struct mill_placements_plan *plan,
                          struct mill_placements_made *made, struct error *error);

#endif
