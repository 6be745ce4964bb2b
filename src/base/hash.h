/* Turning numbers into well-spread 64-bit hashes.

   hash_mix is a bijection (the finaliser "Mix13" [stafford11], as used in SplitMix64), so two
   different words never collide; hash_pair folds two words into one; hash_bytes is the checksum of
   our files. None resists an attacker who chooses the input. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t hash_mix(uint64_t word)
{
    word = (word ^ (word >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94d049bb133111eb);
    return word ^ (word >> 31);
}

static inline uint64_t hash_pair(uint64_t a, uint64_t b)
{
    return hash_mix(a + UINT64_C(0x9e3779b97f4a7c15) * (hash_mix(b) | 1));
}

static inline uint64_t hash_bytes(const void *bytes, size_t length)
{
    uint64_t sum = length;
    for (size_t i = 0; i < length; i++)
        sum = hash_pair(sum, ((const uint8_t *)bytes)[i]);
    return sum;
}

#endif
