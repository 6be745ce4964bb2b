#include "lab/crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { CREW_MOST = 256 };

struct crew {
    atomic_uint_fast64_t next;
    uint64_t pieces, grain;
    void (*work)(void *context, uint64_t first, uint64_t last);
    void *context;
};

static void *crew_member(void *argument)
{
    struct crew *crew = argument;
    for (;;) {
        uint64_t first = atomic_fetch_add_explicit(&crew->next, crew->grain, memory_order_relaxed);
        if (first >= crew->pieces)
            return NULL;
        uint64_t left = crew->pieces - first;
        crew->work(crew->context, first, first + (left < crew->grain ? left : crew->grain));
    }
}

void crew_run(int threads, uint64_t pieces, uint64_t grain,
              void (*work)(void *context, uint64_t first, uint64_t last), void *context)
{
    struct crew crew = {.pieces = pieces, .grain = grain, .work = work, .context = context};
    pthread_t member[CREW_MOST];
    int started = 0;
    uint64_t portions = (pieces + grain - 1) / grain;
    while (started < CREW_MOST && started + 1 < threads && (uint64_t)started + 1 < portions &&
           pthread_create(&member[started], NULL, crew_member, &crew) == 0)
        started++;
    crew_member(&crew);
    for (int i = 0; i < started; i++)
        pthread_join(member[i], NULL);
}
