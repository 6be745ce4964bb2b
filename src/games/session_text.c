/* Saving and loading a session; games/session.h describes the format.

   A saved game is its moves, not its positions: loading plays them again by the rules, so a text
   can never describe a game that could not have been played, and a change of a position's memory
   layout does not make old files unreadable. The text comes from anybody; every number has a range,
   and the first thing that is wrong is named with its line and column. */
#include "games/session_inside.h"

#include "base/memory.h"
#include "base/reader.h"

static bool from_own_start(const struct session *session)
{
    uint64_t buffer[GAME_POSITION_SMALL / 8];
    size_t size = session->game->position_size(&session->setup);
    if (size > sizeof buffer)
        return false;
    memory_clear(buffer, size);
    session->game->start(&session->setup, buffer);
    return memory_equal(buffer, session->positions, size);
}

static void save_level(const struct session *session, struct text *text)
{
    struct text counter;
    text_init(&counter, NULL, 0);
    session->game->level_write(session->setup.level, &counter);
    text_print(text, "level %zu\n", counter.length);
    session->game->level_write(session->setup.level, text);
    text_add_char(text, '\n');
}

void session_save(const struct session *session, struct text *text)
{
    const struct game *game = session->game;
    text_print(text, "potez 1\ngame %s\n", game->name);
    for (int i = 0; i < game->option_count; i++) {
        text_print(text, "option %s ", game->options[i].name);
        game_option_write(&game->options[i], session->setup.option[i], text);
        text_add_char(text, '\n');
    }
    if (session->setup.level)
        save_level(session, text);
    if (!from_own_start(session)) {
        text_add(text, "start ");
        game->position_write(&session->setup, session->positions, text);
        text_add_char(text, '\n');
    }
    if (session->timed)
        text_print(text, "clock %lld %lld %lld\n", (long long)session->clock.left[0],
                   (long long)session->clock.left[1], (long long)session->clock.increment);
    text_print(text, "at %d\nmoves", session->at);
    const char *positions = session->positions;
    for (int i = 0; i < session->length; i++) {
        text_add_char(text, ' ');
        game->move_write(&session->setup, positions + (size_t)i * session->position_size,
                         session->moves[i], text);
    }
    text_add_char(text, '\n');
}

/* A line: its first word, and what follows after one space. */
struct saved_line {
    const char *word, *rest;
    size_t word_length, rest_length;
    int number;
};

static struct saved_line next_line(struct reader *reader)
{
    struct saved_line line = {.number = reader->line};
    size_t length;
    line.word = reader_line(reader, &length);
    while (line.word_length < length && line.word[line.word_length] != ' ')
        line.word_length++;
    bool more = line.word_length < length;
    line.rest = line.word + line.word_length + more;
    line.rest_length = length - line.word_length - more;
    return line;
}

/* Takes the next line if `word` begins it. */
static bool take_line(struct reader *reader, const char *word, struct saved_line *line)
{
    struct reader ahead = *reader;
    if (reader_at_end(reader))
        return false;
    *line = next_line(&ahead);
    if (!text_part_equal(line->word, line->word_length, word))
        return false;
    *reader = ahead;
    return true;
}

static bool refuse(const struct saved_line *line, const char *expected, struct error *error)
{
    return error_set(error, "line %d, column %zu: expected %s, found \"%.*s\"", line->number,
                     line->word_length + 2, expected,
                     text_printable(line->rest, line->rest_length, 24), line->rest);
}

/* A saved text taken apart; nothing is played yet. */
struct saved {
    struct session_needs needs;
    struct saved_line start, clock, at, moves; /* word is NULL for a line that is not there */
};

static bool parse_game(struct reader *reader, struct session_needs *needs, struct error *error)
{
    struct saved_line line;
    char name[32];
    if (!take_line(reader, "potez", &line))
        return reader_fail(reader, "\"potez 1\", which begins a saved game", error);
    if (!text_part_equal(line.rest, line.rest_length, "1"))
        return refuse(&line, "version 1 of the format", error);
    if (!take_line(reader, "game", &line))
        return reader_fail(reader, "\"game NAME\"", error);
    if (line.rest_length < sizeof name) {
        memory_copy(name, line.rest, line.rest_length);
        name[line.rest_length] = 0;
        needs->game = game_find(name);
    }
    return needs->game || refuse(&line, "the name of a game; potez games lists them", error);
}

static bool parse_options(struct reader *reader, struct session_needs *needs, struct error *error)
{
    struct saved_line line;
    game_setup_default(needs->game, &needs->setup);
    while (take_line(reader, "option", &line)) {
        char name[32], value[32];
        size_t space = 0;
        while (space < line.rest_length && line.rest[space] != ' ')
            space++;
        size_t left = line.rest_length - space;
        if (left < 2 || space >= sizeof name || left > sizeof value)
            return refuse(&line, "\"option NAME VALUE\"", error);
        memory_copy(name, line.rest, space);
        name[space] = 0;
        memory_copy(value, line.rest + space + 1, left - 1);
        value[left - 1] = 0;
        if (!game_setup_set(needs->game, &needs->setup, name, value, error))
            return error_prefix(error, "line %d: ", line.number);
    }
    return true;
}

