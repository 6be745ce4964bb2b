/* Folders of databases for whichever game has them, opened by the front ends for the whole process.

   The players of the game share what was opened last, until it is closed; open and close while
   nobody thinks. Where questions bring databases of their own (the library), none of this is
   needed: see lab/game.h. */
#ifndef LAB_DATABASES_H
#define LAB_DATABASES_H

#include "base/error.h"
#include "games/game.h"

/* False when the game has no databases or the folder has none that can be used; what is in use then
   stays. */
bool databases_open(const struct game *game, const struct game_setup *setup, const char *directory,
                    struct error *error);
/* All that the folder has, of every game and for all its options: for callers that do not yet know
   what will be asked. False when there is nothing. */
bool databases_open_any(const char *directory, struct error *error);
void databases_close(void);

/* Whether something is open for this game. */
bool databases_of(const struct game *game);

#endif
