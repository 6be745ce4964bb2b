/* Each kind of board has a painter for its surface; pieces, marks, values, coordinates and caption
   are the same for all. Everything is painted in squares: the context is scaled once. */
#include "ports/draw/board.h"

#include "ports/draw/blocks.h"
#include "ports/draw/paint.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846
#define FRAME 0.3    /* of the board around its squares */
#define OUTSIDE 0.14 /* white around all */
#define NAMES 0.42   /* room for coordinates */
#define CAPTION 0.62

const struct board_style board_style_standard = {.coordinates = true, .caption = true};

static const struct paint_piece ivory = {0xffffff, 0xd3cdbf,        0xa59e8c,
                                         0x8d846c, PAINT_MARK_RING, 0.55};
static const struct paint_piece ebony = {0x566070, 0x10141a,         0x07090c,
                                         0x000000, PAINT_MARK_CROSS, 0.8};
static const struct paint_piece yellow = {0xffe899, 0xe5a20a,        0xa87404,
                                          0x8a5d00, PAINT_MARK_RING, 1};
static const struct paint_piece red = {0xff9d8a, 0xcf3420, 0x8f1d0e, 0x6d1206, PAINT_MARK_CROSS, 1};
static const struct paint_piece blue = {0x8dbaff, 0x1d50bd, 0x123a8f, 0x0a2a6b, PAINT_MARK_RING, 1};

/* Sides called black and white look so on boards of squares; other boards have their own pair. */
static struct paint_piece piece_of(const struct scene *scene, int side)
{
    const struct game *game = scene->game;
    if (game->board == GAME_BOARD_RACK)
        return side ? red : yellow;
    if (game->board == GAME_BOARD_LINES)
        return side ? red : blue;
    bool white_first = game->side[0] && strcmp(game->side[0], "black") != 0;
    struct paint_piece piece = (side == 0) == white_first ? ivory : ebony;
    if (game->board == GAME_BOARD_SQUARES) /* discs with two faces are nearly plain */
        piece.mark = (side == 0) == white_first ? PAINT_MARK_NONE : PAINT_MARK_RING;
    return piece;
}

uint32_t board_piece_edge(const struct scene *scene, int side)
{
    return piece_of(scene, side).edge;
}

struct layout {
    double square, left, upper; /* where the squares begin, in squares */
    double columns, rows;
    double width, height;
    bool side_names, corner_names;
};

static struct layout layout_of(const struct scene *scene, const struct board_style *style)
{
    struct layout layout = {.columns = scene->right - scene->left + 1,
                            .rows = scene->top - scene->bottom + 1};
    bool blocks = scene->game->board == GAME_BOARD_BLOCKS;
    layout.side_names =
        style->coordinates && (scene->lettered || scene->game->board == GAME_BOARD_RACK);
    layout.corner_names = style->coordinates && !layout.side_names;
    double names = layout.side_names ? NAMES : 0;
    double row_names = scene->game->board == GAME_BOARD_RACK ? 0 : names;
    layout.left = OUTSIDE + FRAME + row_names;
    layout.upper = OUTSIDE + (blocks ? blocks_headroom(scene) : 0) + FRAME +
                   (scene->rows_downwards ? names : 0);
    layout.width = layout.left + layout.columns + FRAME + OUTSIDE;
    layout.height = layout.upper + layout.rows + FRAME + OUTSIDE +
                    (scene->rows_downwards ? 0 : names) + (style->caption ? CAPTION : 0);
    layout.square = style->square > 0 ? style->square : BOARD_SQUARE;
    double longest = fmax(layout.width, layout.height);
    if (longest * layout.square > BOARD_LONGEST)
        layout.square = BOARD_LONGEST / longest;
    return layout;
}

void board_measure(const struct scene *scene, const struct board_style *style, double *width,
                   double *height)
{
    struct layout layout = layout_of(scene, style);
    *width = ceil(layout.width * layout.square);
    *height = ceil(layout.height * layout.square);
}

static void circle(cairo_t *cairo, double x, double y, double radius)
{
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x, y, radius, 0, 2 * PI);
}

/* Where a place is, with the first square's upper left corner as the origin. */
static double place_x(const struct scene *scene, int place)
{
    return scene->places[place].x - scene->left + 0.5;
}

