#include "ports/cli/position.h"

#include "base/text.h"
#include "ports/cli/file.h"
#include <stdlib.h>
#include <string.h>

const struct game *position_find_game(const char *name, struct error *error)
{
    const struct game *game = game_find(name);
    if (game)
        return game;
    const char *names[32];
    int count = 0;
    for (; count < game_count && count < 31; count++)
        names[count] = games[count]->name;
    names[count] = NULL;
    const char *nearest = arguments_nearest(name, names);
    int shown = text_printable(name, strlen(name), 24);
    if (nearest)
        error_set(error, "no game \"%.*s\"; did you mean %s?", shown, name, nearest);
    else
        error_set(error, "no game \"%.*s\"; potez games lists them", shown, name);
    return NULL;
}

static bool set_options(struct position *position, const struct arguments *arguments,
                        struct error *error)
{
    const char *text;
    for (int at = 0; (text = arguments_next(arguments, "set", &at));) {
        char name[64];
        const char *equals = strchr(text, '=');
        if (!equals || (size_t)(equals - text) >= sizeof name)
            return error_set(error, "--set: expected NAME=VALUE, found \"%.*s\"",
                             text_printable(text, strlen(text), 32), text);
        memcpy(name, text, (size_t)(equals - text));
        name[equals - text] = 0;
        if (!game_setup_set(position->game, &position->setup, name, equals + 1, error))
            return error_prefix(error, "--set: ");
    }
    return true;
}

bool position_read_game(struct position *position, const struct arguments *arguments, int game,
                        struct error *error)
{
    memset(position, 0, sizeof *position);
    position->game = position_find_game(arguments->word[game], error);
    if (!position->game)
        return false;
    game_setup_default(position->game, &position->setup);
    return set_options(position, arguments, error);
}

/* Makes position->level from a path, "-" or the text itself. */
static bool read_level(struct position *position, const char *word, struct error *error)
{
    const struct game *game = position->game;
    bool inside = strchr(word, '\n') != NULL;
    position->source = inside ? "level" : strcmp(word, "-") == 0 ? "standard input" : word;
    size_t length = strlen(word);
    char *text = inside ? NULL : file_read(word, POSITION_INPUT_MAX, &length, error);
    if (!inside && !text)
        return false;
    const char *from = inside ? word : text;
    size_t size = game->level_size(from, length, error);
    bool good = false;
    if (size) {
        position->level = command_memory(size);
        good = game->level_read(from, length, position->level, size, error);
    }
    if (!good)
        error_prefix(error, "%s: ", position->source);
    position->setup.level = position->level;
    free(text);
    return good;
}

struct recorder {
    struct position *position;
    const void *now;
    int room;
    int drawn_at; /* moves played when the game was drawn by repetition, 0 for never */
};

/* How often the position with this hash has stood among the last that could be repeated. */
static int occurrences(const struct position *position, const void *now, uint64_t hash, int count)
{
    const struct game *game = position->game;
    int back = count;
    if (game->reversible_plies) {
        int plies = game->reversible_plies(&position->setup, now);
        back = plies < back ? plies : back;
    }
    int found = 0;
    for (int i = count - back; i < count; i++)
        found += position->earlier[i] == hash;
    return found;
}

static bool drawn_by_repetition(const struct position *position, const void *now, int count)
{
    const struct game *game = position->game;
    int limit = game->repetition_limit ? game->repetition_limit(&position->setup) : 0;
    if (limit <= 0 || count == 0)
        return false;
    uint64_t hash = game->hash(&position->setup, now);
    return occurrences(position, now, hash, count) + 1 >= limit;
}

/* position->earlier always holds one hash more than there are moves: the present one's. */
static void record(void *listener, uint32_t move)
{
    struct recorder *recorder = listener;
    struct position *position = recorder->position;
    if (position->move_count + 2 > recorder->room) {
        int room = recorder->room * 2;
        uint32_t *moves = command_memory((size_t)room * sizeof *moves);
        uint64_t *earlier = command_memory((size_t)room * sizeof *earlier);
        memcpy(moves, position->moves, (size_t)position->move_count * sizeof *moves);
        memcpy(earlier, position->earlier, (size_t)(position->move_count + 1) * sizeof *earlier);
        free(position->moves);
        free(position->earlier);
        position->moves = moves;
        position->earlier = earlier;
        recorder->room = room;
    }
    position->moves[position->move_count++] = move;
    position->earlier[position->move_count] = position->game->hash(&position->setup, recorder->now);
    if (!recorder->drawn_at && drawn_by_repetition(position, recorder->now, position->move_count))
        recorder->drawn_at = position->move_count;
}

