/* Builds the databases of mill, subspace by subspace, into a folder.

   What is there already and whole is kept, so a build that was stopped or killed resumes with the
   units whose files are missing. A damaged file is rebuilt. The ranks of a cluster (see
   lab/cluster.h) take units as soon as their needs are met; all see the same folder. */
#ifndef LAB_MILL_BUILD_H
#define LAB_MILL_BUILD_H

#include "lab/mill/plan.h"
#include "lab/mill/store.h"
#include <stdatomic.h>

struct mill_build_state {
    const struct mill_plan_unit *unit;
    int number, units;                       /* units that are there, out of `units` */
    uint64_t slots_done, slots_built, slots; /* done includes what was there, built does not */
    int level;                               /* plies being worked on in this unit */
    bool finished;                           /* the unit is written */
    double seconds;                          /* this unit took */
    const struct mill_store_counts *counts;  /* of each of its subspaces, once finished */
};

struct mill_build {
    const char *directory;
    const struct mill_index *index;
    struct mill_rules rules;
    int men;
    bool placing;
    int threads;
    uint64_t memory; /* bytes it may use for values */
    const atomic_bool *stop;
    void (*report)(void *listener, const struct mill_build_state *state); /* may be NULL */
    void *listener;
};

/* False with the reason; what was finished before stays. */
bool mill_build_all(const struct mill_build *build, struct error *error);

/* Solves and writes one unit whose needs are there: what one process of many would do. */
bool mill_build_unit(const struct mill_build *build, const struct mill_plan_unit *unit,
                     struct mill_store_counts counts[2], struct error *error);

/* Whether all files of a unit exist and are whole as far as their headers tell. */
bool mill_build_unit_done(const struct mill_build *build, const struct mill_plan_unit *unit);

#endif
