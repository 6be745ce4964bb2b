#include "lab/mill/retrograde.h"

#include "lab/crew.h"
#include "lab/mill/block.h"
#include <stdlib.h>

/* Bits that say in which blocks there is something to do: by level and side to move for values,
   and by side for candidates. */
struct solver {
    const struct mill_retrograde *task;
    uint32_t classes, width, mark_words;
    _Atomic uint64_t *marks;         /* [MILL_LEVELS][2][mark_words] */
    _Atomic uint64_t *candidates[2]; /* [mark_words] */
    const uint32_t *patterns;        /* gathered sets by rank */
    uint32_t taken_width[2];
    bool equal;
    int level, side; /* what the crew is at work on */
    atomic_int highest;
};

uint64_t mill_retrograde_bytes(const struct mill_index *index, int large)
{
    uint64_t words = (index->classes[large].count + 63) / 64;
    return words * 8 * (2 * MILL_LEVELS + 2) + ((uint64_t)4 << 20);
}

static void mark(_Atomic uint64_t *bits, uint32_t class)
{
    uint64_t one = bit((int)(class & 63));
    if (!(atomic_load_explicit(&bits[class >> 6], memory_order_relaxed) & one))
        atomic_fetch_or_explicit(&bits[class >> 6], one, memory_order_relaxed);
}

static bool marked(_Atomic uint64_t *bits, uint64_t class)
{
    return atomic_load_explicit(&bits[class >> 6], memory_order_relaxed) >> (class & 63) & 1;
}

static _Atomic uint64_t *level_marks(const struct solver *solver, int level, int side)
{
    return solver->marks + ((size_t)level * 2 + (size_t)side) * solver->mark_words;
}

static void mark_value(struct solver *solver, int side, uint32_t class, int value)
{
    mark(level_marks(solver, value, side), class);
    int highest = atomic_load_explicit(&solver->highest, memory_order_relaxed);
    while (value > highest && !atomic_compare_exchange_weak(&solver->highest, &highest, value))
        ;
}

/* Distances are even or odd by outcome and far below MILL_LEVELS in any real game; a longer one
   stays at the last level, which mill_retrograde_solve reports. */
static int level_of(int value)
{
    return value < MILL_LEVELS ? value : MILL_LEVELS - 1;
}

typedef uint64_t __attribute__((may_alias)) wide;

/* The next index from `at` on whose value is `wanted`, or `end`: four values at a time. */
static uint32_t find_value(const uint16_t *values, uint32_t at, uint32_t end, uint16_t wanted)
{
    const uint64_t ones = UINT64_C(0x0001000100010001);
    while (at < end) {
        if (((uintptr_t)&values[at] & 7) == 0) {
            while (at + 4 <= end) {
                uint64_t word = __atomic_load_n((const wide *)&values[at], __ATOMIC_RELAXED);
                word ^= ones * wanted;
                if ((word - ones) & ~word & (ones << 15))
                    break;
                at += 4;
            }
            if (at >= end)
                return end;
        }
        do {
            if (value_read(&values[at]) == wanted)
                return at;
            at++;
        } while (at < end && ((uintptr_t)&values[at] & 7) != 0);
    }
    return end;
}

static uint16_t taken_value(const struct solver *solver, int by, const struct block *block,
                            const struct block_edge *edge, uint32_t set)
{
    const uint16_t *values = solver->task->taken[by];
    if (!values)
        return 0;
    uint64_t first = (uint64_t)edge->class * solver->taken_width[by];
    return values[first + edge_rank(block, edge, set)];
}

static void sum_large_capture(const struct solver *solver, const struct block *block,
                              const struct block_edge *edge, uint32_t others, uint32_t takeable,
                              struct block_sum *sum)
{
    for (uint32_t left = takeable; left; left &= left - 1)
        block_sum_take(sum, taken_value(solver, 0, block, edge, others ^ (left & (~left + 1))));
}

