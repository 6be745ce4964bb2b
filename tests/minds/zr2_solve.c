/* The solver of ZR 2 against exhaustive search, and on the levels with proven Targets. */
#include "../games/zr2_make.h"
#include "../games/zr2_plain.h"
#include "minds/zr2/parts.h"
#include "minds/zr2/solve.h"
#include "sanitized.h"
#include "zr2_random.h"

#include <dirent.h>

static struct zr2 *start_of(const struct zr2_level *level)
{
    struct zr2 *board = calloc(1, zr2_position_size(level));
    game_zr2.start(&(struct game_setup){.level = level}, board);
    return board;
}

/* The walk must be walkable and make the points claimed. */
static void check_walk(const struct zr2_level *level, const struct zr2_solution *solution)
{
    struct zr2 *board = start_of(level);
    assert_int_equal(zr2_replay(level, board, solution->path, solution->length), solution->length);
    assert_int_equal(zr2_points(level, board), solution->points);
    free(board);
}

enum { MEMORY = 16 << 20, FILE_MEMORY = 256 << 20 };

static void solve(const struct zr2_level *level, struct zr2_solution *solution, void *memory,
                  size_t bytes)
{
    struct zr2 *board = start_of(level);
    struct zr2_solve_task task = {.level = level,
                                  .board = board,
                                  .closed = ZR2_NO_CELL,
                                  .memory = memory,
                                  .bytes = bytes,
                                  .seed = 1};
    zr2_solve(&task, solution);
    free(board);
    check_walk(level, solution);
}

static void test_random(void **state)
{
    (void)state;
    static char text[RANDOM_LEVEL_TEXT];
    void *memory = malloc(MEMORY);
    int by[ZR2_PROOF_SEARCH + 1] = {0}, zero = 0, levels = SANITIZED_SHARE(3000, 900);
    for (int i = 0; i < levels; i++) {
        struct random random;
        random_split(&random, 5, (uint64_t)i);
        random_level(&random, i % 4, text);
        struct zr2_level *level = level_make(text);
        struct zr2_solution solution;
        solve(level, &solution, memory, MEMORY);
        struct plain plain;
        plain_read(&plain, text);
        long most = plain_solve(&plain);
        if (!solution.proved || solution.points != most)
            fail_msg("level %d: %d of %d points, exhaustive search %ld\n%s", i, solution.points,
                     solution.bound, most, text);
        by[solution.proof]++;
        zero += most == level->sum;
        free(level);
    }
    const enum zr2_proof usual[] = {ZR2_PROOF_SUM, ZR2_PROOF_FLOW, ZR2_PROOF_FRONTIER,
                                    ZR2_PROOF_SEARCH};
    for (int i = 0; i < 4; i++)
        assert_true(by[usual[i]] > levels / 60);
    assert_in_range(zero, levels / 30, levels - levels / 30);
    free(memory);
}

static char *file_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 16);
    assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
    fclose(file);
    return text;
}

/* Every file of the folder, except the largest when everything is slow. */
static void test_files(void **state)
{
    (void)state;
    void *memory = malloc(FILE_MEMORY);
    DIR *folder = opendir("tests/data/zr2");
    assert_non_null(folder);
    int files = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[512];
        snprintf(path, sizeof path, "tests/data/zr2/%s", entry->d_name);
        if (!strstr(path, ".lvl"))
            continue;
        if (SANITIZED && (strstr(path, "8x8") || strstr(path, "10x10")))
            continue;
        char *text = file_text(path);
        struct zr2_level *level = level_make(text);
        struct zr2_solution solution;
        solve(level, &solution, memory, FILE_MEMORY);
        if (!solution.proved || solution.points != level->target)
            fail_msg("%s: %d of %d points, Target %d", path, solution.points, solution.bound,
                     level->target);
        files++;
        free(level);
        free(text);
    }
    closedir(folder);
    assert_in_range(files, 40, 1000);
    free(memory);
}

/* From positions in the middle of a walk. */
static void test_positions(void **state)
{
    (void)state;
    static char text[RANDOM_LEVEL_TEXT];
    void *memory = malloc(MEMORY);
    for (uint64_t i = 0; i < SANITIZED_SHARE(300, 100); i++) {
        struct random random;
        random_split(&random, 6, i);
        random_level(&random, (int)(i % 4), text);
        struct zr2_level *level = level_make(text);
        struct zr2 *board = start_of(level);
        struct zr2_solution before, after;
        struct zr2_solve_task task = {.level = level,
                                      .board = board,
                                      .closed = ZR2_NO_CELL,
                                      .memory = memory,
                                      .bytes = MEMORY};
        zr2_solve(&task, &before);
        assert_true(before.proved);
        if (before.length > 0) { /* after the walk's first step the rest is still there */
            int32_t first = before.path[0], sum = board->sum;
            zr2_visit(level, board, first);
            zr2_solve(&task, &after);
            assert_true(after.proved);
            assert_int_equal(after.points + sum - board->sum, before.points);
        }
        free(board);
        free(level);
    }
    free(memory);
}

static bool stopped_early;

