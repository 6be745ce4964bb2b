/* The weights that ship with the program.

   swh is the piece counter of the literature. The others are evolved, where a comment tells from
   which generation of which command they are (models/othello-*.vector tells more); those without
   one are still made by hand. tools/ship-vector puts them here. */
#include "minds/othello/weights.h"

static const float swh[] = {
    1.0f, -0.25f, 0.05f, 0.01f, -0.25f, 0.1f, 0.05f, 0.01f, 0.01f, 0.02f,
};

/* Generation 475, 2026-11-16, seed 1:
   potez train othello --preset source-linear-1 --out source-linear-1 --threads 2 --json */
static const float linear[] = {
    0.877275765f,  -0.431283534f, 0.0607932806f,  0.0103348922f, -0.367040247f,  0.411434561f,
    0.0722827241f, 0.0370563045f, -0.0157150012f, 0.0114142857f, -0.0295214895f, 0.302672982f,
};

static const float nn1[] = {
    1.0f,   -0.3f, 0.1f,  0.05f,  0.0f,  -0.3f,  -0.25f, -0.05f, -0.02f, 0.0f,  0.1f, -0.05f, 0.05f,
    0.01f,  0.0f,  0.05f, -0.02f, 0.01f, 0.01f,  0.0f,   1.0f,   -0.3f,  0.05f, 0.0f, 0.0f,   -0.3f,
    -0.05f, 0.0f,  0.0f,  0.0f,   0.1f,  0.0f,   0.0f,   0.0f,   0.05f,  0.0f,  0.0f, 0.0f,   0.05f,
    0.0f,   0.0f,  1.0f,  -0.25f, 0.1f,  -0.25f, 0.0f,   0.05f,  0.0f,   0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   0.5f,   0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   0.5f,   0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   -1.0f,  0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   0.5f,   0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   0.5f,   0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   -1.0f,  0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   0.5f,   0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   0.5f,   0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   -1.0f,  0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   0.5f,   0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   0.5f,   0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   -1.0f,  0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   0.5f,   0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   0.5f,   0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   -1.0f,  0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   0.5f,   0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   0.5f,   0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   -1.0f,  0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   0.5f,   0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   0.5f,   0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   -1.0f,  0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   0.5f,   0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   0.5f,   0.5f,  0.5f, 0.5f,   0.5f,
    0.5f,   0.5f,  0.5f,  0.5f,   0.5f,  0.5f,   0.5f,   0.5f,   -1.0f,  1.0f,  1.0f, 1.0f,   1.0f,
    1.0f,   1.0f,  1.0f,  1.0f,   -1.0f,
};

static const float nn2[] = {
    1.0f, -0.25f, 0.05f, 0.01f, -0.25f, 0.1f, 0.05f, 0.01f, 0.01f, 0.02f, 0.0f,  1.0f,
    1.0f, 1.0f,   1.0f,  1.0f,  1.0f,   1.0f, 1.0f,  -1.0f, 1.0f,  1.0f,  1.0f,  1.0f,
    1.0f, 1.0f,   1.0f,  1.0f,  -1.0f,  1.0f, 1.0f,  1.0f,  1.0f,  1.0f,  1.0f,  1.0f,
    1.0f, -1.0f,  1.0f,  1.0f,  1.0f,   1.0f, 1.0f,  1.0f,  1.0f,  1.0f,  -1.0f, 1.0f,
    1.0f, 1.0f,   1.0f,  1.0f,  1.0f,   1.0f, 1.0f,  -1.0f, 1.0f,  1.0f,  1.0f,  1.0f,
    1.0f, 1.0f,   1.0f,  1.0f,  -1.0f,  1.0f, 1.0f,  1.0f,  1.0f,  1.0f,  1.0f,  1.0f,
    1.0f, -1.0f,  1.0f,  1.0f,  1.0f,   1.0f, 1.0f,  1.0f,  1.0f,  1.0f,  -1.0f, 1.0f,
    1.0f, 1.0f,   1.0f,  1.0f,  1.0f,   1.0f, 1.0f,  -1.0f,
};

const float *const othello_shipped_weights[OTHELLO_FORMS] = {swh, linear, nn1, nn2};