/* The larger side to move: what its captures alone are worth; any other move leaves it open. */
static int start_large(const struct solver *solver, const struct block *block, uint32_t others)
{
    struct block_sum sum = {.best = MILL_OPEN};
    const struct block_edge *edge = block->edge, *end = edge + block->edges;
    uint32_t takeable = 0;
    if (block->edges && end[-1].closes)
        takeable = mill_takeable(others, solver->task->rules);
    for (; edge < end; edge++) {
        if (others & edge->to)
            continue;
        sum.moves = true;
        if (edge->closes && takeable)
            sum_large_capture(solver, block, edge, others, takeable, &sum);
        else
            sum.open = true;
    }
    return block_sum_value(&sum);
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
            if (sum.open)
                return MILL_OPEN;
        } else {
            uint64_t first = (uint64_t)edge->class * solver->width;
            uint16_t value = value_read(&next[first + edge_rank(block, edge, others)]);
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

static int start_small(const struct solver *solver, const struct block *block, uint32_t others)
{
    struct mill_batch batch[MILL_BATCHES_MAX];
    struct block_sum sum = {.best = MILL_OPEN};
    int batches = small_batches(solver, block, others, batch);
    for (int i = 0; i < batches; i++) {
        sum.moves |= batch[i].to != 0;
        sum.open |= (block->takens ? batch[i].to & ~batch[i].closing : batch[i].to) != 0;
        sum_small_captures(solver, block, others, &batch[i], &sum);
    }
    return block_sum_value(&sum);
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

static bool is_hole(const struct block *block, uint32_t others, uint32_t gathered)
{
    return block->stabiliser != 1 &&
           mill_lowest_image(block->task->index, block->stabiliser, block->men, others) != gathered;
}

static void start_classes(void *context, uint64_t first, uint64_t last)
{
    struct solver *solver = context;
    struct block block;
    for (uint64_t class = first; class < last; class ++) {
        block_open(&block, solver->task, (uint32_t) class);
        for (int side = 0; side < (solver->equal ? 1 : 2); side++) {
            uint16_t *values = solver->task->value[side] + class * solver->width;
            for (uint32_t rank = 0; rank < solver->width; rank++) {
                uint32_t others = bits_scatter(solver->patterns[rank], block.free);
                if (is_hole(&block, others, solver->patterns[rank])) {
                    values[rank] = MILL_HOLE;
                    continue;
                }
                int value = side == 0 ? start_large(solver, &block, others)
                                      : start_small(solver, &block, others);
                if (value != MILL_OPEN) {
                    value = level_of(value);
                    mark_value(solver, side, (uint32_t) class, value);
                }
                values[rank] = (uint16_t)value;
            }
        }
        if (solver->equal) {
            uint16_t *values = solver->task->value[1] + class * solver->width;
            for (uint32_t rank = 0; rank < solver->width; rank++)
                values[rank] = MILL_OPEN;
        }
    }
}

/* A position from which the side `side` may have moved here: a win now, or to be looked at. */
static inline void push(struct solver *solver, int side, uint32_t class, uint32_t rank)
{
    uint16_t *value = &solver->task->value[side][(uint64_t) class * solver->width + rank];
    uint16_t known = value_read(value);
    if (solver->level & 1) {
        if (known > solver->level) {
            value_write(value, solver->level);
            mark_value(solver, side, class, solver->level);
        }
    } else if (known == MILL_OPEN) {
        value_write(value, MILL_CANDIDATE);
        mark(solver->candidates[side], class);
    }
}

static void push_large(struct solver *solver, const struct block *block, uint32_t others)
{
    bool free_mills = solver->task->rules.skip && !mill_takeable(others, solver->task->rules);
    for (int i = 0; i < block->edges; i++) {
        const struct block_edge *edge = &block->edge[i];
        if (!(others & edge->to) && (edge->returns || free_mills))
            push(solver, 0, edge->class, edge_rank(block, edge, others));
    }
}

static void push_small(struct solver *solver, const struct block *block, uint32_t others)
{
    struct mill_rules rules = solver->task->rules;
    uint32_t movable = others, empty = block->free & ~others;
    if (block->takens)
        movable &= ~mill_in_mills(others, rules.variant);
    bool flies = rules.flying && solver->task->small == 3;
    for (; movable; movable &= movable - 1) {
        uint32_t from = movable & (~movable + 1);
        uint32_t to = flies ? empty : mill_reach(from, rules.variant) & empty;
        for (; to; to &= to - 1)
            push(solver, 1, block->class, block_rank(block, others ^ from ^ (to & (~to + 1))));
    }
}

/* Goes back from every value of the level before, `side` being the one to move there. */
static void push_classes(void *context, uint64_t first, uint64_t last)
{
    struct solver *solver = context;
    struct block block;
    uint16_t wanted = (uint16_t)(solver->level - 1);
    _Atomic uint64_t *marks = level_marks(solver, wanted, solver->side);
    for (uint64_t class = first; class < last; class ++) {
        if (!marked(marks, class))
            continue;
        const uint16_t *values = solver->task->value[solver->side] + class * solver->width;
        uint32_t rank = find_value(values, 0, solver->width, wanted);
        if (rank < solver->width)
            block_open(&block, solver->task, (uint32_t) class);
        while (rank < solver->width) {
            uint32_t others = bits_scatter(solver->patterns[rank], block.free);
            if (solver->side == 0)
                push_small(solver, &block, others);
            else
                push_large(solver, &block, others);
            rank = find_value(values, rank + 1, solver->width, wanted);
        }
    }
}

static void check_classes(void *context, uint64_t first, uint64_t last)
{
    struct solver *solver = context;
    struct block block;
    int side = solver->side;
    for (uint64_t class = first; class < last; class ++) {
        if (!marked(solver->candidates[side], class))
            continue;
        atomic_fetch_and_explicit(&solver->candidates[side][class >> 6], ~bit((int)(class & 63)),
                                  memory_order_relaxed);
        block_open(&block, solver->task, (uint32_t) class);
        uint16_t *values = solver->task->value[side] + class * solver->width;
        uint32_t rank = find_value(values, 0, solver->width, MILL_CANDIDATE);
        while (rank < solver->width) {
            uint32_t others = bits_scatter(solver->patterns[rank], block.free);
            int value = side == 0 ? check_large(solver, &block, others)
                                  : check_small(solver, &block, others);
            if (value != MILL_OPEN) {
                value = level_of(value);
                mark_value(solver, side, (uint32_t) class, value);
            }
            value_write(&values[rank], value);
            rank = find_value(values, rank + 1, solver->width, MILL_CANDIDATE);
        }
    }
}

/* Equal sides: the position seen from the other side. What is settled on this level with the class
   side to move is entered where the class side waits. */
static void reflect_classes(void *context, uint64_t first, uint64_t last)
{
    struct solver *solver = context;
    const struct mill_index *index = solver->task->index;
    const struct mill_classes *classes = &index->classes[solver->task->large];
    _Atomic uint64_t *marks = level_marks(solver, solver->level, 0);
    uint16_t wanted = (uint16_t)solver->level;
    for (uint64_t class = first; class < last; class ++) {
        if (!marked(marks, class))
            continue;
        const uint16_t *values = solver->task->value[0] + class * solver->width;
        uint32_t men = classes->set[class], free = mill_points(index->variant) & ~men;
        uint32_t rank = find_value(values, 0, solver->width, wanted);
        for (; rank < solver->width; rank = find_value(values, rank + 1, solver->width, wanted)) {
            uint32_t others = bits_scatter(solver->patterns[rank], free);
            uint64_t slot = mill_slot(index, others, men);
            value_write(&solver->task->value[1][slot], wanted);
            mark_value(solver, 1, (uint32_t)(slot / solver->width), wanted);
        }
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
    return true;
}

static uint32_t *list_patterns(const struct mill_index *index, int men, uint32_t count)
{
    uint32_t *patterns = malloc(count * sizeof *patterns);
    for (uint32_t rank = 0; patterns && rank < count; rank++)
        patterns[rank] = mill_unrank(index, men, rank);
    return patterns;
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
    solver.mark_words = (solver.classes + 63) / 64;
    solver.marks = calloc((size_t)solver.mark_words * (2 * MILL_LEVELS + 2), sizeof(uint64_t));
    uint32_t *patterns = list_patterns(index, task->small, solver.width);
    solver.patterns = patterns;
    bool done = false;
    if (!solver.marks || !patterns) {
        error_set(error, "no memory for the marks of %d-%d", task->large, task->small);
    } else {
        for (size_t side = 0; side < 2; side++)
            solver.candidates[side] =
                solver.marks + (2 * MILL_LEVELS + side) * (size_t)solver.mark_words;
        done = solve_levels(&solver, error);
    }
    free(patterns);
    free(solver.marks);
    return done;
}
