/* The search of the Connect Four solver, compiled once for the usual board with all masks as
   constants (solver_7x6.c) and once for any other (solver_any.c).

   Whoever includes this has defined SOLVER(name), WIDTH, HEIGHT, WIDTH_MAX, LATE_DISCS and the
   masks BOTTOM, CELLS and EVEN, as constants or as members of `solver`.

   A null window asks whether a position's score is more than alpha, and the answer is a proved
   bound on one side of it. The whole score is found by a few such questions (SOLVER(question)):
   first those that rule out an early end, which are cheap because most lines are cut short, then
   by halving the range that is left. Everything learned stays in the table for the next
   question.

   A node is a spot: a position in which the side to move cannot win at once and has at least two
   moves that do not lose at once. Positions with one such move are played on without being
   counted (SOLVER(settle)), so half-forced sequences cost almost nothing. At a spot, all children
   are judged before any is searched, the cheapest test first:

   - by the rules, after following forced moves: decided?
   - by bounds that need no search (solver_bounds.h): the follow-up strategy, and whether a side
     has any line of four left;
   - by the table, whose buckets were prefetched meanwhile.

   Often one child answers the question, and those that cannot are dropped. What is left is
   sorted: the table's move first, then threats made, lines through the cell that are open to
   either side, the killer move of this ply, the history of the cell, the middle. A bad order costs
   a whole subtree, which is why so much is spent on it.

   The position's code is mine + filled, which is unique for a position (Tromp's encoding
   [tromp95]). As long as mirror images can still meet, both are stored under the smaller code.

   With several threads on one table a child that another thread is in the middle of is put off
   to the end of the list, by which time the table mostly has its answer: the simplified ABDADA
   of [kerrigan] after [weill96]. Only the upper half of the tree is shared; below it, the marks
   cost more than they save. Whichever thread answers a question first answers it for all
   (solver.c).

   The empty board of 7x6, the hardest position, takes tens of millions of nodes; the first moves
   of a game are therefore in the book. */
#include "minds/connect4/solver_bounds.h"

enum {
    FEW_NODES = 50000, /* the first of a search are all kept where late positions are */
    ORDER_THREAT = 64,
    ORDER_COLUMN = 4,  /* for each half column away from the middle */
    ORDER_NEXT = 20,   /* for a threat on the second cell of a column, which is soon carried out */
    ORDER_PARITY = 16, /* for a threat in a row whose cells fall to this side in the end */
    ORDER_LINE = 3,    /* for each line of four through the cell that is still open */
    ORDER_BLOCK = 2,   /* for each that is open to the opponent */
    ORDER_KILLER = 10,
    HISTORY_GAIN = 4, /* for a move that answered the question; one that did not loses 1 */
    HISTORY_LIFE = 64,
    HISTORY_SHARE = 16,  /* what history counts in the order is divided by this */
    ORDER_KNOWN = 10000, /* the table's move */
    SHARE_LEAST = 14,    /* with fewer empty cells a position is not worth sharing */
};

static inline uint64_t SOLVER(mirror)(const struct connect4_solver *solver, uint64_t set)
{
    (void)solver;
    uint64_t column = (UINT64_C(1) << (HEIGHT + 1)) - 1, image = 0;
    for (int i = 0; i < WIDTH; i++)
        image |= (set >> i * (HEIGHT + 1) & column) << (WIDTH - 1 - i) * (HEIGHT + 1);
    return image;
}

/* Finds out where the table keeps a spot. The sum of the two sets tells positions apart: it is
   Tromp's code less a constant. */
static inline void SOLVER(locate)(const struct connect4_solver *solver, struct SOLVER(spot) * spot,
                                  bool late)
{
    uint64_t code = spot->mine + spot->filled;
    spot->mirrored = false;
    if (solver->bucket_bits < 0)
        return;
    if (spot->discs <= solver->mirror_discs) {
        uint64_t image = SOLVER(mirror)(solver, code);
        if (image < code) {
            code = image;
            spot->mirrored = true;
        }
    }
    spot->slot = solver_table_place(solver, code, WIDTH * (HEIGHT + 1), late, &spot->key);
}

