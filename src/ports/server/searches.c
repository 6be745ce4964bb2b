/* A queue of searches with fair shares, and the threads that work on it.

   Every client has a count of running searches. A free worker takes a waiting search of the client
   with the fewest running ones, and among equals of the client that was served longest ago; within
   a client the oldest comes first. Choosing is a walk over the whole queue, at most a few hundred
   entries, once per search: nothing next to a search that takes milliseconds.

   Ownership: a search belongs to the queue until its last news is collected by the server's
   thread, which alone frees it. Workers only append news under the lock and wake the owner. A
   worker forgets its table before each search, so that an answer never depends on what somebody
   else asked before. */
#include "ports/server/searches.h"

#include "base/clock.h"
#include "lab/inquire.h"
#include "minds/tell.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { REPORT_EVERY = 100000 }; /* microseconds between two reports of one search */

const char *const searches_names[INQUIRY_KINDS] = {
    [INQUIRY_MOVE] = "best",     [INQUIRY_HINT] = "hint",     [INQUIRY_VALUE] = "solve",
    [INQUIRY_MOVES] = "analyse", [INQUIRY_REVIEW] = "review",
};

struct client {
    struct client *next;
    char name[64];
    int searches; /* waiting and running */
    int running;
    uint64_t served; /* number of the last search that was started for it */
};

struct search_job {
    struct search_job *next;
    uint64_t number;
    struct question question;
    struct client *client;
    void *listener;
    bool progress, running, forgotten;
    uint64_t started, reported;
    atomic_bool stop;
    struct searches *searches;
};

struct news {
    struct news *next;
    struct search_job *search;
    struct searches_news told;
};

struct searches {
    struct searches_limits limits;
    void (*notify)(void *self);
    void *self;
    pthread_t *threads;
    int thread_count;

    pthread_mutex_t lock; /* guards all that follows */
    pthread_cond_t more;
    bool closing;
    struct search_job *all; /* oldest first */
    struct client *clients;
    struct news *first, **last;
    uint64_t numbers, starts;
    struct searches_counts counts;
};

enum inquiry_kind searches_named(const char *name)
{
    enum inquiry_kind kind = 0;
    while (kind < INQUIRY_KINDS && strcmp(searches_names[kind], name) != 0)
        kind++;
    return kind;
}

/* The waiting search whose client deserves it most; NULL when none waits. */
static struct search_job *choose(struct searches *searches)
{
    struct search_job *best = NULL;
    for (struct search_job *search = searches->all; search; search = search->next) {
        if (search->running)
            continue;
        if (!best || search->client->running < best->client->running ||
            (search->client->running == best->client->running &&
             search->client->served < best->client->served))
            best = search;
    }
    return best;
}

static struct client *client_named(struct searches *searches, const char *name)
{
    for (struct client *client = searches->clients; client; client = client->next)
        if (strcmp(client->name, name) == 0)
            return client;
    struct client *client = calloc(1, sizeof *client);
    if (!client)
        return NULL;
    strncpy(client->name, name, sizeof client->name - 1);
    client->next = searches->clients;
    searches->clients = client;
    return client;
}

static void client_leave(struct searches *searches, struct client *client)
{
    if (--client->searches > 0)
        return;
    struct client **at = &searches->clients;
    while (*at != client)
        at = &(*at)->next;
    *at = client->next;
    free(client);
}

static void unlink_search(struct searches *searches, struct search_job *search)
{
    struct search_job **at = &searches->all;
    while (*at != search)
        at = &(*at)->next;
    *at = search->next;
}

static void free_search(struct search_job *search)
{
    question_free(&search->question);
    free(search);
}

/* Hands a piece of news over, and its text with it. */
static void tell(struct search_job *search, const struct searches_news *told)
{
    struct searches *searches = search->searches;
    struct news *news = calloc(1, sizeof *news);
    if (!news) { /* out of memory: the deadline of the request will end it */
        free(told->text);
        return;
    }
    news->search = search;
    news->told = *told;
    news->told.search = search->number;
    pthread_mutex_lock(&searches->lock);
    *searches->last = news;
    searches->last = &news->next;
    pthread_mutex_unlock(&searches->lock);
    searches->notify(searches->self);
}

static void tell_fault(struct search_job *search, const char *fault, const char *message)
{
    tell(search, &(struct searches_news){.last = true, .fault = fault, .text = strdup(message)});
}

/* Reports are for people: a few per second are enough. */
static void report(void *listener, const struct inquiry *inquiry)
{
    struct search_job *search = listener;
    uint64_t now = clock_microseconds();
    if (inquiry->done || now - search->reported < REPORT_EVERY)
        return;
    search->reported = now;
    tell(search, &(struct searches_news){.text = inquire_json(inquiry)});
}

