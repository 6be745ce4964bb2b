/* The search of the Connect Four solver, compiled once for the usual board with all masks as
   constants (solver_7x6.c) and once for any other (solver_any.c).

   Whoever includes this has defined SOLVER(name), WIDTH, HEIGHT, WIDTH_MAX, LATE_DISCS and the
   masks BOTTOM, CELLS and EVEN, as constants or as members of `solver`.

   How it works. A null window asks whether a position's score is more than alpha. Only moves that
   do not lose at once are tried; where there is one, it is followed until there is a choice. Then,
   before any move is searched, all of them are looked at, first by themselves (is the follow-up
   strategy below enough? has a side no line of four left?), then in the table; often one of them
   answers the question. The others are searched in the order of the threats they make. */
#include "base/memory.h"
#include "minds/connect4/solver.h"
#include "minds/connect4/solver_table.h"
#include "minds/connect4/threats.h"

#define TOTAL (WIDTH * HEIGHT)
#define SPARE (BOTTOM << HEIGHT)     /* the bit above each column */
#define TOP (BOTTOM << (HEIGHT - 1)) /* the highest cell of each */

enum {
    ORDER_THREAT = 64,
    ORDER_COLUMN = 4, /* for each half column away from the middle */
    ORDER_KILLER = 10,
    ORDER_KNOWN = 10000, /* the table's move */
    NO_SCORE = 100,
    SHARE_LEAST = 14, /* with fewer empty cells a position is not worth sharing out */
};

/* A position in which the side to move cannot win at once and has a move that does not lose at
   once. Fours are the cells that would complete four in a row, filled ones included. */
struct SOLVER(spot) {
    uint64_t mine, filled;
    uint64_t my_fours, their_fours;
    CONNECT4_WORD *slot; /* its bucket in the table, if there is one */
    uint64_t key;        /* in the bucket */
    int16_t order;
    uint8_t discs;
    uint8_t cell;  /* the move that led here from the parent */
    bool flipped;  /* after forced moves the parent's side is to move here */
    bool mirrored; /* the table has the mirror image */
};

static inline uint64_t SOLVER(fours)(const struct connect4_solver *solver, uint64_t discs)
{
    (void)solver;
    return connect4_completing(discs, HEIGHT) & CELLS;
}

/* Moves that do not allow the opponent to win with the next disc. */
static inline uint64_t SOLVER(safe_moves)(const struct connect4_solver *solver, uint64_t filled,
                                          uint64_t their_fours)
{
    (void)solver;
    uint64_t landings = connect4_landings(filled, BOTTOM, CELLS);
    uint64_t danger = their_fours & ~filled;
    uint64_t forced = landings & danger;
    if (forced) {
        if (bits_without_lowest(forced))
            return 0;
        landings = forced;
    }
    return landings & ~(danger >> 1);
}

/* Plays the forced moves of a spot until there is a choice. True when that decides the game:
 *score is then its score for the side to move in the spot as it was given. */
static inline bool SOLVER(settle)(const struct connect4_solver *solver, struct SOLVER(spot) * spot,
                                  int *score)
{
    for (;;) {
        uint64_t moves = SOLVER(safe_moves)(solver, spot->filled, spot->their_fours);
        if (!moves) {
            int loss = (TOTAL - spot->discs) / 2; /* 0 on a full board */
            *score = spot->flipped ? loss : -loss;
            return true;
        }
        if (spot->discs >= TOTAL - 2) {
            *score = 0;
            return true;
        }
        if (bits_without_lowest(moves))
            return false;
        uint64_t fours = SOLVER(fours)(solver, spot->mine | moves);
        spot->mine ^= spot->filled;
        spot->filled |= moves;
        spot->my_fours = spot->their_fours;
        spot->their_fours = fours;
        spot->discs++;
        spot->flipped = !spot->flipped;
    }
}

/* The whole columns of some of the highest cells. */
static inline uint64_t SOLVER(columns)(const struct connect4_solver *solver, uint64_t tops)
{
    (void)solver;
    return (tops << 1) - (tops >> (HEIGHT - 1));
}

/* How the follow-up strategy divides the board between the side to move and the opponent. */
struct SOLVER(division) {
    uint64_t region; /* the cells that can be played before the game is decided */
    uint64_t traps;  /* where it ends, at most one in a column */
    uint64_t lower;  /* of the region: for the side to move */
    uint64_t upper;  /* all empty cells that are for the opponent */
    uint64_t base;   /* landings that both try to get: half of them for each side */
};

/* Divides the board. Every column ends at its lowest trap or at the top, and cells alternate
   from there down: under a trap is the side to move's, at the top the opponent's. A landing
   that is left over at the bottom is a base. Their number must be even; if it is not, a trap is
   given up that changes it. False when there is none. */
