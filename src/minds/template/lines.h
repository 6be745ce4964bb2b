/* What a position of three in a row is judged by before the end: rows that are still open to one
   side alone, the centre and the corners, each with a weight.

   The weights are a vector of numbers within +-1, so that they can be trained (lab/template). */
#ifndef MINDS_TEMPLATE_LINES_H
#define MINDS_TEMPLATE_LINES_H

#include "games/template/template.h"

enum template_feature {
    TEMPLATE_ONES, /* rows with one mark of a side and none of the other's */
    TEMPLATE_TWOS, /* rows with two */
    TEMPLATE_CENTRE,
    TEMPLATE_CORNERS,
    TEMPLATE_FEATURES
};

extern const float template_hand[TEMPLATE_FEATURES];

/* How many of each a side has more than the other. */
void template_count(const struct template_board *board, int side, int counts[TEMPLATE_FEATURES]);

/* What the position is worth to a side, in hundredths; where rows lose, they count against it. */
int template_judge(const struct template_board *board, int side, enum template_goal goal,
                   const float *weights);

#endif
