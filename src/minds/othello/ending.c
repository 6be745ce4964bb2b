/* The last squares of a game, where nearly all the time of an exact search is spent.

   The value is the exact final score, so nothing here estimates; what differs with the number of
   empties is how much it pays to think before trying a move:

   - 1 to 4 empties have functions of their own that carry the empty squares as arguments. The
     last square needs no board at all: my discs alone decide, and a table per line counts the
     flips (last.h).
   - With PARITY_ONLY empties, moves are ordered by parity alone: quarters with an odd number of
     empty squares first, because whoever moves first into an odd region usually also moves last
     there, and the last move cannot be answered.
   - Above that, moves that leave the opponent few replies come first (fastest-first: the subtree
     is small and the opponent may have to pass), parity and corners break ties, and from
     OTHELLO_ENGINE_ENDING_TABLE empties on the transposition table is asked and filled. For
     fewer empties a look into memory costs more than the search it saves; there each worker has a
     small table of its own, which stays in the processor's cache and forgets quickly: most
     transpositions of so few squares come soon after one another.

   A position is left at once when the opponent's stable discs (stable.h) bound the score by
   alpha or less: with s stable discs of theirs, my final score is at most 64 - 2s. Counting them
   is only worth it where it has a chance; `stable_from` has the alpha, per number of empties,
   below which it practically never succeeds. With four empties and fewer it is not tried: from
   alpha 26 on it would save 0.2 % of the nodes.

   All windows are null windows and all answers fail soft. Empty squares at the end of a game
   count for the winner, as tournament rules have it (othello_engine_final). */
#include "minds/othello/engine.h"
#include "minds/othello/last.h"
#include "minds/othello/stable.h"

enum {
    PARITY_ONLY = 5, /* with this many empties moves are ordered by parity alone */
    TRANSPOSE = 12,  /* from this many on the table is asked about every move beforehand */
};

/* The squares of the quarters whose bits are set. */
static const uint64_t quarters[16] = {
    UINT64_C(0x0000000000000000), UINT64_C(0x000000000f0f0f0f), UINT64_C(0x00000000f0f0f0f0),
    UINT64_C(0x00000000ffffffff), UINT64_C(0x0f0f0f0f00000000), UINT64_C(0x0f0f0f0f0f0f0f0f),
    UINT64_C(0x0f0f0f0ff0f0f0f0), UINT64_C(0x0f0f0f0fffffffff), UINT64_C(0xf0f0f0f000000000),
    UINT64_C(0xf0f0f0f00f0f0f0f), UINT64_C(0xf0f0f0f0f0f0f0f0), UINT64_C(0xf0f0f0f0ffffffff),
    UINT64_C(0xffffffff00000000), UINT64_C(0xffffffff0f0f0f0f), UINT64_C(0xfffffffff0f0f0f0),
    UINT64_C(0xffffffffffffffff),
};

/* The squares around each, where a disc of the other side must lie for a move to be legal. */
#define AROUND(s)                                                                                  \
    (((UINT64_C(1) << (s)) | (((s)&7) ? UINT64_C(1) << (s) >> 1 : 0) |                             \
      (((s)&7) < 7 ? UINT64_C(1) << (s) << 1 : 0)))
#define NEAR(s) (AROUND(s) | AROUND(s) << 8 | AROUND(s) >> 8)
#define NEAR_ROW(s)                                                                                \
    NEAR(s), NEAR(s + 1), NEAR(s + 2), NEAR(s + 3), NEAR(s + 4), NEAR(s + 5), NEAR(s + 6),         \
        NEAR(s + 7)
static const uint64_t near[64] = {
    NEAR_ROW(0),  NEAR_ROW(8),  NEAR_ROW(16), NEAR_ROW(24),
    NEAR_ROW(32), NEAR_ROW(40), NEAR_ROW(48), NEAR_ROW(56),
};

/* Below these values of alpha stable discs hardly ever decide; by number of empties. Found by
   measuring how often the test succeeds. */
static const int8_t stable_from[61] = {
    65, 65, 65, 65, 65, 22, 20, 16, 14, 10, 8,  6,  6,  8,  8,  10, 10, 12, 12, 14, 14,
    16, 16, 18, 18, 20, 20, 22, 22, 24, 24, 26, 26, 28, 28, 30, 30, 32, 32, 34, 34, 36,
    36, 38, 38, 40, 40, 42, 42, 44, 44, 46, 46, 48, 48, 50, 50, 52, 52, 54, 54,
};

