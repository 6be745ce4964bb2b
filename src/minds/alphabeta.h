/* The search, written once and compiled for each two-player game.

   Iterative deepening principal-variation search with a shared transposition table, killer and
   history ordering, aspiration windows, limits on depth, nodes and time, and optional quiescence,
   reductions and repetition. A game's mind names its board and its inline rules and then includes
   this file, so the compiler sees one search without a single indirect call. Included more than
   once (for board sizes, say) with different names it makes several searches.

   How it works. Alpha-beta [knuth75] needs to know a move's value only as far as it lies between
   alpha, what the side to move has already, and beta, what the opponent allows; with good moves
   first it visits about the square root of the positions that minimax would. So nearly all of the
   code is about order. Each iteration searches one ply deeper than the last [slate77], which costs
   little, because the tree grows with depth, and leaves good moves in the table for the next.
   Within a position the table's move comes first, then two killer moves that refuted a sibling
   position at the same ply, then what the game's own ordering (promise) and the history heuristic
   say about the move. The first move gets the whole window; each later one is asked with a null
   window whether it is better at all, and is searched again only if it is (principal variation
   search [marsland83]). Late quiet moves may be searched less deeply at first. At the horizon
   quiescence goes on with noisy moves only, so that no position is judged in the middle of an
   exchange.

   Before including, define

     SEARCH(name)        the prefix: #define SEARCH(name) othello_search_##name
     SEARCH_BOARD        the type of a board
     SEARCH_UNDO         the type that play fills and undo uses (a copy of the board will do)
     SEARCH_MOVES_MAX    most legal moves in a position
     SEARCH_HISTORY      number of history slots

   and these static inline functions

     void     SEARCH(load)(const struct mind_task *, SEARCH_BOARD *)   the task's position
     int      SEARCH(moves)(const SEARCH_BOARD *, uint32_t *moves)     legal moves
     void     SEARCH(play)(SEARCH_BOARD *, uint32_t, SEARCH_UNDO *)
     void     SEARCH(undo)(SEARCH_BOARD *, uint32_t, const SEARCH_UNDO *)
     bool     SEARCH(over)(const SEARCH_BOARD *, int *value)           value for the side to move
     int      SEARCH(evaluate)(const SEARCH_BOARD *)                   within +-SEARCH_SURE
     uint64_t SEARCH(key)(const SEARCH_BOARD *)                        the game's own hash where
                                                                       positions can repeat
     int      SEARCH(slot)(const SEARCH_BOARD *, uint32_t)             history slot of a move
     int      SEARCH(promise)(const SEARCH_BOARD *, uint32_t)          ordering, 0 for nothing
     bool     SEARCH(free)(uint32_t)                                   costs no depth: a pass
     int      SEARCH(plies_left)(const SEARCH_BOARD *)                 plies that cost depth, at
                                                                       most; SEARCH_DEPTH_MAX if
                                                                       unknown
     void     SEARCH(grade)(const SEARCH_BOARD *, int value, struct mind_answer *)
                                                                       fills score; for decided
                                                                       values also outcome, plies
                                                                       and exact

   Optional:

     SEARCH_QUIET        int SEARCH(noisy)(const SEARCH_BOARD *, uint32_t *moves) is there: the
                         moves searched beyond the horizon while the side may also stand still
     SEARCH_QUIET_PLIES  how many of them in a row, default as many as there are
     SEARCH_REDUCE(depth, index)   plies taken off the index-th quiet move (from 0)
     SEARCH_FORCED       int SEARCH(forced)(const SEARCH_BOARD *, uint32_t) is there, asked before
                         the move is made: 1 for a move that is never reduced, 2 for one that is
                         searched a ply deeper as well, 0 for any other
     SEARCH_PREFETCH     the key is cheap: fetch the table's line for it as soon as a move is made
     SEARCH_TABLE_LEAST  least depth for which the table is used, default 1: close to the leaves a
                         look-up may cost more than it saves
     SEARCH_KNOWN        bool SEARCH(known)(const SEARCH_BOARD *, int depth, int *value) is there:
                         exact values from a database, where the board has one; not asked at the
                         root, which wants a move
     SEARCH_REPEATS      int SEARCH(reversible)(const SEARCH_BOARD *) is there: plies that could be
                         repeated; a repeated position is then a draw
     SEARCH_SHARE        from this depth on workers put off moves that another is at, instead of
                         skipping depths in turn; 0 (the default) for never
     SEARCH_PICKS        one ply from the horizon only this many moves are sorted, the others come
                         as generated; default all
     SEARCH_WINDOW       first half-width of the aspiration window, default 60
     SEARCH_COUNTS       what the evaluation counts, in words: then the players "alphabeta",
                         "minimax" and "search" are defined here as SEARCH(alphabeta) and so on

   Values are integers; a game won after p plies from the root is SEARCH_WON - p, so that quick wins
   are preferred; other final values (Othello's discs) lie within +-SEARCH_SURE. Values beyond
   SEARCH_SURE are proofs at any depth because every bound is fail-soft and evaluations never reach
   them. It does not manage threads: see lab/think.h. */
