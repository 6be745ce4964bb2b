/* Judging a board by a prepared vector of weights: the inner loops of form.c, which alone includes
   this. The method is described there; what each form means stands in form.h. */
#ifndef MINDS_OTHELLO_FORM_JUDGE_H
#define MINDS_OTHELLO_FORM_JUDGE_H

#include "minds/othello/form_packed.h"

/* The squares of each class: those that a turn or a mirror of the board maps onto each other, so
   that one weight serves them all. The corners come first. */
static const uint64_t class_squares[OTHELLO_CLASSES] = {
    UINT64_C(0x8100000000000081), UINT64_C(0x0042000000004200), UINT64_C(0x0000240000240000),
    UINT64_C(0x0000001818000000), UINT64_C(0x4281000000008142), UINT64_C(0x2400810000810024),
    UINT64_C(0x1800008181000018), UINT64_C(0x0024420000422400), UINT64_C(0x0018004242001800),
    UINT64_C(0x0000182424180000),
};

/* -------- the linear inputs -------- */

static const uint64_t not_left = UINT64_C(0xfefefefefefefefe);
static const uint64_t not_right = UINT64_C(0x7f7f7f7f7f7f7f7f);

/* The sum over `discs` of the empty squares next to each: for each of the eight directions the
   empty squares are shifted onto their neighbours, with the edge masked off where a shift would
   wrap round, and counted where they meet a disc. */
static inline int freedom(uint64_t discs, uint64_t empty)
{
    uint64_t right = empty >> 1 & not_right, left = empty << 1 & not_left;
    return bits_count(discs & right) + bits_count(discs & left) + bits_count(discs & empty << 8) +
           bits_count(discs & empty >> 8) + bits_count(discs & right << 8) +
           bits_count(discs & right >> 8) + bits_count(discs & left << 8) +
           bits_count(discs & left >> 8);
}

/* Discs of a run from an end of an edge, the corners themselves left out. */
static inline int run_length(unsigned edge)
{
    if (edge == 0xff)
        return 6;
    return (edge & 1 ? __builtin_ctz(~edge) - 1 : 0) +
           (edge & 0x80 ? __builtin_clz(~(edge << 24)) - 1 : 0);
}

/* A file (bits 0, 8, 16 ...) as a byte: the multiplication adds up copies shifted by 7, 14, 21 ...,
   which bring the eight bits side by side into the top byte without carries. */
