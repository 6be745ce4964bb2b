/* Reading questions from clients. Every member is checked for kind and range, and an error names
   the member. Before parsing, the nesting of brackets is limited, since a parser that recurses
   could be driven out of its stack by a text of brackets. The last functions decide how long a
   question may take: players that look at a clock get a limit, and those that go by a number
   alone are held to their standard number. */
#include "ports/server/question.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

enum { REVIEW_SHARE = 5 }; /* of the usual time is enough for each position of a review */

/* Brackets inside strings are text. Errors of the text are left to the parser. */
static bool too_deep(const char *text, size_t length)
{
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < length && depth <= QUESTION_DEPTH_MAX; i++) {
        if (quoted && text[i] == '\\')
            i++;
        else if (text[i] == '"')
            quoted = !quoted;
        else if (!quoted)
            depth += (text[i] == '{' || text[i] == '[') - (text[i] == '}' || text[i] == ']');
    }
    return depth > QUESTION_DEPTH_MAX;
}

json_t *question_parse(const char *text, size_t length, struct error *error)
{
    json_error_t fault;
    if (too_deep(text, length)) {
        error_set(error, "nested too deeply");
        return NULL;
    }
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, &fault);
    if (json_is_object(object))
        return object;
    if (object)
        error_set(error, "expected a JSON object");
    else
        error_set(error, "line %d, column %d: %s", fault.line, fault.column, fault.text);
    json_decref(object);
    return NULL;
}

bool question_integer(const json_t *value, const char *name, int64_t *number, struct error *error)
{
    const char *text = json_string_value(value);
    if (json_is_integer(value))
        *number = json_integer_value(value);
    else if (!text || !text_to_number(text, strlen(text), INT64_MIN, INT64_MAX, number))
        return error_set(error, "\"%s\" should be a whole number", name);
    return true;
}

/* A text member, NULL where there is none; *good is made false when it is of another kind. */
static const char *text_member(const json_t *object, const char *name, bool *good,
                               struct error *error)
{
    const json_t *value = json_object_get(object, name);
    if (!value || json_is_null(value))
        return NULL;
    if (!json_is_string(value)) {
        *good = error_set(error, "\"%s\" should be a text", name);
        return NULL;
    }
    return json_string_value(value);
}

/* A number or a text that is one; left as it is when absent. */
static bool read_number(const json_t *object, const char *name, double least, double most,
                        double *number, struct error *error)
{
    const json_t *value = json_object_get(object, name);
    double found = 0;
    if (!value || json_is_null(value))
        return true;
    if (json_is_number(value)) {
        found = json_number_value(value);
    } else if (json_is_string(value) && json_string_length(value) > 0) {
        char *end;
        found = strtod(json_string_value(value), &end);
        if (*end)
            return error_set(error, "\"%s\" should be a number", name);
    } else {
        return error_set(error, "\"%s\" should be a number", name);
    }
    if (!(found >= least && found <= most))
        return error_set(error, "\"%s\" should be between %lld and %lld", name, (long long)least,
                         (long long)most);
    *number = found;
    return true;
}

static bool set_option(struct opened *opened, const char *name, const json_t *value,
                       struct error *error)
{
    char number[32];
    const char *text = json_string_value(value);
    if (json_is_integer(value)) {
        struct text writer;
        text_init(&writer, number, sizeof number);
        text_print(&writer, "%lld", (long long)json_integer_value(value));
        text = number;
    }
    if (!text)
        return error_set(error, "the option \"%.*s\" should be a number or a word",
                         text_printable(name, strlen(name), 24), name);
    return game_setup_set(opened->game, &opened->setup, name, text, error);
}

