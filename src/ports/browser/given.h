/* What the program carries inside itself and the page's engine lacks, so that it loads quickly: the
   models that minds have learned, opening books, solved positions, weights of players. The page
   fetches what a game has (the list of games says so) and hands it in when the game is first
   thought about. Its memory is never given back, so once per game is enough. */
#ifndef PORTS_BROWSER_GIVEN_H
#define PORTS_BROWSER_GIVEN_H

#include "minds/mind.h"

/* NULL where none was given. */
const struct mind_book *given_book(const struct game *game);

/* Puts the weights that were given under the player's name (all of it, but for what follows a
   comma) in its place; false when it needs some and there are none. */
bool given_player(const struct mind *mind, struct player *player, struct error *error);

#endif
