/* The placing phase: one pass per subspace.

   While men may only be placed (in Lasker's game they may also move), the number in hand falls
   with every ply and no position recurs, so no retrograde analysis is needed: with the
   successors' values known, each value is the best over the moves. Subspaces are solved from the
   last man in hand to the first. A subspace needs two others, the one after a quiet placement
   and the one after a capture.

   Replies are compared as one 16-bit number, the worth, that orders quick losses of the opponent
   before slow ones, those before draws, and draws before wins, late ones first; the best reply
   is then simply the highest number, without branches.

   As in retrograde.c the work goes class by class. If the larger side places, the successor's
   class and symmetry are the same for the whole block and are found once per point; if the
   smaller side places, the class stays. One case fits neither: when a capture turns the larger
   side into the smaller one, the numbering changes sides and replies are scattered over memory.
   There, replies go through a short queue that prefetches each one before it is read. */
#include "lab/mill/placing.h"

#include "lab/mill/block.h"
#include "lab/pool.h"
#include <stdlib.h>

struct placer {
    const struct mill_placing *task;
    const uint32_t *patterns; /* gathered sets by rank */
    int large, small;
    uint32_t width, quiet_width, taking_width;
    atomic_bool failed;
};

/* A class of the larger side's men with every placement of the smaller side's. `worth` holds the
   best reply found so far for each rank: the higher the better for the mover. */
struct place {
    const struct placer *placer;
    uint32_t class, men, free, stabiliser;
    const uint32_t *others; /* by rank */
    uint16_t *worth;
};

enum { WORTH_DRAW = 0x8000 };

/* A loss for the opponent is best, a quick one more so; a win for the opponent is worst, a late one
   less so.
 */
static inline uint16_t worth_of(uint16_t reply)
{
    uint16_t win = reply == MILL_OPEN ? WORTH_DRAW : reply;
    return reply & 1 ? win : (uint16_t)(0xffff - reply);
}

static inline uint16_t value_of(uint16_t worth)
{
    if (worth > WORTH_DRAW)
        return (uint16_t)(0xffff - worth + 1);
    return worth == WORTH_DRAW ? MILL_OPEN : (uint16_t)(worth + 1);
}

static inline uint16_t higher(uint16_t a, uint16_t b)
{
    return a > b ? a : b;
}

static inline uint16_t worth_at(const uint16_t *values, uint64_t slot)
{
    return values ? worth_of(values[slot]) : worth_of(0);
}

/* The best that taking one of the smaller side's men brings. */
static uint16_t worth_of_taking(const struct place *place, const struct block_edge *edge,
                                uint32_t others, uint32_t takeable)
{
    const struct placer *placer = place->placer;
    uint64_t first = (uint64_t)edge->class * placer->taking_width;
    uint16_t worth = 0;
    for (uint32_t left = takeable; left; left &= left - 1) {
        uint32_t rest = others ^ (left & (~left + 1));
        uint32_t rank = edge_rank(placer->task->index, edge, rest);
        worth = higher(worth, worth_at(placer->task->taking, first + rank));
    }
    return worth;
}

/* The larger side places the same man in all positions of the block, closing no mill. Nothing
   branches on the position: where the point is taken, the first slot is read for nothing. */
static void place_large_quietly(const struct place *place, const struct block_edge *edge,
                                uint32_t to)
{
    const struct placer *placer = place->placer;
    const struct mill_index *index = placer->task->index;
    const uint16_t *quiet = placer->task->quiet;
    if (!quiet) {
        for (uint32_t rank = 0; rank < placer->width; rank++)
            place->worth[rank] = place->others[rank] & to ? place->worth[rank] : worth_of(0);
        return;
    }
    quiet += (uint64_t)edge->class * placer->quiet_width;
    if (edge->stabiliser != 1) {
        for (uint32_t rank = 0; rank < placer->width; rank++)
            if (!(place->others[rank] & to)) {
                uint16_t reply = quiet[edge_rank(index, edge, place->others[rank])];
                place->worth[rank] = higher(place->worth[rank], worth_of(reply));
            }
        return;
    }
    uint32_t mask = mill_points(index->variant) & ~edge->representative;
    for (uint32_t rank = 0; rank < placer->width; rank++) {
        uint32_t others = place->others[rank];
        uint32_t view = mill_image(index, edge->symmetry, others);
        uint32_t there = mill_rank(index, bits_gather(view, mask));
        uint16_t worth = worth_of(quiet[others & to ? 0 : there]);
        place->worth[rank] = higher(place->worth[rank], others & to ? 0 : worth);
    }
}

