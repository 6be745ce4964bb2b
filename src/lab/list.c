/* What the games have besides rules and minds: the one place in this room that names them all. A
   line here also tells the build to enter the folder of that name. */
#include "lab/game.h"

#define LAB_GAMES(EACH)                                                                            \
    EACH(othello)                                                                                  \
    EACH(connect4)                                                                                 \
    EACH(mill)                                                                                     \
    EACH(byte)                                                                                     \
    EACH(zr2)

#define DECLARE(name) extern const struct lab_game lab_##name;
#define ENTER(name) &lab_##name,

LAB_GAMES(DECLARE)

const struct lab_game *const lab_games[] = {LAB_GAMES(ENTER)};
const int lab_game_count = (int)(sizeof lab_games / sizeof lab_games[0]);