/* Whether a position belongs to the table's small part: late ones, and the first of a search, which
   may well be all there are. */
static inline bool SOLVER(is_late)(const struct connect4_solver *solver, int discs)
{
    return discs > LATE_DISCS || solver->nodes < FEW_NODES;
}

static inline bool SOLVER(find)(const struct connect4_solver *solver,
                                const struct SOLVER(spot) * spot, struct solver_fact *fact)
{
    return solver->bucket_bits >= 0 && solver_table_find(spot->slot, spot->key, fact);
}

/* Whether another worker is in the middle of this spot. If not, it is marked. */
static inline bool SOLVER(taken)(struct connect4_solver *solver, const struct SOLVER(spot) * spot,
                                 bool mark)
{
    uint32_t name = (uint32_t)(spot->key ^ (uintptr_t)spot->slot >> 4);
    _Atomic uint32_t *busy = &solver->team->busy[name % CONNECT4_BUSY];
    name |= 1;
    if (mark && atomic_load_explicit(busy, memory_order_relaxed) == name)
        return true;
    atomic_store_explicit(busy, mark ? name : 0, memory_order_relaxed);
    return false;
}

/* What the look at the moves of a spot found. */
struct SOLVER(look) {
    struct SOLVER(spot) child[WIDTH_MAX];
    uint64_t fours[WIDTH_MAX]; /* of the side that moved, by child */
    uint8_t list[WIDTH_MAX];   /* children to be searched, the most promising first */
    int count;
    int best;      /* bound by the moves that need no search */
    int best_cell; /* of the move that answers the question */
};

/* Where lines of four begin that a side can still fill, the upright ones left out. */
struct SOLVER(lines) {
    uint64_t start[3];
};

static inline struct SOLVER(lines) SOLVER(open_lines)(uint64_t side, int height)
{
    struct SOLVER(lines) lines;
    for (int i = 0; i < 3; i++) {
        uint64_t pairs = side & side >> (height + i);
        lines.start[i] = pairs & pairs >> 2 * (height + i);
    }
    return lines;
}

static inline int SOLVER(lines_through)(const struct SOLVER(lines) * lines, uint64_t cell,
                                        int height)
{
    int count = 0;
    for (int i = 0; i < 3; i++) {
        uint64_t two = cell | cell >> (height + i);
        count += bits_count(lines->start[i] & (two | two >> 2 * (height + i)));
    }
    return count;
}

/* What a move promises before it is searched. `lines` are those open to its side, `their_lines`
   those open to the opponent. */
static inline int SOLVER(promise)(const struct connect4_solver *solver,
                                  const struct SOLVER(spot) * spot,
                                  const struct SOLVER(lines) * lines,
                                  const struct SOLVER(lines) * their_lines, int cell,
                                  uint64_t fours)
{
    /* a threat above one of the opponent's does not count */
    uint64_t their_threats = spot->their_fours & ~spot->filled;
    uint64_t threats = fours & ~spot->filled & ~(their_threats << 1);
    /* where every column is filled in turn the first player gets the odd rows */
    uint64_t own_rows = spot->discs & 1 ? ~EVEN : EVEN;
    uint64_t landing = bit(cell), second = ((spot->filled | landing) + BOTTOM) << 1;
    int aside = 2 * (cell / (HEIGHT + 1)) - (WIDTH - 1);
    return ORDER_THREAT * bits_count(threats) + ORDER_NEXT * bits_count(threats & second) +
           ORDER_PARITY * bits_count(threats & own_rows) +
           ORDER_LINE * SOLVER(lines_through)(lines, landing, HEIGHT) +
           ORDER_BLOCK * SOLVER(lines_through)(their_lines, landing, HEIGHT) -
           ORDER_COLUMN * (aside < 0 ? -aside : aside) +
           (solver->killer[spot->discs] == cell ? ORDER_KILLER : 0) +
           solver->history[spot->discs & 1][cell] / HISTORY_SHARE;
}

