/* The Go Text Protocol, version 2, for Othello. Squares are named as in Othello transcripts: a1 is
   the upper left corner. A command is answered when it is done; genmove thinks in the thread, and
   the next command waits for it. */
#include "base/clock.h"
#include "ports/engine/engine.h"
#include "ports/engine/words.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#ifndef POTEZ_VERSION
#define POTEZ_VERSION "test"
#endif

enum { TEXT = 4096, MOVES_LEFT = 25, SIZE = 8 };

static void yes(struct engine *engine, const char *text)
{
    engine_say(engine, "=%s%s%s\n", engine->gtp.id, text[0] ? " " : "", text);
}

static void no(struct engine *engine, const char *text)
{
    engine_say(engine, "?%s %s\n", engine->gtp.id, text);
}

/* ---- small answers ---- */

static void do_version_of_protocol(struct engine *engine, struct words words)
{
    (void)words;
    yes(engine, "2");
}

static void do_name(struct engine *engine, struct words words)
{
    (void)words;
    yes(engine, "Potez");
}

static void do_version(struct engine *engine, struct words words)
{
    (void)words;
    yes(engine, POTEZ_VERSION);
}

static void do_quit(struct engine *engine, struct words words)
{
    (void)words;
    engine->quit = true;
    yes(engine, "");
}

static void do_size(struct engine *engine, struct words words)
{
    int64_t size;
    if (words_number(&words, SIZE, SIZE, &size))
        yes(engine, "");
    else
        no(engine, "unacceptable size");
}

static void do_accept(struct engine *engine, struct words words)
{
    (void)words;
    yes(engine, "");
}

static void do_game(struct engine *engine, struct words words)
{
    struct words word;
    words_next(&words, &word);
    if (words_are(&word, "Othello") || words_are(&word, "othello"))
        yes(engine, "");
    else
        no(engine, "game not supported");
}

/* ---- the game ---- */

static void do_clear(struct engine *engine, struct words words)
{
    (void)words;
    struct error error;
    if (engine->thinker_open)
        think_forget(&engine->thinker);
    engine->gtp.told = false;
    if (engine_restart(engine, NULL, &error))
        yes(engine, "");
    else
        no(engine, error.text);
}

/* 0 black, 1 white, -1 neither. */
static int colour_of(const struct words *word)
{
    if (word->length == 1 || word->length == 5) {
        char first = text_lower(word->text[0]);
        char full[6] = {0};
        for (size_t i = 0; i < word->length; i++)
            full[i] = text_lower(word->text[i]);
        if (word->length == 1)
            return first == 'b' ? 0 : first == 'w' ? 1 : -1;
        return strcmp(full, "black") == 0 ? 0 : strcmp(full, "white") == 0 ? 1 : -1;
    }
    return -1;
}

/* Makes it this side's turn by the other's pass, where that is the only move. */
static bool give_turn(struct engine *engine, int side)
{
    struct session *session = engine->session;
    if (session_side(session) == side)
        return true;
    uint32_t moves[GAME_MOVES_MAX];
    int count = session_moves(session, moves);
    return count == 1 && moves[0] == engine->game->pass && session_play(session, moves[0], NULL);
}

static void do_play(struct engine *engine, struct words words)
{
    struct words colour, square;
    struct session *session = engine->session;
    uint32_t move;
    if (!words_next(&words, &colour) || !words_next(&words, &square) || colour_of(&colour) < 0) {
        no(engine, "syntax error: expected play COLOUR SQUARE");
        return;
    }
    int before = session_ply(session);
    bool good = !session_over(session, NULL, NULL) && give_turn(engine, colour_of(&colour)) &&
                engine->game->move_read(session_setup(session), session_position(session),
                                        square.text, square.length, &move, NULL) == square.length &&
                session_play(session, move, NULL);
    if (good) {
        yes(engine, "");
        return;
    }
    session_go(session, before);
    no(engine, "illegal move");
}

static void do_undo(struct engine *engine, struct words words)
{
    (void)words;
    if (session_undo(engine->session))
        yes(engine, "");
    else
        no(engine, "cannot undo");
}

