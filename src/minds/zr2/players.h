/* The players of ZR 2, for mind_zr2 to list. */
#ifndef MINDS_ZR2_PLAYERS_H
#define MINDS_ZR2_PLAYERS_H

#include "minds/mind.h"

extern const struct player_kind zr2_player_dfs;
extern const struct player_kind zr2_player_dfss;
extern const struct player_kind zr2_player_best;

#endif
