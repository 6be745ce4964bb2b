/* Work without other ranks: every unit once, in any order that its needs allow, ended when it
   should be. What several ranks do is tested from outside: tests/ports/cluster.sh. */
#include "lab/cluster.h"
#include "lab/cluster_message.h"
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

/* A report of two results of four bytes, and what must not be believed of it. */
static void reports_of_others(void **state)
{
    (void)state;
    struct {
        struct cluster_report report;
        struct {
            struct cluster_parcel parcel;
            uint32_t result;
        } parts[2];
    } good = {{.serial = 5, .want = 1, .count = 2, .bytes = sizeof good},
              {{{.unit = 0, .bytes = 4}, 1}, {{.unit = 9, .bytes = 4}, 2}}},
      bad;
    assert_true(cluster_report_valid(&good, sizeof good, 10, 4));
    assert_true(cluster_message_is_of(&good, sizeof good, 5));
    assert_false(cluster_message_is_of(&good, sizeof good, 6));
    assert_false(cluster_message_is_of(&good, 3, 5));
    for (size_t cut = 0; cut < sizeof good; cut++) {
        bad = good;
        assert_false(cluster_report_valid(&bad, cut, 10, 4));
        bad.report.bytes = (uint32_t)cut; /* and says so */
        assert_false(cluster_report_valid(&bad, cut, 10, 4));
    }
    assert_false(cluster_report_valid(&good, sizeof good, 9, 4));  /* there is no unit 9 */
    assert_false(cluster_report_valid(&good, sizeof good, 10, 3)); /* results are shorter */
    for (int change = 0; change < 6; change++) {
        bad = good;
        *(change == 0   ? &bad.report.count
          : change == 1 ? &bad.report.want
          : change == 2 ? &bad.parts[1].parcel.unit
                        : (int32_t *)&bad.parts[change & 1].parcel.bytes) = change < 4 ? -1 : 3;
        assert_false(cluster_report_valid(&bad, sizeof bad, 10, 4));
    }
    bad = good;
    bad.report.count = 1; /* more bytes than results */
    assert_false(cluster_report_valid(&bad, sizeof bad, 10, 4));
}

static void grants_of_others(void **state)
{
    (void)state;
    struct cluster_grant grant = {.serial = 5, .count = 2, .unit = {3, 9}};
    assert_true(cluster_grant_valid(&grant, sizeof grant, 10));
    assert_false(cluster_grant_valid(&grant, sizeof grant - 1, 10));
    assert_false(cluster_grant_valid(&grant, sizeof grant, 9));
    grant.unit[0] = -1;
    assert_false(cluster_grant_valid(&grant, sizeof grant, 10));
    grant.unit[0] = 3;
    grant.count = 0;
    assert_false(cluster_grant_valid(&grant, sizeof grant, 10));
    grant.count = CLUSTER_GRANT_MAX + 1;
    assert_false(cluster_grant_valid(&grant, sizeof grant, 10));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_unit_is_done_once),
        cmocka_unit_test(nothing_to_do_is_done),
        cmocka_unit_test(who_takes_results_may_end_it),
        cmocka_unit_test(a_flag_stops_it),
        cmocka_unit_test(one_process_is_rank_0),
        cmocka_unit_test(reports_of_others),
        cmocka_unit_test(grants_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