#include "base/clock.h"
#include "base/memory.h"
#include "minds/mind.h"
#include "minds/table.h"

#ifndef MINDS_ALPHABETA_H
#define MINDS_ALPHABETA_H
enum {
    SEARCH_WON = 30000,
    SEARCH_SURE = 29000, /* beyond this the game is decided */
    SEARCH_INFINITE = 32000,
    SEARCH_DEPTH_MAX = 120,
    SEARCH_PLY_MAX = 128,
    SEARCH_EARLIER_MAX = 128,
    SEARCH_POLL = 1024, /* nodes between looks at the clock */
};
#endif

#ifndef SEARCH_WINDOW
#define SEARCH_WINDOW 60
#endif
#ifndef SEARCH_SHARE
#define SEARCH_SHARE 0
#endif
#ifndef SEARCH_PICKS
#define SEARCH_PICKS SEARCH_MOVES_MAX
#endif
#ifndef SEARCH_TABLE_LEAST
#define SEARCH_TABLE_LEAST 1
#endif
#ifndef SEARCH_QUIET_PLIES
#define SEARCH_QUIET_PLIES SEARCH_PLY_MAX
#endif

struct SEARCH(state) {
    SEARCH_BOARD board;
    const struct mind_task *task;
    struct table *table;
    struct table no_table;
    struct mind_limits limits;
    uint64_t started, nodes, next_poll;
    bool may_stop, stopped;
    int root_searched; /* root moves completed in this iteration */
    int iteration;     /* its depth */
    uint64_t path[SEARCH_EARLIER_MAX + SEARCH_PLY_MAX + 1];
    int path_offset; /* path[path_offset + ply] is the key at ply */
    uint32_t killers[SEARCH_PLY_MAX + 1][2];
    int32_t history[2][SEARCH_HISTORY];
    int line_length[SEARCH_PLY_MAX + 1];
    uint32_t line[SEARCH_PLY_MAX + 1][SEARCH_PLY_MAX + 1];
};

static void SEARCH(poll)(struct SEARCH(state) * s)
{
    const struct mind_limits *limits = &s->limits;
    s->next_poll = s->nodes + SEARCH_POLL;
    if (limits->nodes && limits->nodes < s->next_poll)
        s->next_poll = limits->nodes > s->nodes ? limits->nodes : s->nodes + 1;
    if (!s->may_stop)
        return;
    if ((limits->nodes && s->nodes >= limits->nodes) ||
        (s->task->stop && atomic_load_explicit(s->task->stop, memory_order_relaxed)) ||
        (limits->microseconds && clock_microseconds() - s->started >= limits->microseconds))
        s->stopped = true;
}

static void SEARCH(line_add)(struct SEARCH(state) * s, int ply, uint32_t move)
{
    int tail = s->line_length[ply + 1];
    s->line[ply][0] = move;
    memory_copy(&s->line[ply][1], s->line[ply + 1], (size_t)tail * sizeof(uint32_t));
    s->line_length[ply] = tail + 1;
}

/* Decided values count plies from the root; the table counts them from the position itself. */
static inline int SEARCH(to_table)(int value, int ply)
{
    return value > SEARCH_SURE ? value + ply : value < -SEARCH_SURE ? value - ply : value;
}

