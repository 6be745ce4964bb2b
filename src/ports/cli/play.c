/* The command "play": opens the game, seats the players, and leaves the rest to the full screen
   (ports/screen) or to the lines (play_lines.c). */
#include "ports/cli/play.h"
#include "lab/folder.h"
#include "lab/game.h"
#include "ports/cli/file.h"
#include "ports/cli/interrupt.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TABLE = 64 << 20, NODES = 300000, LEVEL = 5 };

/* ---- who plays ---- */

static bool seat(struct table_talk *talk, int side, const char *name, struct error *error)
{
    talk->seats.human[side] = strcmp(name, "human") == 0;
    if (talk->seats.human[side])
        return true;
    const struct game *game = talk->opened.game;
    return inquire_player(game, name, 0, &talk->seats.players[side], error);
}

/* A person begins and the program answers, unless told otherwise. */
static bool seat_all(struct table_talk *talk, struct error *error)
{
    const struct arguments *arguments = talk->arguments;
    const char *first = arguments_value(arguments, "first");
    const char *second = arguments_value(arguments, "second");
    bool two = talk->opened.game->players == 2;
    int64_t level = LEVEL;
    if (!arguments_number(arguments, "level", 1, 10, &level, error))
        return false;
    if (second && !two)
        return error_set(error, "--second: %s is for one player", talk->opened.game->name);
    talk->seats.human[0] = talk->seats.human[1] = true;
    if (first && !seat(talk, 0, first, error))
        return false;
    if (second)
        return seat(talk, 1, second, error);
    if (two && talk->minds && (!first || talk->seats.human[0])) {
        talk->seats.human[1] = false;
        return inquire_player(talk->opened.game, NULL, (int)level, &talk->seats.players[1], error);
    }
    return true;
}

static bool begin(struct table_talk *talk, struct error *error)
{
    const struct opened *opened = &talk->opened;
    talk->minds = mind_of(opened->game) != NULL;
    if (talk->minds &&
        (!chooser_read(&talk->chooser, talk->arguments, opened, TABLE, NODES, error) ||
         !inquire_player(opened->game, NULL, 0, &talk->adviser, error)))
        return false;
    int64_t left = talk->chooser.terms.clock_left;
    if (left)
        session_clock_set(opened->session, left, left, talk->chooser.terms.clock_increment);
    return seat_all(talk, error);
}

/* ---- on the full screen ---- */

/* Whether to leave the lines for the full screen; says why not where it could be expected. */
static bool wants_screen(const struct arguments *arguments)
{
    const char *unfit = screen_unfit();
    if (arguments->json || arguments->quiet || arguments_has(arguments, "line"))
        return false;
    if (unfit && *unfit)
        fprintf(stderr, "potez play: %s: a line at a time instead\n", unfit);
    return !unfit;
}

/* Keeps what was not finished, and says how to go on. */
static void keep_unfinished(const struct table_talk *talk)
{
    const struct session *session = talk->opened.session;
    char name[64], path[1024];
    struct error error;
    bool over = session_over(session, NULL, NULL) || session_length(session) == 0;
    snprintf(name, sizeof name, "%s.game", talk->opened.game->name);
    if (over)
        return;
    if (folder_path(FOLDER_STATE, name, path, sizeof path, &error) &&
        opened_save(session, path, &error))
        fprintf(stderr, "the game is saved in %s; go on: potez play %s --load %s\n", path,
                talk->opened.game->name, path);
    else
        fprintf(stderr, "the game could not be saved: %s\n", error.text);
}

static enum status play_on_screen(struct table_talk *talk, bool choose_level)
{
    struct error error;
    const struct chooser *chooser = &talk->chooser;
    struct screen_start start = {
        .opened = &talk->opened,
        .seats = &talk->seats,
        .adviser = talk->minds ? &talk->adviser : NULL,
        .terms = chooser->terms,
        .no_book = chooser->question.no_book,
        .choose_level = choose_level,
        .table_bytes = chooser->table_bytes,
        .threads = talk->arguments->threads,
        .seed = talk->arguments->seed,
        .interrupted = &interrupt_raised,
        .keep = play_keep_quietly,
        .owner = talk,
        .read = file_read,
    };
    interrupt_watch();
    if (!screen_play(&start, &error))
        return command_error(talk->arguments, &error);
    keep_unfinished(talk);
    return STATUS_DONE;
}

