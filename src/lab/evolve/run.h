/* A whole evolution in a folder: generation after generation, measured now and then, saved after
   every one, so that after any interruption it continues to the very same end.

   The folder holds the last two checkpoints (checkpoint.h), the strongest vector found so far
   (best.vector) and, at the end, the first of the last generation (last.vector). Where it has a
   folder called generations, the first of every generation is kept there, so that a person can play
   against any of them. Pictures and tables are the caller's, from the rows. One process at a time
   may work in a folder. */
#ifndef LAB_EVOLVE_RUN_H
#define LAB_EVOLVE_RUN_H

#include "lab/evolve/measure.h"
#include "lab/evolve/vector.h"

/* What was measured of a generation; what was not measured is NaN. */
struct evolve_row {
    int32_t generation;
    int32_t points; /* of the first in the generation's own pairings */
    /* Points of 10,000 against random: mean and highest of the plan's best, and of the first. */
    double random_mean, random_best, random_first;
    struct evolve_measured ladder; /* the first against the ladder */
    double seconds;                /* since the beginning, interruptions left out */
};

struct evolve_run {
    /* The caller's. A run that is resumed takes plan and command from its checkpoint. */
    struct evolve_plan plan;
    const char *folder;
    char command[600]; /* as it was typed */
    int threads;
    const atomic_bool *stop; /* may be NULL */
    /* Called after each generation's games; `row` is NULL where nothing was measured. May be
       NULL. */
    bool (*finished)(void *listener, const struct evolve_run *run, const struct evolve_row *row,
                     double seconds, struct error *error);
    void *listener;

    /* The run's. */
    struct evolve_population population;
    bool complete; /* the last generation has played too */
    struct evolve_row *rows;
    int row_count;
    bool ladder_known;
    double ladder[EVOLVE_RUNGS_MAX]; /* the ratings of its players */
    struct evolve_vector best; /* with the highest Elo so far; problem is NULL until there is one */
    double seconds;
    char notice[400]; /* what a person should know, such as a damaged checkpoint; else empty */
    int lock;
};

/* From now on the run keeps the first of every generation, even when it is resumed later. */
bool evolve_run_keep_generations(const char *folder, struct error *error);
/* Where that of one generation is. */
void evolve_run_generation_path(const char *folder, int generation, char *path, size_t room);

/* Whether a folder holds an evolution. */
bool evolve_run_is(const char *folder);

/* A new run in a folder that holds none; the folder is made. */
bool evolve_run_begin(struct evolve_run *run, struct error *error);
/* Plans that many generations for a resumed run, no fewer than it has; one that was complete
   continues. The rates of crossover and mutation follow the new plan. */
bool evolve_run_extend(struct evolve_run *run, int generations, struct error *error);
/* The run of a folder, from the newest checkpoint that is whole. */
bool evolve_run_resume(struct evolve_run *run, struct error *error);
/* Runs to the end. False with an empty error when it was stopped. */
bool evolve_run_go(struct evolve_run *run, struct error *error);
void evolve_run_close(struct evolve_run *run);

#endif
