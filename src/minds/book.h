/* Opening books: proved values of positions up to a given ply, under the mind's book_key of each.

   A complete book of a mind that can tell which positions arise (book_ply) has the short form of
   minds/book_complete.h. Any other book has the form of records: a 16-byte header ("potezbk1",
   plies, zeros), then records sorted by key: six bytes of key, most significant first, and one
   signed byte of score in whole units. A record is found by binary search, and the book is used
   where it lies in memory. */
#ifndef MINDS_BOOK_H
#define MINDS_BOOK_H

#include "minds/mind.h"

enum { BOOK_HEAD = 16, BOOK_KEY = 6, BOOK_RECORD = 7 };

/* Whether these bytes are a book; *plies and *records give its size. Either may be NULL. */
bool book_valid(const struct mind_book *book, int *plies, size_t *records);

/* By how many discs, or whatever the score counts, a book move may be worse than the best one in
   games where the score is the aim. */
enum { BOOK_NEARLY = 1 };

/* The moves that the mind's book would play here: the best and, where the score is the aim, those
   that are nearly as good. None unless it knows all legal moves of the position. Returns how
   many. */
int book_moves(const struct mind *mind, const struct mind_book *book,
               const struct game_setup *setup, const void *position,
               uint32_t moves[GAME_MOVES_MAX]);

/* The score of the position with this key. `ply` is the mind's book_ply of it, which a complete
   book has to know; negative when it is not known, and then only a book of records answers. */
bool book_find(const struct mind_book *book, uint64_t key, int ply, int *score);

void book_write_head(uint8_t head[BOOK_HEAD], int plies);
void book_write_record(uint8_t record[BOOK_RECORD], uint64_t key, int score);
uint64_t book_read_key(const uint8_t *record);

#endif
