/* The layout of a session, for session.c and session_text.c alone: everybody else asks the
   functions of games/session.h. */
#ifndef GAMES_SESSION_INSIDE_H
#define GAMES_SESSION_INSIDE_H

#include "games/session.h"

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
    int length;           /* plies made, including those that were undone and can be redone */
    int at;               /* plies from the start to the present position */
    char *positions;      /* capacity + 2 of them, the last for session_play_text */
    uint64_t *hashes;     /* of the same positions */
    uint32_t *moves;      /* moves[i] leads from position i to i + 1 */
    uint32_t *spare;      /* keeps the moves that a list of moves may replace */
    bool timed;
    struct session_clock clock;
};

#endif