static bool parse_level(struct reader *reader, struct session_needs *needs, struct error *error)
{
    struct saved_line line;
    if (!take_line(reader, "level", &line))
        return needs->game->setup_valid(&needs->setup, error);
    int64_t bytes;
    size_t left = reader->length - reader->offset;
    if (!needs->game->level_read)
        return error_set(error, "line %d: %s is played without a level", line.number,
                         needs->game->name);
    if (!text_to_number(line.rest, line.rest_length, 1, INT32_MAX, &bytes))
        return refuse(&line, "the number of bytes of the level", error);
    if ((uint64_t)bytes > left)
        return error_set(error, "line %d: the level is cut short: expected %lld bytes, found %zu",
                         line.number, (long long)bytes, left);
    needs->level = reader->text + reader->offset;
    needs->level_length = (size_t)bytes;
    while (bytes-- > 0)
        reader_skip(reader);
    size_t rest;
    reader_line(reader, &rest);
    return rest == 0 || error_set(error, "line %d: expected the end of the line after the level",
                                  reader->line - 1);
}

/* In a saved text a move is a word, so their number is known before a board is there. */
static int count_words(const struct saved_line *line)
{
    int count = 0;
    for (size_t i = 0; i < line->rest_length; i++)
        count += line->rest[i] != ' ' && (i == 0 || line->rest[i - 1] == ' ');
    return count;
}

static bool parse(const char *text, size_t length, struct saved *saved, struct error *error)
{
    struct reader reader;
    memory_clear(saved, sizeof *saved);
    if (length > INT32_MAX)
        return error_set(error, "a saved game has at most %d bytes", INT32_MAX);
    reader_init(&reader, text, length);
    if (!parse_game(&reader, &saved->needs, error) ||
        !parse_options(&reader, &saved->needs, error) ||
        !parse_level(&reader, &saved->needs, error))
        return false;
    if (!take_line(&reader, "start", &saved->start))
        saved->start.word = NULL;
    if (!take_line(&reader, "clock", &saved->clock))
        saved->clock.word = NULL;
    if (!take_line(&reader, "at", &saved->at))
        return reader_fail(&reader, "\"at PLY\"", error);
    if (!take_line(&reader, "moves", &saved->moves))
        return reader_fail(&reader, "\"moves\" and the moves", error);
    saved->needs.plies = count_words(&saved->moves);
    reader_skip_spaces(&reader);
    return reader_at_end(&reader) ||
           reader_fail(&reader, "the end of the text after the moves", error);
}

bool session_inspect(const char *text, size_t length, struct session_needs *needs,
                     struct error *error)
{
    struct saved saved;
    if (!parse(text, length, &saved, error))
        return false;
    *needs = saved.needs;
    return true;
}

static bool load_start(struct session *session, const struct saved_line *line, struct error *error)
{
    if (!line->word)
        return true;
    if (!session->game->position_read(&session->setup, line->rest, line->rest_length,
                                      session->positions, error))
        return error_prefix(error, "line %d, start: ", line->number);
    session->hashes[0] = session->game->hash(&session->setup, session->positions);
    return true;
}

static bool load_clock(struct session *session, const struct saved_line *line, struct error *error)
{
    if (!line->word)
        return true;
    struct reader reader;
    int64_t number[3];
    static const char *const name[] = {"the first side's microseconds",
                                       "the second side's microseconds", "the increment"};
    reader_init(&reader, line->rest, line->rest_length);
    reader.line = line->number;
    reader.column = (int)line->word_length + 2;
    for (int i = 0; i < 3; i++)
        if (!reader_number(&reader, name[i], i == 2 ? 0 : -SESSION_CLOCK_MOST, SESSION_CLOCK_MOST,
                           &number[i], error))
            return false;
    if (!reader_at_end(&reader))
        return reader_fail(&reader, "the end of the line", error);
    session_clock_set(session, number[0], number[1], number[2]);
    return true;
}

static bool load_moves(struct session *session, const struct saved_line *line, struct error *error)
{
    for (size_t at = 0; at < line->rest_length;) {
        if (line->rest[at] == ' ') {
            at++;
            continue;
        }
        size_t end = at;
        while (end < line->rest_length && line->rest[end] != ' ')
            end++;
        uint32_t move;
        size_t taken = game_move_read(session->game, &session->setup, session_position(session),
                                      line->rest + at, end - at, &move, error);
        if (taken && taken < end - at)
            taken = error_set(error, "expected one move, found \"%.*s\"",
                              text_printable(line->rest + at, end - at, 24), line->rest + at);
        if (!taken || !session_play(session, move, error))
            return error_prefix(error, "line %d, column %zu, move %d: ", line->number,
                                line->word_length + 2 + at, session->length + 1);
        at = end;
    }
    return true;
}

struct session *session_load(const char *text, size_t length, const struct session_needs *needs,
                             void *memory, size_t bytes, struct error *error)
{
    struct saved saved;
    int64_t at;
    if (!parse(text, length, &saved, error) || !needs->game->setup_valid(&needs->setup, error))
        return NULL;
    if (bytes < session_bytes(needs->game, &needs->setup, needs->plies)) {
        error_machine(error, "a game of %d plies needs more memory than there is", needs->plies);
        return NULL;
    }
    struct session *session = session_start(needs->game, &needs->setup, NULL, memory, bytes);
    bool loaded = load_start(session, &saved.start, error) &&
                  load_moves(session, &saved.moves, error) &&
                  load_clock(session, &saved.clock, error);
    if (loaded && !text_to_number(saved.at.rest, saved.at.rest_length, 0, session->length, &at))
        loaded = refuse(&saved.at, "a ply of the game, from 0 to the number of moves", error);
    if (!loaded)
        return NULL;
    session_go(session, (int)at);
    return session;
}
