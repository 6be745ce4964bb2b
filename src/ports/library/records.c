/* Games in the formats of others, in and out: what lab/archive_text.h reads and writes, with an
   archive that lies in memory (lab/archive_memory.c). */
#include "lab/archive_record.h"
#include "lab/archive_text.h"
#include "lab/json_text.h"
#include "ports/library/inside.h"

#include <stdlib.h>
#include <string.h>

/* Names that lie beside a file are looked for where there are none. */
#define NOWHERE "/dev/null/file"

const char *potez_format(int index)
{
    const struct archive_format *format = index < 0 ? NULL : archive_format_at(index);
    return format ? format->name : NULL;
}

/* -------- out -------- */

static bool record_of(const potez *game, const char *first, const char *second,
                      struct archive_record *record)
{
    struct game_result result = {0};
    bool repeated = false, over = session_over(game->opened.session, &result, &repeated);
    const struct archive_facts facts = {
        .first = first ? first : "",
        .second = second ? second : "",
        .half_points = result.half_points,
        .scored = over,
        .score = result.score,
        .ending = !over      ? ""
                  : repeated ? "repetition"
                             : "rules",
    };
    if (!archive_record(record, game->opened.session, &facts, library_errors()))
        return false;
    if (!over)
        record->game.result = "*";
    return true;
}

char *potez_export(const potez *game, const char *format, const char *first, const char *second)
{
    if (!library_given(game, "a game") || !library_given(format, "a format"))
        return NULL;
    const struct archive_format *found = archive_format_find(format, library_errors());
    if (!found)
        return NULL;
    if (!found->write) {
        error_set(library_errors(), "%s is several files: potez_export_folder writes them",
                  found->name);
        return NULL;
    }
    struct archive_record record;
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    bool good = file && record_of(game, first, second, &record);
    if (good) {
        good = found->write(&record.game, file, library_errors());
        archive_record_free(&record);
    } else if (!file) {
        error_machine(library_errors(), "out of memory for a record");
    }
    if (file && fclose(file) != 0)
        good = error_machine(library_errors(), "out of memory for a record");
    if (good)
        return text;
    free(text);
    return NULL;
}

static bool collect(struct archive *archive, const potez *const *games_given, int count)
{
    bool good = true;
    for (int i = 0; good && i < count; i++) {
        struct archive_record record;
        if (!library_given(games_given[i], "a game") ||
            !record_of(games_given[i], NULL, NULL, &record))
            return false;
        good = archive_add(archive, &record.game, NULL, library_errors());
        archive_record_free(&record);
    }
    return good;
}

int potez_export_folder(const potez *const *games_given, int count, const char *format,
                        const char *folder)
{
    long written = 0, left_out = 0;
    const struct archive_filter all = {0};
    if (!library_given(games_given, "games") || !library_given(format, "a format") ||
        !library_given(folder, "a folder"))
        return -1;
    const struct archive_format *found = archive_format_find(format, library_errors());
    if (found && !found->write_folder)
        error_set(library_errors(), "%s is one text: potez_export writes it", found->name);
    if (!found || !found->write_folder)
        return -1;
    struct archive *archive = archive_open(NULL, library_errors());
    bool good = archive && collect(archive, games_given, count) &&
                found->write_folder(archive, &all, folder, &written, &left_out, library_errors());
    archive_close(archive);
    return good ? (int)written : -1;
}

/* -------- in -------- */

struct library_import {
    bool (*each)(void *listener, potez *game, const char *record);
    void *listener;
};

static char *tell_record(const struct archive_game *game)
{
    struct json_text text;
    struct json_out *json = json_text_begin(&text);
    json_out_text(json, "game", game->game);
    json_out_text(json, "first", game->first);
    json_out_text(json, "second", game->second);
    json_out_text(json, "first_rating", game->first_rating);
    json_out_text(json, "second_rating", game->second_rating);
    json_out_text(json, "date", game->date);
    json_out_text(json, "event", game->event);
    json_out_text(json, "place", game->place);
    json_out_text(json, "result", game->result);
    if (game->has_score)
        json_out_integer(json, "score", game->score);
    json_out_text(json, "ending", game->ending);
    json_out_integer(json, "plies", game->plies);
    return json_text_end(&text);
}

static bool hand_out(void *listener, const struct archive_game *row, struct error *error)
{
    const struct library_import *import = listener;
    char options[512];
    snprintf(options, sizeof options, "%s", row->options ? row->options : "");
    for (char *at = options; *at; at++)
        *at = *at == ' ' ? ',' : *at;
    const struct potez_settings settings = {.size = sizeof settings,
                                            .options = options,
                                            .position =
                                                row->start && *row->start ? row->start : NULL};
    (void)error;
    potez *game = potez_open(row->game, &settings);
    char *record = tell_record(row);
    bool good = game && record && potez_play(game, row->moves) &&
                import->each(import->listener, game, record);
    free(record);
    potez_close(game);
    return good;
}

int potez_import(const char *content, size_t length, const char *format, const char *name,
                 bool (*each)(void *listener, potez *game, const char *record), void *listener,
                 int *refused)
{
    if (!library_given(content, "the content of a file") ||
        !library_given((const void *)each, "whom to tell"))
        return -1;
    const struct game *game = name ? library_game(name) : NULL;
    const struct archive_format *found = format ? archive_format_find(format, library_errors())
                                                : archive_format_guess("", content, length);
    if ((name && !game) || !found)
        return -1;
    if (!found->binary && memchr(content, 0, length)) {
        error_set(library_errors(), "expected text, found a zero byte");
        return -1;
    }
    struct archive *archive = archive_open(NULL, library_errors());
    struct archive_import reading = {.archive = archive, .game = game, .source = NOWHERE};
    struct library_import import = {each, listener};
    bool good = archive && found->read(&reading, content, length, library_errors());
    if (good)
        archive_each(archive, NULL, hand_out, &import, library_errors());
    archive_close(archive);
    if (refused)
        *refused = (int)reading.faulty;
    return good ? (int)reading.kept : -1;
}
