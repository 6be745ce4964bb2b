#include "lab/mill/retrograde.h"

#include "lab/crew.h"
#include "lab/mill/block.h"
#include "lab/mill/marks.h"
#include <stdlib.h>

/* While at work an open value tells more than that it is open: MILL_CANDIDATE + n has n quiet moves
   that are not known to lose, MILL_CANDIDATE none, so it is looked at; MILL_SAFE has a capture that
   does not lose; MILL_OPEN is looked at whenever one of its moves turns out to lose, which is for
   the few positions where symmetry spoils the count. The count alone settles nothing: too low a
   one costs a look in vain, and it is never too high. */
enum { MILL_CANDIDATE = 0x8000, MILL_SAFE = 0xfffd };

/* Distances that memory is counted for; those beyond would take a little more. */
enum { LEVELS_EXPECTED = 256 };

enum { FINDS = 2048 };

struct solver {
    const struct mill_retrograde *task;
    uint32_t classes, width, words;
    size_t stride;                   /* words of one level and side */
    _Atomic uint32_t *marks;         /* [MILL_LEVELS][2][stride] */
    _Atomic uint32_t *candidates[2]; /* [stride] */
    const uint32_t *patterns;        /* gathered sets by rank */
    uint32_t taken_width[2];
    bool equal;
    int level, side; /* what the crew is at work on */
    atomic_int highest;
};

static size_t marks_stride(const struct mill_index *index, int large, int small)
{
    return (size_t)index->classes[large].count * marks_words(mill_width(index, large, small));
}

uint64_t mill_retrograde_bytes(const struct mill_index *index, int large, int small)
{
    return marks_stride(index, large, small) * sizeof(uint32_t) * (2 * LEVELS_EXPECTED + 2) +
           ((uint64_t)4 << 20);
}

/* The marks of a class. */
static inline _Atomic uint32_t *level_marks(const struct solver *solver, int level, int side,
                                            uint64_t class)
{
    return solver->marks + ((size_t)level * 2 + (size_t)side) * solver->stride +
           class * solver->words;
}

static inline void raise_highest(struct solver *solver, int value)
{
    int highest = atomic_load_explicit(&solver->highest, memory_order_relaxed);
    while (value > highest && !atomic_compare_exchange_weak(&solver->highest, &highest, value))
        ;
}

static inline void mark_value(struct solver *solver, int side, uint64_t class, uint32_t rank,
                              int value)
{
    marks_set(level_marks(solver, value, side, class), rank);
    raise_highest(solver, value);
}

/* Distances are even or odd by outcome and far below MILL_LEVELS in any real game; a longer one
   stays at the last level, which mill_retrograde_solve reports. */
static int level_of(int value)
{
    return value < MILL_LEVELS ? value : MILL_LEVELS - 1;
}

/* -------- finding the values of a distance -------- */

/* A slot of the block at hand and the men of the smaller side there. */
struct find {
    uint32_t rank, others;
};

/* Goes through the marked pieces of a class. No pass writes to the values it goes through, but for
   check_classes, which writes to its own class only. */
struct search {
    const struct solver *solver;
    _Atomic uint32_t *marks;
    const uint16_t *values;
    uint32_t rank, free;
    uint16_t wanted;
};

typedef uint16_t __attribute__((vector_size(32), aligned(2), may_alias)) values_vector;
typedef uint64_t __attribute__((vector_size(32))) words_vector;

enum { LANES = 16 };

static inline bool lanes_hold(const uint16_t *values, uint16_t wanted)
{
    words_vector same = (words_vector)(*(const values_vector *)values == wanted);
    return same[0] | same[1] | same[2] | same[3];
}

static uint32_t search_piece(struct search *search, uint32_t end, struct find *finds,
                             uint32_t count)
{
    uint32_t rank = search->rank;
    while (rank < end && count <= FINDS - LANES) {
        uint32_t stop = rank + LANES < end ? rank + LANES : end;
        if (stop - rank == LANES && !lanes_hold(search->values + rank, search->wanted)) {
            rank = stop;
            continue;
        }
        for (; rank < stop; rank++)
            if (search->values[rank] == search->wanted)
                finds[count++] =
                    (struct find){rank, bits_scatter(search->solver->patterns[rank], search->free)};
    }
    search->rank = rank;
    return count;
}

