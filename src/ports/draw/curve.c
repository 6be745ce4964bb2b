#include "ports/draw/curve.h"

#include "ports/draw/paint.h"
#include <math.h>
#include <stdio.h>

enum { LEFT = 64, RIGHT = 24, TOP = 52, BOTTOM = 52 };

struct frame {
    double low, high; /* of the values shown */
    double step;      /* between lines of the grid */
    int count;
};

/* 1, 2 or 5 times a power of ten, so that there are about six lines. */
static double round_step(double range)
{
    double power = pow(10, floor(log10(range / 6)));
    double times = range / 6 / power;
    return power * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
}

static struct frame frame_of(const struct curve *curve)
{
    double low = curve->shade ? 0 : INFINITY, high = curve->shade ? 0 : -INFINITY;
    for (int i = 0; i < curve->count; i++)
        if (isfinite(curve->values[i])) {
            low = fmin(low, curve->values[i]);
            high = fmax(high, curve->values[i]);
        }
    if (!isfinite(low) || !isfinite(high))
        low = high = 0;
    if (high - low < 1e-6) {
        low -= 1;
        high += 1;
    }
    double step = round_step(high - low);
    return (struct frame){floor(low / step) * step, ceil(high / step) * step, step, curve->count};
}

static double x_of(const struct frame *frame, double index)
{
    double width = CURVE_WIDTH - LEFT - RIGHT;
    return LEFT + (frame->count > 1 ? index / (frame->count - 1) : 0.5) * width;
}

static double y_of(const struct frame *frame, double value)
{
    double height = CURVE_HEIGHT - TOP - BOTTOM;
    return TOP + (frame->high - value) / (frame->high - frame->low) * height;
}

static void paint_grid(cairo_t *cairo, const struct curve *curve, const struct frame *frame)
{
    char text[32];
    cairo_set_line_width(cairo, 1);
    for (double at = frame->low; at <= frame->high + frame->step / 2; at += frame->step) {
        bool zero = fabs(at) < frame->step / 2 && curve->shade;
        paint_colour(cairo, zero ? PAINT_SOFT : PAINT_LINE, 1);
        cairo_move_to(cairo, LEFT, y_of(frame, at));
        cairo_line_to(cairo, CURVE_WIDTH - RIGHT, y_of(frame, at));
        cairo_stroke(cairo);
        snprintf(text, sizeof text, curve->shade ? "%+g" : "%g", fabs(at) < 1e-9 ? 0.0 : at);
        paint_colour(cairo, PAINT_SOFT, 1);
        paint_text(cairo, LEFT - 10, y_of(frame, at), 13, false, PAINT_RIGHT, text);
    }
    int every = frame->count > 100 ? 20 : frame->count > 30 ? 10 : 5;
    for (int i = 0; i < frame->count; i++) {
        if ((curve->first + i) % every != 0)
            continue;
        snprintf(text, sizeof text, "%d", curve->first + i);
        paint_text(cairo, x_of(frame, i), CURVE_HEIGHT - BOTTOM + 16, 13, false, PAINT_CENTRE,
                   text);
    }
    paint_text(cairo, CURVE_WIDTH - RIGHT, CURVE_HEIGHT - 16, 13, false, PAINT_RIGHT,
               curve->across);
    paint_text(cairo, 12, TOP - 14, 13, false, PAINT_LEFT, curve->up);
}

static void trace(cairo_t *cairo, const struct curve *curve, const struct frame *frame)
{
    bool pen_down = false;
    for (int i = 0; i < curve->count; i++) {
        if (!isfinite(curve->values[i])) {
            pen_down = false;
            continue;
        }
        double x = x_of(frame, i), y = y_of(frame, curve->values[i]);
        if (pen_down)
            cairo_line_to(cairo, x, y);
        else
            cairo_move_to(cairo, x, y);
        pen_down = true;
    }
}

static void paint_shade(cairo_t *cairo, const struct curve *curve, const struct frame *frame)
{
    for (int i = 0; i + 1 < curve->count; i++) {
        double a = curve->values[i], b = curve->values[i + 1];
        if (!isfinite(a) || !isfinite(b))
            continue;
        cairo_move_to(cairo, x_of(frame, i), y_of(frame, 0));
        cairo_line_to(cairo, x_of(frame, i), y_of(frame, a));
        cairo_line_to(cairo, x_of(frame, i + 1), y_of(frame, b));
        cairo_line_to(cairo, x_of(frame, i + 1), y_of(frame, 0));
        cairo_close_path(cairo);
        paint_colour(cairo, PAINT_ACCENT, 0.12);
        cairo_fill(cairo);
    }
}

static void paint_marks(cairo_t *cairo, const struct curve *curve, const struct frame *frame)
{
    for (int i = 0; i < curve->mark_count; i++) {
        const struct curve_mark *mark = &curve->marks[i];
        double x = x_of(frame, mark->index), y = y_of(frame, curve->values[mark->index]);
        paint_colour(cairo, mark->bad ? PAINT_BAD : PAINT_ACCENT, 1);
        cairo_arc(cairo, x, y, 4, 0, 2 * 3.14159265358979);
        cairo_fill(cairo);
        bool under = y < TOP + 24;
        paint_text(cairo, x, under ? y + 15 : y - 13, 12, true, PAINT_CENTRE, mark->text);
    }
}

void curve_paint(cairo_t *cairo, const void *subject)
{
    const struct curve *curve = subject;
    struct frame frame = frame_of(curve);
    paint_colour(cairo, PAINT_PAPER, 1);
    cairo_paint(cairo);
    paint_colour(cairo, PAINT_INK, 1);
    paint_text(cairo, LEFT, 20, 17, true, PAINT_LEFT, curve->title);
    paint_grid(cairo, curve, &frame);
    if (curve->shade)
        paint_shade(cairo, curve, &frame);
    paint_colour(cairo, PAINT_ACCENT, 1);
    cairo_set_line_width(cairo, 2.2);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    trace(cairo, curve, &frame);
    cairo_stroke(cairo);
    paint_marks(cairo, curve, &frame);
}
