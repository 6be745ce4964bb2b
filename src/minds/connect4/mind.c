/* Connect Four's entry in the list of minds: its players, solver, book and problem format. */
#include "games/connect4/connect4.h"
#include "minds/connect4/exact.h"
#include "minds/connect4/players.h"
#include "minds/level.h"
#include "minds/model.h"

const struct player_kind connect4_model = MODEL_PLAYER;

static const struct player_kind *const players[] = {
    &player_random,
    &player_level,
    &connect4_easy,
    &connect4_hard,
    &connect4_minimax,
    &connect4_search_alphabeta,
    &connect4_search_deepening,
    &connect4_perfect,
    &connect4_model,
};

/* The solver proves any position in seconds: nearly all of the work is for it. */
static int proof_hope(const struct game_setup *setup, const void *position)
{
    (void)setup;
    (void)position;
    return 90;
}

const struct mind mind_connect4 = {
    .game = &game_connect4,
    .unit = "threats",
    .one = "threat",
    .scale = 260,
    .best = "perfect",
    .levels = "search",
    .ladder = &connect4_ladder,
    .standings = connect4_standings,
    .players = players,
    .player_count = (int)(sizeof players / sizeof players[0]),
    .solve = connect4_exact_solve,
    .proof_hope = proof_hope,
    .solve_memory = sizeof(struct connect4_exact),
    .solve_shared = sizeof(struct connect4_team),
    .solve_calls = true,
    .problem_read = connect4_problem_read,
    .book_key = connect4_book_key,
    .book_ply = connect4_book_ply,
    .book_plies = 8,
};
