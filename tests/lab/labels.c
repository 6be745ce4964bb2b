/* Labels of Othello: the same bytes for any number of threads and when it was broken off, blocks
   that are whole or refused, and values that a plain search finds too. */
#include "games/othello/othello.h"
#include "lab/othello/labelling.h"
#include "lab/othello/train.h"
#include "minds/othello/model.h"
#include "othello_plain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { SEED = 5, BLOCKS = 2 };

static char folder[2][32];

static struct othello_labelling plan_of(int which, int threads)
{
    return (struct othello_labelling){
        .folder = folder[which],
        .blocks = BLOCKS,
        .head = {.seed = SEED, .games = 5, .depth = 3, .exact = 10},
        .threads = threads,
    };
}

static void make(int which, int threads, struct othello_labelling_result *result)
{
    struct othello_labelling plan = plan_of(which, threads);
    struct error error = {.text = ""};
    if (!othello_labelling_run(&plan, result, &error))
        fail_msg("%s", error.text);
}

static char *bytes_of(int which, uint64_t block, size_t *length)
{
    char path[OTHELLO_LABELS_PATH], *bytes = malloc(1 << 20);
    othello_labels_path(folder[which], SEED, block, path);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    *length = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void put_bytes(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

static void same_files(void)
{
    for (uint64_t block = 0; block < BLOCKS; block++) {
        size_t length[2];
        char *bytes[2] = {bytes_of(0, block, &length[0]), bytes_of(1, block, &length[1])};
        assert_int_equal(length[0], length[1]);
        assert_memory_equal(bytes[0], bytes[1], length[0]);
        free(bytes[0]);
        free(bytes[1]);
    }
}

static int fresh_folders(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        strcpy(folder[i], "/tmp/potez-labels-XXXXXX");
        if (!mkdtemp(folder[i]))
            return -1;
    }
    return 0;
}

static int remove_folders(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        for (uint64_t block = 0; block < BLOCKS; block++) {
            char path[OTHELLO_LABELS_PATH];
            othello_labels_path(folder[i], SEED, block, path);
            unlink(path);
        }
        rmdir(folder[i]);
    }
    return 0;
}

static void any_threads(void **state)
{
    (void)state;
    struct othello_labelling_result one, two;
    make(0, 1, &one);
    make(1, 2, &two);
    assert_int_equal(one.blocks, BLOCKS);
    assert_int_equal(one.labels, two.labels);
    same_files();
}

struct breaker {
    atomic_bool stop;
    uint64_t at;
};

static void break_off(void *listener, uint64_t done, uint64_t plays, uint64_t labels)
{
    struct breaker *breaker = listener;
    (void)plays;
    (void)labels;
    if (done >= breaker->at)
        atomic_store(&breaker->stop, true);
}

/* Stopped within the second block: the first stays, and what a kill may leave is no block. */
static void goes_on(void **state)
{
    (void)state;
    struct othello_labelling_result result;
    struct breaker breaker = {.at = 7};
    struct othello_labelling plan = plan_of(0, 1);
    struct error error = {.text = ""};
    char path[OTHELLO_LABELS_PATH], left[OTHELLO_LABELS_PATH + 8];
    plan.stop = &breaker.stop;
    plan.progress = break_off;
    plan.listener = &breaker;
    assert_false(othello_labelling_run(&plan, &result, &error));
    assert_non_null(strstr(error.text, "the same command continues"));
    assert_int_equal(result.blocks, 1);
    othello_labels_path(folder[0], SEED, 1, path);
    assert_int_not_equal(access(path, F_OK), 0);
    snprintf(left, sizeof left, "%s.part-1", path);
    put_bytes(left, "potez", 5);
    make(0, 1, &result);
    unlink(left);
    assert_int_equal(result.blocks, 1);
    assert_int_equal(result.found, 1);
    make(1, 1, &result);
    same_files();
}

static void refused(const char *path, const char *why)
{
    struct othello_labels labels = {0};
    struct error error = {.text = ""};
    assert_false(othello_labels_read(&labels, NULL, path, &error));
    if (!strstr(error.text, why))
        fail_msg("expected \"%s\" in: %s", why, error.text);
    assert_int_equal(labels.count, 0);
    othello_labels_free(&labels);
}

