/* One thread that thinks, and two slots: what it works on and what it is to do next. */
#include "ports/screen/asking.h"

#include "minds/tell.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct question {
    struct inquiry_question asked;
    void *memory; /* of the copied session */
    unsigned ticket;
};

struct asking {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct thinker thinker;
    struct random random;
    atomic_bool stop;
    bool busy, closing;
    unsigned tickets;
    struct question next; /* memory NULL: none */
    struct asking_found found;
    struct tell_side sides[2];
};

/* ---- what is known ---- */

/* With the lock held. */
static bool make_room(struct asking_found *found, const struct inquiry *inquiry)
{
    size_t findings = (size_t)inquiry->finding_count, moments = (size_t)inquiry->moment_count;
    if (inquiry->finding_count > found->finding_count) {
        void *more = realloc(found->findings, findings * sizeof *found->findings);
        if (!more)
            return false;
        found->findings = more;
    }
    if (inquiry->moment_count > found->moment_count) {
        void *more = realloc(found->moments, moments * sizeof *found->moments);
        if (!more)
            return false;
        found->moments = more;
    }
    return true;
}

static void remember(struct asking *asking, const struct inquiry *inquiry)
{
    struct asking_found *found = &asking->found;
    pthread_mutex_lock(&asking->lock);
    found->answer = inquiry->answer;
    found->nodes = inquiry->nodes;
    if (make_room(found, inquiry)) {
        found->finding_count = inquiry->finding_count;
        found->moment_count = inquiry->moment_count;
        if (found->finding_count)
            memcpy(found->findings, inquiry->findings,
                   (size_t)found->finding_count * sizeof *found->findings);
        if (found->moment_count)
            memcpy(found->moments, inquiry->moments,
                   (size_t)found->moment_count * sizeof *found->moments);
    }
    for (int side = 0; side < 2 && inquiry->question.kind == INQUIRY_REVIEW; side++)
        tell_side_of(inquiry, side, &asking->sides[side]);
    pthread_mutex_unlock(&asking->lock);
}

static void reported(void *listener, const struct inquiry *inquiry)
{
    remember(listener, inquiry);
}

/* ---- the thread ---- */

static void work(struct asking *asking, struct question *question)
{
    struct error error = {0};
    question->asked.stop = &asking->stop;
    question->asked.random = &asking->random;
    question->asked.report = reported;
    question->asked.listener = asking;
    struct inquiry *inquiry = inquire_open(&asking->thinker, &question->asked, &error);
    bool good = inquiry && inquiry_run(inquiry, &error);
    if (inquiry)
        remember(asking, inquiry);
    pthread_mutex_lock(&asking->lock);
    asking->found.done = !atomic_load(&asking->stop);
    asking->found.failed = !good;
    asking->found.error = error;
    pthread_mutex_unlock(&asking->lock);
    inquire_close(inquiry);
}

static void take(struct asking *asking, struct question *question)
{
    struct asking_found *found = &asking->found;
    *question = asking->next;
    asking->next.memory = NULL;
    asking->busy = true;
    atomic_store(&asking->stop, false);
    found->ticket = question->ticket;
    found->kind = question->asked.kind;
    found->done = found->failed = false;
    found->nodes = 0;
    free(found->findings);
    free(found->moments);
    found->findings = NULL;
    found->moments = NULL;
    found->finding_count = found->moment_count = 0;
    mind_answer_clear(&found->answer);
    memset(asking->sides, 0, sizeof asking->sides);
}

static void *live(void *data)
{
    struct asking *asking = data;
    pthread_mutex_lock(&asking->lock);
    while (!asking->closing) {
        struct question question;
        if (!asking->next.memory) {
            pthread_cond_wait(&asking->changed, &asking->lock);
            continue;
        }
        take(asking, &question);
        pthread_mutex_unlock(&asking->lock);
        work(asking, &question);
        free(question.memory);
        pthread_mutex_lock(&asking->lock);
        asking->busy = false;
        pthread_cond_broadcast(&asking->changed);
    }
    pthread_mutex_unlock(&asking->lock);
    return NULL;
}

/* ---- from outside ---- */

struct asking *asking_open(int threads, size_t table_bytes, uint64_t seed, struct error *error)
{
    struct asking *asking = calloc(1, sizeof *asking);
    if (!asking || !think_open(&asking->thinker, threads, table_bytes, error)) {
        if (!asking)
            error_machine(error, "out of memory");
        free(asking);
        return NULL;
    }
    random_seed(&asking->random, seed);
    asking->found.sides = asking->sides;
    pthread_mutex_init(&asking->lock, NULL);
    pthread_cond_init(&asking->changed, NULL);
    if (pthread_create(&asking->thread, NULL, live, asking) == 0)
        return asking;
    error_machine(error, "no thread to think with");
    think_close(&asking->thinker);
    free(asking);
    return NULL;
}

void asking_stop(struct asking *asking, bool wait)
{
    pthread_mutex_lock(&asking->lock);
    atomic_store(&asking->stop, true);
    free(asking->next.memory);
    asking->next.memory = NULL;
    while (wait && asking->busy)
        pthread_cond_wait(&asking->changed, &asking->lock);
    pthread_mutex_unlock(&asking->lock);
}

void asking_close(struct asking *asking)
{
    if (!asking)
        return;
    asking_stop(asking, false);
    pthread_mutex_lock(&asking->lock);
    asking->closing = true;
    pthread_cond_broadcast(&asking->changed);
    pthread_mutex_unlock(&asking->lock);
    pthread_join(asking->thread, NULL);
    think_close(&asking->thinker);
    free(asking->found.findings);
    free(asking->found.moments);
    pthread_cond_destroy(&asking->changed);
    pthread_mutex_destroy(&asking->lock);
    free(asking);
}

unsigned asking_ask(struct asking *asking, const struct session *session,
                    const struct inquiry_question *question)
{
    const struct game_setup *setup = session_setup(session);
    size_t bytes = session_bytes(session_game(session), setup, session_length(session) + 1);
    void *memory = malloc(bytes);
    if (!memory)
        return 0;
    struct session *copy = session_copy(session, memory, bytes);
    if (question->kind == INQUIRY_REVIEW)
        session_go(copy, session_length(copy));
    pthread_mutex_lock(&asking->lock);
    atomic_store(&asking->stop, true);
    free(asking->next.memory);
    asking->next = (struct question){*question, memory, ++asking->tickets};
    asking->next.asked.session = copy;
    unsigned ticket = asking->next.ticket;
    pthread_cond_broadcast(&asking->changed);
    pthread_mutex_unlock(&asking->lock);
    return ticket;
}

const struct asking_found *asking_look(struct asking *asking)
{
    pthread_mutex_lock(&asking->lock);
    return &asking->found;
}

void asking_looked(struct asking *asking)
{
    pthread_mutex_unlock(&asking->lock);
}
