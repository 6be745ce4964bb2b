/* The board is first laid out on a canvas of character cells, each with a glyph, an ink and a
   ground, and then written row by row; colour codes are sent only where something changes. */
#include "ports/draw/terminal.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define NO_COLOUR UINT32_MAX

struct cell {
    char glyph[5]; /* one character in UTF-8; empty for a blank */
    uint32_t ink, ground;
    uint8_t lines; /* which ways a line leaves this cell: 1 up, 2 right, 4 down, 8 left */
    bool bold;
};

struct canvas {
    int columns, rows;
    struct cell *cells;
    bool ascii;
};

/* How places become character cells. */
struct grid {
    int across, down; /* character cells to a place */
    int left, upper;  /* of the first place's field */
};

struct terminal_style terminal_style_for(FILE *out)
{
    struct terminal_style style = {0};
    const char *term = getenv("TERM"), *true_colour = getenv("COLORTERM"), *no = getenv("NO_COLOR");
    if (isatty(fileno(out)) && !(no && *no) && !(term && strcmp(term, "dumb") == 0))
        style.colours = true_colour && (strcmp(true_colour, "truecolor") == 0 ||
                                        strcmp(true_colour, "24bit") == 0)
                            ? TERMINAL_TRUE
                            : TERMINAL_256;
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *locale = getenv(variables[i]);
        if (!locale || !*locale)
            continue;
        const char *set = strchr(locale, '.');
        style.ascii = !set || (strncasecmp(set, ".utf-8", 6) && strncasecmp(set, ".utf8", 5));
        break;
    }
    return style;
}

static struct cell *cell_at(const struct canvas *canvas, int column, int row)
{
    static struct cell outside;
    if (column < 0 || row < 0 || column >= canvas->columns || row >= canvas->rows)
        return &outside;
    return &canvas->cells[row * canvas->columns + column];
}

static void put(const struct canvas *canvas, int column, int row, const char *glyph, uint32_t ink)
{
    struct cell *cell = cell_at(canvas, column, row);
    strncpy(cell->glyph, glyph, sizeof cell->glyph - 1);
    cell->ink = ink;
}

/* ASCII text, one character a cell. */
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
            cell_at(canvas, x, y)->ground = ground;
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
    cell_at(canvas, column, row)->bold = true;
}

/* ---- Boards ---- */

static int field_column(const struct scene *scene, const struct grid *grid, int place)
{
    return grid->left + (scene->places[place].x - scene->left) * grid->across;
}

static int field_row(const struct scene *scene, const struct grid *grid, int place)
{
    return grid->upper + (scene->top - scene->places[place].y) * grid->down;
}

/* Brackets around the last move, readable without colour. */
static void put_last(const struct canvas *canvas, int column, int row, uint32_t ink)
{
    put(canvas, column - 1, row, "[", ink);
    put(canvas, column + 1, row, "]", ink);
}

static void draw_discs(const struct canvas *canvas, const struct scene *scene,
                       const struct grid *grid)
{
    bool rack = scene->game->board == GAME_BOARD_RACK;
    uint32_t ground = rack ? 0x1d479f : 0x1f7a4d, soft = rack ? 0x7d9be0 : 0x8cc9a8;
    int columns = (scene->right - scene->left + 1) * grid->across;
    int rows = (scene->top - scene->bottom + 1) * grid->down;
    fill(canvas, grid->left - 1, grid->upper, columns + 1, rows, ground);
    for (int i = 0; i < scene->count; i++) {
        const struct game_content *content = &scene->contents[i];
        int column = field_column(scene, grid, i), row = field_row(scene, grid, i);
        if (content->height)
            put_piece(canvas, scene, column, row, content->piece[content->height - 1]);
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
        cell_at(canvas, x, y)->lines |= ahead;
        cell_at(canvas, x + dx, y + dy)->lines |= back;
    }
}

