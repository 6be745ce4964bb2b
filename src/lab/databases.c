#include "lab/databases.h"

#include "lab/game.h"

void databases_close(void)
{
    for (int i = 0; i < lab_game_count; i++)
        if (lab_games[i]->databases_close)
            lab_games[i]->databases_close();
}

bool databases_open(const struct game *game, const struct game_setup *setup, const char *directory,
                    struct error *error)
{
    const struct lab_game *lab = lab_game_of(game);
    if (!lab->databases_open)
        return error_set(error, "there are no databases for %s", game->name);
    return lab->databases_open(setup, directory, error);
}
