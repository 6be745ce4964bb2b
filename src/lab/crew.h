/* Many pieces of work for a few threads.

   crew_work calls `work` for the pieces 0 to count-1, each once, in about this order, on so many
   threads; it returns when all are done or `stop` was set. A piece must not depend on the thread
   that does it, so that results are the same for any number of threads. */
#ifndef LAB_CREW_H
#define LAB_CREW_H

#include <stdatomic.h>
#include <stddef.h>

struct crew {
    int threads;
    const atomic_bool *stop; /* may be NULL */
    /* Called now and then from one of the threads; may be NULL. */
    void (*progress)(void *listener, size_t done, size_t count);
    void *listener;
};

/* Gives how many pieces were done. `worker` is 0 to threads-1. */
size_t crew_work(const struct crew *crew, size_t count,
                 void (*work)(void *data, int worker, size_t piece), void *data);

#endif
