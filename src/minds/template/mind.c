/* The table of the template game's mind: what a game with players must say, and nothing more. */
#include "games/template/template.h"
#include "minds/level.h"
#include "minds/model.h"
#include "minds/template/players.h"

static const struct player_kind template_model = MODEL_PLAYER;

static const struct player_kind *const players[] = {
    &player_random,
    &player_level,
    &template_lines,
    &template_search_minimax,
    &template_search_alphabeta,
    &template_search_deepening,
    &template_model,
};

/* Every position is proved at once. */
static int proof_hope(const struct game_setup *setup, const void *position)
{
    (void)setup, (void)position;
    return 90;
}

const struct mind mind_template = {
    .game = &game_template,
    .unit = "rows",
    .one = "row",
    .scale = 50,
    .best = "search",
    .players = players,
    .player_count = (int)(sizeof players / sizeof players[0]),
    .solve = template_solve,
    .proof_hope = proof_hope,
    .solve_memory = TEMPLATE_SOLVE_MEMORY,
    .ladder = &template_ladder,
};
