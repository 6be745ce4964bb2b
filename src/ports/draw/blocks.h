/* A board of blocks: each cell is a pile as high as its number, seen from the front and above, the
   number on top; the one who walks the board is a yellow cube. Piles are flat enough that none
   hides the number behind it. Part of draw/board.c. */
#ifndef PORTS_DRAW_BLOCKS_H
#define PORTS_DRAW_BLOCKS_H

#include "ports/draw/cairo_late.h"
#include "ports/draw/scene.h"

/* Room that piles need above the farthest row, in squares. */
double blocks_headroom(const struct scene *scene);

/* The middle of square (x, y) is at (x - left + 0.5, top - y + 0.5) in the context's units. */
void blocks_paint(cairo_t *cairo, const struct scene *scene, bool names);

/* How far the top of this place is lifted towards the upper edge. */
double blocks_lift(const struct scene *scene, int place);

#endif
