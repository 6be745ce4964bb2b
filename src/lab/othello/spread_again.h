/* Measures the spread of an existing model again, for instance after a change to the search, and
   puts the file in place with it. The weights stay as they are. */
#ifndef LAB_OTHELLO_SPREAD_AGAIN_H
#define LAB_OTHELLO_SPREAD_AGAIN_H

#include "lab/othello/spread.h"

struct othello_spread_again {
    const char *path; /* of the model */
    size_t positions;
    uint64_t seed;
    size_t bytes; /* of the new file; a result */
};

bool othello_spread_again(struct othello_spread_again *again, const struct pool *pool,
                          struct error *error);

#endif