/* Remembers which of the moves of a spot answered the question, and which were tried in vain. */
static inline void SOLVER(learn)(struct connect4_solver *solver, int discs,
                                 const struct SOLVER(look) * look, int answer)
{
    int16_t *history = solver->history[discs & 1];
    for (int i = 0; i <= answer; i++) {
        int16_t *value = &history[look->child[look->list[i]].cell];
        *value = (int16_t)(*value - *value / HISTORY_LIFE + (i == answer ? HISTORY_GAIN : -1));
    }
    solver->killer[discs] = look->child[look->list[answer]].cell;
}

/* The moves that neither answer the question nor are known to be useless. */
static inline void SOLVER(look_at_moves)(struct connect4_solver *solver,
                                         const struct SOLVER(spot) * spot, int alpha,
                                         struct SOLVER(look) * look)
{
    uint64_t moves = SOLVER(safe_moves)(solver, spot->filled, spot->their_fours);
    while (moves) {
        struct SOLVER(spot) *child = &look->child[look->count];
        uint64_t landing = bits_lowest(moves);
        moves ^= landing;
        uint64_t fours = SOLVER(fours)(solver, spot->mine | landing);
        int cell = bits_first(landing);
        child->mine = spot->mine ^ spot->filled;
        child->filled = spot->filled | landing;
        child->my_fours = spot->their_fours;
        child->their_fours = fours;
        child->discs = (uint8_t)(spot->discs + 1);
        child->cell = (uint8_t)cell;
        child->flipped = false;
        int score, lower, upper;
        if (SOLVER(settle)(solver, child, &score))
            lower = upper = -score;
        else {
            int low, high;
            int at_most = child->flipped ? alpha : -alpha - 1;
            SOLVER(bounds)(solver, child, at_most, at_most + 1, &low, &high);
            lower = child->flipped ? low : -high;
            upper = child->flipped ? high : -low;
        }
        if (lower > alpha) {
            look->best = lower;
            look->best_cell = cell;
            return;
        }
        if (upper <= alpha) {
            if (upper > look->best)
                look->best = upper;
            continue;
        }
        SOLVER(locate)(solver, child, SOLVER(is_late)(solver, child->discs));
        if (solver->bucket_bits >= 0)
            __builtin_prefetch((const void *)child->slot);
        look->fours[look->count] = fours;
        look->count++;
    }
}

/* Asks the table about the children and leaves in the list those it cannot answer. */
static inline void SOLVER(look_up_children)(struct connect4_solver *solver, int alpha,
                                            struct SOLVER(look) * look)
{
    int listed = look->count;
    look->count = 0;
    for (int i = 0; i < listed; i++) {
        const struct SOLVER(spot) *child = &look->child[i];
        struct solver_fact fact;
        if (SOLVER(find)(solver, child, &fact)) {
            int lower = child->flipped ? fact.lower : -fact.upper;
            int upper = child->flipped ? fact.upper : -fact.lower;
            if (lower > alpha) {
                look->best = lower;
                look->best_cell = child->cell;
                return;
            }
            if (upper <= alpha) {
                if (upper > look->best)
                    look->best = upper;
                continue;
            }
        }
        look->list[look->count++] = (uint8_t)i;
    }
}

/* Puts the most promising of the children first. */
static inline void SOLVER(sort_children)(struct connect4_solver *solver,
                                         const struct SOLVER(spot) * spot, int known_move,
                                         struct SOLVER(look) * look)
{
    struct SOLVER(lines) lines = SOLVER(open_lines)(CELLS & ~(spot->mine ^ spot->filled), HEIGHT);
    struct SOLVER(lines) their_lines = SOLVER(open_lines)(CELLS & ~spot->mine, HEIGHT);
    int orders[WIDTH_MAX];
    for (int i = 0; i < look->count; i++) {
        uint8_t number = look->list[i];
        int cell = look->child[number].cell, at = i;
        int order = SOLVER(promise)(solver, spot, &lines, &their_lines, cell, look->fours[number]);
        if (cell / (HEIGHT + 1) == known_move)
            order += ORDER_KNOWN;
        for (; at > 0 && orders[at - 1] < order; at--) {
            orders[at] = orders[at - 1];
            look->list[at] = look->list[at - 1];
        }
        orders[at] = order;
        look->list[at] = number;
    }
}

