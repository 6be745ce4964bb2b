/* The tables behind the numbering of mill positions (index.h has the scheme).

   A set of k points is ranked by the combinatorial number system [knuth11]: in ascending order
   of its points p1 < p2 < ... the rank is C(p1, 1) + C(p2, 2) + ... + C(pk, k). The sum splits
   into the points of the lower and the upper half of the board, so a rank is two look-ups; the
   upper table also depends on how many points lie in the lower half.

   Classes under the 16 symmetries are found by going through all sets in ascending order. The
   first of a class to appear becomes its representative, and all its images are entered at once
   with the symmetry that leads back. The number of classes is known beforehand from Burnside's
   lemma [burnside11] (the mean, over the symmetries, of the sets that one leaves as they are), so
   that the caller can hand in memory of the right size.

   Setting up the index of nine men goes through a few million sets once; after that nothing is
   searched. */
#include "minds/mill/index.h"

#include "base/memory.h"

static void choose_init(struct mill_index *index)
{
    for (int n = 0; n <= MILL_POINTS_MAX; n++)
        for (int k = 0; k <= MILL_MEN_MAX; k++)
            index->choose[n][k] = k == 0   ? 1
                                  : n == 0 ? 0
                                           : index->choose[n - 1][k - 1] + index->choose[n - 1][k];
}

/* The rank of a set in ascending order is the sum over its elements, the i-th (from 1) being the
   point p, of the ways to choose i points below p. */
static uint32_t rank_part(const struct mill_index *index, uint32_t set, int first, int before)
{
    uint32_t rank = 0;
    for (uint64_t left = set; left;) {
        int point = first + bits_pop(&left);
        if (++before <= MILL_MEN_MAX)
            rank += index->choose[point][before];
    }
    return rank;
}

static void rank_init(struct mill_index *index)
{
    for (uint32_t set = 0; set < 1 << MILL_INDEX_HALF; set++) {
        index->rank_low[set] = (uint16_t)rank_part(index, set, 0, 0);
        for (int before = 0; before <= MILL_MEN_MAX; before++)
            index->rank_high[before][set] = rank_part(index, set, MILL_INDEX_HALF, before);
    }
}

static void image_init(struct mill_index *index)
{
    for (int symmetry = 0; symmetry < MILL_SYMMETRIES; symmetry++)
        for (int ring = 0; ring < 3; ring++)
            for (uint32_t set = 0; set < 256; set++) {
                bool there = ring < mill_rings(index->variant);
                index->image[symmetry][ring][set] =
                    there ? mill_transform(set << 8 * ring, symmetry, index->variant) : 0;
            }
}

/* Sets in ascending order: the first one of a class to come up is its representative, and all its
   images learn their class at once. */
static void classes_init(struct mill_index *index, int men)
{
    struct mill_classes *classes = &index->classes[men];
    uint32_t sets = index->choose[index->points][men];
    memory_fill(classes->place, 0xff, sets * sizeof classes->place[0]);
    uint32_t set = (UINT32_C(1) << men) - 1;
    for (uint32_t rank = 0; rank < sets; rank++, set = rank < sets ? mill_next_set(set) : 0) {
        if (classes->place[rank] != UINT32_MAX)
            continue;
        uint32_t class = classes->count++, stabiliser = 0;
        for (int symmetry = 0; symmetry < MILL_SYMMETRIES; symmetry++) {
            /* the image under s goes back by the inverse of s: find it by trying */
            uint32_t image = mill_image(index, symmetry, set);
            stabiliser |= (uint32_t)(image == set) << symmetry;
            uint32_t *place = &classes->place[mill_rank(index, image)];
            for (int back = 0; *place == UINT32_MAX; back++)
                if (mill_image(index, back, image) == set)
                    *place = class << 4 | (uint32_t)back;
        }
        classes->set[class] = set;
        classes->stabiliser[class] = (uint16_t)stabiliser;
    }
}

/* Sets of `men` points that a symmetry leaves as they are: unions of its cycles. */
static uint32_t fixed_sets(int variant, int men, int symmetry)
{
    uint32_t ways[MILL_MEN_MAX + 1] = {1}, seen = 0;
    for (int point = 0; point < 8 * mill_rings(variant); point++) {
        int length = 0;
        for (int at = point; !(seen >> at & 1); length++) {
            seen |= UINT32_C(1) << at;
            at = mill_transform_point(at, symmetry, variant);
        }
        for (int n = men; length && n >= length; n--)
            ways[n] += ways[n - length];
    }
    return ways[men];
}

/* Burnside: as many classes as a symmetry leaves sets unchanged on average. */
static uint32_t class_count(int variant, int men)
{
    uint32_t sum = 0;
    for (int symmetry = 0; symmetry < MILL_SYMMETRIES; symmetry++)
        sum += fixed_sets(variant, men, symmetry);
    return sum / MILL_SYMMETRIES;
}

enum { class_bytes = 2 * sizeof(uint32_t) }; /* the stabiliser's two are rounded up */

size_t mill_index_bytes(int variant, int men)
{
    size_t bytes = 0;
    for (int n = 0; n <= men; n++)
        bytes += (size_t)fixed_sets(variant, n, 0) * sizeof(uint32_t) +
                 class_count(variant, n) * class_bytes;
    return bytes;
}

void mill_index_init(struct mill_index *index, int variant, int men, void *memory)
{
    memory_clear(index, sizeof *index);
    index->variant = variant;
    index->men = men;
    index->points = 8 * mill_rings(variant);
    choose_init(index);
    rank_init(index);
    image_init(index);
    uint8_t *free = memory;
    for (int n = 0; n <= men; n++) {
        struct mill_classes *classes = &index->classes[n];
        uint32_t sets = index->choose[index->points][n];
        uint32_t count = class_count(variant, n);
        classes->place = (uint32_t *)free;
        free += (size_t)sets * 4;
        classes->set = (uint32_t *)free;
        free += (size_t)count * 4;
        classes->stabiliser = (uint16_t *)free;
        free += (size_t)count * 4;
        classes_init(index, n);
    }
}

uint64_t mill_slots(const struct mill_index *index, int mover, int other)
{
    int large = mover > other ? mover : other, small = mover + other - large;
    return (uint64_t)index->classes[large].count * mill_width(index, large, small);
}

/* The inverse of the rank, greedily from the largest element: the k-th point is the highest p with
   C(p, k) <= rank, and C(p, k) is taken off. */
uint32_t mill_unrank(const struct mill_index *index, int count, uint32_t rank)
{
    uint32_t set = 0;
    for (int k = count, point = index->points; k > 0; k--) {
        do
            point--;
        while (index->choose[point][k] > rank);
        rank -= index->choose[point][k];
        set |= UINT32_C(1) << point;
    }
    return set;
}

bool mill_unslot(const struct mill_index *index, int mover, int other, uint64_t slot,
                 uint32_t *mover_men, uint32_t *other_men)
{
    int large = mover > other ? mover : other, small = mover + other - large;
    uint32_t width = mill_width(index, large, small);
    uint32_t class = (uint32_t)(slot / width), rank = (uint32_t)(slot % width);
    const struct mill_classes *classes = &index->classes[large];
    uint32_t men = classes->set[class], gathered = mill_unrank(index, small, rank);
    uint32_t others = bits_scatter(gathered, mill_points(index->variant) & ~men);
    *mover_men = mover < other ? others : men;
    *other_men = mover < other ? men : others;
    return classes->stabiliser[class] == 1 ||
           mill_lowest_image(index, classes->stabiliser[class], men, others) == gathered;
}
