/* Byte's texts: positions and moves both ways, as the game table offers them.

   A position is the ranks from the top separated by "/", a rank its dark squares from the left
   separated by ",", a square "-" or its checkers from the bottom ("wbw"); then the side to move and
   the stacks that white and black have won. A move is b2-c3, or b2:2-c3 when only the second
   checker and what lies on it move; "pass" is written out. */
#ifndef GAMES_BYTE_NOTATION_H
#define GAMES_BYTE_NOTATION_H

#include "games/byte/byte.h"

void byte_position_write(const struct game_setup *setup, const void *position, struct text *text);
bool byte_position_read(const struct game_setup *setup, const char *text, size_t length,
                        void *position, struct error *error);
void byte_arranged(const struct game_setup *setup, const struct game_arrangement *arrangement,
                   struct text *text);
void byte_move_write(const struct game_setup *setup, const void *position, uint32_t move,
                     struct text *text);
size_t byte_move_read(const struct game_setup *setup, const void *position, const char *text,
                      size_t length, uint32_t *move, struct error *error);

/* "b2" for an index. */
void byte_square_write(int size, int index, struct text *text);

#endif
