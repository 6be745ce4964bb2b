/* The exact solver of Connect Four: against brute force on every position of small boards, against
   published values of other sizes and published test sets, alone and with others, with tables of
   any size. */
#include "base/clock.h"
#include "minds/connect4/solver.h"
#include "minds/connect4/threats.h"
#include "shared.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#if defined(__SANITIZE_ADDRESS__)
#define SLOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SLOW 1
#endif
#endif
#ifndef SLOW
#define SLOW 0
#endif

static void *zeroed(size_t bytes)
{
    bytes = (bytes + 63) / 64 * 64;
    void *memory = aligned_alloc(64, bytes);
    assert_non_null(memory);
    memset(memory, 0, bytes);
    return memory;
}

/* Brute force: plain negamax that remembers every position it has met, those that are over among
   them, in words of code and score. */
struct brute {
    int width, height;
    uint64_t bottom, cells;
    uint64_t *seen; /* code << 8 | score + 128; 0 is empty */
    size_t mask;
    struct connect4_solver solver;
    uint64_t positions, every; /* one in `every` is compared */
};

static int brute_score(struct brute *brute, struct connect4 board);

static int brute_best(struct brute *brute, struct connect4 board, uint64_t landings)
{
    int best = -100;
    for (; landings; landings = bits_without_lowest(landings)) {
        struct connect4 child = board;
        connect4_drop(&child, bits_lowest(landings));
        int score = -brute_score(brute, child);
        best = score > best ? score : best;
    }
    return best;
}

static int brute_score(struct brute *brute, struct connect4 board)
{
    uint64_t code = board.mine + board.filled + brute->bottom;
    size_t home = (size_t)(code * UINT64_C(0x9e3779b97f4a7c15) >> 24) & brute->mask, at = home;
    for (; brute->seen[at]; at = (at + 1) & brute->mask)
        if (brute->seen[at] >> 8 == code)
            return (int)(brute->seen[at] & 255) - 128;
    uint64_t landings = connect4_landings(board.filled, brute->bottom, brute->cells);
    int score = 0;
    if (connect4_lost(&board, brute->height)) {
        score = -connect4_score(brute->width * brute->height, bits_count(board.filled));
    } else if (landings) {
        score = brute_best(brute, board, landings);
        int solved = score;
        if (brute->positions % brute->every == 0)
            assert_true(connect4_solve(&brute->solver, board, &solved));
        if (solved != score)
            fail_msg("%dx%d, mine %llx, filled %llx: %d, should be %d", brute->width, brute->height,
                     (unsigned long long)board.mine, (unsigned long long)board.filled, solved,
                     score);
    }
    for (at = home; brute->seen[at];)
        at = (at + 1) & brute->mask;
    brute->seen[at] = code << 8 | (uint64_t)(score + 128);
    brute->positions++;
    return score;
}

/* Gives the number of positions. */
static uint64_t every_position(int width, int height, int room_bits, size_t table, uint64_t every)
{
    struct brute brute = {.width = width, .height = height, .every = every};
    brute.bottom = connect4_bottom(width, height);
    brute.cells = connect4_cells(width, height);
    brute.mask = ((size_t)1 << room_bits) - 1;
    brute.seen = zeroed((brute.mask + 1) * sizeof *brute.seen);
    void *memory = table ? zeroed(table) : NULL;
    connect4_solver_init(&brute.solver, width, height, memory, table, NULL);
    brute_score(&brute, (struct connect4){0, 0});
    free(memory);
    free(brute.seen);
    return brute.positions;
}

/* The numbers of positions are those that John Tromp has published. */
static void test_brute_force(void **state)
{
    (void)state;
    assert_int_equal(every_position(4, 4, 19, 1 << 14, 1), 161029);
    assert_int_equal(every_position(5, 4, 23, 1 << 14, SLOW ? 97 : 1), 3945711);
    assert_int_equal(every_position(4, 5, 22, 1 << 20, SLOW ? 97 : 1), 1706255);
    every_position(3, 6, 20, 1 << 14, SLOW ? 11 : 1);
    every_position(4, 4, 19, 0, 7); /* without a table */
}

