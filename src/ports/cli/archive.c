/* The command "archive": lists, shows, imports and exports the games that were kept. */
#include "lab/archive_tell.h"
#include "lab/archive_text.h"
#include "lab/replace.h"
#include "ports/cli/arguments.h"
#include "ports/cli/file.h"
#include "ports/cli/json_line.h"
#include "ports/cli/position.h"
#include "ports/cli/progress.h"
#include "ports/draw/terminal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_MOST = 1 << 30, FAULTS_SHOWN = 100, LISTED = 20 };

static bool read_filter(const struct arguments *arguments, struct archive_filter *filter,
                        struct error *error)
{
    const char *game = arguments_value(arguments, "game");
    filter->game = game;
    filter->player = arguments_value(arguments, "player");
    return (!game || position_find_game(game, error)) &&
           arguments_number(arguments, "limit", 0, INT64_MAX, &filter->limit, error) &&
           arguments_number(arguments, "id", 0, INT64_MAX, &filter->id, error);
}

/* ---- list and show ---- */

static void write_json(const struct archive_game *game, bool whole)
{
    struct json_out json;
    json_line_begin(&json, stdout);
    archive_tell(&json, game, whole);
    json_line_end(&json);
}

static bool list_one(void *listener, const struct archive_game *game, struct error *error)
{
    (void)error;
    const struct arguments *arguments = listener;
    if (arguments->json) {
        write_json(game, false);
        return true;
    }
    printf("%7lld  %-8s %-10s %-7s %3d plies  %s - %s%s%s\n", (long long)game->id, game->game,
           game->date, game->result, game->plies, game->first[0] ? game->first : "?",
           game->second[0] ? game->second : "?", game->event[0] ? "  " : "", game->event);
    return true;
}

struct archive_show {
    const struct arguments *arguments;
    bool found;
};

static bool show_one(void *listener, const struct archive_game *game, struct error *error)
{
    struct archive_show *show = listener;
    show->found = true;
    if (show->arguments->json) {
        write_json(game, true);
        return true;
    }
    struct archive_replay replay;
    if (!archive_pgn.write(game, stdout, error) || !archive_replay_open(&replay, game, error))
        return false;
    if (!show->arguments->quiet)
        terminal_show(stdout, replay.game, &replay.setup, session_position(replay.session), false);
    archive_replay_close(&replay);
    return true;
}

/* ---- export ---- */

struct export
{
    const struct archive_format *format;
    FILE *file;
    long written, left_out;
    struct error reason; /* why the last one was left out */
};

static bool export_one(void *listener, const struct archive_game *game, struct error *error)
{
    struct export *export = listener;
    (void)error;
    if (export->format->write(game, export->file, &export->reason))
        export->written++;
    else
        export->left_out++;
    return true;
}

static bool export_file(struct archive *archive, const struct archive_filter *filter,
                        const char *path, struct export *export, struct error *error)
{
    struct replace replace = {.file = stdout};
    if (path && !replace_begin(&replace, path, error))
        return false;
    export->file = replace.file;
    bool good = archive_each(archive, filter, export_one, export, error);
    return path ? replace_end(&replace, good, error) && good : good;
}

static bool export_all(const struct arguments *arguments, struct archive *archive,
                       const struct archive_filter *filter, struct error *error)
{
    const char *name = arguments_value(arguments, "format"),
               *path = arguments_value(arguments, "out");
    struct export export = {.format = archive_format_find(name ? name : "pgn", error)};
    if (!export.format)
        return error_prefix(error, "--format: ");
    if (export.format->write_folder) {
        if (!path)
            return error_set(error, "%s is several files: name a folder with --out", name);
        mkdir(path, 0777);
        if (!export.format->write_folder(archive, filter, path, &export.written, &export.left_out,
                                         error))
            return false;
        error_set(&export.reason, "%s", export.format->left_out);
    } else if (!export_file(archive, filter, path, &export, error)) {
        return false;
    }
    if (!arguments->quiet)
        fprintf(stderr, "%ld games written\n", export.written);
    if (export.left_out)
        fprintf(stderr, "%ld games left out: %s\n", export.left_out, export.reason.text);
    return true;
}

/* ---- import ---- */

static void refused(void *listener, const char *where, const char *reason)
{
    int *shown = listener;
    if ((*shown)++ < FAULTS_SHOWN)
        fprintf(stderr, "%s: %s\n", where, reason);
}

/* What stands behind a zero byte would be lost without a word. */
static bool is_text(const char *path, const char *text, size_t length, struct error *error)
{
    const char *zero = memchr(text, 0, length);
    int line = 1;
    for (const char *at = text; zero && at < zero; at++)
        line += *at == '\n';
    return !zero || error_set(error, "%s: line %d: expected text, found a zero byte", path, line);
}

static bool import_file(const struct arguments *arguments, struct archive_import *import,
                        const char *path, struct error *error)
{
    const char *name = arguments_value(arguments, "format");
    size_t length;
    const struct archive_format *format = name ? archive_format_find(name, error) : NULL;
    if (name && !format)
        return error_prefix(error, "--format: ");
    char *text = file_read(path, FILE_MOST, &length, error);
    if (!text)
        return false;
    if (!name)
        format = archive_format_guess(path, text, length);
    import->source = path;
    bool good = (format->binary || is_text(path, text, length, error)) &&
                format->read(import, text, length, error);
    free(text);
    return good;
}

