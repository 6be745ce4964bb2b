/* Othello's patterns and model files, and the coder under them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/coder.h"
#include "base/prefix.h"
#include "base/random.h"
#include "games/othello/othello.h"
#include "games/othello/symmetry.h"
#include "lab/learned.h"
#include "minds/othello/model.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct othello_weights first, second;

static int value_of(const struct othello_weights *weights, struct othello board)
{
    struct othello_features features;
    othello_features_of(board.mine, board.theirs, &features);
    return othello_evaluate(weights, &features, bits_count(othello_moves(board)),
                            bits_count(othello_moves(othello_passed(board))),
                            bits_count(othello_empty(board)));
}

static void features_follow_the_moves(void **state)
{
    struct random random;
    random_seed(&random, 30);
    othello_patterns_prepare();
    (void)state;
    for (int game = 0; game < 200; game++) {
        struct othello board = othello_start();
        struct othello_features now, next, fresh;
        othello_features_of(board.mine, board.theirs, &now);
        while (!othello_over(board)) {
            uint64_t moves = othello_moves(board);
            if (!moves) {
                othello_features_passed(&now, &next);
                board = othello_passed(board);
            } else {
                for (uint32_t i = random_below(&random, (uint32_t)bits_count(moves)); i; i--)
                    moves = bits_without_lowest(moves);
                int square = bits_first(moves);
                othello_features_played(&now, &next, square,
                                        othello_flips(board.mine, board.theirs, square));
                board = othello_played(board, square);
            }
            othello_features_of(board.mine, board.theirs, &fresh);
            assert_memory_equal(&next, &fresh, sizeof fresh);
            now = next;
        }
    }
}

static void indices_stay_in_their_patterns(void **state)
{
    uint64_t full = ~UINT64_C(0);
    struct othello_features features;
    (void)state;
    othello_patterns_prepare();
    for (int side = 0; side < 2; side++) {
        othello_features_of(side ? 0 : full, side ? full : 0, &features);
        for (int i = 0; i < OTHELLO_FEATURES; i++) {
            int pattern = othello_feature_pattern[i];
            int32_t place = othello_feature_centres[i] + features.index[i];
            assert_int_equal(place, side ? othello_pattern_first[pattern]
                                         : othello_pattern_first[pattern + 1] - 1);
        }
        for (int i = OTHELLO_FEATURES; i < OTHELLO_FEATURES_ROOM; i++)
            assert_int_equal(features.index[i], 0);
    }
    for (int32_t i = 0; i < OTHELLO_PATTERN_TOTAL; i += 7)
        assert_int_equal(othello_pattern_mirror(othello_pattern_mirror(i)), i);
}

static void weights_random(struct othello_weights *weights, uint64_t seed)
{
    struct random random;
    random_seed(&random, seed);
    othello_patterns_prepare();
    for (int stage = 0; stage < OTHELLO_STAGES; stage++)
        for (int32_t i = 0; i < OTHELLO_PATTERN_TOTAL; i++) {
            int32_t mirror = othello_pattern_mirror(i);
            int size = 1 << random_below(&random, 12);
            weights->pattern[stage][i] =
                mirror < i ? weights->pattern[stage][mirror]
                : random_below(&random, 2)
                    ? 0
                    : (int16_t)(4 * ((int)random_below(&random, (uint32_t)(2 * size + 1)) - size));
        }
    for (int i = 0; i <= 60; i++)
        weights->empties[i] = (int16_t)(4 * (i - 30));
    for (int i = 0; i < OTHELLO_MOBILITIES; i++)
        weights->mobility[3][1][i] = (int16_t)(-400 * i);
    for (int depth = 0; depth <= OTHELLO_SPREAD_DEEP; depth++)
        for (int shallow = 0; shallow < depth && shallow <= OTHELLO_SPREAD_SHALLOW; shallow++) {
            weights->spread.middle[3][depth].sigma[shallow] =
                (int16_t)(4 * (depth - shallow) + 100);
            weights->spread.end[depth].bias[shallow] = (int16_t)(4 * (shallow - depth));
        }
}

static void model_survives_its_file(void **state)
{
    size_t room = 16 << 20;
    unsigned char *bytes = malloc(room);
    struct error error;
    (void)state;
    weights_random(&first, 31);
    size_t length = othello_model_write(&first, "seed: 31\n", bytes, room);
    assert_true(length > 1000);
    assert_true(othello_model_read(bytes, length, &second, &error));
    assert_memory_equal(&first, &second, sizeof first);

    assert_int_equal(othello_model_write(&first, "", bytes, 1000), 0);
    othello_model_write(&first, "", bytes, room);
    assert_false(othello_model_read(bytes, length / 2, &second, &error));
    assert_false(othello_model_read(bytes, 10, &second, &error));
    assert_false(othello_model_read("potez othello patterns 3\nno end", 31, &second, &error));
    assert_false(othello_model_read("potez othello patterns 3\n\n", 26, &second, &error));
    assert_false(othello_model_read("potez othello patterns 4\n\n", 26, &second, &error));
    bytes[length / 2] ^= 0x40;
    assert_false(othello_model_read(bytes, length, &second, &error));
    free(bytes);
}

/* A file of the first version, whose 15 stages are of four empties: each becomes two. */
static void models_before_are_read(void **state)
{
    unsigned char bytes[4096];
    struct error error = {.text = ""};
    FILE *file = fopen("tests/data/othello-patterns-1.model", "rb");
    (void)state;
    assert_non_null(file);
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (!othello_model_read(bytes, length, &second, &error))
        fail_msg("%s", error.text);
    for (int stage = 0; stage < OTHELLO_STAGES; stage++) {
        int before = stage * OTHELLO_STAGE_EMPTIES / 4;
        assert_int_equal(second.pattern[stage][0], 4 * (before + 1));
        assert_int_equal(second.pattern[stage][othello_pattern_mirror(1)], 4 * (20 + before));
        assert_int_equal(second.mobility[stage][1][5], -8 * before);
    }
    assert_int_equal(second.empties[60], 240);
}

