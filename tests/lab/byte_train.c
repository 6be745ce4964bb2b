/* The training of Byte's weights: it learns, it does not depend on the number of threads, and the
   file of weights can be read back. */
#include "lab/byte/train.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct byte_training small_training(int threads)
{
    struct byte_training training;
    byte_training_default(&training, 8);
    training.games = 60;
    training.nodes = 60;
    training.epochs = 6;
    training.threads = threads;
    return training;
}

static void train(int threads, int64_t *weights, struct fitted *fit)
{
    struct byte_training training = small_training(threads);
    struct byte_samples samples = {0};
    struct error error = {.text = ""};
    byte_train_first(weights);
    if (!byte_train_play(&training, 1, weights, &samples, NULL, NULL, &error))
        fail_msg("%s", error.text);
    assert_true(samples.count > 300);
    /* Both results and both kinds of games are there. */
    size_t won = 0, held = 0;
    for (size_t i = 0; i < samples.count; i++) {
        won += samples.sample[i].half_points == 2;
        held += samples.sample[i].held_out;
    }
    assert_true(won > samples.count / 5 && won < samples.count * 4 / 5);
    assert_true(held > samples.count / 30 && held < samples.count / 4);
    /* From nothing, so that the loss of knowing nothing is where it begins. */
    memset(weights, 0, BYTE_FEATURES * sizeof *weights);
    if (!byte_train_fit(&training, &samples, weights, fit, &error))
        fail_msg("%s", error.text);
    byte_samples_free(&samples);
}

static void learns_the_same_on_any_threads(void **state)
{
    (void)state;
    static int64_t one[BYTE_FEATURES], two[BYTE_FEATURES];
    struct fitted fit_one, fit_two;
    train(1, one, &fit_one);
    train(2, two, &fit_two);
    assert_memory_equal(one, two, sizeof one);
    assert_true(fit_one.loss < 0.68); /* the logarithm of 2 is what ignorance costs */
    assert_true(fit_one.positions > 0);
}

static void files_come_back(void **state)
{
    (void)state;
    static int64_t weights[BYTE_FEATURES], read[BYTE_FEATURES];
    char path[] = "/tmp/potez-byte-weights-XXXXXX";
    struct error error = {.text = ""};
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    byte_train_first(weights);
    weights[5] = BYTE_WEIGHT(-1234, 77);
    assert_true(byte_weights_write(path, 8, weights, "potez train byte", &error));
    assert_true(byte_weights_read(path, read, &error));
    assert_memory_equal(weights, read, sizeof weights);
    FILE *cut = fopen(path, "w");
    assert_non_null(cut);
    fputs("const int64_t byte_weights_8[] = {\n    W(1, 2),\n};\n", cut);
    fclose(cut);
    assert_false(byte_weights_read(path, read, &error));
    assert_non_null(strstr(error.text, "found 1"));
    unlink(path);
    assert_false(byte_weights_read(path, read, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learns_the_same_on_any_threads),
        cmocka_unit_test(files_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
