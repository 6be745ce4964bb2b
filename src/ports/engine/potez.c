/* Potez's own protocol for every game, close to UCI in spirit: docs/protocol.md describes it. */
#include "minds/tell.h"
#include "ports/engine/talk.h"
#include "ports/engine/words.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

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

static bool set_number(struct talk *talk, const char *name, const char *value, struct error *error)
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
        random_seed(&talk->random, (uint64_t)number);
        return true;
    }
    if (threads)
        talk->threads = (int)number;
    else
        talk->table_bytes = (size_t)number << 20;
    if (talk->thinker_open)
        think_close(&talk->thinker);
    talk->thinker_open = false;
    return true;
}

/* "setoption name NAME value VALUE" */
static void do_option(struct talk *talk, struct words words)
{
    struct error error;
    struct words word, name, between;
    char name_text[64], value[TALK_PLAYER], level[32];
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
    if (strcmp(name_text, "Player") == 0) {
        good = talk_player(talk, value, &error);
    } else if (strcmp(name_text, "Level") == 0) {
        snprintf(level, sizeof level, "level:%.8s", value);
        good = talk_player(talk, level, &error);
    } else {
        good = set_number(talk, name_text, value, &error);
    }
    if (!good)
        say_error(talk, &error);
}

/* ---- thinking ---- */

static void say_info(void *listener, const struct inquiry *inquiry)
{
    struct talk *talk = listener;
    const struct mind_answer *answer = &inquiry->answer;
    const char *outcome = tell_outcome(answer);
    char buffer[LINE_TEXT];
    struct text text;
    double spent = tell_seconds(inquiry);
    text_init(&text, buffer, sizeof buffer);
    text_print(&text, "info depth %d score cp %d", answer->depth, (int)answer->score);
    if (outcome)
        text_print(&text, " %s", outcome);
    if (answer->exact && answer->plies >= 0)
        text_print(&text, " plies %d", answer->plies);
    text_print(&text, " nodes %llu nps %llu time %llu pv ", (unsigned long long)inquiry->nodes,
               (unsigned long long)((double)inquiry->nodes / (spent > 1e-6 ? spent : 1e-6)),
               (unsigned long long)(spent * 1000));
    talk_line_text(inquiry, answer, " ", &text);
    talk_say(talk, "%s", buffer);
}

/* An answer that is wanted only when the thinking is stopped. */
static void await_stop(struct talk *talk)
{
    while (talk->infinite && !atomic_load(&talk->stop))
        nanosleep(&(struct timespec){0, 1000000}, NULL);
}

static void think(struct talk *talk)
{
    struct error error;
    char move[GAME_MOVE_TEXT];
    uint32_t chosen = GAME_NO_MOVE;
    if (!session_over(talk->opened.session, NULL, NULL)) {
        struct inquiry *inquiry = talk_ask(talk, say_info, &error);
        if (inquiry)
            chosen = inquiry->answer.move;
        else
            say_error(talk, &error);
        inquire_close(inquiry);
    }
    await_stop(talk);
    talk_say(talk, "bestmove %s", talk_move_text(talk, chosen, move));
}

static void answer(struct talk *talk)
{
    struct error error;
    struct inquiry *inquiry = talk_ask(talk, NULL, &error);
    char *json = inquiry ? inquire_json(inquiry) : NULL;
    await_stop(talk);
    if (json)
        talk_say(talk, "answer %s", json);
    else
        talk_say(talk, "error %s", inquiry ? "out of memory" : error.text);
    free(json);
    inquire_close(inquiry);
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

/* Milliseconds as the protocol counts them; a clock that has run out leaves the least there is. */
static void take_clocks(const struct clocks *clocks, int side, struct inquiry_terms *terms)
{
    if (!clocks->given)
        return;
    terms->clock_left = clocks->left[side] > 0 ? clocks->left[side] * 1000 : 1;
    terms->clock_increment = clocks->increment[side] * 1000;
    terms->clock_moves = (int)clocks->moves;
}

static bool read_terms(struct talk *talk, struct words *words, struct inquiry_terms *terms,
                       struct error *error)
{
    struct clocks clocks = {0};
    struct words word;
    enum { COUNT = sizeof go_words / sizeof go_words[0] };
    while (words_next(words, &word)) {
        size_t i = 0;
        int64_t number;
        if (words_are(&word, "infinite")) {
            talk->infinite = true;
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
        take_limit(i, number, &terms->limits, &clocks);
    }
    take_clocks(&clocks, session_side(talk->opened.session), terms);
    return true;
}

static void begin(struct talk *talk, enum inquiry_kind kind, struct words words,
                  void (*work)(struct talk *talk))
{
    struct inquiry_terms terms = {0};
    struct error error;
    talk_stop(talk);
    talk->infinite = false;
    talk->strict = work == answer; /* programs that say "go" always name a limit */
    if (read_terms(talk, &words, &terms, &error))
        talk_think(talk, kind, &terms, work);
    else
        say_error(talk, &error);
}

static void do_go(struct talk *talk, struct words words)
{
    begin(talk, INQUIRY_MOVE, words, think);
}

/* "ask KIND LIMITS": any question, answered with JSON on one line. */
static void do_ask(struct talk *talk, struct words words)
{
    static const char *const kinds[INQUIRY_KINDS] = {"move", "hint", "value", "moves", "review"};
    struct words word;
    int kind = 0;
    words_next(&words, &word);
    while (kind < INQUIRY_KINDS && !words_are(&word, kinds[kind]))
        kind++;
    if (kind < INQUIRY_KINDS)
        begin(talk, (enum inquiry_kind)kind, words, answer);
    else
        talk_say(talk, "error ask: expected move, hint, value, moves or review, found \"%.*s\"",
                 WORDS_SHOWN(word));
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
    {"go", do_go},
    {"stop", do_stop},
    {"moves", do_moves},
    {"ask", do_ask},
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
