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

/* How hard a move is with so many empties: games are decided between 44 and 24 empties; before that
   the book or general principles help, and an ending that is solved plays itself. */
static int hardness(int empties)
{
    return empties > 44 ? 6 : empties > 24 ? 12 : empties > 18 ? 10 : empties > 14 ? 4 : 1;
}

static int clock_share(const struct game_setup *setup, const void *position)
{
    const struct othello_position *now = position;
    int empties = bits_count(othello_empty(now->board)), sum = 0;
    (void)setup;
    for (int later = empties; later > 0; later -= 2)
        sum += hardness(later);
    return sum ? 1000 * hardness(empties) / sum : 1000;
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
    .clock_share = clock_share,
    .solve_memory = OTHELLO_ENGINE_MEMORY,
    .solve_shared = 64, /* the workers meet in the table; this only says that they may */
    .problem_read = othello_problem_read,
    .book_key = othello_book_key,
    .book_plies = 20,
    .model_memory = OTHELLO_MODEL_MEMORY,
    .model_room = othello_model_room,
    .model_use = model_use,
    .player_count = (int)(sizeof players / sizeof players[0]),
};
