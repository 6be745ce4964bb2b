/* The clock of the operating system: monotonic, so that a correction to the time of day neither
   shortens nor lengthens a search. Targets without a C library provide their own
   clock_microseconds. */
#define _POSIX_C_SOURCE 200809L
#include "base/clock.h"

#if !defined(POTEZ_NO_LIBC)
#include <time.h>

uint64_t clock_microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}
#endif
