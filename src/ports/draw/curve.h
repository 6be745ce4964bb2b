/* Curves for people: the score of a game move by move, an error that falls while something is
   learned. Straight lines between points over a grid with numbers at round places; positive and
   negative sides may be shaded for a score. Written with picture_write. */
#ifndef PORTS_DRAW_CURVE_H
#define PORTS_DRAW_CURVE_H

#include <cairo.h>
#include <stdbool.h>

enum { CURVE_WIDTH = 840, CURVE_HEIGHT = 420 }; /* points */

/* A dot on the curve with a word beside it. */
struct curve_mark {
    int index;
    bool bad; /* in the colour of blunders */
    const char *text;
};

struct curve {
    const char *title;
    const char *across, *up; /* what the axes count */
    const double *values;    /* at 0, 1, 2, ...; not-a-number leaves a gap */
    int count;
    int first;  /* the number of values[0] on the axis */
    bool shade; /* between the curve and zero */
    const struct curve_mark *marks;
    int mark_count;
};

/* A picture_painter: `subject` is a struct curve. */
void curve_paint(cairo_t *cairo, const void *subject);

#endif
