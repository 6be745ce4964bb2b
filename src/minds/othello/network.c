/* Evaluating the network (network.h has its shape and bounds).

   The rows lie scattered over four and a half megabytes, 56 of them per position, and they are what
   an evaluation costs, about as much as the patterns' own look-ups; the layers behind them are two
   hundred multiplications. Rows are not kept up to date along the search as the indices are: a move
   changes nearly half of the indices, and most positions are never evaluated.

   A weight for each sign instead of one lets an output depend on the amount of a sum, and costs a
   look-up and no multiplication.

   The idea of adding up a learned vector for each pattern and of a small network behind the sum is
   that of NNUE [nasu18]; rows for whole patterns instead of single stones are Rapfi's, which plays
   gomoku [jin25]. */
#include "minds/othello/network.h"

#include "base/memory.h"

typedef int8_t network_row __attribute__((vector_size(OTHELLO_NETWORK_WIDTH)));
typedef int16_t network_sums __attribute__((vector_size(2 * OTHELLO_NETWORK_WIDTH)));
typedef int16_t network_weights __attribute__((vector_size(2 * OTHELLO_NETWORK_INNER)));
typedef int32_t network_outputs __attribute__((vector_size(4 * OTHELLO_NETWORK_INNER)));

static inline int within(int number, int least, int most)
{
    return number < least ? least : number > most ? most : number;
}

static inline int moves_row(int side, int moves)
{
    return OTHELLO_PATTERN_TOTAL + side * OTHELLO_MOBILITIES +
           (moves < OTHELLO_MOBILITIES ? moves : OTHELLO_MOBILITIES - 1);
}

void othello_network_inputs(const struct othello_features *features, int moves, int replies,
                            uint32_t inputs[OTHELLO_NETWORK_INPUTS])
{
    for (int i = 0; i < OTHELLO_FEATURES; i++)
        inputs[i] = (uint32_t)(othello_feature_centres[i] + features->index[i]);
    inputs[OTHELLO_FEATURES] = (uint32_t)moves_row(0, moves);
    inputs[OTHELLO_FEATURES + 1] = (uint32_t)moves_row(1, replies);
}

/* Vectors are handed on by address: in registers they would be another call for every processor. */
static inline void add_row(network_sums *sums, const struct othello_network *network, int row)
{
    network_row numbers;
    memory_copy(&numbers, network->row[row], sizeof numbers);
    *sums += __builtin_convertvector(numbers, network_sums);
}

static inline void add_weights(network_outputs *outputs, int32_t amount, const int16_t *weights)
{
    network_weights numbers;
    memory_copy(&numbers, weights, sizeof numbers);
    *outputs += amount * __builtin_convertvector(numbers, network_outputs);
}

static inline void add_rows(network_sums *sums, const struct othello_network *network,
                            const struct othello_features *features, int moves, int replies)
{
    add_row(sums, network, moves_row(0, moves));
    add_row(sums, network, moves_row(1, replies));
/* Unrolled as in othello_evaluate. */
#if defined __GNUC__ && !defined __clang__
#pragma GCC unroll 54
#endif
    for (int i = 0; i < OTHELLO_FEATURES; i++)
        add_row(sums, network, othello_feature_centres[i] + features->index[i]);
}

int othello_network_evaluate(const struct othello_network *network,
                             const struct othello_features *features, int moves, int replies,
                             int empties)
{
    const struct othello_network_stage *stage = &network->stage[othello_stage(empties)];
    network_sums sums;
    memory_copy(&sums, stage->start, sizeof sums);
    add_rows(&sums, network, features, moves, replies);
    network_sums below = sums < 0, amounts = (sums ^ below) - below;
    network_sums large = amounts > OTHELLO_NETWORK_SUM_MOST;
    amounts = (amounts & ~large) | (large & OTHELLO_NETWORK_SUM_MOST);
    network_outputs outputs;
    memory_copy(&outputs, stage->inner_bias, sizeof outputs);
    for (int i = 0; i < OTHELLO_NETWORK_WIDTH; i++)
        add_weights(&outputs, amounts[i], stage->inner[i][below[i] & 1]);
    int value = stage->outer_bias;
    for (int i = 0; i < OTHELLO_NETWORK_INNER; i++)
        value += within(outputs[i] / OTHELLO_NETWORK_WEIGHT, 0, OTHELLO_NETWORK_INNER_MOST) *
                 stage->outer[i];
    return within(value / (OTHELLO_NETWORK_ONE * OTHELLO_NETWORK_WEIGHT / OTHELLO_DISC),
                  -OTHELLO_NETWORK_MOST, OTHELLO_NETWORK_MOST);
}
