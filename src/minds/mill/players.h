/* The players of mill, each in a file of its own; mind_mill lists them. */
#ifndef MINDS_MILL_PLAYERS_H
#define MINDS_MILL_PLAYERS_H

#include "minds/mind.h"

extern const struct player_kind mill_easy;
extern const struct player_kind mill_priority;
extern const struct player_kind mill_search_alphabeta;
extern const struct player_kind mill_search_minimax;
extern const struct player_kind mill_search_best;

#endif
