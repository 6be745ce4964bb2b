/* A whole game from a file of text, whatever wrote it: a saved game (games/session.h), GGF for the
   game that has it (lab/game.h), or moves, with or without "moves:" before them. */
#ifndef LAB_GAME_FILE_H
#define LAB_GAME_FILE_H

#include "lab/opened.h"

/* Replaces the opened game, which supplies game and options where the text does not; moves continue
   from the opened position. The present position is then the last one. */
bool game_file_read(struct opened *opened, const char *text, size_t length, struct error *error);

#endif
