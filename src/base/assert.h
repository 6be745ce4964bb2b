/* A programming error stops the program at once. Input errors never come here: see base/error.h.
   Compiled out with NDEBUG, as the C library's assert is; this one needs no library. */
#ifndef BASE_ASSERT_H
#define BASE_ASSERT_H

#ifdef NDEBUG
#define ASSERT(condition) ((void)sizeof(condition))
#else
#define ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#endif

#endif
