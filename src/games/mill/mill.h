/* Nine Men's Morris (mill) and three relatives, on bitboards.

   Points are numbered ring by ring from the outside, eight to a ring, clockwise from the top left
   corner: point 8 * ring + i, corners at even i, middles of sides at odd i. A set of points is a
   word, a byte for each ring, so turning the board rotates every byte, and all slides in one
   direction, with the mills they close, come out of a few shifts. Six Men's Morris uses two rings,
   the others three; Twelve Men's Morris joins their corners as well. Only the functions from
   mill_rings to mill_men know a variant's board and men.

   The rules are inline functions of the board and a struct mill_rules; a caller that hands in
   constants gets code for one variant without a branch on it. A move and the capture that comes
   with it are one move. Repetition is unknown here: it belongs to whoever has the history. */
#ifndef GAMES_MILL_H
#define GAMES_MILL_H

#include "base/bits.h"
#include "base/hash.h"
#include "games/game.h"

enum mill_variant {
    MILL_NINE,   /* nine men each, first placed, then moved */
    MILL_SIX,    /* two rings, six men each, no flying */
    MILL_LASKER, /* ten men each, moving allowed while there are men in hand */
    MILL_TWELVE, /* twelve men each, lines across the corners too */
    MILL_VARIANTS
};

enum mill_option {
    MILL_OPTION_VARIANT,
    MILL_OPTION_CAPTURE,
    MILL_OPTION_FLYING,
    MILL_OPTION_DRAWS,
};

enum {
    MILL_POINTS_MAX = 24,
    MILL_MEN_MAX = 12,
    MILL_SYMMETRIES = 16,
    MILL_QUIET_LIMIT = 100, /* plies without capture or placement that draw the game */
    MILL_QUIET_MOST = 255,  /* where the counter stays when there are no draws */
    MILL_MOVES_MAX = 560,   /* Lasker's 32 slides and 24 placements with ten captures each; fewer in
                               the others: 40 slides with twelve */
    MILL_NOWHERE = 31,      /* a move's origin when from the hand, its capture when there is none */
};

struct mill_rules {
    uint8_t variant; /* enum mill_variant */
    bool skip;       /* a mill takes nothing while all opposing men stand in mills */
    bool flying;
    bool draws;
};

struct mill {
    uint32_t men[2]; /* white's, black's */
    uint8_t hand[2];
    uint8_t side;  /* to move: 0 white, 1 black */
    uint8_t quiet; /* plies since the last capture or placement; not part of the hash */
};

extern const struct game game_mill;

static inline struct mill_rules mill_rules_of(const struct game_setup *setup)
{
    uint8_t variant = (uint8_t)setup->option[MILL_OPTION_VARIANT];
    return (struct mill_rules){
        .variant = variant,
        .skip = setup->option[MILL_OPTION_CAPTURE],
        .flying = setup->option[MILL_OPTION_FLYING] && variant != MILL_SIX,
        .draws = setup->option[MILL_OPTION_DRAWS],
    };
}

static inline int mill_rings(int variant)
{
    return variant == MILL_SIX ? 2 : 3;
}

static inline uint32_t mill_points(int variant)
{
    return variant == MILL_SIX ? 0xffff : 0xffffff;
}

/* Men of one side at the start. */
static inline int mill_men(int variant)
{
    static const uint8_t men[MILL_VARIANTS] = {9, 6, 10, 12};
    return men[variant];
}

/* Whether men may be moved while there are men in hand. */
static inline bool mill_moves_early(int variant)
{
    return variant == MILL_LASKER;
}

/* Moves: target in bits 0-4, origin in 5-9, captured man in 10-14. */
static inline uint32_t mill_move(int from, int to, int captured)
{
    return (uint32_t)(to | from << 5 | captured << 10);
}

static inline int mill_move_to(uint32_t move)
{
    return (int)(move & 31);
}

static inline int mill_move_from(uint32_t move)
{
    return (int)(move >> 5 & 31);
}

static inline int mill_move_captured(uint32_t move)
{
    return (int)(move >> 10 & 31);
}

#define MILL_CORNERS UINT32_C(0x555555)
#define MILL_MIDDLES UINT32_C(0xaaaaaa)

/* Every ring turned clockwise by `steps` of 1..7 points. */
static inline uint32_t mill_turn(uint32_t set, int steps)
{
    uint32_t stays = UINT32_C(0x010101) * ((UINT32_C(0xff) << steps) & 0xff);
    return ((set << steps) & stays) | ((set >> (8 - steps)) & ~stays & 0xffffff);
}

/* Points with neighbours in the next rings. */
static inline uint32_t mill_joined(int variant)
{
    return variant == MILL_TWELVE ? MILL_MIDDLES | MILL_CORNERS : MILL_MIDDLES;
}

/* Whether two variants are played on the same board. */
static inline bool mill_same_board(int one, int other)
{
    return mill_points(one) == mill_points(other) && mill_joined(one) == mill_joined(other);
}