static double place_y(const struct scene *scene, int place)
{
    double lift = scene->game->board == GAME_BOARD_BLOCKS ? blocks_lift(scene, place) : 0;
    return scene->top - scene->places[place].y + 0.5 - lift;
}

/* The board's body with a soft shadow, a little lighter towards the lamp. */
static void body(cairo_t *cairo, double columns, double rows, double corner, uint32_t colour)
{
    double width = columns + 2 * FRAME, height = rows + 2 * FRAME;
    paint_rounded_shadow(cairo, -FRAME, -FRAME, width, height, corner, 0.12);
    cairo_pattern_t *light = cairo_pattern_create_linear(-FRAME, -FRAME, columns, rows);
    for (int stop = 0; stop < 2; stop++) {
        uint32_t shade = paint_mix(colour, stop ? 0x000000 : 0xffffff, stop ? 0.05 : 0.07);
        cairo_pattern_add_color_stop_rgb(light, stop, (shade >> 16 & 255) / 255.0,
                                         (shade >> 8 & 255) / 255.0, (shade & 255) / 255.0);
    }
    paint_rounded(cairo, -FRAME, -FRAME, width, height, corner);
    cairo_set_source(cairo, light);
    cairo_fill(cairo);
    cairo_pattern_destroy(light);
}

static void surface_squares(cairo_t *cairo, double columns, double rows)
{
    body(cairo, columns, rows, 0.22, 0x1f7a4d);
    paint_colour(cairo, 0x0f5132, 1);
    cairo_set_line_width(cairo, 0.026);
    for (int i = 1; i < columns; i++) {
        cairo_move_to(cairo, i, 0);
        cairo_line_to(cairo, i, rows);
    }
    for (int i = 1; i < rows; i++) {
        cairo_move_to(cairo, 0, i);
        cairo_line_to(cairo, columns, i);
    }
    cairo_stroke(cairo);
    cairo_set_line_width(cairo, 0.04);
    paint_rounded(cairo, 0, 0, columns, rows, 0.05);
    cairo_stroke(cairo);
    if (columns < 8 || rows < 8)
        return;
    for (int i = 0; i < 4; i++) { /* the four points that guide the eye */
        circle(cairo, i & 1 ? columns - 2 : 2, i & 2 ? rows - 2 : 2, 0.075);
        cairo_fill(cairo);
    }
}

static void surface_rack(cairo_t *cairo, const struct scene *scene, double columns, double rows)
{
    body(cairo, columns, rows, 0.34, 0x2457c5);
    for (int i = 0; i < scene->count; i++) {
        double x = place_x(scene, i), y = place_y(scene, i);
        cairo_pattern_t *hole =
            cairo_pattern_create_radial(x + 0.05, y + 0.09, 0.2, x + 0.03, y + 0.05, 0.46);
        cairo_pattern_add_color_stop_rgb(hole, 0, 0.105, 0.255, 0.585);
        cairo_pattern_add_color_stop_rgb(hole, 1, 0.055, 0.145, 0.37);
        circle(cairo, x, y, 0.4);
        cairo_set_source(cairo, hole);
        cairo_fill_preserve(cairo);
        cairo_pattern_destroy(hole);
        paint_colour(cairo, 0x153780, 1);
        cairo_set_line_width(cairo, 0.03);
        cairo_stroke(cairo);
        cairo_arc(cairo, x, y, 0.425, PI * 0.05, PI * 0.7); /* the lower rim catches light */
        paint_colour(cairo, 0xffffff, 0.22);
        cairo_set_line_width(cairo, 0.022);
        cairo_stroke(cairo);
    }
}

static void surface_lines(cairo_t *cairo, const struct scene *scene, double columns, double rows)
{
    body(cairo, columns, rows, 0.28, 0xe9d8b6);
    int ends[2];
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    for (int pass = 0; pass < 2; pass++) { /* a groove: light on its lower edge */
        double shift = pass ? 0 : 0.022;
        for (int i = 0; scene->game->link && scene->game->link(scene->setup, i, ends); i++) {
            cairo_move_to(cairo, place_x(scene, ends[0]) + shift, place_y(scene, ends[0]) + shift);
            cairo_line_to(cairo, place_x(scene, ends[1]) + shift, place_y(scene, ends[1]) + shift);
        }
        paint_colour(cairo, pass ? 0x5b4526 : 0xffffff, pass ? 1 : 0.6);
        cairo_set_line_width(cairo, 0.06);
        cairo_stroke(cairo);
    }
    paint_colour(cairo, 0x5b4526, 1);
    for (int i = 0; i < scene->count; i++)
        circle(cairo, place_x(scene, i), place_y(scene, i), 0.095);
    cairo_fill(cairo);
}

