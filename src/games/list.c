/* The list of games: the one place that names them all. */
#include "games/game.h"

extern const struct game game_connect4;
extern const struct game game_othello;
extern const struct game game_byte;

const struct game *const games[] = {
    &game_othello,
    &game_connect4,
    &game_byte,
};

const int game_count = (int)(sizeof games / sizeof games[0]);
