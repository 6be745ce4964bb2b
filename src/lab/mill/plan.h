/* The building of all databases as a list of units of work.

   A unit is what is solved and written at a time: in the moving phase a pair of subspaces (a men
   against b, either to move), in the placing phase one subspace with men in hand, or a pair where
   men may move all the same (Lasker's game). Units stand in an
   order in which each comes after those it needs; a unit may be worked on as soon as the files of
   its needs are there, by whichever process: units that do not need each other are independent.
   Units exchange nothing but files. */
#ifndef LAB_MILL_PLAN_H
#define LAB_MILL_PLAN_H

#include "minds/mill/database.h"

enum { PLAN_UNITS = 4096, PLAN_NEEDS = 6, PLAN_NUMBERS = MILL_MEN_MAX + 1 };

struct mill_plan_unit {
    /* One subspace, or the two of a pair, the larger side to move first. */
    struct mill_subspace subspace[2];
    int subspaces;
    bool placing; /* men in hand, and nothing but placements */
    /* Subspaces that the captures and placements of each side lead to; their number may be 0. */
    struct mill_subspace need[PLAN_NEEDS];
    int needs;
    int needed_unit[PLAN_NEEDS]; /* the units that make them, by number in the plan */
    uint64_t slots;              /* of all its subspaces */
    uint64_t bytes;              /* of memory to solve it */
};

struct mill_plan {
    int units;
    struct mill_plan_unit unit[PLAN_UNITS];
    uint64_t slots;
    /* For mill_plan_find: one more than the unit's number, by the members of the subspace. */
    uint16_t number[PLAN_NUMBERS][PLAN_NUMBERS][PLAN_NUMBERS][PLAN_NUMBERS];
};

/* Every unit for at most `men` men per side, with those of the placing phase if asked. */
void mill_plan_make(struct mill_plan *plan, const struct mill_index *index, int men, bool placing);

/* The unit whose files hold the subspace, -1 when there is none. */
int mill_plan_find(const struct mill_plan *plan, struct mill_subspace subspace);

#endif
