/* Othello: the rules as inline functions of two words.

   struct othello is what a search works on: the discs of the side to move and those of the other,
   whoever is black. The game table's position adds who is to move, which the discs do not show
   because of passes. Squares are 0 to 63, a1 (top left) = 0, b1 = 1, a2 = 8; a pass is a move of
   its own, number OTHELLO_PASS, legal exactly when nothing else is and the game is not over. */
#ifndef GAMES_OTHELLO_H
#define GAMES_OTHELLO_H

#include "base/hash.h"
#include "games/game.h"
#include "games/othello/flips.h"

enum { OTHELLO_SQUARES = 64, OTHELLO_PASS = 64, OTHELLO_MOVES_MAX = 64 };
enum othello_side { OTHELLO_BLACK, OTHELLO_WHITE }; /* black begins */
enum othello_option { OTHELLO_OPTION_SCORE };
enum othello_score { OTHELLO_SCORE_WINNER, OTHELLO_SCORE_PLAIN };

struct othello {
    uint64_t mine;   /* discs of the side to move */
    uint64_t theirs; /* discs of the other side */
};

/* What the game table calls a position. */
struct othello_position {
    struct othello board;
    uint64_t side; /* to move: enum othello_side; a whole word, so that there is no padding */
};

extern const struct game game_othello;

/* Black to move, white on d4 and e5, black on e4 and d5. */
static inline struct othello othello_start(void)
{
    return (struct othello){bit(28) | bit(35), bit(27) | bit(36)};
}

static inline uint64_t othello_moves(struct othello board)
{
    return othello_legal(board.mine, board.theirs);
}

/* The other side's view of the same discs. */
static inline struct othello othello_passed(struct othello board)
{
    return (struct othello){board.theirs, board.mine};
}

/* After a legal move on `square`, as the other side sees it. */
static inline struct othello othello_played(struct othello board, int square)
{
    uint64_t flips = othello_flips(board.mine, board.theirs, square);
    return (struct othello){board.theirs ^ flips, board.mine | flips | bit(square)};
}

/* Whether neither side has a move. */
static inline bool othello_over(struct othello board)
{
    return !othello_moves(board) && !othello_moves(othello_passed(board));
}

static inline uint64_t othello_empty(struct othello board)
{
    return ~(board.mine | board.theirs);
}

/* Discs of the side to move minus those of the other. */
static inline int othello_difference(struct othello board)
{
    return bits_count(board.mine) - bits_count(board.theirs);
}

/* The tournament score of a finished game for the side to move: empties go to the winner. */
static inline int othello_final_score(struct othello board)
{
    int difference = othello_difference(board), empties = bits_count(othello_empty(board));
    return difference > 0 ? difference + empties : difference < 0 ? difference - empties : 0;
}

/* Of the two words; it does not know who is black. */
static inline uint64_t othello_hash(struct othello board)
{
    return hash_pair(board.mine, board.theirs);
}

/* Leaves of the tree of `depth` plies: a pass is a ply, a game that ended earlier is one leaf. */
uint64_t othello_perft(struct othello board, int depth);

#endif
