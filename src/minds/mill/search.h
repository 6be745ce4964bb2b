/* Mill's part of the search template: a file defines SEARCH(name) and what else it wants, includes
   this and then minds/alphabeta.h. With SEARCH_LEARNED positions are judged by patterns
   (minds/mill/patterns.h), else by what minds/mill/evaluate.h counts. Values are hundredths of a
   man. */
#ifndef MINDS_MILL_SEARCH_H
#define MINDS_MILL_SEARCH_H

#include "games/mill/mill.h"
#include "minds/mill/evaluate.h"
#include "minds/mill/patterns.h"
#include "minds/mind.h"

/* What a move changes. */
struct shaped_board {
#ifdef SEARCH_LEARNED
    struct mill_shape shape;
#endif
    struct mill board;
};

struct ruled_board {
    struct shaped_board now;
    struct mill_rules rules;
    uint32_t threats; /* where the other side would close a line, as of the last call of moves */
    const struct mill_patterns *patterns; /* NULL for other boards, or when there are none */
#ifdef SEARCH_KNOWN
    const struct mill_database *larger; /* databases than the small set; NULL for none */
#endif
};

/* The value of a game that is won, though nobody knows how soon. */
enum { MILL_SOMEDAY = 28000 };

#define SEARCH_BOARD struct ruled_board
#define SEARCH_UNDO struct shaped_board
#define SEARCH_MOVES_MAX MILL_MOVES_MAX
#define SEARCH_HISTORY 1024
#define SEARCH_REPEATS
#define SEARCH_PREFETCH
#define SEARCH_TABLE_LEAST 2

static inline void SEARCH(load)(const struct mind_task *task, struct ruled_board *board)
{
    board->now.board = *(const struct mill *)task->position;
    board->rules = mill_rules_of(task->setup);
#ifdef SEARCH_KNOWN
    board->larger = mill_larger(task, board->rules);
#endif
#ifdef SEARCH_LEARNED
    board->now.shape = mill_shape_of(&board->now.board);
    board->patterns = mill_patterned(board->rules.variant) ? mill_patterns_used() : NULL;
#endif
}

static inline int SEARCH(moves)(struct ruled_board *board, uint32_t *moves)
{
    board->threats =
        mill_closing(board->now.board.men[!board->now.board.side], board->rules.variant);
    return mill_legal_moves(&board->now.board, board->rules, moves);
}

#ifdef SEARCH_QUIET
/* Moves that take a man. */
static inline int SEARCH(noisy)(const struct ruled_board *board, uint32_t *moves)
{
    struct mill_batch batch[MILL_BATCHES_MAX];
    const struct mill *mill = &board->now.board;
    int batches = mill_batches(mill, board->rules, batch), count = 0;
    uint32_t takeable = mill_takeable(mill->men[!mill->side], board->rules);
    for (int i = 0; i < batches; i++)
        for (uint64_t left = batch[i].closing; left;) {
            int to = bits_pop(&left), from = mill_batch_from(&batch[i], to);
            for (uint64_t men = takeable; men;)
                moves[count++] = mill_move(from, to, bits_pop(&men));
        }
    return count;
}
#endif

static inline void SEARCH(play)(struct ruled_board *board, uint32_t move, struct shaped_board *undo)
{
    *undo = board->now;
#ifdef SEARCH_LEARNED
    mill_shape_play(&board->now.shape, &board->now.board, move);
#endif
    mill_play(&board->now.board, move);
}

static inline void SEARCH(undo)(struct ruled_board *board, uint32_t move,
                                const struct shaped_board *undo)
{
    (void)move;
    board->now = *undo;
}

static inline bool SEARCH(over)(const struct ruled_board *board, int *value)
{
    if (mill_lost(&board->now.board, board->rules)) {
        *value = -30000;
        return true;
    }
    *value = 0;
    return mill_drawn(&board->now.board, board->rules);
}

static inline int SEARCH(evaluate)(const struct ruled_board *board)
{
#ifdef SEARCH_LEARNED
    if (board->patterns)
        return mill_patterns_evaluate(board->patterns, &board->now.shape, &board->now.board);
#endif
    return mill_evaluate(&board->now.board, board->rules);
}

static inline uint64_t SEARCH(key)(const struct ruled_board *board)
{
    return mill_hash(&board->now.board);
}

static inline int SEARCH(slot)(const struct ruled_board *board, uint32_t move)
{
    (void)board;
    return (int)(move & 1023); /* origin and target */
}

/* Captures first, then points where the other side would close a line. */
static inline int SEARCH(promise)(const struct ruled_board *board, uint32_t move)
{
    return 40 * (mill_move_captured(move) != MILL_NOWHERE) +
           10 * (int)(board->threats >> mill_move_to(move) & 1);
}

#ifdef SEARCH_FORCED
/* Moves that take a man are never reduced; those to a point on which the other side would close a
   line at once are searched more deeply. */
static inline int SEARCH(forced)(const struct ruled_board *board, uint32_t move)
{
    const struct mill *mill = &board->now.board;
    uint32_t men = mill->men[!mill->side], target = UINT32_C(1) << mill_move_to(move);
    if (mill_move_captured(move) != MILL_NOWHERE)
        return 1;
    if (!(mill_closing(men, board->rules.variant) & target))
        return 0;
    if (mill->hand[!mill->side])
        return 2;
    struct mill_batch batch[4];
    mill_slides(men, target, board->rules.variant, batch);
    return batch[0].closing | batch[1].closing | batch[2].closing | batch[3].closing ? 2 : 0;
}
#endif

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
    return board->now.board.quiet;
}

static inline void SEARCH(grade)(const struct ruled_board *board, int value,
                                 struct mind_answer *answer)
{
    (void)board;
    int size = value > 0 ? value : -value;
    answer->score = value;
    if (size >= MILL_SOMEDAY) {
        answer->outcome = value > 0 ? 1 : -1;
        answer->plies = size > 29000 ? 30000 - size : -1;
        answer->exact = true;
    }
}

#endif