/* Who wins on other sizes. The first six were found by a plain alpha-beta search with none of the
   solver's rules as well; the others guard against changes. */
static void test_other_sizes(void **state)
{
    (void)state;
    static const struct {
        int width, height, sign;
    } known[] = {{4, 4, 0}, {5, 4, 0}, {6, 4, -1}, {4, 5, 0}, {5, 5, 0},
                 {4, 6, 0}, {4, 7, 0}, {7, 4, 0},  {6, 5, 0}, {5, 6, 0}};
    size_t bytes = 1 << 22;
    for (size_t i = 0; i < (SLOW ? 6 : sizeof known / sizeof known[0]); i++) {
        struct connect4_solver solver;
        void *memory = zeroed(bytes);
        int score;
        connect4_solver_init(&solver, known[i].width, known[i].height, memory, bytes, NULL);
        assert_true(connect4_solve(&solver, (struct connect4){0, 0}, &score));
        assert_int_equal((score > 0) - (score < 0), known[i].sign);
        free(memory);
    }
}

static struct connect4 after(const char *moves)
{
    struct connect4 board = {0, 0};
    for (; *moves; moves++)
        connect4_drop(&board,
                      connect4_landings(board.filled, connect4_bottom(7, 6), connect4_cells(7, 6)) &
                          connect4_column(*moves - '1', 6));
    return board;
}

/* Solves the first `most` positions of a file; gives how many there were. */
static int solve_file(struct connect4_solver *solver, FILE *file, const char *name, int most)
{
    char line[128], moves[64];
    int score, found, count = 0;
    while (count < most && fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        assert_int_equal(sscanf(line, "%63s %d", moves, &score), 2);
        assert_true(connect4_solve(solver, after(moves), &found));
        if (found != score)
            fail_msg("%s: %s: %d, should be %d", name, moves, found, score);
        count++;
    }
    fclose(file);
    return count;
}

static int solve_set(struct connect4_solver *solver, const char *name, int most)
{
    char path[64];
    snprintf(path, sizeof path, "data/connect4/%s.txt", name);
    FILE *file = shared_open(path);
    return file ? solve_file(solver, file, name, most) : 0;
}

static void test_solved(void **state)
{
    (void)state;
    /* all in one part, and late positions in a part of their own */
    static const size_t tables[] = {1 << 20, 1 << 22};
    for (size_t i = 0; i < 2; i++) {
        struct connect4_solver solver;
        void *memory = zeroed(tables[i]);
        FILE *file = fopen("tests/data/connect4/solved.txt", "r");
        assert_non_null(file);
        connect4_solver_init(&solver, 7, 6, memory, tables[i], NULL);
        int most = SLOW ? 300 : 2000;
        assert_int_equal(solve_file(&solver, file, "solved.txt", most), most);
        free(memory);
    }
}

static void test_sets(void **state)
{
    (void)state;
    static const size_t tables[] = {1 << 14, 1 << 20, 1 << 26};
    for (size_t i = 0; i < 3; i++) {
        struct connect4_solver solver;
        void *memory = zeroed(tables[i]);
        connect4_solver_init(&solver, 7, 6, memory, tables[i], NULL);
        int count = solve_set(&solver, "L3_R1", 500);
        count += solve_set(&solver, "L2_R1", SLOW ? 100 : 500);
        count += solve_set(&solver, "L1_R1", SLOW ? 20 : i == 2 ? 500 : 50);
        if (i > 0)
            count += solve_set(&solver, "L2_R2", SLOW ? 4 : i == 2 ? 40 : 10);
        free(memory);
        if (!count)
            skip();
    }
}

static void *help(void *solver)
{
    connect4_help(solver);
    return NULL;
}

