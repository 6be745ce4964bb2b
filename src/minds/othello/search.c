/* The general search, compiled for Othello: values are hundredths of a disc. It serves alphabeta
   and minimax, players to compare with; the strong engine (tree.c) has patterns, ProbCut and an
   ending of its own. Positions never repeat and a pass costs no depth, so a search as deep as there
   are empty squares has seen the end. */
#include "games/othello/othello.h"
#include "minds/othello/players.h"

#define SEARCH(name) othello_search_##name
#define SEARCH_BOARD struct othello
#define SEARCH_UNDO struct othello
#define SEARCH_MOVES_MAX OTHELLO_MOVES_MAX
#define SEARCH_COUNTS "mobility and good squares"
#define SEARCH_HISTORY 65

static inline void SEARCH(load)(const struct mind_task *task, struct othello *board)
{
    *board = ((const struct othello_position *)task->position)->board;
}

static inline int SEARCH(moves)(const struct othello *board, uint32_t *moves)
{
    int count = 0;
    for (uint64_t set = othello_moves(*board); set;)
        moves[count++] = (uint32_t)bits_pop(&set);
    if (count == 0)
        moves[count++] = OTHELLO_PASS;
    return count;
}

static inline void SEARCH(play)(struct othello *board, uint32_t move, struct othello *undo)
{
    *undo = *board;
    *board = move == OTHELLO_PASS ? othello_passed(*board) : othello_played(*board, (int)move);
}

static inline void SEARCH(undo)(struct othello *board, uint32_t move, const struct othello *undo)
{
    (void)move;
    *board = *undo;
}

static inline bool SEARCH(over)(const struct othello *board, int *value)
{
    if (!othello_over(*board))
        return false;
    *value = 100 * othello_final_score(*board);
    return true;
}

/* Squares in classes by what they are worth; chosen by hand, the order matters, not the size. */
static const struct {
    uint64_t squares;
    int worth;
} classes[] = {
    {UINT64_C(0x8100000000000081), 800},  /* corners */
    {UINT64_C(0x0042000000004200), -300}, /* diagonally next to a corner */
    {UINT64_C(0x4281000000008142), -100}, /* along the edge next to a corner */
    {UINT64_C(0x3c0081818181003c), 40},   /* the rest of the edges */
};

/* Moves to choose from matter more than discs until the end, and corners most. */
static inline int SEARCH(evaluate)(const struct othello *board)
{
    int value = 60 * (bits_count(othello_moves(*board)) -
                      bits_count(othello_moves(othello_passed(*board))));
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        value += classes[i].worth * (bits_count(board->mine & classes[i].squares) -
                                     bits_count(board->theirs & classes[i].squares));
    return value;
}

static inline uint64_t SEARCH(key)(const struct othello *board)
{
    return othello_hash(*board);
}

static inline int SEARCH(slot)(const struct othello *board, uint32_t move)
{
    (void)board;
    return (int)move;
}

/* Fewer replies for the other side first; corners before all. */
static inline int SEARCH(promise)(const struct othello *board, uint32_t move)
{
    if (move == OTHELLO_PASS)
        return 0;
    uint64_t replies = othello_moves(othello_played(*board, (int)move));
    return 16 * (int)(classes[0].squares >> move & 1) - bits_count(replies) -
           bits_count(replies & classes[0].squares);
}

static inline bool SEARCH(free)(uint32_t move)
{
    return move == OTHELLO_PASS;
}

static inline int SEARCH(plies_left)(const struct othello *board)
{
    return bits_count(othello_empty(*board));
}

static inline void SEARCH(grade)(const struct othello *board, int value, struct mind_answer *answer)
{
    (void)board;
    answer->score = value;
}

#include "minds/alphabeta.h"