static inline bool SOLVER(divide)(const struct connect4_solver *solver,
                                  const struct SOLVER(spot) * spot,
                                  struct SOLVER(division) * division)
{
    (void)solver;
    uint64_t empty = CELLS & ~spot->filled;
    uint64_t landings = spot->filled + BOTTOM; /* the spare bit of a full column */
    uint64_t traps = empty & spot->their_fours;
    for (;;) {
        uint64_t ends = traps | SPARE;
        ends &= ~(ends - BOTTOM); /* the lowest in each column */
        /* Cells an even distance below the top are the side to move's, and so they are below a trap
           on one of the other cells; a trap on one of these turns its column round. */
        uint64_t turned = (SPARE - (ends & EVEN)) & TOP;
        uint64_t parity = (EVEN | SPARE) ^ SOLVER(columns)(solver, turned);
        division->base = landings & ~parity;
        if (!(bits_count(division->base) & 1)) {
            division->region = ends - landings;
            division->traps = ends & ~SPARE;
            division->lower = division->region & parity;
            division->upper = empty & ~parity & ~division->base;
            return true;
        }
        if (!turned)
            return false;
        traps &= ~(SOLVER(columns)(solver, bits_lowest(turned)) & EVEN);
    }
}

/* Whether the side to move can get four of its discs and the cells that the division leaves it. Of
   two bases it gets one; of more it is allowed all. */
static inline bool SOLVER(reaches_four)(uint64_t mine, const struct SOLVER(division) * division,
                                        int height)
{
    uint64_t reach = mine | division->lower, base = division->base;
    if (bits_count(base) > 2)
        return connect4_has_four(reach | base, height);
    if (connect4_has_four(reach, height))
        return true;
    /* a base can also be the third of an upright four, which needs the cell above it */
    uint64_t upright = reach << 1 & reach << 2 & reach >> 1;
    return base && (connect4_completing(reach, height) | upright) & base;
}

/* An upper bound by the follow-up strategy (Allis's claimeven, baseinverse and zugzwang): the
   opponent answers every disc with one on top of it. So the side to move gets only every other cell
   of each column, the "lower" ones, and the opponent the "upper" ones between them.
   - A cell that completes the opponent's four is a trap: the column ends below it, because
     whoever is forced to play under it (the side to move) loses.
   - A column with an odd number of cells has a base, its landing. When the side to move takes a
     base, the opponent takes another, and the rest of both columns is even. That needs an even
     number of bases.
   If the side to move cannot make four from all its cells it cannot win. With a trap on the board
   it will run out of other moves and lose, and so it will if the opponent makes four from the upper
   cells, at the end at the latest. */
static inline int SOLVER(follow_up)(const struct connect4_solver *solver,
                                    const struct SOLVER(spot) * spot)
{
    struct SOLVER(division) division;
    if (!SOLVER(divide)(solver, spot, &division) ||
        SOLVER(reaches_four)(spot->mine, &division, HEIGHT))
        return NO_SCORE;
    if (division.traps) {
        /* all of the region is filled but the cells under the traps: there the end comes */
        int plies = bits_count(division.region) - bits_count(division.traps) + 2;
        return -connect4_score(TOTAL, spot->discs + plies);
    }
    uint64_t theirs = spot->mine ^ spot->filled;
    return connect4_has_four(theirs | division.upper, HEIGHT) ? -1 : 0;
}

/* Bounds of a spot's score that need no search. */
static inline void SOLVER(bounds)(const struct connect4_solver *solver,
                                  const struct SOLVER(spot) * spot, int *lower, int *upper)
{
    uint64_t empty = CELLS & ~spot->filled, theirs = spot->mine ^ spot->filled;
    *upper = (TOTAL - 1 - spot->discs) / 2;    /* winning with the disc after next */
    *lower = -((TOTAL - 2 - spot->discs) / 2); /* losing to the opponent's */
    int follow_up = SOLVER(follow_up)(solver, spot);
    if (follow_up < *upper)
        *upper = follow_up;
    if (*upper > 0 && !connect4_has_four(spot->mine | empty, HEIGHT))
        *upper = 0;
    if (*upper >= 0 && *lower < 0 && !connect4_has_four(theirs | empty, HEIGHT))
        *lower = 0;
}

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
static inline void SOLVER(locate)(const struct connect4_solver *solver, struct SOLVER(spot) * spot)
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
    bool late = spot->discs > LATE_DISCS;
    spot->slot = solver_table_place(solver, code, WIDTH * (HEIGHT + 1), late, &spot->key);
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
    uint8_t list[WIDTH_MAX]; /* children to be searched, the most promising first */
    int count;
    int best;      /* bound by the moves that need no search */
    int best_cell; /* of the move that answers the question */
};

