/* Othello's learned evaluation: the discs on some small groups of squares, looked up in tables.

   A pattern is a list of squares: a row, a diagonal, a corner, an edge with its neighbours. Every
   image of it under the board's symmetries is a feature; images of one pattern share their weights.
   A feature's index is a number in base three with digits -1, 0 and 1 (theirs, empty, mine), so
   that changing sides is a change of sign, and a move adds a constant for each disc it touches: the
   indices are kept up to date along the search. The value is the sum of the weights, in the units
   of OTHELLO_DISC, for the stage of the game the position is in, and terms for the number of moves
   each side has and for the number of empty squares. A model may have a network besides, which
   othello_evaluate leaves out.

   Weights come from a model (minds/othello/model.h). Before anything else call
   othello_patterns_prepare; any number of threads may. */
#ifndef MINDS_OTHELLO_PATTERNS_H
#define MINDS_OTHELLO_PATTERNS_H

#include "base/bits.h"
#include "minds/othello/spread.h"
#include <stdbool.h>
#include <stdint.h>

enum {
    OTHELLO_PATTERNS = 13,
    OTHELLO_PATTERN_SQUARES = 10, /* at most */
    OTHELLO_FEATURES = 54,
    OTHELLO_FEATURES_ROOM = 64,     /* whole vectors */
    OTHELLO_PATTERN_TOTAL = 285363, /* indices of all patterns together */
    OTHELLO_STAGE_EMPTIES = 2,      /* of a stage of the game */
    OTHELLO_STAGES = 60 / OTHELLO_STAGE_EMPTIES,
    OTHELLO_MOBILITIES = 32, /* 31 moves and more count as one case */
    OTHELLO_DISC = 128,      /* weights to a disc */
    OTHELLO_VALUE_MOST = 64 * OTHELLO_DISC,
};

typedef int16_t othello_vector __attribute__((vector_size(32)));
enum { OTHELLO_VECTORS = OTHELLO_FEATURES_ROOM / 16 };

/* The index of every feature for the side to move. */
struct othello_features {
    union {
        othello_vector part[OTHELLO_VECTORS];
        int16_t index[OTHELLO_FEATURES_ROOM];
    };
};

struct othello_network;

struct othello_weights {
    int16_t pattern[OTHELLO_STAGES][OTHELLO_PATTERN_TOTAL];
    int16_t mobility[OTHELLO_STAGES][2][OTHELLO_MOBILITIES]; /* mine, theirs */
    int16_t empties[61];
    struct othello_spread spread;          /* all zero: not measured */
    const struct othello_network *network; /* minds/othello/network.h; NULL: the patterns alone */
};

void othello_patterns_prepare(void);

/* The tables below are filled by it. */
extern int16_t othello_feature_steps[64][OTHELLO_FEATURES_ROOM];
/* Where index 0 of each feature's pattern lies within struct othello_weights' pattern. */
extern const int32_t othello_feature_centres[OTHELLO_FEATURES];

/* The pattern of each feature; the first index of each pattern and the end of the last; the
   number of squares of each pattern. */
extern const uint8_t othello_feature_pattern[OTHELLO_FEATURES];
extern const int32_t othello_pattern_first[OTHELLO_PATTERNS + 1];

/* The place of the weight that mirrors weight `place` of pattern[stage]: a pattern that is its own
   image under a symmetry has the same weight for both. Returns `place` where there is none. */
int32_t othello_pattern_mirror(int32_t place);

/* The one of the two that comes first: it stands for both. */
static inline int32_t othello_pattern_original(int32_t place)
{
    int32_t mirror = othello_pattern_mirror(place);
    return mirror < place ? mirror : place;
}

void othello_features_of(uint64_t mine, uint64_t theirs, struct othello_features *features);

/* After a move, as the other side sees it. */
static inline void othello_features_played(const struct othello_features *from,
                                           struct othello_features *to, int square, uint64_t flips)
{
    const othello_vector *step = (const othello_vector *)othello_feature_steps[square];
    othello_vector sum[OTHELLO_VECTORS], turned[OTHELLO_VECTORS] = {{0}};
    for (int i = 0; i < OTHELLO_VECTORS; i++)
        sum[i] = -(from->part[i] + step[i]);
    while (flips) {
        step = (const othello_vector *)othello_feature_steps[bits_pop(&flips)];
        for (int i = 0; i < OTHELLO_VECTORS; i++)
            turned[i] += step[i];
    }
    for (int i = 0; i < OTHELLO_VECTORS; i++)
        to->part[i] = sum[i] - turned[i] - turned[i];
}

static inline void othello_features_passed(const struct othello_features *from,
                                           struct othello_features *to)
{
    for (int i = 0; i < OTHELLO_VECTORS; i++)
        to->part[i] = -from->part[i];
}

static inline int othello_stage(int empties)
{
    int stage = (empties - 1) / OTHELLO_STAGE_EMPTIES;
    return stage < 0 ? 0 : stage < OTHELLO_STAGES ? stage : OTHELLO_STAGES - 1;
}

/* In weights' units, within +-OTHELLO_VALUE_MOST. The numbers are those of the moves of the side to
   move and of the other, and of empty squares. */
int othello_evaluate(const struct othello_weights *weights, const struct othello_features *features,
                     int moves, int replies, int empties);

#endif
