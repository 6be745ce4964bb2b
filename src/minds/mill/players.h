/* The players of mill, each in a file of its own; mind_mill lists them. */
#ifndef MINDS_OTHELLO_PLAYERS_H
#define MINDS_OTHELLO_PLAYERS_H

#include "minds/mind.h"

extern const struct player_kind mill_search_alphabeta;
extern const struct player_kind mill_search_minimax;
extern const struct player_kind mill_search_best;

#endif