static void prefetch_piece(const struct search *search, uint32_t piece)
{
    uint32_t first = piece << PIECE_SHIFT, end = first + PIECE;
    for (uint32_t rank = first; rank < end && rank < search->solver->width; rank += 32)
        __builtin_prefetch(&search->values[rank]);
}

/* The next finds, up to FINDS of them; 0 when there are no more. */
static uint32_t search_next(struct search *search, struct find finds[FINDS])
{
    uint32_t width = search->solver->width, count = 0;
    while (search->rank < width && count <= FINDS - LANES) {
        uint32_t piece = search->rank >> PIECE_SHIFT;
        uint32_t next = marks_next(search->marks, search->solver->words, piece);
        if (next != piece)
            search->rank = next << PIECE_SHIFT;
        uint32_t end = (next + 1) << PIECE_SHIFT;
        prefetch_piece(search, marks_next(search->marks, search->solver->words, next + 1));
        if (search->rank < width)
            count = search_piece(search, end < width ? end : width, finds, count);
    }
    return count;
}

/* -------- what captures lead to, and the start -------- */

static uint16_t taken_value(const struct solver *solver, int by, const struct block *block,
                            const struct block_edge *edge, uint32_t set)
{
    const uint16_t *values = solver->task->taken[by];
    if (!values)
        return 0;
    uint64_t first = (uint64_t)edge->class * solver->taken_width[by];
    return values[first + edge_rank(block->task->index, edge, set)];
}

static void sum_large_capture(const struct solver *solver, const struct block *block,
                              const struct block_edge *edge, uint32_t others, uint32_t takeable,
                              struct block_sum *sum)
{
    for (uint32_t left = takeable; left; left &= left - 1)
        block_sum_take(sum, taken_value(solver, 0, block, edge, others ^ (left & (~left + 1))));
}

/* What a position is worth by its captures alone, `quiet` moves being left open. */
static int start_value(const struct block_sum *sum, int quiet, bool symmetric)
{
    if (sum->best != MILL_OPEN)
        return level_of(sum->best);
    if (sum->open)
        return MILL_SAFE;
    if (quiet)
        return symmetric ? MILL_OPEN : MILL_CANDIDATE + quiet;
    return level_of(block_sum_value(sum));
}

static int start_large(const struct solver *solver, const struct block *block, uint32_t others,
                       bool symmetric)
{
    struct block_sum sum = {.best = MILL_OPEN};
    int quiet = block_quiet_moves(block, others);
    if (block->closing & ~others) {
        uint32_t takeable = mill_takeable(others, solver->task->rules);
        for (int i = block->quiets; i < block->edges; i++) {
            const struct block_edge *edge = &block->edge[i];
            if (others & edge->to)
                continue;
            sum.moves = true;
            if (takeable)
                sum_large_capture(solver, block, edge, others, takeable, &sum);
            else
                quiet++;
        }
    }
    return start_value(&sum, quiet, symmetric);
}

/* The larger side to move: its loss, if every move leads to a known win of the opponent. */
static int check_large(const struct solver *solver, const struct block *block, uint32_t others)
{
    const uint16_t *next = solver->task->value[1];
    struct block_sum sum = {.best = MILL_OPEN};
    uint32_t takeable = mill_takeable(others, solver->task->rules);
    for (int i = 0; i < block->edges; i++) {
        const struct block_edge *edge = &block->edge[i];
        if (others & edge->to)
            continue;
        sum.moves = true;
        if (edge->closes && takeable) {
            sum_large_capture(solver, block, edge, others, takeable, &sum);
        } else {
            uint64_t first = (uint64_t)edge->class * solver->width;
            uint16_t value = value_read(&next[first + edge_rank(block->task->index, edge, others)]);
            if (!value_is_win(value, solver->level - 1))
                return MILL_OPEN;
            block_sum_take(&sum, value);
        }
    }
    return block_sum_value(&sum);
}

