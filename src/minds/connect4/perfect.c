/* The player "perfect": it never gives away value, wins as fast and loses as slowly as possible.
   Among the moves that do so it takes the one that leaves the opponent the fewest good replies,
   and any of those that are left. Counting replies is given up where it would take long. */
#include "minds/connect4/players.h"

#include "base/clock.h"
#include "minds/connect4/exact.h"

enum { SCORE_MOST = 31, COUNT_NODES = 200000 };

/* The opponent's replies to `child` that keep what it is worth. False when it takes too long. */
static bool good_replies(struct connect4_exact *exact, struct connect4 child, int score, int *count)
{
    struct connect4 children[CONNECT4_MOVES_MAX];
    uint32_t columns[CONNECT4_MOVES_MAX];
    int replies = connect4_exact_children(exact, child, children, columns);
    *count = 0;
    for (int i = 0; i < replies; i++) {
        bool keeps;
        if (!connect4_exact_keeps(exact, children[i], -score, &keeps))
            return false;
        *count += keeps;
    }
    return true;
}

/* The first best move takes as long as it takes; others, and the replies they leave the opponent,
   are only looked for within a few more positions. */
static uint64_t narrower(const struct connect4_solver *solver)
{
    uint64_t own = solver->nodes + COUNT_NODES;
    return solver->node_limit && solver->node_limit < own ? solver->node_limit : own;
}

/* The best moves of the position, as numbers of its children: all of them, or those that were found
   before a limit came. */
static int best_moves(struct connect4_exact *exact, const struct connect4 *children, int count,
                      int score, int *best)
{
    uint64_t limit = exact->solver.node_limit;
    int best_count = 0;
    for (int i = 0; i < count; i++) {
        bool keeps;
        if (!connect4_exact_keeps(exact, children[i], score, &keeps))
            break;
        if (!keeps)
            continue;
        best[best_count++] = i;
        if (best_count == 1)
            exact->solver.node_limit = narrower(&exact->solver);
    }
    exact->solver.node_limit = limit;
    return best_count;
}

/* Leaves in `best` those after which the opponent has the fewest good replies. */
static int fewest_replies(struct connect4_exact *exact, const struct connect4 *children, int score,
                          int *best, int count)
{
    uint64_t limit = exact->solver.node_limit;
    exact->solver.node_limit = narrower(&exact->solver);
    int kept = 0, fewest = CONNECT4_MOVES_MAX + 1;
    for (int i = 0; i < count; i++) {
        int replies;
        if (!good_replies(exact, children[best[i]], score, &replies))
            break;
        if (replies < fewest)
            kept = 0;
        if (replies <= fewest) {
            fewest = replies;
            best[kept++] = best[i];
        }
    }
    exact->solver.node_limit = limit;
    return kept ? kept : count;
}

static bool think_exact(const struct mind_task *task, struct connect4_exact *exact,
                        struct mind_answer *answer)
{
    struct connect4 board = *(const struct connect4 *)task->position;
    struct connect4 children[CONNECT4_MOVES_MAX];
    uint32_t columns[CONNECT4_MOVES_MAX];
    int score, best[CONNECT4_MOVES_MAX];
    if (!connect4_exact_value(exact, board, -SCORE_MOST, SCORE_MOST, &score))
        return false;
    int count = connect4_exact_children(exact, board, children, columns);
    int best_count = best_moves(exact, children, count, score, best);
    if (best_count == 0 && count > 0)
        return false;
    connect4_exact_answer(exact, board, score, answer);
    if (count == 0)
        return true;
    if (best_count > 1 && !task->value_only)
        best_count = fewest_replies(exact, children, score, best, best_count);
    int chosen =
        best[task->random && best_count > 1 ? (int)random_below(task->random, (uint32_t)best_count)
                                            : 0];
    answer->move = answer->line[0] = columns[chosen];
    answer->line_length = 1;
    /* a book move should come at once, so its line ends with the book */
    exact->book_only = exact->solver.nodes == 0 && connect4_exact_booked(exact, board);
    answer->book = exact->book_only && !task->value_only;
    if (!task->value_only)
        connect4_exact_line(exact, children[chosen], -score, answer);
    answer->nodes = exact->solver.nodes;
    return true;
}

void connect4_perfect_think(const struct player *player, const struct mind_task *task,
                            struct mind_answer *answer)
{
    struct connect4_exact *exact = task->memory;
    struct mind_limits limits = player_limits(player, task);
    uint64_t started = limits.microseconds ? clock_microseconds() : 0;
    mind_answer_clear(answer);
    connect4_exact_init(exact, task);
    if (task->worker > 0) {
        connect4_help(&exact->solver);
        answer->nodes = exact->solver.nodes;
        return;
    }
    /* half of the limit goes to the proof, the other half to a good guess; a limit in plies applies
       to the guess alone */
    bool plies = limits.depth > 0;
    struct mind_limits half = limits;
    half.microseconds = (limits.microseconds + 1) / 2;
    half.nodes = (limits.nodes + 1) / 2;
    connect4_exact_limit(exact, &half, started);
    if (!plies && think_exact(task, exact, answer))
        return;
    uint64_t nodes = exact->solver.nodes;
    struct mind_task rest = *task;
    rest.limits = plies ? limits : half;
    rest.workers = 0;
    struct player guess = {.kind = &connect4_search_deepening};
    connect4_search_deepening.think(&guess, &rest, answer);
    answer->nodes += nodes;
}
