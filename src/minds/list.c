/* The minds, one a game: the one place in this room that names them all. */
#include "minds/mind.h"

extern const struct mind mind_byte;
extern const struct mind mind_connect4;
extern const struct mind mind_mill;
extern const struct mind mind_othello;
extern const struct mind mind_zr2;

static const struct mind *const minds[] = {
    &mind_othello, &mind_connect4, &mind_mill, &mind_byte, &mind_zr2,
};

const struct mind *mind_of(const struct game *game)
{
    for (size_t i = 0; i < sizeof minds / sizeof minds[0]; i++)
        if (minds[i]->game == game)
            return minds[i];
    return NULL;
}