static inline int SEARCH(from_table)(int value, int ply)
{
    return value > SEARCH_SURE ? value - ply : value < -SEARCH_SURE ? value + ply : value;
}

/* Final values come as won in a number of plies from here, or graded within +-SEARCH_SURE; the
   former are brought to the root's count. */
static inline int SEARCH(final)(int value, int ply)
{
    return value > SEARCH_SURE ? value - ply : value < -SEARCH_SURE ? value + ply : value;
}

#ifdef SEARCH_REPEATS
static bool SEARCH(repeated)(const struct SEARCH(state) * s, int ply)
{
    int at = s->path_offset + ply, back = SEARCH(reversible)(&s->board);
    for (int i = 2; i <= back && i <= at; i += 2)
        if (s->path[at - i] == s->path[at])
            return true;
    return false;
}
#endif

#ifdef SEARCH_QUIET
/* Beyond the horizon. The side to move may decline all noisy moves ("stand pat"), so the static
   value is a lower bound and may reach beta by itself; otherwise noisy moves may improve on it.
   That is wrong where every quiet move loses, a risk that is taken because full width costs too
   much here. */
static int SEARCH(quiesce)(struct SEARCH(state) * s, int left, int alpha, int beta, int ply)
{
    int value;
    s->line_length[ply] = 0;
    if (++s->nodes >= s->next_poll)
        SEARCH(poll)(s);
    if (SEARCH(over)(&s->board, &value))
        return SEARCH(final)(value, ply);
#ifdef SEARCH_KNOWN
    if (SEARCH(known)(&s->board, 0, &value))
        return SEARCH(final)(value, ply);
#endif
    int best = SEARCH(evaluate)(&s->board);
    if (best >= beta || left == 0 || ply >= SEARCH_PLY_MAX - 1 || s->stopped)
        return best;
    if (best > alpha)
        alpha = best;
    uint32_t moves[SEARCH_MOVES_MAX];
    int count = SEARCH(noisy)(&s->board, moves);
    for (int i = 0; i < count; i++) {
        SEARCH_UNDO undo;
        SEARCH(play)(&s->board, moves[i], &undo);
        value = -SEARCH(quiesce)(s, left - 1, -beta, -alpha, ply + 1);
        SEARCH(undo)(&s->board, moves[i], &undo);
        if (value > best)
            best = value;
        if (value > alpha)
            alpha = value;
        if (alpha >= beta || s->stopped)
            break;
    }
    return best;
}
#endif

/* Gives every move a number to sort by: the table's move, killers, then promise and history. */
static void SEARCH(rate)(const struct SEARCH(state) * s, const uint32_t *moves, int count,
                         uint32_t known, int ply, int32_t *restrict rates)
{
    uint32_t first = s->killers[ply][0], second = s->killers[ply][1];
    const int32_t *history = s->history[ply & 1];
    for (int i = 0; i < count; i++) { /* no branches to mispredict */
        uint32_t move = moves[i];
        int32_t rate =
            SEARCH(promise)(&s->board, move) * 4096 + history[SEARCH(slot)(&s->board, move)];
        rate = move == second ? (1 << 28) - 1 : rate;
        rate = move == first ? 1 << 28 : rate;
        rates[i] = (move & 0xffffffu) == known ? INT32_MAX : rate;
    }
}

/* Brings the best of moves[from..] to the front. */
static inline void SEARCH(pick)(uint32_t *moves, int32_t *rates, int from, int count)
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

/* A move that caused a cut-off. It becomes the first killer of its ply, where it probably refutes
   sibling positions too. In the history it counts by the square of the depth, because the cut-off
   saved the more work the deeper the search was. A history entry stays below 2^14, worth four steps
   of the game's own `promise`; when one gets there all are halved, so that the recent past counts
   most. */
static void SEARCH(reward)(struct SEARCH(state) * s, uint32_t move, int depth, int ply)
{
    if (s->killers[ply][0] != move) {
        s->killers[ply][1] = s->killers[ply][0];
        s->killers[ply][0] = move;
    }
    int32_t *history = &s->history[ply & 1][SEARCH(slot)(&s->board, move)];
    *history += depth * depth;
    if (*history > 1 << 14)
        for (int i = 0; i < SEARCH_HISTORY; i++)
            s->history[ply & 1][i] /= 2;
}