static void torn_blocks(void **state)
{
    (void)state;
    struct othello_labelling_result result;
    struct othello_labelling plan = plan_of(0, 1);
    struct error error = {.text = ""};
    char path[OTHELLO_LABELS_PATH];
    size_t length;
    make(0, 1, &result);
    othello_labels_path(folder[0], SEED, 0, path);
    char *bytes = bytes_of(0, 0, &length);
    put_bytes(path, bytes, length - 1);
    refused(path, "torn");
    assert_false(othello_labelling_run(&plan, &result, &error));
    assert_non_null(strstr(error.text, "delete it"));
    put_bytes(path, bytes, 100);
    refused(path, "begins with");
    bytes[length - 30] ^= 1;
    put_bytes(path, bytes, length);
    refused(path, "checksum");
    bytes[length - 30] ^= 1;
    *strstr(bytes, "depth: 3") = 'D';
    put_bytes(path, bytes, length);
    refused(path, "says what");
    free(bytes);
}

/* One label in a block with a right checksum. */
static void label_refused(struct othello_label label)
{
    struct othello_labels one = {.list = &label, .count = 1};
    const struct othello_labels_head head = {.seed = SEED, .games = 1, .depth = 3, .exact = 10};
    struct error error = {.text = ""};
    char path[OTHELLO_LABELS_PATH];
    othello_labels_path(folder[0], SEED, 0, path);
    if (!othello_labels_write(&one, &head, path, &error))
        fail_msg("%s", error.text);
    refused(path, ": label 1 is not one of Othello's");
}

static void impossible_labels(void **state)
{
    (void)state;
    label_refused((struct othello_label){.mine = 3, .theirs = 2});
    label_refused((struct othello_label){.mine = 1, .theirs = 2, .value = 6401});
    label_refused((struct othello_label){.mine = 1, .theirs = 2, .value = -6401});
    label_refused((struct othello_label){.mine = 1, .theirs = 2, .before = 6401});
    label_refused((struct othello_label){.mine = 1, .theirs = 2, .end = 6401});
    label_refused((struct othello_label){.mine = 1, .theirs = 2, .kind = 255});
    refused("/nonexistent/block", "/nonexistent/block: cannot be opened");
}

/* A head needs all of its lines, each a number. */
static void other_heads(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "seed: ", "block: ", "games: ", "depth: ", "exact: ", "labels: ", "model: ", "checksum: "};
    struct othello_labelling_result result;
    char path[OTHELLO_LABELS_PATH], name[20];
    size_t length;
    make(0, 1, &result);
    make(1, 1, &result);
    othello_labels_path(folder[0], SEED, 0, path);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        for (int change = 0; change < 2; change++) {
            char *bytes = bytes_of(1, 0, &length);
            snprintf(name, sizeof name, "\n%s", lines[i]);
            char *line = strstr(bytes, name);
            assert_non_null(line);
            if (change)
                line[strlen(name)] = 'x'; /* no digit in either base */
            else
                line[1] = 'X';
            put_bytes(path, bytes, length);
            refused(path, "says what it was made with");
            free(bytes);
        }
    char *bytes = bytes_of(1, 0, &length);
    memcpy(strstr(bytes, "\nlabels: ") + 9, "99999999", 3);
    put_bytes(path, bytes, length);
    refused(path, path);
    free(bytes);
}

static void other_parameters(void **state)
{
    (void)state;
    struct othello_labelling_result result;
    struct othello_labelling plan = plan_of(0, 1);
    struct error error = {.text = ""};
    make(0, 1, &result);
    plan.head.depth = 4;
    assert_false(othello_labelling_run(&plan, &result, &error));
    assert_non_null(strstr(error.text, "made with 5 games, depth 3, exact from 10 and model "));
    assert_non_null(strstr(error.text, "wanted are 5, 4, 10 and "));
}

static void check_exact(const struct othello_label *label)
{
    struct othello board = {label->mine, label->theirs};
    assert_int_equal(label->depth, 0);
    assert_int_equal(label->value, label->end);
    assert_int_equal(label->value, label->before);
    if (bits_count(othello_empty(board)) <= 7)
        assert_int_equal(label->value, 100 * othello_plain(board));
}