bool question_game(struct opened *opened, const json_t *object, struct error *error)
{
    bool good = true;
    const char *name = text_member(object, "game", &good, error);
    const struct game *game = name ? game_find(name) : NULL;
    if (!name)
        return good && error_set(error, "\"game\" is missing");
    if (!game)
        return error_set(error, "no game \"%.*s\"; /api/v1/games lists them",
                         text_printable(name, strlen(name), 24), name);
    opened_begin(opened, game);
    json_t *set = json_object_get(object, "set"), *value;
    if (!set || json_is_null(set))
        return true;
    if (!json_is_object(set))
        return error_set(error, "\"set\" should be an object of options: {\"name\": value}");
    json_object_foreach(set, name, value)
    {
        if (!set_option(opened, name, value, error))
            return false;
    }
    return true;
}

static bool read_level(struct opened *opened, const char *text, struct error *error)
{
    if (text)
        return opened_level(opened, text, strlen(text), error);
    return !opened->game->level_read ||
           error_set(error, "%s needs a level: \"level_text\" is missing", opened->game->name);
}

/* An array of moves joined by commas, NULL if it is not one or there is no memory. */
static char *joined_moves(const json_t *moves, struct error *error)
{
    size_t length = 1, at = 0;
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const json_t *move = json_array_get(moves, i);
        if (!json_is_string(move)) {
            error_set(error, "\"moves\": number %zu is not a text", i + 1);
            return NULL;
        }
        length += json_string_length(move) + 1;
    }
    char *text = calloc(1, length);
    if (!text)
        error_machine(error, "out of memory");
    for (size_t i = 0; text && i < json_array_size(moves); i++) {
        const json_t *move = json_array_get(moves, i);
        if (i)
            text[at++] = ',';
        memcpy(text + at, json_string_value(move), json_string_length(move));
        at += json_string_length(move);
    }
    return text;
}

/* The moves as one text. The caller frees it. */
static char *moves_text(const json_t *moves, struct error *error)
{
    if (json_is_array(moves))
        return joined_moves(moves, error);
    if (moves && !json_is_null(moves) && !json_is_string(moves)) {
        error_set(error, "\"moves\" should be a text or an array of texts");
        return NULL;
    }
    char *text = strdup(json_is_string(moves) ? json_string_value(moves) : "");
    if (!text)
        error_machine(error, "out of memory");
    return text;
}

/* Room for the moves in the text: a move has at least one character, and a pass may be left out
   after each. */
static bool play(struct opened *opened, const char *position, const char *moves,
                 struct error *error)
{
    size_t length = strlen(moves);
    size_t plies = 2 * length + 1 < OPENED_PLIES ? 2 * length + 1 : OPENED_PLIES;
    if (!opened_start(opened, position, position ? strlen(position) : 0, plies, error))
        return position && error_prefix(error, "position: ");
    return session_play_text(opened->session, moves, length, error) ||
           error_prefix(error, "moves: ");
}

static bool read_opened(struct opened *opened, const json_t *object, struct error *error)
{
    bool good = true;
    const char *saved = text_member(object, "saved", &good, error);
    if (saved)
        return opened_load(opened, saved, strlen(saved), 0, error) ||
               error_prefix(error, "saved: ");
    if (!good || !question_game(opened, object, error))
        return false;
    const char *level = text_member(object, "level_text", &good, error);
    const char *position = text_member(object, "position", &good, error);
    if (!good || !read_level(opened, level, error))
        return false;
    char *moves = moves_text(json_object_get(object, "moves"), error);
    good = moves && play(opened, position, moves, error);
    free(moves);
    return good;
}

bool question_read(struct question *question, const json_t *object, struct error *error)
{
    memset(question, 0, sizeof *question);
    if (!json_is_object(object))
        return error_set(error, "expected a JSON object");
    if (read_opened(&question->opened, object, error)) {
        question->asked.session = question->opened.session;
        return true;
    }
    question_free(question);
    return false;
}

int question_refused(const struct error *error, const char **code)
{
    *code = error->machine ? "failed" : "bad_request";
    return error->machine ? 503 : 400;
}

/* Whether its number alone says how far it looks. */
static bool looks_at_no_clock(const struct player_kind *kind)
{
    return kind->argument && !kind->limits && !kind->some_limits;
}