static int small_batches(const struct solver *solver, const struct block *block, uint32_t others,
                         struct mill_batch *batch)
{
    struct mill board = {.men = {others, block->men}};
    return mill_batches(&board, solver->task->rules, batch);
}

static void sum_small_captures(const struct solver *solver, const struct block *block,
                               uint32_t others, const struct mill_batch *batch,
                               struct block_sum *sum)
{
    for (uint64_t left = batch->closing; left;) {
        int to = bits_pop(&left), from = mill_batch_from(batch, to);
        uint32_t moved = others ^ (uint32_t)bit(from) ^ (uint32_t)bit(to);
        for (int i = 0; i < block->takens; i++)
            block_sum_take(sum, taken_value(solver, 1, block, &block->taken[i], moved));
    }
}

static int start_small(const struct solver *solver, const struct block *block, uint32_t others,
                       bool symmetric)
{
    struct mill_batch batch[MILL_BATCHES_MAX];
    struct block_sum sum = {.best = MILL_OPEN};
    int batches = small_batches(solver, block, others, batch), quiet = 0;
    for (int i = 0; i < batches; i++) {
        sum.moves |= batch[i].to != 0;
        quiet += bits_count(block->takens ? batch[i].to & ~batch[i].closing : batch[i].to);
        sum_small_captures(solver, block, others, &batch[i], &sum);
    }
    return start_value(&sum, quiet, symmetric);
}

static int check_small(const struct solver *solver, const struct block *block, uint32_t others)
{
    const uint16_t *next = solver->task->value[0] + (uint64_t)block->class * block->width;
    struct mill_batch batch[MILL_BATCHES_MAX];
    struct block_sum sum = {.best = MILL_OPEN};
    int batches = small_batches(solver, block, others, batch);
    for (int i = 0; i < batches; i++) {
        sum.moves |= batch[i].to != 0;
        uint64_t quiet = block->takens ? batch[i].to & ~batch[i].closing : batch[i].to;
        while (quiet) {
            int to = bits_pop(&quiet), from = mill_batch_from(&batch[i], to);
            uint32_t moved = others ^ (uint32_t)bit(from) ^ (uint32_t)bit(to);
            uint16_t value = value_read(&next[block_rank(block, moved)]);
            if (!value_is_win(value, solver->level - 1))
                return MILL_OPEN;
            block_sum_take(&sum, value);
        }
    }
    for (int i = 0; i < batches; i++)
        sum_small_captures(solver, block, others, &batch[i], &sum);
    return block_sum_value(&sum);
}

enum rank_kind { RANK_PLAIN, RANK_SYMMETRIC, RANK_HOLE };

/* Whether a rank of the block stands for a position, and whether that one is symmetric. */
static enum rank_kind rank_kind(const struct block *block, uint32_t others, uint32_t gathered)
{
    enum rank_kind kind = RANK_PLAIN;
    for (uint64_t left = block->stabiliser & ~UINT32_C(1); left;) {
        uint32_t image = mill_image(block->task->index, bits_pop(&left), others);
        uint32_t there = bits_gather(image, block->free);
        if (there < gathered)
            return RANK_HOLE;
        if (there == gathered)
            kind = RANK_SYMMETRIC;
    }
    return kind;
}

static void start_class(struct solver *solver, const struct block *block, int side)
{
    uint16_t *values = solver->task->value[side] + (uint64_t)block->class * solver->width;
    for (uint32_t rank = 0; rank < solver->width; rank++) {
        uint32_t others = bits_scatter(solver->patterns[rank], block->free);
        enum rank_kind kind = rank_kind(block, others, solver->patterns[rank]);
        if (kind == RANK_HOLE) {
            values[rank] = MILL_HOLE;
            continue;
        }
        int value = side == 0 ? start_large(solver, block, others, kind == RANK_SYMMETRIC)
                              : start_small(solver, block, others, kind == RANK_SYMMETRIC);
        if (value < MILL_LEVELS)
            mark_value(solver, side, block->class, rank, value);
        values[rank] = (uint16_t)value;
    }
}

