/* One class of the larger side's men with every placement of the smaller side's: the unit in which
   retrograde analysis works.

   The moves of the larger side lead from a class to a few others, the same for all slots of the
   block, so they are found once and kept as edges; then a successor's slot costs one table look-up
   for the symmetry and one for the rank. */
#ifndef LAB_MILL_BLOCK_H
#define LAB_MILL_BLOCK_H

#include "lab/mill/retrograde.h"
#include <stdlib.h>

enum { BLOCK_EDGES = 64 }; /* three flying men have 63 moves */

/* From a class to the class of a changed set of men, and how to look at the other side's there. */
struct block_edge {
    uint32_t class, representative;
    uint16_t stabiliser;
    uint8_t symmetry;
    bool closes;  /* the move forward takes a man */
    bool returns; /* the man moved is in no mill, so the last move can have been its without one */
    uint32_t to;  /* must be free */
};

struct block {
    const struct mill_retrograde *task;
    uint32_t class, men, free, stabiliser, width;
    int edges, quiets;
    struct block_edge edge[BLOCK_EDGES]; /* moves of the larger side; those that close come last */
    uint32_t closing;                    /* where those lead */
    uint32_t quiet[3]; /* points that 1, 2, 4 of the others lead to: the numbers' binary digits */
    int takens;
    struct block_edge taken[MILL_MEN_MAX]; /* what is left when the smaller side takes a man */
};

static inline uint16_t value_read(const uint16_t *value)
{
    return __atomic_load_n(value, __ATOMIC_RELAXED);
}

static inline void value_write(uint16_t *value, int number)
{
    __atomic_store_n(value, (uint16_t)number, __ATOMIC_RELAXED);
}

static inline bool value_is_win(uint16_t value, int most)
{
    return value & 1 && value <= most;
}

static inline uint32_t block_gather(const struct mill_index *index, uint32_t stabiliser,
                                    uint32_t representative, uint32_t set)
{
    return stabiliser == 1 ? bits_gather(set, mill_points(index->variant) & ~representative)
                           : mill_lowest_image(index, stabiliser, representative, set);
}

/* The rank within the block of the other side's men. */
static inline uint32_t block_rank(const struct block *block, uint32_t set)
{
    const struct mill_index *index = block->task->index;
    return mill_rank(index, block_gather(index, block->stabiliser, block->men, set));
}

/* The rank of the other side's men at the far end of an edge. */
static inline uint32_t edge_rank(const struct mill_index *index, const struct block_edge *edge,
                                 uint32_t set)
{
    uint32_t view = mill_image(index, edge->symmetry, set);
    return mill_rank(index, block_gather(index, edge->stabiliser, edge->representative, view));
}

static inline struct block_edge block_edge_to(const struct mill_index *index, uint32_t men)
{
    const struct mill_classes *classes = &index->classes[bits_count(men)];
    uint32_t place = classes->place[mill_rank(index, men)];
    return (struct block_edge){
        .class = place >> 4,
        .symmetry = place & 15,
        .representative = classes->set[place >> 4],
        .stabiliser = classes->stabiliser[place >> 4],
    };
}

/* Counts the quiet moves to each point in binary, for all 24 points at once: quiet[0], quiet[1] and
   quiet[2] are the digits, and adding a move is an adder with carry written in bit operations. A
   point has four neighbours at most, and three men fly, so three digits suffice. */
static inline void block_add_quiet(struct block *block, struct block_edge edge)
{
    uint32_t carry = edge.to;
    for (int digit = 0; digit < 3; digit++) {
        uint32_t both = block->quiet[digit] & carry;
        block->quiet[digit] ^= carry;
        carry = both;
    }
    block->edge[block->edges++] = edge;
}

/* How many moves of the larger side close no mill. */
static inline int block_quiet_moves(const struct block *block, uint32_t others)
{
    return bits_count(block->quiet[0] & ~others) + 2 * bits_count(block->quiet[1] & ~others) +
           4 * bits_count(block->quiet[2] & ~others);
}

