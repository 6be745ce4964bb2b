/* Where memory comes from: the C library's heap, or that of a program that brings its own.

   What the middle keeps for one caller (sessions, levels, tables, scratch of searches, inquiries)
   is taken through a struct heap, so that a library can pass on its caller's. NULL is the C
   library. What all callers share, models and books, is not taken here. */
#ifndef LAB_HEAP_H
#define LAB_HEAP_H

#include <stddef.h>

#define HEAP_ALIGNMENT 64

struct heap {
    /* That many bytes of memory, aligned, not cleared; NULL when there is no more. */
    void *(*take)(void *self, size_t alignment, size_t bytes);
    void (*give)(void *self, void *memory); /* back; never NULL */
    void *self;
};

/* Aligned to HEAP_ALIGNMENT. */
void *heap_take(const struct heap *heap, size_t bytes);
/* The same, all bytes 0. */
void *heap_take_clear(const struct heap *heap, size_t bytes);
/* NULL is allowed. */
void heap_give(const struct heap *heap, void *memory);

#endif
