/* The evolved forms: inputs and network values against slow calculations that follow the
   description square by square, and choices against plain minimax. */
#include "minds/othello/form.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static struct random random_source;
static _Alignas(32) char prepared[OTHELLO_FORM_BYTES_MAX];

static struct othello random_board(void)
{
    struct othello board = othello_start();
    for (int plies = (int)random_below(&random_source, 60); plies > 0 && !othello_over(board);
         plies--) {
        uint64_t moves = othello_moves(board);
        if (!moves) {
            board = othello_passed(board);
            continue;
        }
        for (uint32_t skip = random_below(&random_source, (uint32_t)bits_count(moves)); skip;
             skip--)
            moves = bits_without_lowest(moves);
        board = othello_played(board, bits_first(moves));
    }
    return board;
}

/* 1 own, -1 the other's, 0 empty or off the board. */
static int disc(struct othello board, int row, int column)
{
    if (row < 0 || row > 7 || column < 0 || column > 7)
        return 0;
    uint64_t at = bit(8 * row + column);
    return board.mine & at ? 1 : board.theirs & at ? -1 : 0;
}

static bool empty(struct othello board, int row, int column)
{
    return row >= 0 && row < 8 && column >= 0 && column < 8 && disc(board, row, column) == 0;
}

static void slow_inputs(struct othello board, int *inputs)
{
    static const int classes[4][4] = {{1, 5, 6, 7}, {5, 2, 8, 9}, {6, 8, 3, 10}, {7, 9, 10, 4}};
    bool stable[8][8] = {{false}};
    for (int i = 0; i < 12; i++)
        inputs[i] = 0;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) {
            int r = row < 4 ? row : 7 - row, c = column < 4 ? column : 7 - column;
            int value = disc(board, row, column);
            bool beside = r < 2 && c < 2 && r + c > 0;
            if (!beside || empty(board, row < 4 ? 0 : 7, column < 4 ? 0 : 7))
                inputs[classes[r][c] - 1] += value;
            for (int i = -1; i <= 1; i++)
                for (int j = -1; j <= 1; j++)
                    inputs[10] += value * (int)empty(board, row + i, column + j);
        }
    for (int corner = 0; corner < 4; corner++) {
        int row = corner & 2 ? 7 : 0, column = corner & 1 ? 7 : 0;
        int colour = disc(board, row, column), down = row ? -1 : 1, right = column ? -1 : 1;
        for (int i = 0; colour && i < 8 && disc(board, row + i * down, column) == colour; i++)
            stable[row + i * down][column] = true;
        for (int i = 0; colour && i < 8 && disc(board, row, column + i * right) == colour; i++)
            stable[row][column + i * right] = true;
    }
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            inputs[11] += stable[row][column] ? disc(board, row, column) : 0;
}