static void start_classes(void *context, uint64_t first, uint64_t last)
{
    struct solver *solver = context;
    struct block block;
    for (uint64_t class = first; class < last; class ++) {
        block_open(&block, solver->task, (uint32_t) class);
        for (int side = 0; side < (solver->equal ? 1 : 2); side++)
            start_class(solver, &block, side);
        uint16_t *values = solver->task->value[1] + class * solver->width;
        for (uint32_t rank = 0; solver->equal && rank < solver->width; rank++)
            values[rank] = MILL_OPEN;
    }
}

/* -------- going back a move -------- */

/* Positions to go back to, kept for a while: the memory they lie in is asked for when they come in
   and needed when they go out. */
enum { DELAY = 64 };

struct step {
    uint32_t class, rank;
};

struct delay {
    struct solver *solver;
    uint16_t *values;        /* of the side that moved */
    _Atomic uint32_t *marks; /* where to enter what is found: wins, or candidates */
    uint32_t count;          /* that came in so far */
    bool won;                /* some win was entered */
    bool shared;             /* other threads may be at the same slots */
    struct step steps[DELAY];
};

/* One hope less. True when it was the last one. */
static inline bool count_down(uint16_t *value, uint16_t known, bool shared)
{
    while (known > MILL_CANDIDATE && known != MILL_SAFE) {
        uint16_t next = known == MILL_OPEN ? MILL_CANDIDATE : (uint16_t)(known - 1);
        if (!shared)
            value_write(value, next);
        else if (!__atomic_compare_exchange_n(value, &known, next, true, __ATOMIC_RELAXED,
                                              __ATOMIC_RELAXED))
            continue;
        return next == MILL_CANDIDATE;
    }
    return false;
}

/* The side that moved here wins now, or has one hope less. */
static inline void delay_apply(struct delay *delay, struct step step)
{
    struct solver *solver = delay->solver;
    uint16_t *value = &delay->values[(uint64_t)step.class * solver->width + step.rank];
    uint16_t known = value_read(value);
    if (solver->level & 1) {
        if (known <= solver->level)
            return;
        value_write(value, solver->level);
        delay->won = true;
    } else if (!count_down(value, known, delay->shared)) {
        return;
    }
    marks_set(delay->marks + (size_t)step.class * solver->words, step.rank);
}

static inline void delay_push(struct delay *delay, uint32_t class, uint32_t rank)
{
    struct step *step = &delay->steps[delay->count % DELAY];
    if (delay->count++ >= DELAY)
        delay_apply(delay, *step);
    *step = (struct step){class, rank};
    __builtin_prefetch(&delay->values[(uint64_t) class * delay->solver->width + rank], 1);
}

static void delay_finish(struct delay *delay)
{
    uint32_t left = delay->count < DELAY ? delay->count : DELAY;
    for (uint32_t i = 0; i < left; i++)
        delay_apply(delay, delay->steps[(delay->count - left + i) % DELAY]);
    if (delay->won)
        raise_highest(delay->solver, delay->solver->level);
}

/* Edge by edge, so that one other block at a time is in use. */
static void push_large(struct delay *delay, const struct block *block, const struct find *finds,
                       uint32_t count)
{
    struct mill_rules rules = delay->solver->task->rules;
    for (int k = 0; k < block->edges; k++) {
        const struct block_edge *edge = &block->edge[k];
        if (!edge->returns && !rules.skip)
            continue;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t others = finds[i].others;
            if (!(others & edge->to) && (edge->returns || !mill_takeable(others, rules)))
                delay_push(delay, edge->class, edge_rank(block->task->index, edge, others));
        }
    }
}

