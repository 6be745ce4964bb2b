/* The exact solver of Byte, as described in solver.h: one depth-first search for the outcome,
   another for the distance.

   Outcomes are only -1, 0 and 1, so alpha-beta windows are tiny, and a bound needs no
   evaluation: a side that could not catch up even with all stacks left has its best outcome
   limited (most_for). The table's key folds the four symmetries of the board and the exchange of
   colours into one, which is most of what makes small boards solvable; computing it costs four
   sums per occupied square. Entries are kept by effort: the logarithm of the nodes below a
   position takes the place of depth, since the depth to the end of a game says little about the
   work.

   The distance search asks "can the winner force the end within n plies?" for n = 0, 1, 2 and so
   on, with separate entries in the table for proved and disproved n. It repeats work from n to n
   + 1, but most positions are answered by the table the second time.

   Both searches are compiled for sizes 8, 10 and 16 with constant rules, and once for any other. */
#include "minds/byte/solver.h"

#include "base/clock.h"
#include "base/memory.h"
#include "minds/byte/evaluate.h"

enum { POLL = 1024, PLIES_MAX = 250 };

/* Facts of different kinds share the table under different keys. */
#define KEY_OUTCOME UINT64_C(0x517cc1b727220a95)
#define KEY_WITHIN UINT64_C(0x2545f4914f6cdd1d)
#define KEY_BEYOND UINT64_C(0x9e6c63d0876a9a47)

static void poll(struct byte_solver *solver)
{
    const struct mind_limits *limits = &solver->limits;
    solver->next_poll = solver->nodes + POLL;
    if (limits->nodes > solver->nodes && limits->nodes < solver->next_poll)
        solver->next_poll = limits->nodes;
    if ((limits->nodes && solver->nodes >= limits->nodes) ||
        (solver->stop && atomic_load_explicit(solver->stop, memory_order_relaxed)) ||
        (limits->microseconds && clock_microseconds() - solver->started >= limits->microseconds))
        solver->stopped = true;
}

/* The stacks as the side to move sees them, weighed by the key of their square under each of the
   four symmetries; the least of the four sums stands for all. Half a turn maps index i to the last
   index less i; the reflection in the long diagonal exchanges x and y. */
BYTE_INLINE uint64_t folded_key(struct byte_rules rules, const struct byte *board)
{
    const int words = byte_words(rules.size), last = byte_indices(rules.size) - 1;
    const unsigned flip = board->side == BYTE_WHITE ? 0xff : 0;
    uint64_t sum[4] = {0};
    struct byte_set left = board->occupied;
    for (int at; (at = byte_set_pop(words, &left)) >= 0;) {
        uint64_t seen = byte_seen(board->stack[at], flip);
        int y = 2 * at / (rules.size + 1), x = 2 * at - y * (rules.size + 1);
        int mirrored = byte_index(rules.size, y, x);
        sum[0] += seen * byte_keys[at];
        sum[1] += seen * byte_keys[last - at];
        sum[2] += seen * byte_keys[mirrored];
        sum[3] += seen * byte_keys[last - mirrored];
    }
    uint64_t least = sum[0];
    for (int i = 1; i < 4; i++)
        if (sum[i] < least)
            least = sum[i];
    least += board->won[board->side] * byte_keys[BYTE_KEY_WON] +
             board->won[!board->side] * byte_keys[BYTE_KEY_SIDE];
    return hash_mix(least);
}

/* Winning a stack first, giving one away last; a move that leaves the opponent's checker on top
   helps the opponent; then what has worked elsewhere. */
BYTE_INLINE int rate_move(struct byte_rules rules, const struct byte_solver *solver, uint32_t move)
{
    const struct byte *board = &solver->board;
    if (move == BYTE_PASS)
        return 0;
    unsigned source = board->stack[byte_move_from(move)];
    int height = byte_height(source), level = byte_move_level(move);
    bool own_top = byte_colour(source, height - 1) == board->side;
    int sum = byte_height(board->stack[byte_move_to(rules.size, move)]) + height - level;
    int history = solver->history[board->side][move];
    if (sum == rules.full)
        return own_top ? 1 << 28 : -(1 << 28);
    return history + (own_top ? 256 * sum : -256 * sum);
}

