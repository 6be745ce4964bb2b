#include "minds/othello/form.h"

#include "base/maths.h"
#include "base/memory.h"

const char *const othello_form_names[OTHELLO_FORMS] = {"swh", "linear", "nn1", "nn2"};

/* A first layer of `groups` times eight neurons, each a weighted sum of discs, is looked up row by
   row: for each of the 256 ways in which a row can be filled, what it adds to every neuron. Then
   eight neurons, then one. */
struct net {
    int groups;
    maths_eight bias[5];
    maths_eight second[40]; /* second[i]: weights from neuron i of the first layer to all eight */
    maths_eight second_bias, third;
    float third_bias;
    maths_eight rows[]; /* [row][byte][group] */
};

struct counter {        /* swh and linear */
    float rows[8][256]; /* what the discs of a row are worth */
    float freedom, stable;
};

enum { NN1_GROUPS = 5, NN1_NEURONS = 38, NN2_GROUPS = 1, ABREAST = 4 };

int othello_form_weights(enum othello_form form)
{
    static const int counts[OTHELLO_FORMS] = {10, 12, OTHELLO_FORM_WEIGHTS_MAX, 92};
    return counts[form];
}

/* -------- squares -------- */

static const uint8_t quadrant[4][4] = {{0, 4, 5, 6}, {4, 1, 7, 8}, {5, 7, 2, 9}, {6, 8, 9, 3}};

static int fold(int coordinate)
{
    return coordinate < 4 ? coordinate : 7 - coordinate;
}

int othello_square_class(int square)
{
    return quadrant[fold(square / 8)][fold(square % 8)];
}

/* The squares of each class. */
static const uint64_t class_squares[OTHELLO_CLASSES] = {
    UINT64_C(0x8100000000000081), UINT64_C(0x0042000000004200), UINT64_C(0x0000240000240000),
    UINT64_C(0x0000001818000000), UINT64_C(0x4281000000008142), UINT64_C(0x2400810000810024),
    UINT64_C(0x1800008181000018), UINT64_C(0x0024420000422400), UINT64_C(0x0018004242001800),
    UINT64_C(0x0000182424180000),
};

/* -------- the linear inputs -------- */

static const uint64_t not_left = UINT64_C(0xfefefefefefefefe);
static const uint64_t not_right = UINT64_C(0x7f7f7f7f7f7f7f7f);

/* The sum over `discs` of the empty squares next to each. */
static int freedom(uint64_t discs, uint64_t empty)
{
    uint64_t right = empty >> 1 & not_right, left = empty << 1 & not_left;
    return bits_count(discs & right) + bits_count(discs & left) + bits_count(discs & empty << 8) +
           bits_count(discs & empty >> 8) + bits_count(discs & right << 8) +
           bits_count(discs & right >> 8) + bits_count(discs & left << 8) +
           bits_count(discs & left >> 8);
}

/* Discs of a run from an end of an edge, the corners themselves left out. */
static int run_length(unsigned edge)
{
    if (edge == 0xff)
        return 6;
    return (edge & 1 ? __builtin_ctz(~edge) - 1 : 0) +
           (edge & 0x80 ? __builtin_clz(~(edge << 24)) - 1 : 0);
}

