/* Game, level and position from the words of a command. Every message says where the text came
   from: the word, a file, or standard input with its line. */
#include "ports/cli/position.h"

#include "lab/game.h"
#include "ports/cli/file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static bool set_options(struct opened *opened, const struct arguments *arguments,
                        struct error *error)
{
    const char *text;
    for (int at = 0; (text = arguments_next(arguments, "set", &at));)
        if (!opened_option(opened, text, strlen(text), error))
            return error_prefix(error, "--set: ");
    return true;
}

bool position_read_game(struct opened *opened, const struct arguments *arguments, int game,
                        struct error *error)
{
    const struct game *found = position_find_game(arguments->word[game], error);
    if (!found)
        return false;
    opened_begin(opened, found);
    return set_options(opened, arguments, error);
}

static bool is_level_text(const char *word)
{
    return strchr(word, '\n') != NULL;
}

const char *position_level_source(const char *word)
{
    return is_level_text(word) ? "level" : strcmp(word, "-") == 0 ? "standard input" : word;
}

static void warn_of_level(const struct opened *opened, const char *word)
{
    char warning[160];
    struct text text;
    text_init(&text, warning, sizeof warning);
    if (opened->game->level_warning)
        opened->game->level_warning(opened->level, &text);
    if (text.length)
        fprintf(stderr, "potez: warning: %s: %s\n", position_level_source(word), warning);
}

/* The text of a level from the collection, unless a file is meant; NULL for none. */
static const char *collected(const struct game *game, const char *word)
{
    const struct lab_level *level = access(word, F_OK) == 0 ? NULL : lab_level_find(game, word);
    return level ? level->text : NULL;
}

static bool read_level(struct opened *opened, const char *word, struct error *error)
{
    const char *known = is_level_text(word) ? word : collected(opened->game, word);
    size_t length = known ? strlen(known) : 0;
    char *text = known ? NULL : file_read(word, POSITION_INPUT_MAX, &length, error);
    if (!known && !text)
        return false;
    bool good = opened_level(opened, text ? text : known, length, error) ||
                error_prefix(error, "%s: ", position_level_source(word));
    if (good)
        warn_of_level(opened, word);
    free(text);
    return good;
}

/* Plays the moves line by line, so that messages can name the line. */
static bool play_moves(struct opened *opened, const char *text, size_t length, struct error *error)
{
    bool lines = memchr(text, '\n', length) != NULL;
    size_t at = 0;
    for (int line = 1; at < length; line++) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t part = end ? (size_t)(end - text) - at : length - at;
        if (!session_play_text(opened->session, text + at, part, error)) {
            if (lines)
                error_prefix(error, "line %d, ", line);
            return error_prefix(error, "moves: ");
        }
        at += part + (end != NULL);
    }
    return true;
}

static bool read_text(struct opened *opened, const char *text, size_t length, struct error *error)
{
    while (length && text_is_space(text[length - 1]))
        length--;
    if (length == 0)
        return error_set(error, "expected a position, found nothing");
    bool moves = length >= 6 && memcmp(text, "moves:", 6) == 0;
    /* a move is written with a character at least */
    size_t plies = OPENED_PLIES + (moves ? length : 0);
    return opened_start(opened, moves ? NULL : text, length, plies, error) &&
           (!moves || play_moves(opened, text + 6, length - 6, error));
}

static bool read_position(struct opened *opened, const char *word, struct error *error)
{
    size_t length;
    if (strcmp(word, "-") != 0)
        return read_text(opened, word, strlen(word), error) || error_prefix(error, "position: ");
    char *input = file_read("-", POSITION_INPUT_MAX, &length, error);
    bool good = input && (read_text(opened, input, length, error) ||
                          error_prefix(error, "standard input: "));
    free(input);
    return good;
}

static bool read_words(struct opened *opened, const struct arguments *arguments, int first,
                       struct error *error)
{
    const struct game *game = opened->game;
    int next = first;
    const char *level = NULL;
    if (game->level_read) {
        if (next >= arguments->word_count)
            return error_set(error,
                             "%s needs a level: its name in the collection, the path of its file, "
                             "or - for standard input",
                             game->name);
        level = arguments->word[next++];
        if (!read_level(opened, level, error))
            return false;
    }
    if (!game->setup_valid(&opened->setup, error))
        return false;
    const char *word = next < arguments->word_count ? arguments->word[next++] : "start";
    if (next < arguments->word_count)
        return error_set(error,
                         "\"%.*s\" is one word too many; write a position as one word, in quotes",
                         text_printable(arguments->word[next], strlen(arguments->word[next]), 24),
                         arguments->word[next]);
    if (level && strcmp(level, "-") == 0 && strcmp(word, "-") == 0)
        return error_set(error, "the level and the position cannot both come from standard input");
    return read_position(opened, word, error);
}

bool position_read(struct opened *opened, const struct arguments *arguments, int game, int first,
                   struct error *error)
{
    *opened = (struct opened){0};
    if (position_read_game(opened, arguments, game, error) &&
        read_words(opened, arguments, first, error))
        return true;
    opened_close(opened);
    return false;
}

size_t position_size(const struct opened *opened)
{
    return opened->game->position_size(&opened->setup);
}

const char *position_move_text(const struct opened *opened, const void *at, uint32_t move,
                               char buffer[GAME_MOVE_TEXT])
{
    struct text text;
    text_init(&text, buffer, GAME_MOVE_TEXT);
    opened->game->move_write(&opened->setup, at, move, &text);
    return buffer;
}
