/* A crew of threads around one mutex and two condition variables. A call counter says how often
   the crew was woken, and each member remembers the last call it answered, so a waking cannot be
   lost however late a member comes to look. */
#include "lab/crew.h"

#include "lab/heap.h"
#include <pthread.h>
#include <stdint.h>

struct member {
    struct crew *crew;
    pthread_t thread;
    int number;
};

struct crew {
    const struct heap *heap;
    pthread_mutex_t lock;
    pthread_cond_t woken, done;
    uint64_t calls; /* to work, so far */
    bool ending;
    int wanted, started, working;
    void (*work)(void *data, int number);
    void *data;
    struct member members[];
};

/* A member is created when there is already a call, which is its first. */
static void *live(void *argument)
{
    const struct member *member = argument;
    struct crew *crew = member->crew;
    uint64_t answered = 0;
    pthread_mutex_lock(&crew->lock);
    while (!crew->ending) {
        if (answered == crew->calls) {
            pthread_cond_wait(&crew->woken, &crew->lock);
            continue;
        }
        answered = crew->calls;
        pthread_mutex_unlock(&crew->lock);
        crew->work(crew->data, member->number);
        pthread_mutex_lock(&crew->lock);
        if (--crew->working == 0)
            pthread_cond_signal(&crew->done);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

struct crew *crew_open(const struct heap *heap, int members)
{
    struct crew *crew =
        heap_take_clear(heap, sizeof *crew + (size_t)members * sizeof crew->members[0]);
    if (!crew)
        return NULL;
    crew->heap = heap;
    crew->wanted = members;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->woken, NULL);
    pthread_cond_init(&crew->done, NULL);
    return crew;
}

void crew_close(struct crew *crew)
{
    if (!crew)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->ending = true;
    pthread_cond_broadcast(&crew->woken);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->started; i++)
        pthread_join(crew->members[i].thread, NULL);
    pthread_cond_destroy(&crew->done);
    pthread_cond_destroy(&crew->woken);
    pthread_mutex_destroy(&crew->lock);
    heap_give(crew->heap, crew);
}

int crew_wake(struct crew *crew, void (*work)(void *data, int number), void *data)
{
    pthread_mutex_lock(&crew->lock);
    crew->work = work;
    crew->data = data;
    crew->calls++;
    for (; crew->started < crew->wanted; crew->started++) {
        struct member *member = &crew->members[crew->started];
        *member = (struct member){.crew = crew, .number = crew->started};
        if (pthread_create(&member->thread, NULL, live, member) != 0)
            break;
    }
    crew->working = crew->started;
    pthread_cond_broadcast(&crew->woken);
    pthread_mutex_unlock(&crew->lock);
    return crew->started;
}

void crew_wait(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    while (crew->working > 0)
        pthread_cond_wait(&crew->done, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}
