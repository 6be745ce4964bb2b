/* Looks through the list; a game without a table of its own gets an empty one. */
#include "ports/cli/game.h"

#include <string.h>

const struct cli_game *cli_game_of(const struct game *game)
{
    static const struct cli_game nothing;
    for (int i = 0; i < cli_game_count; i++)
        if (strcmp(cli_games[i]->name, game->name) == 0)
            return cli_games[i];
    return &nothing;
}
