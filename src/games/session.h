/* A game in progress, as every front end sees it: position, history, undo and redo, saving and
   loading as text, clocks. The terminal, the page and the server all hold one of these.

   The caller hands in memory once; it holds the start position and one position, hash and move a
   ply, so undo is a step back and repetition can be counted. session_bytes says how much is needed
   for a number of plies. It knows nothing of players or threads, and a clock that has run out does
   not end the game by itself: session_flag tells, the front end decides.

   Saved text is a few lines in this order:
     potez 1                the version of this format
     game NAME
     option NAME VALUE      one a line; options that are not named have their default
     level N                only for games with levels; N bytes of level text and a line end follow
     start POSITION         only when the game did not begin from the game's own start
     clock FIRST SECOND INCREMENT   only when timed; microseconds
     at N                   plies from the start to the present position; the rest can be redone
     moves MOVE MOVE ...    all of them, passes included, a space between two
   session_load takes it from anyone and refuses what is not a game. */
#ifndef GAMES_SESSION_H
#define GAMES_SESSION_H

#include "games/game.h"

#define SESSION_CLOCK_MOST INT64_C(1000000000000000) /* microseconds, about 31 years */

struct session_clock {
    bool running;
    int8_t side;       /* whose time is running */
    int at;            /* the ply at which it began to run */
    uint64_t started;  /* microseconds, when that side began to think */
    int64_t left[2];   /* microseconds for each side, as of `started` */
    int64_t increment; /* added after each move */
};

struct session {
    const struct game *game;
    struct game_setup setup;
    size_t position_size; /* rounded up to 8 */
    int capacity;         /* plies that fit */
    int length;           /* plies made, those that were undone and can be redone included */
    int at;               /* plies from the start to the present position */
    char *positions;      /* capacity + 2 of them, the last for session_play_text */
    uint64_t *hashes;     /* of the same positions */
    uint32_t *moves;      /* moves[i] leads from position i to i + 1 */
    uint32_t *spare;      /* keeps the moves that a list of moves may replace */
    bool timed;
    struct session_clock clock;
};

/* Memory for a game of up to `plies`; SIZE_MAX when that cannot be counted, 0 for a setup that the
   game refuses. */
size_t session_bytes(const struct game *game, const struct game_setup *setup, int plies);

/* Starts a game from `position`, or from the beginning for NULL, without clocks. `memory` is
   aligned to 8, at least session_bytes(game, setup, 0), and used in full: more of it is a longer
   game. The setup is copied; its level stays the caller's and must outlive the session. */
void session_start(struct session *session, const struct game *game, const struct game_setup *setup,
                   const void *position, void *memory, size_t bytes);

const void *session_position(const struct session *session);
int session_side(const struct session *session);

/* Over by the game's own rules or by repetition (which is a draw with score 0). `result` may be
   NULL. `repeated` (may be NULL) says that it was repetition. */
bool session_over(const struct session *session, struct game_result *result, bool *repeated);

/* Legal moves now: none once session_over. */
int session_moves(const struct session *session, uint32_t *moves);

/* False when the move is illegal, the game is over or the memory is full. The same move as the one
   that would be redone keeps what follows it; another one cuts that off. */
bool session_play(struct session *session, uint32_t move, struct error *error);
/* Plays a list of moves as game_play_text reads it, all of it or nothing. */
bool session_play_text(struct session *session, const char *text, size_t length,
                       struct error *error);

bool session_undo(struct session *session);
bool session_redo(struct session *session);
/* Goes to a ply; below 0 is the start, past the length the last one. */
void session_go(struct session *session, int ply);

/* Hashes of the positions before this one that could still be repeated, oldest first, for a
   search. None in games without a repetition rule. */
const uint64_t *session_earlier(const struct session *session, int *count);

/* The moves from the start to the present position in the game's notation, with `between` between
   them. */
void session_write_moves(const struct session *session, const char *between, struct text *text);

/* Clocks: `now` is clock_microseconds() or the server's own, the same throughout a game.
   session_clock_run lets the time of the side to move run; called again after a move it first
   charges the one who moved and adds the increment. Call session_clock_stop before undo, redo,
   saving and at the end of the game: it charges the side that was thinking and adds nothing.
   session_flag gives the side whose time has run out, -1 for none; ask it before playing a move. */
void session_clock_set(struct session *session, int64_t left_first, int64_t left_second,
                       int64_t increment);
void session_clock_run(struct session *session, uint64_t now);
void session_clock_stop(struct session *session, uint64_t now);
int session_flag(const struct session *session, uint64_t now);

/* Times are saved as of the last session_clock_run or _stop; a loaded clock stands still. */
void session_save(const struct session *session, struct text *text);

/* What a saved text needs before it can be loaded: its game, options, level (as a part of the
   text) and number of plies, so that the caller can provide memory. */
struct session_needs {
    const struct game *game;
    struct game_setup setup; /* level not yet read: read `level` and set setup.level */
    const char *level;       /* NULL where there is none */
    size_t level_length;
    int plies;
};
bool session_inspect(const char *text, size_t length, struct session_needs *needs,
                     struct error *error);
/* `text` and `needs` as session_inspect had and gave them, with the level read; `memory` of
   session_bytes(needs->game, &needs->setup, at least needs->plies). On failure the session holds
   nothing. */
bool session_load(struct session *session, const char *text, size_t length,
                  const struct session_needs *needs, void *memory, size_t bytes,
                  struct error *error);

#endif