static void stop_at_once(void *listener, const struct zr2_solution *solution)
{
    atomic_store((atomic_bool *)listener, true);
    stopped_early = stopped_early || solution->points < solution->bound;
}

/* A stopped solver still has a walk and a bound, and so has one with little memory. */
static void test_stopping(void **state)
{
    (void)state;
    char *text = file_text("tests/data/zr2/plain10x10-02.lvl");
    struct zr2_level *level = level_make(text);
    struct zr2 *board = start_of(level);
    void *memory = malloc(MEMORY);
    atomic_bool stop = false;
    struct zr2_solution solution;
    struct zr2_solve_task task = {.level = level,
                                  .board = board,
                                  .closed = ZR2_NO_CELL,
                                  .memory = memory,
                                  .bytes = MEMORY,
                                  .stop = &stop,
                                  .report = stop_at_once,
                                  .listener = &stop};
    zr2_solve(&task, &solution);
    check_walk(level, &solution);
    assert_true(stopped_early);
    assert_false(solution.proved);
    assert_true(solution.bound >= 95 && solution.points <= 95);
    task.stop = NULL;
    task.report = NULL;
    for (size_t bytes = 0; bytes < 4 << 20; bytes = bytes * 2 + 1000) {
        task.bytes = bytes;
        task.microseconds = 50000;
        zr2_solve(&task, &solution);
        if (solution.length > 0)
            check_walk(level, &solution);
        assert_true(solution.bound >= 95 && solution.points <= 95);
    }
    free(memory);
    free(board);
    free(level);
    free(text);
}

static bool never(void *context)
{
    (void)context;
    return false;
}

/* Plain boards cut into parts: no bound is below what the whole board comes to, and some are below
   what the flow says. */
static void test_parts(void **state)
{
    (void)state;
    void *memory = malloc(MEMORY);
    int lower = 0;
    for (uint64_t i = 0; i < SANITIZED_SHARE(60, 15); i++) {
        struct random random;
        char text[4096], *at = text;
        random_split(&random, 7, i);
        at += sprintf(at, "parts\nTarget=0\nSumToZero\n(%u, %u)\n0\n6 6\n",
                      random_below(&random, 6), random_below(&random, 6));
        for (int cell = 0; cell < 36; cell++)
            at += sprintf(at, "(1, %u, 0, 0, 0, 0)\n",
                          random_below(&random, 4) ? 1 + random_below(&random, 2) : 0);
        struct zr2_level *level = level_make(text);
        struct zr2 *board = start_of(level);
        struct zr2_solution solution;
        solve(level, &solution, memory, MEMORY);
        for (int kind = 0; kind < 12; kind++) {
            struct arena arena;
            struct euler euler;
            struct matching matching = {.stop = NULL};
            arena_init(&arena, memory, MEMORY);
            assert_true(euler_build(&euler, level, board, ZR2_NO_CELL, &arena));
            assert_true(matching_solve(&matching, &euler, false, &arena));
            uint8_t *cover = arena_take(&arena, (size_t)euler.vertices + 1, 1);
            uint8_t *same = arena_take(&arena, (size_t)euler.vertices + 1, 1);
            matching_cover(&matching, &euler, kind & 1, cover, same);
            struct parts parts = {.level = level,
                                  .euler = &euler,
                                  .cover = cover,
                                  .axis = kind / 2 % 2,
                                  .width = 1 + kind / 4,
                                  .beam = 100000,
                                  .stop = never};
            int64_t bound = parts_bound(&parts, &arena);
            if (bound < solution.points)
                fail_msg("parts of %d: at most %d, but %d can be had\n%s", parts.width, (int)bound,
                         solution.points, text);
            assert_true(bound <= matching.size);
            lower += bound < matching.size;
        }
        free(board);
        free(level);
    }
    assert_in_range(lower, 20, 720);
    free(memory);
}

/* A board too large to be proved gets a walk and a bound in the time given. */
static void test_large(void **state)
{
    (void)state;
    struct random random;
    random_seed(&random, 20);
    char *text = malloc(1 << 16), *at = text;
    at += sprintf(at, "large\nTarget=0\nSumToZero\n(0, 0)\n0\n20 20\n");
    for (int i = 0; i < 400; i++)
        at += sprintf(at, "(1, %d, 0, 0, 0, 0)\n",
                      random_below(&random, 5) ? 1 + (int)random_below(&random, 2) : 0);
    struct zr2_level *level = level_make(text);
    struct zr2 *board = start_of(level);
    void *memory = malloc(MEMORY);
    struct zr2_solution solution;
    struct zr2_solve_task task = {.level = level,
                                  .board = board,
                                  .closed = ZR2_NO_CELL,
                                  .memory = memory,
                                  .bytes = MEMORY,
                                  .microseconds = 2000000};
    zr2_solve(&task, &solution);
    check_walk(level, &solution);
    assert_in_range(solution.points, 1, solution.bound);
    free(memory);
    free(board);
    free(level);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),    cmocka_unit_test(test_files),
        cmocka_unit_test(test_positions), cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_parts),     cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
