/* What the Connect Four solver knows of a position without searching it: forced moves, and
   bounds of the score by the follow-up strategy and by the lines that are still open. Part of
   solver_search.h, which says what its includer has to define.

   The follow-up strategy is Allis's claimeven with baseinverse and zugzwang control [allis88],
   done for all columns at once with a few word operations. Suppose the opponent answers every
   disc with one on top of it. Then the side to move gets only every other cell of each column.
   If those cells, together with its discs, contain no four, it cannot win; and if the opponent
   has a cell that completes a four (a trap), the side to move will at last be forced to play
   under it and lose, at a ply that can be counted. SOLVER(divide) gives each side its cells,
   SOLVER(follow_up) turns the division into a bound.

   The division has to leave an even number of columns with an odd number of cells, since these
   are shared in pairs; if it does not, a trap is given up that changes the parity. Giving up a
   trap only weakens the bound. The bound is tried on every child of every node, so it gives up
   as soon as it can no longer answer the question. */
#include "base/memory.h"
#include "minds/connect4/solver.h"
#include "minds/connect4/solver_table.h"
#include "minds/connect4/threats.h"

#define TOTAL (WIDTH * HEIGHT)
#define SPARE (BOTTOM << HEIGHT)     /* the bit above each column */
#define TOP (BOTTOM << (HEIGHT - 1)) /* the highest cell of each */

enum { NO_SCORE = 100 };

/* A position in which the side to move cannot win at once and has a move that does not lose at
   once. Fours are the cells that would complete four in a row, filled ones included. */
struct SOLVER(spot) {
    uint64_t mine, filled;
    uint64_t my_fours, their_fours;
    CONNECT4_WORD *slot; /* its bucket in the table, if there is one */
    uint64_t key;        /* in the bucket */
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

/* Whether the side to move makes four when it gets one of each of two pairs of bases. */
static inline bool SOLVER(pairs_make_four)(uint64_t reach, uint64_t one, uint64_t other, int height)
{
    uint64_t first = bits_lowest(one), second = bits_lowest(other);
    return connect4_has_four(reach | first | second, height) ||
           connect4_has_four(reach | first | (other ^ second), height) ||
           connect4_has_four(reach | (one ^ first) | second, height) ||
           connect4_has_four(reach | (one ^ first) | (other ^ second), height);
}

/* The same for four bases, of which the opponent makes two pairs as it likes. */
static bool SOLVER(four_bases_make_four)(uint64_t reach, uint64_t bases, int height)
{
    uint64_t first = bits_lowest(bases), rest = bases ^ first;
    for (uint64_t left = rest; left; left = bits_without_lowest(left)) {
        uint64_t partner = bits_lowest(left);
        if (!SOLVER(pairs_make_four)(reach, first | partner, rest ^ partner, height))
            return false;
    }
    return true;
}

/* Whether the side to move can get four of its discs and the cells that the division leaves it. It
   gets one of each pair of bases; of six it is allowed all. */
static inline bool SOLVER(reaches_four)(uint64_t mine, const struct SOLVER(division) * division,
                                        int height)
{
    uint64_t reach = mine | division->lower, base = division->base;
    int count = bits_count(base);
    if (count > 2)
        return connect4_has_four(reach | base, height) &&
               (count > 4 || connect4_has_four(reach, height) ||
                SOLVER(four_bases_make_four)(reach, base, height));
    if (connect4_has_four(reach, height))
        return true;
    /* a base can also be the third of an upright four, which needs the cell above it */
    uint64_t upright = reach << 1 & reach << 2 & reach >> 1;
    return base && (connect4_completing(reach, height) | upright) & base;
}

/* An upper bound by the follow-up strategy: the side to move gets the "lower" cells of the
   division, the opponent the "upper" ones.
   - A cell that completes the opponent's four is a trap: the column ends below it, because
     whoever is forced to play under it (the side to move) loses.
   - A column with an odd number of cells has a base, its landing. When the side to move takes a
     base, the opponent takes another, and the rest of both columns is even. That needs an even
     number of bases.
   If the side to move cannot make four from all its cells it cannot win. With a trap on the board
   it will run out of other moves and lose, and so it will if the opponent makes four from the upper
   cells, at the end at the latest. A bound above `wanted` is useless. */
static inline int SOLVER(follow_up)(const struct connect4_solver *solver,
                                    const struct SOLVER(spot) * spot, int wanted)
{
    struct SOLVER(division) division;
    bool threats = spot->their_fours & ~spot->filled; /* without them there are no traps */
    if ((wanted < -1 && !threats) || !SOLVER(divide)(solver, spot, &division))
        return NO_SCORE;
    int score = 0;
    if (division.traps) {
        /* All of the region is filled but one cell under each trap; then the side to move has to
           play one of these, one ply, and the opponent completes its four, another. */
        int plies = bits_count(division.region) - bits_count(division.traps) + 2;
        score = -connect4_score(TOTAL, spot->discs + plies);
    } else if (wanted == -1 &&
               connect4_has_four((spot->mine ^ spot->filled) | division.upper, HEIGHT)) {
        score = -1;
    }
    return score > wanted || SOLVER(reaches_four)(spot->mine, &division, HEIGHT) ? NO_SCORE : score;
}

/* Bounds of a spot's score that need no search. An upper bound above `at_most` or a lower bound
   below `at_least` is useless, so neither is computed. */
static inline void SOLVER(bounds)(const struct connect4_solver *solver,
                                  const struct SOLVER(spot) * spot, int at_most, int at_least,
                                  int *lower, int *upper)
{
    uint64_t empty = CELLS & ~spot->filled, theirs = spot->mine ^ spot->filled;
    *upper = (TOTAL - 1 - spot->discs) / 2;    /* winning with the disc after next */
    *lower = -((TOTAL - 2 - spot->discs) / 2); /* losing to the opponent's */
    int follow_up = SOLVER(follow_up)(solver, spot, at_most);
    if (follow_up < *upper)
        *upper = follow_up;
    if (*upper > 0 && at_most >= 0 && !connect4_has_four(spot->mine | empty, HEIGHT))
        *upper = 0;
    if (*upper >= 0 && *lower < 0 && at_least <= 0 && !connect4_has_four(theirs | empty, HEIGHT))
        *lower = 0;
}
