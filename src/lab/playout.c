/* A game's own playout chooses without listing all moves, which is several times quicker; the loop
   here is for games that have none. */
#include "lab/playout.h"

int playout_run(const struct game *game, const struct game_setup *setup, void *position,
                struct random *random, int most)
{
    uint32_t moves[GAME_MOVES_MAX];
    int plies = 0, count;
    if (game->playout)
        return game->playout(setup, position, random);
    while (plies < most && (count = game->legal_moves(setup, position, moves)) > 0) {
        game->play(setup, position, moves[random_below(random, (uint32_t)count)]);
        plies++;
    }
    return plies;
}