static int SOLVER(search)(struct connect4_solver *solver, const struct SOLVER(spot) * spot,
                          int alpha);

static inline int SOLVER(search_child)(struct connect4_solver *solver,
                                       const struct SOLVER(spot) * child, int alpha)
{
    return child->flipped ? SOLVER(search)(solver, child, alpha)
                          : -SOLVER(search)(solver, child, -alpha - 1);
}

/* Searches the children alone. Returns the index of the one that answers the question, or the
   length of the list. */
static inline int SOLVER(search_alone)(struct connect4_solver *solver, int alpha,
                                       struct SOLVER(look) * look)
{
    for (int i = 0; i < look->count; i++) {
        int score = SOLVER(search_child)(solver, &look->child[look->list[i]], alpha);
        if (solver->stopped)
            return i;
        if (score > look->best)
            look->best = score;
        if (score > alpha)
            return i;
    }
    return look->count;
}

/* The same when others are at work on the same table: a child that one of them is in the middle of
   is put off until the end, by which time the table mostly has it (Kerrigan's simple form of
   ABDADA). The first child is never put off. */
static int SOLVER(search_shared)(struct connect4_solver *solver, int alpha,
                                 struct SOLVER(look) * look)
{
    uint8_t later[WIDTH_MAX];
    int later_count = 0;
    for (int i = 0; i < look->count + later_count; i++) {
        bool again = i >= look->count;
        uint8_t number = again ? later[i - look->count] : look->list[i];
        const struct SOLVER(spot) *child = &look->child[number];
        struct solver_fact fact;
        int score;
        if (i > 0 && SOLVER(find)(solver, child, &fact) &&
            (child->flipped ? fact.lower : -fact.upper) > alpha) {
            score = child->flipped ? fact.lower : -fact.upper;
        } else if (i > 0 && SOLVER(find)(solver, child, &fact) &&
                   (child->flipped ? fact.upper : -fact.lower) <= alpha) {
            score = child->flipped ? fact.upper : -fact.lower;
        } else {
            if (!again && SOLVER(taken)(solver, child, true) && i > 0) {
                later[later_count++] = number;
                continue;
            }
            score = SOLVER(search_child)(solver, child, alpha);
            SOLVER(taken)(solver, child, false);
        }
        if (solver->stopped)
            return 0;
        if (score > look->best)
            look->best = score;
        if (score > alpha) {
            look->list[0] = number;
            return 0;
        }
    }
    return look->count;
}

/* Whether a spot's score is more than alpha: returns a proved lower bound above alpha or a proved
   upper bound of at most alpha. */
static int SOLVER(search)(struct connect4_solver *solver, const struct SOLVER(spot) * spot,
                          int alpha)
{
    uint64_t before = solver->nodes++;
    if ((before & 255) == 0 && solver_interrupted(solver))
        return 0;
    /* a spot is neither won nor lost at once, so neither side wins before its second disc from
       here */
    int lower = -((TOTAL - 2 - spot->discs) / 2), upper = (TOTAL - 1 - spot->discs) / 2;
    int known_move = WIDTH;
    struct solver_fact fact;
    if (SOLVER(find)(solver, spot, &fact)) {
        lower = fact.lower;
        upper = fact.upper;
        if (fact.move < WIDTH)
            known_move = spot->mirrored ? WIDTH - 1 - fact.move : fact.move;
    }
    struct SOLVER(look) look;
    look.count = 0;
    look.best = -NO_SCORE;
    look.best_cell = -1;
    SOLVER(look_at_moves)(solver, spot, alpha, &look);
    if (look.best <= alpha)
        SOLVER(look_up_children)(solver, alpha, &look);
    if (look.best <= alpha && look.count > 0) {
        if (look.count > 1)
            SOLVER(sort_children)(solver, spot, known_move, &look);
        bool shared = solver->team && !solver->call && spot->discs <= solver->share_discs;
        int answer = shared ? SOLVER(search_shared)(solver, alpha, &look)
                            : SOLVER(search_alone)(solver, alpha, &look);
        if (solver->stopped)
            return 0;
        if (answer < look.count) {
            look.best_cell = look.child[look.list[answer]].cell;
            SOLVER(learn)(solver, spot->discs, &look, answer);
        }
    }
    if (look.best > alpha)
        lower = look.best > lower ? look.best : lower;
    else
        upper = look.best < upper ? look.best : upper;
    if (solver->bucket_bits >= 0) {
        int move = look.best_cell >= 0 ? look.best_cell / (HEIGHT + 1) : known_move;
        if (spot->mirrored && move < WIDTH)
            move = WIDTH - 1 - move;
        fact = (struct solver_fact){lower, upper, move, bits_last(solver->nodes - before)};
        solver_table_store(spot->slot, spot->key, &fact);
    }
    return look.best;
}