static void push_small(struct delay *delay, const struct block *block, uint32_t others)
{
    struct mill_rules rules = delay->solver->task->rules;
    uint32_t movable = others, empty = block->free & ~others;
    if (block->takens)
        movable &= ~mill_in_mills(others, rules.variant);
    bool flies = rules.flying && delay->solver->task->small == 3;
    for (; movable; movable &= movable - 1) {
        uint32_t from = movable & (~movable + 1);
        uint32_t to = flies ? empty : mill_reach(from, rules.variant) & empty;
        for (; to; to &= to - 1)
            delay_push(delay, block->class, block_rank(block, others ^ from ^ (to & (~to + 1))));
    }
}

/* Goes back from every value of the level before, `side` being the one to move there. */
static void push_classes(void *context, uint64_t first, uint64_t last)
{
    struct solver *solver = context;
    struct find finds[FINDS];
    struct block block;
    int level = solver->level - 1, mover = !solver->side;
    struct delay delay = {
        .solver = solver,
        .values = solver->task->value[mover],
        .marks = solver->level & 1 ? level_marks(solver, solver->level, mover, 0)
                                   : solver->candidates[mover],
        .shared = mover == 0 && solver->task->threads > 1,
    };
    for (uint64_t class = first; class < last; class ++) {
        struct search search = {
            .solver = solver,
            .marks = level_marks(solver, level, solver->side, class),
            .values = solver->task->value[solver->side] + class * solver->width,
            .wanted = (uint16_t)level,
        };
        if (!marks_any(search.marks, solver->words))
            continue;
        block_open(&block, solver->task, (uint32_t) class);
        search.free = block.free;
        for (uint32_t count; (count = search_next(&search, finds)) > 0;) {
            if (mover == 0)
                push_large(&delay, &block, finds, count);
            for (uint32_t i = 0; mover == 1 && i < count; i++)
                push_small(&delay, &block, finds[i].others);
        }
    }
    delay_finish(&delay);
}

static void check_classes(void *context, uint64_t first, uint64_t last)
{
    struct solver *solver = context;
    struct find finds[FINDS];
    struct block block;
    int side = solver->side;
    for (uint64_t class = first; class < last; class ++) {
        uint16_t *values = solver->task->value[side] + class * solver->width;
        struct search search = {
            .solver = solver,
            .marks = solver->candidates[side] + class * solver->words,
            .values = values,
            .wanted = MILL_CANDIDATE,
        };
        if (!marks_any(search.marks, solver->words))
            continue;
        block_open(&block, solver->task, (uint32_t) class);
        search.free = block.free;
        for (uint32_t count; (count = search_next(&search, finds)) > 0;)
            for (uint32_t i = 0; i < count; i++) {
                int value = side == 0 ? check_large(solver, &block, finds[i].others)
                                      : check_small(solver, &block, finds[i].others);
                if (value != MILL_OPEN) {
                    value = level_of(value);
                    mark_value(solver, side, class, finds[i].rank, value);
                }
                value_write(&values[finds[i].rank], value);
            }
        marks_clear(search.marks, solver->words);
    }
}

/* A slot of equal sides as the other one sees it. */
struct reflection {
    uint32_t class, rank;
};

/* Equal sides: the position seen from the other side. What is settled on this level with the class
   side to move is entered where the class side waits. The places are all over the memory, so they
   are asked for before they are written to. */
static void reflect_finds(struct solver *solver, uint32_t men, const struct find *finds,
                          uint32_t count)
{
    const struct mill_index *index = solver->task->index;
    const uint32_t *places = index->classes[solver->task->large].place;
    struct reflection reflections[FINDS];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = places[mill_rank(index, finds[i].others)];
        uint32_t view = mill_image(index, (int)(place & 15), men);
        uint32_t rank = mill_class_rank(index, solver->task->large, place >> 4, view);
        reflections[i] = (struct reflection){place >> 4, rank};
        __builtin_prefetch(&solver->task->value[1][(uint64_t)(place >> 4) * solver->width + rank],
                           1);
    }
    for (uint32_t i = 0; i < count; i++) {
        uint64_t class = reflections[i].class;
        value_write(&solver->task->value[1][class * solver->width + reflections[i].rank],
                    solver->level);
        mark_value(solver, 1, class, reflections[i].rank, solver->level);
    }
}

