/* Units of work for all ranks: who gets which unit when, and how results come home.

   Rank 0 has the list of units and gives them out on request; the others ask, work and report.
   Three things decide whether many ranks are worth having. Nobody may wait for an answer: short
   units are asked for before the last one is begun (want), long ones one by one. All should be done
   at the same time: portions shrink with what is left (portion, guided self-scheduling
   [polychronopoulos87]), so that at the end nobody sits on a heap of units. And rank 0 must keep
   up: a report carries all results of the last milliseconds and the request for more, and a portion
   is never so small that answering everybody would take longer than the work. How long a unit takes
   is measured as it goes.

   The messages:

       a rank to rank 0     struct cluster_report: how many units it wants, and results,
                            each with a struct cluster_parcel before it
       rank 0 to a rank     struct cluster_grant: units
       rank 0 to all        struct ending

   Reports and grants carry the number of the work they belong to; those of work that ended early
   arrive late and are dropped. The thread that called cluster_work communicates, the others work,
   and both sides share one lock; it is never held during a unit. MPI has no way to wait for a
   message or a condition variable, whichever comes first, so the communicating thread polls, with
   pauses that grow while nothing happens (rest_for_a_while). */
#define _GNU_SOURCE
#include "base/clock.h"
#include "lab/cluster_message.h"
#include "lab/cluster_state.h"
#include "lab/pool.h"
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    REPORT_ROOM = 1 << 16, /* bytes */
    LONG = 20000,          /* microseconds; units that take longer go out one by one */
    SHORT_OF_WORK = 2000,  /* microseconds of work left: time to ask for more */
    EXCHANGE = 5,          /* microseconds that rank 0 needs for a report and a grant */
    REPORT_AFTER = 5000,   /* microseconds; results do not wait longer than this */
    SPIN = 1000,           /* microseconds that a rank with nothing to do polls without a break */
    NAP = 100,             /* microseconds between polls while others work, doubled up to */
    NAP_MOST = 1000,
};

struct ending {
    uint32_t serial, complete;
};

/* -------- the threads of a rank -------- */

struct farm {
    const struct cluster_work *work;
    pthread_mutex_t lock;
    pthread_cond_t units; /* there may be units to begin or room for results */
    pthread_cond_t word;  /* there is something to send before the next poll */
    atomic_bool stop;
    bool over;  /* nothing more is to be begun */
    int idle;   /* threads that wait for units */
    int active; /* threads inside a unit */
    /* rank 0 */
    int handed, outstanding; /* units given out; those not back yet */
    bool exhausted, ended;   /* nothing is left to be given out; ended before that */
    int32_t *wanting;        /* by rank: units it has asked for and not yet got */
    int waiting;             /* ranks that have */
    /* the others */
    int32_t queue[2 * CLUSTER_GRANT_MAX];
    int queued;
    char *reports; /* to be sent; begins with a struct cluster_report */
    size_t used, room;
    int count;
    uint64_t busy; /* microseconds in units, all threads together */
    int done;
};

/* How long units took in the last work of a kind; the next of the kind will be like it. Of a
   cluster alone, where one work follows another: in one process several may go on at once. */
static struct {
    size_t (*run)(void *context, int worker, int unit, const atomic_bool *stop, void *result);
    double mean;
} lately;

struct farm_worker {
    struct farm *farm;
    int worker;
    void *result;
};

static bool complete(const struct farm *farm)
{
    return farm->exhausted && farm->outstanding == 0;
}

static bool halted(const struct farm *farm)
{
    return farm->over || farm->ended ||
           (farm->work->stop && cluster.rank == 0 && atomic_load(farm->work->stop));
}

/* Microseconds that a unit takes. */
static double unit_mean(const struct farm *farm)
{
    if (farm->done)
        return (double)farm->busy / farm->done + 0.01;
    return farm->work->steady && lately.run == farm->work->run ? lately.mean : LONG;
}

/* The next unit on rank 0, or CLUSTER_LATER, CLUSTER_NONE. */
static int choose(struct farm *farm)
{
    const struct cluster_work *work = farm->work;
    int unit = CLUSTER_NONE;
    if (!farm->exhausted && !halted(farm)) {
        unit = work->next ? work->next(work->context)
                          : (farm->handed < work->units ? farm->handed : CLUSTER_NONE);
        if (unit == CLUSTER_NONE || (unit == CLUSTER_LATER && farm->outstanding == 0))
            farm->exhausted = true;
    }
    if (unit >= 0) {
        farm->handed++;
        farm->outstanding++;
    }
    return unit;
}

