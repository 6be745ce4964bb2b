/* Threads take the next number from one counter; no thread waits for another before the end. */
#include "lab/pool.h"

void pool_start(struct pool_threads *threads, void *(*live)(void *worker), void *workers,
                size_t size, int count)
{
    if (count > POOL_MAX)
        count = POOL_MAX;
    for (threads->started = 0; threads->started < count; threads->started++) {
        pthread_t *thread = &threads->thread[threads->started];
        if (pthread_create(thread, NULL, live, (char *)workers + (size_t)threads->started * size))
            break; /* fewer workers, the same work */
    }
}

void pool_join(struct pool_threads *threads)
{
    for (int i = 0; i < threads->started; i++)
        pthread_join(threads->thread[i], NULL);
}

struct pool_share {
    const struct pool *pool;
    size_t count;
    atomic_size_t next, done;
    void (*work)(void *data, int worker, size_t piece);
    void *data;
};

struct pool_worker {
    struct pool_share *share;
    int worker;
};

static void *work_on(void *argument)
{
    struct pool_worker *self = argument;
    struct pool_share *share = self->share;
    const struct pool *pool = share->pool;
    while (!(pool->stop && atomic_load(pool->stop))) {
        size_t piece = atomic_fetch_add(&share->next, 1);
        if (piece >= share->count)
            break;
        share->work(share->data, self->worker, piece);
        size_t done = atomic_fetch_add(&share->done, 1) + 1;
        if (pool->progress && self->worker == 0)
            pool->progress(pool->listener, done, share->count);
    }
    return NULL;
}

size_t pool_run(const struct pool *pool, size_t count,
                void (*work)(void *data, int worker, size_t piece), void *data)
{
    struct pool_share share = {.pool = pool, .count = count, .work = work, .data = data};
    struct pool_worker workers[POOL_MAX];
    struct pool_threads threads;
    int wanted = pool->threads < POOL_MAX ? pool->threads : POOL_MAX;
    if ((size_t)wanted > count)
        wanted = (int)count;
    for (int i = 0; i < wanted || i == 0; i++)
        workers[i] = (struct pool_worker){&share, i};
    pool_start(&threads, work_on, workers + 1, sizeof workers[0], wanted - 1);
    work_on(&workers[0]);
    pool_join(&threads);
    return atomic_load(&share.done);
}

struct ranges {
    uint64_t pieces, grain;
    void (*work)(void *context, uint64_t first, uint64_t last);
    void *context;
};

static void work_on_range(void *data, int worker, size_t portion)
{
    const struct ranges *ranges = data;
    uint64_t first = portion * ranges->grain, left = ranges->pieces - first;
    (void)worker;
    ranges->work(ranges->context, first, first + (left < ranges->grain ? left : ranges->grain));
}

void pool_run_ranges(int threads, uint64_t pieces, uint64_t grain,
                     void (*work)(void *context, uint64_t first, uint64_t last), void *context)
{
    struct pool pool = {.threads = threads};
    struct ranges ranges = {pieces, grain, work, context};
    pool_run(&pool, (size_t)((pieces + grain - 1) / grain), work_on_range, &ranges);
}
