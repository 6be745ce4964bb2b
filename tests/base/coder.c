/* The range coder: what was written is read, in little more room than information theory says; too
   little room, a torn end and foreign bytes do no harm. */
#include "base/coder.h"
#include "base/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BITS = 40000, MODELS = 4, ROOM = BITS / 4 };

static uint8_t bytes[ROOM + 16];

/* Bit number i; ones are `share` of 256. */
static int bit_of(int i, uint32_t seed, int share)
{
    return (int)(hash_pair(seed, (uint64_t)i) & 255) < share;
}

static size_t write_bits(size_t room, uint32_t seed, int share, int count)
{
    struct coder_model models[MODELS];
    struct coder_writer writer;
    coder_models_init(models, MODELS);
    coder_write_begin(&writer, bytes, room);
    for (int i = 0; i < count; i++)
        coder_write(&writer, &models[i % MODELS], bit_of(i, seed, share));
    return coder_write_end(&writer);
}

/* How many of the bits are read as they were written, from the first on. */
static int read_bits(const uint8_t *from, size_t length, uint32_t seed, int share, int count,
                     bool *past_end)
{
    struct coder_model models[MODELS];
    struct coder_reader reader;
    int right = 0;
    coder_models_init(models, MODELS);
    coder_read_begin(&reader, from, length);
    for (int i = 0; i < count; i++) {
        bool same = coder_read(&reader, &models[i % MODELS]) == bit_of(i, seed, share);
        right += same && right == i;
    }
    *past_end = reader.past_end;
    return right;
}

static void reads_what_was_written(void **state)
{
    (void)state;
    const int shares[] = {0, 1, 13, 128, 250, 256};
    for (uint32_t seed = 0; seed < 8; seed++)
        for (size_t s = 0; s < sizeof shares / sizeof shares[0]; s++)
            for (int count = 0; count <= BITS; count = count * 6 + 1) {
                bool past_end;
                size_t length = write_bits(ROOM, seed, shares[s], count);
                assert_true(length <= ROOM);
                assert_int_equal(read_bits(bytes, length, seed, shares[s], count, &past_end),
                                 count);
                assert_false(past_end);
            }
}

/* Entropy of the source, and a tenth and a few bytes for learning and rounding. */
static void takes_little_room(void **state)
{
    (void)state;
    for (int share = 8; share < 256; share += 40) {
        double p = share / 256.0, entropy = -p * log2(p) - (1 - p) * log2(1 - p);
        size_t length = write_bits(ROOM, 5, share, BITS);
        assert_true((double)length < entropy * BITS / 8 * 1.1 + 60);
        assert_true((double)length > entropy * BITS / 8 * 0.95);
    }
}

/* A carry has to travel through bytes of all ones: ones that are thought unlikely push `low` up. */
static void carries_travel(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 3000; seed++) {
        bool past_end;
        int share = (int)(seed % 4 == 0 ? 2 : seed % 256);
        size_t length = write_bits(ROOM, seed, share, 300);
        assert_int_equal(read_bits(bytes, length, seed, share, 300, &past_end), 300);
    }
}

static void too_little_room_is_counted(void **state)
{
    (void)state;
    size_t needed = write_bits(ROOM, 3, 100, 2000);
    for (size_t room = 0; room < needed; room += 13) {
        memset(bytes, 0xa5, sizeof bytes);
        assert_int_equal(write_bits(room, 3, 100, 2000), needed);
        for (size_t i = room; i < sizeof bytes; i++)
            assert_int_equal(bytes[i], 0xa5);
    }
}

static void torn_ends_are_told(void **state)
{
    (void)state;
    size_t needed = write_bits(ROOM, 3, 100, 2000);
    for (size_t length = 0; length < needed; length += 7) {
        bool past_end;
        uint8_t *torn = malloc(length ? length : 1); /* of the exact size, for the sanitizer */
        assert_non_null(torn);
        memcpy(torn, bytes, length);
        read_bits(torn, length, 3, 100, 2000, &past_end);
        assert_true(past_end);
        free(torn);
    }
}

static void foreign_bytes_do_no_harm(void **state)
{
    (void)state;
    struct random random;
    random_seed(&random, 9);
    for (int round = 0; round < 200; round++) {
        bool past_end;
        for (int i = 0; i < 64; i++)
            bytes[i] = (uint8_t)random_next(&random);
        assert_true(read_bits(bytes, 64, 1, 128, 5000, &past_end) < 5000);
        assert_true(past_end);
    }
}

/* Short pieces with chances known beforehand: a thousand likely bits are a few bytes, and what is
   left out at the end reads as zeros. */
static void short_pieces(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 300; seed++) {
        int count = (int)(seed * 7 % 1000), share = seed % 3 ? 8 : 128, wrong = 0;
        uint32_t chance = seed % 3 ? 3968 : 2048;
        struct coder_writer writer;
        struct coder_reader reader;
        coder_write_begin(&writer, bytes, ROOM);
        for (int i = 0; i < count; i++)
            coder_write_fixed(&writer, chance, bit_of(i, seed, share));
        size_t length = coder_write_end_short(&writer);
        assert_true(length <= (size_t)count / 8 + 2);
        if (seed % 3)
            assert_true(length <= (size_t)count / 20 + 12);
        memset(bytes + length, 0xff, 8); /* foreign */
        coder_read_begin_short(&reader, bytes, length);
        for (int i = 0; i < count; i++)
            wrong += coder_read_fixed(&reader, chance) != bit_of(i, seed, share);
        assert_int_equal(wrong, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_was_written),     cmocka_unit_test(short_pieces),
        cmocka_unit_test(takes_little_room),          cmocka_unit_test(carries_travel),
        cmocka_unit_test(too_little_room_is_counted), cmocka_unit_test(torn_ends_are_told),
        cmocka_unit_test(foreign_bytes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
