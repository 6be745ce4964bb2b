/* Questions: the caller's struct becomes one of the middle's (minds/inquiry.h), is thought about
   and becomes an answer.

   A stop counts whenever it comes: the flag is lowered only by the question that it has ended, so
   that one that is raised before the thinking begins is not lost. */
#include "ports/library/inside.h"

#include "base/clock.h"
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

#define NODES UINT64_C(2000000)

enum { BETWEEN_LOOKS = 20000000, BETWEEN_REPORTS = 100000 }; /* nanoseconds, microseconds */

/* -------- a thread that asks the caller whether to stop -------- */

struct library_watch {
    const struct heap *heap;
    atomic_bool *flag;
    bool (*stop)(void *listener);
    void *listener;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool over;
};

static void until_next_look(struct library_watch *watch)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += BETWEEN_LOOKS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (!watch->over && pthread_cond_timedwait(&watch->ended, &watch->lock, &until) == 0)
        ;
}

static void *look(void *argument)
{
    struct library_watch *watch = argument;
    pthread_mutex_lock(&watch->lock);
    while (!watch->over) {
        until_next_look(watch);
        pthread_mutex_unlock(&watch->lock);
        if (watch->stop(watch->listener))
            atomic_store(watch->flag, true);
        pthread_mutex_lock(&watch->lock);
    }
    pthread_mutex_unlock(&watch->lock);
    return NULL;
}

struct library_watch *library_watch_begin(const struct heap *heap, bool (*stop)(void *listener),
                                          void *listener, atomic_bool *flag)
{
    if (!stop)
        return NULL;
    if (stop(listener))
        atomic_store(flag, true);
    struct library_watch *watch = heap_take_clear(heap, sizeof *watch);
    if (!watch)
        return NULL;
    pthread_condattr_t steady; /* a clock that nobody sets */
    *watch = (struct library_watch){.heap = heap, .flag = flag, .stop = stop, .listener = listener};
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&watch->ended, &steady);
    pthread_condattr_destroy(&steady);
    pthread_mutex_init(&watch->lock, NULL);
    if (pthread_create(&watch->thread, NULL, look, watch) == 0)
        return watch;
    heap_give(heap, watch);
    return NULL;
}

void library_watch_end(struct library_watch *watch)
{
    if (!watch)
        return;
    pthread_mutex_lock(&watch->lock);
    watch->over = true;
    pthread_cond_signal(&watch->ended);
    pthread_mutex_unlock(&watch->lock);
    pthread_join(watch->thread, NULL);
    pthread_cond_destroy(&watch->ended);
    pthread_mutex_destroy(&watch->lock);
    heap_give(watch->heap, watch);
}

/* -------- the question -------- */

bool library_question(const struct potez_question *given, struct potez_question *mine)
{
    *mine = (struct potez_question){.size = sizeof *mine};
    if (!given)
        return true;
    if (!library_sized(given->size, sizeof given->size, "potez_question"))
        return false;
    memcpy(mine, given, given->size < sizeof *mine ? given->size : sizeof *mine);
    const double times[] = {mine->seconds, mine->clock, mine->increment};
    for (int i = 0; i < 3; i++)
        if (!isfinite(times[i]) || times[i] < 0 || times[i] > 1e9)
            return error_set(library_errors(), "limits: expected seconds of 0 or more");
    return mine->depth >= POTEZ_DEPTH_STATIC ||
           error_set(library_errors(), "limits: expected a depth of 0 or more");
}

static struct inquiry_terms terms_of(const struct potez_question *question)
{
    return (struct inquiry_terms){
        .standard = {.nodes = NODES},
        .limits = {.microseconds = (uint64_t)ceil(question->seconds * 1e6),
                   .nodes = question->nodes,
                   .depth =
                       question->depth == POTEZ_DEPTH_STATIC ? MIND_DEPTH_STATIC : question->depth},
        .clock_left = (int64_t)(question->clock * 1e6),
        .clock_increment = (int64_t)(question->increment * 1e6),
    };
}

/* Who is told of what is found on the way. */
struct library_listening {
    potez *game;
    const struct potez_question *question;
    uint64_t reported;
};

static void tell_caller(void *listener, const struct inquiry *inquiry)
{
    struct library_listening *listening = listener;
    const struct potez_question *question = listening->question;
    enum inquiry_kind kind = inquiry->question.kind;
    uint64_t now = clock_microseconds();
    bool often = kind == INQUIRY_MOVES || kind == INQUIRY_REVIEW;
    if (often && now - listening->reported < BETWEEN_REPORTS)
        return;
    listening->reported = now;
    struct potez_answer *answer = library_answer(inquiry, library_heap(listening->game), false);
    if (answer && !question->progress(question->listener, answer))
        potez_stop(listening->game);
    potez_answer_close(answer);
}

static struct potez_answer *think(potez *game, struct inquiry_question *own)
{
    struct inquiry *inquiry = inquire_open(&game->thinker, own, library_errors());
    bool good = inquiry && inquiry_run(inquiry, library_errors());
    bool stopped = atomic_exchange(&game->stop, false);
    struct potez_answer *answer =
        good ? library_answer(inquiry, library_heap(game), stopped) : NULL;
    inquire_close(inquiry);
    return answer;
}

struct potez_answer *potez_ask(potez *game, enum potez_kind kind,
                               const struct potez_question *given)
{
    struct potez_question question;
    if (!library_given(game, "a game") || !library_question(given, &question))
        return NULL;
    if ((unsigned)kind >= INQUIRY_KINDS) {
        error_set(library_errors(), "there is no kind %d of questions", (int)kind);
        return NULL;
    }
    struct library_listening listening = {game, &question, 0};
    struct inquiry_question own = {
        .kind = (enum inquiry_kind)kind,
        .session = game->opened.session,
        .every = question.every && kind == POTEZ_VALUE,
        .no_book = question.no_book,
        .forget = question.forget,
        .databases = library_databases_of(game),
        .random = &game->random,
        .stop = &game->stop,
        .report = question.progress ? tell_caller : NULL,
        .listener = &listening,
    };
    struct inquiry_terms terms = terms_of(&question);
    terms.session = own.session;
    if (!inquire_player(game->opened.game, question.player, 0, &own.player, library_errors()) ||
        !inquiry_limits(own.kind, &own.player, &terms, &own.limits, library_errors()))
        return NULL;
    struct library_watch *watch =
        library_watch_begin(library_heap(game), question.stop, question.listener, &game->stop);
    struct potez_answer *answer = think(game, &own);
    library_watch_end(watch);
    if (watch) /* what it said too late is for nobody */
        potez_resume(game);
    return answer;
}

struct potez_answer *potez_probe(potez *game)
{
    const struct potez_question question = {.size = sizeof question, .nodes = 1, .every = true};
    return potez_ask(game, POTEZ_VALUE, &question);
}

void potez_stop(potez *game)
{
    if (library_given(game, "a game"))
        atomic_store(&game->stop, true);
}

void potez_resume(potez *game)
{
    if (library_given(game, "a game"))
        atomic_store(&game->stop, false);
}
