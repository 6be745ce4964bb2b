/* Where something can be completed: a row, a mill, a full stack, as game->made reports it. Part of
   draw/scene.c. */
#ifndef PORTS_DRAW_THREATS_H
#define PORTS_DRAW_THREATS_H

#include "ports/draw/scene.h"

/* Sets SCENE_CHANCE and SCENE_THREAT. Games that complete nothing have neither, and where memory is
   short there are none. */
void threats_flag(struct scene *scene);

#endif