/* A file of the second version, where a plane stands for the spread of searches. */
static void models_of_version_2_are_read(void **state)
{
    unsigned char bytes[1 << 14];
    struct error error = {.text = ""};
    FILE *file = fopen("tests/data/othello-patterns-2.model", "rb");
    (void)state;
    assert_non_null(file);
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (!othello_model_read(bytes, length, &second, &error))
        fail_msg("%s", error.text);
    for (int stage = 0; stage < OTHELLO_STAGES; stage++) {
        assert_int_equal(second.pattern[stage][0], 4 * (stage + 1));
        assert_int_equal(second.pattern[stage][othello_pattern_mirror(1)], -4 * stage);
        assert_int_equal(second.mobility[stage][1][5], -8 * stage);
    }
    assert_int_equal(second.empties[60], 240);
    /* 2.5 + 0.25 * 10 - 0.5 * 4 - 0.0625 * 28 discs */
    assert_int_equal(second.spread.middle[3][10].sigma[4], 160);
    bytes[length / 2] ^= 0x40;
    assert_false(othello_model_read(bytes, length, &second, &error));
}

static void values_know_no_direction(void **state)
{
    struct random random;
    random_seed(&random, 32);
    (void)state;
    weights_random(&first, 33);
    for (int game = 0; game < 50; game++) {
        struct othello board = othello_start();
        while (!othello_over(board)) {
            uint64_t moves = othello_moves(board);
            if (!moves) {
                board = othello_passed(board);
                continue;
            }
            for (uint32_t i = random_below(&random, (uint32_t)bits_count(moves)); i; i--)
                moves = bits_without_lowest(moves);
            board = othello_played(board, bits_first(moves));
            for (int i = 1; i < OTHELLO_SYMMETRIES; i++) {
                struct othello image = {othello_symmetry(board.mine, i),
                                        othello_symmetry(board.theirs, i)};
                assert_int_equal(value_of(&first, board), value_of(&first, image));
            }
        }
    }
}

