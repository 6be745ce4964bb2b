/* Progress on standard error. The time that is left is extrapolated from the share done so far, or
   bounded by the limit that the work has.

   The thread that draws in between is started with the first progress on a terminal and lives as
   long as the program. It knows one progress, `current`; a lock guards it and what it points to.
   It leaves a line alone that changed within the last second: whoever wipes the line to print
   something is done with that long before. */
#include "ports/cli/progress.h"

#include "base/clock.h"
#include "base/text.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* microseconds, columns */
enum { FIRST = 500000, AGAIN = 100000, TICK = 1000000, LINE = 10000000, BAR = 30 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct progress *current;

static void add_time(struct text *line, uint64_t microseconds)
{
    uint64_t seconds = microseconds / 1000000;
    if (seconds >= 3600)
        text_print(line, "%llu h %02u min", (unsigned long long)seconds / 3600,
                   (unsigned)(seconds / 60 % 60));
    else if (seconds >= 60)
        text_print(line, "%u min %02u s", (unsigned)seconds / 60, (unsigned)seconds % 60);
    else
        text_print(line, "%u s", (unsigned)seconds);
}

static void write_bar(uint64_t done, uint64_t total)
{
    uint64_t filled = done < total ? done * BAR / total : BAR;
    fputc('[', stderr);
    for (uint64_t i = 0; i < BAR; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fputs("] ", stderr);
}

/* The share tells how long it takes, the limit how long it may: whichever is shorter. */
static void add_estimate(struct text *line, const struct progress *progress, uint64_t spent)
{
    uint64_t done = progress->done, total = progress->total;
    uint64_t most = progress->limit > spent ? progress->limit - spent : 0;
    bool counted = done > 0 && done < total;
    double left = counted ? (double)spent / (double)done * (double)(total - done) : 0;
    bool sooner = counted && (!progress->limit || left < (double)most);
    text_add(line, sooner ? "about " : progress->limit ? "at most " : "");
    add_time(line, sooner ? (uint64_t)left : progress->limit ? most : spent);
    text_add(line, sooner || progress->limit ? " left" : " so far");
}

/* "3 of 20 games" or "proving". */
static void add_count(struct text *line, const struct progress *progress)
{
    if (!progress->uncounted)
        text_print(line, "%llu ", (unsigned long long)progress->done);
    if (progress->total)
        text_print(line, "of %llu ", (unsigned long long)progress->total);
    text_print(line, "%s, ", progress->what);
}

/* So much of a note as there is room for, up to a comma. */
static int cut(const char *note, int room)
{
    int length = (int)strlen(note);
    if (length <= room)
        return length;
    while (room > 0 && note[room] != ',')
        room--;
    return room;
}

/* A line that is too long for the terminal could not be wiped away: the bar is left out first, then
   the end of the note, never the estimate. */
static void draw(struct progress *progress, uint64_t now)
{
    char count[120], left[60];
    struct text counted, estimate;
    struct winsize window = {.ws_col = 0};
    progress->shown = now;
    progress->drawn = true;
    text_init(&counted, count, sizeof count);
    add_count(&counted, progress);
    text_init(&estimate, left, sizeof left);
    add_estimate(&estimate, progress, now - progress->started);
    int note = (int)strlen(progress->note);
    if (progress->terminal) {
        ioctl(STDERR_FILENO, TIOCGWINSZ, &window);
        int room =
            (window.ws_col > 1 ? window.ws_col : 80) - 1 - (int)(counted.length + estimate.length);
        fputs("\r\033[K", stderr);
        if (progress->total && note + 2 + BAR + 3 <= room)
            write_bar(progress->done, progress->total);
        note = cut(progress->note, room - 2);
    }
    fputs(count, stderr);
    if (note > 0)
        fprintf(stderr, "%.*s, ", note, progress->note);
    fprintf(stderr, "%s%s", left, progress->terminal ? "" : "\n");
    fflush(stderr);
}

static void wipe(struct progress *progress)
{
    if (progress->terminal && progress->drawn)
        fputs("\r\033[K", stderr);
    progress->drawn = false;
    progress->wiped = clock_microseconds();
}

static void *tick(void *unused)
{
    (void)unused;
    for (;;) {
        nanosleep(&(struct timespec){.tv_nsec = TICK / 4 * 1000}, NULL);
        pthread_mutex_lock(&lock);
        uint64_t now = clock_microseconds();
        if (current && now - current->shown >= TICK && now - current->wiped >= TICK)
            draw(current, now);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

/* Signals are for the others, whose waiting they end. */
static void start_ticking(void)
{
    static bool started;
    pthread_t thread;
    sigset_t all, before;
    if (started)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    started = pthread_create(&thread, NULL, tick, NULL) == 0;
    if (started)
        pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void begin(struct progress *progress, const struct progress *how)
{
    uint64_t now = clock_microseconds();
    pthread_mutex_lock(&lock);
    *progress = *how;
    progress->terminal = isatty(STDERR_FILENO);
    progress->started = progress->shown = now;
    current = progress->terminal && !progress->quiet ? progress : NULL;
    pthread_mutex_unlock(&lock);
    if (current)
        start_ticking();
}

void progress_begin(struct progress *progress, const char *what, uint64_t total, bool quiet)
{
    begin(progress, &(struct progress){.what = what, .total = total, .quiet = quiet});
}

void progress_begin_uncounted(struct progress *progress, const char *what, bool quiet)
{
    begin(progress, &(struct progress){.what = what, .uncounted = true, .quiet = quiet});
}

void progress_resume(struct progress *progress, uint64_t done, uint64_t microseconds)
{
    pthread_mutex_lock(&lock);
    progress->done = done;
    progress->started -= microseconds;
    pthread_mutex_unlock(&lock);
}

void progress_limit(struct progress *progress, uint64_t microseconds)
{
    pthread_mutex_lock(&lock);
    progress->limit = microseconds;
    pthread_mutex_unlock(&lock);
}

void progress_show(struct progress *progress, uint64_t done, const char *note)
{
    if (progress->quiet)
        return;
    pthread_mutex_lock(&lock);
    uint64_t now = clock_microseconds();
    uint64_t wait = !progress->terminal ? LINE : progress->drawn ? AGAIN : FIRST;
    progress->done = done;
    snprintf(progress->note, sizeof progress->note, "%s", note);
    if (progress->terminal)
        current = progress;
    if (now - progress->shown >= wait)
        draw(progress, now);
    pthread_mutex_unlock(&lock);
}

void progress_wipe(struct progress *progress)
{
    pthread_mutex_lock(&lock);
    wipe(progress);
    pthread_mutex_unlock(&lock);
}

void progress_end(struct progress *progress)
{
    pthread_mutex_lock(&lock);
    wipe(progress);
    if (current == progress)
        current = NULL;
    pthread_mutex_unlock(&lock);
}
