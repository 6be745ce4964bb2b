/* Work for all threads of all processes of a run.

   Every process ("rank") of `mpirun -n N potez ...` runs the same program on the same data, so that
   callers need the same code for one process and for many; rank 0 alone prints and writes. Where
   there is much to do they all call cluster_work with the same description: units go to whoever
   asks for more, so ranks may be unequal in speed, and results come to rank 0. Rank 0 passes on
   what it alone knows with cluster_share. These calls must come in the same order on every rank,
   from the thread that called cluster_begin.

   A unit must not depend on who does it: random numbers come from random_split(seed, unit). When a
   rank is lost the whole run ends; the next one resumes from what rank 0 has saved.

   Without MPI, or when the program was not started by mpirun, there is one rank and cluster_work
   uses its threads. */
#ifndef LAB_CLUSTER_H
#define LAB_CLUSTER_H

#include "base/error.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* "Open MPI 4.1", or "none". */
const char *cluster_kind(void);

/* How many processes the launcher started, read from its environment before any of them
   communicates; 1 without a launcher. *rank is this process. */
int cluster_launched(int *rank);

/* Joins the other processes. Before it, and without it, there is one rank. */
bool cluster_begin(struct error *error);
/* Leaves the cluster. Rank 0 calls it whenever it is done, for whatever reason, and thereby
   releases the others; another rank calls it when it has nothing more to do. When this rank gave up
   and the others did not, it ends all of them at once, with `reason`. */
void cluster_end(const char *reason);

int cluster_rank(void);
int cluster_size(void);
/* Whether this is the rank that prints and writes. */
bool cluster_leads(void);
/* Cores for each rank on this machine. */
int cluster_cores(void);

/* Gives every rank what rank 0 has at `data`. False when rank 0 has ended the run. */
bool cluster_share(void *data, size_t bytes);

enum { CLUSTER_LATER = -1, CLUSTER_NONE = -2 };

struct cluster_work {
    int units;
    int threads;         /* of this rank; each does one unit at a time */
    size_t result_bytes; /* the most that a unit's result takes */
    bool steady;         /* a unit takes as long as one of the previous work with the same `run` */
    /* Does a unit on any rank: fills `result` and returns its length. `worker` is from 0 to
       threads-1; it reports errors in the result. Long units return early once `stop` is raised
       (the work is over), or on rank 0 the flag below; their results are then discarded. */
    size_t (*run)(void *context, int worker, int unit, const atomic_bool *stop, void *result);
    /* Rank 0, one call at a time, in any order: the result of a unit. False ends the work. */
    bool (*take)(void *context, int unit, const void *result, size_t bytes);
    /* Rank 0, one call at a time with take: the next unit to be begun, CLUSTER_LATER while all that
       is left waits for results, CLUSTER_NONE. NULL: from 0 to units-1. */
    int (*next)(void *context);
    void *context;
    const atomic_bool *stop; /* rank 0's counts; may be NULL */
};

/* True on every rank when every unit was done and taken. Otherwise false: with an empty error when
   it was stopped or `take` ended it. */
bool cluster_work(const struct cluster_work *work, struct error *error);

#endif
