/* One thread that thinks, and two slots: what it works on and what it is to do next.

   A question that comes while another is at work raises the stop flag and takes the place of
   whatever was waiting: only the newest matters on a screen. The session is copied into the
   question, so the person can go on playing meanwhile. What is known is copied under the lock at
   every report, never pointed to, since the inquiry's own memory changes under the reader; the
   ticket says which question it belongs to, so an answer that comes too late is recognised and left
   alone. */
#include "ports/screen/inquirer.h"

#include "minds/tell.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct inquirer_question {
    struct inquiry_question asked;
    void *memory; /* of the copied session */
    unsigned ticket;
};

struct inquirer {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct thinker thinker;
    struct random random;
    atomic_bool stop;
    bool busy, closing;
    unsigned tickets;
    struct inquirer_question next; /* memory NULL: none */
    struct inquirer_found found;
    struct tell_side sides[2];
};

/* ---- what is known ---- */

/* With the lock held. */
static bool make_room(struct inquirer_found *found, const struct inquiry *inquiry)
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

static void remember(struct inquirer *inquirer, const struct inquiry *inquiry)
{
    struct inquirer_found *found = &inquirer->found;
    pthread_mutex_lock(&inquirer->lock);
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
        tell_side_of(inquiry, side, &inquirer->sides[side]);
    pthread_mutex_unlock(&inquirer->lock);
}

static void reported(void *listener, const struct inquiry *inquiry)
{
    remember(listener, inquiry);
}

/* ---- the thread ---- */

static void work(struct inquirer *inquirer, struct inquirer_question *question)
{
    struct error error = {0};
    question->asked.stop = &inquirer->stop;
    question->asked.random = &inquirer->random;
    question->asked.report = reported;
    question->asked.listener = inquirer;
    struct inquiry *inquiry = inquire_open(&inquirer->thinker, &question->asked, &error);
    bool good = inquiry && inquiry_run(inquiry, &error);
    if (inquiry)
        remember(inquirer, inquiry);
    pthread_mutex_lock(&inquirer->lock);
    inquirer->found.done = !atomic_load(&inquirer->stop);
    inquirer->found.failed = !good;
    inquirer->found.error = error;
    pthread_mutex_unlock(&inquirer->lock);
    inquire_close(inquiry);
}

static void take(struct inquirer *inquirer, struct inquirer_question *question)
{
    struct inquirer_found *found = &inquirer->found;
    *question = inquirer->next;
    inquirer->next.memory = NULL;
    inquirer->busy = true;
    atomic_store(&inquirer->stop, false);
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
    memset(inquirer->sides, 0, sizeof inquirer->sides);
}

static void *live(void *data)
{
    struct inquirer *inquirer = data;
    pthread_mutex_lock(&inquirer->lock);
    while (!inquirer->closing) {
        struct inquirer_question question;
        if (!inquirer->next.memory) {
            pthread_cond_wait(&inquirer->changed, &inquirer->lock);
            continue;
        }
        take(inquirer, &question);
        pthread_mutex_unlock(&inquirer->lock);
        work(inquirer, &question);
        free(question.memory);
        pthread_mutex_lock(&inquirer->lock);
        inquirer->busy = false;
        pthread_cond_broadcast(&inquirer->changed);
    }
    pthread_mutex_unlock(&inquirer->lock);
    return NULL;
}

/* ---- from outside ---- */

struct inquirer *inquirer_open(int threads, size_t table_bytes, uint64_t seed, struct error *error)
{
    struct inquirer *inquirer = calloc(1, sizeof *inquirer);
    if (!inquirer || !think_open(&inquirer->thinker, threads, table_bytes, error)) {
        if (!inquirer)
            error_machine(error, "out of memory");
        free(inquirer);
        return NULL;
    }
    random_seed(&inquirer->random, seed);
    inquirer->found.sides = inquirer->sides;
    pthread_mutex_init(&inquirer->lock, NULL);
    pthread_cond_init(&inquirer->changed, NULL);
    if (pthread_create(&inquirer->thread, NULL, live, inquirer) == 0)
        return inquirer;
    error_machine(error, "no thread could be started to think in");
    think_close(&inquirer->thinker);
    free(inquirer);
    return NULL;
}

void inquirer_stop(struct inquirer *inquirer, bool wait)
{
    pthread_mutex_lock(&inquirer->lock);
    atomic_store(&inquirer->stop, true);
    free(inquirer->next.memory);
    inquirer->next.memory = NULL;
    while (wait && inquirer->busy)
        pthread_cond_wait(&inquirer->changed, &inquirer->lock);
    pthread_mutex_unlock(&inquirer->lock);
}

void inquirer_close(struct inquirer *inquirer)
{
    if (!inquirer)
        return;
    inquirer_stop(inquirer, false);
    pthread_mutex_lock(&inquirer->lock);
    inquirer->closing = true;
    pthread_cond_broadcast(&inquirer->changed);
    pthread_mutex_unlock(&inquirer->lock);
    pthread_join(inquirer->thread, NULL);
    think_close(&inquirer->thinker);
    free(inquirer->found.findings);
    free(inquirer->found.moments);
    pthread_cond_destroy(&inquirer->changed);
    pthread_mutex_destroy(&inquirer->lock);
    free(inquirer);
}

unsigned inquirer_ask(struct inquirer *inquirer, const struct session *session,
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
    pthread_mutex_lock(&inquirer->lock);
    atomic_store(&inquirer->stop, true);
    free(inquirer->next.memory);
    inquirer->next = (struct inquirer_question){*question, memory, ++inquirer->tickets};
    inquirer->next.asked.session = copy;
    unsigned ticket = inquirer->next.ticket;
    pthread_cond_broadcast(&inquirer->changed);
    pthread_mutex_unlock(&inquirer->lock);
    return ticket;
}

const struct inquirer_found *inquirer_look(struct inquirer *inquirer)
{
    pthread_mutex_lock(&inquirer->lock);
    return &inquirer->found;
}

void inquirer_looked(struct inquirer *inquirer)
{
    pthread_mutex_unlock(&inquirer->lock);
}
