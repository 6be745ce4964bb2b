/* What the command line offers for one game alone: the one place here that names them all. */
#include "ports/cli/game.h"

#include <string.h>

extern const struct cli_game cli_byte;
extern const struct cli_game cli_mill;
extern const struct cli_game cli_othello;
extern const struct cli_game cli_zr2;

const struct cli_game *const cli_games[] = {&cli_othello, &cli_byte, &cli_mill, &cli_zr2};
const int cli_game_count = (int)(sizeof cli_games / sizeof cli_games[0]);

const struct cli_game *cli_game_of(const struct game *game)
{
    static const struct cli_game nothing;
    for (int i = 0; i < cli_game_count; i++)
        if (strcmp(cli_games[i]->name, game->name) == 0)
            return cli_games[i];
    return &nothing;
}
