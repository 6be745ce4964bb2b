/* The pattern tables and the evaluation over them (patterns.h explains features and indices; the
   idea of learned pattern tables is Buro's [buro97] [buro02]).

   Thirteen patterns in up to eight symmetric placements make 54 features. Each square knows what
   a disc of the side to move adds to the index of every feature it is part of, a power of three,
   and 0 elsewhere; these steps form one row of 64 numbers of 16 bits per square. Setting up a
   board adds rows, and a move adds one row for the new disc and twice the row of each flipped
   one, four vector additions per disc. With digits -1, 0 and 1 an index of ten squares stays
   within (3^10 - 1) / 2 = 29524 either way and fits 16 bits, and the opponent's view of a board
   is its negative.

   A pattern that a symmetry maps onto itself has pairs of indices that mean the same;
   othello_pattern_mirror finds the partner, so that training counts both as one weight.

   The 54 look-ups are scattered over half a megabyte per stage, and they, not the additions, are
   what an evaluation costs. */
#include "minds/othello/patterns.h"

#include "games/othello/symmetry.h"
#include <stdatomic.h>

#define S(file, row) (uint8_t)((file) - 'a' + 8 * ((row)-1))

/* Each pattern once; its images under the symmetries are found by othello_patterns_prepare. */
static const struct {
    uint8_t squares;
    uint8_t images;
    uint8_t list[OTHELLO_PATTERN_SQUARES];
} patterns[OTHELLO_PATTERNS] = {
    {8,
     4,
     {S('a', 2), S('b', 2), S('c', 2), S('d', 2), S('e', 2), S('f', 2), S('g', 2), S('h', 2)}},
    {8,
     4,
     {S('a', 3), S('b', 3), S('c', 3), S('d', 3), S('e', 3), S('f', 3), S('g', 3), S('h', 3)}},
    {8,
     4,
     {S('a', 4), S('b', 4), S('c', 4), S('d', 4), S('e', 4), S('f', 4), S('g', 4), S('h', 4)}},
    {8,
     2,
     {S('a', 1), S('b', 2), S('c', 3), S('d', 4), S('e', 5), S('f', 6), S('g', 7), S('h', 8)}},
    {7, 4, {S('b', 1), S('c', 2), S('d', 3), S('e', 4), S('f', 5), S('g', 6), S('h', 7)}},
    {6, 4, {S('c', 1), S('d', 2), S('e', 3), S('f', 4), S('g', 5), S('h', 6)}},
    {5, 4, {S('d', 1), S('e', 2), S('f', 3), S('g', 4), S('h', 5)}},
    {4, 4, {S('e', 1), S('f', 2), S('g', 3), S('h', 4)}},
    /* the edge with the squares diagonally next to its corners */
    {10,
     4,
     {S('b', 2), S('a', 1), S('b', 1), S('c', 1), S('d', 1), S('e', 1), S('f', 1), S('g', 1),
      S('h', 1), S('g', 2)}},
    /* the corner, three by three, and two by five */
    {9,
     4,
     {S('a', 1), S('b', 1), S('c', 1), S('a', 2), S('b', 2), S('c', 2), S('a', 3), S('b', 3),
      S('c', 3)}},
    {10,
     8,
     {S('a', 1), S('b', 1), S('c', 1), S('d', 1), S('e', 1), S('a', 2), S('b', 2), S('c', 2),
      S('d', 2), S('e', 2)}},
    /* both edges from a corner */
    {10,
     4,
     {S('e', 1), S('d', 1), S('c', 1), S('b', 1), S('a', 1), S('b', 2), S('a', 2), S('a', 3),
      S('a', 4), S('a', 5)}},
    /* the middle of an edge with its second row, and the two corners */
    {10,
     4,
     {S('a', 1), S('c', 1), S('d', 1), S('c', 2), S('d', 2), S('e', 2), S('f', 2), S('e', 1),
      S('f', 1), S('h', 1)}},
};