/* True when the table alone settles the position for this window; `known` is its move. */
static bool SEARCH(recall)(struct SEARCH(state) * s, uint64_t key, int depth, int alpha, int beta,
                           int ply, uint32_t *known, int *value)
{
    struct table_fact fact;
    if (!table_find(s->table, key, &fact))
        return false;
    *known = fact.move;
    int found = SEARCH(from_table)(fact.value, ply);
    bool lower = fact.bound & TABLE_LOWER, upper = fact.bound & TABLE_UPPER;
    bool deep =
        fact.depth >= depth || (lower && found > SEARCH_SURE) || (upper && found < -SEARCH_SURE);
    if (!deep || ply == 0)
        return false;
    *value = found;
    return (lower && upper && beta - alpha == 1) || (lower && found >= beta) ||
           (upper && found <= alpha);
}

static int SEARCH(visit)(struct SEARCH(state) * s, int depth, int alpha, int beta, int ply);

/* The value of one move, by a null window first unless it is the first. */
static int SEARCH(child)(struct SEARCH(state) * s, uint32_t move, int index, int depth, int alpha,
                         int beta, int ply)
{
    SEARCH_UNDO undo;
    int next = SEARCH(free)(move) ? depth : depth - 1, value;
#ifdef SEARCH_FORCED
    int forced = SEARCH(forced)(&s->board, move);
    next += forced > 1 && ply < 2 * s->iteration; /* so that chains of extensions end */
#endif
    SEARCH(play)(&s->board, move, &undo);
#ifdef SEARCH_PREFETCH
    if (next >= SEARCH_TABLE_LEAST)
        table_prefetch(s->table, SEARCH(key)(&s->board));
#endif
    if (index == 0) {
        value = -SEARCH(visit)(s, next, -beta, -alpha, ply + 1);
    } else {
        int less = 0;
#ifdef SEARCH_REDUCE
        less = SEARCH_REDUCE(depth, index);
#ifdef SEARCH_FORCED
        less = forced ? 0 : less;
#endif
        if (less > next - 1)
            less = next > 1 ? next - 1 : 0;
#endif
        value = -SEARCH(visit)(s, next - less, -alpha - 1, -alpha, ply + 1);
        if (value > alpha && less > 0)
            value = -SEARCH(visit)(s, next, -alpha - 1, -alpha, ply + 1);
        if (value > alpha && value < beta)
            value = -SEARCH(visit)(s, next, -beta, -alpha, ply + 1);
    }
    SEARCH(undo)(&s->board, move, &undo);
    return value;
}

/* The best move of a position and its value; *best_move is what the table remembered at first. */
static int SEARCH(best_of)(struct SEARCH(state) * s, uint64_t key, int depth, int alpha, int beta,
                           int ply, uint32_t *best_move)
{
    uint32_t moves[SEARCH_MOVES_MAX];
    int32_t rates[SEARCH_MOVES_MAX];
    int count = SEARCH(moves)(&s->board, moves), best = -SEARCH_INFINITE;
    SEARCH(rate)(s, moves, count, *best_move, ply, rates);
    *best_move = TABLE_NO_MOVE;
    /* Moves that another worker is at come last: by then the table knows them. */
    int later[SEARCH_MOVES_MAX], later_count = 0;
    bool share = SEARCH_SHARE && depth >= SEARCH_SHARE && s->task->workers > 1;
    for (int j = 0; j < count + later_count; j++) {
        int i = j < count ? j : later[j - count];
        if (j < count && (depth > 1 || j < SEARCH_PICKS))
            SEARCH(pick)(moves, rates, i, count);
        uint64_t mark = key ^ (moves[i] + 1) * UINT64_C(0x9e3779b97f4a7c15);
        if (share && i > 0 && j < count && table_is_busy(s->table, mark)) {
            later[later_count++] = i;
            continue;
        }
        if (share)
            table_enter(s->table, mark);
        int value = SEARCH(child)(s, moves[i], i, depth, alpha, beta, ply);
        if (share)
            table_leave(s->table, mark);
        if (s->stopped)
            return best > alpha ? best : alpha;
        if (ply == 0)
            s->root_searched++;
        if (value > best) {
            best = value;
            *best_move = moves[i];
            if (value > alpha) {
                alpha = value;
                SEARCH(line_add)(s, ply, moves[i]);
            }
        }
        if (alpha >= beta) {
            SEARCH(reward)(s, moves[i], depth, ply);
            break;
        }
    }
    return best;
}

