/* Byte's evaluation: what a position is worth to the side to move, as a sum of fitted weights.

   A position is described by features, all seen by the side to move: what each stack holds and
   whether it has a neighbour, who is on top of each pair of neighbours, how many stacks either
   side could finish with its own checker on top (and how many only for the opponent), the number of
   merges of both, stacks that can slide and how far they have to go, the number of stacks (whose
   parity says who has to give way last), where on the board the tall ones stand, and the stacks
   still needed for the majority. Every feature has two weights, one for a full and one for an empty
   board; a position lies between them by its number of stacks.

   byte_describe names the features of a position to whoever asks: the search adds up their weights,
   the fit (lab/byte) writes them down. Both are compiled from the same lines, so they cannot
   differ. Weights are made by "potez train byte"; they hold for stacks of eight. */
#ifndef MINDS_BYTE_EVALUATE_H
#define MINDS_BYTE_EVALUATE_H

#include "games/byte/byte.h"

/* The kinds of features and where each begins. */
enum byte_feature {
    BYTE_FEATURE_STACK = 0,                            /* neighbour or not, content */
    BYTE_FEATURE_PAIR = BYTE_FEATURE_STACK + 2 * 256,  /* two stacks' heights and tops */
    BYTE_FEATURE_FINISH = BYTE_FEATURE_PAIR + 16 * 16, /* last stack wins, finishes of both */
    BYTE_FEATURE_GIFT = BYTE_FEATURE_FINISH + 4 * 9,   /* finishes that give the stack away */
    BYTE_FEATURE_OWN_MERGES = BYTE_FEATURE_GIFT + 9,   /* their number up to 15 */
    BYTE_FEATURE_OTHER_MERGES = BYTE_FEATURE_OWN_MERGES + 16,
    BYTE_FEATURE_SLIDERS = BYTE_FEATURE_OTHER_MERGES + 16, /* alone, own and other up to 3 */
    BYTE_FEATURE_FAR = BYTE_FEATURE_SLIDERS + 16,          /* of these, more than two steps away */
    BYTE_FEATURE_COUNT = BYTE_FEATURE_FAR + 16,            /* last stack wins, number of stacks */
    BYTE_FEATURE_RING = BYTE_FEATURE_COUNT + 4 * 32,       /* steps from the edge, height and top */
    BYTE_FEATURE_NEED = BYTE_FEATURE_RING + 4 * 16,        /* stacks needed by both, up to 8 */
    BYTE_FEATURES = BYTE_FEATURE_NEED + 64,
};

/* The most features a position can have, one each for stacks and rings, two pairs per stack. */
enum { BYTE_FEATURES_ACTIVE_MAX = 4 * 128 + 16 };

/* Two weights in one word, for a full board in the upper half and for an empty one in the lower,
   so that one addition adds both; in thousandths of a stack. */
#define BYTE_WEIGHT(early, late) ((int64_t)(early)*INT64_C(0x100000000) + (late))

static inline int byte_weight_late(int64_t weight)
{
    return (int32_t)(uint32_t)((uint64_t)weight & 0xffffffffu);
}

static inline int byte_weight_early(int64_t weight)
{
    return (int)((weight - byte_weight_late(weight)) / INT64_C(0x100000000));
}

/* 16x16 is played with the weights of 8x8: they beat those fitted to the few games of its own. */
extern const int64_t byte_weights_8[BYTE_FEATURES];
extern const int64_t byte_weights_10[BYTE_FEATURES];

/* Steps from the edge, for every index. */
extern const uint8_t byte_rings_8[], byte_rings_10[], byte_rings_16[];

/* A stack with the checkers of the side to move as 1. */
BYTE_INLINE unsigned byte_seen(unsigned stack, unsigned flip)
{
    return stack ^ (flip & ((1u << byte_height(stack)) - 1));
}

/* Height and top of a stack as seen, 0..15. */
BYTE_INLINE int byte_seen_class(unsigned seen)
{
    int height = byte_height(seen);
    return 2 * height + byte_colour(seen, height - 1) - 2;
}

/* How two neighbours could finish a stack of eight: of the stack that moves, who owns the checker
   that would be taken (2: the side to move) and who is on top (1: the side to move). */
enum { BYTE_FINISH_LOST, BYTE_FINISH_OTHER_GIFT, BYTE_FINISH_GIFT, BYTE_FINISH_WON };

BYTE_INLINE int byte_finish(unsigned seen, int height, int level)
{
    return 2 * byte_colour(seen, level) + byte_colour(seen, height - 1);
}

BYTE_INLINE int byte_clip(int value, int most)
{
    return value < most ? value : most;
}

