/* What the games have besides rules and minds: the one place in this room that names them all. */
#include "lab/game.h"

extern const struct lab_game lab_byte;
extern const struct lab_game lab_connect4;
extern const struct lab_game lab_mill;
extern const struct lab_game lab_othello;

const struct lab_game *const lab_games[] = {&lab_othello, &lab_connect4, &lab_mill, &lab_byte};
const int lab_game_count = (int)(sizeof lab_games / sizeof lab_games[0]);

const struct lab_game *lab_game_of(const struct game *game)
{
    static const struct lab_game nothing;
    for (int i = 0; i < lab_game_count; i++)
        if (lab_games[i]->game == game)
            return lab_games[i];
    return &nothing;
}

const struct lab_game *lab_game_with_ggf(void)
{
    int i = 0;
    while (!lab_games[i]->ggf_open)
        i++;
    return lab_games[i];
}