#define LENGTH8 6561
#define LENGTH10 59049
const int32_t othello_pattern_first[OTHELLO_PATTERNS + 1] = {
    0,
    LENGTH8,
    2 * LENGTH8,
    3 * LENGTH8,
    4 * LENGTH8,
    4 * LENGTH8 + 2187,
    4 * LENGTH8 + 2187 + 729,
    4 * LENGTH8 + 2187 + 729 + 243,
    4 * LENGTH8 + 3240,
    4 * LENGTH8 + 3240 + LENGTH10,
    4 * LENGTH8 + 3240 + LENGTH10 + 19683,
    4 * LENGTH8 + 3240 + 2 * LENGTH10 + 19683,
    4 * LENGTH8 + 3240 + 3 * LENGTH10 + 19683,
    OTHELLO_PATTERN_TOTAL,
};

#define C8(pattern) (pattern) * LENGTH8 + LENGTH8 / 2
#define C10(n) 4 * LENGTH8 + 3240 + (n)*LENGTH10 + LENGTH10 / 2
#define TIMES4(x) x, x, x, x
const int32_t othello_feature_centres[OTHELLO_FEATURES] = {
    TIMES4(C8(0)),
    TIMES4(C8(1)),
    TIMES4(C8(2)),
    C8(3),
    C8(3),
    TIMES4(4 * LENGTH8 + 2187 / 2),
    TIMES4(4 * LENGTH8 + 2187 + 729 / 2),
    TIMES4(4 * LENGTH8 + 2187 + 729 + 243 / 2),
    TIMES4(4 * LENGTH8 + 2187 + 729 + 243 + 81 / 2),
    TIMES4(C10(0)),
    TIMES4(4 * LENGTH8 + 3240 + LENGTH10 + 19683 / 2),
    TIMES4(C10(1) + 19683),
    TIMES4(C10(1) + 19683),
    TIMES4(C10(2) + 19683),
    TIMES4(C10(3) + 19683),
};

const uint8_t othello_feature_pattern[OTHELLO_FEATURES] = {
    TIMES4(0), TIMES4(1), TIMES4(2), 3,          3,          TIMES4(4),  TIMES4(5),  TIMES4(6),
    TIMES4(7), TIMES4(8), TIMES4(9), TIMES4(10), TIMES4(10), TIMES4(11), TIMES4(12),
};

_Alignas(32) int16_t othello_feature_steps[64][OTHELLO_FEATURES_ROOM];
/* mirror[pattern][place]: where the square at `place` goes in the symmetry that keeps the pattern;
   all places themselves where there is none. */
static uint8_t mirror[OTHELLO_PATTERNS][OTHELLO_PATTERN_SQUARES];

static int place_in(int pattern, int square)
{
    for (int i = 0; i < patterns[pattern].squares; i++)
        if (patterns[pattern].list[i] == square)
            return i;
    return -1;
}

static void mirror_find(int pattern, int symmetry)
{
    uint8_t found[OTHELLO_PATTERN_SQUARES];
    bool moves = false;
    for (int i = 0; i < patterns[pattern].squares; i++) {
        int place = place_in(pattern, othello_symmetry_square(patterns[pattern].list[i], symmetry));
        if (place < 0)
            return;
        found[i] = (uint8_t)place;
        moves |= place != i;
    }
    for (int i = 0; moves && i < patterns[pattern].squares; i++)
        mirror[pattern][i] = found[i];
}

/* Writes the steps of a pattern's images from feature number `first` on; returns their number. The
   images are those of its squares under the eight symmetries, each set of squares once. The i-th
   square of a pattern has the digit 3^i wherever a symmetry puts it, so equal shapes have equal
   indices in all placements and share their weights. */