static void tell_found(struct search_job *search, const struct inquiry *inquiry)
{
    enum inquiry_kind kind = inquiry->question.kind;
    struct searches_news news = {.last = true, .text = inquire_json(inquiry)};
    struct text move;
    text_init(&move, news.move, sizeof news.move);
    if (kind != INQUIRY_MOVES && kind != INQUIRY_REVIEW)
        tell_move(inquiry, &move);
    tell(search, &news);
}

/* Gives the number of positions seen. */
static uint64_t work(struct search_job *search, struct thinker *thinker)
{
    struct error error = {.text = ""};
    struct random random;
    struct inquiry_question asked = search->question.asked;
    random_seed(&random, search->question.seed);
    asked.random = &random;
    asked.stop = &search->stop;
    asked.report = search->progress ? report : NULL;
    asked.listener = search;
    think_forget(thinker); /* answers do not depend on what others asked */
    struct inquiry *inquiry = inquire_open(thinker, &asked, &error);
    bool good = inquiry && inquiry_run(inquiry, &error);
    uint64_t nodes = inquiry ? inquiry->nodes : 0;
    if (good)
        tell_found(search, inquiry);
    else
        tell_fault(search, "failed", error.text);
    inquire_close(inquiry);
    return nodes;
}

static void *serve(void *argument)
{
    struct searches *searches = argument;
    struct thinker thinker;
    struct error error;
    bool open = think_open(&thinker, 1, searches->limits.table, &error);
    pthread_mutex_lock(&searches->lock);
    while (!searches->closing) {
        struct search_job *search = choose(searches);
        if (!search) {
            pthread_cond_wait(&searches->more, &searches->lock);
            continue;
        }
        search->running = true;
        search->started = clock_microseconds();
        search->client->running++;
        search->client->served = ++searches->starts;
        searches->counts.waiting--;
        searches->counts.running++;
        enum inquiry_kind kind = search->question.asked.kind;
        uint64_t started = search->started;
        pthread_mutex_unlock(&searches->lock);
        uint64_t nodes = 0;
        if (open)
            nodes = work(search, &thinker); /* its last news lets the owner free it */
        else
            tell_fault(search, "failed", error.text);
        pthread_mutex_lock(&searches->lock);
        searches->counts.running--;
        searches->counts.done[kind]++;
        searches->counts.nodes += nodes;
        searches->counts.microseconds += clock_microseconds() - started;
    }
    pthread_mutex_unlock(&searches->lock);
    if (open)
        think_close(&thinker);
    return NULL;
}

