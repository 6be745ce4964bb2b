/* How far apart searches of different depths lie, for ProbCut (minds/othello/tree.c).

   For a deep search and a shallow one of the same position: the mean of deep minus shallow (`bias`)
   and its standard deviation (`sigma`), both in the units of OTHELLO_DISC. They are measured with
   the weights they belong to (lab/othello/spread.c) and travel with them. */
#ifndef MINDS_OTHELLO_SPREAD_H
#define MINDS_OTHELLO_SPREAD_H

#include <stdint.h>

enum {
    OTHELLO_SPREAD_EMPTIES = 8, /* of a range that has numbers of its own */
    OTHELLO_SPREAD_RANGES = 8,
    OTHELLO_SPREAD_DEEP = 24,   /* deeper searches count as this deep */
    OTHELLO_SPREAD_SHALLOW = 12 /* the deepest shallow one */
};

struct othello_spread_row {
    union {
        struct {
            int16_t sigma[OTHELLO_SPREAD_SHALLOW + 1], bias[OTHELLO_SPREAD_SHALLOW + 1];
        };
        int16_t number[2 * (OTHELLO_SPREAD_SHALLOW + 1)];
    };
};

struct othello_spread {
    struct othello_spread_row middle[OTHELLO_SPREAD_RANGES][OTHELLO_SPREAD_DEEP + 1];
    struct othello_spread_row end[61]; /* a deep search to the end, by number of empties */
};

static inline const struct othello_spread_row *
othello_spread_row_of(const struct othello_spread *spread, int depth, int empties)
{
    if (depth >= empties)
        return &spread->end[empties < 60 ? empties : 60];
    int range = empties / OTHELLO_SPREAD_EMPTIES;
    return &spread->middle[range < OTHELLO_SPREAD_RANGES ? range : OTHELLO_SPREAD_RANGES - 1]
                          [depth < OTHELLO_SPREAD_DEEP ? depth : OTHELLO_SPREAD_DEEP];
}

#endif
