/* The network beside Othello's patterns: its evaluation against a plain one, its bounds, its part
   of the model file, and the search with it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "games/othello/othello.h"
#include "games/othello/symmetry.h"
#include "minds/othello/engine.h"
#include "minds/othello/model.h"
#include "minds/othello/network.h"
#include "minds/othello/players.h"
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 24 };

static struct othello_network network;
static struct othello_weights weights; /* all zero but for what a test says */

static int below(struct random *random, int most)
{
    return (int)random_below(random, (uint32_t)(2 * most + 1)) - most;
}

/* Rows of half the patterns' places; mirror images have the same. */
static void rows_random(struct random *random, int most)
{
    for (int32_t row = 0; row < OTHELLO_NETWORK_ROWS; row++) {
        int32_t mirror = row < OTHELLO_PATTERN_TOTAL ? othello_pattern_mirror(row) : row;
        bool zero = random_below(random, 2);
        for (int k = 0; k < OTHELLO_NETWORK_WIDTH; k++)
            network.row[row][k] = mirror < row ? network.row[mirror][k]
                                  : zero       ? 0
                                               : (int8_t)below(random, most);
    }
}

/* `size` 1: ordinary numbers; otherwise as large as a file may have them. */
static void network_random(uint64_t seed, int size)
{
    struct random random;
    random_seed(&random, seed);
    othello_patterns_prepare();
    memset(&network, 0, sizeof network);
    rows_random(&random, size == 1 ? 20 : 127);
    for (int i = 0; i < OTHELLO_STAGES; i++) {
        struct othello_network_stage *stage = &network.stage[i];
        for (int k = 0; k < OTHELLO_NETWORK_WIDTH; k++) {
            stage->start[k] = (int16_t)below(&random, size == 1 ? 60 : OTHELLO_NETWORK_START_MOST);
            for (int o = 0; o < OTHELLO_NETWORK_INNER; o++)
                for (int sign = 0; sign < 2; sign++)
                    stage->inner[k][sign][o] = (int16_t)below(&random, size == 1 ? 90 : 32767);
        }
        for (int o = 0; o < OTHELLO_NETWORK_INNER; o++) {
            stage->inner_bias[o] = below(&random, size == 1 ? 9000 : OTHELLO_NETWORK_BIAS_MOST / 2);
            stage->outer[o] = (int16_t)below(&random, size == 1 ? 40 : 32767);
        }
        stage->outer_bias = below(&random, size == 1 ? 9000 : OTHELLO_NETWORK_BIAS_MOST / 2);
    }
}

static int64_t within(int64_t number, int64_t least, int64_t most)
{
    return number < least ? least : number > most ? most : number;
}

/* The same as network.h says it, number by number. */
static int plain_value(struct othello board)
{
    struct othello_features features;
    uint32_t inputs[OTHELLO_NETWORK_INPUTS];
    const struct othello_network_stage *stage =
        &network.stage[othello_stage(bits_count(othello_empty(board)))];
    int64_t sums[OTHELLO_NETWORK_WIDTH], value = stage->outer_bias;
    othello_features_of(board.mine, board.theirs, &features);
    othello_network_inputs(&features, bits_count(othello_moves(board)),
                           bits_count(othello_moves(othello_passed(board))), inputs);
    for (int k = 0; k < OTHELLO_NETWORK_WIDTH; k++) {
        sums[k] = stage->start[k];
        for (int i = 0; i < OTHELLO_NETWORK_INPUTS; i++)
            sums[k] += network.row[inputs[i]][k];
    }
    for (int o = 0; o < OTHELLO_NETWORK_INNER; o++) {
        int64_t output = stage->inner_bias[o];
        for (int k = 0; k < OTHELLO_NETWORK_WIDTH; k++) {
            int64_t amount = sums[k] < 0 ? -sums[k] : sums[k];
            output += within(amount, 0, OTHELLO_NETWORK_SUM_MOST) * stage->inner[k][sums[k] < 0][o];
        }
        assert_in_range(output + INT64_C(0x80000000), 0, UINT32_MAX); /* fits its type */
        value += within(output / OTHELLO_NETWORK_WEIGHT, 0, OTHELLO_NETWORK_INNER_MOST) *
                 stage->outer[o];
    }
    assert_in_range(value + INT64_C(0x80000000), 0, UINT32_MAX);
    return (int)within(value * OTHELLO_DISC / OTHELLO_NETWORK_ONE / OTHELLO_NETWORK_WEIGHT,
                       -OTHELLO_NETWORK_MOST, OTHELLO_NETWORK_MOST);
}

static int network_value(struct othello board)
{
    struct othello_features features;
    othello_features_of(board.mine, board.theirs, &features);
    return othello_network_evaluate(&network, &features, bits_count(othello_moves(board)),
                                    bits_count(othello_moves(othello_passed(board))),
                                    bits_count(othello_empty(board)));
}

