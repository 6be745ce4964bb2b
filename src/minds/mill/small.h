/* The databases that the program carries with it: outcome and distance of every moving position
   with at most five men per side, under the standard rules of nine men.

   Almost all of these positions are draws (of the four-against-four ones all but 188), so only the
   others are listed: for each subspace their slots in ascending order as steps from one to the
   next, in groups of SMALL_GROUP that are found by binary search and read from their start. A
   look-up needs no memory but the index and takes well under a microsecond.

   The bytes, little-endian: "pms1", number of subspaces; for each four words (mover | other << 8,
   entries, offset of its group index, offset of its steps) and 16 bytes of frequent distances; a
   group index has for each group its first slot and the offset of its first step. A group begins
   with the distance of its first slot; then each step is a byte (step - 1) | number of a frequent
   distance << 3 with step 1..8, or 128 and above: the step is (byte & 127) | next byte << 7 | next
   << 14 | next << 21 and a byte of distance follows. */
#ifndef MINDS_MILL_SMALL_H
#define MINDS_MILL_SMALL_H

#include "minds/mill/database.h"

enum {
    SMALL_MEN = 5,
    SMALL_GROUP = 128,
    SMALL_HEAD = 8,
    SMALL_ENTRY = 32, /* bytes that describe one subspace */
    SMALL_FREQUENT = 16,
    SMALL_SUBSPACES = 9,
};

/* One value in the bytes at `data`. False when they do not hold the subspace. */
bool mill_small_read(const uint8_t *data, size_t bytes, struct mill_subspace subspace,
                     uint64_t slot, struct mill_fact *fact);

/* From now on the program's own databases are these bytes, which stay in use: for the page, which
   fetches what the program carries. Nobody may be searching meanwhile. */
bool mill_small_use(const void *bytes, size_t length, struct error *error);

/* The program's own; made ready by the first call, from whichever thread. */
const struct mill_database *mill_small_database(void);

#endif
