/* Counting best walks, forced cells, certificates and Kolar's searches, against walking every
   walk there is. */
#include "../games/zr2_make.h"
#include "minds/zr2/certificate.h"
#include "minds/zr2/judge.h"
#include "minds/zr2/tree.h"
#include "sanitized.h"
#include "zr2_random.h"

enum { MEMORY = 16 << 20, CELLS = 32, WALKS_MOST = 20000 };

static char memory[MEMORY];

static struct zr2 *start_of(const struct zr2_level *level)
{
    struct zr2 *board = calloc(1, zr2_position_size(level));
    game_zr2.start(&(struct game_setup){.level = level}, board);
    return board;
}

static struct zr2_solve_task task_of(const struct zr2_level *level, const struct zr2 *board)
{
    return (struct zr2_solve_task){.level = level,
                                   .board = board,
                                   .closed = ZR2_NO_CELL,
                                   .memory = memory,
                                   .bytes = MEMORY,
                                   .seed = 1};
}

/* --- Every walk ------------------------------------------------------------------------------- */

struct every {
    const struct zr2_level *level;
    bool greedy;
    int32_t most;
    uint64_t walks, nodes; /* best ones; positions until the sum is 0 for the first time */
    bool zero;
    int32_t on[CELLS], path[64], length;
    bool always[CELLS]; /* on each of the best walks */
};

static void take(struct every *every, int32_t points)
{
    if (points > every->most) {
        every->most = points;
        every->walks = 0;
        memset(every->always, true, sizeof every->always);
    }
    if (points < every->most)
        return;
    every->walks++;
    for (int32_t cell = 0; cell < every->level->cells; cell++)
        every->always[cell] = every->always[cell] && every->on[cell] > 0;
}

/* Steps in the order of the rules, or by how much they take away; a stable sort by hand. */
static int list(const struct every *every, const struct zr2 *board, uint32_t *steps)
{
    int count = zr2_steps(every->level, board, steps);
    size_t bytes = zr2_position_size(every->level);
    int32_t fell[ZR2_STEPS_MAX];
    struct zr2 *next = malloc(bytes);
    for (int i = 0; i < count && every->greedy; i++) {
        memcpy(next, board, bytes);
        zr2_visit(every->level, next, (int32_t)steps[i]);
        fell[i] = board->sum - next->sum;
        for (int j = i; j > 0 && fell[j] > fell[j - 1]; j--) {
            int32_t swap = fell[j];
            uint32_t step = steps[j];
            fell[j] = fell[j - 1], steps[j] = steps[j - 1];
            fell[j - 1] = swap, steps[j - 1] = step;
        }
    }
    free(next);
    return count;
}

static void walk(struct every *every, const struct zr2 *board)
{
    uint32_t steps[ZR2_STEPS_MAX];
    int count = list(every, board, steps);
    size_t bytes = zr2_position_size(every->level);
    struct zr2 *next = malloc(bytes);
    every->nodes += !every->zero;
    every->zero = every->zero || board->sum == 0;
    take(every, zr2_points(every->level, board));
    for (int i = 0; i < count && every->walks < WALKS_MOST && every->nodes < WALKS_MOST; i++) {
        memcpy(next, board, bytes);
        zr2_visit(every->level, next, (int32_t)steps[i]);
        every->on[steps[i]]++;
        walk(every, next);
        every->on[steps[i]]--;
    }
    free(next);
}

/* --- Tests ------------------------------------------------------------------------------------ */

