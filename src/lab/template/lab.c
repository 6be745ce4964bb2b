/* What three in a row has besides its rules and its mind. */
#include "games/template/template.h"
#include "lab/game.h"

extern const struct evolve_set template_evolution;
extern const struct puzzle_set template_puzzles;

extern const struct lab_game lab_template;
const struct lab_game lab_template = {
    .game = &game_template,
    .evolution = &template_evolution,
    .puzzles = &template_puzzles,
};
