/* The general search, compiled for three in a row. It sees the end of every game within
   milliseconds, so the solver is the same search without a limit of depth. */
#include "base/hash.h"
#include "minds/template/lines.h"
#include "minds/template/players.h"

struct template_searched {
    struct template_board board;
    enum template_goal goal;
};

#define SEARCH(name) template_search_##name
#define SEARCH_BOARD struct template_searched
#define SEARCH_UNDO struct template_board
#define SEARCH_MOVES_MAX 9
#define SEARCH_HISTORY 9
#define SEARCH_COUNTS "open rows, the centre and the corners"

static inline void SEARCH(load)(const struct mind_task *task, struct template_searched *at)
{
    at->board = *(const struct template_board *)task->position;
    at->goal = (enum template_goal)task->setup->option[TEMPLATE_OPTION_GOAL];
}

static inline int SEARCH(moves)(const struct template_searched *at, uint32_t *moves)
{
    int count = 0;
    for (uint64_t cells = template_free(&at->board); cells;)
        moves[count++] = (uint32_t)bits_pop(&cells);
    return count;
}

static inline void SEARCH(play)(struct template_searched *at, uint32_t move,
                                struct template_board *undo)
{
    *undo = at->board;
    at->board.marks[template_side_to_move(&at->board)] |= (uint16_t)bit((int)move);
}

static inline void SEARCH(undo)(struct template_searched *at, uint32_t move,
                                const struct template_board *undo)
{
    (void)move;
    at->board = *undo;
}

/* Who made the row made the last move. */
static inline bool SEARCH(over)(const struct template_searched *at, int *value)
{
    bool row = template_owner_of_row(&at->board) >= 0;
    *value = !row ? 0 : at->goal == TEMPLATE_GOAL_WIN ? -30000 : 30000;
    return row || template_free(&at->board) == 0;
}

static inline int SEARCH(evaluate)(const struct template_searched *at)
{
    return template_judge(&at->board, template_side_to_move(&at->board), at->goal, template_hand);
}

static inline uint64_t SEARCH(key)(const struct template_searched *at)
{
    return hash_pair(at->board.marks[0], at->board.marks[1]);
}

static inline int SEARCH(slot)(const struct template_searched *at, uint32_t move)
{
    (void)at;
    return (int)move;
}

/* Nothing: the killers and the history order nine moves well enough. */
static inline int SEARCH(promise)(const struct template_searched *at, uint32_t move)
{
    (void)at, (void)move;
    return 0;
}

static inline bool SEARCH(free)(uint32_t move)
{
    (void)move;
    return false;
}

static inline int SEARCH(plies_left)(const struct template_searched *at)
{
    return bits_count(template_free(&at->board));
}

static inline void SEARCH(grade)(const struct template_searched *at, int value,
                                 struct mind_answer *answer);

#include "minds/alphabeta.h"

static inline void SEARCH(grade)(const struct template_searched *at, int value,
                                 struct mind_answer *answer)
{
    (void)at;
    answer->score = value;
    if (value > SEARCH_SURE || value < -SEARCH_SURE) {
        answer->outcome = value > 0 ? 1 : -1;
        answer->score = 100 * answer->outcome;
        answer->plies = SEARCH_WON - (value > 0 ? value : -value);
        answer->exact = true;
    }
}

_Static_assert(sizeof(struct SEARCH(state)) <= TEMPLATE_SOLVE_MEMORY, "the mind says how much");

void template_solve(const struct mind_task *task, struct mind_answer *answer)
{
    SEARCH(run)(task, &task->limits, answer);
}
