#include "games/mill/mill.h"
#include "minds/level.h"
#include "minds/mill/players.h"
#include "minds/model.h"

const struct player_kind mill_model = MODEL_PLAYER;

static const struct player_kind *const players[] = {
    &player_random,       &player_level, &mill_easy,    &mill_priority, &mill_search_alphabeta,
    &mill_search_minimax, &mill_best,    &mill_perfect, &mill_model,
};

const struct mind mind_mill = {
    .game = &game_mill,
    .unit = "men",
    .best = "best",
    .players = players,
    .player_count = (int)(sizeof players / sizeof players[0]),
    .solve = mill_solve,
    .solve_memory = MILL_SOLVE_MEMORY,
    .databases = mill_databases_allow,
};
