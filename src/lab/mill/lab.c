/* What mill has besides its rules and its mind. */
#include "lab/evolve/problems.h"
#include "lab/game.h"
#include "lab/mill/shelf.h"

/* Made by the build from models/. */
extern const uint8_t mill_model_data[];
extern const uint32_t mill_model_bytes;
extern const struct evolve_set mill_evolution;

static struct mill_shelf *shelf; /* that the players use */

static void close_databases(void)
{
    mill_database_use(NULL);
    mill_shelf_close(shelf);
    shelf = NULL;
}

static bool open_databases(const struct game_setup *setup, const char *directory,
                           struct error *error)
{
    struct mill_shelf *opened = mill_shelf_open(directory, mill_rules_of(setup), error);
    if (!opened)
        return false;
    close_databases();
    shelf = opened;
    mill_database_use(mill_shelf_database(shelf));
    return true;
}

extern const struct lab_game lab_mill;
const struct lab_game lab_mill = {
    .game = &game_mill,
    .model = {mill_model_data, &mill_model_bytes},
    .databases_open = open_databases,
    .databases_close = close_databases,
    .evolution = &mill_evolution,
};
