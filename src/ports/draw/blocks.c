/* Piles of blocks in perspective from the front and above. A pile is drawn as its front with a
   line per level, then its top, from far rows to near ones so that nearer piles cover farther
   ones. The lift of a level is limited so that no pile covers the number on the one behind it. */
#include "ports/draw/blocks.h"

#include "ports/draw/paint.h"
#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846
#define TILE 0.92 /* side of a block's top */
#define CORNER 0.11
#define MARK 0.29       /* from the middle to the marks in the upper right corner */
#define LIFT_MOST 0.42  /* of the highest pile: less than half a square, so no number is hidden */
#define LEVEL_MOST 0.14 /* of one block */
#define LEVELS_DRAWN 30 /* above that the lines would run together */

static const uint32_t tops[] = {0xfdfcf9, 0x9cc4ff, 0x8fe0da, 0xffab9b, 0xcdb4fb};
static const uint32_t fronts[] = {0xcfc8b8, 0x4a86e0, 0x2fa9a0, 0xd9604a, 0x8a63d2};

static double level_lift(const struct scene *scene)
{
    return scene->highest * LEVEL_MOST > LIFT_MOST ? LIFT_MOST / scene->highest : LEVEL_MOST;
}

double blocks_lift(const struct scene *scene, int place)
{
    int32_t number = scene->contents[place].number;
    return number > 0 ? number * level_lift(scene) : 0;
}

double blocks_headroom(const struct scene *scene)
{
    return scene->highest * level_lift(scene) + 0.12;
}

static double middle_x(const struct scene *scene, int place)
{
    return scene->places[place].x - scene->left + 0.5;
}

static double middle_y(const struct scene *scene, int place)
{
    return scene->top - scene->places[place].y + 0.5;
}

/* A pile from its shadow to the top. */
static void pile(cairo_t *cairo, double x, double y, double side, double lift, int levels,
                 double corner, uint32_t top, uint32_t front)
{
    double left = x - side / 2, upper = y - side / 2;
    paint_rounded_shadow(cairo, left, upper + side * 0.1, side, side * 0.9, corner, 0.12);
    cairo_pattern_t *shade = cairo_pattern_create_linear(0, upper + side - lift, 0, upper + side);
    for (int stop = 0; stop < 2; stop++) {
        uint32_t colour = paint_mix(front, 0x000000, stop ? 0.16 : 0.0);
        cairo_pattern_add_color_stop_rgb(shade, stop, (colour >> 16 & 255) / 255.0,
                                         (colour >> 8 & 255) / 255.0, (colour & 255) / 255.0);
    }
    paint_rounded(cairo, left, upper - lift, side, side + lift, corner);
    cairo_set_source(cairo, shade);
    cairo_fill(cairo);
    cairo_pattern_destroy(shade);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    cairo_set_line_width(cairo, 0.016);
    paint_colour(cairo, paint_mix(front, 0x000000, 0.38), 0.8);
    for (int i = 1; i < levels && levels <= LEVELS_DRAWN; i++) {
        double line = upper + side - lift * i / levels;
        cairo_new_sub_path(cairo); /* follows the round corners of the block */
        cairo_arc_negative(cairo, left + corner, line - corner, corner, PI, PI / 2);
        cairo_arc_negative(cairo, left + side - corner, line - corner, corner, PI / 2, 0);
        cairo_stroke(cairo);
    }
    cairo_pattern_t *light =
        cairo_pattern_create_linear(left, upper - lift, left + side, upper - lift + side);
    for (int stop = 0; stop < 2; stop++) {
        uint32_t colour = stop ? paint_mix(top, front, 0.16) : paint_mix(top, 0xffffff, 0.35);
        cairo_pattern_add_color_stop_rgb(light, stop, (colour >> 16 & 255) / 255.0,
                                         (colour >> 8 & 255) / 255.0, (colour & 255) / 255.0);
    }
    paint_rounded(cairo, left, upper - lift, side, side, corner);
    cairo_set_source(cairo, light);
    cairo_fill_preserve(cairo);
    cairo_pattern_destroy(light);
    paint_colour(cairo, paint_mix(front, 0x000000, 0.1), 0.55);
    cairo_set_line_width(cairo, 0.014);
    cairo_stroke(cairo);
}

