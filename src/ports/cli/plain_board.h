/* A position as plain text, from the game's geometry alone: x and o for the pieces of the first and
   second player, stacks bottom to top, numbers as they are, @ where the player stands. */
#ifndef PORTS_CLI_PLAIN_BOARD_H
#define PORTS_CLI_PLAIN_BOARD_H

#include "games/game.h"
#include <stdio.h>

void plain_board_print(FILE *file, const struct game *game, const struct game_setup *setup,
                       const void *position);

#endif