/* A label that is no end of a line has a search alone; one of the line ends as the game does. */
static void true_values(void **state)
{
    (void)state;
    struct othello_labelling_result result;
    struct othello_labels labels = {0};
    struct othello_labels_head head;
    struct error error;
    char path[OTHELLO_LABELS_PATH];
    size_t exact = 0, aside = 0;
    make(0, 2, &result);
    othello_labels_path(folder[0], SEED, 1, path);
    assert_true(othello_labels_read(&labels, &head, path, &error));
    assert_int_equal(head.block, 1);
    for (size_t i = 0; i < labels.count; i++) {
        const struct othello_label *label = &labels.list[i];
        struct othello board = {label->mine, label->theirs};
        struct othello_label turned = *label;
        assert_true(othello_moves(board));
        othello_label_turn(&turned);
        assert_memory_equal(&turned, label, sizeof turned);
        bool is_exact = label->kind & OTHELLO_LABEL_EXACT,
             is_aside = label->kind & OTHELLO_LABEL_ASIDE;
        assert_int_equal(is_exact, bits_count(othello_empty(board)) <= head.exact);
        if (is_exact)
            check_exact(label);
        else
            assert_int_equal(is_aside, label->end == OTHELLO_LABEL_NO_END);
        exact += is_exact;
        aside += is_aside;
    }
    assert_true(exact > 20 && aside > 20);
    othello_labels_free(&labels);
}

static void mixed_scores(void **state)
{
    (void)state;
    struct othello_label label = {.value = 400, .before = 200, .end = OTHELLO_LABEL_NO_END};
    label.mine = UINT64_MAX << 26; /* 26 empties: half way between the exact ones and the start */
    assert_int_equal(othello_label_score(&label, 0.5, -8), 300);
    label.end = 1300;
    assert_int_equal(othello_label_score(&label, 0, -8), 300);
    assert_int_equal(othello_label_score(&label, 0.5, -8), 550);
    assert_int_equal(othello_label_score(&label, 0.5, 26), 800);
    label.kind = OTHELLO_LABEL_EXACT;
    assert_int_equal(othello_label_score(&label, 0.5, 26), 400);
}

static void trained(void *listener, const struct othello_generation *generation)
{
    *(struct othello_generation *)listener = *generation;
}

/* A model from labels alone; games that are held out stay the same for any fit. */
static void fit_from_labels(void **state)
{
    (void)state;
    struct othello_labelling_result result;
    struct othello_generation generation = {0};
    struct error error = {.text = ""};
    struct othello_training training = {
        .folder = folder[1],
        .labels = folder[0],
        .blend = 0.6,
        .command = "test",
        .generations = 1,
        .rounds = 3,
        .penalty = 15,
        .spread = 4,
        .threads = 2,
        .generation = trained,
        .listener = &generation,
    };
    make(0, 2, &result);
    if (!othello_train(&training, &error))
        fail_msg("%s", error.text);
    assert_int_equal(generation.samples, result.labels);
    assert_true(generation.bytes > 100);
    const char *const made[] = {"curve.csv", "errors.csv", "generation-0.model"};
    for (int i = 0; i < 3; i++) {
        char path[100];
        snprintf(path, sizeof path, "%s/%s", folder[1], made[i]);
        assert_int_equal(unlink(path), 0);
    }
    training.labels = folder[1];
    assert_false(othello_train(&training, &error));
    assert_non_null(strstr(error.text, "no .labels files"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(any_threads, fresh_folders, remove_folders),
        cmocka_unit_test_setup_teardown(goes_on, fresh_folders, remove_folders),
        cmocka_unit_test_setup_teardown(torn_blocks, fresh_folders, remove_folders),
        cmocka_unit_test_setup_teardown(impossible_labels, fresh_folders, remove_folders),
        cmocka_unit_test_setup_teardown(other_heads, fresh_folders, remove_folders),
        cmocka_unit_test_setup_teardown(other_parameters, fresh_folders, remove_folders),
        cmocka_unit_test_setup_teardown(true_values, fresh_folders, remove_folders),
        cmocka_unit_test(mixed_scores),
        cmocka_unit_test_setup_teardown(fit_from_labels, fresh_folders, remove_folders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
