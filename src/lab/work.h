/* Many independent pieces of work on all cores, with results that do not depend on who did what.

   A job has numbered units; each writes its own result and nothing else. work_run hands them out in
   order to as many threads as wanted and returns when all are done or the stop flag is raised.
   Random numbers of a unit come from random_split(seed, unit), never from the thread. On a cluster
   (lab/cluster.h) every rank calls it with the same job and gets all results. */
#ifndef LAB_WORK_H
#define LAB_WORK_H

#include "base/error.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct work {
    int units;
    size_t result_bytes; /* of one unit's result */
    size_t workspace;    /* private memory of each thread, aligned to 64; may be 0 */
    void (*run)(const void *context, int unit, void *result, void *workspace);
    const void *context;
    const atomic_bool *stop; /* may be NULL */
};

/* `results` holds units * result_bytes. False when memory or threads are missing, or when stopped:
   then some results are not there, and the error is empty. */
bool work_run(const struct work *work, int threads, void *results, struct error *error);

#endif
