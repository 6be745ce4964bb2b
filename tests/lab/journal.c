/* Journals: what was added is there again; a line that was cut off is taken off, other damage and
   other work are refused. */
#include "lab/journal.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

static char path[] = "/tmp/potez-journal-XXXXXX";

struct lines {
    int count;
    char text[8][64];
};

static bool collect(void *listener, const char *text, struct error *error)
{
    (void)error;
    struct lines *lines = listener;
    assert_true(lines->count < 8);
    snprintf(lines->text[lines->count++], 64, "%s", text);
    return true;
}

static int fresh(void **state)
{
    (void)state;
    strcpy(path, "/tmp/potez-journal-XXXXXX");
    int descriptor = mkstemp(path);
    return descriptor < 0 || close(descriptor) != 0;
}

static int gone(void **state)
{
    (void)state;
    return unlink(path);
}

static void add(const char *text)
{
    struct journal journal;
    struct lines lines = {0};
    struct error error;
    if (!journal_open(&journal, path, "work 1", collect, &lines, &error))
        fail_msg("%s", error.text);
    assert_true(journal_add(&journal, text, &error));
    journal_close(&journal);
}

static bool open_again(struct lines *lines, const char *heading, struct error *error)
{
    struct journal journal;
    *lines = (struct lines){0};
    bool good = journal_open(&journal, path, heading, collect, lines, error);
    journal_close(&journal);
    return good;
}

static void lines_come_back(void **state)
{
    (void)state;
    struct lines lines;
    add("one");
    add("two words");
    assert_true(open_again(&lines, "work 1", NULL));
    assert_int_equal(lines.count, 2);
    assert_string_equal(lines.text[0], "one");
    assert_string_equal(lines.text[1], "two words");
}

static void other_work_is_refused(void **state)
{
    (void)state;
    struct lines lines;
    struct error error;
    add("one");
    assert_false(open_again(&lines, "work 2", &error));
    assert_non_null(strstr(error.text, "other work"));
}

/* Cut at every length: what is left is always a beginning of the lines, and adding works. */
static void cut_anywhere(void **state)
{
    (void)state;
    static char whole[512];
    add("one");
    add("two");
    add("three");
    FILE *file = fopen(path, "rb");
    size_t length = fread(whole, 1, sizeof whole, file);
    fclose(file);
    for (size_t cut = 0; cut <= length; cut++) {
        struct lines lines;
        assert_int_equal(truncate(path, 0), 0);
        file = fopen(path, "wb");
        assert_int_equal(fwrite(whole, 1, cut, file), cut);
        fclose(file);
        add("more");
        assert_true(open_again(&lines, "work 1", NULL));
        assert_true(lines.count >= 1 && lines.count <= 4);
        assert_string_equal(lines.text[lines.count - 1], "more");
        if (lines.count > 1)
            assert_string_equal(lines.text[0], "one");
    }
}

static void cut_lines_are_told(void **state)
{
    (void)state;
    struct journal journal;
    struct lines lines = {0};
    add("one");
    FILE *file = fopen(path, "ab");
    fputs("0123 tw", file);
    fclose(file);
    assert_true(journal_open(&journal, path, "work 1", collect, &lines, NULL));
    assert_int_equal(journal.cut, 7);
    journal_close(&journal);
    assert_true(journal_open(&journal, path, "work 1", collect, &lines, NULL));
    assert_int_equal(journal.cut, 0);
    journal_close(&journal);
}

/* The disk takes half of a line: what comes later is not spoiled by it. */
static void half_lines_are_taken_back(void **state)
{
    (void)state;
    struct journal journal;
    struct lines lines = {0};
    struct error error;
    struct rlimit before, limit;
    assert_true(journal_open(&journal, path, "work 1", collect, &lines, &error));
    assert_true(journal_add(&journal, "one", &error));
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = (rlim_t)lseek(journal.descriptor, 0, SEEK_CUR) + 9;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_false(journal_add(&journal, "two", &error));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_non_null(strstr(error.text, "cannot be written"));
    assert_true(journal_add(&journal, "three", &error));
    journal_close(&journal);
    assert_true(open_again(&lines, "work 1", &error));
    assert_int_equal(lines.count, 2);
    assert_string_equal(lines.text[1], "three");
}

static void damage_is_refused(void **state)
{
    (void)state;
    struct lines lines;
    struct error error;
    add("one");
    add("two");
    FILE *file = fopen(path, "r+b");
    fseek(file, 42, SEEK_SET); /* within the line of "one" */
    fputc('X', file);
    fclose(file);
    assert_false(open_again(&lines, "work 1", &error));
    assert_non_null(strstr(error.text, "damaged"));
}

static void one_process_at_a_time(void **state)
{
    (void)state;
    struct journal first, second;
    struct lines lines = {0};
    struct error error;
    assert_true(journal_open(&first, path, "work 1", collect, &lines, &error));
    assert_false(journal_open(&second, path, "work 1", collect, &lines, &error));
    journal_close(&first);
}

static void memory_can_be_saved(void **state)
{
    (void)state;
    struct journal journal;
    struct lines lines;
    struct error error;
    assert_true(journal_open(&journal, NULL, "work 1", NULL, NULL, &error));
    assert_true(journal_add(&journal, "one", &error));
    assert_true(journal_save(&journal, path, &error));
    journal_close(&journal);
    assert_true(open_again(&lines, "work 1", &error));
    assert_int_equal(lines.count, 1);
}

static bool refuse_two(void *listener, const char *text, struct error *error)
{
    (void)listener;
    return strcmp(text, "two") != 0 || error_set(error, "no %s", text);
}

/* A look changes nothing, needs no heading and finds no fault with a file that is not there. */
static void looking_at_a_journal(void **state)
{
    (void)state;
    struct lines lines = {0};
    struct error error = {.text = ""};
    add("one");
    add("two");
    if (!journal_look(path, collect, &lines, &error))
        fail_msg("%s", error.text);
    assert_int_equal(lines.count, 2);
    assert_string_equal(lines.text[1], "two");
    assert_false(journal_look(path, refuse_two, NULL, &error)); /* who listens may refuse */
    assert_non_null(strstr(error.text, path));
    assert_non_null(strstr(error.text, ": line 3: no two"));
    assert_true(journal_look("/tmp/potez-no-such-journal", collect, &lines, &error));
    assert_false(journal_look("/tmp", collect, &lines, &error));
    assert_string_equal(error.text, "/tmp: expected a plain file");
    assert_false(journal_look("/dev/null/journal", collect, &lines, &error));
    assert_non_null(strstr(error.text, "/dev/null/journal: cannot be opened"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(looking_at_a_journal, fresh, gone),
        cmocka_unit_test_setup_teardown(lines_come_back, fresh, gone),
        cmocka_unit_test_setup_teardown(other_work_is_refused, fresh, gone),
        cmocka_unit_test_setup_teardown(cut_anywhere, fresh, gone),
        cmocka_unit_test_setup_teardown(cut_lines_are_told, fresh, gone),
        cmocka_unit_test_setup_teardown(half_lines_are_taken_back, fresh, gone),
        cmocka_unit_test_setup_teardown(damage_is_refused, fresh, gone),
        cmocka_unit_test_setup_teardown(one_process_at_a_time, fresh, gone),
        cmocka_unit_test_setup_teardown(memory_can_be_saved, fresh, gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
