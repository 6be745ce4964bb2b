/* The few real functions that a network needs, without the C library: plain arithmetic on floats,
   one number or eight side by side. The result is the same to the last bit on every machine for
   which the compiler does not fuse a multiplication with an addition; -march=native may allow it
   to.

   maths_exp is within 2e-6 of the true value (relative); beyond +-80 it stays at the edge. */
#ifndef BASE_MATHS_H
#define BASE_MATHS_H

#include <stdint.h>

/* Compilers warn that such vectors are passed differently with and without AVX. Everything that
   passes them is inline, so the warning does not apply. */
#pragma GCC diagnostic ignored "-Wpsabi"

/* Eight floats computed together; the compiler uses whatever the machine has. */
typedef float maths_eight __attribute__((vector_size(32)));
typedef float maths_four __attribute__((vector_size(16)));
typedef int32_t maths_eight_int __attribute__((vector_size(32)));

static inline maths_eight maths_eight_of(float x)
{
    return (maths_eight){x, x, x, x, x, x, x, x};
}

/* ((x0 + x4) + (x1 + x5)) + ((x2 + x6) + (x3 + x7)) */
static inline float maths_eight_sum(maths_eight x)
{
    maths_four halves =
        __builtin_shufflevector(x, x, 0, 1, 2, 3) + __builtin_shufflevector(x, x, 4, 5, 6, 7);
    maths_four pairs = halves + __builtin_shufflevector(halves, halves, 1, 0, 3, 2);
    return pairs[0] + pairs[2];
}

/* e^x = 2^n 2^f with f within +-1/2: 2^f by its series, 2^n by the exponent bits. */
static inline maths_eight maths_eight_exp(maths_eight x)
{
    const maths_eight edge = maths_eight_of(80.0f);
    maths_eight_int above = x > edge;
    x = (maths_eight)(((maths_eight_int)x & ~above) | ((maths_eight_int)edge & above));
    maths_eight_int below = x < -edge;
    x = (maths_eight)(((maths_eight_int)x & ~below) | ((maths_eight_int)-edge & below));
    maths_eight scaled = x * 1.44269504f;
    /* Adding and subtracting 1.5 * 2^23 rounds to the nearest whole number. In between, the lowest
       bits are that number, and the nine that the shift leaves of it hold nothing else. */
    maths_eight raised = scaled + 12582912.0f, whole = raised - 12582912.0f;
    maths_eight f = (scaled - whole) * 0.693147181f;
    maths_eight series =
        1.0f +
        f * (1.0f +
             f * (0.5f + f * (0.166666667f +
                              f * (0.0416666667f + f * (0.00833333333f + f * 0.00138888889f)))));
    maths_eight_int power = ((maths_eight_int)raised + 127) << 23;
    return series * (maths_eight)power;
}

static inline maths_eight maths_eight_sigmoid(maths_eight x)
{
    return 1.0f / (1.0f + maths_eight_exp(-x));
}

static inline float maths_exp(float x)
{
    return maths_eight_exp(maths_eight_of(x))[0];
}

static inline float maths_sigmoid(float x)
{
    return maths_eight_sigmoid(maths_eight_of(x))[0];
}

#endif