static void place_large_closing(const struct place *place, const struct block_edge *edge,
                                uint32_t to)
{
    const struct placer *placer = place->placer;
    const struct mill_placing *task = placer->task;
    uint64_t first = (uint64_t)edge->class * placer->quiet_width;
    for (uint32_t rank = 0; rank < placer->width; rank++) {
        uint32_t others = place->others[rank];
        if (others & to)
            continue;
        uint32_t takeable = mill_takeable(others, task->rules);
        uint16_t worth = takeable
                             ? worth_of_taking(place, edge, others, takeable)
                             : worth_at(task->quiet, first + edge_rank(task->index, edge, others));
        place->worth[rank] = higher(place->worth[rank], worth);
    }
}

static void place_large(const struct place *place)
{
    uint32_t closing = mill_closing(place->men, place->placer->task->rules.variant);
    for (uint32_t left = place->free; left; left &= left - 1) {
        uint32_t to = left & (~left + 1);
        struct block_edge edge = block_edge_to(place->placer->task->index, place->men | to);
        if (closing & to)
            place_large_closing(place, &edge, to);
        else
            place_large_quietly(place, &edge, to);
    }
}

/* The smaller side takes one of the larger side's men, of which `taken` says what is left. */
static uint16_t worth_of_small_taking(const struct place *place, const struct block_edge *taken,
                                      int takens, uint32_t placed)
{
    const struct placer *placer = place->placer;
    uint16_t worth = 0;
    for (int i = 0; i < takens; i++) {
        uint64_t first = (uint64_t)taken[i].class * placer->taking_width;
        uint32_t rank = edge_rank(placer->task->index, &taken[i], placed);
        worth = higher(worth, worth_at(placer->task->taking, first + rank));
    }
    return worth;
}

/* Replies kept for a while: the memory they lie in is asked for when they come in and needed when
   they go out. */
enum { DELAY = 64 };

struct placing_delay {
    const struct place *place;
    uint32_t count; /* that came in so far */
    uint32_t rank[DELAY];
    const uint16_t *reply[DELAY];
};

static inline void delay_apply(const struct placing_delay *delay, uint32_t number)
{
    uint16_t *worth = &delay->place->worth[delay->rank[number % DELAY]];
    *worth = higher(*worth, worth_of(*delay->reply[number % DELAY]));
}

static inline void delay_push(struct placing_delay *delay, uint32_t rank, const uint16_t *reply)
{
    uint32_t number = delay->count++;
    if (number >= DELAY)
        delay_apply(delay, number);
    delay->rank[number % DELAY] = rank;
    delay->reply[number % DELAY] = reply;
    __builtin_prefetch(reply);
}

static void delay_finish(const struct placing_delay *delay)
{
    uint32_t left = delay->count < DELAY ? delay->count : DELAY;
    for (uint32_t i = delay->count - left; i < delay->count; i++)
        delay_apply(delay, i);
}

/* The same where the larger side has one man more: with one taken it is the smaller one, so the
   numbering goes by the men of the one who placed, and replies lie all over the memory. */
static void delay_small_taking(struct placing_delay *delay, uint32_t rank, uint32_t takeable,
                               uint32_t placed)
{
    const struct place *place = delay->place;
    const struct placer *placer = place->placer;
    const struct mill_index *index = placer->task->index;
    if (!placer->task->taking) {
        place->worth[rank] = worth_of(0);
        return;
    }
    struct block_edge edge = block_edge_to(index, placed);
    const uint16_t *replies = placer->task->taking + (uint64_t)edge.class * placer->taking_width;
    for (uint32_t left = takeable; left; left &= left - 1)
        delay_push(delay, rank,
                   &replies[edge_rank(index, &edge, place->men ^ (left & (~left + 1)))]);
}

/* The best of the smaller side's placements that close no mill, on the points `to`: the class
   stays. */
static uint16_t worth_of_small_quiet(const struct place *place, uint32_t others, uint32_t to,
                                     const uint16_t *quiet)
{
    const struct mill_index *index = place->placer->task->index;
    uint16_t worth = 0;
    if (!quiet || place->stabiliser != 1) {
        for (; to; to &= to - 1) {
            uint32_t placed = others | (to & (~to + 1));
            uint32_t gathered = mill_lowest_image(index, place->stabiliser, place->men, placed);
            worth = higher(worth, worth_at(quiet, mill_rank(index, gathered)));
        }
        return worth;
    }
    uint32_t gathered = bits_gather(others, place->free);
    for (to = bits_gather(to, place->free); to; to &= to - 1)
        worth = higher(worth, worth_of(quiet[mill_rank(index, gathered | (to & (~to + 1)))]));
    return worth;
}