/* Lists the moves of the larger side from this class. They depend on the other side only in that
   the target must be free, so everything else is worked out here, once for the up to 19,448 slots
   of a block (seven men against seven): the class each move leads to, the symmetry that brings the
   men there into the form in which that class is kept, whether it closes a mill. Read backwards, an
   edge is a move that led here; `returns` says that this is possible without a capture. */
static inline void block_open(struct block *block, const struct mill_retrograde *task,
                              uint32_t class)
{
    const struct mill_index *index = task->index;
    const struct mill_classes *classes = &index->classes[task->large];
    int variant = task->rules.variant, last = 0;
    uint32_t men = classes->set[class], mills = mill_in_mills(men, variant);
    *block = (struct block){
        .task = task,
        .class = class,
        .men = men,
        .free = mill_points(variant) & ~men,
        .stabiliser = classes->stabiliser[class],
        .width = mill_width(index, task->large, task->small),
    };
    struct block_edge closing[BLOCK_EDGES];
    bool flies = task->rules.flying && task->large == 3 && !task->hand[0];
    for (uint32_t left = men; left; left &= left - 1) {
        uint32_t from = left & (~left + 1);
        uint32_t to = block->free & (flies ? block->free : mill_reach(from, variant));
        uint32_t closed = mill_closing(men ^ from, variant);
        for (; to; to &= to - 1) {
            uint32_t target = to & (~to + 1);
            struct block_edge edge = block_edge_to(index, men ^ from ^ target);
            edge.to = target;
            edge.closes = closed & target;
            edge.returns = !(mills & from);
            if (edge.closes)
                closing[last++] = edge;
            else
                block_add_quiet(block, edge);
        }
    }
    block->quiets = block->edges;
    for (int i = 0; i < last; i++) {
        block->closing |= closing[i].to;
        block->edge[block->edges++] = closing[i];
    }
    for (uint32_t left = mill_takeable(men, task->rules); left; left &= left - 1)
        block->taken[block->takens++] = block_edge_to(index, men ^ (left & (~left + 1)));
}

/* Whether a position of the block is symmetric itself. */
static inline bool block_symmetric(const struct block *block, uint32_t others)
{
    for (uint64_t left = block->stabiliser & ~UINT32_C(1); left;)
        if (mill_image(block->task->index, bits_pop(&left), others) == others)
            return true;
    return false;
}

/* The gathered sets of `men` points by rank, which the caller frees; NULL when memory runs out. */
static inline uint32_t *block_patterns(const struct mill_index *index, int men, uint32_t count)
{
    uint32_t *patterns = malloc(count * sizeof *patterns);
    for (uint32_t rank = 0; patterns && rank < count; rank++)
        patterns[rank] = mill_unrank(index, men, rank);
    return patterns;
}

/* What the moves of a position come to: the quickest win by a capture, or, if there is nothing
   left to hope for, the longest loss. */
struct block_sum {
    int best;   /* least distance of a win by captures, MILL_OPEN for none */
    int worst;  /* greatest distance among the opponent's wins */
    bool moves; /* there is a move at all */
    bool open;  /* there is a move that is not known to lose */
};

/* Values are distances, even for a loss and odd for a win of the side to move there, which is the
   opponent of the one who chooses here. */
static inline void block_sum_take(struct block_sum *sum, uint16_t value)
{
    if (!(value & 1)) {
        if (value + 1 < sum->best)
            sum->best = value + 1;
    } else if (value == MILL_OPEN) {
        sum->open = true;
    } else if (value > sum->worst) {
        sum->worst = value;
    }
}

static inline int block_sum_value(const struct block_sum *sum)
{
    if (sum->best != MILL_OPEN)
        return sum->best;
    return sum->open ? MILL_OPEN : sum->moves ? sum->worst + 1 : 0;
}

#endif
