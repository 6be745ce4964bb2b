#include "lab/databases.h"

#include "lab/mill/shelf.h"

static struct mill_shelf *shelf;

void databases_close(void)
{
    mill_database_use(NULL);
    mill_shelf_close(shelf);
    shelf = NULL;
}

bool databases_open(const struct game *game, const struct game_setup *setup, const char *directory,
                    struct error *error)
{
    if (game != &game_mill)
        return error_set(error, "there are no databases for %s", game->name);
    struct mill_shelf *opened = mill_shelf_open(directory, mill_rules_of(setup), error);
    if (!opened)
        return false;
    databases_close();
    shelf = opened;
    mill_database_use(mill_shelf_database(shelf));
    return true;
}
