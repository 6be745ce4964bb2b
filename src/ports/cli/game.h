/* What the command line offers for one game alone: training, a book made in its own way,
   databases, levels.

   One const struct cli_game per game, in the game's own subfolder, listed in list.c. Every member
   but the name is optional; the commands ask the table and never name a game. */
#ifndef PORTS_CLI_GAME_H
#define PORTS_CLI_GAME_H

#include "games/game.h"
#include "ports/cli/arguments.h"

struct opened;
struct trainer;

/* The actions of the command "level" for a game that is played on levels; each has a level but
   generate, which makes some, and solve_file, for a list of them (solve GAME --file). */
struct cli_levels {
    enum status (*check)(const struct arguments *arguments, const struct opened *level);
    enum status (*solve)(const struct arguments *arguments, const struct opened *level);
    enum status (*verify)(const struct arguments *arguments, const struct opened *level);
    enum status (*rate)(const struct arguments *arguments, const struct opened *level);
    enum status (*generate)(const struct arguments *arguments);
    enum status (*solve_file)(const struct arguments *arguments, const char *path);
};

struct cli_game {
    const char *name;
    const struct trainer *const *trainers; /* ports/cli/train.h; NULL behind the last */
    /* "book build", where a book is not every position of the first plies. */
    enum status (*book_build)(const struct arguments *arguments, const struct game *game);
    /* The command "database" with all its words. */
    enum status (*database)(const struct arguments *arguments);
    const struct cli_levels *levels;
};

extern const struct cli_game *const cli_games[];
extern const int cli_game_count;

/* Never NULL: a game without a table has an empty one. */
const struct cli_game *cli_game_of(const struct game *game);

#endif
