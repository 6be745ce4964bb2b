/* Pictures as files: SVG, PNG or PDF by the ending of the name.

   The file appears whole or not at all: it is written beside its place and renamed. What is not
   a plain file (a device, a pipe, a link) is written through and stays what it is. Kept apart from
   what is drawn, so that curves and boards are written the same way. */
#ifndef PORTS_DRAW_PICTURE_H
#define PORTS_DRAW_PICTURE_H

#include "base/error.h"
#include "ports/draw/board.h"

enum picture_format { PICTURE_NONE, PICTURE_SVG, PICTURE_PNG, PICTURE_PDF };

/* PICTURE_NONE for an ending that is not one of ours. */
enum picture_format picture_format_of(const char *path);

/* Something that paints itself into `width` x `height` points. */
typedef void picture_painter(cairo_t *cairo, const void *subject);

/* `scale` is pixels per point and counts only for PNG. */
bool picture_write(const char *path, enum picture_format format, double width, double height,
                   double scale, picture_painter *paint, const void *subject, struct error *error);

bool picture_write_board(const char *path, enum picture_format format, const struct scene *scene,
                         const struct board_style *style, double scale, struct error *error);

#endif