/* How often the leader has called for help. */
static int calls;

static void count_call(void *caller)
{
    (void)caller;
    calls++;
}

/* Short work is done alone; for long work the others are called, once. */
static void test_call(void **state)
{
    (void)state;
    size_t bytes = 1 << 22;
    void *memory = zeroed(bytes);
    struct connect4_team *team = zeroed(sizeof *team);
    struct connect4_solver leader;
    int score;
    connect4_solver_init(&leader, 7, 6, memory, bytes, team);
    leader.leader = true;
    leader.call = count_call;
    calls = 0;
    assert_true(connect4_solve(&leader, after("32164625"), &score));
    assert_int_equal(score, 11);
    assert_int_equal(calls, 0);
    leader.node_limit = 200000;
    assert_false(connect4_solve(&leader, after(""), &score));
    assert_int_equal(calls, 1);
    free(team);
    free(memory);
}

static void test_together(void **state)
{
    (void)state;
    size_t bytes = 1 << 22;
    void *memory = zeroed(bytes);
    struct connect4_team *team = zeroed(sizeof *team);
    struct connect4_solver leader, helper;
    atomic_bool stop = false;
    pthread_t thread;
    connect4_solver_init(&leader, 7, 6, memory, bytes, team);
    connect4_solver_init(&helper, 7, 6, memory, bytes, team);
    leader.leader = true;
    helper.stop = &stop;
    assert_int_equal(pthread_create(&thread, NULL, help, &helper), 0);
    int count = solve_set(&leader, "L2_R1", 200);
    count += solve_set(&leader, "L2_R2", SLOW ? 4 : 20);
    count += solve_set(&leader, "L1_R1", 50);
    atomic_store(&stop, true);
    pthread_join(thread, NULL);
    free(team);
    free(memory);
    if (!count)
        skip();
}

static void test_limits(void **state)
{
    (void)state;
    size_t bytes = 1 << 20;
    void *memory = zeroed(bytes);
    struct connect4_solver solver;
    int score = 77;
    atomic_bool stop = true;
    connect4_solver_init(&solver, 7, 6, memory, bytes, NULL);
    solver.node_limit = 5000;
    assert_false(connect4_solve(&solver, after(""), &score));
    assert_int_equal(score, 77);
    assert_in_range(solver.nodes, 5000, 5600);
    solver.node_limit = 0;
    solver.stop = &stop;
    assert_false(connect4_solve(&solver, after(""), &score));
    solver.stop = NULL;
    solver.deadline = clock_microseconds() + 20000;
    assert_false(connect4_solve(&solver, after(""), &score));
    assert_in_range(clock_microseconds(), solver.deadline, solver.deadline + 2000000);
    free(memory);
}

/* The ends of a range stand for what lies beyond. */
static void test_within(void **state)
{
    (void)state;
    size_t bytes = 1 << 20;
    void *memory = zeroed(bytes);
    struct connect4_solver solver;
    connect4_solver_init(&solver, 7, 6, memory, bytes, NULL);
    static const char *const lines[] = {"32164625", "2252576253462244111563365343671351441",
                                        "5554224333234511764415115"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        int whole, part;
        assert_true(connect4_solve(&solver, after(lines[i]), &whole));
        for (int lower = -13; lower <= 13; lower++) {
            assert_true(connect4_solve_within(&solver, after(lines[i]), lower, lower + 2, &part));
            int expected = whole < lower ? lower : whole > lower + 2 ? lower + 2 : whole;
            assert_int_equal(part, expected);
        }
    }
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force), cmocka_unit_test(test_other_sizes),
        cmocka_unit_test(test_solved),      cmocka_unit_test(test_sets),
        cmocka_unit_test(test_together),    cmocka_unit_test(test_limits),
        cmocka_unit_test(test_call),        cmocka_unit_test(test_within),
    };
    return shared_status(cmocka_run_group_tests(tests, NULL, NULL));
}
