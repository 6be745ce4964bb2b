/* Looks through the list; there are a handful of games. */
#include "lab/game.h"

#include <strings.h>

const struct lab_game *lab_game_of(const struct game *game)
{
    static const struct lab_game nothing;
    for (int i = 0; i < lab_game_count; i++)
        if (lab_games[i]->game == game)
            return lab_games[i];
    return &nothing;
}

const struct lab_level *lab_level_find(const struct game *game, const char *name)
{
    const struct lab_level *level = lab_game_of(game)->levels;
    while (level && level->name && strcasecmp(level->name, name) != 0)
        level++;
    return level && level->name ? level : NULL;
}

const struct lab_game *lab_game_with_ggf(void)
{
    int i = 0;
    while (!lab_games[i]->ggf_open)
        i++;
    return lab_games[i];
}
