/* Curves: axes with round steps (1, 2 or 5 times a power of ten), lines, marks and a legend. A
   logarithmic axis shows whole decades. Points that cannot be shown leave a gap instead of being
   joined over. */
#include "ports/draw/plot.h"

#include "ports/draw/paint.h"
#include <math.h>
#include <stdio.h>

enum { LEFT = 72, RIGHT = 24, TOP = 52, BOTTOM = 56, TICKS = 8 };

static const uint32_t colours[PLOT_LINES] = {0x0d7a6f, 0xc2410c, 0x1d4ed8, 0xb45309,
                                             0x7c3aed, 0x15803d, 0xbe185d, 0x0369a1,
                                             0x57534e, 0x4d7c0f, 0x9f1239, 0x334155};

/* One axis: from the values to 0..1. */
struct axis {
    double low, high, step; /* of logarithms on a logarithmic axis */
    bool logarithmic;
};

static bool usable(const struct axis *axis, double value)
{
    return isfinite(value) && (!axis->logarithmic || value > 0);
}

static double scaled(const struct axis *axis, double value)
{
    return axis->logarithmic ? log10(value) : value;
}

static double place(const struct axis *axis, double value)
{
    return (scaled(axis, value) - axis->low) / (axis->high - axis->low);
}

/* Steps of 1, 2 or 5 times a power of ten, whole decades on a logarithmic axis. */
static void choose_ticks(struct axis *axis)
{
    double span = axis->high - axis->low;
    double rough = span / TICKS, power = pow(10, floor(log10(rough)));
    double share = rough / power;
    axis->step = power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
    if (axis->logarithmic && axis->step < 1)
        axis->step = 1;
    axis->low = floor(axis->low / axis->step + 1e-9) * axis->step;
    axis->high = ceil(axis->high / axis->step - 1e-9) * axis->step;
}

static void measure(const struct plot *plot, bool vertical, struct axis *axis)
{
    *axis =
        (struct axis){INFINITY, -INFINITY, 1, vertical ? plot->y_logarithmic : plot->x_logarithmic};
    for (int i = 0; i < plot->line_count; i++)
        for (int j = 0; j < plot->lines[i].count; j++) {
            double value = vertical ? plot->lines[i].y[j] : plot->lines[i].x[j];
            if (!usable(axis, value))
                continue;
            axis->low = fmin(axis->low, scaled(axis, value));
            axis->high = fmax(axis->high, scaled(axis, value));
        }
    if (vertical && plot->balance) {
        axis->low = fmin(axis->low, -1);
        axis->high = fmax(axis->high, 1);
    }
    if (!isfinite(axis->low))
        axis->low = 0, axis->high = 1;
    if (vertical && !axis->logarithmic && axis->low > 0 && axis->low < axis->high / 2)
        axis->low = 0;
    if (axis->high - axis->low < 1e-9)
        axis->high = axis->low + 1;
    choose_ticks(axis);
}

static double x_of(double share)
{
    return LEFT + share * (PLOT_WIDTH - LEFT - RIGHT);
}

static double y_of(double share)
{
    return PLOT_HEIGHT - BOTTOM - share * (PLOT_HEIGHT - TOP - BOTTOM);
}

static void tick_text(const struct axis *axis, double at, bool sign, char *text, size_t size)
{
    double value = axis->logarithmic ? pow(10, at) : at;
    if (fabs(value) < axis->step * 1e-9)
        value = 0;
    if (sign)
        snprintf(text, size, "%+.6g", value);
    else if (fabs(value) >= 1e6 || (value != 0 && fabs(value) < 1e-3))
        snprintf(text, size, "%.0e", value);
    else
        snprintf(text, size, "%.6g", value);
}

static void paint_axes(cairo_t *cairo, const struct plot *plot, const struct axis *x,
                       const struct axis *y)
{
    char text[32];
    cairo_set_line_width(cairo, 1);
    for (double at = y->low; at <= y->high + y->step / 2; at += y->step) {
        double height = y_of((at - y->low) / (y->high - y->low));
        bool zero = plot->balance && fabs(at) < y->step / 2;
        paint_colour(cairo, zero ? PAINT_SOFT : PAINT_LINE, 1);
        cairo_move_to(cairo, LEFT, height);
        cairo_line_to(cairo, PLOT_WIDTH - RIGHT, height);
        cairo_stroke(cairo);
        tick_text(y, at, plot->balance, text, sizeof text);
        paint_colour(cairo, PAINT_SOFT, 1);
        paint_text(cairo, LEFT - 8, height, 11, false, PAINT_RIGHT, text);
    }
    for (double at = x->low; at <= x->high + x->step / 2; at += x->step) {
        double across = x_of((at - x->low) / (x->high - x->low));
        paint_colour(cairo, PAINT_LINE, 1);
        cairo_move_to(cairo, across, y_of(0));
        cairo_line_to(cairo, across, y_of(0) + 5);
        cairo_stroke(cairo);
        tick_text(x, at, false, text, sizeof text);
        paint_colour(cairo, PAINT_SOFT, 1);
        paint_text(cairo, across, y_of(0) + 16, 11, false, PAINT_CENTRE, text);
    }
    paint_colour(cairo, PAINT_INK, 1);
    paint_text(cairo, LEFT, 20, 15, true, PAINT_LEFT, plot->title);
    paint_text(cairo, PLOT_WIDTH - RIGHT, PLOT_HEIGHT - 16, 12, false, PAINT_RIGHT, plot->x_name);
    paint_text(cairo, LEFT, 40, 12, false, PAINT_LEFT, plot->y_name);
}

