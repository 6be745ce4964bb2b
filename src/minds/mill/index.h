/* Numbers for mill positions: every position of a subspace up to symmetry has a slot of its own.

   A subspace is all positions with a given number of men on the board for the side to move and for
   the other side. One side's men, those of the larger side (the mover's where both have as many),
   are looked up as a class of the 16 symmetries; the symmetry that brings them to the class's
   representative is applied to the other side's men, which are then counted off among the points
   left over. So slot = class * width + rank, where width is the number of ways to place the other
   side, and all slots of one class lie together: a move of the smaller side stays within its class,
   a move of the larger side leads to one other class whatever the smaller side has.

   Where a representative is symmetric itself, several slots are the same position; the lowest is
   the one that counts and the others stay unused ("holes", about one in a hundred). Both orders of
   a pair, a men against b to move and b against a, share the numbering.

   The caller owns the memory; after mill_index_init everything is constant, so threads share it. */
#ifndef MINDS_MILL_INDEX_H
#define MINDS_MILL_INDEX_H

#include "games/mill/mill.h"
#include <stddef.h>

enum { MILL_INDEX_HALF = 12 }; /* a set is ranked in two halves of this many points */

/* All sets of a given number of points, up to symmetry. */
struct mill_classes {
    uint32_t count;
    uint32_t *set;        /* representatives */
    uint16_t *stabiliser; /* bit s: symmetry s leaves the representative as it is; bit 0 always */
    uint32_t *place;      /* by rank of a set: class * 16 + symmetry that leads to it */
};

struct mill_index {
    int variant, men, points; /* classes are there for 0..men */
    uint32_t choose[MILL_POINTS_MAX + 1][MILL_MEN_MAX + 1];
    uint16_t rank_low[1 << MILL_INDEX_HALF];
    uint32_t rank_high[MILL_MEN_MAX + 1][1 << MILL_INDEX_HALF]; /* by elements in the low half */
    uint32_t image[MILL_SYMMETRIES][3][256];
    struct mill_classes classes[MILL_MEN_MAX + 1];
};

/* Bytes that mill_index_init needs beyond the struct. */
size_t mill_index_bytes(int variant, int men);
void mill_index_init(struct mill_index *index, int variant, int men, void *memory);

/* Place of a set among those with as many elements, in ascending order of the words. */
static inline uint32_t mill_rank(const struct mill_index *index, uint32_t set)
{
    uint32_t low = set & ((1 << MILL_INDEX_HALF) - 1);
    return index->rank_low[low] + index->rank_high[bits_count(low)][set >> MILL_INDEX_HALF];
}

/* The next larger word with as many elements (Gosper), so that of the next rank; no element is
   followed by itself. */
static inline uint32_t mill_next_set(uint32_t set)
{
    uint32_t lowest = set & (~set + 1), ripple = set + lowest;
    return set ? ripple | (((set ^ ripple) / lowest) >> 2) : 0;
}

/* mill_transform by tables. */
static inline uint32_t mill_image(const struct mill_index *index, int symmetry, uint32_t set)
{
    const uint32_t(*image)[256] = index->image[symmetry];
    return image[0][set & 255] | image[1][set >> 8 & 255] | image[2][set >> 16];
}

/* Ways to place `other` men beside `men`. */
static inline uint32_t mill_width(const struct mill_index *index, int men, int other)
{
    return index->choose[index->points - men][other];
}

/* Among the images of `set` under the symmetries in `stabiliser`, the one that counts. */
static inline uint32_t mill_lowest_image(const struct mill_index *index, uint32_t stabiliser,
                                         uint32_t representative, uint32_t set)
{
    uint32_t mask = mill_points(index->variant) & ~representative;
    uint32_t lowest = bits_gather(set, mask);
    for (uint64_t left = stabiliser & ~UINT32_C(1); left;) {
        uint32_t image = bits_gather(mill_image(index, bits_pop(&left), set), mask);
        if (image < lowest)
            lowest = image;
    }
    return lowest;
}

/* The slot of the other side's men within a class, `other` being already in the representative's
   view. */
static inline uint32_t mill_class_rank(const struct mill_index *index, int men, uint32_t class,
                                       uint32_t other)
{
    const struct mill_classes *classes = &index->classes[men];
    uint32_t representative = classes->set[class], stabiliser = classes->stabiliser[class];
    uint32_t gathered = stabiliser == 1
                            ? bits_gather(other, mill_points(index->variant) & ~representative)
                            : mill_lowest_image(index, stabiliser, representative, other);
    return mill_rank(index, gathered);
}

/* The slot of a position in its subspace. */
static inline uint64_t mill_slot(const struct mill_index *index, uint32_t mover, uint32_t other)
{
    uint32_t large = mover, small = other;
    if (bits_count(mover) < bits_count(other))
        large = other, small = mover;
    int men = bits_count(large);
    uint32_t place = index->classes[men].place[mill_rank(index, large)];
    uint32_t rank =
        mill_class_rank(index, men, place >> 4, mill_image(index, (int)(place & 15), small));
    return (uint64_t)(place >> 4) * mill_width(index, men, bits_count(small)) + rank;
}

/* How many slots the subspace of `mover` men against `other` has, holes included. */
uint64_t mill_slots(const struct mill_index *index, int mover, int other);

/* The position of a slot. False for a hole. */
bool mill_unslot(const struct mill_index *index, int mover, int other, uint64_t slot,
                 uint32_t *mover_men, uint32_t *other_men);

/* The set of `count` elements with this rank. */
uint32_t mill_unrank(const struct mill_index *index, int count, uint32_t rank);

#endif
