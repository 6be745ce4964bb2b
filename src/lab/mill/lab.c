/* What mill has besides its rules and its mind. */
#include "lab/evolve/problems.h"
#include "lab/game.h"
#include "lab/mill/shelf.h"
#include <stdlib.h>

/* Made by the build from models/ and from src/lab/mill.book, which potez book build mill makes. */
extern const uint8_t mill_model_data[], mill_book_data[];
extern const uint32_t mill_model_bytes, mill_book_bytes;
extern const struct evolve_set mill_evolution;
extern const struct puzzle_set mill_puzzles;

/* A folder: what players look at, and what that is read from. */
struct mill_folder {
    struct mill_databases databases; /* first: a task's `databases` */
    struct mill_shelf *shelves[MILL_VARIANTS];
};

static void close_databases(void *opened)
{
    struct mill_folder *folder = opened;
    for (int i = 0; folder && i < MILL_VARIANTS; i++)
        mill_shelf_close(folder->shelves[i]);
    free(folder);
}

static bool open_shelf(struct mill_folder *folder, const char *directory,
                       const struct game_setup *setup, struct error *error)
{
    struct mill_shelf *shelf = mill_shelf_open(directory, mill_rules_of(setup), error);
    if (!shelf)
        return false;
    const struct mill_database *database = mill_shelf_database(shelf);
    folder->shelves[database->rules.variant] = shelf;
    folder->databases.of[database->rules.variant] = database;
    return true;
}

/* Every variant, with its usual rules, that has files in the folder. */
static bool open_any(struct mill_folder *folder, const char *directory, struct error *error)
{
    struct game_setup setup;
    bool any = false;
    game_setup_default(&game_mill, &setup);
    for (int i = MILL_VARIANTS - 1; i >= 0; i--) {
        setup.option[MILL_OPTION_VARIANT] = i;
        any |= open_shelf(folder, directory, &setup, error);
    }
    return any;
}

static void *open_databases(const struct game_setup *setup, const char *directory,
                            struct error *error)
{
    struct mill_folder *folder = calloc(1, sizeof *folder);
    if (!folder)
        error_machine(error, "out of memory for databases");
    else if (setup ? open_shelf(folder, directory, setup, error)
                   : open_any(folder, directory, error))
        return folder;
    free(folder);
    return NULL;
}

static void use_databases(const void *opened)
{
    const struct mill_databases *databases = opened;
    mill_database_use(NULL);
    for (int i = 0; databases && i < MILL_VARIANTS; i++)
        if (databases->of[i])
            mill_database_use(databases->of[i]);
}

extern const struct lab_game lab_mill;
const struct lab_game lab_mill = {
    .game = &game_mill,
    .model = {mill_model_data, &mill_model_bytes},
    .book = {mill_book_data, &mill_book_bytes},
    .databases_open = open_databases,
    .databases_use = use_databases,
    .databases_close = close_databases,
    .evolution = &mill_evolution,
    .puzzles = &mill_puzzles,
};
