/* Curves over a pair of axes, as pictures: how something grows, how training goes, how a game went.

   The caller fills a plot with lines of points and hands it to plot_write; scales, ticks and the
   legend are chosen here. Points that are not finite, and on a logarithmic axis those that are not
   positive, leave a gap. It does not smooth or fit anything. */
#ifndef PORTS_DRAW_PLOT_H
#define PORTS_DRAW_PLOT_H

#include "ports/draw/picture.h"

#define PLOT_LINES 12 /* more are drawn in the same colours again */

struct plot_line {
    const char *name; /* for the legend */
    const double *x, *y;
    int count;
    bool points; /* mark each point */
};

/* A dot on the first line with a word beside it. */
struct plot_mark {
    int index;
    bool bad; /* in the colour of blunders */
    const char *text;
};

struct plot {
    const char *title;
    const char *x_name, *y_name;
    bool x_logarithmic, y_logarithmic;
    bool balance; /* of two sides: zero is shown, and the first line shaded towards it */
    const struct plot_line *lines;
    int line_count;
    const struct plot_mark *marks;
    int mark_count;
};

/* In the size of PLOT_WIDTH x PLOT_HEIGHT points. */
#define PLOT_WIDTH 720.0
#define PLOT_HEIGHT 440.0

bool plot_write_as(const char *path, enum picture_format format, const struct plot *plot,
                   struct error *error);
/* In the format that the ending of the path names. */
bool plot_write(const char *path, const struct plot *plot, struct error *error);

#endif
