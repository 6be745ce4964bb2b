/* The middle game takes one ply more each time, at the lowest selectivity: at as many positions a
   deeper search plays better than a surer one (docs/othello.md has the matches). The last plies are
   not taken one by one, since a search to the end is worth more and its guess at the order of the
   moves serves the proof. A proof wants to begin early. A limited search goes on for longer: a
   search to the end takes several times as long as all before it, and one that is broken off is
   worth little.

   To the end there is a ladder of selectivities, of which a rung is left out where it costs more
   than it saves: each search makes the next one's windows and order of moves better. */
#include "minds/othello/schedule.h"
#include "minds/othello/engine.h"

enum {
    LOWEST = 0,        /* selectivities: 63 %, */
    LIKELY = 1,        /* 87 %, */
    SURE = 2,          /* 95 % */
    PROOF_AHEAD = 9,   /* with only this many plies left to the end, go there at once, */
    LIMITED_AHEAD = 6, /* and with this many in a limited search */
    SURE_FIRST = 25,   /* from this many empties on, a search at 95 % comes before a proof */
};

/* A proof with so few empties needs no preparation. */
static bool has_middle(const struct othello_schedule *schedule)
{
    return schedule->solve < schedule->empties || schedule->empties > OTHELLO_ENGINE_ENDING;
}

static int deepest_middle(const struct othello_schedule *schedule)
{
    int ahead = schedule->limited ? LIMITED_AHEAD : PROOF_AHEAD;
    int deepest =
        schedule->solve >= schedule->empties ? schedule->empties - ahead : schedule->depth;
    return deepest < schedule->empties ? deepest : schedule->empties - 1;
}

static bool pays(const struct othello_schedule *schedule, int selectivity)
{
    if (selectivity == schedule->selectivity)
        return true;
    if (schedule->empties <= OTHELLO_ENGINE_ENDING)
        return false;
    switch (selectivity) {
    case LOWEST:
        return true;
    case LIKELY:
        return schedule->limited;
    case SURE:
        return schedule->limited || schedule->empties >= SURE_FIRST;
    default:
        return false;
    }
}

static bool next_to_the_end(const struct othello_schedule *schedule, int selectivity,
                            struct othello_stage *stage)
{
    while (selectivity < schedule->selectivity && !pays(schedule, selectivity))
        selectivity++;
    if (selectivity > schedule->selectivity)
        return false;
    *stage = (struct othello_stage){schedule->empties, selectivity};
    return true;
}

bool othello_schedule_next(const struct othello_schedule *schedule, struct othello_stage *stage)
{
    if (stage->depth >= schedule->empties)
        return next_to_the_end(schedule, stage->selectivity + 1, stage);
    if (has_middle(schedule) && stage->depth < deepest_middle(schedule)) {
        *stage = (struct othello_stage){stage->depth + 1, LOWEST};
        return true;
    }
    return schedule->solve >= schedule->empties && next_to_the_end(schedule, LOWEST, stage);
}
