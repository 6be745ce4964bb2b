#include "games/byte/byte.h"
#include "minds/byte/players.h"

static const struct player_kind *const players[] = {
    &player_random,
    &byte_search_alphabeta,
    &byte_search_minimax,
    &byte_engine_best,
};

const struct mind mind_byte = {
    .game = &game_byte,
    .unit = "stacks",
    .best = "best",
    .players = players,
    .player_count = (int)(sizeof players / sizeof players[0]),
};
