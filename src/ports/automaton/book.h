/* The automaton's opening book: which column the perfect player takes, from the empty board on as
   long as it plays by the book itself, against every reply.

   It lies in flash as 32-bit words and is only ever read by whole words, as the chip demands. It
   holds no positions: three words' worth of bits, found by hashing, are added up (exclusive or) to
   a number of three bits, 0..6 the column, 7 "from here on think for yourself". That takes less
   than four bits per position. For a position that is not in the book the number means nothing, so
   book_chip_choose replays the game and asks only while all moves of its side were the book's.

   Words: mark, slots in a third and the sides it is for (bit 24: who begins, bit 25: the other),
   seed, sum of the rest; then three planes of bits, one for each bit of the number, each (3 * slots
   + 31) / 32 words. tools/automaton-book makes it. */
#ifndef PORTS_AUTOMATON_BOOK_H
#define PORTS_AUTOMATON_BOOK_H

#include "games/connect4/connect4.h"

enum {
    BOOK_CHIP_MARK = 0x62347470, /* "pt4b" */
    BOOK_CHIP_HEAD = 4,          /* words */
    BOOK_CHIP_THINK = 7,
    BOOK_CHIP_SIDES = 24, /* where the bits of the sides begin */
};

struct book_slots {
    uint32_t slot[3];
};

/* The number of a position and its mirror image; *mirrored: it is that of the mirror image. */
uint64_t book_chip_key(struct connect4 board, bool *mirrored);

/* Where the bits of a key lie. */
struct book_slots book_chip_slots(uint64_t key, uint32_t third, uint32_t seed);

/* Whether these words are a book with the right sum. */
bool book_chip_valid(const uint32_t *words, size_t count);

/* The number kept for a key that is in the book. */
int book_chip_value(const uint32_t *words, uint64_t key);

/* The column for the side to move after `count` moves from the empty board, or -1. `coin` is 0 or
   1 and chooses between a column and its mirror image where the position is symmetric. A book of
   NULL is an empty one. */
int book_chip_choose(const uint32_t *words, const uint8_t *moves, int count, uint32_t coin);

/* The book that comes with the program, NULL when there is none. */
const uint32_t *book_chip_own(void);

#endif