/* Points whose two fellows on the line across the three rings are both in `men`. */
static inline uint32_t mill_closing_across(uint32_t men, int variant)
{
    if (mill_rings(variant) < 3)
        return 0;
    return ((men << 8) | (men >> 16)) & ((men << 16) | (men >> 8)) & mill_joined(variant);
}

/* The same for the lines along the rings. */
static inline uint32_t mill_closing_along(uint32_t men)
{
    uint32_t before = mill_turn(men, 1), after = mill_turn(men, 7);
    uint32_t corners = (before & mill_turn(men, 2)) | (after & mill_turn(men, 6));
    return (corners & MILL_CORNERS) | (before & after & MILL_MIDDLES);
}

/* Points, empty or not, on which one more man would complete a line with `men`. */
static inline uint32_t mill_closing(uint32_t men, int variant)
{
    return mill_closing_along(men) | mill_closing_across(men, variant);
}

/* Those of `men` that stand in a mill. */
static inline uint32_t mill_in_mills(uint32_t men, int variant)
{
    uint32_t middles = men & mill_turn(men, 1) & mill_turn(men, 7) & MILL_MIDDLES;
    return middles | mill_turn(middles, 1) | mill_turn(middles, 7) |
           (men & mill_closing_across(men, variant));
}

/* Points next to any point of the set. */
static inline uint32_t mill_reach(uint32_t set, int variant)
{
    uint32_t joined = set & mill_joined(variant);
    return (mill_turn(set, 1) | mill_turn(set, 7) | joined << 8 | joined >> 8) &
           mill_points(variant);
}

/* The men of which a side that closes a mill takes one; may be empty. */
static inline uint32_t mill_takeable(uint32_t men, struct mill_rules rules)
{
    uint32_t outside = men & ~mill_in_mills(men, rules.variant);
    return outside || rules.skip ? outside : men;
}

static inline bool mill_flies(const struct mill *board, struct mill_rules rules)
{
    return rules.flying && !board->hand[board->side] && bits_count(board->men[board->side]) == 3;
}

static inline uint32_t mill_empty(const struct mill *board, struct mill_rules rules)
{
    return mill_points(rules.variant) & ~(board->men[0] | board->men[1]);
}

/* The moves of a position come in a few batches: men arriving at each point of `to`, which closes
   a mill at those of `closing`. All men of a batch come from the hand, or from one point, or slide
   in one direction. */
enum {
    MILL_CLOCKWISE = 32, /* values of `from` beyond the points and MILL_NOWHERE */
    MILL_ANTICLOCKWISE,
    MILL_INWARD,
    MILL_OUTWARD,
    MILL_BATCHES_MAX = 5,
};

struct mill_batch {
    uint32_t to, closing;
    int from;
};

static inline int mill_batch_from(const struct mill_batch *batch, int to)
{
    switch (batch->from) {
    case MILL_CLOCKWISE:
        return (to & 24) | ((to + 7) & 7);
    case MILL_ANTICLOCKWISE:
        return (to & 24) | ((to + 1) & 7);
    case MILL_INWARD:
        return to - 8;
    case MILL_OUTWARD:
        return to + 8;
    default:
        return batch->from;
    }
}

/* Slides of all men at once. A man that slides leaves the line it slides along, so it can close a
   mill only on the other line of the point it arrives at. */
static inline int mill_slides(uint32_t men, uint32_t empty, int variant, struct mill_batch *batch)
{
    uint32_t before = mill_turn(men, 1), after = mill_turn(men, 7);
    uint32_t across = mill_closing_across(men, variant);
    uint32_t ahead = (after & mill_turn(men, 6) & MILL_CORNERS) | across;
    uint32_t behind = (before & mill_turn(men, 2) & MILL_CORNERS) | across;
    uint32_t joined = empty & mill_joined(variant), along = mill_closing_along(men);
    uint32_t to[4] = {before & empty, after & empty, men << 8 & joined, men >> 8 & joined};
    batch[0] = (struct mill_batch){to[0], to[0] & ahead, MILL_CLOCKWISE};
    batch[1] = (struct mill_batch){to[1], to[1] & behind, MILL_ANTICLOCKWISE};
    batch[2] = (struct mill_batch){to[2], to[2] & along, MILL_INWARD};
    batch[3] = (struct mill_batch){to[3], to[3] & along, MILL_OUTWARD};
    return 4;
}

/* Every move of the side to move, whether or not the game has ended by too few men or by a draw.
   Fills at most MILL_BATCHES_MAX batches. */
static inline int mill_batches(const struct mill *board, struct mill_rules rules,
                               struct mill_batch *batch)
{
    uint32_t men = board->men[board->side], empty = mill_empty(board, rules);
    int count = 0;
    if (board->hand[board->side]) {
        uint32_t closing = empty & mill_closing(men, rules.variant);
        batch[count++] = (struct mill_batch){empty, closing, MILL_NOWHERE};
        if (!mill_moves_early(rules.variant))
            return count;
    } else if (mill_flies(board, rules)) {
        for (uint32_t left = men; left; left = left & (left - 1)) {
            uint32_t others = men & ~(left & (~left + 1));
            uint32_t closing = empty & mill_closing(others, rules.variant);
            batch[count++] = (struct mill_batch){empty, closing, bits_first(left)};
        }
        return count;
    }
    return count + mill_slides(men, empty, rules.variant, batch + count);
}

