/* Painting pieces, shadows, text and arrows with cairo. Shadows are stacked transparent shapes
   because vector formats have no blur. Light comes from the upper left in every gradient. */
#include "ports/draw/paint.h"

#include <math.h>

#define PI 3.14159265358979323846

/* fontconfig keeps what it has found until the end of the program and forgets to free it; that is
   not ours to report. */
#if defined __SANITIZE_ADDRESS__
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig\n";
}
#endif

static double channel(uint32_t colour, int shift)
{
    return (double)((colour >> shift) & 255) / 255.0;
}

void paint_colour(cairo_t *cairo, uint32_t colour, double alpha)
{
    cairo_set_source_rgba(cairo, channel(colour, 16), channel(colour, 8), channel(colour, 0),
                          alpha);
}

uint32_t paint_mix(uint32_t a, uint32_t b, double share_of_b)
{
    uint32_t mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        double part = channel(a, shift) * (1 - share_of_b) + channel(b, shift) * share_of_b;
        mixed |= (uint32_t)lround(part * 255) << shift;
    }
    return mixed;
}

static void add_stop(cairo_pattern_t *pattern, double at, uint32_t colour, double alpha)
{
    cairo_pattern_add_color_stop_rgba(pattern, at, channel(colour, 16), channel(colour, 8),
                                      channel(colour, 0), alpha);
}

void paint_rounded(cairo_t *cairo, double x, double y, double width, double height, double radius)
{
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x + width - radius, y + radius, radius, -PI / 2, 0);
    cairo_arc(cairo, x + width - radius, y + height - radius, radius, 0, PI / 2);
    cairo_arc(cairo, x + radius, y + height - radius, radius, PI / 2, PI);
    cairo_arc(cairo, x + radius, y + radius, radius, PI, PI * 3 / 2);
    cairo_close_path(cairo);
}

/* Layers of little darkness, each a step smaller: soft in every format, without a blur. */
void paint_rounded_shadow(cairo_t *cairo, double x, double y, double width, double height,
                          double radius, double reach)
{
    const int layers = 6;
    for (int i = 0; i < layers; i++) {
        double grow = reach * (0.5 - (double)i / layers);
        double corner = fmax(radius + grow, 0.001);
        paint_rounded(cairo, x - grow + reach * 0.12, y - grow + reach * 0.35, width + 2 * grow,
                      height + 2 * grow, corner);
        paint_colour(cairo, PAINT_INK, 0.035);
        cairo_fill(cairo);
    }
}

static void choose_font(cairo_t *cairo, double size, bool bold)
{
    cairo_select_font_face(cairo, "Inter", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, size);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
}

double paint_text_width(cairo_t *cairo, double size, bool bold, const char *text)
{
    cairo_text_extents_t extents;
    choose_font(cairo, size, bold);
    cairo_text_extents(cairo, text, &extents);
    return extents.x_advance;
}

void paint_text(cairo_t *cairo, double x, double y, double size, bool bold, enum paint_align align,
                const char *text)
{
    double width = paint_text_width(cairo, size, bold, text);
    double shift = align == PAINT_LEFT ? 0 : align == PAINT_CENTRE ? width / 2 : width;
    cairo_move_to(cairo, x - shift, y + size * 0.36); /* half the height of a digit */
    cairo_show_text(cairo, text);
    cairo_new_path(cairo);
}

static void circle(cairo_t *cairo, double x, double y, double radius)
{
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x, y, radius, 0, 2 * PI);
}

static void disc_shadow(cairo_t *cairo, double x, double y, double radius)
{
    double cx = x + radius * 0.06, cy = y + radius * 0.14, reach = radius * 1.14;
    cairo_pattern_t *shade = cairo_pattern_create_radial(cx, cy, radius * 0.8, cx, cy, reach);
    add_stop(shade, 0, 0x000000, 0.42);
    add_stop(shade, 1, 0x000000, 0);
    cairo_set_source(cairo, shade);
    circle(cairo, cx, cy, reach);
    cairo_fill(cairo);
    cairo_pattern_destroy(shade);
}

/* Cut into the piece: a dark line and a thin light below it, where the lamp catches the edge. */
static void emboss(cairo_t *cairo, const struct paint_piece *piece, double x, double y,
                   double radius)
{
    if (piece->mark == PAINT_MARK_NONE)
        return;
    cairo_set_line_width(cairo, radius * 0.12);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    for (int pass = 0; pass < 2; pass++) {
        double shift = pass == 0 ? radius * 0.035 : 0;
        if (piece->mark == PAINT_MARK_RING) {
            circle(cairo, x + shift, y + shift, radius * 0.54);
        } else {
            double arm = radius * 0.34;
            cairo_move_to(cairo, x + shift - arm, y + shift - arm);
            cairo_line_to(cairo, x + shift + arm, y + shift + arm);
            cairo_move_to(cairo, x + shift + arm, y + shift - arm);
            cairo_line_to(cairo, x + shift - arm, y + shift + arm);
        }
        if (pass == 0)
            paint_colour(cairo, 0xffffff, 0.28 * piece->mark_strength);
        else
            paint_colour(cairo, piece->mark_colour, 0.62 * piece->mark_strength);
        cairo_stroke(cairo);
    }
}

