/* A position as text for a terminal or a file, with coordinates around the board.

   Sides differ in their characters, colour only helps: where there is colour, the board brings its
   own background, so that it reads the same on dark and on light terminals. */
#ifndef PORTS_DRAW_TERMINAL_H
#define PORTS_DRAW_TERMINAL_H

#include "ports/draw/scene.h"
#include <stdio.h>

enum terminal_colours { TERMINAL_PLAIN, TERMINAL_256, TERMINAL_TRUE };

struct terminal_style {
    enum terminal_colours colours;
    bool ascii; /* nothing but ASCII */
};

/* Colour only when `out` is a terminal and NO_COLOR is unset; letters beyond ASCII only where the
   locale's variables speak of UTF-8, unless nothing is known about it. */
struct terminal_style terminal_style_for(FILE *out);

/* The board, then a line for each side with its counts and who is to move. False when memory runs
   out. What could not be written shows in ferror(out). */
bool terminal_draw(FILE *out, const struct scene *scene, const struct terminal_style *style);

/* The same for a position alone, in the style that suits `out`; nothing but ASCII if asked for. */
bool terminal_show(FILE *out, const struct game *game, const struct game_setup *setup,
                   const void *position, bool ascii);

#endif