BYTE_INLINE void pick(uint32_t *moves, int32_t *rates, int from, int count)
{
    int best = from;
    for (int i = from + 1; i < count; i++)
        if (rates[i] > rates[best])
            best = i;
    uint32_t move = moves[best];
    int32_t rate = rates[best];
    moves[best] = moves[from];
    rates[best] = rates[from];
    moves[from] = move;
    rates[from] = rate;
}

static void reward(struct byte_solver *solver, uint32_t move, int amount)
{
    int32_t *history = &solver->history[solver->board.side][move];
    *history += amount;
    if (*history > 1 << 20)
        for (int i = 0; i <= BYTE_PASS; i++)
            solver->history[solver->board.side][i] /= 2;
}

/* The best that can still be reached: a side that even with all stacks left cannot pass the other
   may draw at most. */
BYTE_INLINE int most_for(struct byte_rules rules, const struct byte *board, int side)
{
    int left = rules.stacks - board->won[0] - board->won[1];
    int lead = board->won[side] + left - board->won[!side];
    return lead > 0 ? 1 : lead == 0 ? 0 : -1;
}

typedef int outcome_walk(struct byte_solver *solver, int alpha, int beta);

/* One position of the search for the outcome; `deeper` is the function this was inlined into. */
BYTE_INLINE int outcome_ply(struct byte_rules rules, struct byte_solver *solver, int alpha,
                            int beta, outcome_walk *deeper)
{
    struct byte *board = &solver->board;
    if (++solver->nodes >= solver->next_poll)
        poll(solver);
    if (byte_over(rules, board)) {
        int lead = board->won[board->side] - board->won[!board->side];
        return (lead > 0) - (lead < 0);
    }
    /* Bounds close in from three sides: stacks that are left, the table, the moves. */
    int most = most_for(rules, board, board->side), least = -most_for(rules, board, !board->side);
    if (most <= alpha)
        return most;
    if (least >= beta)
        return least;
    uint64_t key = folded_key(rules, board) ^ KEY_OUTCOME;
    struct table_fact fact;
    if (table_find(solver->table, key, &fact)) {
        if (fact.bound & TABLE_LOWER && fact.value > least)
            least = fact.value;
        if (fact.bound & TABLE_UPPER && fact.value < most)
            most = fact.value;
        if (least >= beta || least == most)
            return least;
        if (most <= alpha)
            return most;
    }
    uint32_t moves[BYTE_MOVES_MAX];
    int32_t rates[BYTE_MOVES_MAX];
    int count = byte_moves(rules, board, moves), best = -2, floor = alpha;
    for (int i = 0; i < count; i++)
        rates[i] = rate_move(rules, solver, moves[i]);
    uint64_t before = solver->nodes;
    /* `most` ends the loop as beta does: no later move can be better than the best there is. */
    for (int i = 0; i < count && best < beta && best < most; i++) {
        struct byte_undo undo;
        pick(moves, rates, i, count);
        byte_play(rules, board, moves[i], &undo);
        int value = -deeper(solver, -beta, -alpha);
        byte_undo(rules, board, &undo);
        if (solver->stopped)
            return best;
        if (value > best)
            best = value;
        if (value > alpha)
            alpha = value;
        if (value >= beta)
            reward(solver, moves[i], 64);
    }
    uint64_t effort = solver->nodes - before;
    fact = (struct table_fact){
        .value = (int16_t)best,
        .depth = (uint8_t)(effort ? 2 * bits_last(effort) : 0), /* costly facts stay longer */
        .bound = best >= beta   ? TABLE_LOWER
                 : best > floor ? TABLE_EXACT
                                : TABLE_UPPER,
        .move = TABLE_NO_MOVE,
    };
    table_store(solver->table, key, &fact);
    return best;
}

