/* The command "level": files of the games that are played on levels. */
#include "ports/cli/arguments.h"
#include "ports/cli/game.h"
#include "ports/cli/json_line.h"
#include "ports/cli/position.h"
#include "ports/draw/picture.h"
#include "ports/draw/terminal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int32_t sum_of(const struct opened *level, const void *at)
{
    int32_t sum = 0;
    struct game_content content;
    for (int i = 0; i < level->game->place_count(&level->setup); i++) {
        level->game->content(&level->setup, at, i, &content);
        if (content.numbered && content.number > 0)
            sum += content.number;
    }
    return sum;
}

/* Pictures where they were asked for; false after a message. */
static bool draw(const struct arguments *arguments, const struct opened *level, int *drawn)
{
    static const struct {
        const char *name;
        enum picture_format format;
    } kinds[] = {{"svg", PICTURE_SVG}, {"png", PICTURE_PNG}};
    struct board_style style = {.coordinates = false, .caption = true};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const char *path = arguments_value(arguments, kinds[i].name);
        struct scene scene;
        struct scene_options marks = {0};
        struct error error;
        if (!path)
            continue;
        if (!scene_read(&scene, level->game, &level->setup, session_position(level->session),
                        &marks, &error)) {
            command_fail(arguments, "%s", error.text);
            return false;
        }
        bool good = picture_write_board(path, kinds[i].format, &scene, &style, 1, &error);
        scene_free(&scene);
        if (!good) {
            command_fail(arguments, "%s", error.text);
            return false;
        }
        ++*drawn;
    }
    return true;
}

static enum status show(const struct arguments *arguments, const struct opened *level)
{
    int drawn = 0;
    if (!draw(arguments, level, &drawn))
        return STATUS_FAILED;
    if (drawn > 0 && !arguments->json)
        return STATUS_DONE;
    struct text text;
    text_init(&text, NULL, 0);
    level->game->level_write(level->level, &text);
    size_t size = text.length + 1;
    char *written = command_memory(size);
    text_init(&text, written, size);
    level->game->level_write(level->level, &text);
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "level", position_level_source(arguments->word[1]));
        json_out_integer(&json, "sum", sum_of(level, session_position(level->session)));
        json_out_text(&json, "text", written);
        json_line_end(&json);
    } else {
        if (!arguments->quiet) {
            terminal_show(stdout, level->game, &level->setup, session_position(level->session),
                          false);
            putchar('\n');
        }
        fputs(written, stdout);
    }
    free(written);
    return STATUS_DONE;
}

/* The game that is played on levels; the words carry no name of a game. */
static const struct game *level_game(void)
{
    for (int i = 0; i < game_count; i++)
        if (cli_game_of(games[i])->levels)
            return games[i];
    return NULL;
}

static enum status run(const struct arguments *arguments)
{
    const struct game *game = level_game();
    if (!game)
        return command_refuse(arguments, "there is no game with levels");
    const struct cli_levels *levels = cli_game_of(game)->levels;
    const struct {
        const char *name;
        enum status (*run)(const struct arguments *arguments, const struct opened *level);
    } actions[] = {{"check", levels->check},
                   {"solve", levels->solve},
                   {"verify", levels->verify},
                   {"rate", levels->rate},
                   {"show", show}};
    const char *const names[] = {"check", "solve", "verify", "rate", "generate", "show", NULL};
    const char *typed = arguments->word[0];
    if (strcmp(typed, "generate") == 0 && arguments->word_count == 1)
        return levels->generate(arguments);
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        if (strcmp(typed, actions[i].name) != 0)
            continue;
        struct arguments named = *arguments; /* the first word stands for the game */
        named.word[0] = game->name;
        if (strcmp(typed, "verify") == 0 && named.word_count == 3)
            named.word_count = 2; /* the third word is the certificate */
        if (named.word_count < 2)
            return command_refuse(arguments, "expected level %s LEVEL", typed);
        struct opened level;
        struct error error;
        if (!position_read(&level, &named, 0, 1, &error))
            return command_error(arguments, &error);
        enum status status = actions[i].run(arguments, &level);
        opened_close(&level);
        return status;
    }
    const char *nearest = arguments_nearest(typed, names);
    return command_refuse(
        arguments, "no action \"%.*s\"; %s%s", text_printable(typed, strlen(typed), 24), typed,
        nearest ? "did you mean level " : "see potez help level", nearest ? nearest : "");
}

static const struct command_option options[] = {
    {"certificate", "FILE", "solve: write the walk and the kind of bound, for verify"},
    {"player", "NAME", "solve: best, or dfs or dfss of Kolar's thesis"},
    {"failures", NULL, "rate: also how often simulated players fail"},
    {"size", "AxB", "generate: sides of the board (6x6)"},
    {"dims", "AxBxC", "generate: the same in any number of dimensions"},
    {"teleporters", "NUMBER", "generate: number of Teleporters"},
    {"increasers", "NUMBER", "generate: number of Increasers"},
    {"difficulty", "1..10", "generate: about how hard"},
    {"symmetric", NULL, "generate: the board is its own mirror image"},
    {"count", "NUMBER", "generate: number of levels, with the seeds from --seed on"},
    {"out", "DIR", "generate: write files into DIR instead of to standard output"},
    {"svg", "FILE", "show: draw the level"},
    {"png", "FILE", "show: draw the level"},
    {0},
};

extern const struct command command_level;

const struct command command_level = {
    .name = "level",
    .actions = "check solve verify rate show generate",
    .usage = "check|solve|verify|rate|show LEVEL, or generate",
    .summary = "checks, solves, rates, makes and shows the levels of puzzles",
    .examples = "  potez level check my.lvl\n"
                "  potez level solve my.lvl --certificate my.proof\n"
                "  potez level verify my.lvl my.proof\n"
                "  potez level generate --size 6x6 --teleporters 2 --difficulty 5 --seed 3\n"
                "  potez level show my.lvl --svg my.svg\n",
    .text = "check says whether the file is well formed (status 2 when it is not), whether zero\n"
            "can be reached (0 when it can, 1 when it is proved that it cannot, 3 when that was\n"
            "not known in time, 60 s unless --time says otherwise), how many best walks there\n"
            "are, which cells each of them visits, and how hard the level is.\n"
            "solve ends with a proof (status 0) or with the gap that is left (status 1).\n"
            "verify replays the walk of a certificate and derives its bound again where that\n"
            "takes no longer than --time (10 s); it says what it took on trust.\n"
            "rate gives a difficulty from 1 to 10.\n",
    .options = options,
    .takes = COMMAND_TAKES_GAME | COMMAND_TAKES_THINK,
    .least = 1,
    .most = 3,
    .run = run,
};
