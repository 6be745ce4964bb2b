/* Retrograde analysis of one pair of subspaces, distance by distance.

   Values are found from the end of the game backwards [thompson86] [gasser96]. A first pass
   (values.c) settles what captures and blocked men decide and gives every other position a
   counter of its quiet moves. Then, for level n = 1, 2, 3 ...: from every position lost in n - 1
   go back one quiet move; those predecessors win in n. From every position won in n - 1 go back
   one move; those predecessors have one hope less, and when the counter reaches zero the
   position is lost, in n or later if a capture delays the end (values.c decides that). Each
   position is thus touched once per move that leads to it and never searched.

   Invariant: after level n, exactly the positions decided in at most n plies have their final
   value, and the parity of a value tells win from loss. What is open when no level brings
   anything new is a draw.

   The counter lives in the value itself (solver.h lists the codes), so memory is two bytes per
   slot and side. Counting works because each move forward has one move back. Where a position is
   symmetric that fails: several moves lead to the same slot. Symmetric positions and their
   predecessors are therefore not counted but examined in full whenever one of their moves turns out
   to lose.

   Speed is a matter of memory access. Slots of a class are adjacent, moves of the larger side
   lead from class to class and are the same for the whole block (block.h), and moves of the
   smaller side stay in the class. What would still jump about goes through a queue of 64 steps
   that prefetches the target when a step enters and uses it when it leaves. Marks (marks.h) say
   which pieces of 128 slots have something to do at a level, so that levels with few positions
   are cheap.

   Threads share the classes. Two threads may count down the same slot, hence the
   compare-and-exchange; a win may be written twice with the same value, which does no harm.
   Equal sides are one subspace: only the view with the class side to move is worked on, and
   reflect_classes enters the results into the other view. */
#include "lab/mill/retrograde.h"

#include "lab/mill/solver.h"
#include "lab/pool.h"
#include <stdlib.h>
#include <string.h>

/* Distances that memory is counted for; those beyond would take a little more. */
enum { LEVELS_EXPECTED = 256 };

static size_t marks_stride(const struct mill_index *index, int large, int small)
{
    return (size_t)index->classes[large].count * marks_words(mill_width(index, large, small));
}

uint64_t mill_retrograde_bytes(const struct mill_index *index, int large, int small)
{
    return marks_stride(index, large, small) * sizeof(uint32_t) * (2 * LEVELS_EXPECTED + 2) +
           ((uint64_t)4 << 20);
}

/* -------- going back a move -------- */

/* Positions to go back to, kept for a while: the memory they lie in is asked for when they come in
   and needed when they go out. */
enum { DELAY = 64, NEAR = 4096 };

struct retrograde_step {
    uint32_t class, rank;
    bool doubtful; /* comes from a symmetric position */
};

struct retrograde_delay {
    struct solver *solver;
    uint16_t *values;        /* of the side that moved */
    _Atomic uint32_t *marks; /* where to enter what is found: wins, or candidates */
    uint32_t count;          /* that came in so far */
    bool won;                /* some win was entered */
    bool shared;             /* other threads may be at the same slots */
    struct retrograde_step steps[DELAY];
};

/* One hope less. True when it was the last one, or may have been. */
static inline bool count_down(uint16_t *value, uint16_t known, bool doubtful, bool shared)
{
    while (known > MILL_CANDIDATE && known != MILL_SAFE) {
        uint16_t next = doubtful || known == MILL_OPEN ? MILL_DOUBTFUL : (uint16_t)(known - 1);
        if (!shared)
            value_write(value, next);
        else if (!__atomic_compare_exchange_n(value, &known, next, true, __ATOMIC_RELAXED,
                                              __ATOMIC_RELAXED))
            continue;
        return next <= MILL_CANDIDATE;
    }
    return false;
}

/* The side that moved here wins now, or has one hope less. */
static inline void delay_apply(struct retrograde_delay *delay, struct retrograde_step step)
{
    struct solver *solver = delay->solver;
    uint16_t *value = &delay->values[(uint64_t)step.class * solver->width + step.rank];
    uint16_t known = value_read(value);
    if (solver->level & 1) { /* from a loss: a win, unless a quicker one is known */
        if (known <= solver->level)
            return;
        value_write(value, solver->level);
        delay->won = true;
    } else if (!count_down(value, known, step.doubtful, delay->shared)) {
        return;
    }
    marks_set(delay->marks + (size_t)step.class * solver->words, step.rank);
}

