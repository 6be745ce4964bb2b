/* How strong the players are: ratings from our own tournament, for whatever offers them to people.

   `tools/standings` lets the levels and the named players of a game play each other and writes the
   table in the folder of its mind; rerun it when players change. Elo counts from the player
   "random", which has 0, so numbers can be compared within one game, but neither between games nor
   with any federation's ratings. A grade is a word for a range of them. */
#ifndef MINDS_STANDING_H
#define MINDS_STANDING_H

#include "minds/mind.h"

struct standing {
    const char *player; /* as player_read takes it, levels with their number */
    int16_t elo;
    int16_t error; /* half a 95 % interval */
};

/* NULL for a player that was not rated. */
const struct standing *standing_of(const struct game *game, const char *player);

/* Elo to the nearest 50: more is not known. */
int standing_about(const struct standing *standing);

/* "club beginner"; the page has these words in its languages. */
const char *standing_grade(const struct standing *standing);

#endif
