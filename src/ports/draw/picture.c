/* Surfaces for the three formats over one painter. All of them write through lab/replace.h, so a
   picture that fails half-way leaves the old file in place. */
#include "ports/draw/picture.h"

#include "lab/replace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum picture_format picture_format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (!dot)
        return PICTURE_NONE;
    return strcasecmp(dot, ".svg") == 0   ? PICTURE_SVG
           : strcasecmp(dot, ".png") == 0 ? PICTURE_PNG
           : strcasecmp(dot, ".pdf") == 0 ? PICTURE_PDF
                                          : PICTURE_NONE;
}

static cairo_status_t write_part(void *file, const unsigned char *bytes, unsigned int count)
{
    return fwrite(bytes, 1, count, file) == count ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

/* cairo reports through its status; the number from the operating system is the caller's to ask. */
static cairo_status_t render(FILE *file, enum picture_format format, double width, double height,
                             double scale, picture_painter *paint, const void *subject)
{
    cairo_surface_t *surface;
    if (format == PICTURE_PNG)
        surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)ceil(width * scale),
                                             (int)ceil(height * scale));
    else if (format == PICTURE_SVG)
        surface = cairo_svg_surface_create_for_stream(write_part, file, width, height);
    else
        surface = cairo_pdf_surface_create_for_stream(write_part, file, width, height);
    if (format == PICTURE_SVG)
        cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    cairo_t *cairo = cairo_create(surface);
    if (format == PICTURE_PNG)
        cairo_scale(cairo, scale, scale);
    paint(cairo, subject);
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    if (status == CAIRO_STATUS_SUCCESS && format == PICTURE_PNG)
        status = cairo_surface_write_to_png_stream(surface, write_part, file);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return status;
}

bool picture_write(const char *path, enum picture_format format, double width, double height,
                   double scale, picture_painter *paint, const void *subject, struct error *error)
{
    struct replace replace;
    if (!cairo_late_load(error) || !replace_begin(&replace, path, error))
        return false;
    cairo_status_t status = render(replace.file, format, width, height, scale, paint, subject);
    bool drawn = status == CAIRO_STATUS_SUCCESS || status == CAIRO_STATUS_WRITE_ERROR;
    if (!drawn)
        error_machine(error, "%s: cannot be drawn: %s", path, cairo_status_to_string(status));
    return replace_end(&replace, drawn, error);
}

struct board_subject {
    const struct scene *scene;
    const struct board_style *style;
};

static void paint_board(cairo_t *cairo, const void *subject)
{
    const struct board_subject *board = subject;
    board_paint(cairo, board->scene, board->style);
}

bool picture_write_board(const char *path, enum picture_format format, const struct scene *scene,
                         const struct board_style *style, double scale, struct error *error)
{
    double width, height;
    struct board_subject subject = {scene, style};
    board_measure(scene, style, &width, &height);
    if (fmax(width, height) * scale > BOARD_LONGEST)
        scale = BOARD_LONGEST / fmax(width, height);
    return picture_write(path, format, width, height, scale, paint_board, &subject, error);
}