struct searches *searches_open(const struct searches_limits *limits, void (*notify)(void *self),
                               void *self, struct error *error)
{
    struct searches *searches = calloc(1, sizeof *searches);
    pthread_t *threads = calloc((size_t)limits->workers + 1, sizeof *threads);
    if (!searches || !threads) {
        free(searches);
        free(threads);
        error_machine(error, "out of memory for the searches");
        return NULL;
    }
    searches->limits = *limits;
    searches->notify = notify;
    searches->self = self;
    searches->last = &searches->first;
    searches->threads = threads;
    pthread_mutex_init(&searches->lock, NULL);
    pthread_cond_init(&searches->more, NULL);
    /* Signals are for the thread that owns the server. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    while (searches->thread_count < limits->workers &&
           pthread_create(&threads[searches->thread_count], NULL, serve, searches) == 0)
        searches->thread_count++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (searches->thread_count < limits->workers) {
        searches_close(searches);
        error_machine(error, "cannot start %d threads", limits->workers);
        return NULL;
    }
    return searches;
}

void searches_close(struct searches *searches)
{
    if (!searches)
        return;
    pthread_mutex_lock(&searches->lock);
    searches->closing = true;
    for (struct search_job *search = searches->all; search; search = search->next)
        atomic_store(&search->stop, true);
    pthread_cond_broadcast(&searches->more);
    pthread_mutex_unlock(&searches->lock);
    for (int i = 0; i < searches->thread_count; i++)
        pthread_join(searches->threads[i], NULL);
    for (struct news *news = searches->first, *next; news; news = next) {
        next = news->next;
        free(news->told.text);
        free(news);
    }
    for (struct search_job *search = searches->all, *next; search; search = next) {
        next = search->next;
        free_search(search);
    }
    for (struct client *client = searches->clients, *next; client; client = next) {
        next = client->next;
        free(client);
    }
    pthread_cond_destroy(&searches->more);
    pthread_mutex_destroy(&searches->lock);
    free(searches->threads);
    free(searches);
}

static enum searches_refusal admit(struct searches *searches, struct search_job *search,
                                   const char *name)
{
    struct client *client =
        searches->counts.waiting < searches->limits.queue ? client_named(searches, name) : NULL;
    if (!client)
        return SEARCHES_FULL;
    client->searches++;
    if (client->searches > searches->limits.client) {
        client_leave(searches, client);
        return SEARCHES_CLIENT_FULL;
    }
    struct search_job **at = &searches->all;
    while (*at)
        at = &(*at)->next;
    *at = search;
    search->client = client;
    search->number = ++searches->numbers;
    searches->counts.waiting++;
    return SEARCHES_TAKEN;
}

enum searches_refusal searches_add(struct searches *searches, struct question *question,
                                   const char *client, bool progress, void *listener,
                                   uint64_t *number)
{
    struct search_job *search = calloc(1, sizeof *search);
    if (!search)
        return SEARCHES_FULL;
    search->question = *question;
    search->listener = listener;
    search->progress = progress;
    search->searches = searches;
    pthread_mutex_lock(&searches->lock);
    enum searches_refusal refusal = admit(searches, search, client);
    *number = search->number;
    if (refusal == SEARCHES_TAKEN)
        pthread_cond_signal(&searches->more);
    else
        searches->counts.refused++;
    pthread_mutex_unlock(&searches->lock);
    if (refusal == SEARCHES_TAKEN)
        memset(question, 0, sizeof *question);
    else
        free(search);
    return refusal;
}

static struct search_job *numbered(struct searches *searches, uint64_t number)
{
    struct search_job *search = searches->all;
    while (search && search->number != number)
        search = search->next;
    return search;
}

/* A search that still waits need not start when nobody listens. */
static void end_waiting(struct searches *searches, struct search_job *search)
{
    unlink_search(searches, search);
    client_leave(searches, search->client);
    searches->counts.waiting--;
    free_search(search);
}

/* A search that still waits has found nothing, so it need not wait to say so: it counts as running
   until its only news is taken. */
static void withdraw(struct searches *searches, struct search_job *search)
{
    search->running = true;
    search->client->running++;
    searches->counts.waiting--;
}

void searches_stop(struct searches *searches, uint64_t number)
{
    struct search_job *withdrawn = NULL;
    pthread_mutex_lock(&searches->lock);
    for (struct search_job *search = searches->all; search; search = search->next)
        if (search->number == number || number == 0) {
            atomic_store(&search->stop, true);
            searches->counts.cancelled++;
            if (number && !search->running) {
                withdraw(searches, search);
                withdrawn = search;
            }
        }
    pthread_mutex_unlock(&searches->lock);
    if (withdrawn)
        tell_fault(withdrawn, "cancelled", "the search was ended before it began");
}

void searches_forget(struct searches *searches, uint64_t number)
{
    pthread_mutex_lock(&searches->lock);
    struct search_job *search = numbered(searches, number);
    if (search) {
        searches->counts.cancelled++;
        atomic_store(&search->stop, true);
        search->forgotten = true;
        if (!search->running)
            end_waiting(searches, search);
    }
    pthread_mutex_unlock(&searches->lock);
}

void searches_collect(struct searches *searches,
                      void (*take)(void *self, const struct searches_news *news), void *self)
{
    pthread_mutex_lock(&searches->lock);
    struct news *first = searches->first;
    searches->first = NULL;
    searches->last = &searches->first;
    pthread_mutex_unlock(&searches->lock);
    for (struct news *news = first, *next; news; news = next) {
        next = news->next;
        struct search_job *search = news->search;
        news->told.listener = search->listener;
        /* `forgotten` is only ever changed by this thread */
        if (!search->forgotten)
            take(self, &news->told);
        if (news->told.last) {
            pthread_mutex_lock(&searches->lock);
            unlink_search(searches, search);
            search->client->running--;
            client_leave(searches, search->client);
            pthread_mutex_unlock(&searches->lock);
            free_search(search);
        }
        free(news->told.text);
        free(news);
    }
}

void searches_tick(struct searches *searches)
{
    uint64_t now = clock_microseconds();
    pthread_mutex_lock(&searches->lock);
    for (struct search_job *search = searches->all; search; search = search->next)
        if (search->running && now - search->started > searches->limits.longest)
            atomic_store(&search->stop, true);
    pthread_mutex_unlock(&searches->lock);
}

struct searches_counts searches_count(struct searches *searches)
{
    pthread_mutex_lock(&searches->lock);
    struct searches_counts counts = searches->counts;
    pthread_mutex_unlock(&searches->lock);
    return counts;
}
