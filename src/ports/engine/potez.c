/* Potez's own protocol for every game, close to UCI in spirit: docs/protocol.md describes it. */
#include "ports/engine/potez_go.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifndef POTEZ_VERSION
#define POTEZ_VERSION "test"
#endif

enum { LINE_TEXT = 8192, LEVEL_MAX = 4 << 20 };

static void say_error(struct talk *talk, const struct error *error)
{
    talk_say(talk, "error %s", error->text);
}

/* ---- who we are ---- */

static void do_hello(struct talk *talk, struct words words)
{
    (void)words;
    talk_say(talk, "id name Potez " POTEZ_VERSION);
    talk_say(talk, "id author the Potez project");
    for (int i = 0; i < game_count; i++)
        talk_say(talk, "game %s", games[i]->name);
    talk_say(talk, "option name Player type string default best");
    talk_say(talk, "option name Level type spin min 1 max 10");
    talk_say(talk, "option name Threads type spin default %d min 1 max 1024", talk->threads);
    talk_say(talk, "option name Table type spin default %zu min 0 max 65536",
             talk->table_bytes >> 20);
    talk_say(talk, "option name Hash type spin default %zu min 0 max 65536",
             talk->table_bytes >> 20);
    talk_say(talk, "option name MultiPV type spin default 1 min 1 max %d", GAME_MOVES_MAX);
    talk_say(talk, "option name Ponder type check default false");
    talk_say(talk, "option name Seed type spin default 1 min 0");
    talk_say(talk, "potezok");
}

static void do_uci(struct talk *talk, struct words words)
{
    do_hello(talk, words);
    talk_say(talk, "uciok");
}

static void do_ready(struct talk *talk, struct words words)
{
    (void)words;
    talk_say(talk, "readyok");
}

static void do_quit(struct talk *talk, struct words words)
{
    (void)words;
    talk_stop(talk);
    talk->quit = true;
}

static void do_stop(struct talk *talk, struct words words)
{
    (void)words;
    talk_stop(talk);
    talk->uci.guessing = false;
}

/* ---- the game ---- */

static char *level_file(const struct words *path, size_t *length, struct error *error)
{
    char name[4096];
    struct stat about;
    if (path->length >= sizeof name) {
        error_set(error, "the name of the level's file is too long");
        return NULL;
    }
    memcpy(name, path->text, path->length);
    name[path->length] = 0;
    FILE *file = fopen(name, "rb");
    char *text = NULL;
    if (file && fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) &&
        about.st_size < LEVEL_MAX && (text = malloc((size_t)about.st_size + 1)))
        *length = fread(text, 1, (size_t)about.st_size, file);
    else
        error_set(error, "level %.*s: cannot be read", WORDS_SHOWN(*path));
    if (file)
        fclose(file);
    return text;
}

static bool read_level(struct opened *opened, const struct words *path, struct error *error)
{
    size_t length = 0;
    char *text = level_file(path, &length, error);
    bool good = text && opened_level(opened, text, length, error);
    free(text);
    return good;
}

/* "newgame GAME NAME=VALUE ... level FILE" */
static bool read_setup(struct words *words, struct opened *opened, struct error *error)
{
    struct words word;
    while (words_next(words, &word)) {
        bool level = words_are(&word, "level") && opened->game->level_read;
        if (level && !words_next(words, &word))
            return error_set(error, "expected a file after level");
        if (!(level ? read_level(opened, &word, error)
                    : opened_option(opened, word.text, word.length, error)))
            return false;
    }
    return true;
}

static const struct game *game_named(const struct words *word)
{
    for (int i = 0; i < game_count; i++)
        if (words_are(word, games[i]->name))
            return games[i];
    return NULL;
}

static void do_new_game(struct talk *talk, struct words words)
{
    struct error error;
    struct words word;
    struct opened opened;
    talk_stop(talk);
    if (!words_next(&words, &word)) { /* the same game once more */
        talk_forget(talk);
        if (!opened_start(&talk->opened, NULL, 0, OPENED_PLIES, &error))
            say_error(talk, &error);
        return;
    }
    const struct game *game = game_named(&word);
    if (!game) {
        talk_say(talk, "error no game \"%.*s\"", WORDS_SHOWN(word));
        return;
    }
    opened_begin(&opened, game);
    if (!read_setup(&words, &opened, &error) || !talk_set_game(talk, &opened, &error)) {
        opened_close(&opened);
        say_error(talk, &error);
    }
}

/* Where the word "moves" begins, or the end. */
static size_t find_moves(const struct words *words)
{
    for (size_t i = 0; i + 5 <= words->length; i++)
        if ((i == 0 || text_is_space(words->text[i - 1])) &&
            memcmp(words->text + i, "moves", 5) == 0 &&
            (i + 5 == words->length || text_is_space(words->text[i + 5])))
            return i;
    return words->length;
}

/* Leaves the present game as it is when anything is wrong. */
static void do_position(struct talk *talk, struct words words)
{
    struct error error;
    talk_stop(talk);
    size_t at = find_moves(&words), length = at;
    while (length && text_is_space(words.text[length - 1]))
        length--;
    struct opened *now = &talk->opened;
    struct session *before = now->session;
    bool own = text_part_equal(words.text, length, "startpos");
    now->session = NULL;
    bool good = length > 0 || error_set(&error, "expected start or a position");
    good = good && opened_start(now, own ? NULL : words.text, length, OPENED_PLIES, &error);
    if (good && at + 5 < words.length)
        good = session_play_text(now->session, words.text + at + 5, words.length - at - 5, &error);
    free(good ? before : now->session);
    if (good)
        return;
    now->session = before;
    say_error(talk, &error);
}

