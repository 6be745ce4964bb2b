/* The sequential test: its error rates by simulation of known strengths, and one-sided input. */
#include "lab/sprt.h"
#include "base/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const struct sprt test = {.elo0 = 0, .elo1 = 20, .alpha = 0.05, .beta = 0.05};

/* Plays pairs of a player who is `elo` stronger, half of the games drawn, until the test ends. */
static enum sprt_verdict simulate(double elo, struct random *random, int *pairs)
{
    double share = 1 / (1 + pow(10, -elo / 400)), draws = 0.5, wins = share - draws / 2;
    struct match_score score = {0};
    for (*pairs = 1; *pairs < 200000; ++*pairs) {
        int points = 0;
        for (int game = 0; game < 2; game++) {
            double luck = random_unit(random);
            points += luck < wins ? 2 : luck < wins + draws ? 1 : 0;
        }
        score.pairs[points]++;
        struct sprt_state state = sprt_judge(&test, &score);
        if (state.verdict != SPRT_GO_ON)
            return state.verdict;
    }
    return SPRT_GO_ON;
}

static void error_rates(void **state)
{
    (void)state;
    enum { RUNS = 200 };
    struct random random;
    int wrong0 = 0, wrong1 = 0, pairs;
    random_seed(&random, 11);
    for (int run = 0; run < RUNS; run++) {
        wrong0 += simulate(0, &random, &pairs) != SPRT_ACCEPT_0;
        wrong1 += simulate(20, &random, &pairs) != SPRT_ACCEPT_1;
    }
    /* Expected at most 10 of 200 each; 20 is more than three standard deviations off. */
    assert_in_range(wrong0, 0, 20);
    assert_in_range(wrong1, 0, 20);
    assert_true(wrong0 + wrong1 > 0); /* a test that never errs asks for too many games */
}

static void one_sided(void **state)
{
    (void)state;
    static const struct {
        int result;
        enum sprt_verdict verdict;
    } cases[] = {{4, SPRT_ACCEPT_1}, {0, SPRT_ACCEPT_0}, {2, SPRT_ACCEPT_0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct match_score score = {0};
        int pairs = 0;
        enum sprt_verdict verdict = SPRT_GO_ON;
        while (verdict == SPRT_GO_ON && pairs < 100000) {
            score.pairs[cases[i].result] = ++pairs;
            verdict = sprt_judge(&test, &score).verdict;
        }
        assert_int_equal(verdict, cases[i].verdict);
        assert_in_range(pairs, 2, 2000);
    }
}

static void nothing_seen(void **state)
{
    (void)state;
    struct match_score score = {0};
    struct sprt_state judged = sprt_judge(&test, &score);
    assert_int_equal(judged.verdict, SPRT_GO_ON);
    assert_true(judged.ratio == 0);
    assert_true(fabs(judged.lower + 2.944439) < 1e-6 && fabs(judged.upper - 2.944439) < 1e-6);
}

/* Near the middle the ratio is close to the normal approximation n (s1-s0) (2m-s0-s1) / (2v). */
static void near_normal(void **state)
{
    (void)state;
    struct match_score score = {.pairs = {100, 240, 310, 250, 100}};
    double n = 1000, mean = (240 * 0.25 + 310 * 0.5 + 250 * 0.75 + 100) / n, variance = 0;
    for (int i = 0; i < 5; i++)
        variance += score.pairs[i] / n * (i / 4.0 - mean) * (i / 4.0 - mean);
    double s0 = 0.5, s1 = 1 / (1 + pow(10, -20 / 400.0));
    double expected = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
    assert_true(fabs(sprt_judge(&test, &score).ratio - expected) < 0.03 * fabs(expected));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_rates),
        cmocka_unit_test(one_sided),
        cmocka_unit_test(nothing_seen),
        cmocka_unit_test(near_normal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