bool question_player_plain(const struct player *player, struct error *error)
{
    const struct player_kind *kind = player->kind;
    if (kind->data_read && !kind->ships && !player->data)
        return error_set(error, "%s: players from files cannot be used over the network",
                         kind->name);
    /* An argument that is neither a number nor a limit names a file or a program. */
    const char *argument = player->argument;
    struct mind_limits unused = {0};
    int64_t number;
    if (kind->take && argument[0] &&
        !text_to_number(argument, strlen(argument), INT32_MIN, INT32_MAX, &number) &&
        !mind_limits_read(argument, strlen(argument), &unused, NULL))
        return error_set(error, "%s: files and programs cannot be used over the network",
                         kind->name);
    return true;
}

/* Some players take as long as their argument says and look at no clock; the server lets them go
   as far as they do by themselves. */
static bool player_allowed(const struct player *player, struct error *error)
{
    const struct player_kind *kind = player->kind;
    if (looks_at_no_clock(kind) && player->number > kind->standard)
        return error_set(error, "%s: this server goes up to %s:%d", kind->name, kind->name,
                         kind->standard);
    return question_player_plain(player, error);
}

static bool read_player(struct question *question, const json_t *object, struct error *error)
{
    bool good = true;
    double level = 0;
    struct player *player = &question->asked.player;
    const char *name = text_member(object, "player", &good, error);
    return good && read_number(object, "level", 1, 10, &level, error) &&
           inquiry_player(mind_of(question->opened.game), name, (int)level, player, error) &&
           player_allowed(player, error);
}

static bool read_seed(struct question *question, const json_t *object, struct error *error)
{
    const json_t *value = json_object_get(object, "seed");
    int64_t seed = (int64_t)clock_microseconds();
    if (value && !json_is_null(value) && !question_integer(value, "seed", &seed, error))
        return false;
    question->seed = (uint64_t)seed;
    return true;
}

/* How long it may take, in all: the limits of a review are those of each of its positions. Players
   with a number, levels too, take as long as that takes: a busy machine makes no level weaker. */
static void allow(const struct question *question, const struct question_limits *limits,
                  struct inquiry_terms *terms)
{
    uint64_t parts = 1, most = limits->microseconds;
    if (question->asked.kind == INQUIRY_REVIEW)
        parts = (uint64_t)session_length(question->opened.session) + 1;
    terms->most = most / parts + 1;
    const struct player_kind *kind = question->asked.player.kind;
    terms->standard.microseconds = kind->argument ? most : limits->standard;
    if (parts > 1)
        terms->standard.microseconds /= REVIEW_SHARE;
}

bool question_read_thinking(struct question *question, enum inquiry_kind kind, const json_t *object,
                            const struct question_limits *limits, struct error *error)
{
    double time = 0, depth = -1, nodes = 0; /* a depth of 0 is one */
    question->asked.kind = kind;
    question->asked.every = kind == INQUIRY_VALUE && json_is_true(json_object_get(object, "every"));
    if (!read_player(question, object, error) || !read_seed(question, object, error) ||
        !read_number(object, "time", 0, 1e6, &time, error) ||
        !read_number(object, "depth", 0, 200, &depth, error) ||
        !read_number(object, "nodes", 0, 1e15, &nodes, error))
        return false;
    struct inquiry_terms terms = {.limits = {.microseconds = (uint64_t)(time * 1e6),
                                             .nodes = (uint64_t)nodes,
                                             .depth = depth < 0 ? 0 : mind_depth((int64_t)depth)}};
    struct player *player = &question->asked.player;
    allow(question, limits, &terms);
    if (player->limits.microseconds > terms.most)
        player->limits.microseconds = terms.most;
    return inquiry_limits(kind, player, &terms, &question->asked.limits, error);
}

void question_free(struct question *question)
{
    opened_close(&question->opened);
}