static void settle(struct farm *farm, int unit, const void *result, size_t bytes)
{
    farm->outstanding--;
    if (!halted(farm) && !farm->work->take(farm->work->context, unit, result, bytes)) {
        farm->ended = true;
        atomic_store(&farm->stop, true);
    }
    if (farm->idle)
        pthread_cond_broadcast(&farm->units);
    if (farm->ended || farm->waiting || complete(farm))
        pthread_cond_signal(&farm->word);
}

static void put_off(struct farm *farm, int unit, const void *result, size_t bytes)
{
    struct cluster_parcel parcel = {unit, (uint32_t)bytes};
    size_t size = sizeof parcel + bytes;
    while (farm->used + size > farm->room && !farm->over) {
        pthread_cond_signal(&farm->word);
        pthread_cond_wait(&farm->units, &farm->lock);
    }
    if (farm->over)
        return;
    memcpy(farm->reports + farm->used, &parcel, sizeof parcel);
    memcpy(farm->reports + farm->used + sizeof parcel, result, bytes);
    farm->used += size;
    farm->count++;
}

/* A unit of those granted to this rank, CLUSTER_LATER while there is none. */
static int unqueue(struct farm *farm)
{
    if (farm->queued == 0)
        return CLUSTER_LATER;
    int unit = farm->queue[0];
    farm->queued--;
    memmove(farm->queue, farm->queue + 1, (size_t)farm->queued * sizeof farm->queue[0]);
    return unit;
}

/* Waits for a unit; negative when there are none left. */
static int claim(struct farm *farm)
{
    for (;;) {
        if (halted(farm))
            return CLUSTER_NONE;
        int unit = cluster.rank == 0 ? choose(farm) : unqueue(farm);
        if (unit >= 0)
            return unit;
        pthread_cond_signal(&farm->word);
        if (farm->exhausted) {
            pthread_cond_broadcast(&farm->units);
            return CLUSTER_NONE;
        }
        farm->idle++;
        pthread_cond_wait(&farm->units, &farm->lock);
        farm->idle--;
    }
}

static void *farm_live(void *argument)
{
    struct farm_worker *self = argument;
    struct farm *farm = self->farm;
    const struct cluster_work *work = farm->work;
    pthread_mutex_lock(&farm->lock);
    for (int unit; (unit = claim(farm)) >= 0;) {
        farm->active++;
        pthread_mutex_unlock(&farm->lock);
        uint64_t started = clock_microseconds();
        size_t bytes = work->run(work->context, self->worker, unit, &farm->stop, self->result);
        uint64_t spent = clock_microseconds() - started;
        pthread_mutex_lock(&farm->lock);
        farm->active--;
        farm->busy += spent;
        farm->done++;
        if (cluster.rank == 0)
            settle(farm, unit, self->result, bytes);
        else
            put_off(farm, unit, self->result, bytes);
    }
    pthread_mutex_unlock(&farm->lock);
    return NULL;
}

struct farm_pool {
    struct farm_worker workers[POOL_MAX];
    struct pool_threads threads;
    int count;
    char *results;
};

static bool farm_pool_open(struct farm_pool *pool, struct farm *farm)
{
    const struct cluster_work *work = farm->work;
    int wanted = work->threads < 1 ? 1 : work->threads < POOL_MAX ? work->threads : POOL_MAX;
    size_t bytes = (work->result_bytes + 63) / 64 * 64 + 64;
    pool->count = wanted < work->units || work->units < 1 ? wanted : work->units;
    pool->results = aligned_alloc(64, (size_t)pool->count * bytes);
    for (int i = 0; pool->results && i < pool->count; i++)
        pool->workers[i] = (struct farm_worker){farm, i, pool->results + (size_t)i * bytes};
    return pool->results;
}

/* Threads for the workers from number `first` on. */
static void start_from(struct farm_pool *pool, int first)
{
    pool_start(&pool->threads, farm_live, pool->workers + first, sizeof pool->workers[0],
               pool->count - first);
}

/* With the lock held: waits for something to send, but not for long, since messages arrive without
   a signal. While nobody works there is a processor free to poll all the time. */
struct rest {
    int pause;
    uint64_t since; /* something happened */
};

static void rest_reset(struct rest *rest)
{
    *rest = (struct rest){NAP, clock_microseconds()};
}

static void rest_for_a_while(struct rest *rest, struct farm *farm)
{
    struct timespec until;
    if (farm->active == 0 && clock_microseconds() - rest->since < SPIN) {
        pthread_mutex_unlock(&farm->lock);
        sched_yield();
        pthread_mutex_lock(&farm->lock);
        return;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += rest->pause * 1000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_nsec -= 1000000000L;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&farm->word, &farm->lock, &until);
    rest->pause = rest->pause * 2 < NAP_MOST ? rest->pause * 2 : NAP_MOST;
}

