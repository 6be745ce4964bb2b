/* n-tuple networks for Othello: the value of a board is a sum of weights that are looked up.

   A tuple is a list of up to ten squares; the discs on them are the digits of a number that picks
   one of 3^n weights. Every tuple is laid on the board in all eight symmetric ways, and all of
   these placements share its weights; placements that cover the same squares are one. The network
   is described by struct othello_ntuple_shape: which tuples, how many stages of the game with
   weights of their own.

   A digit is 1 for a disc of the one who chooses, -1 for the other's, 0 for none; so the index of a
   placement is a sum over the discs, the same board seen from the other side has the opposite
   index, and sixteen indices are calculated at once. Boards are always seen by the one who has just
   moved.

   The file is lines of text ("potez othello ntuple 1", then "name: value" lines among which
   "tuples", "stages" and "weights" are read, then an empty line), followed by the weights, 16 bits
   each, little-endian: stage by stage, tuple by tuple, by index. A weight of OTHELLO_NTUPLE_ONE is
   one unit, of which the hyperbolic tangent is the expected result. */
#ifndef MINDS_OTHELLO_NTUPLE_H
#define MINDS_OTHELLO_NTUPLE_H

#include "base/error.h"
#include "base/text.h"
#include "games/othello/othello.h"
#include <stddef.h>

enum {
    OTHELLO_NTUPLE_LENGTH = 10,      /* squares per tuple, at most */
    OTHELLO_NTUPLE_TUPLES = 64,      /* of a network, at most */
    OTHELLO_NTUPLE_PLACEMENTS = 224, /* at most, a multiple of the lanes */
    OTHELLO_NTUPLE_STAGES = 8,       /* at most */
    OTHELLO_NTUPLE_LANES = 16,
    OTHELLO_NTUPLE_GROUPS = OTHELLO_NTUPLE_PLACEMENTS / OTHELLO_NTUPLE_LANES,
    OTHELLO_NTUPLE_ONE = 2048,
    OTHELLO_NTUPLE_WEIGHTS = 1 << 18, /* in all stages, at most */
};

/* Sums wrap on the way and are read as signed at the end. */
typedef uint16_t othello_ntuple_lanes __attribute__((vector_size(32)));

struct othello_ntuple {
    int length;
    uint8_t square[OTHELLO_NTUPLE_LENGTH];
};

struct othello_ntuple_shape {
    int tuples, stages;
    struct othello_ntuple tuple[OTHELLO_NTUPLE_TUPLES];
    int32_t first[OTHELLO_NTUPLE_TUPLES + 1]; /* where the weights of each tuple begin */
    int32_t weights;                          /* of one stage; first[tuples] */
    int placements; /* without the padding of the last group, which adds nothing */
    int groups;
    int32_t centre[OTHELLO_NTUPLE_PLACEMENTS]; /* the weight of an empty board */
    uint8_t owner[OTHELLO_NTUPLE_PLACEMENTS];  /* the tuple of each placement */
    /* What a disc of one's own on a square adds to the indices. */
    othello_ntuple_lanes power[OTHELLO_SQUARES][OTHELLO_NTUPLE_GROUPS];
};

/* The indices of a board, as far as the shape has groups. */
struct othello_ntuple_indices {
    othello_ntuple_lanes group[OTHELLO_NTUPLE_GROUPS];
};

/* Fills in the rest of a shape whose tuples and stages are given. False, with an error, when there
   are too many placements or weights. */
bool othello_ntuple_prepare(struct othello_ntuple_shape *shape, struct error *error);

/* Reads the tuples: squares without anything between ("a1b1c1d1"), separated by spaces, or the name
   of a set: all-1 to all-8 (every straight line of that many squares), lines (all whole rows,
   columns and diagonals from four squares on), edges (whole lines and the regions at corners and
   edges). */
bool othello_ntuple_tuples_read(const char *text, size_t length, struct othello_ntuple_shape *shape,
                                struct error *error);
void othello_ntuple_tuples_write(const struct othello_ntuple_shape *shape, struct text *text);

/* The permutations of a tuple's squares that a symmetry of the board makes: weights whose indices
   they exchange are the same weight. Returns the index (0..3^n - 1) that stands for all of them. */
int32_t othello_ntuple_canonical(const struct othello_ntuple *tuple, int32_t index);

/* The stage whose weights apply to a board with that many discs. */
static inline int othello_ntuple_stage(const struct othello_ntuple_shape *shape, int discs)
{
    return (discs - 4) * shape->stages / 61;
}

static inline void othello_ntuple_add(const struct othello_ntuple_shape *shape,
                                      struct othello_ntuple_indices *indices, uint64_t squares,
                                      int times)
{
    while (squares) {
        const othello_ntuple_lanes *power = shape->power[bits_pop(&squares)];
        for (int g = 0; g < shape->groups; g++)
            indices->group[g] += power[g] * (uint16_t)times;
    }
}

static inline void othello_ntuple_look(const struct othello_ntuple_shape *shape, uint64_t own,
                                       uint64_t other, struct othello_ntuple_indices *indices)
{
    for (int g = 0; g < shape->groups; g++)
        indices->group[g] = (othello_ntuple_lanes){0};
    othello_ntuple_add(shape, indices, own, 1);
    othello_ntuple_add(shape, indices, other, -1);
}

/* The indices after a move of the one whose discs count as own. */
static inline void othello_ntuple_move(const struct othello_ntuple_shape *shape,
                                       const struct othello_ntuple_indices *before, int square,
                                       uint64_t flips, struct othello_ntuple_indices *after)
{
    const othello_ntuple_lanes *power = shape->power[square];
    for (int g = 0; g < shape->groups; g++)
        after->group[g] = before->group[g] + power[g];
    othello_ntuple_add(shape, after, flips, 2);
}

/* The sum of weights that are floats, as training has them; `weights` is those of the stage. */
float othello_ntuple_sum(const struct othello_ntuple_shape *shape, const float *weights,
                         const struct othello_ntuple_indices *indices);

/* The same for weights as files have them. */
int32_t othello_ntuple_sum16(const struct othello_ntuple_shape *shape, const int16_t *weights,
                             const struct othello_ntuple_indices *indices);

/* -------- files -------- */

struct othello_ntuple_net {
    struct othello_ntuple_shape shape;
    int16_t weights[OTHELLO_NTUPLE_WEIGHTS];
};

bool othello_ntuple_read(const void *bytes, size_t length, struct othello_ntuple_net *net,
                         struct error *error);

/* Writes the file; 0 when the room is too small. `about` holds further lines of the header. */
size_t othello_ntuple_write(const struct othello_ntuple_net *net, const char *about, void *bytes,
                            size_t room);

/* The square to play by looking one ply ahead, the first of equals; finished games count as what
   they are. OTHELLO_PASS when there is no move. */
int othello_ntuple_choose(const struct othello_ntuple_net *net, struct othello board,
                          int32_t *value, uint64_t *nodes);

#endif
