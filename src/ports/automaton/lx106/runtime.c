/* What the compiler calls and Debian's libgcc for lx106 lacks or has only with tables of bytes:
   multiplication, division and counting bits. */
#include <stdint.h>

uint64_t __umulsidi3(uint32_t a, uint32_t b);
uint64_t __muldi3(uint64_t a, uint64_t b);
uint32_t __udivsi3(uint32_t a, uint32_t b);
uint32_t __umodsi3(uint32_t a, uint32_t b);
int32_t __divsi3(int32_t a, int32_t b);
int32_t __modsi3(int32_t a, int32_t b);
int __popcountsi2(uint32_t set);
int __popcountdi2(uint64_t set);
int __ctzdi2(uint64_t set);

/* The chip multiplies 32 by 32 bits to the low 32. */
uint64_t __umulsidi3(uint32_t a, uint32_t b)
{
    uint32_t a_low = a & 0xffff, a_high = a >> 16, b_low = b & 0xffff, b_high = b >> 16;
    uint32_t low = a_low * b_low, middle = a_high * b_low + (low >> 16);
    uint32_t other = a_low * b_high + (middle & 0xffff);
    uint32_t high = a_high * b_high + (middle >> 16) + (other >> 16);
    return (uint64_t)high << 32 | (other << 16 | (low & 0xffff));
}

uint64_t __muldi3(uint64_t a, uint64_t b)
{
    uint32_t a_low = (uint32_t)a, b_low = (uint32_t)b;
    uint64_t product = __umulsidi3(a_low, b_low);
    uint32_t high =
        (uint32_t)(product >> 32) + a_low * (uint32_t)(b >> 32) + (uint32_t)(a >> 32) * b_low;
    return (uint64_t)high << 32 | (uint32_t)product;
}

/* The column of a cell is a small number divided by a smaller one and wanted all the time; the
   product with the reciprocal, rounded up, is right for these. */
uint32_t __udivsi3(uint32_t a, uint32_t b)
{
    static const uint32_t reciprocal[16] = {0,    65536, 32768, 21846, 16384, 13108, 10923, 9363,
                                            8192, 7282,  6554,  5958,  5462,  5042,  4682,  4370};
    uint32_t quotient = 0;
    if (a < 256 && b < 16 && b)
        return a * reciprocal[b] >> 16;
    int shift = 0;
    if (b == 0)
        return UINT32_MAX;
    while (shift < 31 && !(b >> 31) && b << 1 <= a) {
        b <<= 1;
        shift++;
    }
    for (; shift >= 0; shift--, b >>= 1)
        if (a >= b) {
            a -= b;
            quotient |= UINT32_C(1) << shift;
        }
    return quotient;
}

uint32_t __umodsi3(uint32_t a, uint32_t b)
{
    return a - __udivsi3(a, b) * b;
}

static uint32_t size_of(int32_t number)
{
    return number < 0 ? 0 - (uint32_t)number : (uint32_t)number;
}

int32_t __divsi3(int32_t a, int32_t b)
{
    uint32_t quotient = __udivsi3(size_of(a), size_of(b));
    return (a < 0) != (b < 0) ? (int32_t)(0 - quotient) : (int32_t)quotient;
}

int32_t __modsi3(int32_t a, int32_t b)
{
    uint32_t rest = __umodsi3(size_of(a), size_of(b));
    return a < 0 ? (int32_t)(0 - rest) : (int32_t)rest;
}

int __popcountsi2(uint32_t set)
{
    set -= set >> 1 & 0x55555555;
    set = (set & 0x33333333) + (set >> 2 & 0x33333333);
    set = (set + (set >> 4)) & 0x0f0f0f0f;
    return (int)(set * 0x01010101 >> 24);
}

int __popcountdi2(uint64_t set)
{
    uint32_t low = (uint32_t)set, high = (uint32_t)(set >> 32);
    low -= low >> 1 & 0x55555555;
    high -= high >> 1 & 0x55555555;
    low = (low & 0x33333333) + (low >> 2 & 0x33333333);
    high = (high & 0x33333333) + (high >> 2 & 0x33333333);
    low += high; /* each half byte is at most 8 */
    low = (low & 0x0f0f0f0f) + (low >> 4 & 0x0f0f0f0f);
    return (int)(low * 0x01010101 >> 24);
}

/* The chip counts leading zeros. */
int __ctzdi2(uint64_t set)
{
    uint32_t low = (uint32_t)set, word = low ? low : (uint32_t)(set >> 32);
    return (low ? 31 : 63) - __builtin_clz(word & (0 - word));
}