static void finish(struct farm *farm, bool early)
{
    farm->over = true;
    if (early)
        atomic_store(&farm->stop, true);
    pthread_cond_broadcast(&farm->units);
    pthread_mutex_unlock(&farm->lock);
}

/* -------- rank 0 -------- */

/* The units of a grant: larger portions while much is left, single ones at the end, so that all are
   done together; but not so small that rank 0 has no time to answer everybody, nor more than a fair
   share. */
static int portion(const struct farm *farm)
{
    int threads = cluster.size * farm->work->threads;
    int fair = (farm->work->units - farm->handed) / (2 * threads);
    double least = threads * EXCHANGE / unit_mean(farm);
    int share = farm->work->units / threads + 1;
    int floor = least < share ? (int)least + 1 : share;
    int size = fair > floor ? fair : floor;
    return size < CLUSTER_GRANT_MAX ? size : CLUSTER_GRANT_MAX;
}

/* A rank that nothing can be given to is remembered in `wanting`; it is answered when units that
   others are working on have made more of them possible, or by the end of the work. */
static void grant_units(struct farm *farm, int rank, int want)
{
    struct cluster_grant grant = {.serial = cluster.serial};
    int most = portion(farm);
    farm->waiting -= farm->wanting[rank] > 0;
    farm->wanting[rank] = 0;
    while (grant.count < want && grant.count < most) {
        int unit = choose(farm);
        if (unit < 0)
            break;
        grant.unit[grant.count++] = unit;
    }
    if (grant.count == 0) {
        farm->wanting[rank] = want;
        farm->waiting++;
        return;
    }
    wire_send(rank, &grant, sizeof grant);
    while (!wire_sent())
        sched_yield();
}

static void read_report(struct farm *farm, int rank, const char *message, size_t bytes)
{
    struct cluster_report report;
    if (!cluster_message_is_of(message, bytes, cluster.serial))
        return;
    if (!cluster_report_valid(message, bytes, farm->work->units, farm->work->result_bytes))
        wire_abort("a rank has sent a report that makes no sense");
    memcpy(&report, message, sizeof report);
    size_t at = sizeof report;
    for (int i = 0; i < report.count; i++) {
        const void *result;
        struct cluster_parcel parcel = cluster_parcel_next(message, &at, &result);
        settle(farm, parcel.unit, result, parcel.bytes);
    }
    if (report.want > 0)
        grant_units(farm, rank, report.want);
}

/* For units that had to wait for others. */
static void grant_again(struct farm *farm)
{
    for (int rank = 1; rank < cluster.size && !farm->exhausted; rank++)
        if (farm->wanting[rank])
            grant_units(farm, rank, farm->wanting[rank]);
}

static void lead(struct farm *farm)
{
    struct rest rest;
    rest_reset(&rest);
    pthread_mutex_lock(&farm->lock);
    while (!halted(farm) && !complete(farm)) {
        size_t bytes;
        int rank;
        const void *message = wire_receive(&bytes, &rank);
        if (message) {
            read_report(farm, rank, message, bytes);
            rest_reset(&rest);
        } else {
            rest_for_a_while(&rest, farm);
        }
        if (farm->waiting)
            grant_again(farm);
    }
    finish(farm, !complete(farm));
}

/* -------- the other ranks -------- */

/* How many units to ask for now. Short ones are asked for before the last is begun, so that
   nobody waits for an answer; long ones only when there is a thread for them. */
static int want(const struct farm *farm, int threads)
{
    double mean = unit_mean(farm);
    if (mean >= LONG)
        return farm->idle > farm->queued ? farm->idle - farm->queued : 0;
    double low = threads * (1 + SHORT_OF_WORK / mean), many = threads * LONG / mean;
    if (farm->queued >= (low < CLUSTER_GRANT_MAX ? (int)low : CLUSTER_GRANT_MAX))
        return 0;
    return many > CLUSTER_GRANT_MAX ? CLUSTER_GRANT_MAX : many < threads ? threads : (int)many;
}

static bool take_grant(struct farm *farm)
{
    size_t bytes;
    int rank;
    struct cluster_grant grant;
    const void *message = wire_receive(&bytes, &rank);
    if (!message)
        return false;
    if (!cluster_message_is_of(message, bytes, cluster.serial))
        return false;
    if (!cluster_grant_valid(message, bytes, farm->work->units))
        wire_abort("rank 0 has sent a grant that makes no sense");
    memcpy(&grant, message, sizeof grant);
    for (int i = 0; i < grant.count && farm->queued < 2 * CLUSTER_GRANT_MAX; i++)
        farm->queue[farm->queued++] = grant.unit[i];
    pthread_cond_broadcast(&farm->units);
    return true;
}

