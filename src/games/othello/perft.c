/* Counting positions of Othello. The last ply is counted and not played, and the last but one
   plays without recursion: together that is nearly all of the work. By convention a position
   without a move is one leaf, whether its side passes or the game is over, so that the counts
   agree with those published. */
#include "games/othello/othello.h"

static uint64_t walk(struct othello board, uint64_t moves, int depth)
{
    if (!moves) {
        struct othello passed = othello_passed(board);
        moves = othello_moves(passed);
        return moves && depth > 1 ? walk(passed, moves, depth - 1) : 1;
    }
    if (depth == 1)
        return (uint64_t)bits_count(moves);
    uint64_t leaves = 0;
    if (depth == 2) {
        while (moves) {
            uint64_t replies = othello_moves(othello_played(board, bits_pop(&moves)));
            leaves += replies ? (uint64_t)bits_count(replies) : 1;
        }
        return leaves;
    }
    while (moves) {
        struct othello next = othello_played(board, bits_pop(&moves));
        leaves += walk(next, othello_moves(next), depth - 1);
    }
    return leaves;
}

uint64_t othello_perft(struct othello board, int depth)
{
    return depth == 0 ? 1 : walk(board, othello_moves(board), depth);
}
