/* Potez as a library: five board games with players that are perfect or nearly so.

       potez *game = potez_open("connect4", NULL, NULL);
       struct potez_answer answer;
       if (potez_play(game, "4453") && potez_think(game, NULL, NULL, &answer))
           printf("%s\n", answer.move);
       potez_close(game);

   A potez is one game in progress: its options, its moves so far and what its players have found
   out about it. Moves, positions and players are text, written as on the command line
   (`potez rules GAME` shows the notation, `potez games` the options and players).

   Functions that can fail give false or NULL, and potez_error tells why in a sentence. A text that
   is given out stays until the next call with the same potez. One potez belongs to one thread at a
   time; several are independent of each other. docs/library.md has more. */
#ifndef POTEZ_H
#define POTEZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define POTEZ_API __attribute__((visibility("default")))
#else
#define POTEZ_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct potez potez;

/* The version of the library: "0.1.0". */
POTEZ_API const char *potez_version(void);

/* What the last call of this thread that failed says. */
POTEZ_API const char *potez_error(void);

/* The names of all games, a space between two. */
POTEZ_API const char *potez_games(void);

/* A game at its beginning. `options` is "NAME=VALUE", several separated by commas, or NULL; `level`
   the text of a level for games that need one (zr2), else NULL. */
POTEZ_API potez *potez_open(const char *game, const char *options, const char *level);
POTEZ_API void potez_close(potez *game);

/* Begins anew, from a position or from the game's own start for NULL. */
POTEZ_API bool potez_start(potez *game, const char *position);

/* Plays one move or several, all or none. */
POTEZ_API bool potez_play(potez *game, const char *moves);
/* Takes back up to so many plies; tells how many. */
POTEZ_API int potez_undo(potez *game, int plies);

/* The position, the legal moves and the moves so far, as text. */
POTEZ_API const char *potez_position(potez *game);
POTEZ_API const char *potez_moves(potez *game);
POTEZ_API const char *potez_history(potez *game);

/* Who is to move: 0 the first player, 1 the second. */
POTEZ_API int potez_side(const potez *game);

struct potez_result {
    int winner;    /* 0 or 1; -1 for a draw and for puzzles */
    int score;     /* the first player's view: discs, stacks, a puzzle's points */
    bool repeated; /* drawn because the position was there too often */
};

/* Whether the game is over. `result` may be NULL. */
POTEZ_API bool potez_over(const potez *game, struct potez_result *result);

/* How long to think; 0 is no limit. All of it 0, or NULL instead: two million positions, or what a
   player that proves its moves needs. */
struct potez_limits {
    double seconds;
    uint64_t nodes;
    int depth;
};

enum potez_outcome { POTEZ_LOSS = -1, POTEZ_DRAW = 0, POTEZ_WIN = 1, POTEZ_OPEN = 2 };

struct potez_answer {
    char move[32];
    double score; /* for the side to move, in the game's unit: discs, men */
    bool exact;   /* the score is proved */
    enum potez_outcome outcome;
    int plies; /* to the end by best play; -1 where not known */
    int depth;
    uint64_t nodes;
    char line[1024]; /* best play, a space between two moves */
};

/* What a player would do: "level:3", "alphabeta:8"; NULL for the strongest. False when the game is
   over. */
POTEZ_API bool potez_think(potez *game, const char *player, const struct potez_limits *limits,
                           struct potez_answer *answer);

/* The proved value of the position: answer->exact tells whether it was found within the limits. */
POTEZ_API bool potez_solve(potez *game, const struct potez_limits *limits,
                           struct potez_answer *answer);

/* Ends the thinking that another thread has begun; that call soon gives what it has found. */
POTEZ_API void potez_stop(potez *game);

/* How many threads think and how much memory remembers positions (in bytes); 1 and 64 MiB before
   the first call. What was remembered is forgotten. */
POTEZ_API bool potez_power(potez *game, int threads, size_t table);

/* What is drawn at random from now on, such as the faults of levels; 1 at first. */
POTEZ_API void potez_seed(potez *game, uint64_t seed);

#ifdef __cplusplus
}
#endif

#endif
