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

struct counter { /* swh and linear */
    float weights[12];
};

enum { NN1_GROUPS = 5, NN1_NEURONS = 38, NN2_GROUPS = 1 };

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

static inline float value_linear(const struct counter *counter, uint64_t own, uint64_t other)
{
    int16_t inputs[12];
    float value = 0;
    othello_linear_inputs((struct othello){own, other}, inputs);
    for (int i = 0; i < 12; i++)
        value += counter->weights[i] * (float)inputs[i];
    return value;
}

static inline float value_swh(const struct counter *counter, uint64_t own, uint64_t other)
{
    float value = 0;
    for (int i = 0; i < OTHELLO_CLASSES; i++)
        value += counter->weights[i] *
                 (float)(bits_count(own & class_squares[i]) - bits_count(other & class_squares[i]));
    return value;
}

/* -------- networks -------- */

static inline maths_eight *row_sums(const struct net *net, int row, unsigned byte)
{
    return (maths_eight *)&net->rows[(size_t)(row * 256 + (int)byte) * (size_t)net->groups];
}

static inline __attribute__((always_inline)) float value_net(const struct net *net, int groups,
                                                             uint64_t own, uint64_t other)
{
    maths_eight sums[NN1_GROUPS];
    for (int g = 0; g < groups; g++)
        sums[g] = net->bias[g];
    for (int row = 0; row < 8; row++) {
        const maths_eight *mine = &net->rows[(row * 256 + (int)(own >> 8 * row & 0xff)) * groups];
        const maths_eight *theirs =
            &net->rows[(row * 256 + (int)(other >> 8 * row & 0xff)) * groups];
        for (int g = 0; g < groups; g++)
            sums[g] += mine[g] - theirs[g];
    }
    maths_eight next = net->second_bias;
    for (int g = 0; g < groups; g++) {
        maths_eight out = maths_eight_sigmoid(sums[g]);
        for (int i = 0; i < 8; i++)
            next += out[i] * net->second[8 * g + i];
    }
    float last = maths_eight_sum(maths_eight_sigmoid(next) * net->third) + net->third_bias;
    return maths_sigmoid(last);
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
        memory_copy(prepared, weights, (size_t)othello_form_weights(form) * sizeof(float));
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

static inline __attribute__((always_inline)) float
value_of(enum othello_form form, const void *prepared, uint64_t own, uint64_t other)
{
    switch (form) {
    case OTHELLO_SWH:
        return value_swh(prepared, own, other);
    case OTHELLO_LINEAR:
        return value_linear(prepared, own, other);
    case OTHELLO_NN1:
        return value_net(prepared, NN1_GROUPS, own, other);
    default:
        return value_net(prepared, NN2_GROUPS, own, other);
    }
}

float othello_form_value(enum othello_form form, const void *prepared, uint64_t own, uint64_t other)
{
    return value_of(form, prepared, own, other);
}

/* -------- choosing -------- */

/* A finished game: far above or below all others, more discs being better; a draw in between. */
static float final_value(enum othello_form form, uint64_t own, uint64_t other)
{
    int difference = othello_final_score((struct othello){own, other});
    float draw = form == OTHELLO_NN1 || form == OTHELLO_NN2 ? 0.5f : 0.0f;
    return difference == 0  ? draw
           : difference > 0 ? OTHELLO_FORM_WON + (float)difference
                            : -OTHELLO_FORM_WON + (float)difference;
}

struct walk {
    const void *prepared;
    uint64_t nodes;
};

/* `board` is the side to move's; `turn` says that this is the one who chooses. */
static inline __attribute__((always_inline)) float leaf(struct walk *walk, enum othello_form form,
                                                        struct othello board, bool turn)
{
    walk->nodes++;
    return turn ? value_of(form, walk->prepared, board.mine, board.theirs)
                : value_of(form, walk->prepared, board.theirs, board.mine);
}

/* One function a form, so that the evaluation is compiled into the search. */
#define DEFINE_VALUE(name, form)                                                                   \
    static float name(struct walk *walk, struct othello board, bool turn, int depth, float alpha,  \
                      float beta)                                                                  \
    {                                                                                              \
        uint64_t moves = othello_moves(board);                                                     \
        if (!moves && !othello_moves(othello_passed(board)))                                       \
            return turn ? final_value(form, board.mine, board.theirs)                              \
                        : final_value(form, board.theirs, board.mine);                             \
        if (depth == 0)                                                                            \
            return leaf(walk, form, board, turn);                                                  \
        if (!moves)                                                                                \
            return name(walk, othello_passed(board), !turn, depth - 1, alpha, beta);               \
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

int othello_form_choose(enum othello_form form, const void *prepared, struct othello board,
                        int depth, float *value, uint64_t *nodes)
{
    static float (*const walks[OTHELLO_FORMS])(struct walk *, struct othello, bool, int, float,
                                               float) = {walk_swh, walk_linear, walk_nn1, walk_nn2};
    struct walk walk = {prepared, 0};
    float best = -2 * OTHELLO_FORM_WON;
    int chosen = OTHELLO_PASS;
    for (uint64_t moves = othello_moves(board); moves;) {
        int square = bits_pop(&moves);
        float found = walks[form](&walk, othello_played(board, square), false, depth - 1, best,
                                  2 * OTHELLO_FORM_WON);
        if (found > best) {
            best = found;
            chosen = square;
        }
    }
    if (value)
        *value = best;
    if (nodes)
        *nodes = walk.nodes;
    return chosen;
}
