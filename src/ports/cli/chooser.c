#include "ports/cli/chooser.h"

#include "base/text.h"
#include "lab/databases.h"
#include "lab/learned.h"
#include "lab/outside.h"
#include "ports/cli/interrupt.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A table that the machine cannot hold would not fail at once but drown it later. */
static bool table_fits(size_t bytes, struct error *error)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0 || bytes <= (size_t)pages * (size_t)page / 4 * 3)
        return true;
    return error_set(error, "--table: %zu MiB is more than three quarters of this machine's memory",
                     bytes >> 20);
}

bool chooser_read(struct chooser *chooser, const struct arguments *arguments,
                  const struct game *game, size_t table_bytes, uint64_t nodes, struct error *error)
{
    *chooser =
        (struct chooser){.mind = mind_of(game), .table_bytes = table_bytes, .keep_table = true};
    if (!chooser->mind)
        return error_set(error, "%s has no players", game->name);
    if (!arguments_limits(arguments, &chooser->limits, error) ||
        !arguments_size(arguments, "table", &chooser->table_bytes, error) ||
        !table_fits(chooser->table_bytes, error))
        return false;
    struct mind_limits *limits = &chooser->limits;
    chooser->standard = !limits->microseconds && !limits->depth && !limits->nodes;
    if (chooser->standard)
        limits->nodes = nodes;
    chooser->no_book = arguments_has(arguments, "no-book");
    const char *keep = arguments_value(arguments, "keep-table");
    if (keep && strcmp(keep, "yes") != 0 && strcmp(keep, "no") != 0)
        return error_set(error, "--keep-table: expected yes or no, found \"%.*s\"",
                         text_printable(keep, strlen(keep), 24), keep);
    chooser->keep_table = !keep || strcmp(keep, "yes") == 0;
    return true;
}

bool chooser_databases(const struct arguments *arguments, const struct position *position,
                       struct error *error)
{
    const char *given = arguments_value(arguments, "database");
    const char *directory = given ? given : getenv("POTEZ_DATABASE");
    const struct mind *mind = mind_of(position->game);
    bool allowed = !arguments_has(arguments, "no-database");
    if (!allowed && given)
        return error_set(error, "--database and --no-database exclude each other");
    if (!mind || !mind->databases)
        return !given || error_set(error, "there are no databases for %s", position->game->name);
    mind->databases(allowed);
    if (!allowed || !directory || !*directory)
        return true;
    return databases_open(position->game, &position->setup, directory, error);
}

bool chooser_proof(const struct arguments *arguments, struct error *error)
{
    return !arguments_has(arguments, "depth") ||
           error_set(error,
                     "--depth: a proof goes as deep as it must; --time and --nodes limit it");
}

bool chooser_level(const struct chooser *chooser, int level, struct player *player,
                   struct error *error)
{
    /* Each level looks at about three times as many positions as the one below. */
    static const uint32_t nodes[10] = {30,    100,   300,    1000,   3000,
                                       10000, 30000, 100000, 300000, 1000000};
    char name[32];
    struct text text;
    text_init(&text, name, sizeof name);
    text_print(&text, "level:%d", level);
    for (int i = 0; i < chooser->mind->player_count; i++)
        if (strcmp(chooser->mind->players[i]->name, "level") == 0)
            return player_read(chooser->mind, name, player, error);
    if (!player_read(chooser->mind,
                     chooser->mind->levels ? chooser->mind->levels : chooser->mind->best, player,
                     error))
        return false;
    player->limits = (struct mind_limits){.nodes = nodes[level - 1]};
    memcpy(player->name, name, sizeof name);
    return true;
}

/* Refuses limits that the player would not look at. A number of its own goes before them only where
   it was given. */
static bool obeys_limits(const struct chooser *chooser, struct player *player, struct error *error)
{
    const struct player_kind *kind = player->kind;
    const struct mind_limits *own = &player->limits;
    if (chooser->standard || outside_is(player))
        return true;
    bool numbered = kind->argument && player->argument[0];
    if (own->microseconds || own->depth || own->nodes || (kind->limits && numbered))
        return error_set(error, "player %s brings its own limit: leave out that or the option",
                         player->name);
    if (!kind->limits)
        return error_set(error, "player %s takes no limit: leave out --time, --depth and --nodes",
                         player->name);
    if (kind->no_depth && chooser->limits.depth)
        return error_set(error, "player %s takes no depth: use --time or --nodes", player->name);
    if (kind->argument)
        player->number = 0;
    return true;
}

bool chooser_player(const struct chooser *chooser, const struct arguments *arguments,
                    const char *name, struct player *player, struct error *error)
{
    int64_t level = 0;
    if (!arguments_number(arguments, "level", 1, 10, &level, error))
        return false;
    bool asked = !name; /* the options are about this player alone */
    if (!name)
        name = arguments_value(arguments, "player");
    if (asked && name && level)
        return error_set(error, "--player and --level exclude each other");
    if (asked && level && !chooser->standard)
        return error_set(error, "--level says how far to look: leave out --time, --depth and "
                                "--nodes, or the level");
    if (!name && level)
        return chooser_level(chooser, (int)level, player, error);
    if (!outside_player_read(chooser->mind->game, chooser->mind, name ? name : chooser->mind->best,
                             player, error) ||
        !learned_player(player, error) || (asked && !obeys_limits(chooser, player, error)))
        return false;
    chooser_patience(chooser, player);
    return true;
}

void chooser_patience(const struct chooser *chooser, struct player *player)
{
    struct mind_limits *own = &player->limits;
    bool limited = own->microseconds || own->depth || own->nodes;
    if (chooser->standard && player->kind && player->kind->proves && !limited)
        own->nodes = MIND_PROOF_NODES;
}

struct mind_task chooser_task(const struct chooser *chooser, const struct position *position,
                              struct random *random)
{
    const struct game *game = position->game;
    int earlier = position->move_count;
    if (game->reversible_plies) {
        int plies = game->reversible_plies(&position->setup, position->now);
        earlier = plies < earlier ? plies : earlier;
    }
    return (struct mind_task){
        .game = game,
        .setup = &position->setup,
        .position = position->now,
        .earlier = position->earlier + position->move_count - earlier,
        .earlier_count = earlier,
        .start = position->start,
        .moves = position->moves,
        .move_count = position->move_count,
        .limits = chooser->limits,
        .random = random,
        .stop = &interrupt_raised,
        .no_book = chooser->no_book,
    };
}
