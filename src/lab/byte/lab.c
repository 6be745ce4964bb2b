/* What Byte has besides its rules and its mind. */
#include "games/byte/byte.h"
#include "lab/evolve/problems.h"
#include "lab/game.h"

extern const struct evolve_set byte_evolution;
extern const struct puzzle_set byte_puzzles;

extern const struct lab_game lab_byte;
const struct lab_game lab_byte = {
    .game = &game_byte,
    .evolution = &byte_evolution,
    .puzzles = &byte_puzzles,
};
