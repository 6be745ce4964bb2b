#include "ports/server/question.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

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

const char *question_text(const json_t *object, const char *name, bool *good, struct error *error)
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

static bool set_options(const struct game *game, struct game_setup *setup, const json_t *set,
                        struct error *error)
{
    const char *name;
    json_t *value;
    if (!set || json_is_null(set))
        return true;
    if (!json_is_object(set))
        return error_set(error, "\"set\" should be an object of options: {\"name\": value}");
    json_object_foreach((json_t *)(uintptr_t)set, name, value)
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
        if (!game_setup_set(game, setup, name, text, error))
            return false;
    }
    return true;
}

const struct game *question_game(const json_t *object, struct game_setup *setup,
                                 struct error *error)
{
    bool good = true;
    const char *name = question_text(object, "game", &good, error);
    if (!name) {
        if (good)
            error_set(error, "\"game\" is missing");
        return NULL;
    }
    const struct game *game = game_find(name);
    if (!game) {
        error_set(error, "no game \"%.*s\"; /api/v1/games lists them",
                  text_printable(name, strlen(name), 24), name);
        return NULL;
    }
    game_setup_default(game, setup);
    return set_options(game, setup, json_object_get(object, "set"), error) ? game : NULL;
}

static bool read_level(struct question *question, struct game_setup *setup, const char *text,
                       struct error *error)
{
    const struct game *game = question->game;
    if (!game->level_read)
        return !text || error_set(error, "%s has no levels", game->name);
    if (!text)
        return error_set(error, "%s needs a level: \"level_text\" is missing", game->name);
    size_t size = game->level_size(text, strlen(text), error);
    if (size == 0)
        return false;
    if (size > QUESTION_MEMORY_MAX || !(question->level = aligned_alloc(64, (size + 63) & ~63ul)))
        return error_set(error, "the level is too large for this server");
    setup->level = question->level;
    return game->level_read(text, strlen(text), question->level, size, error);
}

/* The moves as one text: an array is joined by commas. The caller frees it. */
static char *moves_text(const json_t *moves, struct error *error)
{
    if (!moves || json_is_null(moves))
        return strdup("");
    if (json_is_string(moves))
        return strdup(json_string_value(moves));
    if (!json_is_array(moves)) {
        error_set(error, "\"moves\" should be a text or an array of texts");
        return NULL;
    }
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
    for (size_t i = 0; text && i < json_array_size(moves); i++) {
        const json_t *move = json_array_get(moves, i);
        if (i)
            text[at++] = ',';
        memcpy(text + at, json_string_value(move), json_string_length(move));
        at += json_string_length(move);
    }
    return text;
}

/* Memory for the moves in `text`: a move has at least one character, and a pass may be left out
   after each. */
static bool start_session(struct question *question, const struct game_setup *setup,
                          const char *position_text, size_t moves_length, struct error *error)
{
    const struct game *game = question->game;
    size_t plies = 2 * moves_length + 1;
    plies = plies > QUESTION_PLIES_MAX ? QUESTION_PLIES_MAX : plies;
    size_t bytes = session_bytes(game, setup, (int)plies);
    size_t size = game->position_size(setup);
    if (bytes > QUESTION_MEMORY_MAX)
        return error_set(error, "a game of %zu plies on this board is too large for this server",
                         plies);
    void *position = position_text ? calloc(1, size) : NULL;
    question->memory = aligned_alloc(64, (bytes + 63) & ~63ul);
    bool good = question->memory && (position || !position_text);
    if (!good)
        error_machine(error, "out of memory");
    else if (position)
        good = game->position_read(setup, position_text, strlen(position_text), position, error) ||
               error_prefix(error, "position: ");
    if (good)
        question->session = session_start(game, setup, position, question->memory, bytes);
    free(position);
    return good;
}

static bool read_position(struct question *question, const json_t *object, struct error *error)
{
    struct game_setup setup;
    bool good = true;
    question->game = question_game(object, &setup, error);
    if (!question->game)
        return false;
    const char *level = question_text(object, "level_text", &good, error);
    const char *position = question_text(object, "position", &good, error);
    if (!good || !read_level(question, &setup, level, error) ||
        !question->game->setup_valid(&setup, error))
        return false;
    if (position && strcmp(position, "start") == 0)
        position = NULL;
    char *moves = moves_text(json_object_get(object, "moves"), error);
    if (!moves)
        return false;
    good = start_session(question, &setup, position, strlen(moves), error) &&
           (session_play_text(question->session, moves, strlen(moves), error) ||
            error_prefix(error, "moves: "));
    free(moves);
    return good;
}

