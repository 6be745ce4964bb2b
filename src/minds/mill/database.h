/* What is known for certain about mill positions: one view of all solved subspaces, wherever they
   are stored.

   A database is an index and a call that reads a slot; the program's own small set
   (minds/mill/small.h) and a folder of files (lab/mill/shelf.h) are both one. Values hold for the
   game without draws by repetition or by count: a won position is won against any defence, but a
   long win may be cut short by those rules. Players get larger ones than their own with a task
   (struct mill_databases), or all share those that mill_database_use names before they think. */
#ifndef MINDS_MILL_DATABASE_H
#define MINDS_MILL_DATABASE_H

#include "minds/mill/index.h"

struct mill_fact {
    int outcome; /* 1 win, 0 draw, -1 loss of the side to move */
    int plies;   /* to the end; -1 where not known, and for draws */
};

/* Which positions: the men on the board and in hand of the side to move and of the other side. */
struct mill_subspace {
    uint8_t mover, other, mover_hand, other_hand;
};

/* Where a move leads, `placed` from the hand or moved on the board, with or without a capture. */
static inline struct mill_subspace mill_subspace_after(struct mill_subspace from, bool placed,
                                                       bool takes)
{
    return (struct mill_subspace){
        .mover = (uint8_t)(from.other - takes),
        .other = (uint8_t)(from.mover + placed),
        .mover_hand = from.other_hand,
        .other_hand = (uint8_t)(from.mover_hand - placed),
    };
}

struct mill_database {
    const struct mill_index *index;
    struct mill_rules rules; /* `draws` is ignored */
    /* False when the subspace is not there or cannot be read. */
    bool (*read)(const void *source, struct mill_subspace subspace, uint64_t slot,
                 struct mill_fact *fact);
    const void *source;
};

/* The value of a position, finished games included. False when it is not known. */
bool mill_database_probe(const struct mill_database *database, const struct mill *board,
                         struct mill_rules rules, struct mill_fact *fact);

/* The value that follows from those of the successors; false when one is missing that matters. */
bool mill_database_derive(const struct mill_database *database, const struct mill *board,
                          struct mill_rules rules, struct mill_fact *fact);

/* One for each variant, where there is one: what `databases` of a task is. */
struct mill_databases {
    const struct mill_database *of[MILL_VARIANTS];
};
/* The one for these rules; NULL for none. */
const struct mill_database *mill_databases_find(const struct mill_databases *databases,
                                                struct mill_rules rules);

/* What all players share from now on for the variant of its rules; NULL: nothing, for any. Not to
   be called while one of them thinks. */
void mill_database_use(const struct mill_database *database);
/* What they share for these rules; NULL for none. */
const struct mill_database *mill_database_used(struct mill_rules rules);

#endif