bool othello_engine_stable_cut(struct othello board, int alpha, int empties, int *value)
{
    if (alpha < stable_from[empties])
        return false;
    *value = 64 - 2 * bits_count(othello_stable(board.theirs, board.mine));
    return *value <= alpha;
}

/* One empty square; `mine` is enough, the other discs are theirs. A full board with m discs of mine
   scores m - (64 - m) = 2m - 64, and othello_last_flips gives twice the number of discs turned
   over, so a move of mine ends at 2 (m + 1) - 64 + flips. If nobody can move, the winner gets the
   square. */
static inline int last1(struct othello_engine *engine, uint64_t mine, int x)
{
    engine->nodes++;
    int discs = 2 * bits_count(mine), flips = othello_last_flips(mine, x);
    if (flips)
        return discs - 62 + flips;
    flips = othello_last_flips(~mine & ~bit(x), x);
    if (flips)
        return discs - 64 - flips;
    return discs > 63 ? discs - 62 : discs - 64;
}

static inline uint64_t flips_near(uint64_t mine, uint64_t theirs, int x)
{
    return near[x] & theirs ? othello_flips(mine, theirs, x) : 0;
}

/* Two empty squares, with all that can happen written out: my move to either, and where I have
   none, the opponent's move to either, which would otherwise be a call with the sides exchanged. In
   that second half the value is still mine, so the opponent looks for the least, and a value of
   alpha or less ends it. If nobody can move, the game is over. */
static int last2(struct othello_engine *engine, uint64_t mine, uint64_t theirs, int alpha, int x1,
                 int x2)
{
    int best = -OTHELLO_ENGINE_INFINITE, value;
    engine->nodes++;
    uint64_t flips = flips_near(mine, theirs, x1);
    if (flips) {
        best = -last1(engine, theirs ^ flips, x2);
        if (best > alpha)
            return best;
    }
    flips = flips_near(mine, theirs, x2);
    if (flips) {
        value = -last1(engine, theirs ^ flips, x1);
        return value > best ? value : best;
    }
    if (best > -OTHELLO_ENGINE_INFINITE)
        return best;
    best = OTHELLO_ENGINE_INFINITE;
    flips = flips_near(theirs, mine, x1);
    if (flips) {
        best = last1(engine, mine ^ flips, x2);
        if (best <= alpha)
            return best;
    }
    flips = flips_near(theirs, mine, x2);
    if (flips) {
        value = last1(engine, mine ^ flips, x1);
        return value < best ? value : best;
    }
    return best < OTHELLO_ENGINE_INFINITE ? best : othello_engine_final(mine, 2);
}

/* Three empty squares in the order they are to be tried. */
static int last3(struct othello_engine *engine, uint64_t mine, uint64_t theirs, int alpha, int x1,
                 int x2, int x3, bool passed)
{
    int best = -OTHELLO_ENGINE_INFINITE, value;
    engine->nodes++;
    uint64_t flips = flips_near(mine, theirs, x1);
    if (flips) {
        best = -last2(engine, theirs ^ flips, mine | flips | bit(x1), -alpha - 1, x2, x3);
        if (best > alpha)
            return best;
    }
    flips = flips_near(mine, theirs, x2);
    if (flips) {
        value = -last2(engine, theirs ^ flips, mine | flips | bit(x2), -alpha - 1, x1, x3);
        if (value > alpha)
            return value;
        best = value > best ? value : best;
    }
    flips = flips_near(mine, theirs, x3);
    if (flips) {
        value = -last2(engine, theirs ^ flips, mine | flips | bit(x3), -alpha - 1, x1, x2);
        best = value > best ? value : best;
    }
    if (best > -OTHELLO_ENGINE_INFINITE)
        return best;
    return passed ? othello_engine_final(mine, 3)
                  : -last3(engine, theirs, mine, -alpha - 1, x1, x2, x3, true);
}

/* The lone square of an odd quarter first; then the others as they come. */
static inline int last3_ordered(struct othello_engine *engine, uint64_t mine, uint64_t theirs,
                                int alpha, uint64_t empty, unsigned parity)
{
    uint64_t odd = empty & quarters[parity];
    int x1 = bits_first(odd);
    empty ^= bit(x1);
    int x2 = bits_first(empty);
    return last3(engine, mine, theirs, alpha, x1, x2, bits_last(empty), false);
}

