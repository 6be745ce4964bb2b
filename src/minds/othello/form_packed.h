/* Networks over the triangles with four filters, for processors with vectors of sixteen numbers:
   half of the numbers to look up, and two positions in one vector. form_judge.h alone includes
   this; the results are those of its own functions, to the bit.

   The four triangles of the board's upper half know nothing of the lower four rows, and the other
   way round. So half of each entry of a table of rows is zero, and what is left of four filters'
   entries, four numbers each, is packed into one vector (form_prepare.c). The first layer has a
   vector for the upper triangles and one for the lower, with the filters side by side. */
#ifndef MINDS_OTHELLO_FORM_PACKED_H
#define MINDS_OTHELLO_FORM_PACKED_H

#include "minds/othello/form_tables.h"

#if defined(__AVX512F__)

static FORM_INLINE packed_row packed_discs(const struct net *net, int first, uint64_t set)
{
    const packed_row *rows = (const packed_row *)net->rows + first * 256;
    set >>= 8 * first;
    packed_row sum = rows[set & 0xff];
    for (int row = 1; row < 4; row++)
        sum += rows[row * 256 + (int)(set >> 8 * row & 0xff)];
    return sum;
}

static FORM_INLINE packed_row packed_bias(const struct net *net)
{
    maths_eight front =
        __builtin_shufflevector(net->bias[0], net->bias[1], 0, 1, 2, 3, 8, 9, 10, 11);
    maths_eight back =
        __builtin_shufflevector(net->bias[2], net->bias[3], 0, 1, 2, 3, 8, 9, 10, 11);
    return __builtin_shufflevector(front, back, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                                   15);
}

/* Upper triangles, then lower ones. */
static FORM_INLINE void packed_base(const struct net *net, uint64_t own, uint64_t other,
                                    maths_eight *base)
{
    packed_row *sums = (packed_row *)base, bias = packed_bias(net);
    for (int half = 0; half < 2; half++)
        sums[half] = bias + packed_discs(net, 4 * half, own) - packed_discs(net, 4 * half, other);
}

static FORM_INLINE void packed_move(const struct net *net, const maths_eight *base, float sign,
                                    uint64_t flips, int square, maths_eight *moved)
{
    const packed_row *rows = (const packed_row *)net->rows, *before = (const packed_row *)base;
    packed_row *after = (packed_row *)moved;
    for (int half = 0; half < 2; half++) {
        packed_row turned = packed_discs(net, 4 * half, flips);
        /* The first entry of all is of no discs. */
        int disc = square / 32 == half ? square / 8 * 256 + (1 << square % 8) : 0;
        after[half] = before[half] + sign * (rows[disc] + turned + turned);
    }
}

/* A vector twice. */
static FORM_INLINE maths_sixteen packed_twice(maths_eight x)
{
    return __builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
}

/* Filter g of two positions, each twice. */
#define PACKED_FILTER(a, b, g)                                                                     \
    __builtin_shufflevector((a), (b), 4 * (g), 4 * (g) + 1, 4 * (g) + 2, 4 * (g) + 3, 4 * (g),     \
                            4 * (g) + 1, 4 * (g) + 2, 4 * (g) + 3, 16 + 4 * (g), 17 + 4 * (g),     \
                            18 + 4 * (g), 19 + 4 * (g), 16 + 4 * (g), 17 + 4 * (g), 18 + 4 * (g),  \
                            19 + 4 * (g))
/* Element i of each quarter in all places of its quarter. */
#define PACKED_SPREAD(x, i)                                                                        \
    __builtin_shufflevector((x), (x), i, i, i, i, 4 + i, 4 + i, 4 + i, 4 + i, 8 + i, 8 + i, 8 + i, \
                            8 + i, 12 + i, 12 + i, 12 + i, 12 + i)
#define PACKED_FOUR(next, x, second)                                                               \
    (next) += PACKED_SPREAD(x, 0) * packed_twice((second)[0]);                                     \
    (next) += PACKED_SPREAD(x, 1) * packed_twice((second)[1]);                                     \
    (next) += PACKED_SPREAD(x, 2) * packed_twice((second)[2]);                                     \
    (next) += PACKED_SPREAD(x, 3) * packed_twice((second)[3])
#define PACKED_GROUP(g)                                                                            \
    for (int k = 0; k < pairs; k++) {                                                              \
        maths_sixteen four = PACKED_FILTER(upper[2 * k], upper[2 * k + 1], g);                     \
        PACKED_FOUR(next[k], four, &net->second[8 * (g)]);                                         \
        four = PACKED_FILTER(lower[2 * k], lower[2 * k + 1], g);                                   \
        PACKED_FOUR(next[k], four, &net->second[8 * (g) + 4]);                                     \
    }

/* The positions are ABREAST or one, which is then worked out twice. */
static FORM_INLINE void packed_finish(const struct net *net, int count,
                                      maths_eight sums[][GROUPS_MAX], float *values)
{
    int pairs = (count + 1) / 2;
    maths_sixteen upper[ABREAST], lower[ABREAST], next[ABREAST / 2];
    for (int k = 0; k < 2 * pairs; k++) {
        const packed_row *from = (const packed_row *)sums[k < count ? k : 0];
        upper[k] = from[0];
        lower[k] = from[1];
        if (!net->plain) {
            upper[k] = maths_sixteen_sigmoid(upper[k]);
            lower[k] = maths_sixteen_sigmoid(lower[k]);
        }
    }
    for (int k = 0; k < pairs; k++)
        next[k] = packed_twice(net->second_bias);
    PACKED_GROUP(0)
    PACKED_GROUP(1)
    PACKED_GROUP(2)
    PACKED_GROUP(3)
    for (int k = 0; k < pairs; k++) {
        maths_sixteen worth = maths_sixteen_sigmoid(next[k]) * packed_twice(net->third);
        maths_eight one = __builtin_shufflevector(worth, worth, 0, 1, 2, 3, 4, 5, 6, 7);
        maths_eight two = __builtin_shufflevector(worth, worth, 8, 9, 10, 11, 12, 13, 14, 15);
        values[2 * k] = maths_eight_sum(one) + net->third_bias;
        if (2 * k + 1 < count)
            values[2 * k + 1] = maths_eight_sum(two) + net->third_bias;
    }
}

#else
#define packed_base(net, own, other, base) ((void)0)
#define packed_move(net, base, sign, flips, square, moved) ((void)0)
#define packed_finish(net, count, sums, values) ((void)0)
#endif

#endif
