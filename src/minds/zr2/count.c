/* Counting the best walks: depth-first search with a table of counts.

   The number of ways in which a position can still reach the target depends on the values and
   the player's place alone, not on the way it was reached, so each position is counted once: the
   count of a position is the sum of the counts of its steps. This is dynamic programming over
   the graph of positions, which has no cycles because every step lowers the sum. Positions whose
   bound (search.h) is below what is still missing have a count of 0 and are never expanded; that
   is what keeps the graph small.

   The recursion is a loop over explicit frames, since a walk can be as long as the sum of all
   values. A full table overwrites entries: a forgotten position is counted again, so the result
   stays right and only time is lost. When the search is stopped, the counts that the open frames
   have gathered so far belong to different walks and can be added up: that sum is the "at
   least".

   The number of positions can grow exponentially with the board; the header promises an exact
   count only where time and memory suffice. zr2_needed asks something cheaper: it closes one
   cell after the other and lets the solver tell whether the best score survives. Every walk that
   the solver finds on the way clears all the cells it leaves out, so most cells never need a
   question of their own. */
#include "minds/zr2/count.h"

#include "base/clock.h"
#include "minds/zr2/key.h"
#include "minds/zr2/search.h"

enum { ON_WALK = 128 }; /* beside an enum zr2_need */

struct count_entry {
    struct key key; /* both words 0: free */
    uint64_t walks;
};

struct count_frame {
    int32_t player;
    uint32_t changes;
    int8_t count, next;
    int32_t step[ZR2_STEPS_MAX];
    uint64_t walks; /* found so far */
};

struct counting {
    const struct zr2_solve_task *task;
    struct zr2_count *result;
    struct search_bounds bounds;
    struct zr2 *board;
    struct zr2_undo undo;
    struct count_frame *frame;
    struct count_entry *table;
    size_t mask;
    struct key key;
    int32_t target;
    const struct zr2_solution *best;
    int32_t along; /* this many steps of the best path lead to the position at hand */
    uint64_t started;
};

static uint64_t add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* The entry of a position, or the one to put it into: a free one of four, or else one of them
   picked by the word of the key that the index does not use. */
static struct count_entry *find(struct counting *counting, struct key key)
{
    struct count_entry *entry = NULL;
    for (size_t i = 0; i < 4; i++) {
        entry = &counting->table[(key.a + i) & counting->mask];
        if ((entry->key.a == key.a && entry->key.b == key.b) || !(entry->key.a | entry->key.b))
            return entry;
    }
    return &counting->table[(key.a + (key.b >> 62)) & counting->mask];
}

/* Fills the frame of the position reached; true when its count is known at once, in `walks`. */
static bool enter(struct counting *counting, int32_t depth)
{
    struct zr2 *board = counting->board;
    struct count_frame *frame = &counting->frame[depth];
    int32_t points = counting->task->board->sum - board->sum, missing = counting->target - points;
    frame->player = board->player;
    frame->changes = (uint32_t)counting->undo.count;
    frame->walks = missing == 0;
    frame->count = frame->next = 0;
    if (missing <= 0)
        return true;
    struct key key = key_at(counting->key, board->player);
    struct count_entry *entry = find(counting, key);
    if (entry->key.a == key.a && entry->key.b == key.b) {
        frame->walks = entry->walks;
        return true;
    }
    counting->result->nodes++;
    if (search_bound(&counting->bounds, board, missing - 1) < missing) {
        *entry = (struct count_entry){key, 0};
        return true;
    }
    uint32_t steps[ZR2_STEPS_MAX];
    int count = zr2_steps(counting->task->level, board, steps);
    for (int i = 0; i < count; i++)
        frame->step[frame->count++] = (int32_t)steps[i];
    if (counting->along == depth && depth < counting->best->length)
        for (int i = 0; i < count; i++)
            if (frame->step[i] == counting->best->path[depth]) {
                frame->step[i] = frame->step[0];
                frame->step[0] = counting->best->path[depth];
            }
    return false;
}

static bool should_stop(const struct counting *counting)
{
    const struct zr2_solve_task *task = counting->task;
    uint64_t nodes = counting->result->nodes;
    if (task->nodes && nodes >= task->nodes)
        return true;
    return nodes % zr2_stop_nodes(task->level) == 0 &&
           ((task->stop && atomic_load_explicit(task->stop, memory_order_relaxed)) ||
            (task->microseconds && clock_microseconds() - counting->started >= task->microseconds));
}

