/* Sets of up to 64 things as bits of a word.

   Thin names over the compiler's builtins, so that bitboard code reads as what it means. With
   -march=native each is one instruction; elsewhere the compiler supplies a portable sequence.
   Nothing here checks for empty sets: bits_first and bits_last need at least one bit. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t bit(int index)
{
    return UINT64_C(1) << index;
}

static inline int bits_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

static inline int bits_first(uint64_t set)
{
    return __builtin_ctzll(set);
}

static inline int bits_last(uint64_t set)
{
    return 63 - __builtin_clzll(set);
}

static inline uint64_t bits_lowest(uint64_t set)
{
    return set & (~set + 1);
}

static inline uint64_t bits_without_lowest(uint64_t set)
{
    return set & (set - 1);
}

/* Removes the lowest element of a non-empty set and returns its index:
   while (set) { int index = bits_pop(&set); ... } */
static inline int bits_pop(uint64_t *set)
{
    int index = bits_first(*set);
    *set = bits_without_lowest(*set);
    return index;
}

/* The bits of `set` that lie in `mask`, packed at the low end in order. */
static inline uint32_t bits_gather(uint32_t set, uint32_t mask)
{
#ifdef __BMI2__
    return __builtin_ia32_pext_si(set, mask);
#else
    uint32_t gathered = 0;
    for (uint32_t left = set & mask; left; left &= left - 1)
        gathered |= UINT32_C(1) << bits_count(mask & ((left & (~left + 1)) - 1));
    return gathered;
#endif
}

/* The opposite: the low bits of `set`, in order, moved to the places of `mask`. */
static inline uint32_t bits_scatter(uint32_t set, uint32_t mask)
{
#ifdef __BMI2__
    return __builtin_ia32_pdep_si(set, mask);
#else
    uint32_t scattered = 0;
    for (; set && mask; set >>= 1, mask &= mask - 1)
        scattered |= set & 1 ? mask & (~mask + 1) : 0;
    return scattered;
#endif
}

/* The word with its eight bytes in the opposite order: a board of eight rows turned upside down. */
static inline uint64_t bits_swap_rows(uint64_t set)
{
    return __builtin_bswap64(set);
}

#endif