typedef bool within_walk(struct byte_solver *solver, int winner, int plies);

/* Whether the winner can force a won game within the given number of plies. */
BYTE_INLINE bool within_ply(struct byte_rules rules, struct byte_solver *solver, int winner,
                            int plies, within_walk *deeper)
{
    struct byte *board = &solver->board;
    if (++solver->nodes >= solver->next_poll)
        poll(solver);
    if (byte_over(rules, board))
        return board->won[winner] > board->won[!winner];
    if (plies == 0 || solver->stopped || most_for(rules, board, winner) < 1)
        return false;
    /* The winner is the side to move or the other; the folded key alone does not say which. */
    uint64_t key = folded_key(rules, board) + (board->side == winner);
    struct table_fact fact;
    if (table_find(solver->table, key ^ KEY_WITHIN, &fact) && fact.value <= plies)
        return true;
    if (table_find(solver->table, key ^ KEY_BEYOND, &fact) && fact.value >= plies)
        return false;
    uint32_t moves[BYTE_MOVES_MAX];
    int32_t rates[BYTE_MOVES_MAX];
    int count = byte_moves(rules, board, moves);
    /* The winner needs one move that works, the loser one that escapes: either ends the loop. */
    bool attack = board->side == winner, good = !attack;
    for (int i = 0; i < count; i++)
        rates[i] = rate_move(rules, solver, moves[i]);
    for (int i = 0; i < count && good != attack; i++) {
        struct byte_undo undo;
        pick(moves, rates, i, count);
        byte_play(rules, board, moves[i], &undo);
        good = deeper(solver, winner, plies - 1);
        byte_undo(rules, board, &undo);
        if (solver->stopped)
            return false;
        if (good == attack)
            reward(solver, moves[i], 64);
    }
    fact = (struct table_fact){
        .value = (int16_t)plies,
        .depth = (uint8_t)plies,
        .bound = TABLE_EXACT,
        .move = TABLE_NO_MOVE,
    };
    table_store(solver->table, key ^ (good ? KEY_WITHIN : KEY_BEYOND), &fact);
    return good;
}