/* The moves that neither answer the question nor are known to be of no use. */
static inline void SOLVER(look_at_moves)(struct connect4_solver *solver,
                                         const struct SOLVER(spot) * spot, int alpha,
                                         int known_move, struct SOLVER(look) * look)
{
    uint64_t their_threats = spot->their_fours & ~spot->filled;
    uint64_t moves = SOLVER(safe_moves)(solver, spot->filled, spot->their_fours);
    while (moves) {
        struct SOLVER(spot) *child = &look->child[look->count];
        uint64_t landing = bits_lowest(moves);
        moves ^= landing;
        uint64_t fours = SOLVER(fours)(solver, spot->mine | landing);
        int cell = bits_first(landing), column = cell / (HEIGHT + 1);
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
            SOLVER(bounds)(solver, child, &low, &high);
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
        SOLVER(locate)(solver, child);
        if (solver->bucket_bits >= 0)
            __builtin_prefetch((const void *)child->slot);
        /* a threat above one of the opponent's is none */
        uint64_t threats = fours & ~spot->filled & ~(their_threats << 1);
        int aside = 2 * column - (WIDTH - 1);
        int order =
            ORDER_THREAT * bits_count(threats) - ORDER_COLUMN * (aside < 0 ? -aside : aside);
        if (solver->killer[spot->discs] == cell)
            order += ORDER_KILLER;
        if (column == known_move)
            order += ORDER_KNOWN;
        child->order = (int16_t)order;
        look->count++;
    }
}

/* Asks the table about the children and sorts those it cannot answer. */
static inline void SOLVER(look_up_children)(struct connect4_solver *solver, int alpha,
                                            struct SOLVER(look) * look)
{
    int count = 0;
    for (int i = 0; i < look->count; i++) {
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
        int at = count++;
        for (; at > 0 && look->child[look->list[at - 1]].order < child->order; at--)
            look->list[at] = look->list[at - 1];
        look->list[at] = (uint8_t)i;
    }
    look->count = count;
}

static int SOLVER(search)(struct connect4_solver *solver, const struct SOLVER(spot) * spot,
                          int alpha);

static inline int SOLVER(search_child)(struct connect4_solver *solver,
                                       const struct SOLVER(spot) * child, int alpha)
{
    return child->flipped ? SOLVER(search)(solver, child, alpha)
                          : -SOLVER(search)(solver, child, -alpha - 1);
}

/* Searches the children alone. Gives the place in the list of the one that answers the question,
   or the length of the list. */
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
   Weill's ABDADA). The first child is never put off. */
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

/* Whether a spot's score is more than alpha: gives a proved lower bound above alpha or a proved
   upper bound of at most alpha. */
static int SOLVER(search)(struct connect4_solver *solver, const struct SOLVER(spot) * spot,
                          int alpha)
{
    uint64_t before = solver->nodes++;
    if ((before & 255) == 0 && solver_interrupted(solver))
        return 0;
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
    SOLVER(look_at_moves)(solver, spot, alpha, known_move, &look);
    if (look.best <= alpha)
        SOLVER(look_up_children)(solver, alpha, &look);
    if (look.best <= alpha && look.count > 0) {
        bool shared = solver->team && spot->discs <= solver->share_discs;
        int answer = shared ? SOLVER(search_shared)(solver, alpha, &look)
                            : SOLVER(search_alone)(solver, alpha, &look);
        if (solver->stopped)
            return 0;
        if (answer < look.count) {
            look.best_cell = look.child[look.list[answer]].cell;
            solver->killer[spot->discs] = (uint8_t)look.best_cell;
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
    SOLVER(locate)(solver, &spot);
    if (!SOLVER(find)(solver, &spot, &fact) || fact.move >= WIDTH)
        return -1;
    return spot.mirrored ? WIDTH - 1 - fact.move : fact.move;
}

/* Which question to ask of a score that lies in lower..upper: first those that rule out an early
   end, which are answered quickly, then halving. */
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
        SOLVER(bounds)(solver, &spot, &low, &high);
    }
    if (known) {
        *score = value < lower ? lower : value > upper ? upper : value;
        return true;
    }
    /* from here on by the side to move after the forced moves */
    int least = spot.flipped ? -upper : lower, most = spot.flipped ? -lower : upper;
    low = low < least ? least : low > most ? most : low;
    high = high > most ? most : high < least ? least : high;
    SOLVER(locate)(solver, &spot);
    /* About the upper half of the tree is shared: further down the marks cost more than they bring.
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
