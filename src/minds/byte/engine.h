/* The strong search for Byte, compiled once for each common board (stacks of eight).

   Define BYTE_ENGINE(name), the prefix, BYTE_ENGINE_SIZE, the size of the board, and
   BYTE_ENGINE_RINGS and BYTE_ENGINE_WEIGHTS, its tables, and include this file. It differs from the
   plain search (search.h) in what it knows: fitted weights (evaluate.h), finished stacks followed
   beyond the horizon, late moves searched less deeply, and an order of moves that tries winning a
   stack first and giving one away last.

   There is no null move: where moving is compulsory and having to move is often what loses, "even
   without moving I am well off" proves nothing. Values are thousandths of a stack. */
#include "base/memory.h"
#include "minds/byte/evaluate.h"
#include "minds/byte/players.h"

struct BYTE_ENGINE(desk) {
    struct byte board;
    const int64_t *weights;
    bool merge_first;
};

#define SEARCH(name) BYTE_ENGINE(name)
#define SEARCH_BOARD struct BYTE_ENGINE(desk)
#define SEARCH_UNDO struct byte_undo
#define SEARCH_MOVES_MAX BYTE_MOVES_MAX
#define SEARCH_HISTORY (BYTE_PASS + 1)
#define SEARCH_QUIET
#define SEARCH_PREFETCH
#define SEARCH_SHARE 3
#define SEARCH_REDUCE(depth, index) BYTE_ENGINE(less)(depth, index)

static inline int SEARCH(less)(int depth, int index)
{
    if (depth < 2 || index < 3)
        return 0;
    return index < 8 ? 1 + (depth > 6) : 2 + (depth > 5);
}

static inline struct byte_rules SEARCH(rules)(const SEARCH_BOARD *desk)
{
    return byte_rules(BYTE_ENGINE_SIZE, BYTE_FULL_MAX, desk->merge_first);
}

static inline void SEARCH(load)(const struct mind_task *task, SEARCH_BOARD *desk)
{
    desk->merge_first = byte_rules_of(task->setup).merge_first;
    desk->weights = task->data ? task->data : BYTE_ENGINE_WEIGHTS;
    memory_copy(&desk->board, task->position, byte_position_size(BYTE_ENGINE_SIZE));
}

static inline int SEARCH(moves)(const SEARCH_BOARD *desk, uint32_t *moves)
{
    return byte_moves(SEARCH(rules)(desk), &desk->board, moves);
}

static inline void SEARCH(play)(SEARCH_BOARD *desk, uint32_t move, struct byte_undo *undo)
{
    byte_play(SEARCH(rules)(desk), &desk->board, move, undo);
}

static inline void SEARCH(undo)(SEARCH_BOARD *desk, uint32_t move, const struct byte_undo *undo)
{
    (void)move;
    byte_undo(SEARCH(rules)(desk), &desk->board, undo);
}

static inline bool SEARCH(over)(const SEARCH_BOARD *desk, int *value)
{
    const struct byte *board = &desk->board;
    if (!byte_over(SEARCH(rules)(desk), board))
        return false;
    int lead = board->won[board->side] - board->won[!board->side];
    *value = lead > 0 ? 30000 : lead < 0 ? -30000 : 0;
    return true;
}

static inline int SEARCH(evaluate)(const SEARCH_BOARD *desk)
{
    return byte_evaluate(SEARCH(rules)(desk), BYTE_ENGINE_RINGS, desk->weights, &desk->board);
}

/* The moves that finish a stack and win it. Of two neighbours whose heights make eight or more,
   exactly one checker of each can be taken so that eight result. */
static inline int SEARCH(noisy)(const SEARCH_BOARD *desk, uint32_t *moves)
{
    const struct byte *board = &desk->board;
    const int words = byte_words(BYTE_ENGINE_SIZE);
    const unsigned flip = board->side == BYTE_WHITE ? 0xff : 0;
    int count = 0;
    for (int direction = BYTE_NORTH_EAST; direction <= BYTE_NORTH_WEST; direction++) {
        int step = byte_step(BYTE_ENGINE_SIZE, direction);
        struct byte_set pairs =
            byte_set_both(words, board->occupied, byte_set_down(words, board->occupied, step));
        for (int low; (low = byte_set_pop(words, &pairs)) >= 0;) {
            unsigned a = board->stack[low], b = board->stack[low + step];
            int height_a = byte_height(a), height_b = byte_height(b);
            int level = height_a + height_b - BYTE_FULL_MAX;
            if (level < 0)
                continue;
            if (byte_finish(a ^ flip, height_a, level) == BYTE_FINISH_WON)
                moves[count++] = byte_move(low, level, direction);
            if (byte_finish(b ^ flip, height_b, level) == BYTE_FINISH_WON)
                moves[count++] = byte_move(low + step, level, direction + 2);
        }
    }
    return count;
}

static inline uint64_t SEARCH(key)(const SEARCH_BOARD *desk)
{
    return byte_hash(&desk->board);
}

static inline int SEARCH(slot)(const SEARCH_BOARD *desk, uint32_t move)
{
    (void)desk;
    return (int)move;
}

/* Winning a stack first, giving one away last, between them the taller stack first. */
static inline int SEARCH(promise)(const SEARCH_BOARD *desk, uint32_t move)
{
    if (move == BYTE_PASS)
        return 0;
    const struct byte *board = &desk->board;
    unsigned source = board->stack[byte_move_from(move)];
    int height = byte_height(source);
    bool own_top = byte_colour(source, height - 1) == board->side;
    int sum = byte_height(board->stack[byte_move_to(BYTE_ENGINE_SIZE, move)]) + height -
              byte_move_level(move);
    if (sum == BYTE_FULL_MAX)
        return own_top ? 1000 : -1000;
    return own_top ? sum : -sum;
}

static inline bool SEARCH(free)(uint32_t move)
{
    return move == BYTE_PASS;
}

static inline int SEARCH(plies_left)(const SEARCH_BOARD *desk)
{
    (void)desk;
    return 120; /* merges are bounded, slides between them are hard to bound well */
}

static inline void SEARCH(grade)(const SEARCH_BOARD *desk, int value, struct mind_answer *answer)
{
    answer->score = value / 10;
    if (value == 0 && byte_over(SEARCH(rules)(desk), &desk->board)) {
        answer->outcome = 0;
        answer->exact = true;
    } else if (value > 29000 || value < -29000) {
        answer->outcome = value > 0 ? 1 : -1;
        answer->plies = 30000 - (value > 0 ? value : -value);
        answer->exact = true;
        answer->score = 100 * answer->outcome;
    }
}

#include "minds/alphabeta.h"

void SEARCH(ask)(const struct player *player, const struct mind_task *task,
                 struct mind_answer *answer)
{
    struct mind_task own = *task;
    own.data = player->data;
    SEARCH(think)(player, &own, answer);
}

_Static_assert(sizeof(struct SEARCH(state)) <= BYTE_SEARCH_MEMORY, "the players say how much");
