/* The multipliers of the player `priority` as a vector, so that they can be evolved.

   A number of the vector is a sixteenth of a multiplier; multipliers below 1/64 count as that,
   because a score of zero means that a slot is out of the question. */
#ifndef MINDS_MILL_PRIORITY_H
#define MINDS_MILL_PRIORITY_H

enum mill_multiplier {
    MILL_PLACE_MIDDLE,    /* placing: the middle slot of a line */
    MILL_PLACE_OWN_TWO,   /* a line with two own men and a free point */
    MILL_PLACE_OTHER_TWO, /* with two of the other side's */
    MILL_PLACE_OTHER,     /* with any of the other side's */
    MILL_PLACE_OWN_ONE,   /* with one own and two free points */
    MILL_TAKE_END,        /* taking: an end of a line */
    MILL_TAKE_OTHER_TWO,  /* a line with two of the other side's men */
    MILL_TAKE_OTHER,      /* with another number of them */
    MILL_MAN_OTHER_MILL,  /* moving a man: a free neighbour on which the other side closes a mill */
    MILL_MAN_OWN_MILL,    /* on which its own side does */
    MILL_TARGET_OWN_TWO,  /* moving to a line with two own men and a free point */
    MILL_TARGET_OTHER_TWO,
    MILL_LANDING_OTHER_TWO, /* flying to one */
    MILL_LANDING_OWN_TWO,
    MILL_MULTIPLIERS
};

#define MILL_MULTIPLIER_SCALE 16.0

/* Brčić's [brcic19], divided by the scale. */
extern const float mill_hand_multipliers[MILL_MULTIPLIERS];

#endif