/* Both walks for one kind of board, see games/byte/walk.c. */
#define WALKS(NAME, RULES)                                                                         \
    static int outcome_##NAME(struct byte_solver *solver, int alpha, int beta)                     \
    {                                                                                              \
        return outcome_ply(RULES, solver, alpha, beta, outcome_##NAME);                            \
    }                                                                                              \
    static bool within_##NAME(struct byte_solver *solver, int winner, int plies)                   \
    {                                                                                              \
        return within_ply(RULES, solver, winner, plies, within_##NAME);                            \
    }

WALKS(8, byte_rules(8, BYTE_FULL_MAX, solver->rules.merge_first))
WALKS(10, byte_rules(10, BYTE_FULL_MAX, solver->rules.merge_first))
WALKS(16, byte_rules(16, BYTE_FULL_MAX, solver->rules.merge_first))
WALKS(any, solver->rules)

static int outcome(struct byte_solver *solver, int alpha, int beta)
{
    switch (solver->rules.full == BYTE_FULL_MAX ? solver->rules.size : 0) {
    case 8:
        return outcome_8(solver, alpha, beta);
    case 10:
        return outcome_10(solver, alpha, beta);
    case 16:
        return outcome_16(solver, alpha, beta);
    default:
        return outcome_any(solver, alpha, beta);
    }
}

static bool within(struct byte_solver *solver, int winner, int plies)
{
    switch (solver->rules.full == BYTE_FULL_MAX ? solver->rules.size : 0) {
    case 8:
        return within_8(solver, winner, plies);
    case 10:
        return within_10(solver, winner, plies);
    case 16:
        return within_16(solver, winner, plies);
    default:
        return within_any(solver, winner, plies);
    }
}

uint64_t byte_solver_key(const struct byte_rules *rules, const struct byte *board)
{
    return folded_key(*rules, board);
}

void byte_solver_begin(struct byte_solver *solver, const struct mind_task *task,
                       const struct mind_limits *limits)
{
    memory_clear(solver, sizeof *solver);
    solver->rules = byte_rules_of(task->setup);
    memory_copy(&solver->board, task->position, byte_position_size(solver->rules.size));
    solver->table = task->table ? task->table : &solver->no_table;
    solver->stop = task->stop;
    solver->limits = *limits;
    solver->started = clock_microseconds();
    poll(solver);
}

bool byte_solver_outcome(struct byte_solver *solver, int *value)
{
    /* With an odd number of stacks there is no draw and the first window settles it. */
    int found = solver->rules.stacks % 2 ? outcome(solver, 0, 1) : outcome(solver, -1, 1);
    if (solver->rules.stacks % 2)
        found = found > 0 ? 1 : -1;
    *value = found;
    return !solver->stopped;
}

bool byte_solver_plies(struct byte_solver *solver, int value, int *plies)
{
    int winner = value > 0 ? solver->board.side : !solver->board.side;
    for (int limit = 0; limit < PLIES_MAX; limit++) {
        bool good = within(solver, winner, limit);
        if (solver->stopped)
            return false;
        if (good) {
            *plies = limit;
            return true;
        }
    }
    return false;
}

void byte_solver_more(struct byte_solver *solver)
{
    solver->limits.nodes *= 2;
    solver->limits.microseconds *= 2;
    solver->stopped = false;
    poll(solver);
}

/* Whether the position after a move keeps the outcome and, where plies are known, the distance. */
static bool keeps(struct byte_solver *solver, int value, int plies)
{
    int winner = value > 0 ? !solver->board.side : solver->board.side, found = 0;
    if (plies >= 0)
        return value > 0 ? within(solver, winner, plies - 1)
                         : plies == 1 || !within(solver, winner, plies - 2);
    return byte_solver_outcome(solver, &found) && -found == value;
}

/* Best play, move by move: the first move, in the order of the search, after which the outcome is
   still the same, and the distance as well where it is known: the winner's must fall by one with
   every ply, the loser's move must not shorten it. The table is full of what the proof needed, so
   most questions are answered there. */
int byte_solver_line(struct byte_solver *solver, int value, int plies, uint32_t *line, int most)
{
    struct byte before = solver->board;
    int length = 0;
    while (length < most && !byte_over(solver->rules, &solver->board)) {
        uint32_t moves[BYTE_MOVES_MAX];
        int32_t rates[BYTE_MOVES_MAX];
        int count = byte_moves(solver->rules, &solver->board, moves), i;
        for (i = 0; i < count; i++)
            rates[i] = rate_move(solver->rules, solver, moves[i]);
        for (i = 0; i < count; i++) {
            struct byte_undo undo = {0};
            pick(moves, rates, i, count);
            byte_play(solver->rules, &solver->board, moves[i], &undo);
            bool good = keeps(solver, value, plies);
            if (good && !solver->stopped)
                break;
            byte_undo(solver->rules, &solver->board, &undo);
            if (solver->stopped)
                break;
        }
        if (i == count || solver->stopped)
            break;
        line[length++] = moves[i];
        value = -value;
        plies = plies > 0 ? plies - 1 : plies;
    }
    solver->board = before;
    return length;
}

void byte_solve(const struct mind_task *task, struct mind_answer *answer)
{
    struct byte_solver *solver = task->memory;
    int value, plies = -1;
    byte_solver_begin(solver, task, &task->limits);
    mind_answer_clear(answer);
    bool proved = byte_solver_outcome(solver, &value);
    if (proved) {
        if (value == 0 || !byte_solver_plies(solver, value, &plies))
            plies = -1;
        answer->exact = true;
        answer->outcome = (int8_t)value;
        answer->score = 100 * value;
        answer->plies = plies;
        answer->line_length = byte_solver_line(solver, value, plies, answer->line, MIND_LINE_MAX);
        if (answer->line_length > 0)
            answer->move = answer->line[0];
    }
    answer->nodes = solver->nodes;
}
