/* What mill has besides its rules and its mind. */
#include "lab/evolve/problems.h"
#include "lab/game.h"
#include "lab/mill/shelf.h"

/* Made by the build from models/ and from src/lab/mill.book, which potez book build mill makes. */
extern const uint8_t mill_model_data[], mill_book_data[];
extern const uint32_t mill_model_bytes, mill_book_bytes;
extern const struct evolve_set mill_evolution;
extern const struct puzzle_set mill_puzzles;

static struct mill_shelf *shelves[MILL_VARIANTS]; /* that the players use */

static void close_databases(void)
{
    mill_database_use(NULL);
    for (int i = 0; i < MILL_VARIANTS; i++) {
        mill_shelf_close(shelves[i]);
        shelves[i] = NULL;
    }
}

static void use_shelf(struct mill_shelf *shelf)
{
    const struct mill_database *database = mill_shelf_database(shelf);
    shelves[database->rules.variant] = shelf;
    mill_database_use(database);
}

/* Every variant, with its usual rules, that has files in the folder. */
static bool open_any(const char *directory, struct error *error)
{
    struct mill_shelf *found[MILL_VARIANTS];
    struct game_setup setup;
    bool any = false;
    game_setup_default(&game_mill, &setup);
    for (int i = MILL_VARIANTS - 1; i >= 0; i--) {
        setup.option[MILL_OPTION_VARIANT] = i;
        found[i] = mill_shelf_open(directory, mill_rules_of(&setup), error);
        any |= found[i] != NULL;
    }
    if (any)
        close_databases();
    for (int i = 0; i < MILL_VARIANTS; i++)
        if (found[i])
            use_shelf(found[i]);
    return any;
}

static bool open_databases(const struct game_setup *setup, const char *directory,
                           struct error *error)
{
    if (!setup)
        return open_any(directory, error);
    struct mill_shelf *opened = mill_shelf_open(directory, mill_rules_of(setup), error);
    if (!opened)
        return false;
    close_databases();
    use_shelf(opened);
    return true;
}

extern const struct lab_game lab_mill;
const struct lab_game lab_mill = {
    .game = &game_mill,
    .model = {mill_model_data, &mill_model_bytes},
    .book = {mill_book_data, &mill_book_bytes},
    .databases_open = open_databases,
    .databases_close = close_databases,
    .evolution = &mill_evolution,
    .puzzles = &mill_puzzles,
};
