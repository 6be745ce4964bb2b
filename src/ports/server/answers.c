#include "ports/server/answers.h"

#include <stdlib.h>
#include <string.h>

static json_t *options_of(const struct game *game)
{
    json_t *list = json_array();
    for (int i = 0; i < game->option_count; i++) {
        const struct game_option *option = &game->options[i];
        json_t *one = json_pack("{s:s,s:s}", "name", option->name, "summary", option->summary);
        if (option->words) {
            json_t *values = json_array();
            for (int value = option->least; value <= option->most; value++)
                json_array_append_new(values, json_string(option->words[value - option->least]));
            json_object_set_new(one, "values", values);
            json_object_set_new(one, "standard",
                                json_string(option->words[option->standard - option->least]));
        } else {
            json_object_set_new(one, "least", json_integer(option->least));
            json_object_set_new(one, "most", json_integer(option->most));
            json_object_set_new(one, "standard", json_integer(option->standard));
        }
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *players_of(const struct mind *mind)
{
    json_t *list = json_array();
    for (int i = 0; mind && i < mind->player_count; i++) {
        const struct player_kind *kind = mind->players[i];
        json_array_append_new(list, json_pack("{s:s,s:s,s:s?}", "name", kind->name, "summary",
                                              kind->summary, "argument", kind->argument));
    }
    return list;
}

json_t *answers_games(void)
{
    json_t *list = json_array();
    for (int i = 0; i < game_count; i++) {
        const struct game *game = games[i];
        const struct mind *mind = mind_of(game);
        json_t *sides = json_array();
        for (int side = 0; side < game->players; side++)
            json_array_append_new(sides, json_string(game->side[side]));
        json_array_append_new(
            list, json_pack("{s:s,s:s,s:s,s:s,s:s,s:b,s:i,s:o,s:o,s:o,s:s?}", "name", game->name,
                            "title", game->title, "summary", game->summary, "rules", game->rules,
                            "notation", game->notation, "levels", game->level_read != NULL, "seats",
                            game->players, "sides", sides, "options", options_of(game), "players",
                            players_of(mind), "best", mind ? mind->best : NULL));
    }
    return json_pack("{s:o}", "games", list);
}

json_t *answers_move(const struct session *session, const void *position, uint32_t move)
{
    char buffer[GAME_MOVE_TEXT];
    struct text text;
    if (move == GAME_NO_MOVE)
        return json_null();
    text_init(&text, buffer, sizeof buffer);
    session_game(session)->move_write(session_setup(session), position, move, &text);
    return json_string(buffer);
}

json_t *answers_position(const struct session *session)
{
    char small[512];
    struct text text;
    text_init(&text, small, sizeof small);
    session_game(session)->position_write(session_setup(session), session_position(session), &text);
    if (text_fits(&text))
        return json_string(small);
    size_t size = text.length + 1;
    char *large = malloc(size);
    if (!large)
        return NULL;
    text_init(&text, large, size);
    session_game(session)->position_write(session_setup(session), session_position(session), &text);
    json_t *value = json_string(large);
    free(large);
    return value;
}

json_t *answers_result(const struct game *game, bool over, const struct game_result *result)
{
    if (!over)
        return json_null();
    if (game->players == 1)
        return json_integer(result->score);
    return result->half_points == 1 ? json_real(0.5) : json_integer(result->half_points / 2);
}

json_t *answers_moves(const struct session *session)
{
    uint32_t moves[GAME_MOVES_MAX];
    struct game_result result;
    bool repeated = false;
    bool over = session_over(session, &result, &repeated);
    int count = session_moves(session, moves);
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, answers_move(session, session_position(session), moves[i]));
    return json_pack(
        "{s:s,s:o,s:b,s:o,s:b,s:o,s:i}", "side", session_game(session)->side[session_side(session)],
        "moves", list, "over", over, "result", answers_result(session_game(session), over, &result),
        "repeated", repeated, "position", answers_position(session), "ply", session_ply(session));
}

/* Hundredths as the shortest number. */
static json_t *score_of(int32_t hundredths)
{
    return hundredths % 100 ? json_real(hundredths / 100.0) : json_integer(hundredths / 100);
}

static const char *outcome_of(const struct mind_answer *answer)
{
    if (!answer->exact || answer->outcome == MIND_OUTCOME_OPEN)
        return NULL;
    return answer->outcome > 0 ? "win" : answer->outcome < 0 ? "loss" : "draw";
}

/* The best line as far as its moves are legal; `first` (GAME_NO_MOVE for none) goes before it. */
static json_t *line_of(const struct session *session, uint32_t first,
                       const struct mind_answer *answer)
{
    const struct game *game = session_game(session);
    json_t *list = json_array();
    size_t size = game->position_size(session_setup(session));
    void *at = malloc(size);
    if (!at)
        return list;
    memcpy(at, session_position(session), size);
    for (int i = first == GAME_NO_MOVE ? 0 : -1; i < answer->line_length && i < MIND_LINE_MAX;
         i++) {
        uint32_t move = i < 0 ? first : answer->line[i];
        if (!game_is_legal(game, session_setup(session), at, move))
            break;
        json_array_append_new(list, answers_move(session, at, move));
        game->play(session_setup(session), at, move);
    }
    free(at);
    return list;
}

static json_t *plies_of(const struct mind_answer *answer)
{
    return answer->plies >= 0 ? json_integer(answer->plies) : json_null();
}

json_t *answers_best(const struct session *session, const struct mind_answer *answer,
                     double seconds)
{
    return json_pack("{s:o,s:o,s:s?,s:o,s:i,s:I,s:f,s:o,s:b}", "move",
                     answers_move(session, session_position(session), answer->move), "score",
                     score_of(answer->score), "outcome", outcome_of(answer), "plies",
                     plies_of(answer), "depth", answer->depth, "nodes", (json_int_t)answer->nodes,
                     "seconds", seconds, "pv", line_of(session, GAME_NO_MOVE, answer), "exact",
                     answer->exact);
}

json_t *answers_solved(const struct session *session, const struct mind_answer *answer,
                       double seconds)
{
    json_t *best = json_array();
    if (answer->move != GAME_NO_MOVE)
        json_array_append_new(best, answers_move(session, session_position(session), answer->move));
    json_t *solved =
        json_pack("{s:b,s:s?,s:o,s:o,s:o,s:o,s:I,s:f}", "proved", answer->exact, "outcome",
                  outcome_of(answer), "score", score_of(answer->score), "plies", plies_of(answer),
                  "best", best, "path", line_of(session, GAME_NO_MOVE, answer), "nodes",
                  (json_int_t)answer->nodes, "seconds", seconds);
    if (session_game(session)->players == 1)
        json_object_set_new(solved, "points", score_of(answer->score));
    return solved;
}

json_t *answers_finding(const struct session *session, uint32_t move,
                        const struct mind_answer *answer)
{
    return json_pack("{s:o,s:o,s:s?,s:o,s:b,s:i,s:o}", "move",
                     answers_move(session, session_position(session), move), "score",
                     score_of(answer->score), "outcome", outcome_of(answer), "plies",
                     plies_of(answer), "exact", answer->exact, "depth", answer->depth, "pv",
                     line_of(session, move, answer));
}

json_t *answers_error(const char *code, const char *message)
{
    json_t *text = json_string(message); /* refuses what is not UTF-8 */
    return json_pack("{s:{s:s,s:o}}", "error", "code", code, "message",
                     text ? text : json_string("bad input"));
}
