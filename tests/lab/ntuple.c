/* Training n-tuple networks: a step of learning worked out by hand, the targets of a game, progress
   against random play, the same result on any threads and after an interruption. */
#include "lab/othello/ntuple_train.h"

#include "lab/othello/ntuple_checkpoint.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void open_trainee(struct ntuple_trainee *trainee, const char *tuples, int stages)
{
    static struct othello_ntuple_shape shape;
    struct error error = {.text = ""};
    shape.stages = stages;
    if (!othello_ntuple_tuples_read(tuples, strlen(tuples), &shape, &error) ||
        !othello_ntuple_prepare(&shape, &error) || !ntuple_open(trainee, &shape, &error))
        fail_msg("%s", error.text);
}

/* One tuple, a1b1, in eight places. On a1 stands an own disc, everything else is empty: of the
   places a1b1 and a1a2 have an own disc on the corner (index 1 + 1 * 3 + ... = digits 2, 1), the
   six others are empty (digits 1, 1). The error of 0.5 moves each weight by rate / 8 times its sum,
   the empty one by four meetings of the mean. */
static void a_step_by_hand(void **state)
{
    struct ntuple_trainee trainee;
    (void)state;
    open_trainee(&trainee, "a1b1", 1);
    assert_int_equal(trainee.shape->placements, 8);
    struct ntuple_step *step = ntuple_step_open(&trainee, NULL);
    const struct ntuple_sample sample = {
        .own = bit(0), .other = 0, .value = 0.25f, .target = 0.75f};
    ntuple_step_apply(step, &trainee, 0.8, &sample, 1);
    for (int i = 0; i < 9; i++) {
        float wanted = i == 5 ? 2 * 0.1f * 0.5f : i == 4 ? 4 * 0.1f * 0.5f : 0;
        assert_true(fabsf(trainee.weights[i] - wanted) < 1e-6f);
    }
    /* Now the same board is worth 2 * 0.1 + 6 * 0.2; seen by the other side none of the corner. */
    struct othello_ntuple_indices indices;
    othello_ntuple_look(trainee.shape, bit(0), 0, &indices);
    assert_true(fabsf(othello_ntuple_sum(trainee.shape, trainee.weights, &indices) - 1.4f) < 1e-5f);
    othello_ntuple_look(trainee.shape, 0, bit(0), &indices);
    assert_true(fabsf(othello_ntuple_sum(trainee.shape, trainee.weights, &indices) - 1.2f) < 1e-5f);
    ntuple_step_close(step);
    ntuple_close(&trainee);
}

/* Images of a tuple onto itself stay one weight: c1d1e1f1 read from either end. */
static void images_stay_equal(void **state)
{
    struct ntuple_trainee trainee;
    (void)state;
    open_trainee(&trainee, "c1d1e1f1", 1);
    struct ntuple_step *step = ntuple_step_open(&trainee, NULL);
    const struct ntuple_sample sample = {.own = bit(2), .other = bit(3), .target = 1};
    ntuple_step_apply(step, &trainee, 1, &sample, 1);
    int changed = 0;
    for (int i = 0; i < 81; i++) {
        int mirror = i % 3 * 27 + i / 3 % 3 * 9 + i / 9 % 3 * 3 + i / 27;
        assert_true(trainee.weights[i] == trainee.weights[mirror]);
        changed += trainee.weights[i] != 0;
    }
    assert_int_equal(changed, 3); /* the edge with the discs, both ways, and the empty edges */
    ntuple_step_close(step);
    ntuple_close(&trainee);
}

/* Targets: the result at the end, before it the mixture of the next value and the next target. */
static void targets_follow_the_game(void **state)
{
    struct ntuple_trainee trainee;
    struct ntuple_rules rules = {.random = 10};
    struct random random;
    (void)state;
    open_trainee(&trainee, "all-2", 1);
    random_seed(&random, 5);
    for (int i = 0; i < trainee.shape->weights; i++)
        trainee.weights[i] = 0.01f * (float)(random_unit(&random) - 0.5);
    ntuple_mirror(&trainee);
    for (int game = 0; game < 40; game++) {
        struct ntuple_sample samples[NTUPLE_SAMPLES];
        int count, half = ntuple_game(&trainee, &rules, OTHELLO_SWH, game % 2, 0.25, &random,
                                      samples, &count);
        assert_in_range(count, 4, 32);
        assert_true(samples[count - 1].target == (float)(half - 1));
        for (int i = 0; i < count; i++) {
            assert_int_equal(samples[i].own & samples[i].other, 0);
            assert_true(fabsf(samples[i].value) <= 1);
            if (i + 1 < count)
                assert_true(fabs(samples[i].target - (0.75 * samples[i + 1].value +
                                                      0.25 * samples[i + 1].target)) < 1e-6);
        }
    }
    ntuple_close(&trainee);
}

/* -------- whole trainings -------- */

static char folder[64];

