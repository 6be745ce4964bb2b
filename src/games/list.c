/* The list of games, in the order in which people see them: the one place in this room that names
   them all. A line here also tells the build to enter the folder of that name. */
#include "games/game.h"

#define GAMES(EACH)                                                                                \
    EACH(othello)                                                                                  \
    EACH(connect4)                                                                                 \
    EACH(mill)                                                                                     \
    EACH(byte)                                                                                     \
    EACH(zr2)

#define DECLARE(name) extern const struct game game_##name;
#define ENTER(name) &game_##name,

GAMES(DECLARE)

const struct game *const games[] = {GAMES(ENTER)};
const int game_count = (int)(sizeof games / sizeof games[0]);
