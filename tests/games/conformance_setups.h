/* What a game is tried with: every value of every option, combinations of them, and levels where
   the game needs one; only what game->setup_valid accepts. */
#ifndef TESTS_GAMES_CONFORMANCE_SETUPS_H
#define TESTS_GAMES_CONFORMANCE_SETUPS_H

#include "games/game.h"

#define SETUPS_MAX 256

struct setups {
    struct game_setup setup[SETUPS_MAX];
    int count;
};

/* Levels are read from memory that lives until the program ends. */
void setups_of(const struct game *game, struct setups *setups);

/* "width=7 height=6" and the like, for messages. */
const char *setup_text(const struct game *game, const struct game_setup *setup);

#endif
