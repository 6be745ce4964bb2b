/* Boards as characters: a grid of cells, each with a glyph, colours and boldness, which terminal.c
   prints and ports/screen shows.

   A scene (scene.h) says what lies where in the board's own coordinates; here every field gets a
   place on the grid, as many columns and rows apart as there is room for. Sides differ in shape as
   well as in colour (a filled and an open disc, two letters in ASCII), and the last move has
   brackets, so that nothing depends on colour. What pieces look like stands here alone. */
#include "ports/draw/canvas.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct canvas_cell *canvas_at(const struct canvas *canvas, int column, int row)
{
    static struct canvas_cell outside;
    if (column < 0 || row < 0 || column >= canvas->columns || row >= canvas->rows)
        return &outside;
    return &canvas->cells[row * canvas->columns + column];
}

static void put(const struct canvas *canvas, int column, int row, const char *glyph, uint32_t ink)
{
    struct canvas_cell *cell = canvas_at(canvas, column, row);
    strncpy(cell->glyph, glyph, sizeof cell->glyph - 1);
    cell->ink = ink;
}

/* ASCII text, one character per cell. */
static void put_text(const struct canvas *canvas, int column, int row, const char *text,
                     uint32_t ink)
{
    for (; *text; text++, column++) {
        char glyph[2] = {*text, 0};
        put(canvas, column, row, glyph, ink);
    }
}

static void fill(const struct canvas *canvas, int column, int row, int width, int height,
                 uint32_t ground)
{
    for (int y = row; y < row + height; y++)
        for (int x = column; x < column + width; x++)
            canvas_at(canvas, x, y)->ground = ground;
}

/* ---- What pieces look like ---- */

struct piece_look {
    const char *glyph, *ascii;
    uint32_t ink;
};

static bool first_is_black(const struct game *game)
{
    return game->side[0] && strcmp(game->side[0], "black") == 0;
}

static struct piece_look piece_look(const struct scene *scene, int side)
{
    static const char *const letters[] = {"x", "o"};
    switch (scene->game->board) {
    case GAME_BOARD_RACK:
        return (struct piece_look){side ? "○" : "●", letters[side], side ? 0xff7a66 : 0xffd84d};
    case GAME_BOARD_LINES:
        return (struct piece_look){side ? "●" : "○", side ? "b" : "w", side ? 0xb3281a : 0x1d50bd};
    case GAME_BOARD_CHEQUERED:
        return (struct piece_look){side ? "●" : "○", side ? "b" : "w", side ? 0x10141a : 0xffffff};
    default: {
        bool black = (side == 0) == first_is_black(scene->game);
        return (struct piece_look){black ? "●" : "○", letters[side], black ? 0x0b0e12 : 0xffffff};
    }
    }
}

static void put_piece(const struct canvas *canvas, const struct scene *scene, int column, int row,
                      int side)
{
    struct piece_look look = piece_look(scene, side);
    put(canvas, column, row, canvas->ascii ? look.ascii : look.glyph, look.ink);
    canvas_at(canvas, column, row)->bold = true;
}

/* ---- Boards ---- */

static int field_column(const struct scene *scene, const struct canvas_grid *grid, int place)
{
    return grid->left + (scene->places[place].x - scene->left) * grid->across;
}

static int field_row(const struct scene *scene, const struct canvas_grid *grid, int place)
{
    return grid->upper + (scene->top - scene->places[place].y) * grid->down;
}

/* Brackets around the last move, readable without colour. */
static void put_last(const struct canvas *canvas, int column, int row, uint32_t ink)
{
    put(canvas, column - 1, row, "[", ink);
    put(canvas, column + 1, row, "]", ink);
}

/* Here a row, a mill or a stack can be completed: by the side to move, or by the other. */
static void put_warning(const struct canvas *canvas, const struct scene *scene, int place,
                        int column, int row)
{
    bool chance = scene->flags[place] & SCENE_CHANCE;
    put(canvas, column, row,
        chance && !canvas->ascii ? "◆"
        : chance                 ? "+"
                                 : "!",
        chance ? 0x0f7a35 : 0xd0311e);
    canvas_at(canvas, column, row)->bold = true;
}

