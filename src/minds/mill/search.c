/* The general search, compiled for mill and its variants: values are hundredths of a man. */
#include "games/mill/mill.h"
#include "minds/mill/players.h"

struct ruled_board {
    struct mill board;
    struct mill_rules rules;
};

#define SEARCH(name) mill_search_##name
#define SEARCH_BOARD struct ruled_board
#define SEARCH_UNDO struct mill
#define SEARCH_MOVES_MAX MILL_MOVES_MAX
#define SEARCH_COUNTS "men, closed lines and places to move to"
#define SEARCH_HISTORY 1024
#define SEARCH_REPEATS

static inline void SEARCH(load)(const struct mind_task *task, struct ruled_board *board)
{
    board->board = *(const struct mill *)task->position;
    board->rules = mill_rules_of(task->setup);
}

static inline int SEARCH(moves)(const struct ruled_board *board, uint32_t *moves)
{
    return mill_legal_moves(&board->board, board->rules, moves);
}

static inline void SEARCH(play)(struct ruled_board *board, uint32_t move, struct mill *undo)
{
    *undo = board->board;
    mill_play(&board->board, move);
}

static inline void SEARCH(undo)(struct ruled_board *board, uint32_t move, const struct mill *undo)
{
    (void)move;
    board->board = *undo;
}

static inline bool SEARCH(over)(const struct ruled_board *board, int *value)
{
    if (mill_lost(&board->board, board->rules)) {
        *value = -30000;
        return true;
    }
    *value = 0;
    return mill_drawn(&board->board, board->rules);
}

/* What one side has: men, closed lines, lines one man short, neighbouring free points. */
static inline int SEARCH(worth)(const struct ruled_board *board, int side)
{
    const struct mill *mill = &board->board;
    int variant = board->rules.variant;
    uint32_t men = mill->men[side], empty = mill_empty(mill, board->rules);
    return 100 * (bits_count(men) + mill->hand[side]) +
           8 * bits_count(mill_in_mills(men, variant)) +
           15 * bits_count(mill_closing(men, variant) & empty) +
           5 * bits_count(mill_reach(men, variant) & empty);
}

static inline int SEARCH(evaluate)(const struct ruled_board *board)
{
    int side = board->board.side;
    return SEARCH(worth)(board, side) - SEARCH(worth)(board, !side);
}

static inline uint64_t SEARCH(key)(const struct ruled_board *board)
{
    return mill_hash(&board->board);
}

static inline int SEARCH(slot)(const struct ruled_board *board, uint32_t move)
{
    (void)board;
    return (int)(move & 1023); /* origin and target */
}

/* Captures first, then points where the other side would close a line. */
static inline int SEARCH(promise)(const struct ruled_board *board, uint32_t move)
{
    const struct mill *mill = &board->board;
    int side = mill->side;
    uint32_t blocks = mill_closing(mill->men[!side], board->rules.variant);
    return 40 * (mill_move_captured(move) != MILL_NOWHERE) +
           10 * (int)(blocks >> mill_move_to(move) & 1);
}

static inline bool SEARCH(free)(uint32_t move)
{
    (void)move;
    return false;
}

static inline int SEARCH(plies_left)(const struct ruled_board *board)
{
    (void)board;
    return 120; /* the moving phase has no end of its own */
}

static inline int SEARCH(reversible)(const struct ruled_board *board)
{
    return board->board.quiet;
}

static inline void SEARCH(grade)(const struct ruled_board *board, int value,
                                 struct mind_answer *answer)
{
    (void)board;
    answer->score = value;
    if (value > 29000 || value < -29000) {
        answer->outcome = value > 0 ? 1 : -1;
        answer->plies = 30000 - (value > 0 ? value : -value);
        answer->exact = true;
    }
}

#include "minds/alphabeta.h"
