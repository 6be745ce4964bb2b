/* potez show: a position as text, or as pictures for an article. */
#include "ports/cli/arguments.h"
#include "ports/cli/command.h"
#include "ports/cli/json_line.h"
#include "ports/cli/position.h"
#include "ports/draw/picture.h"
#include "ports/draw/terminal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct command_option options[] = {
    {"svg", "FILE", "write the board as an SVG picture"},
    {"png", "FILE", "write it as a PNG picture"},
    {"pdf", "FILE", "write it as a PDF page"},
    {"size", "N", "size of a square in pictures, 8 to 512 points (64)"},
    {"legal", NULL, "mark the legal moves"},
    {"plain", NULL, "pictures without coordinates, last move and caption"},
    {"ascii", NULL, "use only ASCII characters"},
    {0},
};

struct show {
    struct opened position;
    struct scene scene;
    struct game_step steps[GAME_STEPS_MAX];
    struct scene_options marks;
    struct board_style style;
};

/* The last move's touches, taken from the position before it. */
static void find_last_move(struct show *show)
{
    const struct opened *position = &show->position;
    int last = session_ply(position->session) - 1;
    if (last < 0)
        return;
    show->marks.last = show->steps;
    show->marks.last_count =
        position->game->move_steps(&position->setup, session_position_at(position->session, last),
                                   session_move_at(position->session, last), show->steps);
}

static void show_json(const struct show *show)
{
    const struct opened *position = &show->position;
    struct text text;
    struct json_out json;
    text_init(&text, NULL, 0); /* only measures */
    position->game->position_write(&position->setup, session_position(position->session), &text);
    size_t size = text.length + 1;
    char *buffer = command_memory(size);
    text_init(&text, buffer, size);
    position->game->position_write(&position->setup, session_position(position->session), &text);
    json_line_begin(&json, stdout);
    json_out_text(&json, "game", position->game->name);
    json_out_text(&json, "position", buffer);
    json_line_end(&json);
    free(buffer);
}

/* Each file that was asked for; the number of them, or -1 after a message. */
static int write_pictures(const struct arguments *arguments, const struct show *show,
                          enum status *status)
{
    static const struct {
        const char *name;
        enum picture_format format;
    } kinds[] = {{"svg", PICTURE_SVG}, {"png", PICTURE_PNG}, {"pdf", PICTURE_PDF}};
    int written = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const char *path;
        struct error error;
        for (int at = 0; (path = arguments_next(arguments, kinds[i].name, &at)); written++)
            if (!picture_write_board(path, kinds[i].format, &show->scene, &show->style, 1,
                                     &error)) {
                *status = command_fail(arguments, "%s", error.text);
                return -1;
            }
    }
    return written;
}

static enum status show_board(const struct arguments *arguments, struct show *show)
{
    struct error error;
    const struct opened *position = &show->position;
    show->marks.legal = arguments_has(arguments, "legal");
    if (!arguments_has(arguments, "plain"))
        find_last_move(show);
    if (!scene_read(&show->scene, position->game, &position->setup,
                    session_position(position->session), &show->marks, &error))
        return command_fail(arguments, "%s", error.text);
    enum status status = STATUS_DONE;
    int written = write_pictures(arguments, show, &status);
    if (status == STATUS_DONE && arguments->json) {
        show_json(show);
    } else if (status == STATUS_DONE && written == 0) {
        struct terminal_style style = terminal_style_for(stdout);
        style.ascii |= arguments_has(arguments, "ascii");
        if (!terminal_draw(stdout, &show->scene, &style))
            status = command_fail(arguments, "out of memory");
    }
    if (status == STATUS_DONE && (fflush(stdout) != 0 || ferror(stdout)))
        status = command_fail(arguments, "standard output cannot be written");
    scene_free(&show->scene);
    return status;
}

static enum status run(const struct arguments *arguments)
{
    struct show show = {0};
    struct error error;
    int64_t square = 0;
    if (!arguments_number(arguments, "size", 8, 512, &square, &error) ||
        !position_read(&show.position, arguments, 0, 1, &error))
        return command_error(arguments, &error);
    bool plain = arguments_has(arguments, "plain");
    show.style = (struct board_style){
        .square = (double)square, .coordinates = !plain, .caption = !plain, .transparent = false};
    enum status status = show_board(arguments, &show);
    opened_close(&show.position);
    return status;
}

const struct command command_show = {
    .name = "show",
    .usage = "GAME [POSITION]",
    .summary = "draws a position",
    .examples = "  potez show othello moves:f5d6c3\n"
                "  potez show connect4 moves:4453 --svg board.svg --png board.png\n"
                "  potez show mill moves:d2,d7,a1 --legal\n",
    .text = "Without a picture the board is drawn as text, in colour on a terminal (set NO_COLOR\n"
            "to do without). Pictures show coordinates, the last move of \"moves:\", who is to\n"
            "move and the counts; --plain leaves them out. A file appears whole or not at all.\n",
    .options = options,
    .takes = COMMAND_TAKES_GAME,
    .least = 1,
    .most = 3,
    .run = run,
};
