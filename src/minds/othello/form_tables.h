/* What a prepared evaluation of form.h looks like: tables that form_prepare.c fills from the
   weights and form.c looks up in. Nobody else reads it. */
#ifndef MINDS_OTHELLO_FORM_TABLES_H
#define MINDS_OTHELLO_FORM_TABLES_H

#include "base/maths.h"
#include "minds/othello/form.h"

/* The inner loops are compiled once per form. In the page, which nobody evolves players in, all
   forms share them: every byte of it is waited for. */
#ifdef __wasm__
#define FORM_INLINE inline
#else
#define FORM_INLINE inline __attribute__((always_inline))
#endif

enum { GROUPS_MAX = 5, NN2_GROUPS = 1, ABREAST = 4 };

/* A first layer of `groups` times eight neurons, each a weighted sum of discs, is looked up row by
   row: for each of the 256 ways in which a row can be filled, what it adds to every neuron. Then
   eight neurons, then one. */
struct net {
    enum othello_terminal terminal;
    int groups;
    bool plain; /* the first layer hands on its sums as they are */
    maths_eight bias[GROUPS_MAX];
    maths_eight second[8 * GROUPS_MAX]; /* from neuron i of the first layer to all eight */
    maths_eight second_bias, third;
    float third_bias;
    maths_eight rows[]; /* [row][byte][group] */
};

struct counter { /* swh and linear */
    enum othello_terminal terminal;
    float rows[8][256]; /* what the discs of a row are worth */
    float freedom, stable;
};

/* Where vectors of sixteen numbers are to be had, four filters are packed (form_packed.h). */
enum { PACKED_GROUPS = 4 };
#if defined(__AVX512F__)
typedef float packed_row __attribute__((vector_size(64), aligned(32), may_alias));
static inline bool form_is_packed(int groups)
{
    return groups == PACKED_GROUPS;
}
#else
static inline bool form_is_packed(int groups)
{
    (void)groups;
    return false;
}
#endif

static inline bool form_is_net(enum othello_form form)
{
    return form >= OTHELLO_LINES;
}

#endif
