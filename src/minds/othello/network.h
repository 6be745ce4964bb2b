/* A small network beside the patterns: what a sum of weights cannot say about a board.

   Each index of each pattern has a row of OTHELLO_NETWORK_WIDTH numbers of eight bits, the same in
   all stages of the game; so has each number of moves of either side. The rows of a position's
   features are added up. Each of the sums enters the next layer by its amount, with one set of
   weights where it is above zero and another where it is below; this layer has
   OTHELLO_NETWORK_INNER outputs, of which those above zero are weighted and added. Both layers are
   the stage's own. The result is what the patterns' value lacks, seen by the side to move, and
   never more than OTHELLO_NETWORK_MOST either way, so that a search can leave the network out where
   that much would change nothing.

   Units: sums and the inner layer's outputs count in 1 / OTHELLO_NETWORK_ONE, weights in
   1 / OTHELLO_NETWORK_WEIGHT, biases of the layers in the product of the two, where the outer
   layer's one is a disc. Bounds keep every intermediate number in its type whatever the bytes of a
   file are: a sum is within 56 * 128 + OTHELLO_NETWORK_START_MOST = 23,552, the inner layer within
   16 * 1023 * 32768 + OTHELLO_NETWORK_BIAS_MOST and the outer within
   8 * 4095 * 32768 + OTHELLO_NETWORK_BIAS_MOST, both below 2^31.

   Mirror images of a pattern have equal rows (othello_pattern_mirror), so symmetric boards have
   equal values. A network is part of a model file (minds/othello/model.h) and optional; the page's
   engine does without (network_absent.c, model_network_absent.c). */
#ifndef MINDS_OTHELLO_NETWORK_H
#define MINDS_OTHELLO_NETWORK_H

#include "base/error.h"
#include "minds/othello/patterns.h"
#include <stddef.h>

enum {
    OTHELLO_NETWORK_WIDTH = 16,
    OTHELLO_NETWORK_INNER = 8,
    OTHELLO_NETWORK_ROWS = OTHELLO_PATTERN_TOTAL + 2 * OTHELLO_MOBILITIES,
    OTHELLO_NETWORK_INPUTS = OTHELLO_FEATURES + 2, /* rows that are added up */
    OTHELLO_NETWORK_ONE = 64,
    OTHELLO_NETWORK_WEIGHT = 256,
    OTHELLO_NETWORK_SUM_MOST = 1023,   /* of a sum, as the inner layer sees it */
    OTHELLO_NETWORK_INNER_MOST = 4095, /* of an output of the inner layer, for the outer */
    OTHELLO_NETWORK_START_MOST = 1 << 14,
    OTHELLO_NETWORK_BIAS_MOST = 1 << 30,
    OTHELLO_NETWORK_MOST = 3 * OTHELLO_DISC, /* of the result */
};

struct othello_network_stage {
    int16_t inner[OTHELLO_NETWORK_WIDTH][2][OTHELLO_NETWORK_INNER]; /* above zero, below */
    int16_t start[OTHELLO_NETWORK_WIDTH];      /* of the sums; within OTHELLO_NETWORK_START_MOST */
    int32_t inner_bias[OTHELLO_NETWORK_INNER]; /* biases: within OTHELLO_NETWORK_BIAS_MOST */
    int16_t outer[OTHELLO_NETWORK_INNER];
    int32_t outer_bias;
};

struct othello_network {
    /* The patterns' places (othello_feature_centres), my moves, theirs. */
    _Alignas(64) int8_t row[OTHELLO_NETWORK_ROWS][OTHELLO_NETWORK_WIDTH];
    struct othello_network_stage stage[OTHELLO_STAGES];
};

/* The row that this one equals as its mirror image and that comes before it; else itself. */
static inline int32_t othello_network_original(int32_t row)
{
    return row < OTHELLO_PATTERN_TOTAL ? othello_pattern_original(row) : row;
}

/* The rows of a position, as numbers of struct othello_network's row. */
void othello_network_inputs(const struct othello_features *features, int moves, int replies,
                            uint32_t inputs[OTHELLO_NETWORK_INPUTS]);

/* What the network adds to othello_evaluate's value, in the same units. */
int othello_network_evaluate(const struct othello_network *network,
                             const struct othello_features *features, int moves, int replies,
                             int empties);

/* Bytes of memory that a network needs; 0 where there are none. */
size_t othello_network_room(void);

/* A network's part of a model file; model_network.c describes it. Any bytes may be read. */
bool othello_network_read(const void *bytes, size_t length, struct othello_network *network,
                          struct error *error);
/* Returns the length, which exceeds `room` when that is too small. Mirror images must be equal. */
size_t othello_network_write(const struct othello_network *network, void *bytes, size_t room);

#endif
