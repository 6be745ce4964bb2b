/* The minds, one per game: the one place in this room that names them all. A line here also tells
   the build to enter the folder of that name. */
#include "minds/mind.h"

#define MINDS(EACH)                                                                                \
    EACH(othello)                                                                                  \
    EACH(connect4)                                                                                 \
    EACH(mill)                                                                                     \
    EACH(byte)                                                                                     \
    EACH(zr2)

#define DECLARE(name) extern const struct mind mind_##name;
#define ENTER(name) &mind_##name,

MINDS(DECLARE)

const struct mind *const minds[] = {MINDS(ENTER)};
const int mind_count = (int)(sizeof minds / sizeof minds[0]);
