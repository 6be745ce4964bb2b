/* The value of an Othello position by trying all moves to the end and nothing else: slow and
   obviously right, what exact values are held against. */
#ifndef TESTS_LAB_OTHELLO_PLAIN_H
#define TESTS_LAB_OTHELLO_PLAIN_H

#include "games/othello/othello.h"

static inline int othello_plain(struct othello board)
{
    if (othello_over(board))
        return othello_final_score(board);
    uint64_t moves = othello_moves(board);
    if (!moves)
        return -othello_plain(othello_passed(board));
    int best = -64;
    while (moves) {
        int value = -othello_plain(othello_played(board, bits_pop(&moves)));
        best = value > best ? value : best;
    }
    return best;
}

#endif
