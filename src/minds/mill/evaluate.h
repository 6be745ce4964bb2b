/* What a mill position looks to be worth, in hundredths of a man, to the side to move.

   Counted are men, closed lines, lines that the next move can close (open mills), men that swing
   from one mill straight into another (double mills), places to move to and men that cannot move.
   While men are placed, a line of two with the third point free can be closed at once from the
   hand, and where men can move matters for later; with three men everything is within reach. */
#ifndef MINDS_MILL_EVALUATE_H
#define MINDS_MILL_EVALUATE_H

#include "games/mill/mill.h"

struct mill_weights {
    int16_t man;
    int16_t mill;     /* a man in a closed line */
    int16_t open;     /* a move that closes a line */
    int16_t swinging; /* such a move by a man that stands in a mill */
    int16_t pair;     /* a free point that would complete a line */
    int16_t mobility; /* a move along a line */
    int16_t blocked;  /* a man that cannot move, counted against its owner */
    int16_t flying;   /* having three men in the end, on top of few men */
};

static inline int mill_worth(const struct mill *board, struct mill_rules rules, int side,
                             const struct mill_weights *weights)
{
    int variant = rules.variant;
    uint32_t men = board->men[side], empty = mill_empty(board, rules);
    uint32_t mills = mill_in_mills(men, variant);
    uint32_t pairs = mill_closing(men, variant) & empty;
    struct mill_batch batch[MILL_BATCHES_MAX];
    mill_slides(men, empty, variant, batch);
    int moves = bits_count((uint64_t)batch[0].to << 32 | batch[1].to) +
                bits_count((uint64_t)batch[2].to << 32 | batch[3].to);
    int open = bits_count((uint64_t)batch[0].closing << 32 | batch[1].closing) +
               bits_count((uint64_t)batch[2].closing << 32 | batch[3].closing);
    uint32_t swinging = (batch[0].closing & mill_turn(mills, 1)) |
                        (batch[1].closing & mill_turn(mills, 7)) | (batch[2].closing & mills << 8) |
                        (batch[3].closing & mills >> 8);
    int count = bits_count(men) + board->hand[side];
    int blocked = bits_count(men & ~mill_reach(empty, variant));
    bool flies = rules.flying && count == 3 && !board->hand[side];
    return weights->man * count + weights->mill * bits_count(mills) + weights->open * open +
           weights->swinging * bits_count(swinging) + weights->pair * bits_count(pairs) +
           (flies ? weights->flying : weights->mobility * moves - weights->blocked * blocked);
}

static inline int mill_evaluate(const struct mill *board, struct mill_rules rules)
{
    static const struct mill_weights placing = {100, 3, 6, 12, 18, 10, 10, 0};
    static const struct mill_weights moving = {100, 20, 60, 40, 18, 11, 10, 20};
    const struct mill_weights *weights = board->hand[0] | board->hand[1] ? &placing : &moving;
    return mill_worth(board, rules, board->side, weights) -
           mill_worth(board, rules, !board->side, weights);
}

#endif
