/* Many independent pieces of work for a pool of threads.

   pool_run does the pieces of a caller that has one process, pool_run_ranges very many small ones,
   pool_gather units whose results belong together: on a cluster (lab/cluster.h) every rank calls it
   with the same job and gets all results. Each piece is done once, in about the order of numbers; a
   call returns when all are done or the stop flag was raised. Work that depends on other work goes
   into the next call.

   A piece must not depend on the thread that does it, so that results are the same for any number
   of threads: random numbers of a piece come from random_split(seed, piece). With fewer threads
   than wanted the same work is done, only more slowly. */
#ifndef LAB_POOL_H
#define LAB_POOL_H

#include "base/error.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { POOL_MAX = 256 }; /* threads */

struct pool {
    int threads;
    const atomic_bool *stop; /* may be NULL */
    /* Called now and then from one of the threads; may be NULL. */
    void (*progress)(void *listener, size_t done, size_t count);
    void *listener;
};

/* Returns how many pieces were done. `worker` is 0 to threads-1. */
size_t pool_run(const struct pool *pool, size_t count,
                void (*work)(void *data, int worker, size_t piece), void *data);

/* For very many small pieces: `grain` of them at a time, first..last-1. */
void pool_run_ranges(int threads, uint64_t pieces, uint64_t grain,
                     void (*work)(void *context, uint64_t first, uint64_t last), void *context);

struct pool_job {
    int units;
    size_t result_bytes; /* of one unit's result */
    size_t workspace;    /* private memory of each thread, aligned to 64; may be 0 */
    void (*run)(const void *context, int unit, void *result, void *workspace);
    const void *context;
    const atomic_bool *stop; /* may be NULL */
};

/* `results` holds units * result_bytes. False when memory or threads run out, or when stopped: then
   some results are missing and the error is empty. */
bool pool_gather(const struct pool_job *job, int threads, void *results, struct error *error);

/* The threads below all of these, and below cluster_work. */
struct pool_threads {
    pthread_t thread[POOL_MAX];
    int started;
};

/* One thread for each of `count` workers of `size` bytes (0: all are the same one), up to POOL_MAX
   or as many as the system gives. */
void pool_start(struct pool_threads *threads, void *(*live)(void *worker), void *workers,
                size_t size, int count);
void pool_join(struct pool_threads *threads);

#endif
