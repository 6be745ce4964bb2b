/* Work without other ranks: every unit once, in any order that its needs allow, ended when it
   should be. What several ranks do is tested from outside: tests/ports/cluster.sh. */
#include "lab/cluster.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { UNITS = 1000 };

struct job {
    int taken[UNITS];
    int sum, enough; /* take says no when `enough` are there */
    int begun, finished;
    atomic_bool stop;
    int stop_at;
};

static size_t square(void *context, int worker, int unit, const atomic_bool *stop, void *result)
{
    struct job *job = context;
    int64_t answer = (int64_t)unit * unit;
    assert_true(worker >= 0 && worker < 4);
    assert_non_null(stop);
    if (job->stop_at && unit == job->stop_at)
        atomic_store(&job->stop, true);
    memcpy(result, &answer, sizeof answer);
    return sizeof answer;
}

static bool take(void *context, int unit, const void *result, size_t bytes)
{
    struct job *job = context;
    int64_t answer;
    assert_int_equal(bytes, sizeof answer);
    memcpy(&answer, result, sizeof answer);
    assert_int_equal(answer, (int64_t)unit * unit);
    job->taken[unit]++;
    job->finished++;
    return ++job->sum != job->enough;
}

/* A unit may begin when the one of half its number is back. */
static int next(void *context)
{
    struct job *job = context;
    if (job->begun == UNITS)
        return CLUSTER_NONE;
    if (job->begun > 0 && !job->taken[job->begun / 2])
        return CLUSTER_LATER;
    return job->begun++;
}

static struct cluster_work work_of(struct job *job, int threads)
{
    return (struct cluster_work){.units = UNITS,
                                 .threads = threads,
                                 .result_bytes = sizeof(int64_t),
                                 .run = square,
                                 .take = take,
                                 .context = job,
                                 .stop = &job->stop};
}

static void every_unit_is_done_once(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        struct job job = {0};
        struct error error;
        struct cluster_work work = work_of(&job, threads);
        if (threads % 2)
            work.next = next;
        assert_true(cluster_work(&work, &error));
        for (int i = 0; i < UNITS; i++)
            assert_int_equal(job.taken[i], 1);
    }
}

static void nothing_to_do_is_done(void **state)
{
    (void)state;
    struct job job = {0};
    struct error error;
    struct cluster_work work = work_of(&job, 2);
    work.units = 0;
    assert_true(cluster_work(&work, &error));
    job.begun = UNITS;
    work.next = next;
    work.units = UNITS;
    assert_true(cluster_work(&work, &error));
    assert_int_equal(job.finished, 0);
}

static void who_takes_results_may_end_it(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        struct job job = {.enough = 100};
        struct error error;
        struct cluster_work work = work_of(&job, threads);
        assert_false(cluster_work(&work, &error));
        assert_string_equal(error.text, "");
        assert_int_equal(job.finished, 100);
    }
}

static void a_flag_stops_it(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        struct job job = {.stop_at = 50};
        struct error error;
        struct cluster_work work = work_of(&job, threads);
        assert_false(cluster_work(&work, &error));
        assert_true(job.finished < 60);
        assert_int_equal(job.taken[50], 0); /* came after the flag */
    }
}

static void one_process_is_rank_0(void **state)
{
    (void)state;
    int rank = 7, value = 3;
    assert_int_equal(cluster_rank(), 0);
    assert_int_equal(cluster_size(), 1);
    assert_true(cluster_leads());
    assert_true(cluster_share(&value, sizeof value));
    assert_int_equal(value, 3);
    assert_true(cluster_cores() >= 1);
    assert_true(cluster_launched(&rank) >= 1);
    cluster_end("there was nothing to end");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_unit_is_done_once),      cmocka_unit_test(nothing_to_do_is_done),
        cmocka_unit_test(who_takes_results_may_end_it), cmocka_unit_test(a_flag_stops_it),
        cmocka_unit_test(one_process_is_rank_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
