/* Progress on standard error. The remaining time is extrapolated from the share done so far.
   Work that has no steps to count gets a clock of its own in a thread, which ticks every second
   until the work is over. */
#include "ports/cli/progress.h"

#include "base/clock.h"
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { FIRST = 500000, AGAIN = 100000, LINE = 10000000, BAR = 30 }; /* microseconds, columns */

void progress_begin(struct progress *progress, const char *what, uint64_t total, bool quiet)
{
    uint64_t now = clock_microseconds();
    *progress = (struct progress){.what = what,
                                  .quiet = quiet,
                                  .terminal = isatty(STDERR_FILENO),
                                  .total = total,
                                  .started = now,
                                  .shown = now};
}

static void write_time(uint64_t seconds)
{
    if (seconds >= 3600)
        fprintf(stderr, "%" PRIu64 " h %02" PRIu64 " min", seconds / 3600, seconds / 60 % 60);
    else if (seconds >= 60)
        fprintf(stderr, "%" PRIu64 " min %02" PRIu64 " s", seconds / 60, seconds % 60);
    else
        fprintf(stderr, "%" PRIu64 " s", seconds);
}

static void write_bar(uint64_t done, uint64_t total)
{
    uint64_t filled = done < total ? done * BAR / total : BAR;
    fputc('[', stderr);
    for (uint64_t i = 0; i < BAR; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fputs("] ", stderr);
}

void progress_show(struct progress *progress, uint64_t done, const char *note)
{
    if (progress->quiet)
        return;
    uint64_t now = clock_microseconds(), spent = now - progress->started;
    uint64_t wait = !progress->terminal ? LINE : progress->drawn ? AGAIN : FIRST;
    if (now - progress->shown < wait)
        return;
    progress->shown = now;
    progress->drawn = true;
    if (progress->terminal) {
        fputs("\r\033[K", stderr);
        if (progress->total)
            write_bar(done, progress->total);
    }
    if (progress->total)
        fprintf(stderr, "%" PRIu64 " of %" PRIu64 " %s", done, progress->total, progress->what);
    else
        fprintf(stderr, "%" PRIu64 " %s", done, progress->what);
    if (note[0])
        fprintf(stderr, ", %s", note);
    if (progress->total && done > 0 && done < progress->total) {
        fputs(", about ", stderr);
        write_time((uint64_t)((double)spent / (double)done * (double)(progress->total - done)) /
                   1000000);
        fputs(" left", stderr);
    } else {
        fputs(", ", stderr);
        write_time(spent / 1000000);
    }
    if (!progress->terminal)
        fputc('\n', stderr);
    fflush(stderr);
}

void progress_end(struct progress *progress)
{
    if (progress->terminal && progress->drawn)
        fputs("\r\033[K", stderr);
    progress->drawn = false;
}

/* Waits for a second; false once the work is over. */
static bool second_passes(struct progress_clock *clock)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    while (!clock->over)
        if (pthread_cond_timedwait(&clock->ended, &clock->lock, &until) != 0)
            break;
    return !clock->over;
}

static void *tick(void *argument)
{
    struct progress_clock *clock = argument;
    pthread_mutex_lock(&clock->lock);
    for (uint64_t seconds = 1; second_passes(clock); seconds++)
        if (seconds > 2) {
            clock->progress.drawn = true;
            fprintf(stderr, "\r\033[K%s, ", clock->progress.what);
            write_time(seconds);
            fflush(stderr);
        }
    pthread_mutex_unlock(&clock->lock);
    return NULL;
}

void progress_clock_begin(struct progress_clock *clock, const char *what, bool quiet)
{
    *clock = (struct progress_clock){0};
    progress_begin(&clock->progress, what, 0, quiet);
    pthread_mutex_init(&clock->lock, NULL);
    pthread_cond_init(&clock->ended, NULL);
    clock->running = !quiet && clock->progress.terminal &&
                     pthread_create(&clock->thread, NULL, tick, clock) == 0;
}

void progress_clock_end(struct progress_clock *clock)
{
    pthread_mutex_lock(&clock->lock);
    clock->over = true;
    pthread_cond_signal(&clock->ended);
    pthread_mutex_unlock(&clock->lock);
    if (clock->running)
        pthread_join(clock->thread, NULL);
    progress_end(&clock->progress);
    pthread_cond_destroy(&clock->ended);
    pthread_mutex_destroy(&clock->lock);
}
