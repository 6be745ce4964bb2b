/* Remembers for which games a folder of databases is open, and passes opening and closing on to
   the game's own table. */
#include "lab/databases.h"

#include "lab/game.h"

enum { DATABASES_GAMES = 64 };

static void *opened[DATABASES_GAMES]; /* by number in the list of games; NULL for none */

void databases_close(void)
{
    for (int i = 0; i < lab_game_count; i++)
        if (opened[i]) {
            lab_games[i]->databases_use(NULL);
            lab_games[i]->databases_close(opened[i]);
            opened[i] = NULL;
        }
}

static int number_of(const struct game *game)
{
    int i = 0;
    while (i < lab_game_count && lab_games[i]->game != game)
        i++;
    return i;
}

bool databases_open(const struct game *game, const struct game_setup *setup, const char *directory,
                    struct error *error)
{
    const struct lab_game *lab = lab_game_of(game);
    if (!lab->databases_open)
        return error_set(error, "there are no databases for %s", game->name);
    void *fresh = lab->databases_open(setup, directory, error), **place = &opened[number_of(game)];
    if (!fresh)
        return false;
    lab->databases_use(fresh);
    lab->databases_close(*place);
    *place = fresh;
    return true;
}

bool databases_open_any(const char *directory, struct error *error)
{
    bool any = false;
    for (int i = 0; i < lab_game_count; i++)
        if (lab_games[i]->databases_open)
            any |= databases_open(lab_games[i]->game, NULL, directory, error);
    return any;
}

bool databases_of(const struct game *game)
{
    int number = number_of(game);
    return number < lab_game_count && opened[number];
}