static void inputs_by_hand(void **state)
{
    (void)state;
    for (int i = 0; i < 20000; i++) {
        struct othello board = random_board();
        int16_t fast[12];
        int slow[12];
        othello_linear_inputs(board, fast);
        slow_inputs(board, slow);
        for (int k = 0; k < 12; k++)
            assert_int_equal(fast[k], slow[k]);
    }
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static double activated(double x, enum othello_first first)
{
    return first == OTHELLO_FIRST_PLAIN ? x : first == OTHELLO_FIRST_TANH ? tanh(x) : sigmoid(x);
}

/* The upper layers, in doubles. */
static double slow_upper(const double *sums, int neurons, enum othello_first first,
                         const float *weights)
{
    double second[8], last = 0;
    for (int to = 0; to < 8; to++) {
        second[to] = 0;
        for (int from = 0; from < neurons; from++)
            second[to] += activated(sums[from], first) * *weights++;
        second[to] = sigmoid(second[to] + *weights++);
    }
    for (int from = 0; from < 8; from++)
        last += second[from] * *weights++;
    return sigmoid(last + *weights);
}

/* Triangle t of the description: a quadrant seen from its corner, mirrored or not. */
static double slow_triangles(struct othello board, int filters, enum othello_first first,
                             const float *weights)
{
    static const int classes[10][2] = {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {0, 1},
                                       {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    double sums[8 * OTHELLO_FILTERS_MAX];
    for (int n = 0; n < 8 * filters; n++) {
        const float *filter = weights + 11 * (n / 8);
        int t = n % 8;
        sums[n] = filter[10];
        for (int c = 0; c < 10; c++) {
            int i = classes[c][t & 1], j = classes[c][!(t & 1)];
            int row = t & 4 ? 7 - i : i, column = t & 2 ? 7 - j : j;
            sums[n] += (double)filter[c] * disc(board, row, column);
        }
    }
    return slow_upper(sums, 8 * filters, first, weights + 11 * filters);
}

static void random_weights(enum othello_form form, float *weights)
{
    for (int i = 0; i < othello_form_weights(form); i++)
        weights[i] = (float)(2 * random_unit(&random_source) - 1);
}

static void network_by_hand(void **state)
{
    (void)state;
    float weights[OTHELLO_FORM_WEIGHTS_MAX];
    for (int i = 0; i < 50; i++) {
        random_weights(OTHELLO_NN2, weights);
        othello_form_prepare(OTHELLO_NN2, &othello_usual_traits, weights, prepared);
        for (int k = 0; k < 50; k++) {
            struct othello board = random_board();
            double fast = othello_form_value(OTHELLO_NN2, prepared, board.mine, board.theirs);
            assert_true(fabs(fast - slow_triangles(board, 1, 0, weights)) < 1e-5);
        }
    }
}

/* Several filters side by side, and other first layers. */
static void filters_by_hand(void **state)
{
    (void)state;
    float weights[OTHELLO_FORM_WEIGHTS_MAX];
    for (int i = 0; i < 45; i++) {
        struct othello_traits traits = {.filters = 1 + i % 5, .first = (enum othello_first)(i % 3)};
        for (int k = 0; k < OTHELLO_FORM_WEIGHTS_MAX; k++)
            weights[k] = (float)(2 * random_unit(&random_source) - 1);
        othello_form_prepare(OTHELLO_NN1, &traits, weights, prepared);
        for (int k = 0; k < 50; k++) {
            struct othello board = random_board();
            double fast = othello_form_value(OTHELLO_NN1, prepared, board.mine, board.theirs);
            double slow = slow_triangles(board, traits.filters, traits.first, weights);
            assert_true(fabs(fast - slow) < 2e-5);
        }
    }
}

/* Turning or mirroring the board changes nothing: weights are shared over the symmetries. The
   upper layers of the networks are not symmetric, so they get equal weights here. */
static void first_layer_is_symmetric(void **state)
{
    (void)state;
    static const int neurons[OTHELLO_FORMS] = {0, 0, 38, 8, 32};
    float weights[OTHELLO_FORM_WEIGHTS_MAX];
    for (enum othello_form form = 0; form < OTHELLO_FORMS; form++) {
        random_weights(form, weights);
        if (neurons[form]) {
            float *upper = weights + othello_form_weights(form) - 9 - 8 * (neurons[form] + 1);
            for (int to = 0; to < 8; to++)
                for (int from = 0; from < neurons[form]; from++)
                    upper[to * (neurons[form] + 1) + from] = 0.3f;
        }
        othello_form_prepare(form, &othello_usual_traits, weights, prepared);
        struct game_setup setup;
        game_setup_default(&game_othello, &setup);
        for (int i = 0; i < 200; i++) {
            struct othello_position position = {random_board(), 0}, turned;
            float value =
                othello_form_value(form, prepared, position.board.mine, position.board.theirs);
            for (int symmetry = 1; symmetry < 8; symmetry++) {
                game_othello.transform(&setup, symmetry, &position, &turned);
                assert_true(fabsf(othello_form_value(form, prepared, turned.board.mine,
                                                     turned.board.theirs) -
                                  value) < 1e-4f);
            }
        }
    }
}

static enum othello_terminal terminal;

/* A finished game by the words of the description. */
static double plain_end(enum othello_form form, uint64_t own, uint64_t other)
{
    struct othello board = {own, other};
    int score = othello_final_score(board);
    double draw = form >= OTHELLO_LINES ? 0.5 : 0;
    if (terminal == OTHELLO_TERMINAL_JUDGED)
        return othello_form_value(form, prepared, own, other);
    if (terminal == OTHELLO_TERMINAL_DISCS)
        return bits_count(own) - bits_count(other);
    return score == 0 ? draw : score > 0 ? 1e6 + score : -1e6 + score;
}

static double plain(enum othello_form form, struct othello board, bool turn, int depth)
{
    uint64_t own = turn ? board.mine : board.theirs, other = turn ? board.theirs : board.mine;
    uint64_t moves = othello_moves(board);
    if (othello_over(board))
        return plain_end(form, own, other);
    if (depth == 0)
        return othello_form_value(form, prepared, own, other);
    if (!moves)
        return plain(form, othello_passed(board), !turn, depth - 1);
    double best = turn ? -1e9 : 1e9;
    while (moves) {
        double value = plain(form, othello_played(board, bits_pop(&moves)), !turn, depth - 1);
        if (turn ? value > best : value < best)
            best = value;
    }
    return best;
}

/* Positions with few empty squares, where searches reach the end of the game. */
static struct othello late_board(void)
{
    struct othello board = random_board();
    while (bits_count(othello_empty(board)) > 6 || othello_over(board))
        board = random_board();
    return board;
}

static void chooses_the_best(void **state)
{
    (void)state;
    float weights[OTHELLO_FORM_WEIGHTS_MAX];
    for (enum othello_form form = 0; form < OTHELLO_FORMS; form++)
        for (int i = 0; i < 300; i++) {
            struct othello_traits traits = othello_usual_traits;
            traits.terminal = terminal = (enum othello_terminal)(i / 100);
            traits.filters = i / 2 % 2 ? 3 : 4; /* of nn1: the usual number has code of its own */
            random_weights(form, weights);
            othello_form_prepare(form, &traits, weights, prepared);
            struct othello board = i % 2 ? random_board() : late_board();
            int depth = 1 + i % 3;
            float value;
            int square = othello_form_choose(form, prepared, board, depth, &value, NULL);
            if (square == OTHELLO_PASS) {
                assert_int_equal(othello_moves(board), 0);
                continue;
            }
            double chosen = plain(form, othello_played(board, square), false, depth - 1);
            assert_true(fabs(value - chosen) < 2e-5);
            for (uint64_t moves = othello_moves(board); moves;)
                assert_true(plain(form, othello_played(board, bits_pop(&moves)), false,
                                  depth - 1) <= chosen + 2e-5);
        }
}

static int begin(void **state)
{
    (void)state;
    random_seed(&random_source, 17);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(inputs_by_hand, begin),
        cmocka_unit_test_setup(network_by_hand, begin),
        cmocka_unit_test_setup(filters_by_hand, begin),
        cmocka_unit_test_setup(first_layer_is_symmetric, begin),
        cmocka_unit_test_setup(chooses_the_best, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