static void leave(struct counting *counting, int32_t depth)
{
    struct count_frame *frame = &counting->frame[depth], *parent = frame - 1;
    parent->walks = add(parent->walks, frame->walks);
    key_unfollow(&counting->key, &counting->undo, parent->changes, counting->board);
    zr2_undo_take_back(&counting->undo, counting->board, parent->changes);
    counting->board->player = parent->player;
}

/* When stopped, what each unfinished position has found so far belongs to different walks. */
static void count_all(struct counting *counting)
{
    int32_t depth = 0;
    bool known = enter(counting, 0);
    for (;;) {
        struct count_frame *frame = &counting->frame[depth];
        if (known || frame->next == frame->count) {
            if (!known) {
                struct key key = key_at(counting->key, counting->board->player);
                *find(counting, key) = (struct count_entry){key, frame->walks};
            }
            if (depth == 0)
                break;
            leave(counting, depth--);
            known = false;
            continue;
        }
        if (should_stop(counting)) {
            counting->result->exact = false;
            break;
        }
        int32_t cell = frame->step[frame->next++];
        size_t changes = counting->undo.count;
        zr2_undo_visit(&counting->undo, counting->task->level, counting->board, cell);
        key_follow(&counting->key, &counting->undo, changes, counting->board);
        if (counting->along == depth && depth < counting->best->length &&
            cell == counting->best->path[depth])
            counting->along++;
        known = enter(counting, ++depth);
    }
    for (; depth >= 0; depth--)
        counting->result->walks = add(counting->result->walks, counting->frame[depth].walks);
    if (counting->result->walks == UINT64_MAX)
        counting->result->exact = false;
}

void zr2_count(const struct zr2_solve_task *task, const struct zr2_solution *best,
               struct zr2_count *count)
{
    struct counting counting = {.task = task,
                                .result = count,
                                .target = best->points,
                                .best = best,
                                .started = clock_microseconds()};
    size_t bytes = zr2_position_size(task->level), entries = 1024;
    struct arena arena;
    arena_init(&arena, task->memory, task->bytes);
    *count = (struct zr2_count){.exact = false};
    counting.board = arena_take(&arena, bytes, 1);
    counting.frame = arena_take(&arena, (size_t)task->board->sum + 1, sizeof(struct count_frame));
    if (!zr2_undo_init(&counting.undo, task->board, &arena) ||
        !search_bounds_init(&counting.bounds, task->level, task->closed, &arena))
        return;
    memory_copy(counting.board, task->board, bytes);
    while (4 * entries * sizeof(struct count_entry) <= arena_left(&arena) && entries < 1 << 22)
        entries *= 2;
    counting.table = arena_take_clear(&arena, entries, sizeof(struct count_entry));
    if (!counting.table)
        return;
    counting.mask = entries - 1;
    count->exact = true;
    count_all(&counting);
}

/* A cell that a best walk leaves out is not needed. */
static void leave_out(const struct zr2_solve_task *task, const struct zr2_solution *walk,
                      uint8_t *need)
{
    for (int32_t i = 0; i < walk->length; i++)
        need[walk->path[i]] |= ON_WALK;
    for (int32_t cell = 0; cell < task->level->cells; cell++) {
        if (!(need[cell] & ON_WALK))
            need[cell] = ZR2_NEED_NONE;
        need[cell] &= (uint8_t)~ON_WALK;
    }
}

/* The time that is left is shared out evenly among the cells that are left, so that one hard
   question does not use up that of all others; what a quick answer saves is there for the next. */
bool zr2_needed(const struct zr2_solve_task *task, const struct zr2_solution *best, uint8_t *need)
{
    struct zr2_solve_task each = *task;
    uint64_t started = clock_microseconds();
    int32_t cells = task->level->cells;
    bool whole = true;
    each.report = NULL;
    each.goal = best->points;
    memory_fill(need, ZR2_NEED_NOT_KNOWN, (size_t)cells);
    leave_out(task, best, need);
    for (int32_t cell = 0; cell < cells; cell++) {
        struct zr2_solution solution;
        if (need[cell] != ZR2_NEED_NOT_KNOWN || best->points == 0)
            continue;
        uint64_t gone = clock_microseconds() - started;
        if ((task->microseconds && gone >= task->microseconds) ||
            (task->stop && atomic_load_explicit(task->stop, memory_order_relaxed)))
            return false;
        if (task->microseconds)
            each.microseconds = (task->microseconds - gone) / (uint64_t)(cells - cell) + 1;
        each.closed = cell;
        zr2_solve(&each, &solution);
        if (solution.points >= best->points)
            leave_out(task, &solution, need);
        else if (solution.bound < best->points)
            need[cell] = ZR2_NEED_ALWAYS;
        whole = whole && need[cell] != ZR2_NEED_NOT_KNOWN;
    }
    return whole;
}
