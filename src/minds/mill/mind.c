/* Mill's entry in the list of minds: its players, solver, model, databases and book. */
#include "games/mill/mill.h"
#include "minds/level.h"
#include "minds/mill/patterns.h"
#include "minds/mill/placements.h"
#include "minds/mill/players.h"
#include "minds/mill/small.h"
#include "minds/model.h"

const struct player_kind mill_model = MODEL_PLAYER;

/* A model as it comes and as it is used. */
struct mill_mind_weights {
    struct mill_patterns patterns;
    struct mill_patterns_packed packed;
};

static bool model_use(const void *bytes, size_t length, void *memory, struct error *error)
{
    struct mill_mind_weights *weights = memory;
    if (!mill_patterns_read(bytes, length, &weights->packed, error))
        return false;
    mill_patterns_unpack(&weights->packed, &weights->patterns);
    mill_patterns_use(&weights->patterns);
    return true;
}

static const struct player_kind *const players[] = {
    &player_random, &player_level,          &mill_easy,           &mill_medium, &mill_hard,
    &mill_priority, &mill_search_alphabeta, &mill_search_minimax, &mill_best,   &mill_perfect,
    &mill_model,
};

const struct mind mind_mill = {
    .game = &game_mill,
    .unit = "men",
    .one = "man",
    .scale = 130,
    .best = "best",
    .ladder = &mill_ladder,
    .standings = mill_standings,
    .players = players,
    .player_count = (int)(sizeof players / sizeof players[0]),
    .solve = mill_solve,
    .solve_memory = MILL_SOLVE_MEMORY,
    .model_memory = sizeof(struct mill_mind_weights),
    .model_use = model_use,
    .book_plies = 12,
    .book_sizes = mill_placements_sizes,
    .databases = mill_databases_allow,
    .solved_use = mill_small_use,
};
