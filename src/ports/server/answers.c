/* The server's answers that need no search: the list of games, the legal moves of a position,
   the state of health, errors. The words and keys are those of minds/tell.h, the same as in
   every other front end. */
#include "ports/server/answers.h"

#include "lab/archive_record.h"
#include "lab/databases.h"
#include "lab/json_text.h"
#include "lab/opened.h"
#include "minds/tell.h"

#include <stdlib.h>

char *answers_games(void)
{
    struct json_text text;
    struct json_out *json = json_text_begin(&text);
    json_out_open(json, "games", '[');
    for (int i = 0; i < game_count; i++) {
        json_out_open(json, NULL, '{');
        tell_game(json, games[i]);
        json_out_close(json);
    }
    return json_text_end(&text);
}

char *answers_moves(const struct session *session)
{
    struct json_text text;
    struct json_out *json = json_text_begin(&text);
    char *position = opened_position(session, session_ply(session));
    tell_moves(json, session);
    json_out_text(json, "position", position);
    free(position);
    return json_text_end(&text);
}

char *answers_moves_line(const struct session *session)
{
    uint32_t moves[GAME_MOVES_MAX];
    struct text text;
    int count = session_moves(session, moves);
    size_t size = (size_t)count * (GAME_MOVE_TEXT + 1) + 2;
    char *line = malloc(size);
    if (!line)
        return NULL;
    text_init(&text, line, size);
    for (int i = 0; i < count; i++) {
        if (i)
            text_add_char(&text, ' ');
        session_game(session)->move_write(session_setup(session), session_position(session),
                                          moves[i], &text);
    }
    return line;
}

static char *archive_text(const struct archive_move *moves, int count)
{
    struct json_text text;
    struct json_out *json = json_text_begin(&text);
    json_out_open(json, "moves", '[');
    for (int i = 0; i < count; i++) {
        json_out_open(json, NULL, '{');
        json_out_text(json, "move", moves[i].move);
        json_out_integer(json, "games", moves[i].games);
        json_out_integer(json, "first", moves[i].first);
        json_out_integer(json, "draws", moves[i].draws);
        json_out_integer(json, "second", moves[i].second);
        json_out_close(json);
    }
    json_out_close(json);
    return json_text_end(&text);
}

char *answers_archive(struct archive *archive, const struct session *session, struct error *error)
{
    enum { MOST = 64 };
    const struct archive_facts facts = {0};
    struct archive_move moves[MOST];
    struct archive_record record;
    int count = 0;
    if (!archive_record(&record, session, &facts, error))
        count = -1;
    else if (archive)
        count = archive_moves(archive, &record.game, moves, MOST, error);
    archive_record_free(&record);
    return count < 0 ? NULL : archive_text(moves, count);
}

char *answers_health(bool laboratory, bool lobby, int shard, int shards)
{
    struct json_text text;
    struct json_out *json = json_text_begin(&text);
    json_out_boolean(json, "ok", true);
    json_out_open(json, "databases", '[');
    for (int i = 0; i < game_count; i++)
        if (databases_of(games[i]))
            json_out_text(json, NULL, games[i]->name);
    json_out_close(json);
    json_out_boolean(json, "lab", laboratory);
    json_out_boolean(json, "lobby", lobby);
    if (shards > 0) {
        json_out_integer(json, "shard", shard);
        json_out_integer(json, "shards", shards);
    }
    return json_text_end(&text);
}

char *answers_error(const char *code, const char *message)
{
    struct json_text text;
    struct json_out *json = json_text_begin(&text);
    json_out_open(json, "error", '{');
    json_out_text(json, "code", code);
    json_out_text(json, "message", message);
    return json_text_end(&text);
}