/* Plays the moves line by line, so that messages can name the line. */
static bool play_moves(struct position *position, struct recorder *recorder, const char *text,
                       size_t length, struct error *error)
{
    bool lines = memchr(text, '\n', length) != NULL;
    size_t at = 0;
    for (int line = 1; at < length; line++) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t part = end ? (size_t)(end - text) - at : length - at;
        if (!game_play_text(position->game, &position->setup, position->now, text + at, part,
                            record, recorder, error)) {
            if (lines)
                error_prefix(error, "line %d, ", line);
            return error_prefix(error, "moves: ");
        }
        at += part + (end != NULL);
    }
    if (recorder->drawn_at && recorder->drawn_at < position->move_count)
        return error_set(error, "moves: move %d comes after the game was drawn by repetition",
                         recorder->drawn_at + 1);
    return true;
}

static bool read_text(struct position *position, const char *text, size_t length,
                      struct error *error)
{
    const struct game *game = position->game;
    while (length && text_is_space(text[length - 1]))
        length--;
    struct recorder recorder = {position, position->now, 64, 0};
    position->moves = command_memory((size_t)recorder.room * sizeof *position->moves);
    position->earlier = command_memory((size_t)recorder.room * sizeof *position->earlier);
    bool moves = length >= 6 && memcmp(text, "moves:", 6) == 0;
    if (length == 0)
        return error_set(error, "expected a position, found nothing");
    if (moves || text_part_equal(text, length, "start"))
        game->start(&position->setup, position->start);
    else if (!game->position_read(&position->setup, text, length, position->start, error))
        return false;
    memcpy(position->now, position->start, position->size);
    position->earlier[0] = game->hash(&position->setup, position->now);
    return !moves || play_moves(position, &recorder, text + 6, length - 6, error);
}

static bool read_words(struct position *position, const struct arguments *arguments, int first,
                       struct error *error)
{
    const struct game *game = position->game;
    int next = first;
    bool level_from_input = false;
    if (game->level_read) {
        if (next >= arguments->word_count)
            return error_set(error,
                             "%s needs a level: the path of its file, or - for standard input",
                             game->name);
        level_from_input = strcmp(arguments->word[next], "-") == 0;
        if (!read_level(position, arguments->word[next++], error))
            return false;
    }
    if (!game->setup_valid(&position->setup, error))
        return false;
    const char *word = next < arguments->word_count ? arguments->word[next++] : "start";
    if (next < arguments->word_count)
        return error_set(error,
                         "\"%.*s\" is one word too many; write a position as one word, in quotes",
                         text_printable(arguments->word[next], strlen(arguments->word[next]), 24),
                         arguments->word[next]);
    position->size = game->position_size(&position->setup);
    position->start = command_memory(position->size);
    position->now = command_memory(position->size);
    if (strcmp(word, "-") != 0)
        return read_text(position, word, strlen(word), error) || error_prefix(error, "position: ");
    if (level_from_input)
        return error_set(error, "the level and the position cannot both come from standard input");
    size_t length;
    char *input = file_read("-", POSITION_INPUT_MAX, &length, error);
    bool good = input && (read_text(position, input, length, error) ||
                          error_prefix(error, "standard input: "));
    free(input);
    return good;
}

bool position_read(struct position *position, const struct arguments *arguments, int game,
                   int first, struct error *error)
{
    if (position_read_game(position, arguments, game, error) &&
        read_words(position, arguments, first, error))
        return true;
    position_free(position);
    return false;
}

void position_free(struct position *position)
{
    free(position->level);
    free(position->start);
    free(position->now);
    free(position->moves);
    free(position->earlier);
    memset(position, 0, sizeof *position);
}

bool position_over(const struct position *position, struct game_result *result)
{
    struct game_result ended;
    if (!result)
        result = &ended;
    if (position->game->result(&position->setup, position->now, result))
        return true;
    if (!drawn_by_repetition(position, position->now, position->move_count))
        return false;
    *result = (struct game_result){.half_points = 1};
    return true;
}

bool position_repeats(const struct position *position, const void *next)
{
    /* earlier[move_count] is the hash of `now`, which lies before `next` */
    return drawn_by_repetition(position, next, position->move_count + 1);
}

int position_moves(const struct position *position, uint32_t *moves)
{
    if (position_over(position, NULL))
        return 0;
    return position->game->legal_moves(&position->setup, position->now, moves);
}

const char *position_move_text(const struct position *position, const void *at, uint32_t move,
                               char buffer[GAME_MOVE_TEXT])
{
    struct text text;
    text_init(&text, buffer, GAME_MOVE_TEXT);
    position->game->move_write(&position->setup, at, move, &text);
    return buffer;
}
