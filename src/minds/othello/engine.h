/* The internals of Othello's engine: what its files share. Nothing outside src/minds/othello
   includes it; players and the mind's solve are the way in (minds/othello/players.h).

   Values inside the engine are in units of 1/OTHELLO_ENGINE_DISC disc, as seen by the side to move,
   from -OTHELLO_ENGINE_MOST to OTHELLO_ENGINE_MOST; only ending.c, whose values are final scores,
   counts in whole discs. A search is asked whether a value is above `alpha` (a null window) and
   answers fail-soft: an answer above alpha is a lower bound, one not above it an upper bound. */
#ifndef MINDS_OTHELLO_ENGINE_H
#define MINDS_OTHELLO_ENGINE_H

#include "games/othello/othello.h"
#include "minds/mind.h"
#include "minds/othello/patterns.h"
#include "minds/table.h"

enum {
    OTHELLO_ENGINE_DISC = 4,
    OTHELLO_ENGINE_MOST = 64 * OTHELLO_ENGINE_DISC,
    OTHELLO_ENGINE_INFINITE = 2 * OTHELLO_ENGINE_MOST,
    OTHELLO_ENGINE_PLIES = 96, /* more than 60 moves and the passes between them */
    OTHELLO_ENGINE_RUNNING = OTHELLO_ENGINE_PLIES + 1,
    OTHELLO_ENGINE_POLL = 4096, /* nodes between looks at the clock */
    OTHELLO_ENGINE_ENDING = 13, /* up to this many empties the endgame search needs no patterns */
    OTHELLO_ENGINE_ENDING_TABLE = 11, /* from this many on it uses the table */
    OTHELLO_ENGINE_RECENT_BITS = 12,  /* of a place in the worker's own small table */
    OTHELLO_ENGINE_SELECTIVITIES = 6, /* how sure a selective search is; the last is exact */
    OTHELLO_ENGINE_EXACT = OTHELLO_ENGINE_SELECTIVITIES - 1,
};

/* What a worker has to know of the positions above the one it is at. */
struct othello_engine_step {
    uint64_t key;
    int16_t alpha;
    int8_t depth;
    bool null_window;
};

/* What a worker remembers of positions with so few empties that a look into the shared table, which
   is too large for the processor's cache, would cost more than it saves. Bounds in discs, always
   exact. */
struct othello_engine_recent {
    uint64_t key; /* odd; 0: nothing is known */
    int8_t lower, upper;
    uint8_t move;
};

struct othello_engine {
    uint64_t nodes, next_poll;
    struct table *table;
    int halt; /* searches at this ply and below it return at once; OTHELLO_ENGINE_RUNNING: none */
    int selectivity; /* of the search under way */
    bool may_stop;
    int root_move; /* best of the search under way, OTHELLO_PASS while there is none */
    const struct othello_weights *weights; /* NULL: none are loaded */
    struct table no_table;
    const struct mind_task *task;
    struct mind_limits limits;
    uint64_t started;
    struct othello_engine_step path[OTHELLO_ENGINE_PLIES + 2];
    struct othello_engine_recent recent[1 << OTHELLO_ENGINE_RECENT_BITS];
};

/* A key for the table that is quicker to make than othello_hash and differs from it, so that the
   engine and the general search can share a table. */
static inline uint64_t othello_engine_key(uint64_t mine, uint64_t theirs)
{
    uint64_t a = mine * UINT64_C(0x9e3779b97f4a7c15), b = theirs * UINT64_C(0xc2b2ae3d27d4eb4f);
    uint64_t key = a + (b << 32 | b >> 32);
    key ^= key >> 32;
    key *= UINT64_C(0xd6e8feb86659fd93);
    return key ^ key >> 29;
}

/* What the table knows about a position. */
struct othello_engine_fact {
    int16_t lower, upper;
    uint8_t depth, selectivity;
    uint8_t move, second; /* the best move and the one before it; OTHELLO_PASS for none */
};

#define OTHELLO_ENGINE_NOTHING                                                                     \
    {                                                                                              \
        -OTHELLO_ENGINE_MOST, OTHELLO_ENGINE_MOST, 0, 0, OTHELLO_PASS, OTHELLO_PASS                \
    }

/* The 40 bits of an entry's value and move: lower 11 | upper 11 | move 7 | second 7 |
   selectivity 3. */
