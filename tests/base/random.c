/* Random numbers: the published generator to the last bit, within their limits, without a
   preference, and independent from piece to piece of the work. */
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* What the authors' xoshiro256starstar.c gives for the state 1, 2, 3, 4
   (prng.di.unimi.it; the same list is in the tests of Rust's rand_xoshiro). */
static void is_the_published_generator(void **state)
{
    (void)state;
    const uint64_t right[] = {
        UINT64_C(11520),
        UINT64_C(0),
        UINT64_C(1509978240),
        UINT64_C(1215971899390074240),
        UINT64_C(1216172134540287360),
        UINT64_C(607988272756665600),
        UINT64_C(16172922978634559625),
        UINT64_C(8476171486693032832),
        UINT64_C(10595114339597558777),
        UINT64_C(2904607092377533576),
    };
    struct random random = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++)
        assert_true(random_next(&random) == right[i]);
}

/* SplitMix64 with seed 0 and 1234567 begins with these numbers. */
static void is_seeded_by_splitmix(void **state)
{
    (void)state;
    struct random random;
    random_seed(&random, 0);
    assert_true(random.state[0] == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(random.state[1] == UINT64_C(0x6e789e6aa1b965f4));
    random_seed(&random, 1234567);
    assert_true(random.state[0] == UINT64_C(6457827717110365317));
    assert_true(random.state[3] == UINT64_C(4593380528125082431));
}

static void stays_within_limits(void **state)
{
    (void)state;
    const uint32_t limits[] = {1, 2, 3, 10, 1u << 31, UINT32_MAX};
    struct random random;
    random_seed(&random, 3);
    for (size_t k = 0; k < sizeof limits / sizeof limits[0]; k++)
        for (int i = 0; i < 20000; i++) {
            assert_true(random_below(&random, limits[k]) < limits[k]);
            double unit = random_unit(&random);
            assert_true(unit >= 0 && unit < 1);
        }
}

/* The state that gives the largest word shows what the limits do with it. */
static void reaches_its_ends(void **state)
{
    (void)state;
    /* The next word is rotl(s[1] * 5, 7) * 9, so s[1] is found backwards from it. */
    uint64_t ninth = UINT64_C(0x8e38e38e38e38e39), fifth = UINT64_C(0xcccccccccccccccd);
    for (int high = 0; high < 2; high++) {
        uint64_t word = (high ? UINT64_MAX : 0) * ninth;
        word = ((word >> 7) | (word << 57)) * fifth;
        struct random random = {{1, word, 3, 4}};
        struct random same = random;
        assert_true(random_next(&same) == (high ? UINT64_MAX : 0));
        assert_int_equal(random_below(&random, 6), high ? 5 : 0);
        same = (struct random){{1, word, 3, 4}};
        assert_true(high ? random_unit(&same) < 1 : random_unit(&same) == 0);
    }
}

/* Chi-square of 64 cells: 63 expected, and beyond 120 once in 100,000 honest generators. */
static void has_no_preference(void **state)
{
    (void)state;
    enum { CELLS = 64, DRAWS = 64000 };
    for (uint64_t seed = 0; seed < 8; seed++) {
        int counts[CELLS] = {0};
        double chi = 0, sum = 0;
        struct random random;
        random_seed(&random, seed);
        for (int i = 0; i < DRAWS; i++) {
            counts[random_below(&random, CELLS)]++;
            sum += random_unit(&random);
        }
        for (int i = 0; i < CELLS; i++)
            chi += (counts[i] - 1000.0) * (counts[i] - 1000.0) / 1000.0;
        assert_true(chi > 25 && chi < 120);
        assert_true(sum / DRAWS > 0.494 && sum / DRAWS < 0.506);
    }
}

static void pieces_are_independent(void **state)
{
    (void)state;
    struct random a, b, again;
    for (uint64_t piece = 0; piece < 1000; piece++) {
        random_split(&a, 1, piece);
        random_split(&again, 1, piece);
        random_split(&b, 1, piece + 1);
        uint64_t first = random_next(&a);
        assert_true(first == random_next(&again));
        int differing = __builtin_popcountll(first ^ random_next(&b));
        assert_true(differing > 5 && differing < 59);
        random_split(&b, 2, piece);
        assert_true(first != random_next(&b));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_published_generator), cmocka_unit_test(is_seeded_by_splitmix),
        cmocka_unit_test(stays_within_limits),        cmocka_unit_test(reaches_its_ends),
        cmocka_unit_test(has_no_preference),          cmocka_unit_test(pieces_are_independent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
