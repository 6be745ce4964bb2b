/* The rule by which the player "pink" judges a move it made; for its tests. */
#ifndef MINDS_BYTE_PINK_H
#define MINDS_BYTE_PINK_H

#include "games/byte/byte.h"

/* What a won game counts, 10 in the rule's own numbers. */
enum { BYTE_PINK_WON = 56 };

/* The sum of the rule's terms for a move (not a pass) of the side to move: 5.6 times its value. */
int byte_pink_judge(const struct byte_rules *rules, const struct byte *board, uint32_t move);

#endif
