/* The C library's half: `aligned_alloc` wants a multiple of the alignment, and a size of zero must
   not look like a failure. */
#include "lab/heap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *heap_take(const struct heap *heap, size_t bytes)
{
    if (bytes > SIZE_MAX - HEAP_ALIGNMENT)
        return NULL;
    if (heap)
        return heap->take(heap->self, HEAP_ALIGNMENT, bytes ? bytes : 1);
    return aligned_alloc(HEAP_ALIGNMENT,
                         (bytes + HEAP_ALIGNMENT - 1) / HEAP_ALIGNMENT * HEAP_ALIGNMENT);
}

void *heap_take_clear(const struct heap *heap, size_t bytes)
{
    void *memory = heap_take(heap, bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

void heap_give(const struct heap *heap, void *memory)
{
    if (heap && memory)
        heap->give(heap->self, memory);
    else
        free(memory);
}