static void paint_line(cairo_t *cairo, const struct plot_line *line, uint32_t colour,
                       const struct axis *x, const struct axis *y)
{
    bool drawing = false;
    paint_colour(cairo, colour, 1);
    cairo_set_line_width(cairo, 2);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_new_path(cairo);
    for (int i = 0; i < line->count; i++) {
        bool there = usable(x, line->x[i]) && usable(y, line->y[i]);
        double across = there ? x_of(place(x, line->x[i])) : 0;
        double height = there ? y_of(place(y, line->y[i])) : 0;
        if (there && drawing)
            cairo_line_to(cairo, across, height);
        else if (there)
            cairo_move_to(cairo, across, height);
        drawing = there;
    }
    cairo_stroke(cairo);
    for (int i = 0; line->points && i < line->count; i++)
        if (usable(x, line->x[i]) && usable(y, line->y[i])) {
            cairo_arc(cairo, x_of(place(x, line->x[i])), y_of(place(y, line->y[i])), 3, 0,
                      2 * M_PI);
            cairo_fill(cairo);
        }
}

static void paint_shade(cairo_t *cairo, const struct plot_line *line, const struct axis *x,
                        const struct axis *y)
{
    double zero = y_of(place(y, 0));
    paint_colour(cairo, colours[0], 0.12);
    for (int i = 0; i + 1 < line->count; i++) {
        if (!usable(y, line->y[i]) || !usable(y, line->y[i + 1]))
            continue;
        double from = x_of(place(x, line->x[i])), to = x_of(place(x, line->x[i + 1]));
        cairo_move_to(cairo, from, zero);
        cairo_line_to(cairo, from, y_of(place(y, line->y[i])));
        cairo_line_to(cairo, to, y_of(place(y, line->y[i + 1])));
        cairo_line_to(cairo, to, zero);
        cairo_close_path(cairo);
        cairo_fill(cairo);
    }
}

static void paint_marks(cairo_t *cairo, const struct plot *plot, const struct axis *x,
                        const struct axis *y)
{
    for (int i = 0; i < plot->mark_count; i++) {
        const struct plot_mark *mark = &plot->marks[i];
        double across = x_of(place(x, plot->lines[0].x[mark->index]));
        double height = y_of(place(y, plot->lines[0].y[mark->index]));
        paint_colour(cairo, mark->bad ? PAINT_BAD : colours[0], 1);
        cairo_arc(cairo, across, height, 4, 0, 2 * M_PI);
        cairo_fill(cairo);
        bool under = height < TOP + 24;
        paint_text(cairo, across, under ? height + 15 : height - 13, 12, true, PAINT_CENTRE,
                   mark->text);
    }
}

/* From the right end of the second row of text to the left. */
static void paint_legend(cairo_t *cairo, const struct plot *plot)
{
    double across = PLOT_WIDTH - RIGHT;
    for (int i = plot->line_count - 1; i >= 0; i--) {
        const char *name = plot->lines[i].name;
        paint_colour(cairo, PAINT_INK, 1);
        paint_text(cairo, across, 40, 12, false, PAINT_RIGHT, name);
        across -= paint_text_width(cairo, 12, false, name) + 6;
        paint_colour(cairo, colours[i % PLOT_LINES], 1);
        cairo_set_line_width(cairo, 3);
        cairo_move_to(cairo, across - 16, 40);
        cairo_line_to(cairo, across, 40);
        cairo_stroke(cairo);
        across -= 30;
    }
}

static void paint_plot(cairo_t *cairo, const void *subject)
{
    const struct plot *plot = subject;
    struct axis x, y;
    measure(plot, false, &x);
    measure(plot, true, &y);
    paint_colour(cairo, 0xffffff, 1);
    cairo_paint(cairo);
    paint_axes(cairo, plot, &x, &y);
    if (plot->balance)
        paint_shade(cairo, &plot->lines[0], &x, &y);
    for (int i = 0; i < plot->line_count; i++)
        paint_line(cairo, &plot->lines[i], colours[i % PLOT_LINES], &x, &y);
    paint_marks(cairo, plot, &x, &y);
    if (!plot->balance)
        paint_legend(cairo, plot);
}

bool plot_write_as(const char *path, enum picture_format format, const struct plot *plot,
                   struct error *error)
{
    return picture_write(path, format, PLOT_WIDTH, PLOT_HEIGHT, 2, paint_plot, plot, error);
}

bool plot_write(const char *path, const struct plot *plot, struct error *error)
{
    enum picture_format format = picture_format_of(path);
    if (format == PICTURE_NONE)
        return error_set(error, "%s: expected a name that ends in .svg, .png or .pdf", path);
    return plot_write_as(path, format, plot, error);
}