int SOLVER(known_move)(const struct connect4_solver *solver, struct connect4 board)
{
    struct SOLVER(spot) spot = {.mine = board.mine, .filled = board.filled};
    struct solver_fact fact;
    spot.discs = (uint8_t)bits_count(board.filled);
    for (int late = 0; late < 2; late++) {
        SOLVER(locate)(solver, &spot, late);
        if (SOLVER(find)(solver, &spot, &fact) && fact.move < WIDTH)
            return spot.mirrored ? WIDTH - 1 - fact.move : fact.move;
    }
    return -1;
}

/* Which question to ask of a score that lies in lower..upper: first those that rule out an early
   end, which are answered quickly, then halving, rounded down (C divides towards zero, hence the
   offset). */
static inline int SOLVER(question)(int lower, int upper)
{
    int alpha = lower <= -10  ? lower / 2
                : upper >= 10 ? upper / 2
                              : (lower + upper - 200) / 2 + 100;
    return alpha < lower ? lower : alpha >= upper ? upper - 1 : alpha;
}

bool SOLVER(solve)(struct connect4_solver *solver, struct connect4 board, int lower, int upper,
                   int *score)
{
    struct SOLVER(spot) spot = {.mine = board.mine, .filled = board.filled};
    spot.discs = (uint8_t)bits_count(board.filled);
    spot.my_fours = SOLVER(fours)(solver, board.mine);
    spot.their_fours = SOLVER(fours)(solver, board.mine ^ board.filled);
    bool known = true;
    int value = 0, low, high;
    if (spot.my_fours & connect4_landings(board.filled, BOTTOM, CELLS))
        value = (TOTAL + 1 - spot.discs) / 2;
    else if (!SOLVER(settle)(solver, &spot, &value)) {
        known = false;
        SOLVER(bounds)(solver, &spot, 0, 0, &low, &high);
    }
    if (known) {
        *score = value < lower ? lower : value > upper ? upper : value;
        return true;
    }
    /* from here on by the side to move after the forced moves */
    int least = spot.flipped ? -upper : lower, most = spot.flipped ? -lower : upper;
    low = low < least ? least : low > most ? most : low;
    high = high > most ? most : high < least ? least : high;
    SOLVER(locate)(solver, &spot, SOLVER(is_late)(solver, spot.discs));
    /* About the upper half of the tree is shared: further down the marks cost more than they save.
     */
    int shared_cells = (TOTAL - spot.discs) / 2 + 1;
    solver->share_discs = TOTAL - (shared_cells > SHARE_LEAST ? shared_cells : SHARE_LEAST);
    solver_range_open(solver, board, &low, &high);
    while (low < high) {
        int alpha = SOLVER(question)(low, high);
        value = SOLVER(search)(solver, &spot, alpha);
        if (solver->ended)
            return false;
        if (!solver->stopped) {
            if (value > alpha)
                low = value < high ? value : high;
            else
                high = value > low ? value : low;
        }
        if (!solver_range_exchange(solver, &low, &high))
            return false;
    }
    *score = spot.flipped ? -low : low;
    return true;
}