void paint_disc(cairo_t *cairo, const struct paint_piece *piece, double x, double y, double radius,
                bool shadow)
{
    if (shadow)
        disc_shadow(cairo, x, y, radius);
    cairo_pattern_t *body =
        cairo_pattern_create_radial(x - radius * 0.36, y - radius * 0.42, radius * 0.05,
                                    x - radius * 0.1, y - radius * 0.12, radius * 1.16);
    add_stop(body, 0, piece->light, 1);
    add_stop(body, 0.45, paint_mix(piece->light, piece->dark, 0.5), 1);
    add_stop(body, 1, piece->dark, 1);
    circle(cairo, x, y, radius);
    cairo_set_source(cairo, body);
    cairo_fill_preserve(cairo);
    cairo_pattern_destroy(body);
    paint_colour(cairo, piece->edge, 1);
    cairo_set_line_width(cairo, radius * 0.045);
    cairo_stroke(cairo);
    emboss(cairo, piece, x, y, radius);
}

static void ellipse(cairo_t *cairo, double x, double y, double rx, double ry, double from,
                    double to)
{
    cairo_save(cairo);
    cairo_translate(cairo, x, y);
    cairo_scale(cairo, rx, ry);
    cairo_arc(cairo, 0, 0, 1, from, to);
    cairo_restore(cairo);
}

void paint_checker(cairo_t *cairo, const struct paint_piece *piece, double x, double y,
                   double radius, double thickness, bool topmost)
{
    double flat = radius * 0.34; /* how round it looks from this low */
    cairo_pattern_t *side = cairo_pattern_create_linear(x - radius, 0, x + radius, 0);
    add_stop(side, 0, paint_mix(piece->light, piece->dark, 0.35), 1);
    add_stop(side, 0.3, piece->light, 1);
    add_stop(side, 1, piece->dark, 1);
    cairo_new_path(cairo);
    ellipse(cairo, x, y, radius, flat, 0, PI);
    ellipse(cairo, x, y - thickness, radius, flat, PI, 2 * PI);
    cairo_close_path(cairo);
    cairo_set_source(cairo, side);
    cairo_fill_preserve(cairo);
    cairo_pattern_destroy(side);
    paint_colour(cairo, piece->edge, 1);
    cairo_set_line_width(cairo, 0.016);
    cairo_stroke(cairo);
    if (!topmost)
        return;
    cairo_pattern_t *face = cairo_pattern_create_linear(x - radius, y - thickness - flat,
                                                        x + radius, y - thickness + flat);
    add_stop(face, 0, piece->light, 1);
    add_stop(face, 1, paint_mix(piece->light, piece->dark, 0.55), 1);
    cairo_new_path(cairo);
    ellipse(cairo, x, y - thickness, radius * 0.985, flat * 0.97, 0, 2 * PI);
    cairo_set_source(cairo, face);
    cairo_fill(cairo);
    cairo_pattern_destroy(face);
    cairo_save(cairo);
    cairo_translate(cairo, x, y - thickness);
    cairo_scale(cairo, 1, flat / radius);
    emboss(cairo, piece, 0, 0, radius);
    cairo_restore(cairo);
}

void paint_arrow(cairo_t *cairo, double x0, double y0, double x1, double y1,
                 const struct paint_arrow *look)
{
    double dx = x1 - x0, dy = y1 - y0, length = hypot(dx, dy);
    if (length < 1e-6)
        return;
    double cx = (x0 + x1) / 2 + dy * look->bend, cy = (y0 + y1) / 2 - dx * look->bend;
    double from = hypot(cx - x0, cy - y0), to = hypot(x1 - cx, y1 - cy); /* by the control point */
    double ux = (x1 - cx) / to, uy = (y1 - cy) / to;
    double sx = x0 + (cx - x0) / from * look->start_gap;
    double sy = y0 + (cy - y0) / from * look->start_gap;
    double tx = x1 - ux * look->end_gap, ty = y1 - uy * look->end_gap;
    double head = look->width * 3.4, bx = tx - ux * head * 0.8, by = ty - uy * head * 0.8;
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    for (int halo = look->halo > 0; halo >= 0; halo--) {
        paint_colour(cairo, halo ? 0xffffff : look->colour, 1);
        cairo_set_line_width(cairo, look->width + (halo ? 2 * look->halo : 0));
        cairo_move_to(cairo, sx, sy);
        cairo_curve_to(cairo, sx + (cx - sx) * 2 / 3, sy + (cy - sy) * 2 / 3,
                       bx + (cx - bx) * 2 / 3, by + (cy - by) * 2 / 3, bx, by);
        cairo_stroke(cairo);
        cairo_move_to(cairo, tx, ty);
        cairo_line_to(cairo, tx - ux * head - uy * head * 0.55, ty - uy * head + ux * head * 0.55);
        cairo_line_to(cairo, tx - ux * head + uy * head * 0.55, ty - uy * head - ux * head * 0.55);
        cairo_close_path(cairo);
        cairo_set_line_width(cairo, halo ? 2 * look->halo : look->width * 0.2);
        cairo_fill_preserve(cairo);
        cairo_stroke(cairo);
    }
}
