/* What it costs to share work (lab/cluster.h), under mpirun: a line of JSON a measurement, from
   rank 0. docs/cluster.md has the figures and what follows from them.

     mpirun -n 2 build/release/bench/cluster/messages

   "pingpong" is there and back of a message of the wire, without a break; "share" a broadcast of
   so many bytes with its announcement; "empty" a piece of work without units, which is what each
   piece of work costs at least; "units" so many units that do nothing or take 250 microseconds, on
   one thread a rank. */
#define _GNU_SOURCE
#include "base/clock.h"
#include "lab/cluster.h"
#include "lab/cluster_wire.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double processor_seconds(void)
{
    struct timespec spent;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    return (double)spent.tv_sec + (double)spent.tv_nsec / 1e9;
}

/* The least of several runs, since other programs can only add to it: the mean time of `times`
   calls, and what this rank used of processors meanwhile. */
static void measure(const char *what, size_t size, int times, void (*once)(size_t size))
{
    enum { RUNS = 12 };
    double real = 1e18, processor = 1e18;
    for (int run = 0; run < RUNS; run++) {
        uint64_t started = clock_microseconds();
        double used = processor_seconds();
        for (int i = 0; i < times; i++)
            once(size);
        double spent = (double)(clock_microseconds() - started) / times;
        used = (processor_seconds() - used) * 1e6 / times;
        real = spent < real ? spent : real;
        processor = used < processor ? used : processor;
    }
    if (cluster_leads())
        printf("{\"what\":\"%s\",\"ranks\":%d,\"size\":%zu,\"microseconds\":%.2f,"
               "\"processor\":%.2f}\n",
               what, cluster_size(), size, real, processor);
}

static void send_and_wait(int rank, const char *data, size_t bytes)
{
    wire_send(rank, data, bytes);
    while (!wire_sent())
        continue;
}

static void await_message(void)
{
    size_t bytes;
    int rank;
    while (!wire_receive(&bytes, &rank))
        continue;
}

static char data[1 << 17];

static void pingpong(size_t bytes)
{
    if (cluster_leads()) {
        send_and_wait(1, data, bytes);
        await_message();
    } else if (cluster_rank() == 1) {
        await_message();
        send_and_wait(0, data, bytes);
    }
}

static void share(size_t bytes)
{
    cluster_share(data, bytes);
}

static double unit_microseconds; /* of processor time, so that other programs do not count */

static double thread_microseconds(void)
{
    struct timespec spent;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return (double)spent.tv_sec * 1e6 + (double)spent.tv_nsec / 1e3;
}

static size_t run(void *context, int worker, int unit, const atomic_bool *stop, void *result)
{
    double started = thread_microseconds();
    (void)context;
    (void)worker;
    (void)unit;
    (void)stop;
    while (thread_microseconds() - started < unit_microseconds)
        continue;
    memset(result, 0, 1);
    return 1;
}

static bool take(void *context, int unit, const void *result, size_t bytes)
{
    (void)context;
    (void)unit;
    (void)result;
    return bytes == 1;
}

static void units(size_t count)
{
    struct error error;
    struct cluster_work work = {.units = (int)count,
                                .threads = 1,
                                .result_bytes = 1,
                                .steady = true,
                                .run = run,
                                .take = take};
    cluster_work(&work, &error);
}

int main(void)
{
    struct error error;
    if (!cluster_begin(&error)) {
        fprintf(stderr, "%s\n", error.text);
        return 77;
    }
    if (cluster_size() > 1) {
        measure("pingpong", 16, 100, pingpong);
        measure("pingpong", 300, 100, pingpong);
        measure("pingpong", 60000, 20, pingpong);
        measure("share", 8, 20, share);
        measure("share", 110400, 20, share);
    }
    measure("empty", 0, 10, units);
    measure("units", 20000, 1, units);
    unit_microseconds = 250;
    measure("units of 250 us", 1000, 1, units);
    cluster_end("the measurement is over");
    return 0;
}