static void draw_discs(const struct canvas *canvas, const struct scene *scene,
                       const struct canvas_grid *grid)
{
    bool rack = scene->game->board == GAME_BOARD_RACK;
    uint32_t ground = rack ? 0x1d479f : 0x1f7a4d, soft = rack ? 0x7d9be0 : 0x8cc9a8;
    int beside = grid->across / 2, above = grid->down / 2;
    fill(canvas, grid->left - beside, grid->upper - above,
         (scene->right - scene->left) * grid->across + 2 * beside + 1,
         (scene->top - scene->bottom) * grid->down + 2 * above + 1, ground);
    for (int i = 0; i < scene->count; i++) {
        const struct game_content *content = &scene->contents[i];
        int column = field_column(scene, grid, i), row = field_row(scene, grid, i);
        if (content->height)
            put_piece(canvas, scene, column, row, content->piece[content->height - 1]);
        else if (scene->flags[i] & (SCENE_THREAT | SCENE_CHANCE))
            put_warning(canvas, scene, i, column, row);
        else if (scene->flags[i] & SCENE_LEGAL)
            put(canvas, column, row, canvas->ascii ? "*" : "+", 0xffffff);
        else
            put(canvas, column, row, canvas->ascii ? "." : "·", soft);
        if (scene->flags[i] & SCENE_LAST)
            put_last(canvas, column, row, 0xffe08a);
    }
}

enum { LINE_INK = 0x6b4f27 }; /* brown */

static void draw_link(const struct canvas *canvas, int column0, int row0, int column1, int row1)
{
    int dx = (column1 > column0) - (column1 < column0), dy = (row1 > row0) - (row1 < row0);
    if (dx && dy) { /* one character half way */
        const char *glyph = canvas->ascii ? dx == dy ? "\\" : "/" : dx == dy ? "╲" : "╱";
        put(canvas, (column0 + column1) / 2, (row0 + row1) / 2, glyph, LINE_INK);
        return;
    }
    uint8_t ahead = dx > 0 ? 2 : dx < 0 ? 8 : dy > 0 ? 4 : 1;
    uint8_t back = dx > 0 ? 8 : dx < 0 ? 2 : dy > 0 ? 1 : 4;
    for (int x = column0, y = row0; x != column1 || y != row1; x += dx, y += dy) {
        canvas_at(canvas, x, y)->lines |= ahead;
        canvas_at(canvas, x + dx, y + dy)->lines |= back;
    }
}

