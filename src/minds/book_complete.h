/* The short form of a complete book: a value for every position up to a given ply, without the
   positions themselves.

   Three cells belong to each key, chosen by hashing; the exclusive or of what they hold is the
   position's score. A builder can fill the cells so that this comes out right for every key of a
   set when there are 1.23 times as many cells as keys [majewski96]. So a position costs about 1.23
   times the bits of its score and is looked up in one step, in place. (The automaton's book is
   built the same way, but laid out for flash that can only be read in whole words.)

   The price: any other key gets some value, too. Whoever asks must know that the position is in
   the set, which is easy for a complete book: it arises in a game after at most `plies` plies and
   the game is not over (the mind's book_ply).

   A 16-byte header ("potezbk2", plies, bits per cell, lowest score, seed of the hash, the number of
   positions in four bytes, little-endian), then the cells, lowest bit first. */
#ifndef MINDS_BOOK_COMPLETE_H
#define MINDS_BOOK_COMPLETE_H

#include "minds/mind.h"

enum { BOOK_COMPLETE_HEAD = 16, BOOK_COMPLETE_MOST = 1 << 25 };

struct book_complete {
    uint8_t plies, bits, seed;
    int8_t lowest;
    uint32_t positions;
    uint32_t third; /* cells in each of the three parts, from which one cell of a key comes */
    const uint8_t *cells;
};

/* False when these bytes are not such a book. */
bool book_complete_open(const struct mind_book *book, struct book_complete *complete);

/* What belongs to the key of a position in the set. */
int book_complete_score(const struct book_complete *complete, uint64_t key);

/* For builders: the size of each of the three parts for that many positions, and the cells of a
   key. */
uint32_t book_complete_third(uint32_t positions);
void book_complete_places(uint64_t key, uint8_t seed, uint32_t third, uint32_t places[3]);
size_t book_complete_size(uint32_t positions, int bits);
void book_complete_head(const struct book_complete *complete, uint8_t head[BOOK_COMPLETE_HEAD]);

/* A cell of `bits` bits, at most eight. */
uint8_t book_complete_cell(const uint8_t *cells, int bits, uint32_t place);

#endif
