/* The game and the position a command was asked about, read once for every command.

   Words are GAME [POSITION]; a game with levels takes GAME LEVEL [POSITION], LEVEL being a path,
   the text of a level itself (it has a line break) or "-". POSITION is "start", "moves:...", the
   game's own position text, or "-": standard input, which then holds one of these. --set options
   are applied first. Messages name the source, line and column.

   position_read fills everything or nothing; position_free gives the memory back. */
#ifndef PORTS_CLI_POSITION_H
#define PORTS_CLI_POSITION_H

#include "base/error.h"
#include "games/game.h"
#include "ports/cli/arguments.h"

#define POSITION_INPUT_MAX ((size_t)4 << 20) /* bytes of standard input or of a level file */

struct position {
    const struct game *game;
    struct game_setup setup;
    void *level;        /* behind setup.level; NULL for games without */
    const char *source; /* where the level came from, for messages; NULL for games without */
    size_t size;        /* of a position */
    void *start;        /* before the moves */
    void *now;          /* after them: what was asked about */
    uint32_t *moves;    /* from start to now, passes included */
    uint64_t *earlier;  /* hashes of the positions before now, oldest first: move_count of them,
                           and after them the hash of now */
    int move_count;
};

/* `game` is the number of the word that names the game, `first` of the first word that tells the
   position; every word from there on is used. */
bool position_read(struct position *position, const struct arguments *arguments, int game,
                   int first, struct error *error);
void position_free(struct position *position);

/* Only the game and its options (no level, no position); for commands that need no more. */
bool position_read_game(struct position *position, const struct arguments *arguments, int game,
                        struct error *error);

/* The game of this name, NULL with a message that suggests one. */
const struct game *position_find_game(const char *name, struct error *error);

/* Whether the game is over, by its rules or by repetition. `result` may be NULL. */
bool position_over(const struct position *position, struct game_result *result);
/* Whether `next`, reached by one move from now, is drawn by repetition. */
bool position_repeats(const struct position *position, const void *next);

/* Legal moves: none once the game is over. */
int position_moves(const struct position *position, uint32_t *moves);

/* A move's text in `buffer`, which is also given back. */
const char *position_move_text(const struct position *position, const void *at, uint32_t move,
                               char buffer[GAME_MOVE_TEXT]);

#endif
