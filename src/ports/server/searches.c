#include "ports/server/searches.h"

#include "base/clock.h"
#include "ports/server/analysis.h"
#include "ports/server/answers.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { REPORT_EVERY = 100000 }; /* microseconds between two reports of one search */

struct client {
    struct client *next;
    char name[64];
    int searches; /* waiting and running */
    int running;
    uint64_t served; /* number of the last search that was started for it */
};

struct search {
    struct search *next;
    uint64_t number;
    enum searches_kind kind;
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
    struct search *search;
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
    struct search *all; /* oldest first */
    struct client *clients;
    struct news *first, **last;
    uint64_t numbers, starts;
    struct searches_counts counts;
};

/* The waiting search whose client deserves it most; NULL when none waits. */
static struct search *choose(struct searches *searches)
{
    struct search *best = NULL;
    for (struct search *search = searches->all; search; search = search->next) {
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

static void unlink_search(struct searches *searches, struct search *search)
{
    struct search **at = &searches->all;
    while (*at != search)
        at = &(*at)->next;
    *at = search->next;
}

static void free_search(struct search *search)
{
    question_free(&search->question);
    free(search);
}

/* Hands a piece of news over; takes over `value`. */
static void tell(struct search *search, json_t *value, bool last, bool failed, const char *move)
{
    struct searches *searches = search->searches;
    struct news *news = calloc(1, sizeof *news);
    if (news) {
        news->search = search;
        news->told =
            (struct searches_news){.search = search->number,
                                   .last = last,
                                   .failed = failed,
                                   .text = value ? json_dumps(value, ANSWERS_COMPACT) : NULL};
        if (move)
            strncpy(news->told.move, move, sizeof news->told.move - 1);
    }
    json_decref(value);
    if (!news)
        return; /* out of memory: the deadline of the request will end it */
    pthread_mutex_lock(&searches->lock);
    *searches->last = news;
    searches->last = &news->next;
    pthread_mutex_unlock(&searches->lock);
    searches->notify(searches->self);
}

/* Reports are for people: a few a second are enough. */
static bool report_due(struct search *search)
{
    uint64_t now = clock_microseconds();
    if (!search->progress || now - search->reported < REPORT_EVERY)
        return false;
    search->reported = now;
    return true;
}

static double seconds_since(uint64_t started)
{
    return (double)(clock_microseconds() - started) / 1e6;
}

static void report(void *listener, const struct mind_answer *answer)
{
    struct search *search = listener;
    if (report_due(search))
        tell(search, answers_best(search->question.session, answer, seconds_since(search->started)),
             false, false, NULL);
}

static struct mind_task task_of(struct search *search, struct random *random)
{
    const struct session *session = search->question.session;
    struct session_view view;
    session_view_at(session, session_ply(session), &view);
    random_seed(random, clock_microseconds());
    return (struct mind_task){.game = session_game(session),
                              .setup = session_setup(session),
                              .position = session_position(session),
                              .earlier = view.earlier,
                              .earlier_count = view.earlier_count,
                              .start = session_position_at(session, 0),
                              .moves = session_move_list(session),
                              .move_count = session_ply(session),
                              .limits = search->question.limits,
                              .random = random,
                              .stop = &search->stop,
                              .report = report,
                              .listener = search};
}

/* With the mind's solver where it has one, else with its player, who may prove it too. */
static bool solve(struct search *search, struct thinker *thinker, struct mind_answer *answer,
                  struct error *error)
{
    struct random random;
    struct mind_task task = task_of(search, &random);
    const struct mind *mind = search->question.mind;
    if (search->kind != SEARCHES_SOLVE || !mind->solve)
        return think_ask(thinker, &search->question.player, &task, answer, error);
    return think_solve(thinker, mind, &task, answer, error);
}

static json_t *findings_of(const struct search *search, const struct analysis *analysis)
{
    const struct session *session = search->question.session;
    json_t *moves = json_array();
    for (int i = 0; i < analysis->count; i++)
        json_array_append_new(moves, answers_finding(session, analysis->findings[i].move,
                                                     &analysis->findings[i].answer));
    return json_pack("{s:s,s:o,s:i,s:I,s:f}", "side",
                     session_game(session)->side[session_side(session)], "moves", moves, "pass",
                     analysis->pass, "nodes", (json_int_t)analysis->nodes, "seconds",
                     seconds_since(search->started));
}

static void pass_done(void *listener, const struct analysis *analysis)
{
    struct search *search = listener;
    if (report_due(search) || (search->progress && analysis->pass == 1))
        tell(search, findings_of(search, analysis), false, false, NULL);
}

static uint64_t work(struct search *search, struct thinker *thinker)
{
    struct error error = {.text = ""};
    struct mind_answer answer;
    uint64_t nodes = 0;
    bool good;
    think_forget(thinker); /* answers do not depend on what others asked */
    if (search->kind == SEARCHES_ANALYSE) {
        struct analysis analysis = {.question = &search->question,
                                    .thinker = thinker,
                                    .stop = &search->stop,
                                    .pass_done = pass_done,
                                    .listener = search};
        good = analysis_run(&analysis, &error);
        nodes = analysis.nodes;
        if (good)
            tell(search, findings_of(search, &analysis), true, false, NULL);
        free(analysis.findings);
    } else {
        const struct session *session = search->question.session;
        good = solve(search, thinker, &answer, &error);
        nodes = answer.nodes;
        double seconds = seconds_since(search->started);
        if (good) {
            json_t *move = answers_move(session, session_position(session), answer.move);
            tell(search,
                 search->kind == SEARCHES_BEST ? answers_best(session, &answer, seconds)
                                               : answers_solved(session, &answer, seconds),
                 true, false, json_string_value(move));
            json_decref(move);
        }
    }
    if (!good)
        tell(search, answers_error("failed", error.text), true, true, NULL);
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
        struct search *search = choose(searches);
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
        enum searches_kind kind = search->kind;
        uint64_t started = search->started;
        pthread_mutex_unlock(&searches->lock);
        uint64_t nodes = 0;
        if (open)
            nodes = work(search, &thinker); /* its last news lets the owner free it */
        else
            tell(search, answers_error("failed", error.text), true, true, NULL);
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
    for (struct search *search = searches->all; search; search = search->next)
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
    for (struct search *search = searches->all, *next; search; search = next) {
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

static enum searches_refusal admit(struct searches *searches, struct search *search,
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
    struct search **at = &searches->all;
    while (*at)
        at = &(*at)->next;
    *at = search;
    search->client = client;
    search->number = ++searches->numbers;
    searches->counts.waiting++;
    return SEARCHES_TAKEN;
}

enum searches_refusal searches_add(struct searches *searches, enum searches_kind kind,
                                   struct question *question, const char *client, bool progress,
                                   void *listener, uint64_t *number)
{
    struct search *search = calloc(1, sizeof *search);
    if (!search)
        return SEARCHES_FULL;
    search->kind = kind;
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

static struct search *numbered(struct searches *searches, uint64_t number)
{
    struct search *search = searches->all;
    while (search && search->number != number)
        search = search->next;
    return search;
}

/* A search that still waits is not started for nobody. */
static void end_waiting(struct searches *searches, struct search *search)
{
    unlink_search(searches, search);
    client_leave(searches, search->client);
    searches->counts.waiting--;
    free_search(search);
}

/* A search that still waits has found nothing, so it need not wait to say so: it counts as running
   until its only news is taken. */
static void withdraw(struct searches *searches, struct search *search)
{
    search->running = true;
    search->client->running++;
    searches->counts.waiting--;
}

void searches_stop(struct searches *searches, uint64_t number)
{
    struct search *withdrawn = NULL;
    pthread_mutex_lock(&searches->lock);
    for (struct search *search = searches->all; search; search = search->next)
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
        tell(withdrawn, answers_error("cancelled", "the search was ended before it began"), true,
             true, NULL);
}

void searches_forget(struct searches *searches, uint64_t number)
{
    pthread_mutex_lock(&searches->lock);
    struct search *search = numbered(searches, number);
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
        struct search *search = news->search;
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
    for (struct search *search = searches->all; search; search = search->next)
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