static void test_counting(void **state)
{
    (void)state;
    static char text[RANDOM_LEVEL_TEXT];
    int unique = 0, forced = 0, free_cells = 0, compared = 0;
    for (int i = 0; i < SANITIZED_SHARE(240, 40); i++) {
        struct random random;
        random_split(&random, 8, (uint64_t)i);
        random_level(&random, i % 4, text);
        struct zr2_level *level = level_make(text);
        struct zr2 *board = start_of(level);
        struct every every = {.level = level, .most = -1};
        walk(&every, board);
        struct zr2_solve_task task = task_of(level, board);
        struct zr2_judgement judgement;
        zr2_judge(&task, 0, &judgement, NULL, NULL);
        assert_true(judgement.solution.proved);
        if (every.nodes < WALKS_MOST && every.walks < WALKS_MOST) {
            compared++;
            assert_int_equal(judgement.stage, ZR2_STAGE_RATED);
            assert_int_equal(judgement.solution.points, every.most);
            assert_true(judgement.count.exact && judgement.need_whole);
            assert_int_equal(judgement.count.walks, every.walks);
            unique += every.walks == 1;
            for (int32_t cell = 0; cell < level->cells && every.most > 0; cell++) {
                if ((judgement.need[cell] == ZR2_NEED_ALWAYS) != every.always[cell])
                    fail_msg("cell %d is %sneeded\n%s", cell, every.always[cell] ? "" : "not ",
                             text);
                forced += every.always[cell];
                free_cells += !every.always[cell];
            }
        }
        free(board);
        free(level);
    }
    assert_true(compared > SANITIZED_SHARE(140, 20) && unique > 5);
    assert_true(forced > 100 && free_cells > 100);
}

/* A count that is stopped is a lower one, and not said to be exact. */
static void test_count_stopped(void **state)
{
    (void)state;
    struct zr2_level *level =
        level_make("twos\nTarget=0\nSumToZero\n(0, 0)\n0\n3 3\n"
                   "(1, 2, 0, 0, 0, 0) (1, 2, 0, 0, 0, 0) (1, 2, 0, 0, 0, 0)\n"
                   "(1, 2, 0, 0, 0, 0) (1, 2, 0, 0, 0, 0) (1, 2, 0, 0, 0, 0)\n"
                   "(1, 2, 0, 0, 0, 0) (1, 2, 0, 0, 0, 0) (1, 2, 0, 0, 0, 0)\n");
    struct zr2 *board = start_of(level);
    struct zr2_solve_task task = task_of(level, board);
    struct zr2_solution solution;
    struct zr2_count all, some;
    zr2_solve(&task, &solution);
    int32_t path[64];
    memcpy(path, solution.path, (size_t)solution.length * sizeof path[0]);
    solution.path = path;
    zr2_count(&task, &solution, &all);
    assert_true(all.exact && all.walks > 1000);
    uint64_t last = 0;
    for (task.nodes = 40; task.nodes < 2000; task.nodes *= 2) {
        zr2_count(&task, &solution, &some);
        assert_false(some.exact);
        assert_in_range(some.walks, last, all.walks);
        last = some.walks;
    }
    assert_true(last > 1);
    free(board);
    free(level);
}

/* dfs and dfss look at exactly the positions that Kolar's description leads to. */
static void test_tree(void **state)
{
    (void)state;
    static char text[RANDOM_LEVEL_TEXT];
    int stopped_at_zero = 0, compared = 0;
    for (int i = 0; i < SANITIZED_SHARE(240, 50); i++) {
        struct random random;
        random_split(&random, 9, (uint64_t)i);
        random_level(&random, i % 4, text);
        struct zr2_level *level = level_make(text);
        struct zr2 *board = start_of(level);
        for (int greedy = 0; greedy < 2; greedy++) {
            struct every every = {.level = level, .most = -1, .greedy = greedy};
            struct zr2_solve_task task = task_of(level, board);
            struct zr2_solution solution;
            walk(&every, board);
            if (every.nodes >= WALKS_MOST || every.walks >= WALKS_MOST)
                continue;
            zr2_tree(&task, greedy, &solution);
            assert_true(solution.proved);
            assert_int_equal(solution.points, every.most);
            assert_int_equal(solution.nodes, every.nodes);
            assert_int_equal(zr2_replay(level, board, solution.path, solution.length),
                             solution.length);
            assert_int_equal(zr2_points(level, board), every.most);
            game_zr2.start(&(struct game_setup){.level = level}, board);
            stopped_at_zero += every.zero;
            compared++;
        }
        free(board);
        free(level);
    }
    assert_true(compared > SANITIZED_SHARE(240, 40) && stopped_at_zero > 20);
}