static void draw_lines(const struct canvas *canvas, const struct scene *scene,
                       const struct canvas_grid *grid)
{
    static const char *const box[16] = {" ", "│", "─", "└", "│", "│", "┌", "├",
                                        "─", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
    fill(canvas, grid->left - 2, grid->upper, (scene->right - scene->left) * grid->across + 5,
         (scene->top - scene->bottom) * grid->down + 1, 0xe9d8b6);
    int ends[2];
    for (int i = 0; scene->game->link && scene->game->link(scene->setup, i, ends); i++)
        draw_link(canvas, field_column(scene, grid, ends[0]), field_row(scene, grid, ends[0]),
                  field_column(scene, grid, ends[1]), field_row(scene, grid, ends[1]));
    for (int i = 0; i < canvas->columns * canvas->rows; i++) {
        uint8_t lines = canvas->cells[i].lines;
        const char *ascii = lines == 5 ? "|" : lines == 10 ? "-" : "+";
        if (lines)
            put(canvas, i % canvas->columns, i / canvas->columns,
                canvas->ascii ? ascii : box[lines], LINE_INK);
    }
    for (int i = 0; i < scene->count; i++) {
        const struct game_content *content = &scene->contents[i];
        int column = field_column(scene, grid, i), row = field_row(scene, grid, i);
        if (content->height)
            put_piece(canvas, scene, column, row, content->piece[content->height - 1]);
        else if (scene->flags[i] & SCENE_TAKEN)
            put(canvas, column, row, canvas->ascii ? "X" : "×", 0xb3281a);
        else if (scene->flags[i] & (SCENE_THREAT | SCENE_CHANCE))
            put_warning(canvas, scene, i, column, row);
        else if (scene->flags[i] & SCENE_LEGAL)
            put(canvas, column, row, "*", 0x0f7a35);
        else if (canvas->ascii)
            put(canvas, column, row, ".", LINE_INK);
        if (scene->flags[i] & SCENE_LAST)
            put_last(canvas, column, row, 0xb3281a);
    }
}

/* A stack is written from its bottom checker; what does not fit in a line goes on above. */
static void draw_stacks(const struct canvas *canvas, const struct scene *scene,
                        const struct canvas_grid *grid)
{
    fill(canvas, grid->left, grid->upper, (scene->right - scene->left + 1) * grid->across,
         (scene->top - scene->bottom + 1) * grid->down, 0xdde3ea);
    for (int i = 0; i < scene->count; i++) {
        const struct game_content *content = &scene->contents[i];
        int column = field_column(scene, grid, i), row = field_row(scene, grid, i);
        int in_line = grid->across - 2, lowest = row + grid->down - 1;
        uint8_t flags = scene->flags[i];
        uint32_t ground = flags & (SCENE_LAST | SCENE_LEFT) ? 0xc9ab52 : 0x7d90a6;
        fill(canvas, column, row, grid->across, grid->down, ground);
        if (content->height == 0)
            put(canvas, column + 1, lowest, canvas->ascii ? "." : "·", 0xc5d0dc);
        for (int level = 0; level < content->height; level++)
            put_piece(canvas, scene, column + 1 + level % in_line, lowest - level / in_line,
                      content->piece[level]);
        if (flags & SCENE_LAST) {
            put(canvas, column, lowest, "[", 0x5c4300);
            put(canvas, column + grid->across - 1, lowest, "]", 0x5c4300);
        } else if (flags & SCENE_SOURCE) {
            put(canvas, column, lowest, canvas->ascii ? ">" : "▸", 0x04463f);
        }
        if (flags & (SCENE_THREAT | SCENE_CHANCE))
            put_warning(canvas, scene, i, column + grid->across - 1, lowest);
    }
}

static int digits_of(int number)
{
    int digits = 1;
    for (; number >= 10; number /= 10)
        digits++;
    return digits;
}

static void draw_blocks(const struct canvas *canvas, const struct scene *scene,
                        const struct canvas_grid *grid)
{
    static const uint32_t grounds[] = {0xefece3, 0x9cc4ff, 0x8fe0da, 0xffab9b, 0xcdb4fb};
    for (int i = 0; i < scene->count; i++) {
        const struct game_content *content = &scene->contents[i];
        int column = field_column(scene, grid, i), row = field_row(scene, grid, i);
        size_t colour = content->colour < 5 ? content->colour : 0;
        bool player = content->marks & GAME_MARK_PLAYER;
        uint32_t ground = player ? 0xffd84d : content->number > 0 ? grounds[colour] : 0xcfcabd;
        fill(canvas, column, row, grid->across - 1, 1, ground);
        char number[16];
        int width = grid->across - 4; /* bracket, number, mark, bracket or gap */
        snprintf(number, sizeof number, "%d", content->number > 0 ? content->number : 0);
        put_text(canvas, column + 1 + width - (int)strlen(number), row, number,
                 content->number > 0 ? 0x1c2430 : 0x7a7668);
        canvas_at(canvas, column + width, row)->bold = content->number > 0;
        if (player)
            put(canvas, column, row, "[", 0x1c2430);
        if (player)
            put(canvas, column + width + (content->marks == GAME_MARK_PLAYER ? 1 : 2), row, "]",
                0x1c2430);
        else if (scene->flags[i] & SCENE_LEGAL)
            put(canvas, column, row, canvas->ascii ? "*" : "•", 0x04463f);
        if (content->marks & GAME_MARK_TELEPORTER)
            put(canvas, column + 1 + width, row, canvas->ascii ? ">" : "→", 0x1d4fb8);
        if (content->marks & GAME_MARK_INCREASER)
            put(canvas, column + 1 + width, row,
                content->marks & GAME_MARK_TELEPORTER ? "&"
                : canvas->ascii                       ? "v"
                                                      : "↓",
                0xb3341d);
    }
}

/* ---- Around the board ---- */

static struct canvas_grid grid_of(const struct scene *scene, int scale)
{
    bool named_above = scene->rows_downwards; /* a line of names */
    switch (scene->game->board) {
    case GAME_BOARD_LINES:
        return (struct canvas_grid){
            .across = 4 * scale, .down = 2 * scale, .left = 5, .upper = named_above};
    case GAME_BOARD_CHEQUERED: /* four checkers per line, as many lines as the tallest needs */
        return (struct canvas_grid){.across = 6,
                                    .down = scene->highest > 4 ? (scene->highest + 3) / 4 : 1,
                                    .left = 3,
                                    .upper = named_above};
    case GAME_BOARD_BLOCKS:
        return (struct canvas_grid){.across = digits_of(scene->highest) + 4,
                                    .down = scale > 1 ? 2 : 1,
                                    .upper = named_above};
    default:
        return (struct canvas_grid){.across = 2 * scale,
                                    .down = scale,
                                    .left = 3 + scale,
                                    .upper = scale / 2 + named_above};
    }
}

static int rows_of(const struct scene *scene, const struct canvas_grid *grid)
{
    int beyond = scene->top - scene->bottom; /* places below the first */
    switch (scene->game->board) {
    case GAME_BOARD_LINES: /* nothing lies below the last point */
        return beyond * grid->down + 1;
    case GAME_BOARD_CHEQUERED:
    case GAME_BOARD_BLOCKS:
        return (beyond + 1) * grid->down;
    default:
        return beyond * grid->down + 2 * (grid->down / 2) + 1;
    }
}

static void draw_names(const struct canvas *canvas, const struct scene *scene,
                       const struct canvas_grid *grid, int line)
{
    char name[12];
    int middle = scene->game->board == GAME_BOARD_CHEQUERED ? 2 : 0;
    for (int x = scene->left; x <= scene->right; x++)
        if (scene_column_name(scene, x, name))
            put_text(canvas, grid->left + (x - scene->left) * grid->across + middle, line, name,
                     CANVAS_NO_COLOUR);
    for (int y = scene->bottom; y <= scene->top; y++)
        if (scene_row_name(scene, y, name))
            put_text(canvas, 2 - (int)strlen(name),
                     grid->upper + (scene->top - y) * grid->down +
                         (scene->game->board == GAME_BOARD_CHEQUERED ? grid->down - 1 : 0),
                     name, CANVAS_NO_COLOUR);
}

static void draw_board(const struct canvas *canvas, const struct scene *scene)
{
    switch (scene->game->board) {
    case GAME_BOARD_LINES:
        draw_lines(canvas, scene, &canvas->grid);
        break;
    case GAME_BOARD_CHEQUERED:
        draw_stacks(canvas, scene, &canvas->grid);
        break;
    case GAME_BOARD_BLOCKS:
        draw_blocks(canvas, scene, &canvas->grid);
        break;
    default:
        draw_discs(canvas, scene, &canvas->grid);
        break;
    }
}

bool canvas_draw(struct canvas *canvas, const struct scene *scene, bool ascii, int scale)
{
    struct canvas_grid grid = grid_of(scene, scale);
    int rows = rows_of(scene, &grid), beside = (scene->right - scene->left + 1) * grid.across;
    bool named = scene->lettered || scene->game->board == GAME_BOARD_RACK;
    *canvas = (struct canvas){
        .columns = grid.left + beside + 2, .rows = rows + named, .grid = grid, .ascii = ascii};
    canvas->cells = calloc((size_t)canvas->columns * (size_t)canvas->rows, sizeof *canvas->cells);
    if (!canvas->cells)
        return false;
    for (int i = 0; i < canvas->columns * canvas->rows; i++)
        canvas->cells[i].ink = canvas->cells[i].ground = CANVAS_NO_COLOUR;
    draw_board(canvas, scene);
    if (named)
        draw_names(canvas, scene, &grid, scene->rows_downwards ? 0 : rows);
    return true;
}

void canvas_free(struct canvas *canvas)
{
    free(canvas->cells);
    *canvas = (struct canvas){0};
}

/* ---- From places to cells and back ---- */

struct canvas_field canvas_field(const struct canvas *canvas, const struct scene *scene, int place)
{
    const struct canvas_grid *grid = &canvas->grid;
    int column = field_column(scene, grid, place), row = field_row(scene, grid, place);
    struct canvas_field field = {column, row, grid->across, grid->down, column, row};
    switch (scene->game->board) {
    case GAME_BOARD_CHEQUERED:
        field.middle_column = column + 1;
        field.middle_row = row + grid->down - 1;
        break;
    case GAME_BOARD_BLOCKS:
        field.columns = grid->across - 1;
        field.middle_column = column + grid->across - 4;
        field.rows = 1;
        break;
    default:
        field.column = column - (grid->across - 1) / 2;
        field.row = row - (grid->down - 1) / 2;
        break;
    }
    return field;
}

struct canvas_field canvas_mark(const struct canvas *canvas, const struct scene *scene, int place)
{
    struct canvas_field field = canvas_field(canvas, scene, place);
    enum game_board board = scene->game->board;
    if (board == GAME_BOARD_CHEQUERED || board == GAME_BOARD_BLOCKS)
        return field;
    int above = (field.rows - 1) / 2;
    field.column = field.middle_column - 1;
    field.columns = 3;
    field.row = board == GAME_BOARD_LINES ? field.middle_row : field.middle_row - above;
    field.rows = board == GAME_BOARD_LINES ? 1 : 2 * above + 1;
    return field;
}

int canvas_place(const struct canvas *canvas, const struct scene *scene, int column, int row)
{
    for (int i = 0; i < scene->count; i++) {
        struct canvas_field field = canvas_field(canvas, scene, i);
        if (column >= field.column && column < field.column + field.columns && row >= field.row &&
            row < field.row + field.rows)
            return i;
    }
    return -1;
}

const char *canvas_piece(const struct scene *scene, int side, bool ascii)
{
    struct piece_look look = piece_look(scene, side);
    return ascii ? look.ascii : look.glyph;
}

/* ---- Colours ---- */

/* The nearest of the 6x6x6 cube and the grey ramp that terminals of 256 colours share. */
static int nearest_256(uint32_t colour)
{
    static const int steps[] = {0, 95, 135, 175, 215, 255};
    int part[3], index[3], cube = 16, cube_error = 0;
    for (int i = 0; i < 3; i++) {
        part[i] = (int)(colour >> (16 - 8 * i) & 255);
        index[i] = 0;
        for (int j = 1; j < 6; j++)
            if (abs(steps[j] - part[i]) < abs(steps[index[i]] - part[i]))
                index[i] = j;
        int off = steps[index[i]] - part[i];
        cube_error += off * off;
    }
    cube += 36 * index[0] + 6 * index[1] + index[2];
    int grey = ((part[0] + part[1] + part[2]) / 3 - 3) / 10, grey_error = 0;
    grey = grey < 0 ? 0 : grey > 23 ? 23 : grey;
    for (int i = 0; i < 3; i++)
        grey_error += (8 + 10 * grey - part[i]) * (8 + 10 * grey - part[i]);
    return grey_error < cube_error ? 232 + grey : cube;
}

static int nearest_basic(uint32_t colour, int colours)
{
    static const uint32_t basic[] = {0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa,
                                     0x00aaaa, 0xaaaaaa, 0x555555, 0xff5555, 0x55ff55, 0xffff55,
                                     0x5555ff, 0xff55ff, 0x55ffff, 0xffffff};
    int best = 0, least = INT32_MAX;
    for (int i = 0; i < colours && i < 16; i++) {
        int far = 0;
        for (int shift = 0; shift < 24; shift += 8) {
            int off = (int)(basic[i] >> shift & 255) - (int)(colour >> shift & 255);
            far += off * off;
        }
        if (far < least) {
            least = far;
            best = i;
        }
    }
    return best;
}

int canvas_palette(uint32_t colour, int colours)
{
    return colours >= 256 ? nearest_256(colour) : nearest_basic(colour, colours);
}
