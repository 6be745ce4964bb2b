/* What kinds of puzzles a game has: one table in the game's folder of this room, to which its
   struct lab_game points.

   A kind says what is asked (the aim), where candidates come from (the usual way is a game in which
   a plain player and chance move in turns) and how long a solution may be. Everything else is the
   same for all games: lab/puzzle_prove.h proves what every legal move is worth, lab/puzzle_make.h
   looks for positions with one good move and says how hard they are. The form of a file is
   games/puzzle.h. */
#ifndef LAB_PUZZLES_H
#define LAB_PUZZLES_H

#include "games/puzzle.h"
#include "lab/game.h"

enum puzzle_aim {
    PUZZLE_AIM_WIN,  /* win in the fewest plies; the mind's solver knows what every move is worth */
    PUZZLE_AIM_HOLD, /* keep the win or the draw, which every other move gives away; the same */
    PUZZLE_AIM_BEST, /* the highest score; the same */
    PUZZLE_AIM_FORCE, /* reach something within a number of plies; by exhaustive search */
    PUZZLE_AIM_STOP,  /* keep the other side from reaching it; the same */
};

struct puzzle_kind {
    const char *name; /* one word, kept in files */
    const char *task; /* what is asked, a sentence for a person */
    enum puzzle_aim aim;
    int least, most; /* plies of a win or of force; STOP: `most` plies are searched; HOLD: from
                        a draw (0) to a win (1) */
    int from, to;    /* plies of the game that leads to a candidate */
    int patience;    /* 0: every second one is to be hard. Otherwise all of them are, and this many
                        candidates are tried before an easier one will do */
    /* FORCE and STOP: whether `side` has reached it at `position`, `root` being the puzzle's
       position; without it the aim is to win the game. */
    bool (*reached)(const struct game_setup *setup, const void *root, const void *position,
                    int side);
    /* Optional: whether a puzzle of this kind may begin here. */
    bool (*suits)(const struct game_setup *setup, const void *position);
    /* Optional: makes a candidate in its own way instead of by a game; false: try again. */
    bool (*candidate)(const struct game_setup *setup, struct random *random, void *position);
};

struct puzzle_set {
    const struct puzzle_kind *kinds;
    int kind_count;
    const char *player;       /* who plays the games that lead to candidates: "alphabeta:2" */
    const char *rater;        /* the plain player whose failures say how hard it is: "alphabeta" */
    int deepest;              /* that it is allowed to look */
    struct lab_embedded file; /* the puzzles that the program carries */
};

/* NULL when the set has none of this name. */
const struct puzzle_kind *puzzle_kind_find(const struct puzzle_set *set, const char *name);

/* Opens the puzzles that the program carries for the game; false when it has none. */
bool puzzles_carried(const struct game *game, struct puzzle_file *file);

#endif
