/* A sparring partner: a player of the game, whoever it is, that vectors meet in addition to or
   instead of each other (plan->sparring).

   evolve_partner_read makes the player from its name, once per generation. Each pairing opens a
   partner of its own, with an empty table and random numbers of its own, so that results do not
   depend on which thread plays what. Players with time limits are accepted, but then a run cannot
   be reproduced. Other programs (engine:COMMAND) are not: they would have to be started for every
   pairing. */
#ifndef LAB_EVOLVE_PARTNER_H
#define LAB_EVOLVE_PARTNER_H

#include "lab/evolve/evolve.h"
#include "lab/think.h"

struct evolve_partner {
    const struct game *game;
    struct game_setup setup;
    const struct player *player;
    struct thinker thinker;
    struct random random;
    bool failed; /* it gave no move: out of memory */
};

/* The result of a pairing that could not be played. */
#define EVOLVE_FAILED 2

bool evolve_partner_read(const struct evolve_plan *plan, struct player *player,
                         struct error *error);

void evolve_partner_open(struct evolve_partner *partner, const struct evolve_plan *plan,
                         const struct player *player, struct random *random);
void evolve_partner_close(struct evolve_partner *partner);

/* Before each game. */
void evolve_partner_begin(struct evolve_partner *partner);

/* Its move in a position of the game that is not over; any legal one once it has failed. */
uint32_t evolve_partner_move(struct evolve_partner *partner, const void *position);

#endif