static inline void delay_push(struct retrograde_delay *delay, struct retrograde_step new)
{
    struct retrograde_step *step = &delay->steps[delay->count % DELAY];
    if (delay->count++ >= DELAY)
        delay_apply(delay, *step);
    *step = new;
    __builtin_prefetch(&delay->values[(uint64_t) new.class * delay->solver->width + new.rank], 1);
}

static void delay_finish(struct retrograde_delay *delay)
{
    uint32_t left = delay->count < DELAY ? delay->count : DELAY;
    for (uint32_t i = 0; i < left; i++)
        delay_apply(delay, delay->steps[(delay->count - left + i) % DELAY]);
    if (delay->won)
        raise_highest(delay->solver, delay->solver->level);
}

/* Edge by edge, so that one other block at a time is in use. */
static void push_large(struct retrograde_delay *delay, const struct block *block,
                       const struct find *finds, uint32_t count)
{
    struct mill_rules rules = delay->solver->task->rules;
    for (int k = 0; k < block->edges; k++) {
        const struct block_edge *edge = &block->edge[k];
        if (!edge->returns && !rules.skip && delay->solver->task->small)
            continue; /* a mill has always taken a man */
        for (uint32_t i = 0; i < count; i++) {
            uint32_t others = finds[i].others;
            if (!(others & edge->to) && (edge->returns || !mill_takeable(others, rules)))
                delay_push(delay, (struct retrograde_step){
                                      edge->class, edge_rank(block->task->index, edge, others),
                                      finds[i].symmetric});
        }
    }
}

/* Stays in the block, which lies in the cache soon if it is not a large one. */
static void push_small(struct retrograde_delay *delay, const struct block *block,
                       const struct find *find)
{
    struct mill_rules rules = delay->solver->task->rules;
    uint32_t others = find->others, movable = others, empty = block->free & ~others;
    if (block->takens)
        movable &= ~mill_in_mills(others, rules.variant);
    bool flies = rules.flying && delay->solver->task->small == 3 && !delay->solver->task->hand[1];
    bool near = delay->solver->width <= NEAR;
    for (; movable; movable &= movable - 1) {
        uint32_t from = movable & (~movable + 1);
        uint32_t to = flies ? empty : mill_reach(from, rules.variant) & empty;
        for (; to; to &= to - 1) {
            uint32_t rank = block_rank(block, others ^ from ^ (to & (~to + 1)));
            struct retrograde_step step = {block->class, rank, find->symmetric};
            if (near)
                delay_apply(delay, step);
            else
                delay_push(delay, step);
        }
    }
}