/* Positions of games at random, each handed to `look`. */
static void each_position(int count, void (*look)(struct othello board))
{
    struct random random;
    random_seed(&random, 50);
    for (int game = 0; game < count; game++) {
        struct othello board = othello_start();
        while (!othello_over(board)) {
            uint64_t moves = othello_moves(board);
            look(board);
            for (uint32_t i = moves ? random_below(&random, (uint32_t)bits_count(moves)) : 0; i;
                 i--)
                moves = bits_without_lowest(moves);
            board = moves ? othello_played(board, bits_first(moves)) : othello_passed(board);
        }
    }
}

static int positions, inside;

static void look_plain(struct othello board)
{
    int value = network_value(board);
    assert_int_equal(value, plain_value(board));
    positions++;
    inside += value > -OTHELLO_NETWORK_MOST && value < OTHELLO_NETWORK_MOST;
}

static void evaluation_equals_a_plain_one(void **state)
{
    (void)state;
    positions = inside = 0;
    network_random(51, 1);
    each_position(20, look_plain);
    assert_true(inside > positions / 2); /* or the test would compare bounds alone */
    network_random(52, 2);
    each_position(20, look_plain);
}

static uint64_t turned(uint64_t set, int symmetry)
{
    uint64_t image = 0;
    while (set)
        image |= bit(othello_symmetry_square(bits_pop(&set), symmetry));
    return image;
}

static void look_turned(struct othello board)
{
    int value = network_value(board);
    for (int symmetry = 1; symmetry < OTHELLO_SYMMETRIES; symmetry++) {
        struct othello image = {turned(board.mine, symmetry), turned(board.theirs, symmetry)};
        assert_int_equal(network_value(image), value);
    }
}

static void values_know_no_direction(void **state)
{
    (void)state;
    network_random(53, 1);
    each_position(10, look_turned);
}

/* -------- the file -------- */

static size_t model_bytes(uint8_t *bytes)
{
    weights.network = &network;
    size_t length = othello_model_write(&weights, "seed: 1\n", bytes, ROOM);
    weights.network = NULL;
    return length;
}

/* In memory of just what the file asks for, where a sanitizer sees what goes beyond. */
static bool reads(const uint8_t *bytes, size_t length, struct error *error)
{
    size_t room = (othello_model_room(bytes, length) + 63) / 64 * 64;
    struct othello_weights *read = aligned_alloc(64, room);
    assert_non_null(read);
    bool good = othello_model_read(bytes, length, read, error);
    if (good) {
        assert_non_null(read->network);
        assert_memory_equal(read->network->row, network.row, sizeof network.row);
        assert_memory_equal(read->network->stage, network.stage, sizeof network.stage);
    }
    free(read);
    return good;
}

static void model_with_a_network_survives_its_file(void **state)
{
    uint8_t *bytes = malloc(ROOM);
    struct error error = {.text = ""};
    (void)state;
    network_random(54, 2);
    size_t length = model_bytes(bytes);
    assert_true(length > 100000);
    assert_memory_equal(bytes, "potez othello patterns 4\nseed: 1\n\n", 34);
    if (!reads(bytes, length, &error))
        fail_msg("%s", error.text);
    assert_true(othello_model_room(bytes, length) >= OTHELLO_MODEL_MEMORY + sizeof network);
    weights.network = &network;
    assert_int_equal(othello_model_write(&weights, "", bytes, length / 2), 0);
    weights.network = NULL;
    /* without a network it is a file as before, which needs no memory for one */
    length = othello_model_write(&weights, "", bytes, ROOM);
    assert_memory_equal(bytes, "potez othello patterns 3\n", 25);
    assert_int_equal(othello_model_room(bytes, length), OTHELLO_MODEL_MEMORY);
    free(bytes);
}

static void damaged_files_are_refused(void **state)
{
    struct random random;
    uint8_t *bytes = malloc(ROOM);
    struct error error;
    (void)state;
    random_seed(&random, 55);
    network_random(56, 1);
    size_t length = model_bytes(bytes);
    for (int i = 0; i < 40; i++) {
        size_t cut = i < 20 ? 34 + (size_t)i : random_below(&random, (uint32_t)length);
        assert_false(reads(bytes, cut, &error));
    }
    assert_false(reads(bytes, length + 1, &error));
    for (int i = 0; i < 60; i++) {
        size_t at = i < 20 ? 34 + (size_t)i : 34 + random_below(&random, (uint32_t)length - 34);
        bytes[at] ^= (uint8_t)(1 << random_below(&random, 8));
        error.text[0] = '\0';
        assert_false(reads(bytes, length, &error));
        assert_true(error.text[0]);
        length = model_bytes(bytes);
    }
    free(bytes);
}

