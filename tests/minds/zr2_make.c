/* The generator and the rating of ZR 2. */
#include "../games/zr2_make.h"
#include "minds/zr2/generate.h"
#include "sanitized.h"

#include <math.h>

enum { TEXT = 1 << 16 };

static char text[TEXT];

static struct zr2 *start_of(const struct zr2_level *level)
{
    struct zr2 *board = calloc(1, zr2_position_size(level));
    game_zr2.start(&(struct game_setup){.level = level}, board);
    return board;
}

/* The level of a wish for a board of these sides; the caller frees it. */
static struct zr2_level *make(const char *sides, struct zr2_wish *wish, struct zr2_rating *rating)
{
    struct error error = {.text = ""};
    struct text out;
    wish->name = "test";
    if (!zr2_wish_sizes(sides, strlen(sides), wish, &error) || !zr2_wish_check(wish, &error))
        fail_msg("%s: %s", sides, error.text);
    size_t bytes = zr2_generate_memory(wish);
    void *memory = malloc(bytes);
    assert_true(zr2_generate_text(wish) <= TEXT);
    text_init(&out, text, zr2_generate_text(wish));
    if (!zr2_generate(wish, memory, bytes, NULL, &out, rating))
        fail_msg("%s, seed %d: nothing found", sides, (int)wish->seed);
    assert_true(text_fits(&out));
    free(memory);
    return level_make(text);
}

static void solve(const struct zr2_level *level, struct zr2_solution *solution, void *memory,
                  size_t bytes)
{
    struct zr2 *board = start_of(level);
    struct zr2_solve_task task = {.level = level,
                                  .board = board,
                                  .closed = ZR2_NO_CELL,
                                  .memory = memory,
                                  .bytes = bytes,
                                  .goal = level->sum,
                                  .microseconds = 5000000};
    zr2_solve(&task, solution);
    free(board);
}

static int32_t mirrored(const struct zr2_level *level, int32_t cell)
{
    int32_t at[ZR2_DIMENSIONS_MAX];
    zr2_level_coordinates(level, cell, at);
    at[0] = level->size[0] - 1 - at[0];
    return zr2_level_index(level, at);
}

static void test_wishes_fulfilled(void **state)
{
    (void)state;
    static const struct {
        const char *sides;
        int teleporters, increasers;
        bool symmetric;
    } wishes[] = {
        {"6x6", 0, 0, false}, {"4x4", 1, 0, false},   {"5x5", 0, 2, false},
        {"6x5", 2, 2, false}, {"3x3x3", 1, 1, false}, {"2x2x2x2", 0, 0, false},
        {"12", 0, 0, false},  {"5x4", 0, 0, true},    {"4x5", 1, 0, true},
    };
    enum { BYTES = 32 << 20 };
    void *memory = malloc(BYTES);
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++)
        for (int seed = 1; seed <= SANITIZED_SHARE(6, 2); seed++) {
            struct zr2_wish wish = {.teleporters = wishes[i].teleporters,
                                    .increasers = wishes[i].increasers,
                                    .symmetric = wishes[i].symmetric,
                                    .seed = (uint64_t)seed};
            struct zr2_rating rating;
            struct zr2_solution solution;
            int teleporters = 0, increasers = 0;
            struct zr2_level *level = make(wishes[i].sides, &wish, &rating);
            assert_int_equal(level->dimensions, wish.dimensions);
            for (int32_t cell = 0; cell < level->cells; cell++) {
                const struct zr2_cell *at = zr2_level_cell(level, cell);
                teleporters += at->leads_to != ZR2_NO_CELL;
                increasers += at->lowers != ZR2_NO_GROUP;
                if (wish.symmetric)
                    assert_int_equal(at->value,
                                     zr2_level_cell(level, mirrored(level, cell))->value);
            }
            assert_int_equal(teleporters, wish.teleporters);
            assert_int_equal(increasers, wish.increasers);
            assert_int_equal(level->target, level->sum);
            solve(level, &solution, memory, BYTES);
            if (solution.points != level->sum)
                fail_msg("zero is not reached\n%s", text);
            free(level);
        }
    free(memory);
}

/* The same seed makes the same level, others make others. */
static void test_seeds(void **state)
{
    (void)state;
    struct zr2_wish wish = {.teleporters = 1, .seed = 4};
    struct zr2_rating rating;
    static char first[TEXT];
    free(make("6x6", &wish, &rating));
    memcpy(first, text, TEXT);
    wish.seed = 5;
    free(make("6x6", &wish, &rating));
    assert_string_not_equal(first, text);
    wish.seed = 4;
    free(make("6x6", &wish, &rating));
    assert_string_equal(first, text);
}