static void reflect_classes(void *context, uint64_t first, uint64_t last)
{
    struct solver *solver = context;
    const struct mill_index *index = solver->task->index;
    struct find finds[FINDS];
    for (uint64_t class = first; class < last; class ++) {
        uint32_t men = index->classes[solver->task->large].set[class];
        struct search search = {
            .solver = solver,
            .marks = level_marks(solver, solver->level, 0, class),
            .values = solver->task->value[0] + class * solver->width,
            .free = mill_points(index->variant) & ~men,
            .wanted = (uint16_t)solver->level,
        };
        if (!marks_any(search.marks, solver->words))
            continue;
        for (uint32_t count; (count = search_next(&search, finds)) > 0;)
            reflect_finds(solver, men, finds, count);
    }
}

/* What is still open is a draw. */
static void close_classes(void *context, uint64_t first, uint64_t last)
{
    struct solver *solver = context;
    for (int side = 0; side < (solver->equal ? 1 : 2); side++) {
        uint16_t *values = solver->task->value[side];
        for (uint64_t slot = first * solver->width; slot < last * solver->width; slot++)
            values[slot] = values[slot] >= MILL_CANDIDATE && values[slot] != MILL_HOLE
                               ? MILL_OPEN
                               : values[slot];
    }
}

static void crew(struct solver *solver, void (*work)(void *, uint64_t, uint64_t))
{
    uint64_t grain = (1 << 17) / solver->width + 1;
    crew_run(solver->task->threads, solver->classes, grain, work, solver);
}

static bool stopped(const struct solver *solver)
{
    return solver->task->stop && atomic_load_explicit(solver->task->stop, memory_order_relaxed);
}

static void solve_level(struct solver *solver)
{
    for (solver->side = solver->equal ? 1 : 0; solver->side < 2; solver->side++)
        crew(solver, push_classes);
    if (!(solver->level & 1))
        for (solver->side = 0; solver->side < (solver->equal ? 1 : 2); solver->side++)
            crew(solver, check_classes);
    if (solver->equal)
        crew(solver, reflect_classes);
}

static bool solve_levels(struct solver *solver, struct error *error)
{
    crew(solver, start_classes);
    if (solver->equal)
        crew(solver, reflect_classes);
    for (solver->level = 1; solver->level <= atomic_load(&solver->highest) + 1; solver->level++) {
        if (stopped(solver))
            return error_set(error, "stopped");
        if (solver->level >= MILL_LEVELS - 1)
            return error_set(error, "games of %d plies: longer than can be counted", MILL_LEVELS);
        if (solver->task->report)
            solver->task->report(solver->task->listener, solver->level);
        solve_level(solver);
    }
    crew(solver, close_classes);
    return true;
}

bool mill_retrograde_solve(const struct mill_retrograde *task, struct error *error)
{
    const struct mill_index *index = task->index;
    struct solver solver = {
        .task = task,
        .classes = index->classes[task->large].count,
        .width = mill_width(index, task->large, task->small),
        .equal = task->large == task->small,
        .taken_width = {mill_width(index, task->large, task->small - 1),
                        mill_width(index, task->large - 1, task->small)},
    };
    solver.words = marks_words(solver.width);
    solver.stride = marks_stride(index, task->large, task->small);
    solver.marks = calloc(solver.stride * (2 * MILL_LEVELS + 2), sizeof(uint32_t));
    uint32_t *patterns = block_patterns(index, task->small, solver.width);
    solver.patterns = patterns;
    bool done = false;
    if (!solver.marks || !patterns) {
        error_set(error, "no memory for the marks of %d-%d", task->large, task->small);
    } else {
        for (size_t side = 0; side < 2; side++)
            solver.candidates[side] = solver.marks + (2 * MILL_LEVELS + side) * solver.stride;
        done = solve_levels(&solver, error);
    }
    free(patterns);
    free(solver.marks);
    return done;
}
