/* Checks solved mill subspaces forward: each value must follow from those of its successors.

   Everything here is done differently from the builder: moves come from the rules of the game and
   slots from the positions, not from classes and edges. It checks all positions or a sample: runs
   of neighbouring slots from random places, so that a subspace of any size takes a second and no
   memory. With all, the subspace and what its moves lead to are loaded, and the counts in the
   file's header are verified as well. */
#ifndef LAB_MILL_VERIFY_H
#define LAB_MILL_VERIFY_H

#include "lab/mill/shelf.h"
#include <stdatomic.h>

struct mill_verify {
    const struct mill_shelf *shelf;
    struct mill_rules rules;
    int threads;
    uint64_t sample; /* positions of each subspace; 0 for all */
    uint64_t seed;
    const atomic_bool *stop; /* may be NULL */
};

struct mill_verify_result {
    uint64_t looked, wrong, unknown; /* unknown: a successor's database is not there */
    char first_wrong[256];           /* the first wrong position found, as text; "" for none */
};

/* False with an error when a file could not be read or memory ran out; wrong values are in the
   result. */
bool mill_verify_store(const struct mill_verify *verify, const struct mill_store *store,
                       struct mill_verify_result *result, struct error *error);

#endif
