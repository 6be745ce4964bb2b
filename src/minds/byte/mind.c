/* Byte's entry in the list of minds: its players, solver and explanations. */
#include "games/byte/byte.h"
#include "minds/byte/explain.h"
#include "minds/byte/players.h"
#include "minds/byte/solver.h"
#include "minds/level.h"
#include "minds/model.h"

const struct player_kind byte_model = MODEL_PLAYER;

static const struct player_kind *const players[] = {
    &player_random,    &player_level, &byte_search_alphabeta, &byte_search_minimax, &byte_pink,
    &byte_engine_best, &byte_model,
};

const struct mind mind_byte = {
    .game = &game_byte,
    .unit = "stacks",
    .one = "stack",
    .scale = 60,
    .best = "best",
    .ladder = &byte_ladder,
    .standings = byte_standings,
    .players = players,
    .player_count = (int)(sizeof players / sizeof players[0]),
    .solve = byte_solve,
    .proof_hope = byte_proof_hope,
    .solve_memory = sizeof(struct byte_solver),
    .explain = byte_explain,
};