bool question_read(struct question *question, const json_t *object, struct error *error)
{
    memset(question, 0, sizeof *question);
    if (!json_is_object(object))
        return error_set(error, "expected a JSON object");
    if (read_position(question, object, error))
        return true;
    question_free(question);
    return false;
}

/* The strength from 1 to 10: the game's own player "level" where it has one, else its strongest
   with a number of positions that triples from level to level. */
static bool read_strength(struct question *question, int level, struct error *error)
{
    char name[32];
    struct text text;
    text_init(&text, name, sizeof name);
    text_print(&text, "level:%d", level);
    for (int i = 0; i < question->mind->player_count; i++)
        if (strcmp(question->mind->players[i]->name, "level") == 0)
            return player_read(question->mind, name, &question->player, error);
    const char *weakened = question->mind->levels ? question->mind->levels : question->mind->best;
    if (!player_read(question->mind, weakened, &question->player, error))
        return false;
    uint64_t nodes = 30;
    for (int i = 1; i < level; i++)
        nodes = i % 2 ? nodes * 10 / 3 : nodes * 3;
    question->player.limits = (struct mind_limits){.nodes = nodes};
    return true;
}

/* Some players take as long as their argument says and look at no clock; the server lets them go
   as far as they do by themselves. */
static bool player_allowed(const struct player *player, struct error *error)
{
    const struct player_kind *kind = player->kind;
    if (!kind->limits && kind->argument && player->number > kind->standard)
        return error_set(error, "%s: this server goes up to %s:%d", kind->name, kind->name,
                         kind->standard);
    if (kind->data_read && !kind->ships && !player->data)
        return error_set(error, "%s: a player from a file is not for the net", kind->name);
    /* An argument that is neither a number nor a limit names a file or a program. */
    const char *argument = player->argument;
    struct mind_limits unused = {0};
    int64_t number;
    if (kind->take && argument[0] &&
        !text_to_number(argument, strlen(argument), INT32_MIN, INT32_MAX, &number) &&
        !mind_limits_read(argument, strlen(argument), &unused, NULL))
        return error_set(error, "%s: a file or a program is not for the net", kind->name);
    return true;
}

bool question_read_thinking(struct question *question, const json_t *object,
                            const struct question_limits *limits, struct error *error)
{
    double level = 0, time = 0, depth = 0, nodes = 0;
    bool good = true;
    question->mind = mind_of(question->game);
    if (!question->mind)
        return error_set(error, "%s has no players", question->game->name);
    const char *name = question_text(object, "player", &good, error);
    if (!good || !read_number(object, "level", 1, 10, &level, error) ||
        !read_number(object, "time", 0, 1e6, &time, error) ||
        !read_number(object, "depth", 0, 200, &depth, error) ||
        !read_number(object, "nodes", 0, 1e15, &nodes, error))
        return false;
    bool known = !name && level > 0
                     ? read_strength(question, (int)level, error)
                     : player_read(question->mind, name ? name : question->mind->best,
                                   &question->player, error);
    if (!known || !player_allowed(&question->player, error))
        return false;
    struct mind_limits *asked = &question->limits;
    *asked = (struct mind_limits){
        .microseconds = (uint64_t)(time * 1e6), .nodes = (uint64_t)nodes, .depth = (int)depth};
    const struct mind_limits *own = &question->player.limits;
    bool limited = asked->microseconds || asked->nodes || asked->depth || own->microseconds ||
                   own->nodes || own->depth || (question->player.kind->argument != NULL);
    uint64_t most = limited ? limits->microseconds : limits->standard;
    if (asked->microseconds == 0 || asked->microseconds > most)
        asked->microseconds = most;
    if (question->player.limits.microseconds > limits->microseconds)
        question->player.limits.microseconds = limits->microseconds;
    return true;
}

void question_free(struct question *question)
{
    free(question->memory);
    free(question->level);
    memset(question, 0, sizeof *question);
}
