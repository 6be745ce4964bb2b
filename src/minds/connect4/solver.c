/* The solver's outer layer: the sizes of its table, and how several workers answer one question.

   Workers share two things, the table and one word. The word holds the number of the present
   question and the bounds proved so far, so that a single atomic exchange both publishes a
   result and learns of the others'. A worker that sees the word change unwinds its search
   (solver_interrupted), takes over the narrower bounds and asks the next question; nothing it
   proved is lost, because it is in the table. The leader alone returns an answer; helpers loop
   until they are told to stop. Waking them is left until the leader has searched CALL_NODES
   positions: most positions are solved before that. */
#include "minds/connect4/solver.h"

#include "base/clock.h"
#include "base/memory.h"
#include "minds/connect4/solver_table.h"

enum {
    CALL_NODES = 50000, /* about ten milliseconds: what is shorter is not worth sharing */
    LATE_BITS = 15,     /* 512 KB */
    TIERS_LEAST = 17,   /* a table of 2 MB or more */
    SCORE_MOST = 31,    /* no score on a board of 64 bits exceeds this */
    OPENING = 10, /* up to this many discs a position can still turn into mirror images of itself */
    MIRROR = 22,  /* which are worth looking for up to this many discs */
    USUAL_BITS = 24, /* 256 MB: on the empty board of 7x6 four times as much saves 2 percent of the
                        positions and, being further away, takes 1.6 times as long */
};

void connect4_solver_init(struct connect4_solver *solver, int width, int height, void *memory,
                          size_t bytes, struct connect4_team *team)
{
    *solver = (struct connect4_solver){.width = width, .height = height, .team = team};
    solver->bottom = connect4_bottom(width, height);
    solver->cells = connect4_cells(width, height);
    for (int row = height & 1; row < height; row += 2)
        solver->even |= solver->bottom << row;
    solver->slots = memory;
    solver->bucket_bits = -1;
    size_t bucket = CONNECT4_BUCKET * sizeof(CONNECT4_WORD);
    bool usual = width == CONNECT4_WIDTH && height == CONNECT4_HEIGHT;
    int most = usual ? USUAL_BITS : 31;
    while (memory && solver->bucket_bits < most && bucket << (solver->bucket_bits + 1) <= bytes)
        solver->bucket_bits++;
    solver->late_bits = solver->bucket_bits;
    if (usual && solver->bucket_bits >= TIERS_LEAST) {
        solver->late_bits = LATE_BITS;
        solver->late_mark = 1;
    }
}

static bool usual(const struct connect4_solver *solver)
{
    return solver->width == CONNECT4_WIDTH && solver->height == CONNECT4_HEIGHT;
}

bool connect4_solve_within(struct connect4_solver *solver, struct connect4 board, int lower,
                           int upper, int *score)
{
    solver->stopped = solver->ended = false;
    solver->mirror_discs = bits_count(board.filled) <= OPENING ? MIRROR : 0;
    return usual(solver) ? solver_7x6_solve(solver, board, lower, upper, score)
                         : solver_any_solve(solver, board, lower, upper, score);
}

int connect4_known_move(const struct connect4_solver *solver, struct connect4 board)
{
    return usual(solver) ? solver_7x6_known_move(solver, board)
                         : solver_any_known_move(solver, board);
}

bool connect4_solve(struct connect4_solver *solver, struct connect4 board, int *score)
{
    return connect4_solve_within(solver, board, -SCORE_MOST, SCORE_MOST, score);
}

/* The range: the low 16 bits of the round, then lower and upper bound, each with 64 added. */
static uint32_t range_pack(uint32_t round, int lower, int upper)
{
    return round << 16 | (uint32_t)(lower + 64) << 8 | (uint32_t)(upper + 64);
}

static bool range_unpack(uint32_t range, uint32_t round, int *lower, int *upper)
{
    *lower = (int)(range >> 8 & 255) - 64;
    *upper = (int)(range & 255) - 64;
    return range >> 16 == (round & 0xffff);
}

bool solver_interrupted(struct connect4_solver *solver)
{
    if (solver->call && solver->nodes >= CALL_NODES) {
        solver->call(solver->caller);
        solver->call = NULL;
    }
    if ((solver->node_limit && solver->nodes >= solver->node_limit) ||
        (solver->stop && atomic_load_explicit(solver->stop, memory_order_relaxed)) ||
        (solver->interrupt && solver->interrupt(solver->interrupted)) ||
        (solver->deadline && clock_microseconds() >= solver->deadline))
        solver->ended = solver->stopped = true;
    else if (solver->team &&
             atomic_load_explicit(&solver->team->range, memory_order_relaxed) != solver->range)
        solver->stopped = true;
    return solver->stopped;
}

void solver_range_open(struct connect4_solver *solver, struct connect4 board, int *lower,
                       int *upper)
{
    struct connect4_team *team = solver->team;
    if (!team)
        return;
    if (solver->leader) {
        solver->round = atomic_load(&team->round) + 1;
        solver->range = range_pack(solver->round, *lower, *upper);
        /* the range goes first, so that a helper that sees half of the new position also sees that
           its round is over */
        atomic_store(&team->range, solver->range);
        atomic_thread_fence(memory_order_seq_cst);
        solver_word_store(&team->mine, board.mine);
        solver_word_store(&team->filled, board.filled);
        atomic_store(&team->round, solver->round);
        return;
    }
    int low, high;
    atomic_thread_fence(memory_order_seq_cst);
    solver->range = atomic_load(&team->range);
    if (range_unpack(solver->range, solver->round, &low, &high)) {
        *lower = low;
        *upper = high;
    } else {
        *lower = *upper; /* too late to help */
    }
}

bool solver_range_exchange(struct connect4_solver *solver, int *lower, int *upper)
{
    struct connect4_team *team = solver->team;
    solver->stopped = false;
    if (!CONNECT4_TEAMS || !team)
        return true;
    uint32_t range = atomic_load(&team->range);
    for (;;) {
        int low, high;
        if (!range_unpack(range, solver->round, &low, &high))
            return false;
        *lower = low > *lower ? low : *lower;
        *upper = high < *upper ? high : *upper;
        solver->range = range_pack(solver->round, *lower, *upper);
        if (solver->range == range ||
            atomic_compare_exchange_weak(&team->range, &range, solver->range))
            return true;
    }
}

void connect4_help(struct connect4_solver *solver)
{
    struct connect4_team *team = solver->team;
    while (!solver->ended && !atomic_load(solver->stop)) {
        uint32_t round = atomic_load(&team->round);
        if (round == solver->round)
            continue;
        solver->round = round;
        struct connect4 board = {solver_word_load(&team->mine), solver_word_load(&team->filled)};
        int score;
        connect4_solve(solver, board, &score);
    }
}
