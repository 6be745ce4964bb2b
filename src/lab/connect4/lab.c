/* What Connect Four has besides its rules and its mind. */
#include "games/connect4/connect4.h"
#include "lab/evolve/problems.h"
#include "lab/game.h"

/* Made by the build from src/lab/connect4.book, which
   potez book build connect4 --plies 8 --table 1G --out src/lab/connect4.book made. */
extern const uint8_t connect4_book_data[];
extern const uint32_t connect4_book_bytes;
extern const struct evolve_set connect4_evolution;
extern const struct puzzle_set connect4_puzzles;

extern const struct lab_game lab_connect4;
const struct lab_game lab_connect4 = {
    .game = &game_connect4,
    .book = {connect4_book_data, &connect4_book_bytes},
    .evolution = &connect4_evolution,
    .puzzles = &connect4_puzzles,
};
