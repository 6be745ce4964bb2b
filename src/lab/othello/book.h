/* Builds Othello's opening book by expansion around the best lines.

   The book begins with the start position. Each round walks from there along moves that are nearly
   the best, chosen with some chance, to a position whose moves are not in the book yet (it drops
   out), searches all of these, and carries the values back to the start: lines that turn out worse
   are left, better ones are followed (drop-out expansion [buro99] [lincke01]). The result does
   not depend on the number of threads. */
#ifndef LAB_OTHELLO_BOOK_H
#define LAB_OTHELLO_BOOK_H

#include "base/error.h"
#include "lab/pool.h"
#include <stdint.h>

struct othello_book_plan {
    int expansions;
    int depth; /* of the searches */
    int plies; /* the book ends there */
    uint64_t seed;
    struct pool pool;
};

/* Returns the book's bytes, which the caller frees, and their number; NULL with an error. When
   stopped it returns the book built so far. */
uint8_t *othello_book_build(const struct othello_book_plan *plan, size_t *bytes, size_t *positions,
                            struct error *error);

#endif