/* Four empty squares: those in quarters with an odd number of empties first, then the others. Which
   moves are legal is not worked out beforehand; a square that flips nothing is no move. */
static int last4(struct othello_engine *engine, uint64_t mine, uint64_t theirs, int alpha,
                 unsigned parity, bool passed)
{
    int best = -OTHELLO_ENGINE_INFINITE, value;
    uint64_t empty = ~(mine | theirs), odd = empty & quarters[parity];
    engine->nodes++;
    for (int part = 0; part < 2; part++) {
        for (uint64_t set = part ? empty & ~odd : odd; set;) {
            int x = bits_pop(&set);
            uint64_t flips = flips_near(mine, theirs, x);
            if (!flips)
                continue;
            value = -last3_ordered(engine, theirs ^ flips, mine | flips | bit(x), -alpha - 1,
                                   empty ^ bit(x), parity ^ othello_engine_quarter(x));
            if (value > alpha)
                return value;
            best = value > best ? value : best;
        }
    }
    if (best > -OTHELLO_ENGINE_INFINITE)
        return best;
    return passed ? othello_engine_final(mine, 4)
                  : -last4(engine, theirs, mine, -alpha - 1, parity, true);
}

/* Five empties: parity decides the order, nothing is remembered. */
static int by_five(struct othello_engine *engine, uint64_t mine, uint64_t theirs, uint64_t moves,
                   int alpha, unsigned parity)
{
    int best = -OTHELLO_ENGINE_INFINITE, value;
    engine->nodes++;
    if (othello_engine_stable_cut((struct othello){mine, theirs}, alpha, PARITY_ONLY, &value))
        return value;
    if (!moves) {
        moves = othello_legal(theirs, mine);
        return moves ? -by_five(engine, theirs, mine, moves, -alpha - 1, parity)
                     : othello_engine_final(mine, PARITY_ONLY);
    }
    uint64_t odd = moves & quarters[parity];
    for (int part = 0; part < 2; part++) {
        for (uint64_t set = part ? moves & ~odd : odd; set;) {
            int x = bits_pop(&set);
            uint64_t flips = othello_flips(mine, theirs, x);
            value = -last4(engine, theirs ^ flips, mine | flips | bit(x), -alpha - 1,
                           parity ^ othello_engine_quarter(x), false);
            if (value > alpha)
                return value;
            best = value > best ? value : best;
        }
    }
    return best;
}

struct ending_move {
    uint64_t mine, theirs, moves; /* after the move, as the other side sees it */
    uint64_t key;                 /* 0 where the table is not used */
    int rate;                     /* smaller is tried earlier */
    int square;
};

/* Corners of one side, and the squares beside them along the edge: hardly ever lost again. */
static inline int corners_held(uint64_t discs)
{
    const uint64_t corners = UINT64_C(0x8100000000000081);
    uint64_t held = discs & corners;
    uint64_t beside =
        (held & UINT64_C(0x0100000000000001)) << 1 | (held & UINT64_C(0x8000000000000080)) >> 1 |
        (held & UINT64_C(0x0000000000000081)) << 8 | (held & UINT64_C(0x8100000000000000)) >> 8;
    return bits_count(held | (beside & discs));
}

/* Makes the list of moves and says how early each is to be tried. One reply fewer outweighs parity,
   and parity a corner. */
static int list_make(const struct othello_engine *engine, uint64_t mine, uint64_t theirs,
                     uint64_t moves, int empties, unsigned parity, int known, int second,
                     struct ending_move *list)
{
    int count = 0;
    while (moves) {
        int x = bits_pop(&moves);
        uint64_t flips = othello_flips(mine, theirs, x);
        struct ending_move *move = &list[count++];
        *move = (struct ending_move){theirs ^ flips, mine | flips | bit(x), 0, 0, 0, x};
        if (empties > OTHELLO_ENGINE_ENDING_TABLE) {
            move->key = othello_engine_key(move->mine, move->theirs);
            table_prefetch(engine->table, move->key);
        }
        move->moves = othello_legal(move->mine, move->theirs);
        move->rate = 16 * othello_engine_freedom(move->moves) -
                     (quarters[parity] >> x & 1 ? 12 : 0) - 4 * corners_held(move->theirs);
        if (x == known)
            move->rate = -2000;
        else if (x == second)
            move->rate = -1000;
    }
    return count;
}

