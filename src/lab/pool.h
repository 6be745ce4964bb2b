/* Many pieces of work for a few threads.

   pool_run calls `work` for the pieces 0 to count-1, each once, in about this order; it returns
   when all are done or `stop` was raised. A piece must not depend on the thread that does it, so
   that results are the same for any number of threads: random numbers of a piece come from
   random_split(seed, piece). Work that depends on other work goes into the next call. With fewer
   threads than wanted the same work is done, only later. */
#ifndef LAB_POOL_H
#define LAB_POOL_H

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

/* Gives how many pieces were done. `worker` is 0 to threads-1. */
size_t pool_run(const struct pool *pool, size_t count,
                void (*work)(void *data, int worker, size_t piece), void *data);

/* For very many small pieces: `grain` of them at a time, first..last-1. */
void pool_run_ranges(int threads, uint64_t pieces, uint64_t grain,
                     void (*work)(void *context, uint64_t first, uint64_t last), void *context);

#endif
