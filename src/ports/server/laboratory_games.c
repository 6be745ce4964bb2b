/* The archive in the laboratory: searched and shown as by `potez archive list` and `show`, exported
   in the formats of lab/archive_text.h, imported by a run of `potez archive import`, which may take
   its time without holding the server up. */
#include "ports/server/laboratory_inside.h"
#include "ports/server/laboratory_routes.h"

#include "lab/archive_tell.h"
#include "lab/archive_text.h"
#include "lab/json_text.h"
#include "lab/replace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED = 50, LISTED_MOST = 500, EXPORTED_MOST = 20000, FILE_NAME = 64 };

/* ---- what is looked for ---- */

static bool read_count(const json_t *asked, const char *name, int64_t most, int64_t *number,
                       struct error *error)
{
    const json_t *value = json_object_get(asked, name);
    return !value ||
           (question_integer(value, name, number, error) &&
            ((*number >= 1 && *number <= most) ||
             error_set(error, "\"%s\" should be between 1 and %lld", name, (long long)most)));
}

static bool read_filter(const json_t *asked, struct archive_filter *filter, struct error *error)
{
    const char *game = json_string_value(json_object_get(asked, "game"));
    const char *player = json_string_value(json_object_get(asked, "player"));
    filter->game = game && *game ? game : NULL;
    filter->player = player && *player ? player : NULL;
    if (filter->game && !game_find(filter->game))
        return error_set(error, "\"game\": there is no such game");
    return read_count(asked, "before", INT64_MAX, &filter->before, error) &&
           read_count(asked, "id", INT64_MAX, &filter->id, error);
}

/* The question's filter for `tell`, which answers; or the error is answered. */
static void about_games(struct service_exchange *exchange,
                        void (*tell)(struct service_exchange *exchange, const json_t *asked,
                                     struct archive_filter *filter))
{
    struct archive_filter filter = {0};
    struct error error;
    json_t *asked = exchange_asked(exchange);
    if (!asked)
        return;
    if (!exchange->service->archive)
        exchange_error(exchange, 404, "not_found", "there is no archive here");
    else if (read_filter(asked, &filter, &error))
        tell(exchange, asked, &filter);
    else
        exchange_error(exchange, 400, "bad_request", error.text);
    json_decref(asked);
}

/* ---- lists ---- */

struct games_list {
    struct json_out *json;
    bool whole;
    int found;
};

static bool list_one(void *listener, const struct archive_game *game, struct error *error)
{
    struct games_list *list = listener;
    (void)error;
    list->found++;
    if (!list->whole)
        json_out_open(list->json, NULL, '{');
    archive_tell(list->json, game, list->whole);
    if (!list->whole)
        json_out_close(list->json);
    return true;
}

static void tell_games(struct service_exchange *exchange, const json_t *asked,
                       struct archive_filter *filter)
{
    struct json_text text;
    struct error error;
    filter->limit = LISTED;
    if (!read_count(asked, "limit", LISTED_MOST, &filter->limit, &error)) {
        exchange_error(exchange, 400, "bad_request", error.text);
        return;
    }
    struct games_list list = {.json = json_text_begin(&text)};
    json_out_open(list.json, "games", '[');
    bool good = archive_each(exchange->service->archive, filter, list_one, &list, &error);
    json_out_close(list.json);
    json_out_boolean(list.json, "more", list.found == filter->limit);
    char *told = json_text_end(&text);
    if (good) {
        exchange_line(exchange, 200, false, told);
        return;
    }
    free(told);
    exchange_error(exchange, 503, "storage", error.text);
}

void laboratory_get_games(struct service_exchange *exchange, const char *part)
{
    (void)part;
    about_games(exchange, tell_games);
}

void laboratory_get_game(struct service_exchange *exchange, const char *part)
{
    struct archive_filter filter = {0};
    struct json_text text;
    struct error error;
    if (!exchange->service->archive ||
        !text_to_number(part, strlen(part), 1, INT64_MAX, &filter.id)) {
        exchange_error(exchange, 404, "not_found", "there is no such game");
        return;
    }
    struct games_list list = {.json = json_text_begin(&text), .whole = true};
    bool good = archive_each(exchange->service->archive, &filter, list_one, &list, &error);
    char *told = json_text_end(&text);
    if (good && list.found) {
        exchange_line(exchange, 200, false, told);
        return;
    }
    free(told);
    if (good)
        exchange_error(exchange, 404, "not_found", "there is no such game");
    else
        exchange_error(exchange, 503, "storage", error.text);
}

