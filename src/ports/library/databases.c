/* Folders of databases. A game has its own and brings them along with each of its questions; a copy
   of the game shares them, and the last that is closed closes them. */
#include "lab/game.h"
#include "ports/library/inside.h"

#include <stdlib.h>

struct library_databases {
    const struct lab_game *lab;
    void *opened;
    atomic_int users;
};

/* Those for the game's own options or, where the folder has none, what there is for others: some
   rules come to the same. Each variant takes an index of its own, hence not all at once. */
static void *open_folder(const struct lab_game *lab, const struct game_setup *setup,
                         const char *folder)
{
    struct error missing;
    void *opened = lab->databases_open(setup, folder, &missing);
    return opened ? opened : lab->databases_open(NULL, folder, library_errors());
}

bool library_databases_open(potez *game, const char *folder)
{
    const struct lab_game *lab = lab_game_of(game->opened.game);
    if (!lab->databases_open)
        return error_set(library_errors(), "there are no databases for %s",
                         game->opened.game->name);
    struct library_databases *fresh = malloc(sizeof *fresh);
    if (!fresh)
        return error_machine(library_errors(), "out of memory for databases");
    *fresh = (struct library_databases){.lab = lab, .users = 1};
    fresh->opened = open_folder(lab, &game->opened.setup, folder);
    if (!fresh->opened) {
        free(fresh);
        return false;
    }
    library_databases_close(game);
    game->databases = fresh;
    return true;
}

void library_databases_share(potez *copy, const potez *game)
{
    if (game->databases)
        atomic_fetch_add(&game->databases->users, 1);
    copy->databases = game->databases;
}

void library_databases_close(potez *game)
{
    struct library_databases *databases = game->databases;
    game->databases = NULL;
    if (!databases || atomic_fetch_sub(&databases->users, 1) > 1)
        return;
    databases->lab->databases_close(databases->opened);
    free(databases);
}

const void *library_databases_of(const potez *game)
{
    return game->databases ? game->databases->opened : NULL;
}

bool potez_databases(potez *game, const char *folder)
{
    if (!library_given(game, "a game"))
        return false;
    if (folder)
        return library_databases_open(game, folder);
    library_databases_close(game);
    return true;
}
