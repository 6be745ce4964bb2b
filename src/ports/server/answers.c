/* The server's answers that need no search: the list of games, the legal moves of a position,
   the state of health, errors. The words and keys are those of minds/tell.h, the same as in
   every other front end. */
#include "ports/server/answers.h"

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

char *answers_health(void)
{
    struct json_text text;
    struct json_out *json = json_text_begin(&text);
    json_out_boolean(json, "ok", true);
    json_out_open(json, "databases", '[');
    for (int i = 0; i < game_count; i++)
        if (databases_of(games[i]))
            json_out_text(json, NULL, games[i]->name);
    json_out_close(json);
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
