#include "games/connect4/connect4.h"
#include "minds/connect4/players.h"

static const struct player_kind *const players[] = {
    &player_random,
    &connect4_easy,
    &connect4_hard,
    &connect4_minimax,
    &connect4_search_alphabeta,
    &connect4_search_best,
};

const struct mind mind_connect4 = {
    .game = &game_connect4,
    .unit = "threats",
    .best = "best",
    .players = players,
    .player_count = (int)(sizeof players / sizeof players[0]),
};
