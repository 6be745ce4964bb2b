/* Fitting mill's patterns: self-play that does not depend on the number of threads, results that
   agree with the databases, and a fit that learns. */
#include "lab/mill/train.h"
#include "minds/mill/small.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void play(int threads, int plays, struct mill_samples *samples)
{
    struct mill_training training;
    struct error error = {.text = ""};
    mill_training_default(&training);
    training.games = plays;
    training.nodes = 60;
    training.threads = threads;
    training.database = mill_small_database();
    if (!mill_train_play(&training, 1, samples, &error))
        fail_msg("%s", error.text);
}

static void same_games(void **state)
{
    (void)state;
    struct mill_samples one = {0}, two = {0};
    play(1, 12, &one);
    play(2, 12, &two);
    assert_int_equal(one.count, two.count);
    assert_memory_equal(one.sample, two.sample, one.count * sizeof *one.sample);
    mill_samples_free(&one);
    mill_samples_free(&two);
}

static void exact_results(void **state)
{
    (void)state;
    struct mill_samples samples = {0};
    struct mill_rules rules = {.variant = MILL_NINE, .flying = true, .draws = true};
    play(2, 40, &samples);
    size_t exact = 0;
    for (size_t i = 0; i < samples.count; i++) {
        const struct mill_sample *sample = &samples.sample[i];
        struct mill_fact fact;
        bool known = mill_database_probe(mill_small_database(), &sample->board, rules, &fact);
        assert_int_equal(known, sample->exact);
        assert_true(!known || sample->half_points == 1 + fact.outcome);
        exact += known;
    }
    assert_true(exact > 20);
    mill_samples_free(&samples);
}

static void fit_learns(void **state)
{
    (void)state;
    static struct mill_patterns_packed first, again;
    struct mill_samples samples = {0};
    struct mill_training training;
    struct fitted fit;
    struct error error;
    play(2, 60, &samples);
    mill_training_default(&training);
    training.epochs = 4;
    assert_true(mill_train_fit(&training, &samples, &first, &fit, &error));
    assert_int_equal(fit.positions, samples.count);
    assert_true(fit.loss < 0.69); /* log 2: that of knowing nothing */
    assert_true(mill_train_fit(&training, &samples, &again, &fit, &error));
    assert_memory_equal(&first, &again, sizeof first);
    mill_samples_free(&samples);
}

static void count_up(void *listener, int played)
{
    int *last = listener;
    assert_int_equal(played, *last + 1);
    *last = played;
}

static void games_are_counted(void **state)
{
    (void)state;
    struct mill_samples samples = {0};
    struct mill_training training;
    struct error error;
    int last = 0;
    mill_training_default(&training);
    training.games = 10;
    training.nodes = 60;
    training.threads = 2;
    training.database = mill_small_database();
    training.played = count_up;
    training.listener = &last;
    assert_true(mill_train_play(&training, 1, &samples, &error));
    assert_int_equal(last, 10);
    mill_samples_free(&samples);
}

/* The byte of the file at `at` becomes `value`. */
static void change(const char *path, long at, int value)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    fputc(value, file);
    fclose(file);
}

static void samples_kept(void **state)
{
    (void)state;
    char path[] = "/tmp/potez-samples-XXXXXX";
    struct mill_samples samples = {0}, back = {0};
    struct error error;
    close(mkstemp(path));
    play(1, 3, &samples);
    assert_true(mill_samples_write(path, &samples, 0, &error));
    assert_true(mill_samples_read(path, &back, &error));
    assert_int_equal(back.count, samples.count);
    assert_memory_equal(back.sample, samples.sample, back.count * sizeof *back.sample);
    change(path, 100, 3); /* within the samples */
    assert_false(mill_samples_read(path, &back, &error));
    assert_non_null(strstr(error.text, "was changed"));
    samples.sample[samples.count - 1].half_points = 3; /* no game comes to it */
    assert_true(mill_samples_write(path, &samples, 0, &error));
    assert_false(mill_samples_read(path, &back, &error));
    assert_non_null(strstr(error.text, "is not one of mill's"));
    assert_int_equal(back.count, samples.count); /* none of the file was kept */
    change(path, 0, 'P');
    assert_false(mill_samples_read(path, &back, &error));
    assert_non_null(strstr(error.text, "expected a file that begins with"));
    remove(path);
    mill_samples_free(&samples);
    mill_samples_free(&back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_games),   cmocka_unit_test(exact_results),
        cmocka_unit_test(fit_learns),   cmocka_unit_test(games_are_counted),
        cmocka_unit_test(samples_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
