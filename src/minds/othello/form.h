/* Evaluations of Othello that are a vector of weights: what is evolved, and the players `swh`,
   `linear`, `nn1`, `nn2` and `lines`.

   A form says what the weights mean. othello_form_prepare turns a vector into tables once; then
   othello_form_value judges boards quickly and othello_form_choose plays by alpha-beta to a small
   depth. Values are always from the view of the one who chooses, also at leaves where the other
   side is to move, because the networks are not symmetric in the two colours.

     swh     10 weights: one for each class of squares, own discs minus the other's
     linear  12 weights: the classes (squares next to an occupied corner count nothing), freedom
             (empty neighbours of discs) and stable discs on the edges
     nn2     92 weights: the board as 8 triangles of 10 squares, one neuron each with shared
             weights, then 8 neurons, then 1
     nn1     the same with several filters over the triangles, 75 weights per filter and 17 more
     lines   369 weights: rows and columns, diagonals and corner blocks, 38 neurons whose weights
             are shared over the symmetries, then 8 neurons, then 1

   The classes are numbered from the corner of a quadrant: 1 5 6 7 / 5 2 8 9 / 6 8 3 10 / 7 9 10 4.
   All neurons are sigmoids unless the traits say otherwise. See docs/players/othello.md. */
#ifndef MINDS_OTHELLO_FORM_H
#define MINDS_OTHELLO_FORM_H

#include "games/othello/othello.h"

enum othello_form {
    OTHELLO_SWH,
    OTHELLO_LINEAR,
    OTHELLO_LINES,
    OTHELLO_NN2,
    OTHELLO_NN1,
    OTHELLO_FORMS
};

enum { OTHELLO_FORM_WEIGHTS_MAX = 392, OTHELLO_CLASSES = 10, OTHELLO_FILTERS_MAX = 5 };

enum othello_first { OTHELLO_FIRST_SIGMOID, OTHELLO_FIRST_PLAIN, OTHELLO_FIRST_TANH };
enum othello_terminal {
    OTHELLO_TERMINAL_WON,    /* beyond all evaluations; a draw is in the middle of them */
    OTHELLO_TERMINAL_DISCS,  /* the difference of discs, on the scale of the evaluation */
    OTHELLO_TERMINAL_JUDGED, /* what the evaluation says */
};

/* What the weights alone do not say. */
struct othello_traits {
    int filters; /* of nn1, 1 to OTHELLO_FILTERS_MAX */
    enum othello_first first;
    enum othello_terminal terminal;
};
extern const struct othello_traits othello_usual_traits;

/* The data of a player that plays by weights of its own. */
struct othello_vector {
    struct othello_traits traits;
    float weights[OTHELLO_FORM_WEIGHTS_MAX];
};

/* Values of finished games; far beyond those of any evaluation. */
#define OTHELLO_FORM_WON 1.0e6f

extern const char *const othello_form_names[OTHELLO_FORMS];
/* With the usual traits. */
int othello_form_weights(enum othello_form form);
/* The weights of each layer in order, biases included; how many layers. */
int othello_form_layers(enum othello_form form, const struct othello_traits *traits, int sizes[3]);

/* The class (0..9) of every square. */
int othello_square_class(int square);

/* The 12 inputs of the linear form. */
void othello_linear_inputs(struct othello board, int16_t *inputs);

#define OTHELLO_FORM_BYTES_MAX (336 * 1024)

/* Tables for a vector, in OTHELLO_FORM_BYTES_MAX aligned to 32. */
void othello_form_prepare(enum othello_form form, const struct othello_traits *traits,
                          const float *weights, void *prepared);

/* `own` and `other` are the discs of the one who chooses and of the other side. */
float othello_form_value(enum othello_form form, const void *prepared, uint64_t own,
                         uint64_t other);

/* The square to play at a depth of 1 or more plies, the first of equals; OTHELLO_PASS when there is
   no move. `value` may be NULL. */
int othello_form_choose(enum othello_form form, const void *prepared, struct othello board,
                        int depth, float *value, uint64_t *nodes);

#endif