/* One position, in an order that matters. A finished game has its value whatever the table says. A
   repetition comes before the table, because it depends on the path and the table knows only
   positions; values below it are stored all the same, which now and then carries a draw to where it
   is none (the graph history problem; the alternative, a table per path, would be useless). At the
   root neither a repetition nor a database ends the search, since a move is wanted. */
static int SEARCH(visit)(struct SEARCH(state) * s, int depth, int alpha, int beta, int ply)
{
    int value;
    s->line_length[ply] = 0;
    if (s->stopped)
        return alpha;
#ifdef SEARCH_QUIET
    if (depth <= 0 || ply >= SEARCH_PLY_MAX - 1)
        return SEARCH(quiesce)(s, SEARCH_QUIET_PLIES, alpha, beta, ply);
#endif
    if (++s->nodes >= s->next_poll)
        SEARCH(poll)(s);
    if (SEARCH(over)(&s->board, &value))
        return SEARCH(final)(value, ply);
    uint64_t key = SEARCH(key)(&s->board);
    s->path[s->path_offset + ply] = key;
#ifdef SEARCH_REPEATS
    if (ply > 0 && SEARCH(repeated)(s, ply))
        return 0;
#endif
#ifdef SEARCH_KNOWN
    if (ply > 0 && SEARCH(known)(&s->board, depth, &value))
        return SEARCH(final)(value, ply);
#endif
#ifndef SEARCH_QUIET
    if (depth <= 0 || ply >= SEARCH_PLY_MAX - 1)
        return SEARCH(evaluate)(&s->board);
#endif
    uint32_t move = TABLE_NO_MOVE;
    if (depth >= SEARCH_TABLE_LEAST &&
        SEARCH(recall)(s, key, depth, alpha, beta, ply, &move, &value))
        return value;
    int best = SEARCH(best_of)(s, key, depth, alpha, beta, ply, &move);
    if (s->stopped || depth < SEARCH_TABLE_LEAST)
        return best;
    struct table_fact fact = {
        .value = (int16_t)SEARCH(to_table)(best, ply),
        .depth = (uint8_t)depth,
        .bound = best >= beta   ? TABLE_LOWER
                 : best > alpha ? TABLE_EXACT
                                : TABLE_UPPER,
        .move = move,
    };
    table_store(s->table, key, &fact);
    return best;
}

/* One iteration inside a window around the last value, opened on the side that failed. */
static int SEARCH(iterate)(struct SEARCH(state) * s, int depth, int expected)
{
    int width = SEARCH_WINDOW;
    int alpha = depth > 3 ? expected - width : -SEARCH_INFINITE;
    int beta = depth > 3 ? expected + width : SEARCH_INFINITE;
    for (;;) {
        if (alpha < -SEARCH_SURE)
            alpha = -SEARCH_INFINITE;
        if (beta > SEARCH_SURE)
            beta = SEARCH_INFINITE;
        s->root_searched = 0;
        s->iteration = depth;
        int value = SEARCH(visit)(s, depth, alpha, beta, 0);
        if (s->stopped || (value > alpha && value < beta))
            return value;
        width *= 4;
        if (value <= alpha)
            alpha = value - width;
        else
            beta = value + width;
    }
}

static void SEARCH(prepare)(struct SEARCH(state) * s, const struct mind_task *task,
                            const struct mind_limits *limits)
{
    memory_clear(s, sizeof *s);
    SEARCH(load)(task, &s->board);
    s->task = task;
    s->table = task->table ? task->table : &s->no_table;
    s->limits = *limits;
    s->started = clock_microseconds();
    memory_fill(s->killers, 0xff, sizeof s->killers);
    int earlier =
        task->earlier_count < SEARCH_EARLIER_MAX ? task->earlier_count : SEARCH_EARLIER_MAX;
    for (int i = 0; i < earlier; i++)
        s->path[i] = task->earlier[task->earlier_count - earlier + i];
    s->path_offset = earlier;
    SEARCH(poll)(s);
}