/* --load FILE: continues a saved game. */
static bool load_first(struct table_talk *talk, struct error *error)
{
    const char *path = arguments_value(talk->arguments, "load");
    size_t length;
    if (!path)
        return true;
    char *text = file_read(path, POSITION_INPUT_MAX, &length, error);
    bool good = text && (opened_load(&talk->opened, text, length, PLAY_PLIES, error) ||
                         error_prefix(error, "%s: ", path));
    free(text);
    return good;
}

/* The game: a position, a saved game, or (where the user may choose on the screen) the first level.
 */
static bool open_game(struct table_talk *talk, bool screen, bool *choose_level, struct error *error)
{
    struct arguments arguments = *talk->arguments;
    const struct game *game = position_find_game(arguments.word[0], error);
    if (!game)
        return false;
    const struct lab_level *levels = lab_game_of(game)->levels;
    *choose_level = screen && levels && arguments.word_count == 1;
    if (arguments_has(&arguments, "load") && arguments.word_count > 1)
        return error_set(error, "--load brings a position of its own: leave out \"%.*s\"",
                         text_printable(arguments.word[1], strlen(arguments.word[1]), 24),
                         arguments.word[1]);
    if (levels && arguments.word_count == 1 && (screen || arguments_has(&arguments, "load")))
        arguments.word[arguments.word_count++] = levels[0].name;
    if (!position_read(&talk->opened, &arguments, 0, 1, error))
        return false;
    *choose_level = *choose_level && !arguments_has(&arguments, "load");
    if (load_first(talk, error))
        return true;
    opened_close(&talk->opened);
    return false;
}

static enum status run(const struct arguments *arguments)
{
    static struct table_talk talk;
    struct error error;
    bool screen = wants_screen(arguments), choose_level;
    talk.arguments = arguments;
    talk.terminal = isatty(STDIN_FILENO);
    if (!open_game(&talk, screen, &choose_level, &error))
        return command_error(arguments, &error);
    enum status status;
    if (!begin(&talk, &error))
        status = command_error(arguments, &error);
    else
        status = screen ? play_on_screen(&talk, choose_level) : play_in_lines(&talk);
    opened_close(&talk.opened);
    return status;
}

static const struct command_option options[] = {
    {"first", "PLAYER", "who plays the first side: human, or a player's name (human)"},
    {"second", "PLAYER", "who plays the second side (the program, if the first is human)"},
    {"level", "1..10", "how strong the program is (5)"},
    {"load", "FILE", "continue a saved game"},
    {"line", NULL, "play line by line, even where the full screen could be used"},
    {"archive", "FILE", "keep the finished game in FILE instead of your own archive"},
    {"no-keep", NULL, "do not keep the finished game"},
    {0},
};

extern const struct command command_play;

const struct command command_play = {
    .name = "play",
    .usage = "GAME [POSITION]",
    .summary = "play in the terminal",
    .examples = "  potez play connect4\n"
                "  potez play othello --level 8\n"
                "  potez play zr2 \"First steps\"\n"
                "  potez play connect4 --first alphabeta:4 --second random --seed 7\n"
                "  printf '4\\n4\\nsave game.txt\\n' | potez play connect4 --second human\n",
    .text =
        "On a terminal the board fills the screen: play by arrows and Enter or by mouse; ? shows\n"
        "all keys, and : lets you type. With --line, or from a pipe, type moves or undo, redo,\n"
        "hint, moves, board, save FILE, load FILE, resign, help, quit. Finished games are kept\n"
        "(see potez archive). If a line from a pipe cannot be obeyed, the exit status is 2.\n",
    .options = options,
    .takes = COMMAND_TAKES_GAME | COMMAND_TAKES_THINK,
    .least = 1,
    .most = 3,
    .run = run,
};