/* How many moves a batch holds when `captures` men may be taken. */
static inline int mill_batch_count(const struct mill_batch *batch, int captures)
{
    int count = bits_count(batch->to);
    return captures ? count + bits_count(batch->closing) * (captures - 1) : count;
}

/* Too few men to form a mill, men in hand included. */
static inline bool mill_has_too_few(const struct mill *board, int side)
{
    return bits_count(board->men[side]) + board->hand[side] < 3;
}

static inline bool mill_can_move(const struct mill *board, struct mill_rules rules)
{
    uint32_t empty = mill_empty(board, rules);
    if (board->hand[board->side] || mill_flies(board, rules))
        if (empty)
            return true;
    return mill_reach(board->men[board->side], rules.variant) & empty &&
           (!board->hand[board->side] || mill_moves_early(rules.variant));
}

static inline bool mill_lost(const struct mill *board, struct mill_rules rules)
{
    return mill_has_too_few(board, board->side) || !mill_can_move(board, rules);
}

/* Only asked when the side to move has not lost: a loss takes precedence over a draw. */
static inline bool mill_drawn(const struct mill *board, struct mill_rules rules)
{
    return rules.draws && board->quiet >= MILL_QUIET_LIMIT;
}

/* Fills `moves` (room for MILL_MOVES_MAX) and returns their number, 0 exactly when the game is
   over.
 */
static inline int mill_legal_moves(const struct mill *board, struct mill_rules rules,
                                   uint32_t *moves)
{
    if (mill_has_too_few(board, board->side) || mill_drawn(board, rules))
        return 0;
    struct mill_batch batch[MILL_BATCHES_MAX];
    int batches = mill_batches(board, rules, batch), count = 0;
    uint32_t takeable = mill_takeable(board->men[!board->side], rules);
    for (int i = 0; i < batches; i++) {
        for (uint64_t left = batch[i].to; left;) {
            int to = bits_pop(&left), from = mill_batch_from(&batch[i], to);
            if (takeable && batch[i].closing & (uint32_t)bit(to))
                for (uint64_t men = takeable; men;)
                    moves[count++] = mill_move(from, to, bits_pop(&men));
            else
                moves[count++] = mill_move(from, to, MILL_NOWHERE);
        }
    }
    return count;
}

static inline void mill_play(struct mill *board, uint32_t move)
{
    int side = board->side, from = mill_move_from(move), captured = mill_move_captured(move);
    bool placed = from == MILL_NOWHERE, takes = captured != MILL_NOWHERE;
    uint32_t origin = placed ? 0 : UINT32_C(1) << from;
    board->men[side] ^= origin | UINT32_C(1) << mill_move_to(move);
    board->men[!side] ^= takes ? UINT32_C(1) << captured : 0;
    board->hand[side] = (uint8_t)(board->hand[side] - placed);
    board->side = (uint8_t)!side;
    if (placed || takes)
        board->quiet = 0;
    else if (board->quiet < MILL_QUIET_MOST)
        board->quiet++;
}

/* All of a position but the counter fits one word, so two positions never share a hash. */
static inline uint64_t mill_hash(const struct mill *board)
{
    uint64_t men = board->men[0] | (uint64_t)board->men[1] << 24;
    uint64_t hands = (uint64_t)board->hand[0] | (uint64_t)board->hand[1] << 4;
    return hash_mix(men | hands << 48 | (uint64_t)board->side << 56);
}

/* Where a point or a set of points goes under a symmetry: bits 0-1 of its number are quarter turns
   clockwise, bit 2 is a reflection left to right before them, bit 3 exchanges the outermost and
   the innermost ring. */
static inline int mill_transform_point(int point, int symmetry, int variant)
{
    int ring = point >> 3, place = point & 7;
    if (symmetry & 4)
        place = (10 - place) & 7;
    if (symmetry & 8)
        ring = mill_rings(variant) - 1 - ring;
    return ring * 8 + ((place + 2 * (symmetry & 3)) & 7);
}

static inline uint32_t mill_transform(uint32_t set, int symmetry, int variant)
{
    if (symmetry & 4) {
        set = (set & 0x0f0f0f) << 4 | (set >> 4 & 0x0f0f0f); /* bytes reversed, point i to 7 - i */
        set = (set & 0x333333) << 2 | (set >> 2 & 0x333333);
        set = (set & 0x555555) << 1 | (set >> 1 & 0x555555);
        set = mill_turn(set, 3);
    }
    if (symmetry & 3)
        set = mill_turn(set, 2 * (symmetry & 3));
    if (symmetry & 8)
        set = mill_rings(variant) == 2 ? (set & 0xff) << 8 | set >> 8
                                       : (set & 0xff) << 16 | (set & 0xff00) | set >> 16;
    return set;
}

#endif
