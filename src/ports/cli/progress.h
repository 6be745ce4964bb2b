/* How far long work has come, on standard error.

   On a terminal it is a line with a bar and an estimate of the time that is left, drawn again with
   each step and by a thread once a second in between, so that work with long steps, or with none to
   count, shows that it is alive. Elsewhere it is one line every ten seconds at most, so that a log
   stays short. Nothing is shown when `quiet`, nor for work that is over at once.

   Calls may come from several threads. One piece of work at a time has the line:
   the one that called progress_begin or progress_show last. */
#ifndef PORTS_CLI_PROGRESS_H
#define PORTS_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    const char *what; /* "games", "positions" */
    bool quiet, terminal, drawn;
    bool uncounted; /* there are no steps: `what` is what is being done, "proving" */
    uint64_t done;
    uint64_t total;                 /* 0 when it is not known */
    uint64_t limit;                 /* microseconds that it may take; 0 when there is no limit */
    uint64_t started, shown, wiped; /* microseconds */
    char note[160];
};

void progress_begin(struct progress *progress, const char *what, uint64_t total, bool quiet);
/* For work that cannot tell how far it has come; `what` is a verb. */
void progress_begin_uncounted(struct progress *progress, const char *what, bool quiet);
/* So much was done before, in so many microseconds: the estimate counts that in. */
void progress_resume(struct progress *progress, uint64_t done, uint64_t microseconds);
/* It will not take longer than that, 0 for no limit. */
void progress_limit(struct progress *progress, uint64_t microseconds);
/* `note` is a few words on what was found so far; may be empty. */
void progress_show(struct progress *progress, uint64_t done, const char *note);
/* Wipes the line away to print something; it comes back in a second or with the next step. */
void progress_wipe(struct progress *progress);
/* Wipes it away for good. */
void progress_end(struct progress *progress);

#endif
