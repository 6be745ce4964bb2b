/* Every legal move of a position with its score, in passes: each pass looks at all moves with four
   times the work of the pass before, so that there is an answer early and a good one in the end.

   One thread, one thinker. The listener hears of every finished pass; the caller stops it by the
   flag or by the limits. */
#ifndef PORTS_SERVER_ANALYSIS_H
#define PORTS_SERVER_ANALYSIS_H

#include "lab/think.h"
#include "ports/server/question.h"

struct analysis_finding {
    uint32_t move;
    struct mind_answer answer; /* seen by the side that makes the move */
};

struct analysis {
    const struct question *question;
    struct thinker *thinker;
    const atomic_bool *stop;
    void (*pass_done)(void *listener, const struct analysis *analysis);
    void *listener;

    struct analysis_finding *findings; /* best first; the caller frees them */
    int count;
    int pass; /* complete passes */
    uint64_t nodes;
};

/* The first five members are filled by the caller. False when memory is out. A position without
   moves has no findings. */
bool analysis_run(struct analysis *analysis, struct error *error);

#endif