static void surface_chequered(cairo_t *cairo, const struct scene *scene, double columns,
                              double rows)
{
    body(cairo, columns, rows, 0.22, 0x5f7186);
    cairo_rectangle(cairo, 0, 0, columns, rows);
    paint_colour(cairo, 0xdde3ea, 1);
    cairo_fill(cairo);
    paint_colour(cairo, 0x8fa1b5, 1);
    for (int i = 0; i < scene->count; i++)
        cairo_rectangle(cairo, place_x(scene, i) - 0.5, place_y(scene, i) - 0.5, 1, 1);
    cairo_fill(cairo);
}

static void stack(cairo_t *cairo, const struct scene *scene, int place)
{
    const struct game_content *content = &scene->contents[place];
    double x = place_x(scene, place), y = place_y(scene, place);
    double thickness = content->height > 8 ? 0.7 / content->height : 0.088;
    double radius = 0.375, floor = y + 0.31;
    cairo_pattern_t *shade = cairo_pattern_create_radial(0, 0, 0.7, 0, 0, 1);
    cairo_pattern_add_color_stop_rgba(shade, 0, 0, 0, 0, 0.38);
    cairo_pattern_add_color_stop_rgba(shade, 1, 0, 0, 0, 0);
    cairo_save(cairo);
    cairo_translate(cairo, x + 0.03, floor + 0.035);
    cairo_scale(cairo, radius * 1.22, radius * 0.5);
    circle(cairo, 0, 0, 1);
    cairo_set_source(cairo, shade);
    cairo_fill(cairo);
    cairo_restore(cairo);
    cairo_pattern_destroy(shade);
    for (int i = 0; i < content->height; i++) {
        struct paint_piece piece = piece_of(scene, content->piece[i]);
        paint_checker(cairo, &piece, x, floor - i * thickness, radius, thickness,
                      i == content->height - 1);
    }
    if (content->height < 2)
        return;
    char height[8]; /* so that nobody has to count */
    snprintf(height, sizeof height, "%d", content->height);
    paint_colour(cairo, PAINT_INK, 0.85);
    paint_text(cairo, x + 0.485, y - 0.38, 0.19, true, PAINT_RIGHT, height);
}

static void pieces(cairo_t *cairo, const struct scene *scene)
{
    enum game_board board = scene->game->board;
    for (int i = 0; i < scene->count; i++) {
        const struct game_content *content = &scene->contents[i];
        if (content->height == 0)
            continue;
        if (board == GAME_BOARD_CHEQUERED) {
            stack(cairo, scene, i);
            continue;
        }
        double radius = board == GAME_BOARD_LINES ? 0.36 : board == GAME_BOARD_RACK ? 0.385 : 0.4;
        struct paint_piece piece = piece_of(scene, content->piece[content->height - 1]);
        paint_disc(cairo, &piece, place_x(scene, i), place_y(scene, i), radius,
                   board != GAME_BOARD_RACK);
    }
}

/* Under the pieces: squares the last move touched, and where legal moves begin. */
static void marks_below(cairo_t *cairo, const struct scene *scene)
{
    enum game_board board = scene->game->board;
    if (board != GAME_BOARD_CHEQUERED && board != GAME_BOARD_SQUARES)
        return;
    for (int i = 0; i < scene->count; i++) {
        if (!(scene->flags[i] & (SCENE_LAST | SCENE_LEFT)) ||
            (board == GAME_BOARD_SQUARES && scene->contents[i].height > 0))
            continue;
        cairo_rectangle(cairo, place_x(scene, i) - 0.5, place_y(scene, i) - 0.5, 1, 1);
        paint_colour(cairo, 0xf2c84b, scene->flags[i] & SCENE_LAST ? 0.75 : 0.4);
        cairo_fill(cairo);
    }
}

