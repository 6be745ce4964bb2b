/* How a position of a packed database is likely to end, before it is read: a number that sums up
   all the evidence, so that positions with the same number tend to end alike.

   The evidence is of four kinds, all at hand while slots are unpacked one after another: what the
   patterns of the evaluation say (minds/mill/patterns.h); how many points close a mill for the side
   to move, and for the other if it were its turn; and how three positions ended that were unpacked
   before and differ in one man of the smaller side by one step: its lowest man, the next and the
   one after that, counted among the free points. Those lie 1, about 10 and about 50 slots back.

     struct mill_predictor predictor;                       for a subspace
     mill_predict_begin(&predictor, slot);                  at the first slot of a block
     context = mill_predict_context(&predictor, codes, i);  codes[0..i-1] are known
     mill_predict_next(&predictor);                         after each slot
*/
#ifndef LAB_MILL_PREDICT_H
#define LAB_MILL_PREDICT_H

#include "minds/mill/database.h"
#include "minds/mill/patterns.h"

enum {
    PREDICT_SCORES = 64, /* steps of PREDICT_STEP hundredths of a man */
    PREDICT_STEP = 50,
    PREDICT_CLOSINGS = 3, /* none, one, more */
    PREDICT_CODES = 4,    /* of a neighbour: enum mill_code, the last for none */
    PREDICT_NEIGHBOURS = PREDICT_CODES * PREDICT_CODES * PREDICT_CODES,
    PREDICT_SIGHTS = PREDICT_SCORES * PREDICT_CLOSINGS * PREDICT_CLOSINGS, /* without neighbours */
    PREDICT_CONTEXTS = PREDICT_SIGHTS * PREDICT_NEIGHBOURS,
};

/* The shares in the patterns' states of all men in a byte of points: made once. */
struct mill_predict_shares {
    mill_lanes byte[3][256];
};

struct mill_predictor {
    const struct mill_index *index;
    struct mill_rules rules;
    struct mill_subspace subspace;
    const struct mill_phase_values *values; /* NULL for other boards than nine men's */
    const struct mill_predict_shares *shares;
    int large, small;
    bool mover_large;
    int material;
    uint32_t width;
    /* where it stands */
    uint32_t class, rank, men, free, gathered;
    mill_lanes large_share;
};

void mill_predict_shares_init(struct mill_predict_shares *shares);

/* `patterns` and `shares` stay the caller's; no patterns for other boards than nine men's. */
void mill_predict_init(struct mill_predictor *predictor, const struct mill_index *index,
                       struct mill_rules rules, struct mill_subspace subspace,
                       const struct mill_patterns *patterns,
                       const struct mill_predict_shares *shares);

void mill_predict_begin(struct mill_predictor *predictor, uint64_t slot);
void mill_predict_class(struct mill_predictor *predictor);
uint32_t mill_predict_context(const struct mill_predictor *predictor, const uint8_t *codes,
                              uint32_t at);

static inline void mill_predict_next(struct mill_predictor *predictor)
{
    if (++predictor->rank < predictor->width) {
        predictor->gathered = mill_next_set(predictor->gathered);
        return;
    }
    predictor->class ++;
    predictor->rank = 0;
    mill_predict_class(predictor);
}

#endif
