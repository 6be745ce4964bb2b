/* Othello's opening book in play: positions around the best lines with the scores of deep searches.

   A position is in the book when all its moves are; then one of those that are nearly as good as
   the best is taken, at random, so that games differ. The book's bytes are in the form of
   minds/book.h, made by lab/othello/book.h. */
#ifndef MINDS_OTHELLO_OPENING_H
#define MINDS_OTHELLO_OPENING_H

#include "games/othello/othello.h"
#include "minds/mind.h"

/* Of the board and its seven images together; less than 2^48. */
uint64_t othello_opening_key(struct othello board);
uint64_t othello_book_key(const struct game_setup *setup, const void *position);

/* False when the book does not know all moves of the position. */
bool othello_opening_choose(const struct mind_task *task, struct othello board,
                            struct mind_answer *answer);

#endif
