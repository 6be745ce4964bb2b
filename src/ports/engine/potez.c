/* Potez's own protocol for every game, close to UCI in spirit: docs/protocol.md describes it. */
#include "base/clock.h"
#include "ports/engine/engine.h"
#include "ports/engine/words.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#ifndef POTEZ_VERSION
#define POTEZ_VERSION "test"
#endif

enum { LINE_TEXT = 8192, LEVEL_MAX = 4 << 20, MOVES_LEFT = 25 };

static void say_error(struct engine *engine, const struct error *error)
{
    engine_say(engine, "error %s", error->text);
}

/* ---- who we are ---- */

static void do_hello(struct engine *engine, struct words words)
{
    (void)words;
    engine_say(engine, "id name Potez " POTEZ_VERSION);
    engine_say(engine, "id author the Potez project");
    for (int i = 0; i < game_count; i++)
        engine_say(engine, "game %s", games[i]->name);
    engine_say(engine, "option name Player type string default best");
    engine_say(engine, "option name Level type spin min 1 max 10");
    engine_say(engine, "option name Threads type spin default %d min 1 max 1024", engine->threads);
    engine_say(engine, "option name Table type spin default %zu min 0 max 65536",
               engine->table_bytes >> 20);
    engine_say(engine, "option name Seed type spin default 1 min 0");
    engine_say(engine, "potezok");
}

static void do_uci(struct engine *engine, struct words words)
{
    do_hello(engine, words);
    engine_say(engine, "uciok");
}

static void do_ready(struct engine *engine, struct words words)
{
    (void)words;
    engine_say(engine, "readyok");
}

static void do_quit(struct engine *engine, struct words words)
{
    (void)words;
    engine_stop(engine);
    engine->quit = true;
}

