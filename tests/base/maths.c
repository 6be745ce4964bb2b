/* Real numbers: as near to the C library's as the header says, the same one by one and eight at a
   time, and the same bits on every machine that multiplies and adds in two steps. */
#include "base/maths.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* The compiler is not to calculate in advance, with its own rounding. */
static float hidden(float x)
{
    volatile float secret = x;
    return secret;
}

static double relative_error(float x)
{
    double right = exp((double)x);
    return fabs((double)maths_exp(x) - right) / right;
}

/* The argument itself is rounded when it is scaled, which counts for large ones. */
static void exp_is_near(void **state)
{
    (void)state;
    for (float x = -8; x <= 8; x += 0.00037f)
        assert_true(relative_error(x) < 2e-6);
    for (float x = -80; x <= 80; x += 0.0071f)
        assert_true(relative_error(x) < 2e-5);
    assert_true(maths_exp(0) == 1.0f && maths_exp(-0.0f) == 1.0f);
}

static void exp_stays_at_its_edges(void **state)
{
    (void)state;
    const float far[] = {80.0f, 80.0001f, 88.7f, 1e30f, INFINITY};
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++) {
        assert_true(maths_exp(hidden(far[i])) == maths_exp(hidden(80.0f)));
        assert_true(maths_exp(hidden(-far[i])) == maths_exp(hidden(-80.0f)));
    }
    assert_true(isfinite(maths_exp(INFINITY)) && maths_exp(-INFINITY) > 0);
}

static void sigmoid_is_near(void **state)
{
    (void)state;
    float before = 0;
    for (float x = -30; x <= 30; x += 0.0031f) {
        float y = maths_sigmoid(x);
        assert_true(fabs((double)y - 1 / (1 + exp(-(double)x))) < 1e-6);
        assert_true(y >= before - 2e-7f && y >= 0 && y <= 1);
        before = y;
    }
    assert_true(maths_sigmoid(0) == 0.5f);
    assert_true(maths_sigmoid(INFINITY) == 1.0f && maths_sigmoid(-INFINITY) < 1e-30f);
}

static void eight_are_as_one(void **state)
{
    (void)state;
    maths_eight x = {-90.0f, -1.5f, -0.0f, 0.25f, 1.0f, 3.75f, 79.0f, 90.0f};
    x *= hidden(1.0f);
    maths_eight e = maths_eight_exp(x), s = maths_eight_sigmoid(x);
    for (int i = 0; i < 8; i++) {
        assert_true(e[i] == maths_exp(hidden(x[i])));
        assert_true(s[i] == maths_sigmoid(hidden(x[i])));
    }
    maths_eight whole = {1, 2, 4, 8, 16, 32, 64, 128};
    assert_true(maths_eight_sum(whole) == 255.0f);
    assert_true(maths_eight_sum(maths_eight_of(0.125f)) == 1.0f);
    /* The order of adding is part of the promise: 1e8 swallows a 1 that is added to it alone. */
    maths_eight order = {1e8f, 1, 0, 0, -1e8f, 1, 0, 0};
    assert_true(maths_eight_sum(order) == 2.0f);
}

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Without fused multiplication, which rounds once instead of twice; where the compiler has it, only
   the nearness is promised. */
static void bits_are_the_same(void **state)
{
    (void)state;
#ifndef __FMA__
    assert_int_equal(bits_of(maths_exp(hidden(1.0f))), 0x402df854);
    assert_int_equal(bits_of(maths_sigmoid(hidden(1.0f))), 0x3f3b26a8);
#else
    assert_in_range(bits_of(maths_exp(hidden(1.0f))), 0x402df854 - 4, 0x402df854 + 4);
    assert_in_range(bits_of(maths_sigmoid(hidden(1.0f))), 0x3f3b26a8 - 4, 0x3f3b26a8 + 4);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exp_is_near),       cmocka_unit_test(exp_stays_at_its_edges),
        cmocka_unit_test(sigmoid_is_near),   cmocka_unit_test(eight_are_as_one),
        cmocka_unit_test(bits_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
