#include "lab/crew.h"

#include <pthread.h>

struct gang {
    const struct crew *crew;
    size_t count;
    atomic_size_t next, done;
    void (*work)(void *data, int worker, size_t piece);
    void *data;
};

struct hand {
    struct gang *gang;
    int worker;
};

static void *toil(void *argument)
{
    struct hand *hand = argument;
    struct gang *gang = hand->gang;
    const struct crew *crew = gang->crew;
    while (!(crew->stop && atomic_load(crew->stop))) {
        size_t piece = atomic_fetch_add(&gang->next, 1);
        if (piece >= gang->count)
            break;
        gang->work(gang->data, hand->worker, piece);
        size_t done = atomic_fetch_add(&gang->done, 1) + 1;
        if (crew->progress && hand->worker == 0)
            crew->progress(crew->listener, done, gang->count);
    }
    return NULL;
}

size_t crew_work(const struct crew *crew, size_t count,
                 void (*work)(void *data, int worker, size_t piece), void *data)
{
    struct gang gang = {.crew = crew, .count = count, .work = work, .data = data};
    struct hand hands[CREW_MAX];
    pthread_t threads[CREW_MAX];
    int wanted = crew->threads < CREW_MAX ? crew->threads : CREW_MAX, started = 1;
    if ((size_t)wanted > count)
        wanted = (int)count;
    for (int i = 0; i < wanted || i == 0; i++)
        hands[i] = (struct hand){&gang, i};
    for (; started < wanted; started++)
        if (pthread_create(&threads[started], NULL, toil, &hands[started]) != 0)
            break; /* fewer hands, the same work */
    toil(&hands[0]);
    for (int i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    return atomic_load(&gang.done);
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

void crew_run(int threads, uint64_t pieces, uint64_t grain,
              void (*work)(void *context, uint64_t first, uint64_t last), void *context)
{
    struct crew crew = {.threads = threads};
    struct ranges ranges = {pieces, grain, work, context};
    crew_work(&crew, (size_t)((pieces + grain - 1) / grain), work_on_range, &ranges);
}
