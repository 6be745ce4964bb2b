/* Whether a side can force something within a number of plies, by exhaustive search.

   It goes through the game's table alone, so it is slow and plain: no evaluation, no engine,
   nothing that could be wrong but the rules. That is what makes it a proof for short puzzles and a
   check of the engines for longer ones. Results are remembered by hash for one root. */
#ifndef LAB_PUZZLE_FORCE_H
#define LAB_PUZZLE_FORCE_H

#include "lab/puzzles.h"

enum { PUZZLE_FORCE_PLIES = 16, PUZZLE_FORCE_SLOTS = 1 << 18 };

struct puzzle_force {
    const struct game *game;
    const struct game_setup *setup;
    bool (*reached)(const struct game_setup *setup, const void *root, const void *position,
                    int side); /* NULL: has won */
    int side;                  /* that forces */
    uint64_t nodes;
    uint64_t most; /* nodes after which it gives up; 0 for none */
    bool given_up;
    _Alignas(8) unsigned char root[GAME_POSITION_SMALL];
    uint32_t favourite[PUZZLE_FORCE_PLIES]; /* the move that decided last, by plies left */
    uint64_t remembered[PUZZLE_FORCE_SLOTS];
};

/* Starts on a new `root`; `force` is the caller's, zeroed before the first call. */
void puzzle_force_begin(struct puzzle_force *force, const struct game *game,
                        const struct game_setup *setup, const struct puzzle_kind *kind,
                        const void *root, int side);

/* Whether `side` reaches it within `plies` from `position`, whatever the other side does. False
   with `given_up` set means nothing. */
bool puzzle_forced(struct puzzle_force *force, const void *position, int plies);

/* The fewest plies in which it is forced, at most `most`; -1 when it is not. */
int puzzle_force_plies(struct puzzle_force *force, const void *position, int most);

#endif
