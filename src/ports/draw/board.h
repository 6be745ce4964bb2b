/* A position painted with cairo, fit for an article: the board in its own material, pieces that
   differ in mark as well as colour, coordinates, the last move, legal moves and their values.

   board_measure gives the size in points; board_paint draws with the upper left corner at the
   origin of the context, so several boards can share a page. draw/picture.h writes files. */
#ifndef PORTS_DRAW_BOARD_H
#define PORTS_DRAW_BOARD_H

#include "ports/draw/cairo_late.h"
#include "ports/draw/scene.h"

#define BOARD_SQUARE 64.0     /* usual points per square */
#define BOARD_LONGEST 16000.0 /* no side of a picture is longer; squares shrink instead */

struct board_style {
    double square;    /* points per square; 0 for the usual size */
    bool coordinates; /* names of columns and rows, or of each place where there are none */
    bool caption;     /* below: the sides, who is to move, the game's counts */
    bool transparent; /* no white behind the board */
};

/* Coordinates and caption. */
extern const struct board_style board_style_standard;

void board_measure(const struct scene *scene, const struct board_style *style, double *width,
                   double *height);
/* The colour of the one outline that each piece of a side has, 0xRRGGBB; nothing else has it. */
uint32_t board_piece_edge(const struct scene *scene, int side);

void board_paint(cairo_t *cairo, const struct scene *scene, const struct board_style *style);

#endif