/* Brings the best of the moves from `from` on to that place. The first is usually enough, so
   sorting them all would be in vain. */
static const struct ending_move *list_next(const struct ending_move **order, int from, int count)
{
    int best = from;
    for (int i = from + 1; i < count; i++)
        if (order[i]->rate < order[best]->rate)
            best = i;
    const struct ending_move *move = order[best];
    order[best] = order[from];
    order[from] = move;
    return move;
}

/* Adds a bound to what the worker's own table knows of a position. The newest entry stays: it is
   the one that is likely to be asked for again. */
static inline void recent_learn(struct othello_engine_recent *entry, uint64_t key, int alpha,
                                int value, int move)
{
    if (entry->key != key)
        *entry = (struct othello_engine_recent){key, -64, 64, (uint8_t)move};
    if (value > alpha) {
        entry->lower = (int8_t)value;
        entry->move = (uint8_t)move;
    } else {
        entry->upper = (int8_t)value;
    }
}

/* Fewest replies first, with the worker's own small table. */
static int by_freedom_few(struct othello_engine *engine, uint64_t mine, uint64_t theirs,
                          uint64_t moves, int alpha, int empties, unsigned parity)
{
    int value;
    engine->nodes++;
    if (othello_engine_stable_cut((struct othello){mine, theirs}, alpha, empties, &value))
        return value;
    if (!moves) {
        moves = othello_legal(theirs, mine);
        return moves ? -by_freedom_few(engine, theirs, mine, moves, -alpha - 1, empties, parity)
                     : othello_engine_final(mine, empties);
    }
    uint64_t key = othello_engine_key(mine, theirs) | 1;
    struct othello_engine_recent *entry = &engine->recent[key >> (64 - OTHELLO_ENGINE_RECENT_BITS)];
    int known = OTHELLO_PASS;
    if (entry->key == key) {
        if (entry->lower > alpha)
            return entry->lower;
        if (entry->upper <= alpha)
            return entry->upper;
        known = entry->move;
    }
    struct ending_move list[OTHELLO_ENGINE_ENDING_TABLE];
    const struct ending_move *order[OTHELLO_ENGINE_ENDING_TABLE];
    int count = list_make(engine, mine, theirs, moves, empties, parity, known, OTHELLO_PASS, list);
    for (int i = 0; i < count; i++)
        order[i] = &list[i];
    int best = -OTHELLO_ENGINE_INFINITE, best_move = OTHELLO_PASS;
    for (int i = 0; i < count && best <= alpha; i++) {
        const struct ending_move *move = list_next(order, i, count);
        unsigned left = parity ^ othello_engine_quarter(move->square);
        if (empties - 1 > PARITY_ONLY)
            value = -by_freedom_few(engine, move->mine, move->theirs, move->moves, -alpha - 1,
                                    empties - 1, left);
        else
            value = -by_five(engine, move->mine, move->theirs, move->moves, -alpha - 1, left);
        if (value > best) {
            best = value;
            best_move = move->square;
        }
    }
    recent_learn(entry, key, alpha, best, best_move);
    return best;
}

/* True when the table knows that one of the moves is enough (enhanced transposition cut-off
   [plaat96]); `value` is then a lower bound. */
static bool list_settles(const struct othello_engine *engine, const struct ending_move *list,
                         int count, int alpha, int empties, int *value)
{
    for (int i = 0; i < count; i++) {
        struct othello_engine_fact fact;
        if (othello_engine_find(engine->table, list[i].key, &fact) && fact.depth == empties - 1 &&
            fact.selectivity == OTHELLO_ENGINE_EXACT && -fact.upper > alpha * OTHELLO_ENGINE_DISC) {
            *value = -fact.upper / OTHELLO_ENGINE_DISC;
            return true;
        }
    }
    return false;
}

/* More empties: the same with the table that all share. What the table knows counts as proved only
   if it was searched to the end; otherwise its moves still help the order. */
