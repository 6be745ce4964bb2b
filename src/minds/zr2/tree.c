/* The two searches of Kolar's thesis [kolar21], kept as they are described there so that its
   figures can be reproduced: node for node `dfs` walks the same tree. Neither remembers a
   position or bounds anything, so the time is that of the whole tree of walks; that is the point
   of comparison, not a defect to mend. The recursion of the thesis is a loop over frames here,
   because a walk may be longer than a stack is deep. */
#include "minds/zr2/tree.h"

#include "base/clock.h"
#include "minds/zr2/euler.h"
#include "minds/zr2/undo.h"

struct tree_frame {
    int32_t player;
    uint32_t changes;
    int8_t count, next;
    int32_t step[ZR2_STEPS_MAX];
};

struct tree {
    const struct zr2_solve_task *task;
    struct zr2_solution *solution;
    struct zr2 *board;
    struct zr2_undo undo;
    struct tree_frame *frame;
    int32_t *path, *best;
    uint64_t started;
    bool greedy;
};

/* How much the sum falls by a step. */
static int32_t reward(struct tree *tree, int32_t cell)
{
    struct zr2 *board = tree->board;
    int32_t player = board->player, sum = board->sum;
    size_t changes = tree->undo.count;
    zr2_undo_visit(&tree->undo, tree->task->level, board, cell);
    int32_t fell = sum - board->sum;
    zr2_undo_take_back(&tree->undo, board, changes);
    board->player = player;
    return fell;
}

static void enter(struct tree *tree, int32_t depth)
{
    struct zr2_solution *solution = tree->solution;
    struct tree_frame *frame = &tree->frame[depth];
    uint32_t steps[ZR2_STEPS_MAX];
    int32_t rewards[ZR2_STEPS_MAX], points = tree->task->board->sum - tree->board->sum;
    solution->nodes++;
    if (points > solution->points) {
        solution->points = points;
        solution->length = depth;
        memory_copy(tree->best, tree->path, (size_t)depth * sizeof tree->best[0]);
    }
    frame->player = tree->board->player;
    frame->changes = (uint32_t)tree->undo.count;
    frame->count = frame->next = 0;
    int count = zr2_steps(tree->task->level, tree->board, steps);
    for (int i = 0; i < count; i++) {
        int32_t cell = (int32_t)steps[i], fell = tree->greedy ? reward(tree, cell) : 0;
        int8_t at = frame->count++;
        for (; at > 0 && rewards[at - 1] < fell; at--) {
            rewards[at] = rewards[at - 1];
            frame->step[at] = frame->step[at - 1];
        }
        rewards[at] = fell;
        frame->step[at] = cell;
    }
}

static bool should_stop(const struct tree *tree)
{
    const struct zr2_solve_task *task = tree->task;
    uint64_t nodes = tree->solution->nodes;
    if (task->nodes && nodes >= task->nodes)
        return true;
    if (nodes % zr2_stop_nodes(task->level) != 0)
        return false;
    uint64_t now = clock_microseconds() - tree->started;
    tree->solution->microseconds = now;
    if (task->report && nodes % (1 << 20) == 0)
        task->report(task->listener, tree->solution);
    return (task->stop && atomic_load_explicit(task->stop, memory_order_relaxed)) ||
           (task->microseconds && now >= task->microseconds);
}

/* True when the tree is through or everything is collected. */
static bool walk(struct tree *tree)
{
    int32_t depth = 0;
    enter(tree, 0);
    while (tree->solution->points < tree->task->board->sum) {
        struct tree_frame *frame = &tree->frame[depth];
        if (frame->next == frame->count) {
            if (depth == 0)
                return true;
            frame = &tree->frame[--depth];
            zr2_undo_take_back(&tree->undo, tree->board, frame->changes);
            tree->board->player = frame->player;
            continue;
        }
        if (should_stop(tree))
            return false;
        int32_t cell = frame->step[frame->next++];
        zr2_undo_visit(&tree->undo, tree->task->level, tree->board, cell);
        tree->path[depth++] = cell;
        enter(tree, depth);
    }
    return true;
}

void zr2_tree(const struct zr2_solve_task *task, bool greedy, struct zr2_solution *solution)
{
    struct tree tree = {
        .task = task, .solution = solution, .greedy = greedy, .started = clock_microseconds()};
    size_t sum = (size_t)task->board->sum, bytes = zr2_position_size(task->level);
    struct arena arena;
    arena_init(&arena, task->memory, task->bytes);
    memory_clear(solution, sizeof *solution);
    solution->bound = task->board->sum;
    solution->method = greedy ? "dfss" : "dfs";
    tree.board = arena_take(&arena, bytes, 1);
    tree.path = arena_take(&arena, sum + 1, sizeof *tree.path);
    tree.best = arena_take(&arena, sum + 1, sizeof *tree.best);
    tree.frame = arena_take(&arena, sum + 1, sizeof *tree.frame);
    /* Looking at what a step would do needs room for one step more. */
    if (!zr2_undo_init(&tree.undo, task->board, &arena))
        return;
    memory_copy(tree.board, task->board, bytes);
    solution->path = tree.best;
    if (walk(&tree)) {
        solution->proof = solution->points == solution->bound ? ZR2_PROOF_SUM : ZR2_PROOF_SEARCH;
        solution->bound = solution->points;
        solution->proved = true;
    }
    solution->microseconds = clock_microseconds() - tree.started;
    if (task->report)
        task->report(task->listener, solution);
}
