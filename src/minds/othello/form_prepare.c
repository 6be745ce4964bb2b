/* Turning vectors of weights into the tables that form.c judges by.

   A vector has few numbers because squares share weights by symmetry; the tables undo that
   sharing. First every single disc gets its weight in every neuron it is connected to, then the
   table of a row is completed: the entry of a byte is the entry without its lowest bit plus the
   entry of that bit alone. That is 255 additions per row and neuron and happens once per vector.
   A first layer with tanh is rewritten into one with sigmoids, since tanh(x) = 2 sigmoid(2x) -
   1, so that form.c knows only one function. */
#include "base/memory.h"
#include "minds/othello/form_tables.h"

const char *const othello_form_names[OTHELLO_FORMS] = {"swh", "linear", "lines", "nn2", "nn1"};

enum { LINES_GROUPS = 5, LINES_NEURONS = 38, TRIANGLE = OTHELLO_CLASSES + 1, UPPER = 8 + 1 };

const struct othello_traits othello_usual_traits = {.filters = 4};

int othello_form_layers(enum othello_form form, const struct othello_traits *traits, int sizes[3])
{
    static const int counters[] = {10, 12};
    int filters = form == OTHELLO_NN1 ? traits->filters : 1;
    sizes[0] = form_is_net(form) ? TRIANGLE * filters : counters[form];
    sizes[1] = 8 * (8 * filters + 1);
    sizes[2] = UPPER;
    if (form == OTHELLO_LINES) {
        sizes[0] = 48;
        sizes[1] = 8 * (LINES_NEURONS + 1);
    }
    return form_is_net(form) ? 3 : 1;
}

int othello_form_weights(enum othello_form form)
{
    int sizes[3], layers = othello_form_layers(form, &othello_usual_traits, sizes), sum = 0;
    for (int i = 0; i < layers; i++)
        sum += sizes[i];
    return sum;
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

/* -------- counters -------- */

/* A single disc first, then all fillings of a row. Players do this before every move. */
static void prepare_counter(struct counter *counter, const float *weights, bool linear)
{
    for (int square = 0; square < 64; square++)
        counter->rows[square / 8][1 << square % 8] = weights[othello_square_class(square)];
    for (int row = 0; row < 8; row++)
        for (unsigned byte = 1; byte < 256; byte++) {
            unsigned rest = byte & (byte - 1);
            if (rest)
                counter->rows[row][byte] =
                    counter->rows[row][rest] + counter->rows[row][byte ^ rest];
        }
    counter->freedom = linear ? weights[10] : 0;
    counter->stable = linear ? weights[11] : 0;
}

/* -------- networks -------- */

static inline maths_eight *row_sums(const struct net *net, int row, unsigned byte)
{
    return (maths_eight *)&net->rows[(size_t)(row * 256 + (int)byte) * (size_t)net->groups];
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

static void take_upper_layers(struct net *net, int neurons, const float *weights)
{
    for (int to = 0; to < 8; to++) {
        for (int from = 0; from < neurons; from++)
            net->second[from][to] = *weights++;
        net->second_bias[to] = *weights++;
    }
    for (int from = 0; from < 8; from++)
        net->third[from] = *weights++;
    net->third_bias = *weights;
}

/* Triangle t: quadrant t / 2, above (even) or below its diagonal; the diagonal is in both. */
static void connect_triangles(struct net *net, int group, const float *weights)
{
    for (int square = 0; square < 64; square++) {
        int row = fold(square / 8), column = fold(square % 8);
        int corner = 2 * (square / 32) + (square % 8 > 3);
        float weight = weights[othello_square_class(square)];
        if (column >= row)
            connect(net, 8 * group + 2 * corner, square, weight);
        if (row >= column)
            connect(net, 8 * group + 2 * corner + 1, square, weight);
    }
    net->bias[group] = maths_eight_of(weights[OTHELLO_CLASSES]);
}

/* One filter is nn2; several stand side by side, each over all eight triangles. */
static void prepare_filters(struct net *net, const float *weights)
{
    for (int g = 0; g < net->groups; g++, weights += TRIANGLE)
        connect_triangles(net, g, weights);
    take_upper_layers(net, 8 * net->groups, weights);
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

static void prepare_lines(struct net *net, const float *weights)
{
    int neuron = connect_lines(net, &weights);
    neuron = connect_diagonals(net, neuron, &weights);
    connect_blocks(net, neuron, &weights);
    take_upper_layers(net, LINES_NEURONS, weights);
}

/* tanh(x) is 2 sigmoid(2 x) - 1, so other weights make sigmoids of it. Before the rows are
   complete: single discs are doubled, all fillings follow. */
static void make_hyperbolic(struct net *net)
{
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            for (int g = 0; g < net->groups; g++)
                row_sums(net, row, 1u << column)[g] *= 2.0f;
    for (int g = 0; g < net->groups; g++) {
        net->bias[g] *= 2.0f;
        for (int i = 8 * g; i < 8 * g + 8; i++) {
            net->second_bias -= net->second[i];
            net->second[i] *= 2.0f;
        }
    }
}

/* For form_packed.h. In place: an entry moves towards the front, over those that have moved. */
static void pack_rows(struct net *net)
{
#if defined(__AVX512F__)
    packed_row *packed = (packed_row *)net->rows;
    for (int row = 0; row < 8; row++)
        for (unsigned byte = 0; byte < 256; byte++) {
            const maths_eight *from = row_sums(net, row, byte);
            maths_eight half[PACKED_GROUPS];
            for (int g = 0; g < PACKED_GROUPS; g++)
                half[g] = row < 4
                              ? from[g]
                              : __builtin_shufflevector(from[g], from[g], 4, 5, 6, 7, 4, 5, 6, 7);
            maths_eight front = __builtin_shufflevector(half[0], half[1], 0, 1, 2, 3, 8, 9, 10, 11);
            maths_eight back = __builtin_shufflevector(half[2], half[3], 0, 1, 2, 3, 8, 9, 10, 11);
            packed[row * 256 + (int)byte] = __builtin_shufflevector(
                front, back, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        }
#else
    (void)net;
#endif
}

static int groups_of(enum othello_form form, const struct othello_traits *traits)
{
    return form == OTHELLO_LINES ? LINES_GROUPS
           : form == OTHELLO_NN1 ? traits->filters
                                 : NN2_GROUPS;
}

static size_t bytes_of(enum othello_form form, const struct othello_traits *traits)
{
    if (!form_is_net(form))
        return sizeof(struct counter);
    size_t groups = (size_t)groups_of(form, traits);
    return sizeof(struct net) + 8 * 256 * groups * sizeof(maths_eight);
}

void othello_form_prepare(enum othello_form form, const struct othello_traits *traits,
                          const float *weights, void *prepared)
{
    memory_clear(prepared, bytes_of(form, traits));
    if (!form_is_net(form)) {
        struct counter *counter = prepared;
        counter->terminal = traits->terminal;
        prepare_counter(counter, weights, form == OTHELLO_LINEAR);
        return;
    }
    struct net *net = prepared;
    net->groups = groups_of(form, traits);
    net->terminal = traits->terminal;
    net->plain = traits->first == OTHELLO_FIRST_PLAIN;
    if (form == OTHELLO_LINES)
        prepare_lines(net, weights);
    else
        prepare_filters(net, weights);
    if (traits->first == OTHELLO_FIRST_TANH)
        make_hyperbolic(net);
    complete_rows(net);
    if (form_is_packed(net->groups))
        pack_rows(net);
}
