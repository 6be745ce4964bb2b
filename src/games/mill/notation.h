/* How mill's points, moves and positions are written and read.

   Points have chess-like names, a1 at the bottom left: d7 is the top middle of three rings, c5 of
   two. Positions are read in the game's own form and in Sanmill's FEN; notation.c documents both
   forms. The functions are members of game_mill; see games/game.h for what they promise. */
#ifndef GAMES_MILL_NOTATION_H
#define GAMES_MILL_NOTATION_H

#include "games/mill/mill.h"

/* Grid coordinates from 0 at the bottom left. */
void mill_point_place(int point, int variant, int *x, int *y);
/* -1 where there is no point. */
int mill_point_at(int x, int y, int variant);
void mill_point_write(int point, int variant, struct text *text);

void mill_position_write(const struct game_setup *setup, const void *position, struct text *text);
bool mill_position_read(const struct game_setup *setup, const char *text, size_t length,
                        void *position, struct error *error);
void mill_arranged(const struct game_setup *setup, const struct game_arrangement *arrangement,
                   struct text *text);
void mill_move_write(const struct game_setup *setup, const void *position, uint32_t move,
                     struct text *text);
size_t mill_move_read(const struct game_setup *setup, const void *position, const char *text,
                      size_t length, uint32_t *move, struct error *error);

#endif
