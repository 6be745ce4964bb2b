/* How far long work has come, on standard error.

   On a terminal it is a bar with an estimate, drawn again a few times a second; elsewhere one line
   every ten seconds, so that a log stays short. Nothing is shown when told to be quiet, nor for
   work that is over at once. Calls may come from several threads, but one at a time. */
#ifndef PORTS_CLI_PROGRESS_H
#define PORTS_CLI_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct progress {
    const char *what; /* "games", "positions" */
    bool quiet, terminal, drawn;
    uint64_t total; /* 0 when it is not known */
    uint64_t started, shown;
};

void progress_begin(struct progress *progress, const char *what, uint64_t total, bool quiet);
/* `note` is a few words on what was found so far; may be empty. */
void progress_show(struct progress *progress, uint64_t done, const char *note);
/* Wipes the bar away. */
void progress_end(struct progress *progress);

/* For work that cannot tell how far it has come: on a terminal, the time it has taken so far, once
   a second from the third on. */
struct progress_clock {
    struct progress progress;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool running, over;
};

void progress_clock_begin(struct progress_clock *clock, const char *what, bool quiet);
void progress_clock_end(struct progress_clock *clock);

#endif