static void draw_lines(const struct canvas *canvas, const struct scene *scene,
                       const struct grid *grid)
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
                        const struct grid *grid)
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
                        const struct grid *grid)
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
        cell_at(canvas, column + width, row)->bold = content->number > 0;
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

static struct grid grid_of(const struct scene *scene)
{
    switch (scene->game->board) {
    case GAME_BOARD_LINES:
        return (struct grid){.across = 4, .down = 2, .left = 5, .upper = 0};
    case GAME_BOARD_CHEQUERED: /* four checkers to a line, as many lines as the tallest needs */
        return (struct grid){.across = 6,
                             .down = scene->highest > 4 ? (scene->highest + 3) / 4 : 1,
                             .left = 3,
                             .upper = 0};
    case GAME_BOARD_BLOCKS:
        return (struct grid){.across = digits_of(scene->highest) + 4, .down = 1};
    default:
        return (struct grid){.across = 2, .down = 1, .left = 4, .upper = 0};
    }
}

static void draw_names(const struct canvas *canvas, const struct scene *scene,
                       const struct grid *grid, int line)
{
    char name[12];
    int middle = scene->game->board == GAME_BOARD_CHEQUERED ? 2 : 0;
    for (int x = scene->left; x <= scene->right; x++)
        if (scene_column_name(scene, x, name))
            put_text(canvas, grid->left + (x - scene->left) * grid->across + middle, line, name,
                     NO_COLOUR);
    for (int y = scene->bottom; y <= scene->top; y++)
        if (scene_row_name(scene, y, name))
            put_text(canvas, 2 - (int)strlen(name),
                     grid->upper + (scene->top - y) * grid->down +
                         (scene->game->board == GAME_BOARD_CHEQUERED ? grid->down - 1 : 0),
                     name, NO_COLOUR);
}

/* ---- Writing ---- */

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

static void write_colour(FILE *out, enum terminal_colours colours, int layer, uint32_t colour)
{
    if (colours == TERMINAL_TRUE)
        fprintf(out, "\033[%d;2;%d;%d;%dm", layer, (int)(colour >> 16 & 255),
                (int)(colour >> 8 & 255), (int)(colour & 255));
    else
        fprintf(out, "\033[%d;5;%dm", layer, nearest_256(colour));
}

static void write_row(FILE *out, const struct canvas *canvas, int row,
                      enum terminal_colours colours)
{
    int end = canvas->columns;
    uint32_t ink = NO_COLOUR, ground = NO_COLOUR;
    bool bold = false;
    while (end > 0 && !cell_at(canvas, end - 1, row)->glyph[0] &&
           (colours == TERMINAL_PLAIN || cell_at(canvas, end - 1, row)->ground == NO_COLOUR))
        end--;
    for (int column = 0; column < end; column++) {
        const struct cell *cell = cell_at(canvas, column, row);
        if (colours != TERMINAL_PLAIN &&
            (cell->ground != ground || (cell->glyph[0] && cell->ink != ink) ||
             cell->bold != bold)) {
            fputs(cell->bold ? "\033[0;1m" : "\033[0m", out);
            if (cell->ground != NO_COLOUR)
                write_colour(out, colours, 48, cell->ground);
            if (cell->ink != NO_COLOUR)
                write_colour(out, colours, 38, cell->ink);
            ink = cell->ink, ground = cell->ground, bold = cell->bold;
        }
        fputs(cell->glyph[0] ? cell->glyph : " ", out);
    }
    fputs(colours != TERMINAL_PLAIN ? "\033[0m\n" : "\n", out);
}

static void write_counts(FILE *out, const struct scene *scene, int side)
{
    struct game_count counts[GAME_COUNTS_MAX];
    int count =
        scene->game->counts ? scene->game->counts(scene->setup, scene->position, counts) : 0;
    bool any = false;
    for (int i = 0; i < count; i++)
        if (counts[i].side == side) {
            fprintf(out, "%s%s %d",
                    any        ? ", "
                    : side < 0 ? ""
                               : ", ",
                    counts[i].name, counts[i].value);
            any = true;
        }
    if (any && side < 0)
        fputc('\n', out);
}

