/* The parts that boards are painted with: colours, text, discs, checkers, arrows.

   Everything is measured in squares of the board; the caller has scaled the cairo context. Light
   comes from the upper left, shadows are soft and fall to the lower right. Every piece has exactly
   one outline in the edge colour of its palette. */
#ifndef PORTS_DRAW_PAINT_H
#define PORTS_DRAW_PAINT_H

#include "ports/draw/cairo_late.h"
#include <stdbool.h>
#include <stdint.h>

#define PAINT_INK 0x1c2430
#define PAINT_SOFT 0x667085
#define PAINT_LINE 0xe4e0d6
#define PAINT_PAPER 0xf7f5f0
#define PAINT_ACCENT 0x0d7a6f
#define PAINT_GOOD 0x12805c
#define PAINT_BAD 0xc2410c
#define PAINT_LAST 0xef4444

/* What is embossed on a piece, so that sides differ without their colours. */
enum paint_mark { PAINT_MARK_NONE, PAINT_MARK_RING, PAINT_MARK_CROSS };

struct paint_piece {
    uint32_t light, dark; /* towards and away from the lamp */
    uint32_t edge;        /* outline, used for nothing else */
    uint32_t mark_colour;
    enum paint_mark mark;
    double mark_strength;
};

/* Colours are 0xRRGGBB. */
void paint_colour(cairo_t *cairo, uint32_t colour, double alpha);
uint32_t paint_mix(uint32_t a, uint32_t b, double share_of_b);
void paint_rounded(cairo_t *cairo, double x, double y, double width, double height, double radius);
/* A soft shadow under a rounded rectangle. */
void paint_rounded_shadow(cairo_t *cairo, double x, double y, double width, double height,
                          double radius, double reach);

enum paint_align { PAINT_LEFT, PAINT_CENTRE, PAINT_RIGHT };
/* `y` is the middle of the digits. */
void paint_text(cairo_t *cairo, double x, double y, double size, bool bold, enum paint_align align,
                const char *text);
double paint_text_width(cairo_t *cairo, double size, bool bold, const char *text);

/* A round piece seen from above, or with its own shadow left out (in a rack). */
void paint_disc(cairo_t *cairo, const struct paint_piece *piece, double x, double y, double radius,
                bool shadow);
/* A checker seen from the side and a little from above; `y` is the middle of its lower face. */
void paint_checker(cairo_t *cairo, const struct paint_piece *piece, double x, double y,
                   double radius, double thickness, bool topmost);
/* An arrow that bends to its left by `bend` of its length and stops short of both ends. */
struct paint_arrow {
    double bend, start_gap, end_gap, width;
    double halo; /* of white around it, 0 for none */
    uint32_t colour;
};
void paint_arrow(cairo_t *cairo, double x0, double y0, double x1, double y1,
                 const struct paint_arrow *look);

#endif
