/* What a position is worth by looking at its moves: the start of the analysis, and the decision
   about positions that may be lost.

   At the start, captures lead to subspaces that are already solved, so a capture that wins gives
   a win (the quickest counts, and a quiet move may still turn out quicker), and a capture that
   does not lose makes the position safe. Otherwise the number of quiet moves is the counter that
   retrograde.c brings down. A candidate whose counter reached zero is lost for certain; what is
   left to decide is when, since a capture may delay the end longer than any quiet move. A
   doubtful one, near a symmetric position, is checked in all its moves.

   solver_search finds the slots of one value in the marked pieces, sixteen values per vector
   comparison; almost all comparisons fail, so this is where the time of quiet levels goes. */
#include "lab/mill/solver.h"

typedef uint16_t __attribute__((vector_size(32), aligned(2), may_alias)) values_vector;
typedef uint64_t __attribute__((vector_size(32))) words_vector;

enum { LANES = 16 };

static inline bool lanes_hold(const uint16_t *values, uint16_t wanted)
{
    words_vector same = (words_vector)(*(const values_vector *)values == wanted);
    return same[0] | same[1] | same[2] | same[3];
}

static uint32_t search_piece(struct solver_scan *search, uint32_t end, struct find *finds,
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
                finds[count++] = (struct find){
                    rank, bits_scatter(search->solver->patterns[rank], search->free), false};
    }
    search->rank = rank;
    return count;
}

static void prefetch_piece(const struct solver_scan *search, uint32_t piece)
{
    uint32_t first = piece << PIECE_SHIFT, end = first + PIECE;
    for (uint32_t rank = first; rank < end && rank < search->solver->width; rank += 32)
        __builtin_prefetch(&search->values[rank]);
}

uint32_t solver_search(struct solver_scan *search, struct find finds[FINDS])
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

/* The value of a position outside the pair; nobody knows one where too few men are left: lost. */
static uint16_t outside(const struct solver *solver, const uint16_t *values, uint32_t mover,
                        uint32_t other)
{
    return values ? values[mill_slot(solver->task->index, mover, other)] : 0;
}

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

static void sum_placement_taking(const struct solver *solver, int side, uint32_t placed,
                                 uint32_t other, uint32_t takeable, struct block_sum *sum)
{
    for (uint32_t left = takeable; left; left &= left - 1)
        block_sum_take(sum, outside(solver, solver->task->placed_taken[side],
                                    other ^ (left & (~left + 1)), placed));
}

/* Placements lead out of the pair as captures do. */
static void sum_placements(const struct solver *solver, int side, uint32_t own, uint32_t other,
                           struct block_sum *sum)
{
    const struct mill_retrograde *task = solver->task;
    if (!task->hand[side])
        return;
    uint32_t takeable = mill_takeable(other, task->rules);
    uint32_t closing = takeable ? mill_closing(own, task->rules.variant) : 0;
    uint32_t left = mill_points(task->rules.variant) & ~(own | other);
    sum->moves |= left != 0;
    for (; left; left &= left - 1) {
        uint32_t to = left & (~left + 1), placed = own | to;
        if (closing & to)
            sum_placement_taking(solver, side, placed, other, takeable, sum);
        else
            block_sum_take(sum, outside(solver, task->placed[side], other, placed));
    }
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
    sum_placements(solver, 0, block->men, others, &sum);
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
    sum_placements(solver, 0, block->men, others, &sum);
    return block_sum_value(&sum);
}

/* Moves on the board. */
static int small_batches(const struct solver *solver, const struct block *block, uint32_t others,
                         struct mill_batch *batch)
{
    if (solver->task->hand[1])
        return mill_slides(others, block->free & ~others, solver->task->rules.variant, batch);
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
        if (solver->task->large == solver->task->small) {
            uint32_t takeable = mill_takeable(block->men, solver->task->rules);
            for (uint32_t men = takeable; men; men &= men - 1)
                block_sum_take(sum, outside(solver, solver->task->taken[1],
                                            block->men ^ (men & (~men + 1)), moved));
            continue;
        }
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
    sum_placements(solver, 1, others, block->men, &sum);
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
    sum_placements(solver, 1, others, block->men, &sum);
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

void solver_start_classes(void *context, uint64_t first, uint64_t last)
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

/* -------- candidates -------- */

/* The loss of a candidate whose quiet moves all lose, the last of them since this level. */
static int counted_out(const struct solver *solver, const struct block *block, uint32_t others)
{
    struct block_sum sum = {.best = MILL_OPEN, .worst = solver->level - 1, .moves = true};
    if (solver->side == 0)
        sum_placements(solver, 0, block->men, others, &sum);
    else
        sum_placements(solver, 1, others, block->men, &sum);
    if (solver->side == 0) {
        uint32_t takeable =
            block->closing & ~others ? mill_takeable(others, solver->task->rules) : 0;
        for (int i = block->quiets; takeable && i < block->edges; i++)
            if (!(others & block->edge[i].to))
                sum_large_capture(solver, block, &block->edge[i], others, takeable, &sum);
    } else if (block->takens && mill_closing(others, solver->task->rules.variant) & block->free) {
        struct mill_batch batch[MILL_BATCHES_MAX];
        int batches = small_batches(solver, block, others, batch);
        for (int i = 0; i < batches; i++)
            sum_small_captures(solver, block, others, &batch[i], &sum);
    }
    return block_sum_value(&sum);
}

static int check(const struct solver *solver, const struct block *block, uint32_t others)
{
    return solver->side == 0 ? check_large(solver, block, others)
                             : check_small(solver, block, others);
}

/* Decides on the candidates of one kind in a class. */
static void check_kind(struct solver *solver, const struct block *block, uint16_t kind)
{
    struct find finds[FINDS];
    int side = solver->side;
    uint64_t class = block->class;
    uint16_t *values = solver->task->value[side] + class * solver->width;
    struct solver_scan search = {
        .solver = solver,
        .marks = solver->candidates[side] + class * solver->words,
        .values = values,
        .free = block->free,
        .wanted = kind,
    };
    for (uint32_t count; (count = solver_search(&search, finds)) > 0;)
        for (uint32_t i = 0; i < count; i++) {
            int value = kind == MILL_CANDIDATE ? counted_out(solver, block, finds[i].others)
                                               : check(solver, block, finds[i].others);
            if (value != MILL_OPEN) {
                value = level_of(value);
                mark_value(solver, side, class, finds[i].rank, value);
            }
            value_write(&values[finds[i].rank], value);
        }
}

void solver_check_classes(void *context, uint64_t first, uint64_t last)
{
    struct solver *solver = context;
    struct block block;
    for (uint64_t class = first; class < last; class ++) {
        _Atomic uint32_t *marks = solver->candidates[solver->side] + class * solver->words;
        if (!marks_any(marks, solver->words))
            continue;
        block_open(&block, solver->task, (uint32_t) class);
        check_kind(solver, &block, MILL_CANDIDATE);
        check_kind(solver, &block, MILL_DOUBTFUL);
        marks_clear(marks, solver->words);
    }
}