/* Sends what is waiting once the previous message has gone; the buffers swap. */
static void send_report(struct farm *farm, int wanted)
{
    struct cluster_report report = {cluster.serial, wanted, farm->count, (uint32_t)farm->used};
    char *empty = cluster.sending;
    if (cluster.sending_room != farm->room) { /* from work with results of another size */
        free(empty);
        empty = malloc(farm->room);
        cluster.sending_room = farm->room;
    }
    cluster.sending = farm->reports;
    farm->reports = empty;
    if (!empty)
        wire_abort("out of memory for reports");
    memcpy(cluster.sending, &report, sizeof report);
    wire_send(0, cluster.sending, farm->used);
    farm->used = sizeof report;
    farm->count = 0;
    pthread_cond_broadcast(&farm->units);
}

/* A rank's talk with rank 0. There is at most one request under way (`asked`), so requests cannot
   pile up. Results are sent when there is a request to send anyway, when all threads are idle, when
   the buffer is half full, or after a few milliseconds: each message costs rank 0 the same, however
   much is in it. */
static bool follow(struct farm *farm, int threads)
{
    struct ending ending;
    struct rest rest;
    bool asked = false;
    uint64_t reported = clock_microseconds();
    wire_await(&ending, sizeof ending);
    rest_reset(&rest);
    pthread_mutex_lock(&farm->lock);
    while (!wire_came()) {
        bool granted = take_grant(farm);
        asked = asked && !granted;
        int wanted = asked ? 0 : want(farm, threads);
        bool due = farm->count && (farm->active == 0 || farm->used > farm->room / 2 ||
                                   clock_microseconds() - reported > REPORT_AFTER);
        bool speak = (wanted || due) && wire_sent();
        if (speak) {
            send_report(farm, wanted);
            asked = asked || wanted;
            reported = clock_microseconds();
        }
        if (granted || speak)
            rest_reset(&rest);
        else
            rest_for_a_while(&rest, farm);
    }
    finish(farm, !ending.complete);
    return ending.complete;
}

/* -------- all of them -------- */

static bool work_alone(struct farm *farm, struct farm_pool *pool)
{
    start_from(pool, 1);
    farm_live(&pool->workers[0]);
    pool_join(&pool->threads);
    return complete(farm) && !farm->ended;
}

static bool work_together(struct farm *farm, struct farm_pool *pool)
{
    start_from(pool, 0);
    if (pool->threads.started == 0)
        wire_abort("no threads to work with");
    bool done;
    if (cluster.rank == 0) {
        lead(farm);
        done = complete(farm) && !farm->ended;
        struct ending ending = {cluster.serial, done};
        wire_broadcast(&ending, sizeof ending);
    } else {
        done = follow(farm, pool->threads.started);
    }
    pool_join(&pool->threads);
    return done;
}

bool cluster_work(const struct cluster_work *work, struct error *error)
{
    error_set(error, "%s", "");
    bool together = cluster.size > 1;
    if (together && !cluster_call(CALL_WORK, work->result_bytes, work->units))
        return false;
    struct farm farm = {.work = work, .used = sizeof(struct cluster_report)};
    struct farm_pool *pool = calloc(1, sizeof *pool);
    size_t room =
        sizeof(struct cluster_report) + sizeof(struct cluster_parcel) + work->result_bytes;
    farm.room = room > REPORT_ROOM ? room : REPORT_ROOM;
    if (together && cluster.rank > 0)
        farm.reports = malloc(farm.room);
    farm.wanting = calloc((size_t)cluster.size, sizeof farm.wanting[0]);
    bool good = pool && farm.wanting && farm_pool_open(pool, &farm) &&
                (farm.reports || !together || cluster.rank == 0);
    if (!good && together)
        wire_abort("out of memory");
    pthread_mutex_init(&farm.lock, NULL);
    pthread_cond_init(&farm.units, NULL);
    pthread_cond_init(&farm.word, NULL);
    if (!good)
        error_machine(error, "out of memory for %d units of work", work->units);
    else
        good = together ? work_together(&farm, pool) : work_alone(&farm, pool);
    if (together) {
        lately.mean = unit_mean(&farm);
        lately.run = work->run;
    }
    pthread_cond_destroy(&farm.word);
    pthread_cond_destroy(&farm.units);
    pthread_mutex_destroy(&farm.lock);
    if (pool)
        free(pool->results);
    free(pool);
    free(farm.reports);
    free(farm.wanting);
    return good;
}
