/* The hand-made evaluation of the Connect Four automaton's first program: points for windows of
   four cells, for the middle column and for an open horizontal three. The players `hard` and
   `minimax` use it; docs/players/connect4.md lists its weaknesses. */
#ifndef MINDS_CONNECT4_HEURISTIC_H
#define MINDS_CONNECT4_HEURISTIC_H

#include "games/connect4/connect4.h"

enum {
    CONNECT4_POINTS_WON = 100000,
    CONNECT4_WEIGHTS = 6,
};

/* The points in one place, so that they can be evolved. */
struct connect4_weights {
    int16_t middle;      /* own disc in the middle column */
    int16_t open_three;  /* own three on a row, both ends empty */
    int16_t four;        /* window with four own */
    int16_t three;       /* three own, one empty */
    int16_t two;         /* two own, two empty */
    int16_t three_other; /* three of the other side's, one empty */
};

extern const struct connect4_weights connect4_hand_weights;

/* The weights as a vector of CONNECT4_WEIGHTS numbers within +-1, in the order of the struct, so
   that they can be evolved: whole points are thousandths. Šišić's points divided by 100 are
   his player, with every value ten times as large. */
extern const float connect4_hand_vector[CONNECT4_WEIGHTS];
void connect4_weights_from(struct connect4_weights *weights, const float *vector);

/* A board size with the masks the evaluation needs. */
struct connect4_shape {
    uint64_t bottom, cells, middle;
    uint64_t windows[4]; /* cells at which a window begins: up, falling, right, rising */
    uint64_t threes;     /* cells at which an open three's first disc may lie */
    int width, height;
};

void connect4_shape_init(struct connect4_shape *shape, int width, int height);

/* Points of `own` against `other`. */
int connect4_heuristic(const struct connect4_shape *shape, const struct connect4_weights *weights,
                       uint64_t own, uint64_t other);

#endif