/* Calls see(context, feature) for every feature of a position that is not over. */
BYTE_INLINE void byte_describe(struct byte_rules rules, const uint8_t *rings,
                               const struct byte *board, void (*see)(void *, int), void *context)
{
    const int words = byte_words(rules.size);
    const unsigned flip = board->side == BYTE_WHITE ? 0xff : 0;
    const struct byte_set near = byte_neighbours(rules.size, board->occupied);
    const int majority = rules.stacks / 2 + 1;
    const int own_need = majority - board->won[board->side];
    const int other_need = majority - board->won[!board->side];
    const int last = (own_need == 1) * 2 + (other_need == 1);

    /* Stacks; those that stand alone are also counted as sliders. */
    int count = 0, sliders[2] = {0}, far[2] = {0};
    struct byte_set left = board->occupied;
    for (int at; (at = byte_set_pop(words, &left)) >= 0; count++) {
        unsigned seen = byte_seen(board->stack[at], flip);
        bool joined = byte_set_has(words, &near, at);
        see(context, BYTE_FEATURE_STACK + 256 * joined + (int)seen);
        see(context, BYTE_FEATURE_RING + 16 * rings[at] + byte_seen_class(seen));
        if (!joined) {
            struct byte_set wave = {0};
            byte_set_add(words, &wave, at);
            wave = byte_neighbours(rules.size, byte_neighbours(rules.size, wave));
            byte_set_remove(words, &wave, at);
            wave = byte_set_both(words, wave, board->occupied);
            sliders[seen & 1]++;
            far[seen & 1] += byte_set_empty(words, &wave);
        }
    }

    /* Pairs of neighbours with their merges and finishes, the latter counted in one word. */
    int own_merges = 0, merges = 0;
    unsigned finishes = 0;
    for (int direction = BYTE_NORTH_EAST; direction <= BYTE_NORTH_WEST; direction++) {
        int step = byte_step(rules.size, direction);
        struct byte_set pairs =
            byte_set_both(words, board->occupied, byte_set_down(words, board->occupied, step));
        for (int low; (low = byte_set_pop(words, &pairs)) >= 0;) {
            unsigned a = byte_seen(board->stack[low], flip);
            unsigned b = byte_seen(board->stack[low + step], flip);
            int height_a = byte_height(a), height_b = byte_height(b);
            unsigned levels = byte_levels(rules.full, a, b);
            own_merges += bits_count((a & levels) | (b & levels) << 8);
            merges += 2 * bits_count(levels);
            int class_a = byte_seen_class(a), class_b = byte_seen_class(b);
            see(context, BYTE_FEATURE_PAIR +
                             (class_a > class_b ? 16 * class_a + class_b : 16 * class_b + class_a));
            int level = height_a + height_b - rules.full;
            if (level >= 0) {
                finishes += 1u << 8 * byte_finish(a, height_a, level);
                finishes += 1u << 8 * byte_finish(b, height_b, level);
            }
        }
    }
    const int lost = (int)(finishes & 255), other_gift = (int)(finishes >> 8 & 255);
    const int gift = (int)(finishes >> 16 & 255), won = (int)(finishes >> 24);
    see(context, BYTE_FEATURE_FINISH + 9 * last + 3 * byte_clip(won, 2) + byte_clip(lost, 2));
    see(context, BYTE_FEATURE_GIFT + 3 * byte_clip(gift, 2) + byte_clip(other_gift, 2));
    see(context, BYTE_FEATURE_OWN_MERGES + byte_clip(own_merges, 15));
    see(context, BYTE_FEATURE_OTHER_MERGES + byte_clip(merges - own_merges, 15));
    see(context, BYTE_FEATURE_SLIDERS + 4 * byte_clip(sliders[1], 3) + byte_clip(sliders[0], 3));
    see(context, BYTE_FEATURE_FAR + 4 * byte_clip(far[1], 3) + byte_clip(far[0], 3));
    see(context, BYTE_FEATURE_COUNT + 32 * last + byte_clip(count, 31));
    see(context, BYTE_FEATURE_NEED + 8 * (own_need - 1) + other_need - 1);
}

struct byte_tally {
    const int64_t *weights;
    int64_t total;
};

BYTE_INLINE void byte_tally_add(void *context, int feature)
{
    struct byte_tally *tally = context;
    tally->total += tally->weights[feature];
}

/* The share of the early weights, in 64ths. */
BYTE_INLINE int byte_phase(struct byte_rules rules, const struct byte *board)
{
    int count = byte_set_count(byte_words(rules.size), &board->occupied);
    return 64 * count / (rules.size * (rules.size - 2) / 2);
}

/* Thousandths of a stack. */
BYTE_INLINE int byte_evaluate(struct byte_rules rules, const uint8_t *rings, const int64_t *weights,
                              const struct byte *board)
{
    struct byte_tally tally = {weights, 0};
    byte_describe(rules, rings, board, byte_tally_add, &tally);
    int phase = byte_phase(rules, board);
    int value =
        (byte_weight_early(tally.total) * phase + byte_weight_late(tally.total) * (64 - phase)) /
        64;
    return value > 20000 ? 20000 : value < -20000 ? -20000 : value;
}

#endif
