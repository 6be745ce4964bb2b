/* Othello's entry in the list of minds: its players, solver, model, book and problem format. */
#include "games/othello/othello.h"
#include "minds/level.h"
#include "minds/model.h"
#include "minds/othello/model.h"
#include "minds/othello/opening.h"
#include "minds/othello/players.h"

const struct player_kind othello_model = MODEL_PLAYER;

static const struct player_kind *const players[] = {
    &player_random,
    &player_level,
    &othello_swh,
    &othello_linear,
    &othello_lines,
    &othello_nn1,
    &othello_nn2,
    &othello_ntuple,
    &othello_search_alphabeta,
    &othello_search_minimax,
    &othello_engine_model,
    &othello_engine_best,
    &othello_model,
};

static bool model_use(const void *bytes, size_t length, void *memory, struct error *error)
{
    if (!othello_model_read(bytes, length, memory, error))
        return false;
    othello_model_use(memory);
    return true;
}

/* Endings are proved within seconds; before that a proof only takes time from the search. */
enum { PROVED_EMPTIES = 22 };

static int proof_hope(const struct game_setup *setup, const void *position)
{
    const struct othello_position *now = position;
    (void)setup;
    return bits_count(othello_empty(now->board)) <= PROVED_EMPTIES ? 50 : 0;
}

const struct mind mind_othello = {
    .game = &game_othello,
    .unit = "discs",
    .one = "disc",
    .scale = 700,
    .margin = true,
    .best = "best",
    .ladder = &othello_ladder,
    .standings = othello_standings,
    .players = players,
    .solve = othello_engine_solve,
    .proof_hope = proof_hope,
    .solve_memory = OTHELLO_ENGINE_MEMORY,
    .solve_shared = 64, /* the workers meet in the table; this only says that they may */
    .problem_read = othello_problem_read,
    .book_key = othello_book_key,
    .book_plies = 20,
    .model_memory = OTHELLO_MODEL_MEMORY,
    .model_use = model_use,
    .player_count = (int)(sizeof players / sizeof players[0]),
};
