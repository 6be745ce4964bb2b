/* The collection in levels/: 60 levels, each proved solvable to zero, harder and harder; and the
   boards of [kolar21], whose Targets are proved to be the most there is. */
#include "../games/zr2_make.h"
#include "minds/zr2/rate.h"
#include "sanitized.h"

#include <dirent.h>

enum { LEVELS = 60, MEMORY = 64 << 20, TEXT = 1 << 16 };

static char list[TEXT];
static double last;

static size_t read_file(const char *path, char *text)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s cannot be read", path);
    size_t length = fread(text, 1, TEXT - 1, file);
    text[length] = 0;
    fclose(file);
    return length;
}

static int is_level(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".lvl") == 0;
}

/* What the list says of a file; it must say it in the order of the files. */
static double listed_difficulty(const char *file, const struct zr2_level *level)
{
    static const char *at = list;
    char entry[512];
    const char *end = strchr(at, '}');
    assert_non_null(end);
    snprintf(entry, sizeof entry, "%.*s", (int)(end - at), at);
    at = end + 1;
    if (!strstr(entry, file) || !strstr(entry, level->name))
        fail_msg("%s is not where it should be in levels/list.json; tools/levels makes it", file);
    return atof(strstr(entry, "\"difficulty\": ") + 14);
}

static void check_level(const char *file, void *memory)
{
    static char text[TEXT];
    char path[512];
    snprintf(path, sizeof path, "levels/%s", file);
    read_file(path, text);
    struct zr2_level *level = level_make(text);
    char *canonical = level_text(level);
    assert_string_equal(canonical, text);
    struct zr2 *board = calloc(1, zr2_position_size(level));
    game_zr2.start(&(struct game_setup){.level = level}, board);
    struct zr2_solution solution;
    struct zr2_rating rating;
    struct zr2_solve_task task = {.level = level,
                                  .board = board,
                                  .closed = ZR2_NO_CELL,
                                  .memory = memory,
                                  .bytes = MEMORY,
                                  .seed = 1};
    double difficulty = listed_difficulty(file, level);
    bool small = level->cells <= SANITIZED_SHARE(36, 20);
    if (small || !SANITIZED) {
        zr2_solve(&task, &solution);
        struct zr2 *walker = calloc(1, zr2_position_size(level));
        game_zr2.start(&(struct game_setup){.level = level}, walker);
        assert_int_equal(zr2_replay(level, walker, solution.path, solution.length),
                         solution.length);
        if (walker->sum != 0 || level->target != level->sum)
            fail_msg("%s: zero is not reached", path);
        free(walker);
    }
    if (small) {
        zr2_rate(&task, level->target, 3, &rating);
        if (rating.difficulty - difficulty > 0.01 || difficulty - rating.difficulty > 0.01)
            fail_msg("%s: rated %.2f, the list says %.2f", path, rating.difficulty, difficulty);
    }
    if (difficulty < last)
        fail_msg("%s is easier than the level before it", path);
    last = difficulty;
    free(board);
    free(canonical);
    free(level);
}

static void test_collection(void **state)
{
    (void)state;
    struct dirent **entries;
    int count = scandir("levels", &entries, is_level, alphasort);
    void *memory = malloc(MEMORY);
    assert_int_equal(count, LEVELS);
    read_file("levels/list.json", list);
    for (int i = 0; i < count; i++) {
        check_level(entries[i]->d_name, memory);
        free(entries[i]);
    }
    assert_true(last > 8);
    free(entries);
    free(memory);
}

/* Targets as Kolar prints them (the first from its picture of a solution). */
static void test_document(void **state)
{
    (void)state;
    static const struct {
        const char *file, *name;
        int target, sum;
    } boards[] = {
        {"table1.1", "Table 1.1", 9, 9}, {"44ti2", "44ti2", 13, 13}, {"44t1", "44t1", 16, 16},
        {"44t2", "44t2", 32, 32},        {"44t3", "44t3", 16, 17},   {"44t4", "44t4", 17, 17},
        {"44t5", "44t5", 29, 30},
    };
    void *memory = malloc(MEMORY);
    read_file("levels/document/list.json", list);
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        static char text[TEXT];
        char path[64];
        snprintf(path, sizeof path, "document/%s.lvl", boards[i].file);
        assert_non_null(strstr(list, path));
        snprintf(path, sizeof path, "levels/document/%s.lvl", boards[i].file);
        read_file(path, text);
        struct zr2_level *level = level_make(text);
        struct zr2 *board = calloc(1, zr2_position_size(level));
        game_zr2.start(&(struct game_setup){.level = level}, board);
        struct zr2_solution solution;
        zr2_solve(&(struct zr2_solve_task){.level = level,
                                           .board = board,
                                           .closed = ZR2_NO_CELL,
                                           .memory = memory,
                                           .bytes = MEMORY,
                                           .seed = 1},
                  &solution);
        assert_string_equal(level->name, boards[i].name);
        assert_int_equal(level->sum, boards[i].sum);
        assert_int_equal(level->target, boards[i].target);
        assert_int_equal(solution.points, boards[i].target);
        assert_true(solution.proved);
        free(board);
        free(level);
    }
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_document),
                                       cmocka_unit_test(test_collection)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