static void do_show(struct talk *talk, struct words words)
{
    (void)words;
    char buffer[LINE_TEXT];
    struct text text;
    struct game_result result;
    talk_stop(talk);
    const struct session *session = talk->opened.session;
    text_init(&text, buffer, sizeof buffer);
    session_game(session)->position_write(session_setup(session), session_position(session), &text);
    talk_say(talk, "position %s", buffer);
    talk_say(talk, "side %s", talk->opened.game->side[session_side(session)]);
    if (session_over(session, &result, NULL))
        talk_say(talk, "over result %d score %d", result.half_points, (int)result.score);
}

static void do_moves(struct talk *talk, struct words words)
{
    (void)words;
    uint32_t moves[GAME_MOVES_MAX];
    static char buffer[GAME_MOVES_MAX * (GAME_MOVE_TEXT + 1)];
    char move[GAME_MOVE_TEXT];
    struct text text;
    talk_stop(talk);
    int count = session_moves(talk->opened.session, moves);
    text_init(&text, buffer, sizeof buffer);
    for (int i = 0; i < count; i++)
        text_print(&text, " %s", talk_move_text(talk, moves[i], move));
    talk_say(talk, "moves%s", buffer);
}

/* ---- options ---- */

/* Options that are numbers; Hash is UCI's name for Table. */
enum number_option { THREADS, TABLE, HASH, LINES, SEED, NUMBERS };

static const struct {
    const char *name;
    int64_t least, most;
} numbers[NUMBERS] = {
    [THREADS] = {"Threads", 1, 1024}, [TABLE] = {"Table", 0, 65536},
    [HASH] = {"Hash", 0, 65536},      [LINES] = {"MultiPV", 1, GAME_MOVES_MAX},
    [SEED] = {"Seed", 0, INT64_MAX},
};

static void use_number(struct talk *talk, int option, int64_t number)
{
    if (option == SEED) {
        random_seed(&talk->random, (uint64_t)number);
        return;
    }
    if (option == LINES) {
        talk->uci.lines = (int)number;
        return;
    }
    if (option == THREADS)
        talk->threads = (int)number;
    else
        talk->table_bytes = (size_t)number << 20;
    if (talk->thinker_open)
        think_close(&talk->thinker);
    talk->thinker_open = false;
}

static bool set_number(struct talk *talk, const char *name, const char *value, struct error *error)
{
    int64_t number;
    int option = 0;
    while (option < NUMBERS && strcmp(numbers[option].name, name) != 0)
        option++;
    if (option == NUMBERS)
        return error_set(error, "no option \"%s\"", name);
    if (!text_to_number(value, strlen(value), numbers[option].least, numbers[option].most, &number))
        return error_set(error, "option %s: expected a number within its range", name);
    use_number(talk, option, number);
    return true;
}

static bool set_option(struct talk *talk, const char *name, const char *value, struct error *error)
{
    char level[32];
    if (strcmp(name, "Player") == 0)
        return talk_player(talk, value, error);
    if (strcmp(name, "Level") == 0) {
        snprintf(level, sizeof level, "level:%.8s", value);
        return talk_player(talk, level, error);
    }
    if (strcmp(name, "Ponder") != 0)
        return set_number(talk, name, value, error);
    talk->uci.ponder = strcmp(value, "true") == 0;
    return talk->uci.ponder || strcmp(value, "false") == 0 ||
           error_set(error, "option Ponder: expected true or false");
}

/* "setoption name NAME value VALUE" */
static void do_option(struct talk *talk, struct words words)
{
    struct error error;
    struct words word, name, between;
    char name_text[64], value[TALK_PLAYER];
    talk_stop(talk);
    bool good = words_next(&words, &word) && words_are(&word, "name") &&
                words_next(&words, &name) && words_next(&words, &between) &&
                words_are(&between, "value") && words.length < sizeof value &&
                name.length < sizeof name_text;
    if (!good) {
        talk_say(talk, "error expected setoption name NAME value VALUE");
        return;
    }
    memcpy(name_text, name.text, name.length);
    name_text[name.length] = 0;
    memcpy(value, words.text, words.length);
    value[words.length] = 0;
    if (!set_option(talk, name_text, value, &error))
        say_error(talk, &error);
}

/* ---- the table of words ---- */

static void do_help(struct talk *talk, struct words words);

static const struct {
    const char *word;
    void (*act)(struct talk *talk, struct words words);
} table[] = {
    {"potez", do_hello},
    {"uci", do_uci},
    {"isready", do_ready},
    {"newgame", do_new_game},
    {"ucinewgame", do_new_game},
    {"setoption", do_option},
    {"position", do_position},
    {"go", potez_go},
    {"ponderhit", potez_ponder_hit},
    {"stop", do_stop},
    {"moves", do_moves},
    {"ask", potez_go_ask},
    {"show", do_show},
    {"help", do_help},
    {"quit", do_quit},
};

static void do_help(struct talk *talk, struct words words)
{
    (void)words;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        talk_say(talk, "command %s", table[i].word);
}

static void take_line(struct talk *talk, const char *line, size_t length)
{
    struct words words = {line, length}, word;
    if (length == 0)
        return;
    words_next(&words, &word);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (words_are(&word, table[i].word)) {
            table[i].act(talk, words);
            return;
        }
    talk_say(talk, "error no command \"%.*s\"; help lists them", WORDS_SHOWN(word));
}

const struct talk_protocol talk_potez = {.name = "potez", .line = take_line};