/* With a checksum that is right. */
static void numbers_beyond_their_bounds_are_refused(void **state)
{
    uint8_t *bytes = malloc(ROOM);
    struct error error;
    (void)state;
    for (int i = 0; i < 3; i++) {
        network_random(57, 1);
        struct othello_network_stage *stage = &network.stage[9 * i];
        if (i == 0)
            stage->start[3] = -OTHELLO_NETWORK_START_MOST - 1;
        else if (i == 1)
            stage->inner_bias[7] = OTHELLO_NETWORK_BIAS_MOST + 1;
        else
            stage->outer_bias = INT32_MIN;
        assert_false(reads(bytes, model_bytes(bytes), &error));
        assert_non_null(strstr(error.text, "too large"));
    }
    free(bytes);
}

/* The rows, by themselves: more zeros than there are, too few rows, bytes behind the last. */
static void rows_fill_the_file(void **state)
{
    static uint8_t bytes[ROOM];
    static struct othello_network read;
    struct error error;
    (void)state;
    othello_patterns_prepare();
    memset(&network, 0, sizeof network);
    size_t length = othello_network_write(&network, bytes, sizeof bytes);
    assert_true(othello_network_read(bytes, length, &read, &error));
    assert_false(othello_network_read(bytes, length - 1, &read, &error));
    assert_false(othello_network_read(bytes, length + 1, &read, &error));
    bytes[length - 4]++;
    assert_false(othello_network_read(bytes, length, &read, &error));
    bytes[length - 4] -= 2;
    assert_false(othello_network_read(bytes, length, &read, &error));
    assert_true(othello_network_read(bytes, length + OTHELLO_NETWORK_WIDTH, &read, &error));
    memset(bytes + length - 4, 0xff, 4);
    assert_false(othello_network_read(bytes, length, &read, &error));
}

/* -------- the search -------- */

/* The value of a look two plies ahead with every position evaluated. */
static int plain_glance(struct othello board, int depth)
{
    if (othello_over(board))
        return OTHELLO_DISC * othello_final_score(board);
    uint64_t moves = othello_moves(board);
    int best = -2 * OTHELLO_VALUE_MOST;
    if (depth > 0 && !moves)
        return -plain_glance(othello_passed(board), depth);
    if (depth == 0) {
        struct othello_features features;
        othello_features_of(board.mine, board.theirs, &features);
        return network_value(board) +
               othello_evaluate(&weights, &features, bits_count(moves),
                                bits_count(othello_moves(othello_passed(board))),
                                bits_count(othello_empty(board)));
    }
    while (moves) {
        int value = -plain_glance(othello_played(board, bits_pop(&moves)), depth - 1);
        best = value > best ? value : best;
    }
    return best;
}

static struct othello_engine *engine;
static int windows_below, windows_above;

/* A window that the patterns alone would often miss: a value above or below it is a bound. */
static void look_ahead(struct othello board)
{
    struct othello_engine_node node;
    if (bits_count(othello_empty(board)) % 5)
        return;
    int value = plain_glance(board, 2);
    othello_engine_node_of(board, &node);
    assert_int_equal(
        othello_engine_glance(engine, &node, -2 * OTHELLO_VALUE_MOST, 2 * OTHELLO_VALUE_MOST, 2),
        value);
    for (int alpha = -600; alpha <= 600; alpha += 60) {
        int found = othello_engine_glance(engine, &node, alpha, alpha + 30, 2);
        if (value <= alpha) {
            assert_true(found >= value && found <= alpha);
            windows_below++;
        } else if (value >= alpha + 30) {
            assert_true(found >= alpha + 30 && found <= value);
            windows_above++;
        } else {
            assert_int_equal(found, value);
        }
    }
}

/* The search leaves the network out where it would change nothing. */
static void windows_are_kept(void **state)
{
    (void)state;
    engine = calloc(1, sizeof *engine);
    assert_non_null(engine);
    network_random(58, 1);
    for (int stage = 0; stage < OTHELLO_STAGES; stage++)
        for (int i = 0; i < OTHELLO_MOBILITIES; i++) {
            weights.mobility[stage][0][i] = (int16_t)(50 * i);
            weights.mobility[stage][1][i] = (int16_t)(-60 * i);
        }
    weights.network = &network;
    engine->weights = &weights;
    each_position(6, look_ahead);
    assert_true(windows_below > 100 && windows_above > 100);
    memset(&weights, 0, sizeof weights);
    free(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluation_equals_a_plain_one),
        cmocka_unit_test(values_know_no_direction),
        cmocka_unit_test(model_with_a_network_survives_its_file),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(numbers_beyond_their_bounds_are_refused),
        cmocka_unit_test(rows_fill_the_file),
        cmocka_unit_test(windows_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
