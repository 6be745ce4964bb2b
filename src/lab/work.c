#include "lab/work.h"

#include <pthread.h>
#include <stdlib.h>

struct shift { /* what the threads of one call share */
    const struct work *work;
    char *results;
    atomic_int next;
    atomic_bool out_of_memory;
};

static bool stopped(const struct work *work)
{
    return work->stop && atomic_load_explicit(work->stop, memory_order_relaxed);
}

static void *labour(void *argument)
{
    struct shift *shift = argument;
    const struct work *work = shift->work;
    void *workspace = work->workspace ? aligned_alloc(64, (work->workspace + 63) / 64 * 64) : NULL;
    if (work->workspace && !workspace) {
        shift->out_of_memory = true;
        return NULL;
    }
    while (!stopped(work)) {
        int unit = atomic_fetch_add(&shift->next, 1);
        if (unit >= work->units)
            break;
        work->run(work->context, unit, shift->results + (size_t)unit * work->result_bytes,
                  workspace);
    }
    free(workspace);
    return NULL;
}

bool work_run(const struct work *work, int threads, void *results, struct error *error)
{
    struct shift shift = {.work = work, .results = results};
    int helpers = (threads < work->units ? threads : work->units) - 1, started = 0;
    pthread_t *thread = calloc(helpers > 0 ? (size_t)helpers : 1, sizeof *thread);
    error_set(error, "%s", "");
    while (thread && started < helpers &&
           pthread_create(&thread[started], NULL, labour, &shift) == 0)
        started++; /* fewer threads do the same work, only later */
    labour(&shift);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    free(thread);
    if (shift.out_of_memory)
        return error_set(error, "out of memory for a worker");
    return !stopped(work);
}