/* Goes back from every value of the level before, `side` being the one to move there. */
static void push_classes(void *context, uint64_t first, uint64_t last)
{
    struct solver *solver = context;
    struct find finds[FINDS];
    struct block block;
    int level = solver->level - 1, mover = !solver->side;
    struct retrograde_delay delay = {
        .solver = solver,
        .values = solver->task->value[mover],
        .marks = solver->level & 1 ? level_marks(solver, solver->level, mover, 0)
                                   : solver->candidates[mover],
        .shared = mover == 0 && solver->task->threads > 1,
    };
    for (uint64_t class = first; class < last; class ++) {
        struct solver_scan search = {
            .solver = solver,
            .marks = level_marks(solver, level, solver->side, class),
            .values = solver->task->value[solver->side] + class * solver->width,
            .wanted = (uint16_t)level,
        };
        if (!marks_any(search.marks, solver->words))
            continue;
        block_open(&block, solver->task, (uint32_t) class);
        search.free = block.free;
        for (uint32_t count; (count = solver_search(&search, finds)) > 0;) {
            for (uint32_t i = 0; block.stabiliser != 1 && i < count; i++)
                finds[i].symmetric = block_symmetric(&block, finds[i].others);
            if (mover == 0)
                push_large(&delay, &block, finds, count);
            for (uint32_t i = 0; mover == 1 && i < count; i++)
                push_small(&delay, &block, &finds[i]);
        }
    }
    delay_finish(&delay);
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
        struct solver_scan search = {
            .solver = solver,
            .marks = level_marks(solver, solver->level, 0, class),
            .values = solver->task->value[0] + class * solver->width,
            .free = mill_points(index->variant) & ~men,
            .wanted = (uint16_t)solver->level,
        };
        if (!marks_any(search.marks, solver->words))
            continue;
        for (uint32_t count; (count = solver_search(&search, finds)) > 0;)
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

static void run_classes(struct solver *solver, void (*work)(void *, uint64_t, uint64_t))
{
    uint64_t grain = (1 << 17) / solver->width + 1;
    pool_run_ranges(solver->task->threads, solver->classes, grain, work, solver);
}

static bool stopped(const struct solver *solver)
{
    return solver->task->stop && atomic_load_explicit(solver->task->stop, memory_order_relaxed);
}

/* One distance. On odd levels the steps back find wins, which are final at once. On even levels
   they find candidates, positions whose last hope among the quiet moves is gone, and a second pass
   over these decides whether they are lost now or later, since a capture can delay the end
   (values.c). */
static void solve_level(struct solver *solver)
{
    for (solver->side = solver->equal ? 1 : 0; solver->side < 2; solver->side++)
        run_classes(solver, push_classes);
    if (!(solver->level & 1))
        for (solver->side = 0; solver->side < (solver->equal ? 1 : 2); solver->side++)
            run_classes(solver, solver_check_classes);
    if (solver->equal)
        run_classes(solver, reflect_classes);
}

/* Levels go on as long as there are values of the level before to go back from. `highest` may be
   several levels ahead, because captures into smaller subspaces give values at any distance from
   the start; an empty level in between costs only a look at the marks. */
static bool solve_levels(struct solver *solver, struct error *error)
{
    run_classes(solver, solver_start_classes);
    if (solver->equal)
        run_classes(solver, reflect_classes);
    for (solver->level = 1; solver->level <= atomic_load(&solver->highest) + 1; solver->level++) {
        if (stopped(solver))
            return error_set(error, "stopped");
        if (solver->level >= MILL_LEVELS - 1)
            return error_set(error, "games of %d plies: longer than can be counted", MILL_LEVELS);
        if (solver->task->report)
            solver->task->report(solver->task->listener, solver->level);
        solve_level(solver);
    }
    run_classes(solver, close_classes);
    return true;
}

/* -------- as many men on the board, but not in hand -------- */

/* Files number such a subspace by the side to move, the analysis both by the same side: value[1]
   is turned round. */
struct turning {
    struct solver *solver;
    const uint16_t *from;
};

static void turn_classes(void *context, uint64_t first, uint64_t last)
{
    const struct turning *turning = context;
    const struct solver *solver = turning->solver;
    const struct mill_index *index = solver->task->index;
    for (uint64_t class = first; class < last; class ++) {
        uint32_t men = index->classes[solver->task->large].set[class];
        uint32_t free = mill_points(index->variant) & ~men;
        const uint16_t *from = turning->from + class * solver->width;
        for (uint32_t rank = 0; rank < solver->width; rank++)
            if (from[rank] != MILL_HOLE) {
                uint32_t others = bits_scatter(solver->patterns[rank], free);
                solver->task->value[1][mill_slot(index, others, men)] = from[rank];
            }
    }
}

static bool turn_round(struct solver *solver, struct error *error)
{
    size_t slots = (size_t)solver->classes * solver->width;
    uint16_t *value = solver->task->value[1], *copy = malloc(slots * sizeof *copy);
    if (!copy)
        return error_machine(error, "no memory to turn %zu values round", slots);
    memcpy(copy, value, slots * sizeof *copy);
    for (size_t slot = 0; slot < slots; slot++)
        value[slot] = MILL_HOLE;
    struct turning turning = {solver, copy};
    pool_run_ranges(solver->task->threads, solver->classes, (1 << 17) / solver->width + 1,
                    turn_classes, &turning);
    free(copy);
    return true;
}

/* Marks are allocated for all levels at once, as zeroed memory that the system provides when it is
   touched: levels that never occur cost nothing. */
bool mill_retrograde_solve(const struct mill_retrograde *task, struct error *error)
{
    const struct mill_index *index = task->index;
    bool even = task->large == task->small;
    struct solver solver = {
        .task = task,
        .classes = index->classes[task->large].count,
        .width = mill_width(index, task->large, task->small),
        .equal = even && task->hand[0] == task->hand[1],
        .taken_width = {task->small ? mill_width(index, task->large, task->small - 1) : 0,
                        task->large ? mill_width(index, task->large - 1, task->small) : 0},
    };
    solver.words = marks_words(solver.width);
    solver.stride = marks_stride(index, task->large, task->small);
    solver.marks = calloc(solver.stride * (2 * MILL_LEVELS + 2), sizeof(uint32_t));
    uint32_t *patterns = block_patterns(index, task->small, solver.width);
    solver.patterns = patterns;
    bool done = false;
    if (!solver.marks || !patterns) {
        error_machine(error, "no memory for the marks of %d-%d", task->large, task->small);
    } else {
        for (size_t side = 0; side < 2; side++)
            solver.candidates[side] = solver.marks + (2 * MILL_LEVELS + side) * solver.stride;
        done =
            solve_levels(&solver, error) && (!even || solver.equal || turn_round(&solver, error));
    }
    free(patterns);
    free(solver.marks);
    return done;
}