static void do_board(struct engine *engine, struct words words)
{
    (void)words;
    char buffer[TEXT], squares[SIZE * SIZE + 16];
    struct text text, position;
    text_init(&position, squares, sizeof squares);
    engine->game->position_write(session_setup(engine->session), session_position(engine->session),
                                 &position);
    text_init(&text, buffer, sizeof buffer);
    text_add(&text, "\n   a b c d e f g h\n");
    for (int row = 0; row < SIZE; row++) {
        text_print(&text, " %d", row + 1);
        for (int column = 0; column < SIZE; column++)
            text_print(&text, " %c", squares[SIZE * row + column]);
        text_print(&text, " %d\n", row + 1);
    }
    text_print(&text, "   a b c d e f g h\n%s to move",
               engine->game->side[session_side(engine->session)]);
    yes(engine, buffer);
}

static void do_score(struct engine *engine, struct words words)
{
    (void)words;
    struct game_result result;
    char text[32];
    if (!session_over(engine->session, &result, NULL)) {
        no(engine, "cannot score: the game is not over");
        return;
    }
    if (result.score == 0)
        snprintf(text, sizeof text, "0");
    else
        snprintf(text, sizeof text, "%c+%d", result.score > 0 ? 'B' : 'W', abs((int)result.score));
    yes(engine, text);
}

static void do_moves(struct engine *engine, struct words words)
{
    (void)words;
    uint32_t moves[GAME_MOVES_MAX];
    char buffer[TEXT], move[GAME_MOVE_TEXT];
    struct text text;
    int count = session_moves(engine->session, moves);
    text_init(&text, buffer, sizeof buffer);
    for (int i = 0; i < count; i++)
        text_print(
            &text, "%s%s", i ? " " : "",
            moves[i] == engine->game->pass
                ? "PASS"
                : engine_move_text(engine, session_position(engine->session), moves[i], move));
    yes(engine, buffer);
}

/* ---- time ---- */

static void do_time_settings(struct engine *engine, struct words words)
{
    int64_t main_time, byo, stones;
    if (!words_number(&words, 0, 1000000, &main_time) || !words_number(&words, 0, 1000000, &byo) ||
        !words_number(&words, 0, 1000, &stones)) {
        no(engine, "syntax error: expected time_settings MAIN BYO_YOMI STONES");
        return;
    }
    engine->gtp.main_time = (uint64_t)main_time;
    engine->gtp.byo_time = (uint64_t)byo;
    engine->gtp.byo_stones = (uint64_t)stones;
    engine->gtp.timed = !(byo > 0 && stones == 0); /* the protocol's way to say: no limit */
    engine->gtp.told = false;
    yes(engine, "");
}

static void do_time_left(struct engine *engine, struct words words)
{
    struct words colour;
    int64_t left, stones;
    if (!words_next(&words, &colour) || colour_of(&colour) < 0 ||
        !words_number(&words, 0, 1000000, &left) || !words_number(&words, 0, 1000, &stones)) {
        no(engine, "syntax error: expected time_left COLOUR TIME STONES");
        return;
    }
    int side = colour_of(&colour);
    engine->gtp.left[side] = (uint64_t)left;
    engine->gtp.left_stones[side] = (uint64_t)stones;
    engine->gtp.told = true;
    yes(engine, "");
}

static struct mind_limits limits_for(const struct engine *engine, int side)
{
    if (!engine->gtp.timed)
        return engine->standard;
    uint64_t left = engine->gtp.main_time, stones = MOVES_LEFT;
    if (engine->gtp.told) {
        left = engine->gtp.left[side];
        stones = engine->gtp.left_stones[side] ? engine->gtp.left_stones[side] : MOVES_LEFT;
    } else if (left == 0) {
        left = engine->gtp.byo_time;
        stones = engine->gtp.byo_stones ? engine->gtp.byo_stones : 1;
    }
    uint64_t share = left * 900000 / stones; /* nine tenths, in microseconds */
    return (struct mind_limits){.microseconds = share > 10000 ? share : 10000};
}

