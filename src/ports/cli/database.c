/* The command "database": endgame databases of the games that have them. */
#include "ports/cli/game.h"
#include "ports/cli/position.h"

#include <string.h>

static enum status run(const struct arguments *arguments)
{
    struct error error;
    const struct game *game = position_find_game(arguments->word[1], &error);
    if (!game)
        return command_error(arguments, &error);
    if (!cli_game_of(game)->database)
        return command_refuse(arguments, "there are no databases for %s", game->name);
    return cli_game_of(game)->database(arguments);
}

static bool spreads(const struct arguments *arguments)
{
    return strcmp(arguments->word[0], "build") == 0;
}

static const struct command_option options[] = {
    {"dir", "DIR", "the folder of the databases"},
    {"men", "N", "build or verify subspaces with at most N men per side (all)"},
    {"memory", "SIZE", "build: memory for values (12G)"},
    {"placing", NULL, "build, info: the placing phase too (built with all men anyway)"},
    {"no-placing", NULL, "build: only the moving phase"},
    {"out", "FILE", "embed: the file of the small set that the program carries; pack: a folder"},
    {"model", "FILE", "pack: the patterns that predict (the program's)"},
    {"all", NULL, "verify: every position"},
    {"plies", "N", "tables: how far the opening is followed (4)"},
    {"sample", "N", "verify: N random positions of each subspace (100000)"},
    {0},
};

extern const struct command command_database;

const struct command command_database = {
    .name = "database",
    .actions = "build verify info tables pack probe embed",
    .usage = "build|verify|info|tables|pack|probe GAME [POSITION]",
    .summary = "perfect play: builds, checks and asks endgame databases",
    .examples = "  potez database build mill --dir db --men 5\n"
                "  potez database info mill --dir db\n"
                "  potez database tables mill --dir db --plies 6\n"
                "  potez database pack mill --dir db --out small\n"
                "  potez database verify mill --dir db --all --men 4\n"
                "  potez database probe mill \"w.w.....b..w....b.b..... w 0 0 0\" --dir db\n",
    .text = "build solves every subspace (all positions with the same numbers of men) by\n"
            "retrograde analysis and resumes where it was stopped. verify checks values\n"
            "against those of the successors and exits with 1 when one is wrong. tables\n"
            "prints what the databases say about the opening and about the whole game. pack\n"
            "makes a smaller set with win, draw and loss only, to be used like any other.\n"
            "Distances are plies to the end of the game.\n",
    .options = options,
    .takes = COMMAND_TAKES_GAME,
    .least = 2,
    .most = 64,
    .run = run,
    .spreads = spreads,
};
