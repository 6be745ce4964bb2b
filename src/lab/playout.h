/* Random games from a position to their end, by the game's own way where it has one (games/game.h)
   and through its table elsewhere. */
#ifndef LAB_PLAYOUT_H
#define LAB_PLAYOUT_H

#include "games/game.h"

/* Leaves `position` at the end of the game and returns its number of plies. Through the table a
   game is abandoned after `most` of them. */
int playout_run(const struct game *game, const struct game_setup *setup, void *position,
                struct random *random, int most);

#endif