static void mark_last(cairo_t *cairo, const struct scene *scene, int place)
{
    double x = place_x(scene, place), y = place_y(scene, place);
    uint8_t flags = scene->flags[place];
    enum game_board board = scene->game->board;
    if (flags & SCENE_LAST && board != GAME_BOARD_CHEQUERED && board != GAME_BOARD_BLOCKS) {
        circle(cairo, x, y, 0.095);
        paint_colour(cairo, 0xffffff, 0.9);
        cairo_fill(cairo);
        circle(cairo, x, y, 0.07);
        paint_colour(cairo, PAINT_LAST, 1);
        cairo_fill(cairo);
    }
    if (flags & SCENE_LEFT && board == GAME_BOARD_LINES) {
        const double dashes[] = {0.09, 0.075};
        circle(cairo, x, y, 0.3);
        paint_colour(cairo, 0x5b4526, 0.9);
        cairo_set_line_width(cairo, 0.045);
        cairo_set_dash(cairo, dashes, 2, 0);
        cairo_stroke(cairo);
        cairo_set_dash(cairo, NULL, 0, 0);
    }
    if (flags & SCENE_TAKEN) {
        cairo_move_to(cairo, x - 0.17, y - 0.17);
        cairo_line_to(cairo, x + 0.17, y + 0.17);
        cairo_move_to(cairo, x + 0.17, y - 0.17);
        cairo_line_to(cairo, x - 0.17, y + 0.17);
        paint_colour(cairo, PAINT_LAST, 1);
        cairo_set_line_width(cairo, 0.07);
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
        cairo_stroke(cairo);
    }
}

static void mark_legal(cairo_t *cairo, const struct scene *scene, int place)
{
    double x = place_x(scene, place), y = place_y(scene, place);
    enum game_board board = scene->game->board;
    if (board == GAME_BOARD_BLOCKS) {
        paint_rounded(cairo, x - 0.44, y - 0.44, 0.88, 0.88, 0.1);
        paint_colour(cairo, PAINT_ACCENT, 1);
        cairo_set_line_width(cairo, 0.055);
        cairo_stroke(cairo);
        return;
    }
    bool bright = board == GAME_BOARD_SQUARES || board == GAME_BOARD_RACK;
    if (board == GAME_BOARD_CHEQUERED) { /* a bar at the foot of the square, clear of the stack */
        paint_rounded(cairo, x - 0.2, y + 0.445, 0.4, 0.05, 0.025);
        paint_colour(cairo, PAINT_ACCENT, 1);
    } else {
        circle(cairo, x, y, bright ? 0.12 : 0.15);
        paint_colour(cairo, bright ? 0xffffff : 0x16a34a, bright ? 0.5 : 0.95);
    }
    cairo_fill(cairo);
}

static void mark_source(cairo_t *cairo, const struct scene *scene, int place)
{
    double x = place_x(scene, place), y = place_y(scene, place);
    paint_colour(cairo, scene->game->board == GAME_BOARD_LINES ? 0x16a34a : PAINT_ACCENT, 1);
    cairo_set_line_width(cairo, 0.05);
    if (scene->game->board == GAME_BOARD_CHEQUERED)
        paint_rounded(cairo, x - 0.465, y - 0.465, 0.93, 0.93, 0.06);
    else
        circle(cairo, x, y, 0.41);
    cairo_stroke(cairo);
}

static bool has_score(const struct scene *scene, int place)
{
    for (int i = 0; i < scene->score_count; i++)
        if (scene->scores[i].to == place && scene->scores[i].from < 0)
            return true;
    return false;
}

static void marks_above(cairo_t *cairo, const struct scene *scene)
{
    for (int i = 0; i < scene->count; i++) {
        mark_last(cairo, scene, i);
        if (scene->flags[i] & SCENE_SOURCE)
            mark_source(cairo, scene, i);
        if (scene->flags[i] & SCENE_LEGAL && !has_score(scene, i))
            mark_legal(cairo, scene, i);
    }
}