/* ---- export ---- */

struct games_export {
    const struct archive_format *format;
    FILE *file;
};

/* A game that the format has no words for is left out. */
static bool export_one(void *listener, const struct archive_game *game, struct error *error)
{
    struct games_export *export = listener;
    struct error reason;
    (void)error;
    export->format->write(game, export->file, &reason);
    return true;
}

static void tell_export(struct service_exchange *exchange, const json_t *asked,
                        struct archive_filter *filter)
{
    const char *name = json_string_value(json_object_get(asked, "format"));
    struct error error;
    char *text = NULL;
    size_t length;
    struct games_export export = {.format = archive_format_find(name ? name : "pgn", &error)};
    if (!export.format || !export.format->write) {
        exchange_error(exchange, 400, "bad_request",
                       export.format ? "this format is several files; use potez archive export"
                                     : error.text);
        return;
    }
    filter->limit = EXPORTED_MOST;
    export.file = open_memstream(&text, &length);
    bool good = export.file &&
                archive_each(exchange->service->archive, filter, export_one, &export, &error);
    good = (!export.file || fclose(export.file) == 0) && good;
    if (good) {
        exchange_text(exchange, 200, "text/plain; charset=utf-8", text);
        return;
    }
    free(text);
    exchange_error(exchange, 503, "storage", "the archive could not be read");
}

void laboratory_get_export(struct service_exchange *exchange, const char *part)
{
    (void)part;
    about_games(exchange, tell_export);
}

/* ---- import ---- */

/* A file's name as people have them, and nothing that means something to a path or an option. */
static bool plain_name(const char *name)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    size_t length = strlen(name);
    return length > 0 && length <= FILE_NAME && strspn(name, allowed) == length && name[0] != '.' &&
           name[0] != '-';
}

static const char *argument(const struct service_exchange *exchange, const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; i < exchange->argument_count; i++)
        if (strncmp(exchange->arguments[i], name, length) == 0 &&
            exchange->arguments[i][length] == '=')
            return exchange->arguments[i] + length + 1;
    return NULL;
}

static void import(struct service_exchange *exchange, const char *file, json_t *run)
{
    struct laboratory *laboratory = exchange->service->laboratory;
    char name[LABORATORY_NAME], path[LABORATORY_PATH];
    struct error error;
    json_t *told = NULL;
    bool good = laboratory_make(laboratory, run, name, &error) &&
                laboratory_path(laboratory, name, file, path) &&
                replace_whole(path, exchange->body, exchange->body_length, &error) &&
                laboratory_start(laboratory, name, json_object_get(run, "command"), &error) &&
                (told = laboratory_tell(laboratory, name, true, &error));
    if (good)
        exchange_line(exchange, 201, false, json_dumps(told, JSON_COMPACT));
    else
        exchange_error(exchange, 503, "failed", error.text);
    json_decref(told);
}

void laboratory_post_import(struct service_exchange *exchange, const char *part)
{
    struct laboratory *laboratory = exchange->service->laboratory;
    const char *file = argument(exchange, "name"), *game = argument(exchange, "game");
    struct error error;
    (void)part;
    if (!file || !plain_name(file) || !strcmp(file, "run.json") || exchange->body_length == 0) {
        exchange_error(exchange, 400, "bad_request",
                       "\"name\" should be a file's name of letters and digits, and the body the "
                       "file");
        return;
    }
    json_t *run = laboratory_describe_import(laboratory, file, game && *game ? game : NULL, &error);
    if (!run)
        exchange_error(exchange, 400, "bad_request", error.text);
    else if (laboratory_full(laboratory))
        exchange_error(exchange, 429, "too_many", "too many runs are at work; wait for one");
    else
        import(exchange, file, run);
    json_decref(run);
}
