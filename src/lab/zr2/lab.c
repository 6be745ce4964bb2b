/* What ZR 2 has besides its rules and its mind: the collection of levels. */
#include "games/zr2/zr2.h"
#include "lab/game.h"

/* Made by the build from levels/ (tools/embed-levels). */
extern const struct lab_level zr2_levels[];

extern const struct lab_game lab_zr2;
const struct lab_game lab_zr2 = {.game = &game_zr2, .levels = zr2_levels};