static struct ntuple_training small_training(enum ntuple_method method, int threads)
{
    struct ntuple_training training = ntuple_training_usual(method);
    strcpy(training.tuples, method == NTUPLE_TD ? "lines" : "all-1");
    training.generations = 3;
    training.games = method == NTUPLE_TD ? 1000 : 20;
    training.test_games = 100;
    training.seed = 11;
    training.threads = threads;
    training.folder = folder;
    return training;
}

static void clear_folder(void)
{
    static const char *const names[] = {"checkpoint", "ntuple.bin"};
    char path[100];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
}

/* Stops the training before the checkpoint of a generation is written, as a killed process would:
   that generation is then done again. */
static bool stop_after(void *listener, const struct ntuple_training *training, struct error *error)
{
    if (training->row_count < *(int *)listener)
        return true;
    return error_set(error, "enough");
}

static size_t weights_of(struct ntuple_training *training, float *weights)
{
    size_t count = (size_t)training->trainee.shape->weights;
    memcpy(weights, training->trainee.weights, count * sizeof *weights);
    return count;
}

static void same_end(enum ntuple_method method)
{
    static float one[OTHELLO_NTUPLE_WEIGHTS], two[OTHELLO_NTUPLE_WEIGHTS];
    struct error error = {.text = ""};
    struct ntuple_training whole = small_training(method, 1);
    clear_folder();
    if (!ntuple_train_begin(&whole, &error) || !ntuple_train_go(&whole, &error))
        fail_msg("%s", error.text);
    size_t count = weights_of(&whole, one);
    double share = whole.rows[2].swh;
    ntuple_train_close(&whole);
    if (method == NTUPLE_TD)
        assert_true(share > 0.3); /* weights of zero have 0.17 */

    for (int stop = 2; stop <= 3; stop++) {
        clear_folder();
        struct ntuple_training half = small_training(method, 2);
        half.finished = stop_after;
        half.listener = &stop;
        assert_true(ntuple_train_begin(&half, &error));
        assert_false(ntuple_train_go(&half, &error));
        ntuple_train_close(&half);
        struct ntuple_training again = small_training(method, 2);
        assert_false(ntuple_train_begin(&again, &error)); /* there is one */
        ntuple_train_close(&again);
        struct ntuple_training rest = {.folder = folder, .threads = 2};
        if (!ntuple_train_resume(&rest, &error) || !ntuple_train_go(&rest, &error))
            fail_msg("%s", error.text);
        assert_int_equal(weights_of(&rest, two), count);
        assert_memory_equal(one, two, count * sizeof *one);
        assert_true(rest.rows[2].swh == share);
        ntuple_train_close(&rest);
    }
}

static void differences_end_the_same(void **state)
{
    (void)state;
    same_end(NTUPLE_TD);
}

static void evolution_ends_the_same(void **state)
{
    (void)state;
    same_end(NTUPLE_CMA);
}

static void damaged_checkpoints_are_refused(void **state)
{
    char path[100], *bytes = malloc(1 << 22);
    struct error error = {.text = ""};
    (void)state;
    snprintf(path, sizeof path, "%s/checkpoint", folder);
    FILE *file = fopen(path, "rb");
    size_t length = fread(bytes, 1, 1 << 22, file);
    fclose(file);
    for (size_t cut = 0; cut <= length; cut += cut < 40 ? 1 : length / 13 + 1) {
        file = fopen(path, "wb");
        if (cut)
            bytes[cut - 1] ^= 4;
        fwrite(bytes, 1, cut % 2 && cut > 1 ? length : cut, file);
        fclose(file);
        if (cut)
            bytes[cut - 1] ^= 4;
        struct ntuple_training training = {.folder = folder, .threads = 1};
        error.text[0] = 0;
        assert_false(ntuple_train_resume(&training, &error));
        assert_true(error.text[0]);
        ntuple_train_close(&training);
    }
    free(bytes);
}

static void opponents_are_read(void **state)
{
    static const char *const bad[] = {"", "nobody", "swh:", "swh:0", "self:2,", "swh:x", ",swh"};
    struct ntuple_rules rules;
    struct error error = {.text = ""};
    (void)state;
    assert_true(ntuple_opponents_read("swh:6,self", &rules, &error));
    assert_int_equal(rules.share[OTHELLO_SWH], 6);
    assert_int_equal(rules.share[NTUPLE_SELF], 1);
    assert_int_equal(rules.share[OTHELLO_NN2], 0);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (strcmp(bad[i], "self:2,") != 0) /* a comma at the end does no harm */
            assert_false(ntuple_opponents_read(bad[i], &rules, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_by_hand),
        cmocka_unit_test(images_stay_equal),
        cmocka_unit_test(targets_follow_the_game),
        cmocka_unit_test(opponents_are_read),
        cmocka_unit_test(differences_end_the_same),
        cmocka_unit_test(evolution_ends_the_same),
        cmocka_unit_test(damaged_checkpoints_are_refused),
    };
    strcpy(folder, "/tmp/potez-ntuple-XXXXXX");
    if (!mkdtemp(folder))
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    clear_folder();
    rmdir(folder);
    return failed;
}
