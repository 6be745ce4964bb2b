/* Files: replaced all at once or not at all, private ones stay private, what dead processes left is
   swept away, what living ones are making is not; records and curves that were torn are noticed. */
#define _DEFAULT_SOURCE
#include "lab/replace.h"
#include "lab/curve.h"
#include "lab/mill/train.h"
#include "lab/othello/samples.h"
#include "lab/records.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/potez-files-XXXXXX", path[64];

static int fresh(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/potez-files-XXXXXX");
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/file", folder);
    return 0;
}

static int gone(void **state)
{
    char command[80];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static void put(const char *name, const void *bytes, size_t length)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static size_t get(const char *name, char *bytes, size_t room)
{
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    size_t length = fread(bytes, 1, room - 1, file);
    bytes[length] = 0;
    fclose(file);
    return length;
}

static void assert_holds(const char *name, const char *text)
{
    char bytes[1000];
    get(name, bytes, sizeof bytes);
    assert_string_equal(bytes, text);
}

static int names_in_folder(void)
{
    DIR *directory = opendir(folder);
    int count = 0;
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

static void all_or_nothing(void **state)
{
    (void)state;
    struct error error = {.text = "mine"};
    struct replace replace;
    put(path, "old", 3);
    assert_true(replace_begin(&replace, path, &error));
    fputs("half of the new", replace.file);
    fflush(replace.file);
    assert_holds(path, "old");
    assert_false(replace_end(&replace, false, &error));
    assert_string_equal(error.text, "mine");
    assert_holds(path, "old");
    assert_true(replace_whole(path, "new", 3, &error));
    assert_holds(path, "new");
    assert_int_equal(names_in_folder(), 1);
    snprintf(path, sizeof path, "%s/nowhere/file", folder);
    assert_false(replace_whole(path, "new", 3, &error));
    assert_non_null(strstr(error.text, "No such file"));
}

static void private_files_stay_private(void **state)
{
    (void)state;
    struct stat about;
    put(path, "old", 3);
    assert_int_equal(chmod(path, 0600), 0);
    assert_true(replace_whole(path, "new", 3, NULL));
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
}

/* Somebody put a link where the new file would be made. */
static void links_are_not_followed(void **state)
{
    (void)state;
    char beside[100], victim[100];
    struct error error;
    snprintf(victim, sizeof victim, "%s/victim", folder);
    snprintf(beside, sizeof beside, "%s.part-%ld", path, (long)getpid());
    put(victim, "precious", 8);
    assert_int_equal(symlink(victim, beside), 0);
    assert_false(replace_whole(path, "new", 3, &error));
    assert_holds(victim, "precious");
}

/* A process that begins a file; killed at once or kept waiting in the middle of it. */
static pid_t half_writer(bool dies)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct replace replace;
        if (!replace_begin(&replace, path, NULL))
            _exit(1);
        fputs("half", replace.file);
        fflush(replace.file);
        if (write(ready[1], "", 1) != 1)
            _exit(1);
        pause();
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    close(ready[1]);
    if (dies) {
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
    }
    return child;
}

static void leftovers_are_swept(void **state)
{
    (void)state;
    char name[100];
    half_writer(true);
    assert_int_equal(names_in_folder(), 1);
    /* a process of this number was before us, in another container */
    snprintf(name, sizeof name, "%s.part-%ld", path, (long)getpid());
    put(name, "half", 4);
    assert_true(replace_whole(path, "new", 3, NULL));
    assert_int_equal(names_in_folder(), 1);
    assert_holds(path, "new");
}

static void work_of_the_living_stays(void **state)
{
    (void)state;
    pid_t child = half_writer(false);
    char name[100], other[100];
    snprintf(name, sizeof name, "%s.part-%ld", path, (long)child);
    snprintf(other, sizeof other, "%s.part-of-me", path); /* a person's own file */
    put(other, "mine", 4);
    assert_true(replace_whole(path, "new", 3, NULL));
    assert_holds(name, "half");
    assert_holds(other, "mine");
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    /* dead here, but the file is locked, as by a program on another machine */
    int held = open(name, O_RDONLY | O_CLOEXEC);
    assert_true(held >= 0 && flock(held, LOCK_EX) == 0);
    assert_true(replace_whole(path, "newer", 5, NULL));
    assert_holds(name, "half");
    close(held);
    assert_true(replace_whole(path, "newest", 6, NULL));
    assert_int_equal(names_in_folder(), 2);
}

/* -------- samples -------- */

static const struct othello_sample samples[3] = {
    {.mine = 1, .theirs = 2, .score = 500}, {.mine = 4, .theirs = 8}, {.mine = 16, .theirs = 32}};
enum { SIZE = sizeof samples[0], HEAD = 24 };

static void save_samples(void)
{
    struct othello_samples all = {.list = (struct othello_sample *)samples, .count = 3};
    assert_true(othello_samples_save(&all, path, NULL));
}

static size_t load(struct error *error)
{
    struct othello_samples all = {0};
    bool good = othello_samples_load(&all, path, error);
    size_t count = all.count;
    if (good && count)
        assert_memory_equal(all.list, samples, count * SIZE);
    assert_true(good || count == 0);
    othello_samples_free(&all);
    return good ? count : SIZE_MAX;
}

static void samples_come_back(void **state)
{
    (void)state;
    save_samples();
    assert_int_equal(load(NULL), 3);
    struct othello_samples none = {0};
    assert_true(othello_samples_save(&none, path, NULL));
    assert_int_equal(load(NULL), 0);
}

/* At every length and with every byte changed. */
static void torn_samples_are_refused(void **state)
{
    (void)state;
    char bytes[1000];
    struct error error;
    save_samples();
    size_t length = get(path, bytes, sizeof bytes);
    assert_int_equal(length, HEAD + 16 + 3 * SIZE);
    for (size_t cut = 0; cut < length; cut++) {
        put(path, bytes, cut);
        assert_int_equal(load(&error), SIZE_MAX);
        assert_non_null(strstr(error.text, cut < HEAD ? "expected a file that begins" : "torn"));
    }
    for (size_t at = 0; at < length; at++) {
        bytes[at] ^= 0x40;
        put(path, bytes, length);
        assert_int_equal(load(&error), SIZE_MAX);
        bytes[at] ^= 0x40;
    }
    strcpy(bytes + length, "more");
    put(path, bytes, length + 4);
    assert_int_equal(load(&error), SIZE_MAX);
}

static void older_samples_are_read(void **state)
{
    (void)state;
    char bytes[HEAD + 3 * SIZE];
    struct error error;
    memcpy(bytes, "potez othello samples 1\n", HEAD);
    memcpy(bytes + HEAD, samples, 3 * SIZE);
    bytes[HEAD + 16] = 5; /* whole discs in one byte, then the source */
    bytes[HEAD + 17] = 0;
    for (size_t length = HEAD; length <= sizeof bytes; length++) {
        size_t rest = (length - HEAD) % SIZE;
        put(path, bytes, length);
        assert_int_equal(load(&error), rest ? SIZE_MAX : (length - HEAD) / SIZE);
        assert_true(!rest || strstr(error.text, "torn"));
    }
}

static void mill_samples_too(void **state)
{
    (void)state;
    struct mill_sample sample[2] = {{.board = {.men = {1, 2}}}, {.board = {.men = {4, 8}}}};
    struct mill_samples all = {.sample = sample, .count = 2}, back = {0};
    struct error error;
    char bytes[1000];
    assert_true(mill_samples_write(path, &all, 1, &error));
    assert_true(mill_samples_read(path, &back, &error));
    assert_int_equal(back.count, 1);
    assert_memory_equal(&back.sample[0], &sample[1], sizeof sample[1]);
    put(path, bytes, get(path, bytes, sizeof bytes) - 3);
    assert_false(mill_samples_read(path, &back, &error));
    assert_int_equal(back.count, 1);
    mill_samples_free(&back);
}

/* -------- curves -------- */

static void curves_have_no_row_twice(void **state)
{
    (void)state;
    struct error error;
    const char *heading = "generation,loss\n";
    assert_true(curve_put(path, heading, 0, "0,5\n0,6\n", &error));
    assert_true(curve_put(path, heading, 1, "1,4\n", &error));
    assert_true(curve_put(path, heading, 2, "2,3\n", &error));
    assert_true(curve_put(path, heading, 1, "1,3\n", &error));
    assert_holds(path, "generation,loss\n0,5\n0,6\n1,3\n");
    put(path, "generation,loss\n1,5\n10,6\n2,", 28);
    assert_true(curve_put(path, heading, 10, "10,3\n", &error));
    assert_holds(path, "generation,loss\n1,5\n10,3\n");
    put(path, "generat", 7); /* an older program was killed while it wrote the heading */
    assert_true(curve_put(path, heading, 1, "1,3\n", &error));
    assert_holds(path, "generation,loss\n1,3\n");
    put(path, "my own notes\n", 13);
    assert_false(curve_put(path, heading, 1, "1,3\n", &error));
    assert_holds(path, "my own notes\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_or_nothing, fresh, gone),
        cmocka_unit_test_setup_teardown(private_files_stay_private, fresh, gone),
        cmocka_unit_test_setup_teardown(links_are_not_followed, fresh, gone),
        cmocka_unit_test_setup_teardown(leftovers_are_swept, fresh, gone),
        cmocka_unit_test_setup_teardown(work_of_the_living_stays, fresh, gone),
        cmocka_unit_test_setup_teardown(samples_come_back, fresh, gone),
        cmocka_unit_test_setup_teardown(torn_samples_are_refused, fresh, gone),
        cmocka_unit_test_setup_teardown(older_samples_are_read, fresh, gone),
        cmocka_unit_test_setup_teardown(mill_samples_too, fresh, gone),
        cmocka_unit_test_setup_teardown(curves_have_no_row_twice, fresh, gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