static void test_certificate(void **state)
{
    (void)state;
    static char text[RANDOM_LEVEL_TEXT], written[4096], canonical[RANDOM_LEVEL_TEXT];
    for (int i = 0; i < 100; i++) {
        struct random random;
        random_split(&random, 10, (uint64_t)i);
        random_level(&random, i % 4, text);
        struct zr2_level *level = level_make(text);
        struct zr2 *board = start_of(level);
        struct zr2_solve_task task = task_of(level, board);
        struct zr2_solution solution;
        struct zr2_certificate certificate;
        struct error error;
        struct text out;
        int32_t path[256];
        zr2_solve(&task, &solution);
        uint64_t hash = zr2_certificate_level(level, canonical, sizeof canonical);
        level->target = 77; /* neither name nor Target make another level */
        level->name[0] = 'R';
        assert_int_equal(hash, zr2_certificate_level(level, canonical, sizeof canonical));
        text_init(&out, written, sizeof written);
        zr2_certificate_write(hash, &solution, &out);
        assert_true(text_fits(&out));
        assert_true(zr2_certificate_read(written, out.length, &certificate, &error));
        assert_true(zr2_certificate_path(written, out.length, &certificate, path, &error));
        assert_true(certificate.level == hash && certificate.points == solution.points &&
                    certificate.bound == solution.bound && certificate.proof == solution.proof &&
                    certificate.steps == solution.length);
        assert_memory_equal(path, solution.path, (size_t)solution.length * sizeof path[0]);
        if (solution.proof <= ZR2_PROOF_FLOW) /* what is said to be cheap is */
            assert_true(zr2_bound(level, board, solution.proof, memory, MEMORY) <= solution.bound);
        for (size_t length = 0; length + 1 < out.length; length++) /* cut anywhere it is refused */
            assert_false(zr2_certificate_read(written, length, &certificate, &error) &&
                         zr2_certificate_path(written, length, &certificate, path, &error) &&
                         certificate.steps == solution.length &&
                         memcmp(path, solution.path, (size_t)solution.length * sizeof path[0]) ==
                             0);
        free(board);
        free(level);
    }
}

/* What is wrong with a certificate is reported with its place. */
static void test_bad_certificates(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"potez certificate 2\n", "line 1"},
        {"potez certificate 1\nlevel 12\n", "line 2, column 9"},
        {"potez certificate 1\nlevel 0123456789abcdef\npoints -1\n", "line 3"},
        {"potez certificate 1\nlevel 0123456789abcdef\npoints 1\nbound 1\nproof magic\n",
         "expected sum, flow, parts, frontier or search"},
        {"potez certificate 1\nlevel 0123456789abcdef\npoints 1\nbound 1\nproof sum\n"
         "steps 100000000\n1\n",
         "as many cells as there are steps"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct zr2_certificate certificate;
        struct error error = {.text = ""};
        assert_false(zr2_certificate_read(bad[i][0], strlen(bad[i][0]), &certificate, &error));
        if (!strstr(error.text, bad[i][1]))
            fail_msg("wanted: %s\nfound:  %s", bad[i][1], error.text);
    }
}

static int stages;

static void hear(void *listener, const struct zr2_judgement *judgement)
{
    assert_ptr_equal(listener, &stages);
    stages |= 1 << judgement->stage;
}

static void test_reports(void **state)
{
    (void)state;
    struct zr2_level *level = level_make("walk\nTarget=0\nSumToZero\n(0)\n0\n4\n"
                                         "(1, 1, 0, 0, 0, 0) (1, 2, 0, 0, 0, 0)\n"
                                         "(1, 1, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0)\n");
    struct zr2 *board = start_of(level);
    struct zr2_solve_task task = task_of(level, board);
    struct zr2_judgement judgement;
    zr2_judge(&task, 0, &judgement, hear, &stages);
    assert_int_equal(stages, 1 << ZR2_STAGE_SOLVING | 1 << ZR2_STAGE_SOLVED |
                                 1 << ZR2_STAGE_COUNTED | 1 << ZR2_STAGE_RATED);
    assert_int_equal(judgement.solution.points, 5); /* 1 0 1 2 3 */
    assert_int_equal(judgement.count.walks, 1);
    free(board);
    free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counting),
        cmocka_unit_test(test_count_stopped),
        cmocka_unit_test(test_tree),
        cmocka_unit_test(test_certificate),
        cmocka_unit_test(test_bad_certificates),
        cmocka_unit_test(test_reports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
