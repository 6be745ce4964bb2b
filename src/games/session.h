/* A game in progress, as every front end sees it: position, history, undo and redo, saving and
   loading as text, clocks. The terminal, the page and the server all hold one of these.

   The caller hands in memory once; it holds the start position and one position, hash and move per
   ply, so undo is a step back and repetition can be counted. session_bytes says how much is needed
   for a number of plies. It knows nothing of players or threads, and a clock that has run out does
   not end the game by itself: session_flag says so, the front end decides.

   Saved text is a few lines in this order:
     potez 1                the version of this format
     game NAME
     option NAME VALUE      one per line; options that are not named have their default
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

struct session; /* its layout is in games/session_inside.h, for session*.c alone */

/* Memory for a game of up to `plies`; SIZE_MAX when that cannot be counted, 0 for a setup that the
   game refuses. */
size_t session_bytes(const struct game *game, const struct game_setup *setup, int plies);

/* Starts a game from `position`, or from the beginning for NULL, without clocks. `memory` is
   aligned to 8, at least session_bytes(game, setup, 0), and used in full: the more memory, the
   longer the game can be. The session itself lies at its start. The setup is copied; its level
   stays the caller's and must outlive the session. */
struct session *session_start(const struct game *game, const struct game_setup *setup,
                              const void *position, void *memory, size_t bytes);

/* The same game once more, with clocks and what can be redone, in other memory that has room for
   its plies; more room allows a longer game. */
struct session *session_copy(const struct session *session, void *memory, size_t bytes);

const struct game *session_game(const struct session *session);
const struct game_setup *session_setup(const struct session *session);

/* Plies from the start to the present position; plies made in all, of which those that were undone
   can be redone; plies that the memory has room for. */
int session_ply(const struct session *session);
int session_length(const struct session *session);
int session_capacity(const struct session *session);

/* The present position; that at any ply from 0 to the length; the move that leads on from it (the
   length itself has none). */
const void *session_position(const struct session *session);
const void *session_position_at(const struct session *session, int ply);
uint32_t session_move_at(const struct session *session, int ply);
/* All moves, one after the other. */
const uint32_t *session_move_list(const struct session *session);

int session_side(const struct session *session);

/* A position of the game as rules and searches see it. */
struct session_view {
    const void *position;
    int side;                /* to move */
    const uint64_t *earlier; /* hashes of the positions that could still be repeated, oldest first;
                                none in games without a repetition rule */
    int earlier_count;
    bool over;                 /* by the rules or by repetition, which is a draw with score 0 */
    bool repeated;             /* by repetition */
    struct game_result result; /* once over */
};

/* The game as it was at a ply. */
void session_view_at(const struct session *session, int ply, struct session_view *view);
/* The game as it would be after a legal move at that ply. Nothing is played; `room` holds the
   position and must outlive the view. */
void session_view_after(const struct session *session, int ply, uint32_t move, void *room,
                        struct session_view *view);

/* Over by the game's own rules or by repetition (which is a draw with score 0). `result` may be
   NULL. `repeated` (may be NULL) says that it was repetition. */
bool session_over(const struct session *session, struct game_result *result, bool *repeated);

/* Legal moves now: none once session_over. */
int session_moves(const struct session *session, uint32_t *moves);

/* False when the move is illegal, the game is over or the memory is full. Playing the move that
   would be redone keeps what follows it; any other move discards it. */
bool session_play(struct session *session, uint32_t move, struct error *error);
/* Plays a list of moves as game_play_text reads it, all of it or nothing. */
bool session_play_text(struct session *session, const char *text, size_t length,
                       struct error *error);

bool session_undo(struct session *session);
bool session_redo(struct session *session);
/* Goes to a ply; below 0 is the start, past the length the last one. */
void session_go(struct session *session, int ply);

/* The moves from the start to the present position in the game's notation, with `between` between
   them. */
void session_write_moves(const struct session *session, const char *between, struct text *text);

/* Clocks: `now` is clock_microseconds() or the server's own, the same throughout a game.
   session_clock_run lets the time of the side to move run; called again after a move it first
   charges the side that moved and adds the increment. Call session_clock_stop before undo, redo,
   saving and at the end of the game: it charges the side that was thinking and adds nothing.
   session_flag returns the side whose time has run out, -1 for none; call it before playing a move.
   session_time_left is what a side has now, below 0 when its time has run out. */
bool session_timed(const struct session *session);
void session_clock_set(struct session *session, int64_t left_first, int64_t left_second,
                       int64_t increment);
void session_clock_run(struct session *session, uint64_t now);
void session_clock_stop(struct session *session, uint64_t now);
int session_flag(const struct session *session, uint64_t now);
int session_clock_side(const struct session *session); /* whose time is running, -1 for nobody's */
int64_t session_time_left(const struct session *session, int side, uint64_t now);
int64_t session_increment(const struct session *session);

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
   session_bytes(needs->game, &needs->setup, at least needs->plies). NULL with an error when the
   text is not a game. */
struct session *session_load(const char *text, size_t length, const struct session_needs *needs,
                             void *memory, size_t bytes, struct error *error);

#endif