static void hollow(cairo_t *cairo, double x, double y)
{
    paint_rounded(cairo, x - TILE / 2, y - TILE / 2, TILE, TILE, CORNER);
    paint_colour(cairo, 0xe9e6de, 1);
    cairo_fill_preserve(cairo);
    paint_colour(cairo, 0xcfcabd, 1);
    cairo_set_line_width(cairo, 0.014);
    cairo_stroke(cairo);
    /* the upper edge throws its shadow inwards */
    cairo_pattern_t *shade = cairo_pattern_create_linear(0, y - TILE / 2, 0, y - TILE / 2 + 0.16);
    cairo_pattern_add_color_stop_rgba(shade, 0, 0.11, 0.14, 0.19, 0.13);
    cairo_pattern_add_color_stop_rgba(shade, 1, 0.11, 0.14, 0.19, 0);
    paint_rounded(cairo, x - TILE / 2, y - TILE / 2, TILE, TILE, CORNER);
    cairo_set_source(cairo, shade);
    cairo_fill(cairo);
    cairo_pattern_destroy(shade);
}

/* A gate: two rings, in the corner of the tile. */
static void teleporter(cairo_t *cairo, double x, double y)
{
    paint_colour(cairo, 0x1d4fb8, 1);
    cairo_set_line_width(cairo, 0.035);
    cairo_arc(cairo, x, y, 0.095, 0, 2 * PI);
    cairo_stroke(cairo);
    cairo_arc(cairo, x, y, 0.035, 0, 2 * PI);
    cairo_fill(cairo);
}

/* Two chevrons pointing down: visiting this cell lowers others. */
static void increaser(cairo_t *cairo, double x, double y)
{
    paint_colour(cairo, 0xb3341d, 1);
    cairo_set_line_width(cairo, 0.045);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    for (int i = 0; i < 2; i++) {
        cairo_move_to(cairo, x - 0.085, y - 0.09 + i * 0.09);
        cairo_line_to(cairo, x, y - 0.01 + i * 0.09);
        cairo_line_to(cairo, x + 0.085, y - 0.09 + i * 0.09);
    }
    cairo_stroke(cairo);
}

static void cell(cairo_t *cairo, const struct scene *scene, int place, bool names)
{
    const struct game_content *content = &scene->contents[place];
    double x = middle_x(scene, place), y = middle_y(scene, place);
    double lift = blocks_lift(scene, place);
    size_t colour = content->colour < sizeof tops / sizeof tops[0] ? content->colour : 0;
    if (content->number > 0)
        pile(cairo, x, y, TILE, lift, content->number, CORNER, tops[colour], fronts[colour]);
    else
        hollow(cairo, x, y);
    double face = y - lift;
    bool leads = content->marks & GAME_MARK_TELEPORTER;
    if (leads)
        teleporter(cairo, x + MARK, face - MARK);
    if (content->marks & GAME_MARK_INCREASER)
        increaser(cairo, leads ? x + MARK - 0.24 : x + MARK, face - MARK);
    bool occupied = content->marks & GAME_MARK_PLAYER;
    if (content->numbered) {
        char number[16];
        snprintf(number, sizeof number, "%d", content->number > 0 ? content->number : 0);
        paint_colour(cairo, content->number > 0 ? PAINT_INK : PAINT_SOFT,
                     content->number > 0 ? 1 : 0.55);
        double size = occupied ? 0.2 : content->number > 999 ? 0.26 : 0.36;
        paint_text(cairo, occupied ? x + 0.31 : x, occupied ? face + 0.3 : face, size,
                   content->number > 0, PAINT_CENTRE, number);
    }
    if (names) {
        paint_colour(cairo, PAINT_INK, 0.5);
        paint_text(cairo, x - 0.39, face - 0.34, 0.14, false, PAINT_LEFT,
                   scene->places[place].name);
    }
    if (occupied)
        pile(cairo, x, face + 0.04, 0.42, 0.2, 1, 0.08, 0xffdc55, 0xd9a406);
}

static void ways(cairo_t *cairo, const struct scene *scene)
{
    static const struct paint_arrow look = {.bend = 0.18,
                                            .start_gap = 0.13,
                                            .end_gap = 0.26,
                                            .width = 0.045,
                                            .halo = 0.022,
                                            .colour = 0x1d4fb8};
    for (int i = 0; i < scene->count; i++) {
        const struct game_content *content = &scene->contents[i];
        if (!(content->marks & GAME_MARK_TELEPORTER) || content->target < 0 ||
            content->target >= scene->count || content->target == i)
            continue;
        paint_arrow(cairo, middle_x(scene, i) + MARK,
                    middle_y(scene, i) - blocks_lift(scene, i) - MARK,
                    middle_x(scene, content->target),
                    middle_y(scene, content->target) - blocks_lift(scene, content->target), &look);
    }
}

void blocks_paint(cairo_t *cairo, const struct scene *scene, bool names)
{
    for (int y = scene->top; y >= scene->bottom; y--) /* from far to near */
        for (int i = 0; i < scene->count; i++)
            if (scene->places[i].y == y)
                cell(cairo, scene, i, names);
    ways(cairo, scene);
}
