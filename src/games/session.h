/* A game in progress, as every front end sees it: position, history, undo and redo, saving and
   loading as text, clocks. The terminal, the page and the server all hold one of these.

   The caller hands in memory once; it holds the start position and one position, hash and move a
   ply, so undo is a step back and repetition can be counted. session_bytes says how much is needed
   for a number of plies. It knows nothing of players or threads.

   Saved text is a few lines, "potez 1", "game NAME", "option NAME VALUE", "level N" and N bytes of
   level text, "start POSITION", "clock ...", "at N", "moves ...", in that order; session_load
   takes it from anyone and refuses what is not a game. */
#ifndef GAMES_SESSION_H
#define GAMES_SESSION_H

#include "games/game.h"

struct session_clock {
    bool running;
    uint64_t started;  /* microseconds, when the side to move began to think */
    int64_t left[2];   /* microseconds for each side */
    int64_t increment; /* added after each move */
};

struct session {
    const struct game *game;
    struct game_setup setup;
    size_t position_size; /* rounded up to 8 */
    int capacity;         /* plies that fit */
    int length;           /* plies made, those that were undone and can be redone included */
    int at;               /* plies from the start to the present position */
    char *positions;      /* capacity + 1 of them */
    uint64_t *hashes;     /* of the same positions */
    uint32_t *moves;      /* moves[i] leads from position i to i + 1 */
    bool timed;
    struct session_clock clock;
};

/* Memory for a game of up to `plies`. */
size_t session_bytes(const struct game *game, const struct game_setup *setup, int plies);

/* Starts a game from `position`, or from the beginning for NULL. `memory` is aligned to 8. */
void session_start(struct session *session, const struct game *game, const struct game_setup *setup,
                   const void *position, void *memory, size_t bytes);

const void *session_position(const struct session *session);
int session_side(const struct session *session);

/* Over by the game's own rules or by repetition. `result` may be NULL. `repeated` (may be NULL)
   says that it was repetition. */
bool session_over(const struct session *session, struct game_result *result, bool *repeated);

/* Legal moves now: none once session_over. */
int session_moves(const struct session *session, uint32_t *moves);

/* False when the move is illegal, the game is over or the memory is full. A redo tail with another
   move in it is cut off. */
bool session_play(struct session *session, uint32_t move, struct error *error);
/* Plays a list of moves, all of it or nothing. */
bool session_play_text(struct session *session, const char *text, size_t length,
                       struct error *error);

bool session_undo(struct session *session);
bool session_redo(struct session *session);
/* Goes to a ply between 0 and length. */
void session_go(struct session *session, int ply);

/* Hashes of the positions before this one that could still be repeated, for a search. */
const uint64_t *session_earlier(const struct session *session, int *count);

/* The moves from the start to the present position in the game's notation, with `between` between
   them. */
void session_write_moves(const struct session *session, const char *between, struct text *text);

/* Clocks: `now` is clock_microseconds() or the server's own. session_flag gives the side whose
   time has run out, -1 for none. */
void session_clock_set(struct session *session, int64_t left_first, int64_t left_second,
                       int64_t increment);
void session_clock_run(struct session *session, uint64_t now);
void session_clock_stop(struct session *session, uint64_t now);
int session_flag(const struct session *session, uint64_t now);

void session_save(const struct session *session, struct text *text);

/* What a saved text needs before it can be loaded: its game, options, level (as a part of the
   text) and number of plies, so that the caller can provide memory. */
struct session_needs {
    const struct game *game;
    struct game_setup setup; /* level not yet read: read `level` and set setup.level */
    const char *level;
    size_t level_length;
    int plies;
};
bool session_inspect(const char *text, size_t length, struct session_needs *needs,
                     struct error *error);
/* `needs` as session_inspect gave it, with the level read; `memory` of session_bytes(.., at least
   needs->plies). */
bool session_load(struct session *session, const char *text, size_t length,
                  const struct session_needs *needs, void *memory, size_t bytes,
                  struct error *error);

#endif
