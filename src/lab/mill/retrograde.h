/* Retrograde analysis of one pair of mill subspaces: `large` men against `small`, either side to
   move.

   A value is the distance to the end of the game in plies under best play, the winner hurrying and
   the loser delaying; an even distance is a loss of the side to move and an odd one a win, so the
   parity tells the outcome, and MILL_OPEN stands for a draw, MILL_HOLE for a slot without a
   position of its own. What captures and placements lead to must be solved
   before. The work goes distance by distance: positions that can move to a loss in n are wins in
   n + 1, and positions with a move to a win in n count one hope less, until none is left and they
   are lost. Since slots of a class lie together (see minds/mill/index.h) and pieces with something
   to do are marked (lab/mill/marks.h), each step touches little, whatever the size of the whole. */
#ifndef LAB_MILL_RETROGRADE_H
#define LAB_MILL_RETROGRADE_H

#include "base/error.h"
#include "minds/mill/index.h"
#include <stdatomic.h>

enum {
    MILL_OPEN = 0xffff, /* a draw, or not decided yet */
    MILL_HOLE = 0xfffe, /* the slot's position stands in another one */
    MILL_LEVELS = 2048, /* no game is as long as this */
};

struct mill_retrograde {
    const struct mill_index *index;
    struct mill_rules rules;
    int large, small; /* men on the board; large >= small */
    int hand[2];      /* men in hand of both, where they may be placed or moved (Lasker's game) */
    int threads;
    /* By slot: value[0] with the larger side to move, value[1] with the smaller. Both are there
       even if the sides are equal in number and in hand; then value[0] alone is the result. */
    uint16_t *value[2];
    /* Values after a capture by the larger side (small - 1 to move against large) and by the
       smaller side (large - 1 to move against small; not used with equal sides). NULL where fewer
       than three men are left, which is lost. */
    const uint16_t *taken[2];
    /* The same after placements by either side, without capture and with one. */
    const uint16_t *placed[2], *placed_taken[2];
    const atomic_bool *stop; /* may be NULL */
    /* Called now and then with the distance being worked on; may be NULL. */
    void (*report)(void *listener, int level);
    void *listener;
};

/* Fills the values. False when it was stopped or memory for its marks ran out. */
bool mill_retrograde_solve(const struct mill_retrograde *task, struct error *error);

/* Bytes beside the values that mill_retrograde_solve takes. */
uint64_t mill_retrograde_bytes(const struct mill_index *index, int large, int small);

#endif