/* On dark boards the number stands on the board itself. */
static void value_plain(cairo_t *cairo, const struct scene_score *score, double x, double y)
{
    double room = paint_text_width(cairo, 0.33, true, score->label);
    double size = room > 0.66 ? 0.33 * 0.66 / room : 0.33;
    paint_colour(cairo, score->value < 0 ? 0xffd3c4 : score->best ? 0xffffff : 0xd5f5e3, 1);
    paint_text(cairo, x, y, size, score->value >= 0, PAINT_CENTRE, score->label);
    if (!score->best)
        return;
    paint_colour(cairo, 0xffffff, 1);
    cairo_set_line_width(cairo, 0.045);
    circle(cairo, x, y, 0.4);
    cairo_stroke(cairo);
}

/* On light boards, and on the way of a piece, it stands on a small white plate. */
static void value_plate(cairo_t *cairo, const struct scene_score *score, double x, double y)
{
    double size = 0.22;
    double width = fmax(paint_text_width(cairo, size, true, score->label) + 0.16, 0.34);
    paint_rounded(cairo, x - width / 2, y - 0.165, width, 0.33, 0.165);
    paint_colour(cairo, 0xffffff, 0.96);
    cairo_fill_preserve(cairo);
    uint32_t colour = score->value > 0 ? PAINT_GOOD : score->value < 0 ? PAINT_BAD : PAINT_SOFT;
    paint_colour(cairo, score->best ? PAINT_ACCENT : PAINT_LINE, 1);
    cairo_set_line_width(cairo, score->best ? 0.05 : 0.02);
    cairo_stroke(cairo);
    paint_colour(cairo, colour, 1);
    paint_text(cairo, x, y, size, score->value >= 0, PAINT_CENTRE, score->label);
}

static void values(cairo_t *cairo, const struct scene *scene)
{
    enum game_board board = scene->game->board;
    bool plain = board == GAME_BOARD_SQUARES || board == GAME_BOARD_RACK;
    for (int best = 0; best < 2; best++) /* the best arrow lies on top */
        for (int i = 0; i < scene->score_count; i++) {
            const struct scene_score *score = &scene->scores[i];
            if (score->from < 0 || score->best != best)
                continue;
            struct paint_arrow look = {.bend = 0.08,
                                       .start_gap = 0.25,
                                       .end_gap = 0.14,
                                       .width = best ? 0.075 : 0.05,
                                       .halo = 0.015,
                                       .colour = best ? PAINT_ACCENT : 0x5d6b7c};
            paint_arrow(cairo, place_x(scene, score->from), place_y(scene, score->from),
                        place_x(scene, score->to), place_y(scene, score->to), &look);
        }
    for (int i = 0; i < scene->score_count; i++) {
        const struct scene_score *score = &scene->scores[i];
        double x = place_x(scene, score->to), y = place_y(scene, score->to);
        if (score->from < 0) {
            double below = board == GAME_BOARD_BLOCKS ? 0.27 : 0; /* the cell has a number itself */
            (plain ? value_plain : value_plate)(cairo, score, x, y + below);
            continue;
        }
        double x0 = place_x(scene, score->from), y0 = place_y(scene, score->from);
        double dx = x - x0, dy = y - y0, length = hypot(dx, dy);
        /* beside the arrow and nearer to where it comes from: the way back has its own */
        value_plate(cairo, score, x0 + dx * 0.36 + dy / length * 0.1,
                    y0 + dy * 0.36 - dx / length * 0.1);
    }
}

static void coordinates(cairo_t *cairo, const struct scene *scene, const struct layout *layout)
{
    char name[12];
    double beyond = FRAME + NAMES * 0.52;
    paint_colour(cairo, PAINT_SOFT, 1);
    double line = scene->rows_downwards ? -beyond : layout->rows + beyond;
    for (int x = scene->left; x <= scene->right; x++)
        if (scene_column_name(scene, x, name))
            paint_text(cairo, x - scene->left + 0.5, line, 0.24, false, PAINT_CENTRE, name);
    for (int y = scene->bottom; y <= scene->top; y++)
        if (scene_row_name(scene, y, name))
            paint_text(cairo, -beyond, scene->top - y + 0.5, 0.24, false, PAINT_CENTRE, name);
}

/* Counts of one side (or -1: of the board) as "2 stacks, 5 in hand". */
static void counts_text(const struct scene *scene, int side, char *text, size_t size)
{
    struct game_count counts[GAME_COUNTS_MAX];
    int count =
        scene->game->counts ? scene->game->counts(scene->setup, scene->position, counts) : 0;
    size_t used = 0;
    text[0] = 0;
    for (int i = 0; i < count; i++)
        if (counts[i].side == side && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s %d", used ? "  \u00b7  " : "",
                                     counts[i].name, counts[i].value);
}