static inline bool othello_engine_find(const struct table *table, uint64_t key,
                                       struct othello_engine_fact *fact)
{
    struct table_fact found;
    if (!table_find(table, key, &found))
        return false;
    uint64_t bits = (uint16_t)found.value | (uint64_t)found.move << 16;
    fact->lower = (int16_t)((int)(bits & 0x7ff) - OTHELLO_ENGINE_MOST);
    fact->upper = (int16_t)((int)(bits >> 11 & 0x7ff) - OTHELLO_ENGINE_MOST);
    fact->depth = found.depth;
    fact->move = (uint8_t)(bits >> 22 & 0x7f);
    fact->second = (uint8_t)(bits >> 29 & 0x7f);
    fact->selectivity = (uint8_t)(bits >> 36 & 7);
    return true;
}

static inline void othello_engine_store(struct table *table, uint64_t key,
                                        const struct othello_engine_fact *fact)
{
    uint64_t bits = (uint64_t)(fact->lower + OTHELLO_ENGINE_MOST) |
                    (uint64_t)(fact->upper + OTHELLO_ENGINE_MOST) << 11 |
                    (uint64_t)fact->move << 22 | (uint64_t)fact->second << 29 |
                    (uint64_t)fact->selectivity << 36;
    struct table_fact kept = {
        .value = (int16_t)(bits & 0xffff),
        .depth = fact->depth,
        .bound = TABLE_EXACT,
        .move = (uint32_t)(bits >> 16),
    };
    table_store(table, key, &kept);
}

/* The most whole discs that are not above `value`: a final score is above one if and only if it is
   above the other. */
static inline int othello_engine_discs_below(int value)
{
    return (value + OTHELLO_ENGINE_MOST + OTHELLO_ENGINE_DISC) / OTHELLO_ENGINE_DISC - 65;
}

/* Adds what a search has found to what was known and stores it. A bound of the same depth and
   selectivity is kept beside the new one. A value of alpha or less proves no move best, so an
   old one stays. */
void othello_engine_learn(struct table *table, uint64_t key,
                          const struct othello_engine_fact *known, int depth, int selectivity,
                          int alpha, int beta, int value, int move);

/* Parity: one bit for each quarter of the board with an odd number of empty squares. */
static inline unsigned othello_engine_quarter(int square)
{
    return 1u << ((square >> 2 & 1) | (square >> 4 & 2));
}

static inline unsigned othello_engine_parity(uint64_t empty)
{
    const uint64_t quarter = UINT64_C(0x0f0f0f0f);
    return (unsigned)(bits_count(empty & quarter) & 1) |
           (unsigned)(bits_count(empty & quarter << 4) & 1) << 1 |
           (unsigned)(bits_count(empty & quarter << 32) & 1) << 2 |
           (unsigned)(bits_count(empty & quarter << 36) & 1) << 3;
}

/* Moves of the other side, those into corners counted twice: what a move should leave few of. */
static inline int othello_engine_freedom(uint64_t moves)
{
    return bits_count(moves) + bits_count(moves & UINT64_C(0x8100000000000081));
}

/* True when the discs that can no longer be turned over decide the window: `value` is then an upper
   bound that is not above alpha. Both in discs. */
bool othello_engine_stable_cut(struct othello board, int alpha, int empties, int *value);

/* The exact value in discs against alpha, by search to the end; meant for up to
   OTHELLO_ENGINE_ENDING empties. */
int othello_engine_ending(struct othello_engine *engine, struct othello board, int alpha);

/* A position with what its search needs. */
struct othello_engine_node {
    struct othello board;
    uint64_t moves; /* legal ones */
    struct othello_features features;
};

void othello_engine_node_of(struct othello board, struct othello_engine_node *node);

/* The value against alpha at `depth` plies, to the end of the game where that is as far. */
int othello_engine_search(struct othello_engine *engine, const struct othello_engine_node *node,
                          int alpha, int depth, int ply);

/* The value within a window, for the few positions of the best line. */
int othello_engine_search_line(struct othello_engine *engine,
                               const struct othello_engine_node *node, int alpha, int beta,
                               int depth, int ply);

/* The value of a look `depth` plies ahead without table, in the units of OTHELLO_DISC; for ordering
   moves and at the tips of the tree. Outside the window it is a bound, at depth 0 too. */
int othello_engine_glance(struct othello_engine *engine, const struct othello_engine_node *node,
                          int alpha, int beta, int depth);

/* How many standard deviations of certainty a selective search demands, in hundredths; none for
   OTHELLO_ENGINE_EXACT. */
extern const int othello_engine_demands[OTHELLO_ENGINE_SELECTIVITIES];
/* The chance in percent that a value of such a search is right. */
extern const int othello_engine_chances[OTHELLO_ENGINE_SELECTIVITIES];

/* The final value of a position where nobody can move. */
static inline int othello_engine_final(uint64_t mine, int empties)
{
    int difference = 2 * bits_count(mine) - 64 + empties;
    return difference > 0 ? difference + empties : difference < 0 ? difference - empties : 0;
}

#endif