static void the_program_has_a_good_model(void **state)
{
    size_t length = 0;
    const struct mind *mind = mind_of(&game_othello);
    const void *bytes = learned_inside(mind, &length);
    (void)state;
    assert_non_null(bytes);
    assert_true(length <= 4 << 20);
    learned_prepare(mind, NULL);
    assert_non_null(othello_model_in_use());
    /* Three corners are worth a lot: white has them, and a few discs more. */
    struct othello board = {UINT64_C(0x00003c3c38000000), UINT64_C(0x81000000043c3c81)};
    assert_true(value_of(othello_model_in_use(), board) < -10 * OTHELLO_DISC);
}

static void coder_gives_back_its_bits(void **state)
{
    enum { BITS = 20000 };
    static unsigned char bytes[BITS];
    struct random random;
    struct coder_model models[2];
    struct coder_writer writer;
    struct coder_reader reader;
    (void)state;
    for (uint32_t rare = 2; rare <= 512; rare *= 4) {
        random_seed(&random, rare);
        coder_models_init(models, 2);
        coder_write_begin(&writer, bytes, sizeof bytes);
        for (int i = 0; i < BITS; i++)
            coder_write(&writer, &models[i & 1], random_below(&random, rare) == 0);
        size_t length = coder_write_end(&writer);
        assert_true(length < (rare > 32 ? BITS / 40 : BITS / 7));
        random_seed(&random, rare);
        coder_models_init(models, 2);
        coder_read_begin(&reader, bytes, length);
        for (int i = 0; i < BITS; i++)
            assert_int_equal(coder_read(&reader, &models[i & 1]), random_below(&random, rare) == 0);
        assert_false(reader.past_end);
    }
}

/* Every symbol comes back, however rare, and the lengths of the words stay within the limit. */
static void prefix_gives_back_its_symbols(void **state)
{
    enum { COUNT = 20000 };
    static uint8_t bytes[2 * COUNT], symbols[COUNT];
    uint32_t counts[PREFIX_SYMBOLS] = {0};
    uint8_t lengths[PREFIX_SYMBOLS];
    static struct prefix_code code;
    struct prefix_writer writer;
    struct prefix_reader reader;
    struct random random;
    (void)state;
    random_seed(&random, 34);
    for (int i = 0; i < COUNT; i++) {
        symbols[i] = 0;
        while (symbols[i] < PREFIX_SYMBOLS - 1 && random_below(&random, 2))
            symbols[i]++;
        counts[symbols[i]]++;
    }
    prefix_lengths(counts, lengths);
    assert_true(prefix_code_of(lengths, &code));
    prefix_write_begin(&writer, bytes, sizeof bytes);
    for (int i = 0; i < COUNT; i++) {
        prefix_write(&writer, &code, symbols[i]);
        prefix_write_bits(&writer, (uint32_t)i & 7, 3);
    }
    size_t length = prefix_write_end(&writer);
    assert_true((double)length < COUNT * 5.1 / 8);
    prefix_read_begin(&reader, bytes, length);
    for (int i = 0; i < COUNT; i++) {
        prefix_refill(&reader);
        assert_int_equal(prefix_take(&reader, &code), symbols[i]);
        assert_int_equal(prefix_take_bits(&reader, 3), i & 7);
    }
    assert_false(reader.past_end);
    for (int i = 0; i < 30; i++)
        prefix_refill(&reader), prefix_take_bits(&reader, 8);
    assert_true(reader.past_end);
    lengths[0] = lengths[1] = lengths[2] = 1;
    assert_false(prefix_code_of(lengths, &code));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_follow_the_moves),
        cmocka_unit_test(indices_stay_in_their_patterns),
        cmocka_unit_test(model_survives_its_file),
        cmocka_unit_test(models_before_are_read),
        cmocka_unit_test(models_of_version_2_are_read),
        cmocka_unit_test(values_know_no_direction),
        cmocka_unit_test(the_program_has_a_good_model),
        cmocka_unit_test(coder_gives_back_its_bits),
        cmocka_unit_test(prefix_gives_back_its_symbols),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