static void do_stop(struct engine *engine, struct words words)
{
    (void)words;
    engine_stop(engine);
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

static void *read_level(const struct game *game, const struct words *path, struct error *error)
{
    size_t length = 0;
    char *text = level_file(path, &length, error);
    if (!text)
        return NULL;
    size_t size = game->level_size(text, length, error);
    void *level = size ? calloc(1, size) : NULL;
    if (size && !level)
        error_machine(error, "out of memory for a level");
    if (level && !game->level_read(text, length, level, size, error)) {
        free(level);
        level = NULL;
    }
    free(text);
    return level;
}

/* "newgame GAME NAME=VALUE ... level FILE" */
static bool read_setup(struct words *words, const struct game *game, struct game_setup *setup,
                       void **level, struct error *error)
{
    struct words word;
    game_setup_default(game, setup);
    while (words_next(words, &word)) {
        char text[128];
        if (words_are(&word, "level") && game->level_read) {
            if (!words_next(words, &word))
                return error_set(error, "expected a file after level");
            free(*level);
            *level = read_level(game, &word, error);
            setup->level = *level;
            if (!*level)
                return false;
            continue;
        }
        char *equals = word.length < sizeof text ? memcpy(text, word.text, word.length) : NULL;
        if (equals) {
            text[word.length] = 0;
            equals = strchr(text, '=');
        }
        if (!equals)
            return error_set(error, "expected NAME=VALUE, found \"%.*s\"", WORDS_SHOWN(word));
        *equals = 0;
        if (!game_setup_set(game, setup, text, equals + 1, error))
            return false;
    }
    return game->setup_valid(setup, error);
}

static void do_new_game(struct engine *engine, struct words words)
{
    struct error error;
    struct words word;
    struct game_setup setup;
    const struct game *game = NULL;
    void *level = NULL;
    engine_stop(engine);
    if (!words_next(&words, &word)) { /* the same game once more */
        if (engine->thinker_open)
            think_forget(&engine->thinker);
        if (!engine_restart(engine, NULL, &error))
            say_error(engine, &error);
        return;
    }
    for (int i = 0; i < game_count; i++)
        if (words_are(&word, games[i]->name))
            game = games[i];
    if (!game) {
        engine_say(engine, "error no game \"%.*s\"", WORDS_SHOWN(word));
        return;
    }
    if (!read_setup(&words, game, &setup, &level, &error)) {
        free(level);
        say_error(engine, &error);
    } else if (!engine_set_game(engine, game, &setup, level, &error)) {
        say_error(engine, &error);
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
static void do_position(struct engine *engine, struct words words)
{
    struct error error;
    engine_stop(engine);
    size_t at = find_moves(&words), length = at;
    while (length && text_is_space(words.text[length - 1]))
        length--;
    struct session before = engine->session;
    void *memory = engine->memory, *position = NULL;
    engine->memory = NULL;
    bool good = true;
    if (length == 0)
        good = error_set(&error, "expected start or a position");
    else if (!text_part_equal(words.text, length, "start") &&
             !text_part_equal(words.text, length, "startpos")) {
        position = calloc(1, engine->session.position_size);
        good = position ? engine->game->position_read(&engine->setup, words.text, length, position,
                                                      &error)
                        : error_machine(&error, "out of memory");
    }
    good = good && engine_restart(engine, position, &error);
    if (good && at + 5 < words.length)
        good =
            session_play_text(&engine->session, words.text + at + 5, words.length - at - 5, &error);
    free(position);
    if (good) {
        free(memory);
        return;
    }
    free(engine->memory);
    engine->memory = memory;
    engine->session = before;
    say_error(engine, &error);
}

static void do_show(struct engine *engine, struct words words)
{
    (void)words;
    char buffer[LINE_TEXT];
    struct text text;
    struct game_result result;
    engine_stop(engine);
    text_init(&text, buffer, sizeof buffer);
    engine->game->position_write(&engine->session.setup, session_position(&engine->session), &text);
    engine_say(engine, "position %s", buffer);
    engine_say(engine, "side %s", engine->game->side[session_side(&engine->session)]);
    if (session_over(&engine->session, &result, NULL))
        engine_say(engine, "over result %d score %d", result.half_points, (int)result.score);
}

static void do_moves(struct engine *engine, struct words words)
{
    (void)words;
    uint32_t moves[GAME_MOVES_MAX];
    static char buffer[GAME_MOVES_MAX * (GAME_MOVE_TEXT + 1)];
    char move[GAME_MOVE_TEXT];
    struct text text;
    engine_stop(engine);
    int count = session_moves(&engine->session, moves);
    text_init(&text, buffer, sizeof buffer);
    for (int i = 0; i < count; i++)
        text_print(&text, " %s",
                   engine_move_text(engine, session_position(&engine->session), moves[i], move));
    engine_say(engine, "moves%s", buffer);
}

/* ---- options ---- */

static bool set_player(struct engine *engine, const char *name, struct error *error)
{
    struct player player;
    if (!engine->mind)
        return error_set(error, "%s has no players", engine->game->name);
    if (!player_read(engine->mind, name, &player, error))
        return false;
    engine->player = player;
    return true;
}

static bool set_number(struct engine *engine, const char *name, const char *value,
                       struct error *error)
{
    int64_t number;
    bool threads = strcmp(name, "Threads") == 0, table = strcmp(name, "Table") == 0;
    bool seed = strcmp(name, "Seed") == 0;
    if (!threads && !table && !seed)
        return error_set(error, "no option \"%s\"", name);
    if (!text_to_number(value, strlen(value), threads ? 1 : 0,
                        threads ? 1024
                        : table ? 65536
                                : INT64_MAX,
                        &number))
        return error_set(error, "option %s: expected a number within its range", name);
    if (seed) {
        random_seed(&engine->random, (uint64_t)number);
        return true;
    }
    if (threads)
        engine->threads = (int)number;
    else
        engine->table_bytes = (size_t)number << 20;
    if (engine->thinker_open)
        think_close(&engine->thinker);
    engine->thinker_open = false;
    return true;
}

/* "setoption name NAME value VALUE" */
static void do_option(struct engine *engine, struct words words)
{
    struct error error;
    struct words word, name, between;
    char name_text[64], value[128], level[32];
    engine_stop(engine);
    bool good = words_next(&words, &word) && words_are(&word, "name") &&
                words_next(&words, &name) && words_next(&words, &between) &&
                words_are(&between, "value") && words.length < sizeof value &&
                name.length < sizeof name_text;
    if (!good) {
        engine_say(engine, "error expected setoption name NAME value VALUE");
        return;
    }
    memcpy(name_text, name.text, name.length);
    name_text[name.length] = 0;
    memcpy(value, words.text, words.length);
    value[words.length] = 0;
    if (strcmp(name_text, "Player") == 0) {
        good = set_player(engine, value, &error);
    } else if (strcmp(name_text, "Level") == 0) {
        snprintf(level, sizeof level, "level:%.8s", value);
        good = set_player(engine, level, &error);
    } else {
        good = set_number(engine, name_text, value, &error);
    }
    if (!good)
        say_error(engine, &error);
}

/* ---- thinking ---- */

static void say_info(struct engine *engine, const struct mind_answer *answer)
{
    static const char *const outcomes[] = {"loss", "draw", "win"};
    char buffer[LINE_TEXT];
    struct text text;
    uint64_t spent = clock_microseconds() - engine->started;
    text_init(&text, buffer, sizeof buffer);
    text_print(&text, "info depth %d score cp %d", answer->depth, (int)answer->score);
    if (answer->exact && answer->outcome != MIND_OUTCOME_OPEN)
        text_print(&text, " %s", outcomes[answer->outcome + 1]);
    if (answer->exact && answer->plies >= 0)
        text_print(&text, " plies %d", answer->plies);
    text_print(&text, " nodes %llu nps %llu time %llu pv ", (unsigned long long)answer->nodes,
               (unsigned long long)(answer->nodes * 1000000 / (spent ? spent : 1)),
               (unsigned long long)(spent / 1000));
    engine_line_text(engine, answer, " ", &text);
    engine_say(engine, "%s", buffer);
}

static void report(void *listener, const struct mind_answer *answer)
{
    say_info(listener, answer);
}

static void think(struct engine *engine)
{
    struct mind_task task = engine_task(engine);
    struct mind_answer answer;
    char move[GAME_MOVE_TEXT];
    mind_answer_clear(&answer);
    task.report = report;
    if (session_over(&engine->session, NULL, NULL)) {
        answer.move = GAME_NO_MOVE;
    } else if (!engine_ask(engine, &task, &answer)) {
        engine_say(engine, "error %s", engine->mind ? "out of memory" : "this game has no players");
        answer.move = GAME_NO_MOVE;
    } else {
        say_info(engine, &answer);
    }
    while (engine->infinite && !atomic_load(&engine->stop)) /* the answer is wanted only now */
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    engine_say(engine, "bestmove %s",
               engine_move_text(engine, session_position(&engine->session), answer.move, move));
}

/* A share of the time left that suffices for the moves to come. */
static uint64_t share_of_clock(int64_t left, int64_t increment, int64_t moves_left)
{
    int64_t share = left / (moves_left > 0 ? moves_left : MOVES_LEFT) + increment * 4 / 5;
    int64_t most = left * 2 / 3;
    share = share < most ? share : most;
    return (uint64_t)(share > 1 ? share : 1) * 1000;
}

struct clocks {
    int64_t left[2], increment[2], moves;
    bool given;
};

static const struct {
    const char *word;
    int64_t least, most;
} go_words[] = {
    {"depth", 1, 200},
    {"nodes", 1, INT64_C(1000000000000000)},
    {"movetime", 1, INT64_C(1000000000)},
    {"first", 0, INT64_C(1000000000)},
    {"second", 0, INT64_C(1000000000)},
    {"wtime", 0, INT64_C(1000000000)},
    {"btime", 0, INT64_C(1000000000)},
    {"increment", 0, INT64_C(1000000000)},
    {"winc", 0, INT64_C(1000000000)},
    {"binc", 0, INT64_C(1000000000)},
    {"movestogo", 1, 1000},
};

static void take_limit(size_t index, int64_t number, struct mind_limits *limits,
                       struct clocks *clocks)
{
    switch (index) {
    case 0:
        limits->depth = (int)number;
        break;
    case 1:
        limits->nodes = (uint64_t)number;
        break;
    case 2:
        limits->microseconds = (uint64_t)number * 1000;
        break;
    case 3: /* UCI's white moves first, as our first side does */
    case 4:
    case 5:
    case 6:
        clocks->left[(index - 3) % 2] = number;
        clocks->given = true;
        break;
    case 7:
        clocks->increment[0] = clocks->increment[1] = number;
        break;
    case 8:
    case 9:
        clocks->increment[index - 8] = number;
        break;
    default:
        clocks->moves = number;
    }
}

static bool read_limits(struct engine *engine, struct words *words, struct mind_limits *limits,
                        struct error *error)
{
    struct clocks clocks = {0};
    struct words word;
    enum { COUNT = sizeof go_words / sizeof go_words[0] };
    while (words_next(words, &word)) {
        size_t i = 0;
        int64_t number;
        if (words_are(&word, "infinite")) {
            engine->infinite = true;
            continue;
        }
        while (i < COUNT && !words_are(&word, go_words[i].word))
            i++;
        if (i == COUNT)
            return error_set(error, "go: no limit \"%.*s\"", WORDS_SHOWN(word));
        if (!words_number(words, go_words[i].least, go_words[i].most, &number))
            return error_set(error, "go: expected a number from %lld to %lld after %s",
                             (long long)go_words[i].least, (long long)go_words[i].most,
                             go_words[i].word);
        take_limit(i, number, limits, &clocks);
    }
    if (clocks.given && !limits->microseconds) {
        int side = session_side(&engine->session);
        limits->microseconds =
            share_of_clock(clocks.left[side], clocks.increment[side], clocks.moves);
    }
    return true;
}

static void do_go(struct engine *engine, struct words words)
{
    struct mind_limits limits = {0};
    struct error error;
    engine_stop(engine);
    engine->infinite = false;
    if (!read_limits(engine, &words, &limits, &error)) {
        say_error(engine, &error);
        return;
    }
    if (!limits.depth && !limits.nodes && !limits.microseconds && !engine->infinite)
        limits = engine->standard;
    engine_think(engine, &limits, think);
}

/* ---- the table of words ---- */

static void do_help(struct engine *engine, struct words words);

static const struct {
    const char *word;
    void (*act)(struct engine *engine, struct words words);
} table[] = {
    {"potez", do_hello},         {"uci", do_uci},
    {"isready", do_ready},       {"newgame", do_new_game},
    {"ucinewgame", do_new_game}, {"setoption", do_option},
    {"position", do_position},   {"go", do_go},
    {"stop", do_stop},           {"moves", do_moves},
    {"show", do_show},           {"help", do_help},
    {"quit", do_quit},
};

static void do_help(struct engine *engine, struct words words)
{
    (void)words;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        engine_say(engine, "command %s", table[i].word);
}

static void take_line(struct engine *engine, const char *line, size_t length)
{
    struct words words = {line, length}, word;
    if (length == 0)
        return;
    words_next(&words, &word);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (words_are(&word, table[i].word)) {
            table[i].act(engine, words);
            return;
        }
    engine_say(engine, "error no command \"%.*s\"; help lists them", WORDS_SHOWN(word));
}

const struct engine_protocol engine_potez = {.name = "potez", .line = take_line};
