/* Writing the short form of a complete book (minds/book_complete.h). */
#ifndef LAB_BOOK_PACK_H
#define LAB_BOOK_PACK_H

#include "base/error.h"
#include <stddef.h>
#include <stdint.h>

struct book_pair {
    uint64_t key;
    int8_t score;
};

/* A book of these positions, all keys different, in *size bytes that the caller frees. NULL with an
   error when memory runs out or the scores lie more than 255 apart. */
uint8_t *book_pack(const struct book_pair *pairs, size_t count, int plies, size_t *size,
                   struct error *error);

#endif