/* All placements of the smaller side from the positions of a class. A quiet one stays in the class.
   A placement that closes a mill takes a man of the larger side: the class left then, with each man
   that may be taken, is looked up once for the block (`taken`). Only where the sides change roles
   (`turns`) does every position lead somewhere else. */
static void place_small(const struct place *place)
{
    const struct placer *placer = place->placer;
    const struct mill_placing *task = placer->task;
    uint32_t takeable = mill_takeable(place->men, task->rules);
    const uint16_t *quiet = task->quiet;
    if (quiet)
        quiet += (uint64_t)place->class * placer->quiet_width;
    struct block_edge taken[MILL_MEN_MAX];
    struct placing_delay delay = {.place = place};
    bool turns = placer->large == placer->small + 1;
    int takens = 0;
    for (uint32_t left = takeable; left; left &= left - 1)
        taken[takens++] = block_edge_to(task->index, place->men ^ (left & (~left + 1)));
    for (uint32_t rank = 0; rank < placer->width; rank++) {
        uint32_t others = place->others[rank], empty = place->free & ~others;
        uint32_t closing = takens ? empty & mill_closing(others, task->rules.variant) : 0;
        uint16_t *worth = &place->worth[rank];
        *worth = worth_of_small_quiet(place, others, empty & ~closing, quiet);
        for (uint32_t left = closing; left; left &= left - 1) {
            uint32_t placed = others | (left & (~left + 1));
            if (turns)
                delay_small_taking(&delay, rank, takeable, placed);
            else
                *worth = higher(*worth, worth_of_small_taking(place, taken, takens, placed));
        }
    }
    delay_finish(&delay);
}

/* The worths are kept where the values will be and are turned into these at the end. 0 is below
   every worth, so it stands for "no move yet". Slots without a position of their own are computed
   along, because leaving them out would cost a branch each, and become holes afterwards. */
static void place_class(const struct placer *placer, uint32_t class, uint32_t *others)
{
    const struct mill_placing *task = placer->task;
    const struct mill_classes *classes = &task->index->classes[placer->large];
    uint32_t men = classes->set[class], stabiliser = classes->stabiliser[class];
    struct place place = {
        .placer = placer,
        .class = class,
        .men = men,
        .free = mill_points(task->rules.variant) & ~men,
        .stabiliser = stabiliser,
        .others = others,
        .worth = task->value + (uint64_t) class * placer->width,
    };
    for (uint32_t rank = 0; rank < placer->width; rank++) {
        others[rank] = bits_scatter(placer->patterns[rank], place.free);
        place.worth[rank] = 0;
    }
    if (task->mover >= task->other)
        place_large(&place);
    else
        place_small(&place);
    for (uint32_t rank = 0; rank < placer->width; rank++) {
        bool hole = stabiliser != 1 && mill_lowest_image(task->index, stabiliser, men,
                                                         others[rank]) != placer->patterns[rank];
        place.worth[rank] = hole ? MILL_HOLE : value_of(place.worth[rank]);
    }
}

static void place_classes(void *context, uint64_t first, uint64_t last)
{
    struct placer *placer = context;
    const atomic_bool *stop = placer->task->stop;
    uint32_t *others = malloc(placer->width * sizeof *others);
    for (uint64_t class = first; others && class < last; class ++) {
        if (stop && atomic_load_explicit(stop, memory_order_relaxed))
            break;
        place_class(placer, (uint32_t) class, others);
    }
    if (!others)
        atomic_store(&placer->failed, true);
    free(others);
}

bool mill_placing_solve(const struct mill_placing *task, struct error *error)
{
    const struct mill_index *index = task->index;
    int large = task->mover > task->other ? task->mover : task->other;
    struct placer placer = {
        .task = task,
        .large = large,
        .small = task->mover + task->other - large,
        .width = mill_width(index, large, task->mover + task->other - large),
    };
    int next = task->mover + 1, most = next > task->other ? next : task->other;
    placer.quiet_width = mill_width(index, most, next + task->other - most);
    most = next > task->other - 1 ? next : task->other - 1;
    if (task->other > 0)
        placer.taking_width = mill_width(index, most, next + task->other - 1 - most);
    uint32_t *patterns = block_patterns(index, placer.small, placer.width);
    if (!patterns)
        return error_machine(error, "no memory for the placing phase of %d-%d", task->mover,
                             task->other);
    placer.patterns = patterns;
    pool_run_ranges(task->threads, index->classes[large].count, (1 << 17) / placer.width + 1,
                    place_classes, &placer);
    free(patterns);
    if (atomic_load(&placer.failed))
        return error_machine(error, "no memory for the placing phase of %d-%d", task->mover,
                             task->other);
    return !(task->stop && atomic_load(task->stop)) || error_set(error, "stopped");
}
