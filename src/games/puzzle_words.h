/* The words of struct puzzle_value in the order of enum puzzle_word, for the files that write
   (puzzle.c) and read (puzzle_read.c) them. Nobody else includes this. */
#ifndef GAMES_PUZZLE_WORDS_H
#define GAMES_PUZZLE_WORDS_H

#include "games/puzzle.h"

extern const char *const puzzle_words[PUZZLE_WORDS];

#endif
