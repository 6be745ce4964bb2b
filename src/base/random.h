/* Random numbers that are the same everywhere for the same seed.

   xoshiro256** [blackman21], seeded through SplitMix64 [steele14]. Each thread has its own
   generator; random_split gives an independent one for a numbered piece of work, so that results do
   not depend on which thread does it. Not for secrets: tokens come from the operating system. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include "base/hash.h"
#include <stdbool.h>
#include <stdint.h>

struct random {
    uint64_t state[4];
};

static inline void random_seed(struct random *random, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        seed += UINT64_C(0x9e3779b97f4a7c15);
        random->state[i] = hash_mix(seed);
    }
}

/* A generator for piece number `piece` of the work that `seed` stands for. */
static inline void random_split(struct random *random, uint64_t seed, uint64_t piece)
{
    random_seed(random, hash_pair(seed, piece));
}

static inline uint64_t random_next(struct random *random)
{
    uint64_t *s = random->state;
    uint64_t five = s[1] * 5;
    uint64_t result = ((five << 7) | (five >> 57)) * 9;
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* Uniform in 0..limit-1, limit at least 1; without bias beyond 2^-32 (Lemire's multiplication
 * [lemire19]). */
static inline uint32_t random_below(struct random *random, uint32_t limit)
{
    return (uint32_t)(((random_next(random) >> 32) * limit) >> 32);
}

/* Uniform in [0, 1). */
static inline double random_unit(struct random *random)
{
    return (double)(random_next(random) >> 11) * 0x1.0p-53;
}

#endif
