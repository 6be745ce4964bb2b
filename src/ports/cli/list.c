/* What the command line offers for one game alone: the one place here that names them all. A line
   here also tells the build to enter the folder of that name. */
#include "ports/cli/game.h"

#define CLI_GAMES(EACH)                                                                            \
    EACH(othello)                                                                                  \
    EACH(byte)                                                                                     \
    EACH(mill)                                                                                     \
    EACH(zr2)

#define DECLARE(name) extern const struct cli_game cli_##name;
#define ENTER(name) &cli_##name,

CLI_GAMES(DECLARE)

const struct cli_game *const cli_games[] = {CLI_GAMES(ENTER)};
const int cli_game_count = (int)(sizeof cli_games / sizeof cli_games[0]);
