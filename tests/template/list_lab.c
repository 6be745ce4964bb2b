/* The third list, for programs that have a lab. */
#include "lab/game.h"

extern const struct lab_game lab_template;

const struct lab_game *const lab_games[] = {&lab_template};
const int lab_game_count = 1;