static void write_side(FILE *out, const struct scene *scene, const struct terminal_style *style,
                       int side)
{
    struct piece_look look = piece_look(scene, side);
    const struct game *game = scene->game;
    struct game_result result;
    bool over = game->result(scene->setup, scene->position, &result);
    fprintf(out, "%s %s", style->ascii ? look.ascii : look.glyph, game->side[side]);
    write_counts(out, scene, side);
    if (over && result.half_points == (side == 0 ? 2 : 0))
        fputs(", wins", out);
    else if (over && result.half_points == 1)
        fputs(", draws", out);
    else if (!over && game->side_to_move(scene->setup, scene->position) == side) {
        const char *phase = game->phase ? game->phase(scene->setup, scene->position) : NULL;
        fprintf(out, ", to move%s%s", phase ? ": " : "", phase ? phase : "");
    }
    fputc('\n', out);
}

static void write_ways(FILE *out, const struct scene *scene, const struct terminal_style *style)
{
    bool any = false;
    for (int i = 0; i < scene->count; i++) {
        const struct game_content *content = &scene->contents[i];
        if (!(content->marks & GAME_MARK_TELEPORTER) || content->target < 0 ||
            content->target >= scene->count)
            continue;
        fprintf(out, "%s%s%s%s", any ? ", " : "teleporters ", scene->places[i].name,
                style->ascii ? " > " : " → ", scene->places[content->target].name);
        any = true;
    }
    if (any)
        fputc('\n', out);
}

bool terminal_draw(FILE *out, const struct scene *scene, const struct terminal_style *style)
{
    struct grid grid = grid_of(scene);
    int rows = (scene->top - scene->bottom + 1) * grid.down;
    if (scene->game->board == GAME_BOARD_LINES)
        rows -= grid.down - 1; /* nothing lies below the last point */
    bool named = scene->lettered || scene->game->board == GAME_BOARD_RACK;
    int name_line = scene->rows_downwards ? 0 : rows;
    if (scene->rows_downwards)
        grid.upper = 1;
    struct canvas canvas = {.columns =
                                grid.left + (scene->right - scene->left + 1) * grid.across + 2,
                            .rows = rows + named,
                            .ascii = style->ascii};
    canvas.cells = calloc((size_t)canvas.columns * (size_t)canvas.rows, sizeof *canvas.cells);
    if (!canvas.cells)
        return false;
    for (int i = 0; i < canvas.columns * canvas.rows; i++)
        canvas.cells[i].ink = canvas.cells[i].ground = NO_COLOUR;
    switch (scene->game->board) {
    case GAME_BOARD_LINES:
        draw_lines(&canvas, scene, &grid);
        break;
    case GAME_BOARD_CHEQUERED:
        draw_stacks(&canvas, scene, &grid);
        break;
    case GAME_BOARD_BLOCKS:
        draw_blocks(&canvas, scene, &grid);
        break;
    default:
        draw_discs(&canvas, scene, &grid);
        break;
    }
    if (named)
        draw_names(&canvas, scene, &grid, name_line);
    for (int row = 0; row < canvas.rows; row++)
        write_row(out, &canvas, row, style->colours);
    free(canvas.cells);
    if (scene->game->players == 2)
        for (int side = 0; side < 2; side++)
            write_side(out, scene, style, side);
    write_counts(out, scene, -1);
    write_ways(out, scene, style);
    return true;
}

bool terminal_show(FILE *out, const struct game *game, const struct game_setup *setup,
                   const void *position, bool ascii)
{
    struct scene scene;
    struct terminal_style style = terminal_style_for(out);
    style.ascii |= ascii;
    if (!scene_read(&scene, game, setup, position, NULL, NULL))
        return false;
    bool drawn = terminal_draw(out, &scene, &style);
    scene_free(&scene);
    return drawn;
}