static void test_bad_wishes(void **state)
{
    (void)state;
    static const struct {
        const char *sides;
        struct zr2_wish wish;
        const char *message;
    } bad[] = {
        {"0x3", {0}, "sides from 1 to 4096 such as 6x6, found \"0x3\""},
        {"6x", {0}, "sides from 1 to 4096"},
        {"", {0}, "sides from 1 to 4096"},
        {"1000000x1000000", {0}, "sides from 1 to 4096"},
        {"1x1x1x1x1x1x1x1x1", {0}, "1 to 8 sides"},
        {"100x100", {0}, "at most 4096 cells"},
        {"1x3", {0}, "at least 4 cells"},
        {"2x2", {.teleporters = 2}, "at most 1 Teleporters and Increasers"},
        {"6x6", {.difficulty = 11}, "difficulty from 1 to 10, found 11"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct zr2_wish wish = bad[i].wish;
        struct error error = {.text = ""};
        assert_false(zr2_wish_sizes(bad[i].sides, strlen(bad[i].sides), &wish, &error) &&
                     zr2_wish_check(&wish, &error));
        if (!strstr(error.text, bad[i].message))
            fail_msg("wanted: %s\nfound:  %s", bad[i].message, error.text);
    }
}

static double share_failed(const struct zr2_level *level, void *memory, size_t bytes)
{
    struct zr2 *board = start_of(level);
    struct zr2_solve_task task = {
        .level = level, .board = board, .closed = ZR2_NO_CELL, .memory = memory, .bytes = bytes};
    struct random random;
    double sum = 0;
    random_seed(&random, 3);
    for (int ahead = 0; ahead < 4; ahead++)
        sum += zr2_rate_failures(&task, level->sum, ahead, 60, &random) / 4;
    free(board);
    return sum;
}

static double rank(const double *values, int count, int i)
{
    double below = 0;
    for (int j = 0; j < count; j++)
        below += values[j] < values[i] ? 1 : values[j] == values[i] ? 0.5 : 0;
    return below;
}

static double correlation(const double *a, const double *b, int count)
{
    double ab = 0, aa = 0, bb = 0;
    for (int i = 0; i < count; i++) {
        double x = rank(a, count, i) - count / 2.0, y = rank(b, count, i) - count / 2.0;
        ab += x * y;
        aa += x * x;
        bb += y * y;
    }
    return ab / sqrt(aa * bb);
}

/* Levels wished to be harder are rated harder, and players who look a few steps ahead fail more
   often on what is rated harder. tools/level-rating measures this at length. */
static void test_rating(void **state)
{
    (void)state;
    enum { BYTES = 16 << 20, LEVELS = 36 };
    static const char *const sizes[] = {"3x3", "4x3", "4x4", "5x4", "5x5", "6x5"};
    double rated[LEVELS], failed[LEVELS];
    int count = SANITIZED_SHARE(LEVELS, 12);
    void *memory = malloc(BYTES);
    for (int i = 0; i < count; i++) {
        struct zr2_wish wish = {
            .teleporters = i / 6 % 3 == 1, .increasers = i / 6 % 3 == 2, .seed = 100 + (uint64_t)i};
        struct zr2_rating rating;
        struct zr2_level *level = make(sizes[i % 6], &wish, &rating);
        struct zr2 *board = start_of(level);
        struct zr2_solve_task task = {.level = level,
                                      .board = board,
                                      .closed = ZR2_NO_CELL,
                                      .memory = memory,
                                      .bytes = BYTES,
                                      .seed = 1};
        zr2_rate(&task, level->sum, 2, &rating);
        assert_true(rating.difficulty >= 1 && rating.difficulty <= 10);
        assert_true(rating.greedy >= 0 && rating.greedy <= 1 && rating.hidden <= rating.traps);
        rated[i] = rating.difficulty;
        failed[i] = share_failed(level, memory, BYTES);
        free(board);
        free(level);
    }
    double found = correlation(rated, failed, count);
    if (found < (SANITIZED ? 0.6 : 0.8))
        fail_msg("rank correlation %.3f", found);
    free(memory);
}

/* With nothing to choose there is nothing to fail. */
static void test_corridor(void **state)
{
    (void)state;
    enum { BYTES = 16 << 20 };
    struct zr2_level *level = level_make("corridor\nTarget=0\nSumToZero\n(0)\n0\n4\n"
                                         "(1, 0, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0)\n"
                                         "(1, 1, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0)\n");
    struct zr2 *board = start_of(level);
    void *memory = malloc(BYTES);
    struct zr2_rating rating;
    struct zr2_solve_task task = {
        .level = level, .board = board, .closed = ZR2_NO_CELL, .memory = memory, .bytes = BYTES};
    zr2_rate(&task, 3, 2, &rating);
    assert_true(rating.difficulty < 1.01 && rating.choices == 0 && rating.traps == 0);
    assert_true(share_failed(level, memory, BYTES) == 0);
    free(memory);
    free(board);
    free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wishes_fulfilled), cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_bad_wishes),       cmocka_unit_test(test_rating),
        cmocka_unit_test(test_corridor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
