/* What a mill position is worth by patterns of points, learned from positions whose results are
   known.

   A position is seen as seven patterns: the three rings of eight points, and four arms of nine, the
   middle of a side with the corners beside it in every ring. Each state of a pattern, as the side
   to move sees it (free, own, other), has a value, and so have the numbers of men; their sum is the
   evaluation in hundredths of a man. Rings and arms together show every line of three, every
   neighbour of every point, and so which men can move and which mills can be opened. The states are
   numbers in base three, one in each lane of a vector, kept up to date while men come and go
   (struct mill_shape); evaluating is seven look-ups. Values differ in six phases of the game.
   Symmetric states share a value; a model (models/mill.model, made by `potez train mill --model
   patterns`) has one for each class.

   For the board of nine men only (mill_patterned). */
#ifndef MINDS_MILL_PATTERNS_H
#define MINDS_MILL_PATTERNS_H

#include "base/error.h"
#include "games/mill/mill.h"

enum {
    MILL_RING_STATES = 6561,
    MILL_ARM_STATES = 19683,
    MILL_RING_CLASSES = 954, /* states up to symmetry of the board */
    MILL_ARM_CLASSES = 5346,
    MILL_PHASES = 6,
    MILL_PATTERNS = 7, /* rings from the outside, then arms */
    MILL_COUNTS = 11,  /* of men: none to ten */
};

typedef uint16_t mill_lanes __attribute__((vector_size(16)));

struct mill_shape {
    mill_lanes men[2]; /* white's and black's share of the states */
};

struct mill_phase_values {
    int16_t material[MILL_COUNTS][MILL_COUNTS]; /* own men and the other's, those in hand too */
    int16_t outer[MILL_RING_STATES];            /* the inner ring's as well */
    int16_t middle[MILL_RING_STATES];
    int16_t arm[MILL_ARM_STATES];
};

struct mill_patterns {
    struct mill_phase_values phase[MILL_PHASES];
};

struct mill_phase_classes {
    int16_t material[MILL_COUNTS][MILL_COUNTS];
    int16_t outer[MILL_RING_CLASSES];
    int16_t middle[MILL_RING_CLASSES];
    int16_t arm[MILL_ARM_CLASSES];
};

/* The same, one value for each class of states. */
struct mill_patterns_packed {
    struct mill_phase_classes phase[MILL_PHASES];
};

enum { MILL_PATTERNS_HEAD = 8, MILL_PATTERNS_BYTES = 8 + sizeof(struct mill_patterns_packed) };

/* The share of a man on each point. */
extern const mill_lanes mill_shape_step[MILL_POINTS_MAX];

struct mill_shape mill_shape_of(const struct mill *board);

/* The shape after a move, of the board before it. */
static inline void mill_shape_play(struct mill_shape *shape, const struct mill *board,
                                   uint32_t move)
{
    int from = mill_move_from(move), captured = mill_move_captured(move);
    mill_lanes own = shape->men[board->side] + mill_shape_step[mill_move_to(move)];
    if (from != MILL_NOWHERE)
        own -= mill_shape_step[from];
    shape->men[board->side] = own;
    if (captured != MILL_NOWHERE)
        shape->men[!board->side] -= mill_shape_step[captured];
}

/* 0-2 while men are placed, by those in hand; then 3-5, by those on the board. */
static inline int mill_phase(const struct mill *board)
{
    int hand = board->hand[0] + board->hand[1];
    if (hand)
        return hand >= 12 ? 0 : hand >= 6 ? 1 : 2;
    int men = bits_count(board->men[0] | board->men[1]);
    return men >= 15 ? 3 : men >= 12 ? 4 : 5;
}

/* Whether the patterns are those of the variant's board. */
static inline bool mill_patterned(int variant)
{
    return mill_same_board(variant, MILL_NINE);
}

/* For the side to move. */
static inline int mill_patterns_evaluate(const struct mill_patterns *patterns,
                                         const struct mill_shape *shape, const struct mill *board)
{
    int side = board->side;
    const struct mill_phase_values *values = &patterns->phase[mill_phase(board)];
    mill_lanes at = shape->men[side] + shape->men[!side] + shape->men[!side];
    int own = bits_count(board->men[side]) + board->hand[side];
    int other = bits_count(board->men[!side]) + board->hand[!side];
    return values->material[own][other] + values->outer[at[0]] + values->middle[at[1]] +
           values->outer[at[2]] + values->arm[at[3]] + values->arm[at[4]] + values->arm[at[5]] +
           values->arm[at[6]];
}

/* Spreads the values of classes to all their states, and gathers a mean for each class. */
void mill_patterns_unpack(const struct mill_patterns_packed *packed,
                          struct mill_patterns *patterns);
/* `sums` holds MILL_RING_STATES or MILL_ARM_STATES numbers, `classes` gets their means. */
void mill_patterns_ring_means(const double *sums, double *classes);
void mill_patterns_arm_means(const double *sums, double *classes);

void mill_patterns_write(const struct mill_patterns_packed *packed,
                         uint8_t bytes[MILL_PATTERNS_BYTES]);
bool mill_patterns_read(const uint8_t *bytes, size_t length, struct mill_patterns_packed *packed,
                        struct error *error);

/* The patterns that players use; with NULL, the initial setting, they use the counting evaluation
   instead. Change them only while nobody thinks. */
const struct mill_patterns *mill_patterns_used(void);
void mill_patterns_use(const struct mill_patterns *patterns);

#endif
