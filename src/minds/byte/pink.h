/* The rule by which the player "pink" judges a move it made; for its tests. */
#ifndef MINDS_BYTE_PINK_H
#define MINDS_BYTE_PINK_H

#include "games/byte/byte.h"

/* What a won game counts, 10 in the rule's own numbers. */
enum { BYTE_PINK_WON = 56 };

/* The weights of the rule's terms as a vector, so that they can be evolved: numbers within +-1 are
   eighths of the rule's weights, that of a won game 1/256 of its value. */
enum byte_pink_weight {
    BYTE_PINK_CHECKERS, /* own checkers minus the other side's */
    BYTE_PINK_LOW,      /* how low the stack was that the move took from */
    BYTE_PINK_HIGH,     /* how high the new one is */
    BYTE_PINK_TOP,      /* the top checker of the stack taken from is its own */
    BYTE_PINK_COVERED,  /* the top checker of the target is not */
    BYTE_PINK_EVEN,     /* the new height is odd, counted from 1 */
    BYTE_PINK_MIDDLE,   /* steps to the middle while the board is full */
    BYTE_PINK_LEFT,     /* an own checker stays on top where the move began */
    BYTE_PINK_WIN,      /* a won game */
    BYTE_PINK_WEIGHTS
};

/* Those of the report [pinkteam]. */
extern const float byte_pink_hand[BYTE_PINK_WEIGHTS];

/* The sum of the rule's terms for a move (not a pass) of the side to move: 5.6 times its value. */
int byte_pink_judge(const struct byte_rules *rules, const struct byte *board, uint32_t move);

#endif