/* ---- moves ---- */

static void think(struct engine *engine)
{
    struct session *session = engine->session;
    struct mind_task task = engine_task(engine);
    struct mind_answer answer;
    char text[GAME_MOVE_TEXT];
    if (!engine_ask(engine, &task, &answer)) {
        no(engine, "out of memory");
        return;
    }
    if (answer.move == engine->game->pass)
        strcpy(text, "PASS");
    else
        engine_move_text(engine, task.position, answer.move, text);
    for (char *c = text; *c; c++)
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 'a' + 'A');
    if (!engine->gtp.advise)
        session_play(session, answer.move, NULL);
    yes(engine, text);
}

static void generate(struct engine *engine, struct words words, bool advise)
{
    struct words colour;
    if (!words_next(&words, &colour) || colour_of(&colour) < 0) {
        no(engine, "syntax error: expected a colour");
        return;
    }
    int side = colour_of(&colour);
    if (session_over(engine->session, NULL, NULL)) {
        yes(engine, "PASS");
        return;
    }
    if (!give_turn(engine, side)) {
        no(engine, "it is the other side's turn");
        return;
    }
    if (session_over(engine->session, NULL, NULL)) {
        yes(engine, "PASS");
        return;
    }
    struct mind_limits limits = limits_for(engine, side);
    engine->gtp.advise = advise;
    engine_think(engine, &limits, think);
}

static void do_generate(struct engine *engine, struct words words)
{
    generate(engine, words, false);
}

static void do_advise(struct engine *engine, struct words words)
{
    generate(engine, words, true);
}

/* ---- the table of commands ---- */

static void do_known(struct engine *engine, struct words words);
static void do_list(struct engine *engine, struct words words);

static const struct {
    const char *word;
    void (*act)(struct engine *engine, struct words words);
} table[] = {
    {"protocol_version", do_version_of_protocol},
    {"name", do_name},
    {"version", do_version},
    {"known_command", do_known},
    {"list_commands", do_list},
    {"quit", do_quit},
    {"boardsize", do_size},
    {"clear_board", do_clear},
    {"komi", do_accept},
    {"set_game", do_game},
    {"play", do_play},
    {"genmove", do_generate},
    {"reg_genmove", do_advise},
    {"undo", do_undo},
    {"showboard", do_board},
    {"final_score", do_score},
    {"all_legal", do_moves},
    {"time_settings", do_time_settings},
    {"time_left", do_time_left},
};

static void do_known(struct engine *engine, struct words words)
{
    struct words word;
    words_next(&words, &word);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (words_are(&word, table[i].word)) {
            yes(engine, "true");
            return;
        }
    yes(engine, "false");
}

static void do_list(struct engine *engine, struct words words)
{
    (void)words;
    char buffer[TEXT];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        text_print(&text, "%s%s", i ? "\n" : "", table[i].word);
    yes(engine, buffer);
}

/* A number at the beginning is repeated in the answer. */
static void take_id(struct engine *engine, struct words *words)
{
    struct words rest = *words, word;
    int64_t number;
    engine->gtp.id[0] = 0;
    if (!words_next(&rest, &word) || !text_to_number(word.text, word.length, 0, INT32_MAX, &number))
        return;
    snprintf(engine->gtp.id, sizeof engine->gtp.id, "%" PRId64, number);
    *words = rest;
}

static void take_line(struct engine *engine, const char *line, size_t length)
{
    const char *comment = length ? memchr(line, '#', length) : NULL;
    struct words words = {line, comment ? (size_t)(comment - line) : length}, word;
    engine_wait(engine);
    struct words start = words;
    if (!words_next(&start, &word))
        return;
    take_id(engine, &words);
    words_next(&words, &word);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (words_are(&word, table[i].word)) {
            table[i].act(engine, words);
            return;
        }
    no(engine, "unknown command");
}

const struct engine_protocol engine_gtp = {.name = "gtp", .line = take_line};
