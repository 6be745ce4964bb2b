/* A board on character cells, for whatever shows characters: standard output (draw/terminal.h) and
   the full screen (ports/screen).

   canvas_draw lays a scene out, each cell with a glyph, an ink and a ground; sides differ in their
   glyphs, so that colours may be left out. canvas_field and canvas_place lead from a place of the
   board to its cells and back. */
#ifndef PORTS_DRAW_CANVAS_H
#define PORTS_DRAW_CANVAS_H

#include "ports/draw/scene.h"

#define CANVAS_NO_COLOUR UINT32_MAX
#define CANVAS_SCALE_MAX 3

struct canvas_cell {
    char glyph[5]; /* one character in UTF-8; empty for a blank */
    uint32_t ink, ground;
    uint8_t lines; /* which ways a line leaves this cell: 1 up, 2 right, 4 down, 8 left */
    bool bold;
};

/* How places become character cells. */
struct canvas_grid {
    int across, down; /* character cells per place */
    int left, upper;  /* of the first place */
};

struct canvas {
    int columns, rows;
    struct canvas_cell *cells;
    struct canvas_grid grid;
    bool ascii;
};

/* The character cells that belong to a place; `middle` is the one its piece stands in. */
struct canvas_field {
    int column, row, columns, rows, middle_column, middle_row;
};

/* `scale` from 1: larger boards where there is room. False when memory runs out. */
bool canvas_draw(struct canvas *canvas, const struct scene *scene, bool ascii, int scale);
void canvas_free(struct canvas *canvas);

/* The cell, or one that nobody sees. */
struct canvas_cell *canvas_at(const struct canvas *canvas, int column, int row);

struct canvas_field canvas_field(const struct canvas *canvas, const struct scene *scene, int place);
/* The part of it that is marked, around the middle. */
struct canvas_field canvas_mark(const struct canvas *canvas, const struct scene *scene, int place);
/* The place that this cell belongs to, or -1. */
int canvas_place(const struct canvas *canvas, const struct scene *scene, int column, int row);

/* The glyph of a side's pieces. */
const char *canvas_piece(const struct scene *scene, int side, bool ascii);

/* The colour of a palette that is nearest: 256 colours, or the first 8 or 16 of them. */
int canvas_palette(uint32_t colour, int colours);

#endif
