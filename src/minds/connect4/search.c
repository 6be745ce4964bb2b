/* The general search, compiled for Connect Four of any size. */
#include "minds/connect4/players.h"

#include "base/hash.h"
#include "minds/connect4/exact.h"
#include "minds/connect4/threats.h"

struct sized_board {
    struct connect4 discs;
    uint64_t bottom, cells, middle;
    int height;
};

#define SEARCH(name) connect4_search_##name
#define SEARCH_BOARD struct sized_board
#define SEARCH_UNDO struct connect4
#define SEARCH_MOVES_MAX CONNECT4_MOVES_MAX
#define SEARCH_COUNTS "threats and the middle"
#define SEARCH_HISTORY 64

static inline void SEARCH(load)(const struct mind_task *task, struct sized_board *board)
{
    int width = task->setup->option[CONNECT4_OPTION_WIDTH];
    int height = task->setup->option[CONNECT4_OPTION_HEIGHT];
    board->discs = *(const struct connect4 *)task->position;
    board->height = height;
    board->bottom = connect4_bottom(width, height);
    board->cells = connect4_cells(width, height);
    board->middle = connect4_column(width / 2, height) | connect4_column((width - 1) / 2, height);
}

static inline uint64_t landings(const struct sized_board *board)
{
    return connect4_landings(board->discs.filled, board->bottom, board->cells);
}

static inline int SEARCH(moves)(const struct sized_board *board, uint32_t *moves)
{
    int count = 0;
    for (uint64_t set = landings(board); set;)
        moves[count++] = (uint32_t)(bits_pop(&set) / (board->height + 1));
    return count;
}

static inline void SEARCH(play)(struct sized_board *board, uint32_t move, struct connect4 *undo)
{
    *undo = board->discs;
    connect4_drop(&board->discs, landings(board) & connect4_column((int)move, board->height));
}

static inline void SEARCH(undo)(struct sized_board *board, uint32_t move,
                                const struct connect4 *undo)
{
    (void)move;
    board->discs = *undo;
}

static inline bool SEARCH(over)(const struct sized_board *board, int *value)
{
    *value = 0;
    if (connect4_lost(&board->discs, board->height)) {
        *value = -30000;
        return true;
    }
    return board->discs.filled == board->cells;
}

/* Threats count most (whether zugzwang will ever let a side carry one out is not considered here);
   then discs near the middle, which lie on more lines. */
static inline int SEARCH(evaluate)(const struct sized_board *board)
{
    uint64_t mine = board->discs.mine, theirs = mine ^ board->discs.filled;
    uint64_t empty = board->cells & ~board->discs.filled;
    int threats = bits_count(connect4_completing(mine, board->height) & empty) -
                  bits_count(connect4_completing(theirs, board->height) & empty);
    int centre = bits_count(mine & board->middle) - bits_count(theirs & board->middle);
    return 100 * threats + 20 * centre;
}

static inline uint64_t SEARCH(key)(const struct sized_board *board)
{
    return hash_pair(board->discs.mine, board->discs.filled);
}

static inline uint64_t landing_of(const struct sized_board *board, uint32_t move)
{
    return landings(board) & connect4_column((int)move, board->height);
}

static inline int SEARCH(slot)(const struct sized_board *board, uint32_t move)
{
    return bits_first(landing_of(board, move));
}

static inline int SEARCH(promise)(const struct sized_board *board, uint32_t move)
{
    uint64_t mine = board->discs.mine | landing_of(board, move);
    return 2 * bits_count(connect4_completing(mine, board->height) & board->cells &
                          ~board->discs.filled) +
           ((landing_of(board, move) & board->middle) != 0);
}

static inline bool SEARCH(free)(uint32_t move)
{
    (void)move;
    return false;
}

static inline int SEARCH(plies_left)(const struct sized_board *board)
{
    return bits_count(board->cells & ~board->discs.filled);
}

static inline void SEARCH(grade)(const struct sized_board *board, int value,
                                 struct mind_answer *answer);

#include "minds/alphabeta.h"

static inline void SEARCH(grade)(const struct sized_board *board, int value,
                                 struct mind_answer *answer)
{
    answer->score = value;
    if (value > SEARCH_SURE || value < -SEARCH_SURE) {
        int plies = SEARCH_WON - (value > 0 ? value : -value);
        int score =
            connect4_score(bits_count(board->cells), bits_count(board->discs.filled) + plies);
        answer->outcome = value > 0 ? 1 : -1;
        answer->score = 100 * answer->outcome * score;
        answer->plies = plies;
        answer->exact = true;
    }
}

/* "perfect" is here because it needs this search's memory when its proof does not come in time. */
union perfect_memory {
    struct connect4_exact exact;
    struct SEARCH(state) search;
};

const struct player_kind connect4_perfect = {
    .name = "perfect",
    .summary = "Proves its moves: never gives away value, wins fast, loses slowly.",
    .limits = true,
    .parallel = true,
    .calls = true,
    .memory = sizeof(union perfect_memory),
    .shared = sizeof(struct connect4_team),
    .proves = true,
    .think = connect4_perfect_think,
};