/* A file (bits 0, 8, 16 ...) as a byte. */
static unsigned file_byte(uint64_t file)
{
    return (unsigned)((file & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56);
}

static int stable_on_edges(uint64_t discs)
{
    if (!(discs & class_squares[0])) /* most often */
        return 0;
    return bits_count(discs & class_squares[0]) + run_length((unsigned)discs & 0xff) +
           run_length((unsigned)(discs >> 56)) + run_length(file_byte(discs)) +
           run_length(file_byte(discs >> 7));
}

/* The squares next to occupied corners, three for each. */
static uint64_t beside_corners(uint64_t occupied)
{
    return (occupied & 1) * UINT64_C(0x0302) | (occupied >> 7 & 1) * UINT64_C(0xc040) |
           (occupied >> 56 & 1) * UINT64_C(0x0203000000000000) |
           (occupied >> 63) * UINT64_C(0x40c0000000000000);
}

void othello_linear_inputs(struct othello board, int16_t *inputs)
{
    uint64_t occupied = board.mine | board.theirs, count = ~beside_corners(occupied);
    for (int i = 0; i < OTHELLO_CLASSES; i++)
        inputs[i] = (int16_t)(bits_count(board.mine & class_squares[i] & count) -
                              bits_count(board.theirs & class_squares[i] & count));
    inputs[10] = (int16_t)(freedom(board.mine, ~occupied) - freedom(board.theirs, ~occupied));
    inputs[11] = (int16_t)(stable_on_edges(board.mine) - stable_on_edges(board.theirs));
}

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

static void prepare_counter(struct counter *counter, const float *weights, bool linear)
{
    for (int row = 0; row < 8; row++)
        for (unsigned byte = 1; byte < 256; byte++) {
            unsigned rest = byte & (byte - 1);
            int square = 8 * row + bits_first(byte);
            counter->rows[row][byte] =
                counter->rows[row][rest] + weights[othello_square_class(square)];
        }
    counter->freedom = linear ? weights[10] : 0;
    counter->stable = linear ? weights[11] : 0;
}

/* -------- networks -------- */

static inline maths_eight *row_sums(const struct net *net, int row, unsigned byte)
{
    return (maths_eight *)&net->rows[(size_t)(row * 256 + (int)byte) * (size_t)net->groups];
}

/* What all discs of a set add to one group of the first layer. */
static inline __attribute__((always_inline)) maths_eight discs_sum(const struct net *net,
                                                                   int groups, int g, uint64_t set)
{
    maths_eight sum = net->rows[(set & 0xff) * (unsigned)groups + (unsigned)g];
    for (int row = 1; row < 8; row++)
        sum += net->rows[(row * 256 + (int)(set >> 8 * row & 0xff)) * groups + g];
    return sum;
}

/* A position's sums in the first layer. */
static inline __attribute__((always_inline)) void
base_net(const struct net *net, int groups, uint64_t own, uint64_t other, maths_eight *base)
{
    for (int g = 0; g < groups; g++)
        base[g] = net->bias[g] + discs_sum(net, groups, g, own) - discs_sum(net, groups, g, other);
}

/* Several positions side by side, so that the processor need not wait for one to go on with the
   next. The last sigmoid is left out: it changes no choice. */
static inline __attribute__((always_inline)) void finish_net(const struct net *net, int groups,
                                                             int count,
                                                             maths_eight sums[][NN1_GROUPS],
                                                             float *values)
{
    maths_eight next[ABREAST];
    for (int k = 0; k < count; k++)
        next[k] = net->second_bias;
    for (int g = 0; g < groups; g++) {
        maths_eight out[ABREAST];
        for (int k = 0; k < count; k++)
            out[k] = maths_eight_sigmoid(sums[k][g]);
        for (int i = 0; i < 8; i++)
            for (int k = 0; k < count; k++)
                next[k] += out[k][i] * net->second[8 * g + i];
    }
    for (int k = 0; k < count; k++)
        values[k] = maths_eight_sum(maths_eight_sigmoid(next[k]) * net->third) + net->third_bias;
}

static inline __attribute__((always_inline)) float value_net(const struct net *net, int groups,
                                                             uint64_t own, uint64_t other)
{
    maths_eight sums[1][NN1_GROUPS];
    float value;
    base_net(net, groups, own, other, sums[0]);
    finish_net(net, groups, 1, sums, &value);
    return value;
}

/* The positions after moves by the one who chooses (sign 1) or the other side (-1). */
static inline __attribute__((always_inline)) void values_net(const struct net *net, int groups,
                                                             const maths_eight *base, float sign,
                                                             const uint64_t *flips,
                                                             const int *squares, float *values)
{
    maths_eight sums[ABREAST][NN1_GROUPS];
    for (int k = 0; k < ABREAST; k++)
        for (int g = 0; g < groups; g++) {
            maths_eight turned = discs_sum(net, groups, g, flips[k]);
            int row = squares[k] / 8 * 256 + (1 << squares[k] % 8);
            sums[k][g] = base[g] + sign * (net->rows[row * groups + g] + turned + turned);
        }
    finish_net(net, groups, ABREAST, sums, values);
}

/* Adds `weight` times the disc on `square` to a neuron of the first layer. */
static void connect(struct net *net, int neuron, int square, float weight)
{
    row_sums(net, square / 8, 1u << square % 8)[neuron / 8][neuron % 8] += weight;
}

/* Once every single disc is in, all fillings of a row are sums of two smaller ones. */
static void complete_rows(struct net *net)
{
    for (int row = 0; row < 8; row++)
        for (unsigned byte = 1; byte < 256; byte++) {
            unsigned rest = byte & (byte - 1), lowest = byte ^ rest;
            if (rest)
                for (int g = 0; g < net->groups; g++)
                    row_sums(net, row, byte)[g] =
                        row_sums(net, row, rest)[g] + row_sums(net, row, lowest)[g];
        }
}

static const float *take_upper_layers(struct net *net, int neurons, const float *weights)
{
    for (int to = 0; to < 8; to++) {
        for (int from = 0; from < neurons; from++)
            net->second[from][to] = *weights++;
        net->second_bias[to] = *weights++;
    }
    for (int from = 0; from < 8; from++)
        net->third[from] = *weights++;
    net->third_bias = *weights++;
    return weights;
}

/* Triangle t: quadrant t / 2, above (even) or below its diagonal; the diagonal is in both. */
static void prepare_nn2(struct net *net, const float *weights)
{
    for (int square = 0; square < 64; square++) {
        int row = fold(square / 8), column = fold(square % 8);
        int corner = 2 * (square / 32) + (square % 8 > 3);
        float weight = weights[othello_square_class(square)];
        if (column >= row)
            connect(net, 2 * corner, square, weight);
        if (row >= column)
            connect(net, 2 * corner + 1, square, weight);
    }
    net->bias[0] = maths_eight_of(weights[10]);
    take_upper_layers(net, 8, weights + 11);
}

/* A piece of a line or block: its squares share the weights of its kind, mirrored. */
static void connect_line(struct net *net, int neuron, int first, int step, int length,
                         const float *weights)
{
    int half = (length + 1) / 2;
    for (int i = 0; i < length; i++) {
        int from_end = i < length - 1 - i ? i : length - 1 - i;
        connect(net, neuron, first + i * step, weights[from_end]);
    }
    net->bias[neuron / 8][neuron % 8] = weights[half];
}

static int connect_lines(struct net *net, const float **weights)
{
    int neuron = 0;
    for (int line = 0; line < 4; line++, *weights += 5) {
        connect_line(net, neuron++, 8 * line, 1, 8, *weights);
        connect_line(net, neuron++, 8 * (7 - line), 1, 8, *weights);
        connect_line(net, neuron++, line, 8, 8, *weights);
        connect_line(net, neuron++, 7 - line, 8, 8, *weights);
    }
    return neuron;
}

/* Diagonals of 8, 7, 6, 5 and 4 squares. */
static int connect_diagonals(struct net *net, int neuron, const float **weights)
{
    for (int length = 8; length >= 4; length--) {
        int off = 8 - length;
        connect_line(net, neuron++, off, 9, length, *weights);
        connect_line(net, neuron++, 7 - off, 7, length, *weights);
        if (off) {
            connect_line(net, neuron++, 8 * off, 9, length, *weights);
            connect_line(net, neuron++, 7 + 8 * off, 7, length, *weights);
        }
        *weights += (length + 1) / 2 + 1;
    }
    return neuron;
}

/* 3x3 blocks in the corners, the same on both sides of the diagonal. */
static int connect_blocks(struct net *net, int neuron, const float **weights)
{
    static const uint8_t kind[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    for (int corner = 0; corner < 4; corner++, neuron++) {
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                int row = corner & 2 ? 7 - i : i, column = corner & 1 ? 7 - j : j;
                connect(net, neuron, 8 * row + column, (*weights)[kind[i][j]]);
            }
        net->bias[neuron / 8][neuron % 8] = (*weights)[6];
    }
    *weights += 7;
    return neuron;
}

static void prepare_nn1(struct net *net, const float *weights)
{
    int neuron = connect_lines(net, &weights);
    neuron = connect_diagonals(net, neuron, &weights);
    connect_blocks(net, neuron, &weights);
    take_upper_layers(net, NN1_NEURONS, weights);
}

size_t othello_form_bytes(enum othello_form form)
{
    if (form == OTHELLO_SWH || form == OTHELLO_LINEAR)
        return sizeof(struct counter);
    size_t groups = form == OTHELLO_NN1 ? NN1_GROUPS : NN2_GROUPS;
    return sizeof(struct net) + 8 * 256 * groups * sizeof(maths_eight);
}

void othello_form_prepare(enum othello_form form, const float *weights, void *prepared)
{
    memory_clear(prepared, othello_form_bytes(form));
    if (form == OTHELLO_SWH || form == OTHELLO_LINEAR) {
        prepare_counter(prepared, weights, form == OTHELLO_LINEAR);
        return;
    }
    struct net *net = prepared;
    net->groups = form == OTHELLO_NN1 ? NN1_GROUPS : NN2_GROUPS;
    if (form == OTHELLO_NN1)
        prepare_nn1(net, weights);
    else
        prepare_nn2(net, weights);
    complete_rows(net);
}

/* What choices are made by: for networks without the last sigmoid, which keeps the order. */
static inline __attribute__((always_inline)) float
value_of(enum othello_form form, const void *prepared, uint64_t own, uint64_t other)
{
    switch (form) {
    case OTHELLO_SWH:
        return discs_worth(prepared, own, other);
    case OTHELLO_LINEAR:
        return value_linear(prepared, own, other);
    case OTHELLO_NN1:
        return value_net(prepared, NN1_GROUPS, own, other);
    default:
        return value_net(prepared, NN2_GROUPS, own, other);
    }
}

static float shown_value(enum othello_form form, float value)
{
    bool net = form == OTHELLO_NN1 || form == OTHELLO_NN2;
    return net && value > -OTHELLO_FORM_WON / 2 && value < OTHELLO_FORM_WON / 2
               ? maths_sigmoid(value)
               : value;
}

float othello_form_value(enum othello_form form, const void *prepared, uint64_t own, uint64_t other)
{
    return shown_value(form, value_of(form, prepared, own, other));
}

/* -------- choosing -------- */

/* A finished game: far above or below all others, more discs being better; a draw in between. */
static float final_value(uint64_t own, uint64_t other)
{
    int difference = othello_final_score((struct othello){own, other});
    return difference == 0  ? 0
           : difference > 0 ? OTHELLO_FORM_WON + (float)difference
                            : -OTHELLO_FORM_WON + (float)difference;
}

struct walk {
    const void *prepared;
    uint64_t nodes;
    float alpha, beta; /* of the last ply */
    int best;          /* its best move */
};

/* Up to ABREAST moves of `board` from `moves` on: what they flip, and whether they end the game. */
struct step {
    int count;
    unsigned over;
    int squares[ABREAST];
    uint64_t flips[ABREAST];
    struct othello next[ABREAST];
    float values[ABREAST];
};

static inline void take_step(struct step *step, struct othello board, uint64_t *moves, bool turn)
{
    step->over = 0;
    for (step->count = 0; step->count < ABREAST && *moves; step->count++) {
        int k = step->count, square = bits_pop(moves);
        uint64_t flips = othello_flips(board.mine, board.theirs, square);
        struct othello next = {board.theirs ^ flips, board.mine | flips | bit(square)};
        step->squares[k] = square;
        step->flips[k] = flips;
        step->next[k] = turn ? othello_passed(next) : next;
        step->over |= (unsigned)othello_over(next) << k;
    }
    for (int k = step->count; k < ABREAST; k++) {
        step->squares[k] = 0;
        step->flips[k] = 0;
    }
}

/* The last ply: all moves of `board`, a few at a time. `turn` says that the one who chooses is to
   move; there is a move. Leaves the bounds and the best move in the walk. */
static inline __attribute__((always_inline)) void
last_ply(struct walk *walk, enum othello_form form, struct othello board, uint64_t moves, bool turn)
{
    bool net = form == OTHELLO_NN1 || form == OTHELLO_NN2;
    int groups = form == OTHELLO_NN1 ? NN1_GROUPS : NN2_GROUPS;
    struct othello seen = turn ? board : othello_passed(board); /* by the one who chooses */
    maths_eight base[NN1_GROUPS];
    if (net)
        base_net(walk->prepared, groups, seen.mine, seen.theirs, base);
    while (moves && walk->alpha < walk->beta) {
        struct step step;
        take_step(&step, board, &moves, turn);
        if (net)
            values_net(walk->prepared, groups, base, turn ? 1.0f : -1.0f, step.flips, step.squares,
                       step.values);
        walk->nodes += (unsigned)step.count;
        for (int k = 0; k < step.count; k++) {
            struct othello next = step.next[k];
            float value = step.over >> k & 1 ? final_value(next.mine, next.theirs)
                          : net              ? step.values[k]
                                : value_of(form, walk->prepared, next.mine, next.theirs);
            if (turn && value > walk->alpha) {
                walk->alpha = value;
                walk->best = step.squares[k];
            }
            if (!turn && value < walk->beta)
                walk->beta = value;
        }
    }
}

/* One function a form, so that the evaluation is compiled into the search. */
#define DEFINE_VALUE(name, form)                                                                   \
    static void name##_last(struct walk *walk, struct othello board, uint64_t moves, bool turn)    \
    {                                                                                              \
        if (turn)                                                                                  \
            last_ply(walk, form, board, moves, true);                                              \
        else                                                                                       \
            last_ply(walk, form, board, moves, false);                                             \
    }                                                                                              \
    static float name(struct walk *walk, struct othello board, bool turn, int depth, float alpha,  \
                      float beta)                                                                  \
    {                                                                                              \
        struct othello seen = turn ? board : othello_passed(board);                                \
        uint64_t moves = othello_moves(board);                                                     \
        if (!moves && !othello_moves(othello_passed(board)))                                       \
            return final_value(seen.mine, seen.theirs);                                            \
        if (depth == 0) {                                                                          \
            walk->nodes++;                                                                         \
            return value_of(form, walk->prepared, seen.mine, seen.theirs);                         \
        }                                                                                          \
        if (!moves)                                                                                \
            return name(walk, othello_passed(board), !turn, depth - 1, alpha, beta);               \
        if (depth == 1) {                                                                          \
            walk->alpha = alpha;                                                                   \
            walk->beta = beta;                                                                     \
            name##_last(walk, board, moves, turn);                                                 \
            return turn ? walk->alpha : walk->beta;                                                \
        }                                                                                          \
        while (moves && alpha < beta) {                                                            \
            struct othello next = othello_played(board, bits_pop(&moves));                         \
            float value = name(walk, next, !turn, depth - 1, alpha, beta);                         \
            if (turn && value > alpha)                                                             \
                alpha = value;                                                                     \
            if (!turn && value < beta)                                                             \
                beta = value;                                                                      \
        }                                                                                          \
        return turn ? alpha : beta;                                                                \
    }

DEFINE_VALUE(walk_swh, OTHELLO_SWH)
DEFINE_VALUE(walk_linear, OTHELLO_LINEAR)
DEFINE_VALUE(walk_nn1, OTHELLO_NN1)
DEFINE_VALUE(walk_nn2, OTHELLO_NN2)

/* The square to play by a search of `depth` plies; there is a move. */
static int choose_deep(enum othello_form form, struct walk *walk, struct othello board, int depth)
{
    static float (*const walks[OTHELLO_FORMS])(struct walk *, struct othello, bool, int, float,
                                               float) = {walk_swh, walk_linear, walk_nn1, walk_nn2};
    float best = -2 * OTHELLO_FORM_WON;
    int chosen = OTHELLO_PASS;
    for (uint64_t moves = othello_moves(board); moves;) {
        int square = bits_pop(&moves);
        float found = walks[form](walk, othello_played(board, square), false, depth - 1, best,
                                  2 * OTHELLO_FORM_WON);
        if (found > best) {
            best = found;
            chosen = square;
        }
    }
    walk->alpha = best;
    return chosen;
}

int othello_form_choose(enum othello_form form, const void *prepared, struct othello board,
                        int depth, float *value, uint64_t *nodes)
{
    static void (*const last[OTHELLO_FORMS])(struct walk *, struct othello, uint64_t, bool) = {
        walk_swh_last, walk_linear_last, walk_nn1_last, walk_nn2_last};
    struct walk walk = {.prepared = prepared,
                        .alpha = -2 * OTHELLO_FORM_WON,
                        .beta = 2 * OTHELLO_FORM_WON,
                        .best = OTHELLO_PASS};
    uint64_t moves = othello_moves(board);
    if (moves && depth > 1)
        walk.best = choose_deep(form, &walk, board, depth);
    else if (moves)
        last[form](&walk, board, moves, true);
    if (value)
        *value = shown_value(form, walk.alpha);
    if (nodes)
        *nodes = walk.nodes;
    return walk.best;
}
