/* The laboratory of `potez serve --lab DIR`: training runs, matches and tournaments that are
   started, watched, stopped and resumed from the page, and the archive to search, import and
   export.

   There is no second truth: a run is the program itself, started as a process with a list of
   arguments (never through a shell) in a folder of its own, DIR/0001 and so on, which it fills with
   the journals, curves and checkpoints that it writes on the command line too. Everything reported
   about a run is read from there. What a run may be asked to do comes from tables with ranges
   (laboratory_ask.c), so no argument reaches the program that was not looked up there.

   A run's folder holds
     run.json      what it is and its arguments; never changed
     output.jsonl  what it printed, one JSON object per line; errors.txt what it complained about
     alive         locked as long as its process lives
     ended.json    how its process ended; absent when the server was killed with it
     journal       of a match or a tournament; training/ of a training
   so all runs are found again after anything, and one that was stopped or killed can go on.
   Processes have a low priority, end with the server, and only a few may run at once. One thread
   calls everything here. */
#ifndef PORTS_SERVER_LABORATORY_H
#define PORTS_SERVER_LABORATORY_H

#include "base/error.h"
#include "lab/setting.h"

#define LABORATORY_IMPORT_MAX (8 << 20) /* bytes of games to be imported at once */

struct laboratory;

struct laboratory_options {
    const char *folder;                     /* made when it is not there */
    const char *program;                    /* this program */
    const char *archive;                    /* where games are kept; NULL for none */
    const struct training_offer *trainings; /* besides the evolutions, which it knows */
    int training_count;
    int at_once; /* runs */
};

/* NULL with an error, also while another server works in the folder. The texts and tables of the
   options must live as long. */
struct laboratory *laboratory_open(const struct laboratory_options *options, struct error *error);
/* Ends its processes gently. */
void laboratory_close(struct laboratory *laboratory);
/* Notices processes that have ended. A few times a second. */
void laboratory_tick(struct laboratory *laboratory);

#endif
