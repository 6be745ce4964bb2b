/* memcpy and its relatives for targets without a C library. Compilers call them by these names
   for copies of structs even in freestanding code, so they must exist. With a C library this
   file is empty. */
#include "base/memory.h"

#if defined(POTEZ_NO_LIBC)

void *memcpy(void *restrict target, const void *restrict source, size_t bytes);
void *memmove(void *target, const void *source, size_t bytes);
void *memset(void *target, int byte, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);

/* Most copies are whole words. */
typedef uint32_t __attribute__((may_alias)) word;

static inline bool aligned(const void *memory)
{
    return (uintptr_t)memory % sizeof(word) == 0;
}

void *memcpy(void *restrict target, const void *restrict source, size_t bytes)
{
    unsigned char *t = target;
    const unsigned char *s = source;
    size_t i = 0;
    if (aligned(t) && aligned(s))
        for (; i + sizeof(word) <= bytes; i += sizeof(word))
            *(word *)(void *)(t + i) = *(const word *)(const void *)(s + i);
    for (; i < bytes; i++)
        t[i] = s[i];
    return target;
}

void *memmove(void *target, const void *source, size_t bytes)
{
    unsigned char *t = target;
    const unsigned char *s = source;
    if (t <= s)
        for (size_t i = 0; i < bytes; i++)
            t[i] = s[i];
    else
        for (size_t i = bytes; i > 0; i--)
            t[i - 1] = s[i - 1];
    return target;
}

void *memset(void *target, int byte, size_t bytes)
{
    unsigned char *t = target;
    size_t i = 0;
    if (aligned(t))
        for (; i + sizeof(word) <= bytes; i += sizeof(word))
            *(word *)(void *)(t + i) = 0x01010101u * (unsigned char)byte;
    for (; i < bytes; i++)
        t[i] = (unsigned char)byte;
    return target;
}

int memcmp(const void *a, const void *b, size_t bytes)
{
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < bytes; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

#endif
