/* The usual form of an opening book: proved values of all positions up to so many plies, for the
   mind's book_key of each.

   16 bytes of head ("potezbk1", plies, zeros), then records in the order of their keys: six bytes
   of key, the highest first, and one signed byte of score in whole units. It is found by halving
   and used where it lies. */
#ifndef MINDS_BOOK_H
#define MINDS_BOOK_H

#include "minds/mind.h"

enum { BOOK_HEAD = 16, BOOK_KEY = 6, BOOK_RECORD = 7 };

/* Whether these bytes are a book; *plies and *records tell its size. Either may be NULL. */
bool book_valid(const struct mind_book *book, int *plies, size_t *records);

/* Discs, or whatever the score counts, that a move from a book may be worse than the best in games
   where the score is the aim. */
enum { BOOK_NEARLY = 1 };

/* The moves that the mind's book would play here: the best and, where the score is the aim, those
   that are nearly as good. None unless it knows all legal moves of the position. Gives how many. */
int book_moves(const struct mind *mind, const struct mind_book *book,
               const struct game_setup *setup, const void *position,
               uint32_t moves[GAME_MOVES_MAX]);

bool book_find(const struct mind_book *book, uint64_t key, int *score);

void book_write_head(uint8_t head[BOOK_HEAD], int plies);
void book_write_record(uint8_t record[BOOK_RECORD], uint64_t key, int score);
uint64_t book_read_key(const uint8_t *record);

#endif
