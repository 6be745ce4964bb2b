/* A book of sound placements: for every position that the opponent can bring about in the first
   plies while we keep to the book, a move that gives nothing away; and for some plies more, as long
   as the opponent gives nothing away either.

   It is made from the complete databases (lab/mill/placements_make.h), for both sides, symmetric
   positions as one. For each subspace its slots stand in ascending order as steps from one to the
   next, in groups of PLACEMENTS_GROUP that are found by binary search and read bit by bit from
   their start; so a position that is not in the book is never taken for one that is.

   The bytes, little-endian: "pmp1"; variant, capture=skip, flying, plies, men of the index, three
   zeros; number of sections (4 bytes); for each section the subspace (4 bytes), entries, offset of
   its group index, offset of its groups (4 bytes each), digits of a step, bits of a move, two
   zeros. A group index has for each group its first slot and the offset of its bits. A group's
   entries are, from the lowest bit of each byte up: the step less one (as many ones as its part
   above the digits says, a zero, the digits; none for the first entry), whether the position is
   won (else drawn), and the number of the move among the legal moves of the slot's position. */
#ifndef MINDS_MILL_PLACEMENTS_H
#define MINDS_MILL_PLACEMENTS_H

#include "minds/mill/database.h"
#include "minds/mind.h"

enum {
    PLACEMENTS_GROUP = 64,
    PLACEMENTS_HEAD = 16,
    PLACEMENTS_SECTION = 20,
    PLACEMENTS_MEN = 8, /* most men of one side on the board */
    PLACEMENTS_DIGITS = 24,
};

/* Whether these bytes are such a book, as far as its parts lie within them; its plies and
   positions, either may be NULL. */
bool mill_placements_sizes(const struct mind_book *book, int *plies, size_t *positions);

/* The book's move, and what the position is worth. False when it is not in the book. */
bool mill_placements_find(const struct mind_book *book, const struct mill *board,
                          struct mill_rules rules, uint32_t *move, int *outcome);

/* How the positions of the book are numbered, for these rules; NULL when others are in use. */
const struct mill_index *mill_placements_index(struct mill_rules rules);

#endif