static inline unsigned file_byte(uint64_t file)
{
    return (unsigned)((file & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56);
}

/* Corners, and discs in an unbroken run from a corner of the same colour along an edge: nothing can
   ever flip these. Stable discs inside the board are not looked for. */
static inline int stable_on_edges(uint64_t discs)
{
    if (!(discs & class_squares[0])) /* most often */
        return 0;
    return bits_count(discs & class_squares[0]) + run_length((unsigned)discs & 0xff) +
           run_length((unsigned)(discs >> 56)) + run_length(file_byte(discs)) +
           run_length(file_byte(discs >> 7));
}

/* The squares next to occupied corners, three for each. */
static inline uint64_t beside_corners(uint64_t occupied)
{
    return (occupied & 1) * UINT64_C(0x0302) | (occupied >> 7 & 1) * UINT64_C(0xc040) |
           (occupied >> 56 & 1) * UINT64_C(0x0203000000000000) |
           (occupied >> 63) * UINT64_C(0x40c0000000000000);
}

/* Weights of squares times discs, by rows. Even and odd rows have a sum each, so that eight
   additions wait for each other instead of sixteen; the result is the same on every machine, since
   the order is fixed. */
static inline float discs_worth(const struct counter *counter, uint64_t own, uint64_t other)
{
    float even = 0, odd = 0;
    for (int row = 0; row < 8; row += 2) {
        even += counter->rows[row][own >> 8 * row & 0xff];
        odd += counter->rows[row + 1][own >> 8 * (row + 1) & 0xff];
        even -= counter->rows[row][other >> 8 * row & 0xff];
        odd -= counter->rows[row + 1][other >> 8 * (row + 1) & 0xff];
    }
    return even + odd;
}

static inline float value_linear(const struct counter *counter, uint64_t own, uint64_t other)
{
    uint64_t occupied = own | other, count = ~beside_corners(occupied);
    return discs_worth(counter, own & count, other & count) +
           counter->freedom * (float)(freedom(own, ~occupied) - freedom(other, ~occupied)) +
           counter->stable * (float)(stable_on_edges(own) - stable_on_edges(other));
}

/* -------- networks -------- */

/* What all discs of a set add to one group of the first layer. */
static FORM_INLINE maths_eight discs_sum(const struct net *net, int groups, int g, uint64_t set)
{
    maths_eight sum = net->rows[(set & 0xff) * (unsigned)groups + (unsigned)g];
    for (int row = 1; row < 8; row++)
        sum += net->rows[(row * 256 + (int)(set >> 8 * row & 0xff)) * groups + g];
    return sum;
}

/* A position's sums in the first layer. */
static FORM_INLINE void base_net(const struct net *net, int groups, uint64_t own, uint64_t other,
                                 maths_eight *base)
{
    if (form_is_packed(groups)) {
        packed_base(net, own, other, base);
        return;
    }
    for (int g = 0; g < groups; g++)
        base[g] = net->bias[g] + discs_sum(net, groups, g, own) - discs_sum(net, groups, g, other);
}

/* Element i of each half in all places of its half: quicker than taking out one number. */
#define SPREAD(x, i) __builtin_shufflevector((x), (x), i, i, i, i, 4 + i, 4 + i, 4 + i, 4 + i)

/* The second and third layer, for several positions side by side, so that the processor need not
   wait for one to go on with the next. Neurons come in groups of eight, one vector each: the outer
   loop takes a group of the first layer through its sigmoid, the inner ones add each of its eight
   outputs, times its row of weights, to the eight sums of the second layer. The last sigmoid is
   left out: it rises everywhere, so it changes no choice. */
static FORM_INLINE void finish_net(const struct net *net, int groups, int count,
                                   maths_eight sums[][GROUPS_MAX], float *values)
{
    if (form_is_packed(groups)) {
        packed_finish(net, count, sums, values);
        return;
    }
    maths_eight next[ABREAST];
    for (int k = 0; k < count; k++)
        next[k] = net->second_bias;
    for (int g = 0; g < groups; g++) {
        maths_eight out[ABREAST];
        for (int k = 0; k < count; k++)
            out[k] = net->plain ? sums[k][g] : maths_eight_sigmoid(sums[k][g]);
        for (int k = 0; k < count; k++) {
            maths_eight low = __builtin_shufflevector(out[k], out[k], 0, 1, 2, 3, 0, 1, 2, 3);
            maths_eight high = __builtin_shufflevector(out[k], out[k], 4, 5, 6, 7, 4, 5, 6, 7);
            const maths_eight *second = &net->second[8 * g];
            next[k] += SPREAD(low, 0) * second[0];
            next[k] += SPREAD(low, 1) * second[1];
            next[k] += SPREAD(low, 2) * second[2];
            next[k] += SPREAD(low, 3) * second[3];
            next[k] += SPREAD(high, 0) * second[4];
            next[k] += SPREAD(high, 1) * second[5];
            next[k] += SPREAD(high, 2) * second[6];
            next[k] += SPREAD(high, 3) * second[7];
        }
    }
    for (int k = 0; k < count; k++)
        values[k] = maths_eight_sum(maths_eight_sigmoid(next[k]) * net->third) + net->third_bias;
}

static FORM_INLINE float value_net(const struct net *net, int groups, uint64_t own, uint64_t other)
{
    maths_eight sums[1][GROUPS_MAX];
    float value;
    base_net(net, groups, own, other, sums[0]);
    finish_net(net, groups, 1, sums, &value);
    return value;
}

/* The first layer after a move by the one who chooses (sign 1) or the other side (-1). An input is
   1 for an own disc, -1 for one of the other side, 0 for an empty square. So a new disc adds its
   weight once, and a flipped one, which goes from -1 to 1, twice. */
static FORM_INLINE void move_net(const struct net *net, int groups, const maths_eight *base,
                                 float sign, uint64_t flips, int square, maths_eight *sums)
{
    if (form_is_packed(groups)) {
        packed_move(net, base, sign, flips, square, sums);
        return;
    }
    int row = square / 8 * 256 + (1 << square % 8);
    for (int g = 0; g < groups; g++) {
        maths_eight turned = discs_sum(net, groups, g, flips);
        sums[g] = base[g] + sign * (net->rows[row * groups + g] + turned + turned);
    }
}

/* The positions after several moves. */
static FORM_INLINE void values_net(const struct net *net, int groups, const maths_eight *base,
                                   float sign, const uint64_t *flips, const int *squares,
                                   float *values)
{
    maths_eight sums[ABREAST][GROUPS_MAX];
    for (int k = 0; k < ABREAST; k++)
        move_net(net, groups, base, sign, flips[k], squares[k], sums[k]);
    finish_net(net, groups, ABREAST, sums, values);
}

/* -------- values -------- */

/* Known to the compiler but for nn1, which has as many as its vector says; with the usual number it
   is a form of its own inside form.c. */
#define NN1_OF_FOUR ((enum othello_form)OTHELLO_FORMS)

static FORM_INLINE int groups_of(enum othello_form form, const void *prepared)
{
    return form == OTHELLO_LINES ? GROUPS_MAX
           : form == NN1_OF_FOUR ? PACKED_GROUPS
           : form == OTHELLO_NN1 ? ((const struct net *)prepared)->groups
                                 : NN2_GROUPS;
}

/* What choices are made by: for networks without the last sigmoid, which keeps the order. */
static FORM_INLINE float value_of(enum othello_form form, const void *prepared, uint64_t own,
                                  uint64_t other)
{
    if (form == OTHELLO_SWH)
        return discs_worth(prepared, own, other);
    if (form == OTHELLO_LINEAR)
        return value_linear(prepared, own, other);
    return value_net(prepared, groups_of(form, prepared), own, other);
}

#endif
