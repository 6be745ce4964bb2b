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

#if defined(__AVX512F__)
typedef float maths_sixteen __attribute__((vector_size(64)));
typedef int32_t maths_sixteen_int __attribute__((vector_size(64)));

static inline maths_sixteen maths_sixteen_of(float x)
{
    return (maths_sixteen){x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x};
}
#endif

/* ((x0 + x4) + (x1 + x5)) + ((x2 + x6) + (x3 + x7)) */
static inline float maths_eight_sum(maths_eight x)
{
    maths_four halves =
        __builtin_shufflevector(x, x, 0, 1, 2, 3) + __builtin_shufflevector(x, x, 4, 5, 6, 7);
    maths_four pairs = halves + __builtin_shufflevector(halves, halves, 1, 0, 3, 2);
    return pairs[0] + pairs[2];
}

/* e^x = 2^n 2^f with f within +-1/2: 2^f by its series, 2^n by the exponent bits. Adding and
   subtracting 1.5 * 2^23 rounds to the nearest whole number. In between, the lowest bits are that
   number, and the nine that the shift leaves of it hold nothing else. */
#define MATHS_DEFINE(NAME)                                                                         \
    static inline __attribute__((always_inline)) NAME NAME##_exp(NAME x)                           \
    {                                                                                              \
        const NAME edge = NAME##_of(80.0f);                                                        \
        NAME##_int above = x > edge;                                                               \
        x = (NAME)(((NAME##_int)x & ~above) | ((NAME##_int)edge & above));                         \
        NAME##_int below = x < -edge;                                                              \
        x = (NAME)(((NAME##_int)x & ~below) | ((NAME##_int) - edge & below));                      \
        NAME scaled = x * 1.44269504f;                                                             \
        NAME raised = scaled + 12582912.0f, whole = raised - 12582912.0f;                          \
        NAME f = (scaled - whole) * 0.693147181f;                                                  \
        NAME series =                                                                              \
            1.0f + f * (1.0f + f * (0.5f + f * (0.166666667f +                                     \
                                                f * (0.0416666667f + f * (0.00833333333f +         \
                                                                          f * 0.00138888889f))))); \
        NAME##_int power = ((NAME##_int)raised + 127) << 23;                                       \
        return series * (NAME)power;                                                               \
    }                                                                                              \
    static inline NAME NAME##_sigmoid(NAME x)                                                      \
    {                                                                                              \
        return 1.0f / (1.0f + NAME##_exp(-x));                                                     \
    }

MATHS_DEFINE(maths_eight)
#if defined(__AVX512F__)
MATHS_DEFINE(maths_sixteen)
#endif

static inline float maths_exp(float x)
{
    return maths_eight_exp(maths_eight_of(x))[0];
}

static inline float maths_sigmoid(float x)
{
    return maths_eight_sigmoid(maths_eight_of(x))[0];
}

#endif