static int images_write(int pattern, int first)
{
    uint64_t seen[OTHELLO_SYMMETRIES];
    int images = 0;
    for (int symmetry = 0; symmetry < OTHELLO_SYMMETRIES; symmetry++) {
        uint64_t set = 0;
        for (int i = 0; i < patterns[pattern].squares; i++)
            set |= bit(othello_symmetry_square(patterns[pattern].list[i], symmetry));
        bool known = false;
        for (int i = 0; i < images; i++)
            known |= seen[i] == set;
        if (known)
            continue;
        int16_t step = 1;
        for (int i = 0; i < patterns[pattern].squares; i++, step = (int16_t)(step * 3)) {
            int square = othello_symmetry_square(patterns[pattern].list[i], symmetry);
            othello_feature_steps[square][first + images] = step;
        }
        seen[images++] = set;
    }
    return images;
}

/* Once per process, by whichever thread comes first; others that come meanwhile wait the few
   microseconds that it takes. */
void othello_patterns_prepare(void)
{
    enum { NONE, BEING_MADE, READY };
    static atomic_int state;
    int expected = NONE;
    if (atomic_load(&state) == READY)
        return;
    if (!atomic_compare_exchange_strong(&state, &expected, BEING_MADE)) {
        while (atomic_load(&state) != READY) {
        }
        return;
    }
    int feature = 0;
    for (int pattern = 0; pattern < OTHELLO_PATTERNS; pattern++) {
        for (int i = 0; i < OTHELLO_PATTERN_SQUARES; i++)
            mirror[pattern][i] = (uint8_t)i;
        for (int symmetry = 1; symmetry < OTHELLO_SYMMETRIES; symmetry++)
            mirror_find(pattern, symmetry);
        feature += images_write(pattern, feature);
    }
    atomic_store(&state, READY);
}

int32_t othello_pattern_mirror(int32_t place)
{
    int pattern = 0;
    while (place >= othello_pattern_first[pattern + 1])
        pattern++;
    int32_t rest = place - othello_pattern_first[pattern], power[OTHELLO_PATTERN_SQUARES] = {1};
    for (int i = 1; i < OTHELLO_PATTERN_SQUARES; i++)
        power[i] = 3 * power[i - 1];
    int32_t mirrored = othello_pattern_first[pattern];
    for (int i = 0; i < patterns[pattern].squares; i++, rest /= 3)
        mirrored += rest % 3 * power[mirror[pattern][i]];
    return mirrored;
}

void othello_features_of(uint64_t mine, uint64_t theirs, struct othello_features *features)
{
    *features = (struct othello_features){{{{0}}}};
    while (mine) {
        const othello_vector *step = (const othello_vector *)othello_feature_steps[bits_pop(&mine)];
        for (int i = 0; i < OTHELLO_VECTORS; i++)
            features->part[i] += step[i];
    }
    while (theirs) {
        const othello_vector *step =
            (const othello_vector *)othello_feature_steps[bits_pop(&theirs)];
        for (int i = 0; i < OTHELLO_VECTORS; i++)
            features->part[i] -= step[i];
    }
}

int othello_evaluate(const struct othello_weights *weights, const struct othello_features *features,
                     int moves, int replies, int empties)
{
    int stage = othello_stage(empties);
    const int16_t *table = weights->pattern[stage];
    int most = OTHELLO_MOBILITIES - 1;
    int value = weights->empties[empties < 60 ? empties : 60] +
                weights->mobility[stage][0][moves < most ? moves : most] +
                weights->mobility[stage][1][replies < most ? replies : most];
/* Unrolled, a look-up is one instruction for the index and one for the weight. */
#if defined __GNUC__ && !defined __clang__
#pragma GCC unroll 54
#endif
    for (int i = 0; i < OTHELLO_FEATURES; i++)
        value += (table + othello_feature_centres[i])[features->index[i]];
    return value > OTHELLO_VALUE_MOST    ? OTHELLO_VALUE_MOST
           : value < -OTHELLO_VALUE_MOST ? -OTHELLO_VALUE_MOST
                                         : value;
}
