#include "games/mill/mill.h"
#include "minds/mill/players.h"

static const struct player_kind *const players[] = {
    &player_random,         &mill_easy,           &mill_priority,
    &mill_search_alphabeta, &mill_search_minimax, &mill_search_best,
};

const struct mind mind_mill = {
    .game = &game_mill,
    .unit = "men",
    .best = "best",
    .players = players,
    .player_count = (int)(sizeof players / sizeof players[0]),
};
