#include "games/othello/othello.h"
#include "minds/othello/players.h"

static const struct player_kind *const players[] = {
    &player_random, &othello_swh, &othello_linear, &othello_nn1, &othello_nn2,
    &othello_search_alphabeta, &othello_search_minimax, &othello_engine_level, &othello_engine_best,
};

const struct mind mind_othello = {
    .game = &game_othello,
    .unit = "discs",
    .best = "best",
    .players = players,
    .solve = othello_engine_solve,
    .solve_memory = OTHELLO_ENGINE_MEMORY,
    .player_count = (int)(sizeof players / sizeof players[0]),
};