static void caption_side(cairo_t *cairo, const struct scene *scene, int side, double x, double y,
                         double size, bool to_move)
{
    char counts[120], text[200];
    counts_text(scene, side, counts, sizeof counts);
    snprintf(text, sizeof text, "%s%s%s", scene->game->side[side], counts[0] ? "  " : "", counts);
    double width = paint_text_width(cairo, size, to_move, text);
    double begin = side == 0 ? x : x - width - size * 2;
    struct paint_piece piece = piece_of(scene, side);
    paint_disc(cairo, &piece, begin + size * 0.6, y, size * 0.55, false);
    paint_colour(cairo, to_move ? PAINT_INK : PAINT_SOFT, 1);
    paint_text(cairo, begin + size * 1.6, y, size, to_move, PAINT_LEFT, text);
    if (!to_move)
        return;
    paint_colour(cairo, PAINT_ACCENT, 1); /* whose turn it is: a bar below the name */
    paint_rounded(cairo, begin, y + size * 0.78, width + size * 1.6, size * 0.16, size * 0.08);
    cairo_fill(cairo);
}

static void caption(cairo_t *cairo, const struct scene *scene, const struct layout *layout)
{
    const struct game *game = scene->game;
    char board[160];
    struct game_result result;
    bool over = game->result(scene->setup, scene->position, &result);
    double y = layout->height - OUTSIDE - CAPTION * 0.36;
    double left = OUTSIDE + 0.06, right = layout->width - OUTSIDE - 0.06, size = 0.24;
    counts_text(scene, -1, board, sizeof board);
    if (game->players == 2) {
        int mover = over ? -1 : game->side_to_move(scene->setup, scene->position);
        for (int side = 0; side < 2; side++)
            caption_side(cairo, scene, side, side ? right : left, y, size, mover == side);
        if (over)
            snprintf(board, sizeof board, "%s", result.half_points == 1 ? "drawn" : "");
    }
    paint_colour(cairo, PAINT_SOFT, 1);
    double room = paint_text_width(cairo, size, false, board);
    if (room > right - left)
        size *= (right - left) / room;
    if (game->players == 2)
        paint_text(cairo, (left + right) / 2, y, size, false, PAINT_CENTRE, board);
    else
        paint_text(cairo, left, y, size, false, PAINT_LEFT, board);
}

static void surface(cairo_t *cairo, const struct scene *scene, const struct layout *layout)
{
    switch (scene->game->board) {
    case GAME_BOARD_SQUARES:
        surface_squares(cairo, layout->columns, layout->rows);
        break;
    case GAME_BOARD_RACK:
        surface_rack(cairo, scene, layout->columns, layout->rows);
        break;
    case GAME_BOARD_LINES:
        surface_lines(cairo, scene, layout->columns, layout->rows);
        break;
    case GAME_BOARD_CHEQUERED:
        surface_chequered(cairo, scene, layout->columns, layout->rows);
        break;
    case GAME_BOARD_BLOCKS:
        blocks_paint(cairo, scene, layout->corner_names);
        break;
    }
}

void board_paint(cairo_t *cairo, const struct scene *scene, const struct board_style *style)
{
    struct layout layout = layout_of(scene, style);
    cairo_save(cairo);
    cairo_scale(cairo, layout.square, layout.square);
    if (!style->transparent) {
        cairo_rectangle(cairo, 0, 0, ceil(layout.width * layout.square) / layout.square,
                        ceil(layout.height * layout.square) / layout.square);
        paint_colour(cairo, 0xffffff, 1);
        cairo_fill(cairo);
    }
    cairo_save(cairo);
    cairo_translate(cairo, layout.left, layout.upper);
    surface(cairo, scene, &layout);
    marks_below(cairo, scene);
    pieces(cairo, scene);
    marks_above(cairo, scene);
    values(cairo, scene);
    if (layout.side_names)
        coordinates(cairo, scene, &layout);
    cairo_restore(cairo);
    if (style->caption)
        caption(cairo, scene, &layout);
    cairo_restore(cairo);
}