static int by_freedom(struct othello_engine *engine, uint64_t mine, uint64_t theirs, uint64_t moves,
                      uint64_t key, int alpha, int empties, unsigned parity)
{
    int value;
    engine->nodes++;
    if (othello_engine_stable_cut((struct othello){mine, theirs}, alpha, empties, &value))
        return value;
    if (!moves) {
        moves = othello_legal(theirs, mine);
        return moves ? -by_freedom(engine, theirs, mine, moves, othello_engine_key(theirs, mine),
                                   -alpha - 1, empties, parity)
                     : othello_engine_final(mine, empties);
    }
    struct othello_engine_fact known = OTHELLO_ENGINE_NOTHING;
    /* an estimate of the middle game is no bound here, but its moves are worth trying */
    if (othello_engine_find(engine->table, key, &known) && known.depth == empties &&
        known.selectivity == OTHELLO_ENGINE_EXACT) {
        if (known.lower > alpha * OTHELLO_ENGINE_DISC)
            return known.lower / OTHELLO_ENGINE_DISC;
        if (known.upper <= alpha * OTHELLO_ENGINE_DISC)
            return known.upper / OTHELLO_ENGINE_DISC;
    }
    struct ending_move list[OTHELLO_ENGINE_ENDING + 20];
    const struct ending_move *order[OTHELLO_ENGINE_ENDING + 20];
    int count =
        list_make(engine, mine, theirs, moves, empties, parity, known.move, known.second, list);
    if (empties >= TRANSPOSE && list_settles(engine, list, count, alpha, empties, &value))
        return value;
    for (int i = 0; i < count; i++)
        order[i] = &list[i];
    int best = -OTHELLO_ENGINE_INFINITE, best_move = OTHELLO_PASS;
    for (int i = 0; i < count && best <= alpha; i++) {
        const struct ending_move *move = list_next(order, i, count);
        unsigned left = parity ^ othello_engine_quarter(move->square);
        if (empties - 1 >= OTHELLO_ENGINE_ENDING_TABLE)
            value = -by_freedom(engine, move->mine, move->theirs, move->moves, move->key,
                                -alpha - 1, empties - 1, left);
        else
            value = -by_freedom_few(engine, move->mine, move->theirs, move->moves, -alpha - 1,
                                    empties - 1, left);
        if (value > best) {
            best = value;
            best_move = move->square;
        }
    }
    othello_engine_learn(engine->table, key, &known, empties, OTHELLO_ENGINE_EXACT,
                         alpha * OTHELLO_ENGINE_DISC, (alpha + 1) * OTHELLO_ENGINE_DISC,
                         best * OTHELLO_ENGINE_DISC, best_move);
    return best;
}

void othello_engine_learn(struct table *table, uint64_t key,
                          const struct othello_engine_fact *known, int depth, int selectivity,
                          int alpha, int beta, int value, int move)
{
    struct othello_engine_fact fact = {-OTHELLO_ENGINE_MOST, OTHELLO_ENGINE_MOST, (uint8_t)depth,
                                       (uint8_t)selectivity, known->move,         known->second};
    if (known->depth == depth && known->selectivity == selectivity) {
        fact.lower = known->lower;
        fact.upper = known->upper;
    }
    if (value > alpha && value > fact.lower)
        fact.lower = (int16_t)value;
    if (value < beta && value < fact.upper)
        fact.upper = (int16_t)value;
    if (value > alpha || fact.move == OTHELLO_PASS) {
        if (fact.move != move) {
            fact.second = fact.move;
            fact.move = (uint8_t)move;
        }
    }
    othello_engine_store(table, key, &fact);
}

int othello_engine_ending(struct othello_engine *engine, struct othello board, int alpha)
{
    uint64_t mine = board.mine, theirs = board.theirs, empty = othello_empty(board);
    int empties = bits_count(empty);
    unsigned parity = othello_engine_parity(empty);
    if (empties >= OTHELLO_ENGINE_ENDING_TABLE)
        return by_freedom(engine, mine, theirs, othello_moves(board),
                          othello_engine_key(mine, theirs), alpha, empties, parity);
    if (empties > PARITY_ONLY)
        return by_freedom_few(engine, mine, theirs, othello_moves(board), alpha, empties, parity);
    if (empties == PARITY_ONLY)
        return by_five(engine, mine, theirs, othello_moves(board), alpha, parity);
    if (empties == 4)
        return last4(engine, mine, theirs, alpha, parity, false);
    if (empties == 3)
        return last3_ordered(engine, mine, theirs, alpha, empty, parity);
    if (empties == 2)
        return last2(engine, mine, theirs, alpha, bits_first(empty), bits_last(empty));
    return empties ? last1(engine, mine, bits_first(empty)) : othello_engine_final(mine, 0);
}