static void SEARCH(note)(const struct SEARCH(state) * s, int value, int depth,
                         struct mind_answer *answer)
{
    answer->exact = false;
    answer->outcome = MIND_OUTCOME_OPEN;
    answer->plies = -1;
    SEARCH(grade)(&s->board, value, answer);
#ifndef SEARCH_REDUCE
    /* Deep enough to have seen the end of every game: the value is proved. */
    if (!answer->exact && depth >= SEARCH(plies_left)(&s->board)) {
        answer->exact = true;
        answer->outcome = (int8_t)((value > 0) - (value < 0));
    }
#endif
    answer->move = s->line[0][0];
    answer->depth = depth;
    answer->nodes = s->nodes;
    answer->line_length = s->line_length[0] < MIND_LINE_MAX ? s->line_length[0] : MIND_LINE_MAX;
    memory_copy(answer->line, s->line[0], (size_t)answer->line_length * sizeof(uint32_t));
}

/* The result of an interrupted iteration takes precedence over that of the last complete one, which
   looked less deeply. But if the moves seen so far lose, that proves nothing about the others, and
   the complete one stands. */
static void SEARCH(note_part)(const struct SEARCH(state) * s, int value, int depth,
                              struct mind_answer *answer)
{
    if (s->root_searched == 0 || s->line_length[0] == 0)
        return;
    struct mind_answer part = *answer;
    SEARCH(note)(s, value, depth, &part);
    if (!part.exact || part.outcome > 0)
        *answer = part;
}

static int SEARCH(plain)(struct SEARCH(state) * s, int depth, int ply);

/* A depth of 0: the evaluation of the position as it is, and the move after which it is best. */
static void SEARCH(evaluate_only)(struct SEARCH(state) * s, struct mind_answer *answer)
{
    uint32_t moves[SEARCH_MOVES_MAX] = {0};
    int count = SEARCH(moves)(&s->board, moves), best = -SEARCH_INFINITE;
    for (int i = 0; i < count; i++) {
        SEARCH_UNDO undo;
        SEARCH(play)(&s->board, moves[i], &undo);
        int value = -SEARCH(plain)(s, 0, 1);
        SEARCH(undo)(&s->board, moves[i], &undo);
        if (value > best) {
            best = value;
            SEARCH(line_add)(s, 0, moves[i]);
        }
    }
    SEARCH(note)(s, SEARCH(evaluate)(&s->board), 0, answer);
    answer->evaluated = true;
}

/* Searches within `limits` (not the task's) and fills `answer`. The task's memory holds the
   state. */
static void SEARCH(run)(const struct mind_task *task, const struct mind_limits *limits,
                        struct mind_answer *answer)
{
    struct SEARCH(state) *s = task->memory;
    SEARCH(prepare)(s, task, limits);
    mind_answer_clear(answer);
    uint32_t moves[SEARCH_MOVES_MAX];
    int value;
    if (SEARCH(over)(&s->board, &value)) {
        SEARCH(grade)(&s->board, value, answer);
        return;
    }
    int count = SEARCH(moves)(&s->board, moves);
    answer->move = answer->line[0] = moves[0];
    answer->line_length = 1;
    if (limits->depth == MIND_DEPTH_STATIC) {
        if (task->worker == 0)
            SEARCH(evaluate_only)(s, answer);
        return;
    }
    int deepest = SEARCH(plies_left)(&s->board), expected = 0;
    if (limits->depth && limits->depth < deepest)
        deepest = limits->depth;
    bool bounded = limits->depth || limits->nodes;
    for (int depth = 1; depth <= deepest && depth < SEARCH_DEPTH_MAX; depth++) {
        /* Helping workers skip depths in turn, so that they are not all on the same one. */
        if (!SEARCH_SHARE && task->worker > 0 && depth > 2 && ((depth + task->worker) & 3) == 0 &&
            depth < deepest)
            continue;
        value = SEARCH(iterate)(s, depth, expected);
        if (s->stopped) {
            SEARCH(note_part)(s, value, depth - 1, answer);
            break;
        }
        expected = value;
        SEARCH(note)(s, value, depth, answer);
        s->may_stop = true;
        if (task->report && task->worker == 0)
            task->report(task->listener, answer);
        /* Done when a win or loss has been found that no deeper search can change; when there is
           only one move and only time was limited; or when 60 % of the time is gone, because the
           next iteration, several times as long, would not be finished. */
        uint64_t spent = clock_microseconds() - s->started;
        bool decided = value > SEARCH_SURE || value < -SEARCH_SURE;
        if ((decided && depth >= SEARCH_WON - (value > 0 ? value : -value)) ||
            (count == 1 && !bounded && limits->microseconds) ||
            (limits->microseconds && spent > limits->microseconds / 10 * 6))
            break;
    }
    answer->nodes = s->nodes;
}

