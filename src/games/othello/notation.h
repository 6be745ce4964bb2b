/* Othello in text: positions as in OBF problem files, moves as in transcripts.

   These are the game table's four text functions, declared for the table and for importers that
   read the same squares; the setup is ignored. */
#ifndef GAMES_OTHELLO_NOTATION_H
#define GAMES_OTHELLO_NOTATION_H

#include "games/game.h"

/* 64 squares in reading order, "X" black, "O" white, "-" empty, a space, the side to move and a
   semicolon. Reading also takes "*" for black, "." for empty, small letters, no semicolon, and
   white space around the parts. Any discs are allowed: composed problems exist. */
void othello_position_write(const struct game_setup *setup, const void *position,
                            struct text *text);
bool othello_position_read(const struct game_setup *setup, const char *text, size_t length,
                           void *position, struct error *error);
void othello_arranged(const struct game_setup *setup, const struct game_arrangement *arrangement,
                      struct text *text);

/* "d3", or "--" for a pass. Reading takes capitals, and "ps", "pa" and "pass" for a pass. */
void othello_move_write(const struct game_setup *setup, const void *position, uint32_t move,
                        struct text *text);
size_t othello_move_read(const struct game_setup *setup, const void *position, const char *text,
                         size_t length, uint32_t *move, struct error *error);

#endif
