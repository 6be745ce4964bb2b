/* The partner thinks like any player, on a table of its own that is empty at the start of every
   pairing. */
#include "lab/evolve/partner.h"

#include "lab/learned.h"

enum { TABLE_BYTES = 1 << 16 };

bool evolve_partner_read(const struct evolve_plan *plan, struct player *player, struct error *error)
{
    const struct mind *mind = mind_of(game_find(plan->problem->game));
    return player_read(mind, plan->sparring, player, error) && learned_player(player, error);
}

void evolve_partner_open(struct evolve_partner *partner, const struct evolve_plan *plan,
                         const struct player *player, struct random *random)
{
    *partner = (struct evolve_partner){.game = game_find(plan->problem->game), .player = player};
    game_setup_default(partner->game, &partner->setup);
    random_seed(&partner->random, random_next(random));
    partner->failed = !think_open(&partner->thinker, 1, TABLE_BYTES, NULL);
}

void evolve_partner_close(struct evolve_partner *partner)
{
    think_close(&partner->thinker);
}

void evolve_partner_begin(struct evolve_partner *partner)
{
    if (!partner->failed)
        think_forget(&partner->thinker);
}

uint32_t evolve_partner_move(struct evolve_partner *partner, const void *position)
{
    struct mind_task task = {.game = partner->game,
                             .setup = &partner->setup,
                             .position = position,
                             .random = &partner->random};
    struct mind_answer answer;
    if (!partner->failed && think_ask(&partner->thinker, partner->player, &task, &answer, NULL))
        return answer.move;
    uint32_t moves[GAME_MOVES_MAX];
    partner->failed = true;
    partner->game->legal_moves(&partner->setup, position, moves);
    return moves[0];
}