/* Each file is kept whole or not at all. */
static bool import_files(const struct arguments *arguments, struct archive *archive,
                         struct archive_import *import, struct error *error)
{
    for (int i = 1; i < arguments->word_count; i++) {
        if (!archive_begin(archive, error))
            return false;
        if (!import_file(arguments, import, arguments->word[i], error)) {
            archive_abandon(archive);
            return false;
        }
        if (!archive_commit(archive, error))
            return false;
    }
    return true;
}

static bool import_all(const struct arguments *arguments, struct archive *archive,
                       enum status *status, struct error *error)
{
    int shown = 0;
    const char *game = arguments_value(arguments, "game");
    struct archive_import import = {.archive = archive,
                                    .game = game ? game_find(game) : NULL,
                                    .refused = refused,
                                    .listener = &shown};
    struct progress progress;
    progress_begin_uncounted(&progress, "importing", arguments->quiet);
    bool good = import_files(arguments, archive, &import, error);
    progress_end(&progress);
    if (!good)
        return false;
    if (shown > FAULTS_SHOWN)
        fprintf(stderr, "and %d more\n", shown - FAULTS_SHOWN);
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_integer(&json, "read", import.read);
        json_out_integer(&json, "kept", import.kept);
        json_out_integer(&json, "known", import.known);
        json_out_integer(&json, "faulty", import.faulty);
        json_line_end(&json);
    } else {
        printf("%ld games read: %ld kept, %ld known already, %ld faulty\n", import.read,
               import.kept, import.known, import.faulty);
    }
    *status = import.faulty ? STATUS_NO : STATUS_DONE;
    return true;
}

/* ---- the command ---- */

static bool act(const struct arguments *arguments, struct archive *archive, enum status *status,
                struct error *error)
{
    const char *action = arguments->word[0];
    struct archive_filter filter = {0};
    if (!read_filter(arguments, &filter, error))
        return false;
    if (strcmp(action, "import") == 0)
        return arguments->word_count > 1
                   ? import_all(arguments, archive, status, error)
                   : error_set(error, "expected files: potez archive import FILE...");
    if (strcmp(action, "export") == 0)
        return export_all(arguments, archive, &filter, error);
    if (strcmp(action, "list") == 0) {
        if (!filter.limit && !arguments_has(arguments, "limit"))
            filter.limit = LISTED;
        return archive_each(archive, &filter, list_one, (void *)arguments, error);
    }
    struct archive_show show = {.arguments = arguments};
    if (arguments->word_count != 2)
        return error_set(error, "expected a number: potez archive show ID");
    if (!arguments_word_number(arguments, 1, "ID", 1, INT64_MAX, &filter.id, error) ||
        !archive_each(archive, &filter, show_one, &show, error))
        return false;
    return show.found || error_set(error, "there is no game %s", arguments->word[1]);
}

static enum status run(const struct arguments *arguments)
{
    static const char *const actions[] = {"list", "show", "export", "import", NULL};
    const char *action = arguments->word[0];
    struct error error;
    enum status status = STATUS_DONE;
    int known = 0;
    while (actions[known] && strcmp(actions[known], action) != 0)
        known++;
    if (!actions[known])
        return command_refuse(arguments, "no action \"%.*s\"; there are list, show, export, import",
                              text_printable(action, strlen(action), 24), action);
    if (arguments->word_count > 1 && known != 1 && known != 3)
        return command_refuse(arguments, "\"%.*s\" is one word too many",
                              text_printable(arguments->word[1], strlen(arguments->word[1]), 24),
                              arguments->word[1]);
    const char *path = arguments_value(arguments, "archive");
    struct archive *archive = strcmp(action, "import") == 0 ? archive_open(path, &error)
                                                            : archive_open_to_read(path, &error);
    if (!archive)
        return command_error(arguments, &error);
    if (!act(arguments, archive, &status, &error))
        status = command_error(arguments, &error);
    archive_close(archive);
    return status;
}

static const struct command_option options[] = {
    {"archive", "FILE", "use FILE instead of your own archive"},
    {"game", "GAME", "only games of GAME; import: the game of a file of moves"},
    {"player", "NAME", "only games of players whose name contains this"},
    {"limit", "NUMBER", "only the last NUMBER games; 0 is all (list: 20)"},
    {"id", "NUMBER", "only this game"},
    {"format", "FORMAT", "text, pgn, ggf or wthor (export: pgn; import: by the file)"},
    {"out", "FILE", "export: where to write; a folder for wthor (standard output)"},
    {0},
};

extern const struct command command_archive;

const struct command command_archive = {
    .name = "archive",
    .actions = "list show export import",
    .usage = "list | show ID | export | import FILE...",
    .summary = "the archive of finished games",
    .examples = "  potez archive list --game othello --limit 50\n"
                "  potez archive show 17\n"
                "  potez archive export --game othello --format ggf --out games.ggf\n"
                "  potez archive import WTH_2001.wtb\n"
                "  potez archive import lines.txt --game connect4\n",
    .text = "Games of potez play and of potez match --keep are kept in one file,\n"
            "$XDG_DATA_HOME/potez/archive.sqlite. All games of an imported file are kept; a\n"
            "record that is not a game is named with the reason, and the exit status is 1. Names\n"
            "of players and events come from WTHOR.JOU and WTHOR.TRN beside a .wtb file.\n",
    .options = options,
    .least = 1,
    .most = 255,
    .run = run,
};
