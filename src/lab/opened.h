/* A game in progress with its memory: game, options, level, start and moves, opened the same way by
   every front end that has an operating system.

       struct opened game;
       opened_begin(&game, game_find("othello"));
       game_setup_set(game.game, &game.setup, "size", "10", error);     as many as wanted
       opened_level(&game, text, length, error);                        where the game has levels
       opened_start(&game, position, length, plies, error);             from then on game.session
       session_play_text(game.session, moves, length, error);
       opened_close(&game);

   opened_close may be called at any point after opened_begin, and again. */
#ifndef LAB_OPENED_H
#define LAB_OPENED_H

#include "games/session.h"

#define OPENED_MEMORY ((size_t)64 << 20) /* at most for one game's plies */
#define OPENED_PLIES 4096                /* room for a game that goes on */

struct heap;

struct opened {
    const struct heap *heap; /* lab/heap.h; what follows lies there */
    const struct game *game;
    struct game_setup setup;
    void *level;             /* that setup.level points into */
    struct session *session; /* NULL before opened_start */
};

void opened_begin(struct opened *opened, const struct game *game);
/* The same in memory of the caller's heap, which must outlive it. */
void opened_begin_on(struct opened *opened, const struct heap *heap, const struct game *game);
void opened_close(struct opened *opened);

/* "NAME=VALUE", of `length` characters. */
bool opened_option(struct opened *opened, const char *text, size_t length, struct error *error);

/* Reads the level that the game is played with; the text is not kept. */
bool opened_level(struct opened *opened, const char *text, size_t length, struct error *error);

/* Begins, from a position text or (NULL, or the word "start") from the game's own start, with room
   for `plies`: fewer where positions are large, but an error below 256. Called again it begins
   anew, and leaves the old game as it is when that fails. */
bool opened_start(struct opened *opened, const char *position, size_t length, size_t plies,
                  struct error *error);

/* A saved game (games/session.h) in the place of the present one, whose game it must be unless that
   is NULL; with room for that many more plies. Nothing changes when it fails. */
bool opened_load(struct opened *opened, const char *text, size_t length, size_t plies,
                 struct error *error);

/* Saves the game to a file (lab/replace.h), from which opened_load takes it. */
bool opened_save(const struct session *session, const char *path, struct error *error);

/* The text of the position at a ply, however long, which the caller frees; NULL when memory runs
   out. */
char *opened_position(const struct session *session, int ply);

#endif
