/* The game and the position a command was asked about, read once for every command into a struct
   opened (lab/opened.h).

   Words are GAME [POSITION]; a game with levels takes GAME LEVEL [POSITION], LEVEL being a path,
   the name of a level of the collection, the text of a level itself (it has a line break) or "-".
   POSITION is "start", "moves:...", the game's own position text, or "-": standard input, which
   then holds one of these. --set options are applied first. Messages name file, line and
   column. */
#ifndef PORTS_CLI_POSITION_H
#define PORTS_CLI_POSITION_H

#include "lab/opened.h"
#include "ports/cli/arguments.h"

#define POSITION_INPUT_MAX ((size_t)4 << 20) /* bytes of standard input or of a level file */

/* `game` is the number of the word that names the game, `first` that of the first word of the
   position; every word from there on is used. All or nothing; what was opened is the caller's to
   close. */
bool position_read(struct opened *opened, const struct arguments *arguments, int game, int first,
                   struct error *error);

/* Only the game and its options (no level, no position); for commands that need no more. */
bool position_read_game(struct opened *opened, const struct arguments *arguments, int game,
                        struct error *error);

/* The game of this name, NULL with a message that suggests one. */
const struct game *position_find_game(const char *name, struct error *error);

/* Where the level that a word names comes from, for messages. */
const char *position_level_source(const char *word);

/* Bytes of a position of this game. */
size_t position_size(const struct opened *opened);

/* A move's text in `buffer`, which is also given back. */
const char *position_move_text(const struct opened *opened, const void *at, uint32_t move,
                               char buffer[GAME_MOVE_TEXT]);

#endif
