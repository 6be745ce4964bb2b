/* The general search for Byte, compiled once for each common board size and once for all others.

   Define BYTE_SEARCH(name), the prefix, and BYTE_SEARCH_SIZE, a constant that the rules fold, or 0
   for whatever the board's own rules say. Values are hundredths of a stack. */
#include "games/byte/byte.h"
#include "minds/byte/players.h"

#ifndef MINDS_BYTE_SEARCH_H
#define MINDS_BYTE_SEARCH_H
struct byte_desk {
    struct byte board;
    struct byte_rules rules;
};
#endif

#define SEARCH(name) BYTE_SEARCH(name)
#define SEARCH_BOARD struct byte_desk
#define SEARCH_UNDO struct byte_undo
#define SEARCH_MOVES_MAX BYTE_MOVES_MAX
#define SEARCH_HISTORY (BYTE_PASS + 1)

static inline struct byte_rules SEARCH(rules)(const struct byte_desk *desk)
{
    if (BYTE_SEARCH_SIZE)
        return byte_rules(BYTE_SEARCH_SIZE, BYTE_FULL_MAX, desk->rules.merge_first);
    return desk->rules;
}

static inline void SEARCH(load)(const struct mind_task *task, struct byte_desk *desk)
{
    desk->rules = byte_rules_of(task->setup);
    memory_copy(&desk->board, task->position, byte_position_size(desk->rules.size));
}

static inline int SEARCH(moves)(const struct byte_desk *desk, uint32_t *moves)
{
    return byte_moves(SEARCH(rules)(desk), &desk->board, moves);
}

static inline void SEARCH(play)(struct byte_desk *desk, uint32_t move, struct byte_undo *undo)
{
    byte_play(SEARCH(rules)(desk), &desk->board, move, undo);
}

static inline void SEARCH(undo)(struct byte_desk *desk, uint32_t move, const struct byte_undo *undo)
{
    (void)move;
    byte_undo(SEARCH(rules)(desk), &desk->board, undo);
}

static inline bool SEARCH(over)(const struct byte_desk *desk, int *value)
{
    const struct byte *board = &desk->board;
    if (!byte_over(SEARCH(rules)(desk), board))
        return false;
    int lead = board->won[board->side] - board->won[!board->side];
    *value = lead > 0 ? 30000 : lead < 0 ? -30000 : 0;
    return true;
}

/* Stacks won, then the tops of stacks: the taller a stack, the more its top checker is worth. */
static inline int SEARCH(evaluate)(const struct byte_desk *desk)
{
    const struct byte *board = &desk->board;
    const int words = byte_words(SEARCH(rules)(desk).size);
    int white = 1000 * (board->won[BYTE_WHITE] - board->won[BYTE_BLACK]);
    struct byte_set left = board->occupied;
    for (int at; (at = byte_set_pop(words, &left)) >= 0;) {
        unsigned stack = board->stack[at];
        int height = byte_height(stack);
        white += byte_colour(stack, height - 1) == BYTE_WHITE ? height * height : -height * height;
    }
    return board->side == BYTE_WHITE ? white : -white;
}

static inline uint64_t SEARCH(key)(const struct byte_desk *desk)
{
    return byte_hash(&desk->board);
}

static inline int SEARCH(slot)(const struct byte_desk *desk, uint32_t move)
{
    (void)desk;
    return (int)move;
}

/* Moves that make tall stacks first: those that finish one are the tallest. */
static inline int SEARCH(promise)(const struct byte_desk *desk, uint32_t move)
{
    if (move == BYTE_PASS)
        return 0;
    int to = byte_move_to(SEARCH(rules)(desk).size, move);
    return byte_height(desk->board.stack[to]) +
           byte_height(desk->board.stack[byte_move_from(move)]) - byte_move_level(move);
}

static inline bool SEARCH(free)(uint32_t move)
{
    return move == BYTE_PASS;
}

static inline int SEARCH(plies_left)(const struct byte_desk *desk)
{
    (void)desk;
    return 120; /* merges are bounded, slides between them are hard to bound well */
}

static inline void SEARCH(grade)(const struct byte_desk *desk, int value,
                                 struct mind_answer *answer)
{
    (void)desk;
    answer->score = value / 10;
    if (value > 29000 || value < -29000) {
        answer->outcome = value > 0 ? 1 : -1;
        answer->plies = 30000 - (value > 0 ? value : -value);
        answer->exact = true;
    }
}

#include "minds/alphabeta.h"

void SEARCH(ask)(const struct player *player, const struct mind_task *task,
                 struct mind_answer *answer)
{
    SEARCH(think)(player, task, answer);
}

void SEARCH(ask_plain)(const struct player *player, const struct mind_task *task,
                       struct mind_answer *answer)
{
    SEARCH(think_minimax)(player, task, answer);
}

_Static_assert(sizeof(struct SEARCH(state)) <= BYTE_SEARCH_MEMORY, "the players say how much");