/* Plain minimax to a fixed depth, for comparison: no cut-offs, no table, no ordering. */
static int SEARCH(plain)(struct SEARCH(state) * s, int depth, int ply)
{
    int value;
    s->line_length[ply] = 0;
    s->nodes++;
    if (SEARCH(over)(&s->board, &value))
        return SEARCH(final)(value, ply);
    if (depth <= 0 || ply >= SEARCH_PLY_MAX - 1)
        return SEARCH(evaluate)(&s->board);
    uint32_t moves[SEARCH_MOVES_MAX];
    int count = SEARCH(moves)(&s->board, moves), best = -SEARCH_INFINITE;
    for (int i = 0; i < count; i++) {
        SEARCH_UNDO undo;
        SEARCH(play)(&s->board, moves[i], &undo);
        value = -SEARCH(plain)(s, SEARCH(free)(moves[i]) ? depth : depth - 1, ply + 1);
        SEARCH(undo)(&s->board, moves[i], &undo);
        if (value > best) {
            best = value;
            SEARCH(line_add)(s, ply, moves[i]);
        }
    }
    return best;
}

/* The player "minimax:N". */
__attribute__((unused)) static void SEARCH(think_minimax)(const struct player *player,
                                                          const struct mind_task *task,
                                                          struct mind_answer *answer)
{
    struct SEARCH(state) *s = task->memory;
    struct mind_limits limits = {.depth = player->number};
    SEARCH(prepare)(s, task, &limits);
    mind_answer_clear(answer);
    int value = SEARCH(plain)(s, player->number, 0);
    if (s->line_length[0] > 0)
        SEARCH(note)(s, value, player->number, answer);
    else
        SEARCH(grade)(&s->board, value, answer);
}

/* The players "alphabeta:N" and "search": a number is a depth; without one the given limits
   apply. */
static void SEARCH(think)(const struct player *player, const struct mind_task *task,
                          struct mind_answer *answer)
{
    struct mind_limits limits = player_limits(player, task);
    if (player->number > 0 && !player->limits.depth && !player->limits.nodes &&
        !player->limits.microseconds)
        limits = (struct mind_limits){.depth = player->number};
    if (!limits.depth && !limits.nodes && !limits.microseconds)
        limits.microseconds = 1000000;
    SEARCH(run)(task, &limits, answer);
}

#ifdef SEARCH_COUNTS
const struct player_kind SEARCH(alphabeta) = {
    .name = "alphabeta",
    .summary = "Alpha-beta search to a fixed depth, counting " SEARCH_COUNTS ".",
    .argument = "depth",
    .least = 1,
    .most = 60,
    .standard = 6,
    .limits = true,
    .evaluates = true,
    .parallel = true,
    .memory = sizeof(struct SEARCH(state)),
    .think = SEARCH(think),
};

const struct player_kind SEARCH(minimax) = {
    .name = "minimax",
    .summary = "Plain minimax to a fixed depth with the same evaluation, for comparison.",
    .argument = "depth",
    .least = 1,
    .most = 12,
    .standard = 3,
    .memory = sizeof(struct SEARCH(state)),
    .think = SEARCH(think_minimax),
};

const struct player_kind SEARCH(deepening) = {
    .name = "search",
    .summary = "The strongest play within the given limits (one second where none is given).",
    .limits = true,
    .evaluates = true,
    .parallel = true,
    .memory = sizeof(struct SEARCH(state)),
    .think = SEARCH(think),
};
#endif
