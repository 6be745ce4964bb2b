/* The board is first laid out on a canvas (draw/canvas.h) and then written row by row; colour codes
   are sent only where something changes. */
#include "ports/draw/terminal.h"

#include "ports/draw/canvas.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

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

static void write_colour(FILE *out, enum terminal_colours colours, int layer, uint32_t colour)
{
    if (colours == TERMINAL_TRUE)
        fprintf(out, "\033[%d;2;%d;%d;%dm", layer, (int)(colour >> 16 & 255),
                (int)(colour >> 8 & 255), (int)(colour & 255));
    else
        fprintf(out, "\033[%d;5;%dm", layer, canvas_palette(colour, 256));
}

static void write_row(FILE *out, const struct canvas *canvas, int row,
                      enum terminal_colours colours)
{
    int end = canvas->columns;
    uint32_t ink = CANVAS_NO_COLOUR, ground = CANVAS_NO_COLOUR;
    bool bold = false;
    while (
        end > 0 && !canvas_at(canvas, end - 1, row)->glyph[0] &&
        (colours == TERMINAL_PLAIN || canvas_at(canvas, end - 1, row)->ground == CANVAS_NO_COLOUR))
        end--;
    for (int column = 0; column < end; column++) {
        const struct canvas_cell *cell = canvas_at(canvas, column, row);
        if (colours != TERMINAL_PLAIN &&
            (cell->ground != ground || (cell->glyph[0] && cell->ink != ink) ||
             cell->bold != bold)) {
            fputs(cell->bold ? "\033[0;1m" : "\033[0m", out);
            if (cell->ground != CANVAS_NO_COLOUR)
                write_colour(out, colours, 48, cell->ground);
            if (cell->ink != CANVAS_NO_COLOUR)
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
    const struct game *game = scene->game;
    struct game_result result;
    bool over = game->result(scene->setup, scene->position, &result);
    fprintf(out, "%s %s", canvas_piece(scene, side, style->ascii), game->side[side]);
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
    struct canvas canvas;
    if (!canvas_draw(&canvas, scene, style->ascii, 1))
        return false;
    for (int row = 0; row < canvas.rows; row++)
        write_row(out, &canvas, row, style->colours);
    canvas_free(&canvas);
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
