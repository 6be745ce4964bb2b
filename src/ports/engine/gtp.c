/* The Go Text Protocol, version 2, for Othello. Squares are named as in Othello transcripts: a1 is
   the upper left corner. A command is answered when it is done; genmove thinks in the thread, and
   the next command waits for it. */
#include "ports/engine/talk.h"
#include "ports/engine/words.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#ifndef POTEZ_VERSION
#define POTEZ_VERSION "test"
#endif

enum { TEXT = 4096, SIZE = 8 };

static void yes(struct talk *talk, const char *text)
{
    talk_say(talk, "=%s%s%s\n", talk->gtp.id, text[0] ? " " : "", text);
}

static void no(struct talk *talk, const char *text)
{
    talk_say(talk, "?%s %s\n", talk->gtp.id, text);
}

/* ---- small answers ---- */

static void do_version_of_protocol(struct talk *talk, struct words words)
{
    (void)words;
    yes(talk, "2");
}

static void do_name(struct talk *talk, struct words words)
{
    (void)words;
    yes(talk, "Potez");
}

static void do_version(struct talk *talk, struct words words)
{
    (void)words;
    yes(talk, POTEZ_VERSION);
}

static void do_quit(struct talk *talk, struct words words)
{
    (void)words;
    talk->quit = true;
    yes(talk, "");
}

static void do_size(struct talk *talk, struct words words)
{
    int64_t size;
    if (words_number(&words, SIZE, SIZE, &size))
        yes(talk, "");
    else
        no(talk, "unacceptable size");
}

static void do_accept(struct talk *talk, struct words words)
{
    (void)words;
    yes(talk, "");
}

static void do_game(struct talk *talk, struct words words)
{
    struct words word;
    words_next(&words, &word);
    if (words_are(&word, talk->opened.game->title) || words_are(&word, talk->opened.game->name))
        yes(talk, "");
    else
        no(talk, "game not supported");
}

/* ---- the game ---- */

static void do_clear(struct talk *talk, struct words words)
{
    (void)words;
    struct error error;
    talk_forget(talk);
    talk->gtp.told = false;
    if (opened_start(&talk->opened, NULL, 0, OPENED_PLIES, &error))
        yes(talk, "");
    else
        no(talk, error.text);
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
static bool give_turn(struct talk *talk, int side)
{
    struct session *session = talk->opened.session;
    if (session_side(session) == side)
        return true;
    uint32_t moves[GAME_MOVES_MAX];
    int count = session_moves(session, moves);
    return count == 1 && moves[0] == talk->opened.game->pass &&
           session_play(session, moves[0], NULL);
}

static void do_play(struct talk *talk, struct words words)
{
    struct words colour, square;
    struct session *session = talk->opened.session;
    uint32_t move;
    if (!words_next(&words, &colour) || !words_next(&words, &square) || colour_of(&colour) < 0) {
        no(talk, "syntax error: expected play COLOUR SQUARE");
        return;
    }
    int before = session_ply(session);
    bool good =
        !session_over(session, NULL, NULL) && give_turn(talk, colour_of(&colour)) &&
        talk->opened.game->move_read(session_setup(session), session_position(session), square.text,
                                     square.length, &move, NULL) == square.length &&
        session_play(session, move, NULL);
    if (good) {
        yes(talk, "");
        return;
    }
    session_go(session, before);
    no(talk, "illegal move");
}

static void do_undo(struct talk *talk, struct words words)
{
    (void)words;
    if (session_undo(talk->opened.session))
        yes(talk, "");
    else
        no(talk, "cannot undo");
}

static void do_board(struct talk *talk, struct words words)
{
    (void)words;
    char buffer[TEXT], squares[SIZE * SIZE + 16];
    struct text text, position;
    text_init(&position, squares, sizeof squares);
    talk->opened.game->position_write(session_setup(talk->opened.session),
                                      session_position(talk->opened.session), &position);
    text_init(&text, buffer, sizeof buffer);
    text_add(&text, "\n   a b c d e f g h\n");
    for (int row = 0; row < SIZE; row++) {
        text_print(&text, " %d", row + 1);
        for (int column = 0; column < SIZE; column++)
            text_print(&text, " %c", squares[SIZE * row + column]);
        text_print(&text, " %d\n", row + 1);
    }
    text_print(&text, "   a b c d e f g h\n%s to move",
               talk->opened.game->side[session_side(talk->opened.session)]);
    yes(talk, buffer);
}

static void do_score(struct talk *talk, struct words words)
{
    (void)words;
    struct game_result result;
    char text[32];
    if (!session_over(talk->opened.session, &result, NULL)) {
        no(talk, "cannot score: the game is not over");
        return;
    }
    if (result.score == 0)
        snprintf(text, sizeof text, "0");
    else
        snprintf(text, sizeof text, "%c+%d", result.score > 0 ? 'B' : 'W', abs((int)result.score));
    yes(talk, text);
}

static void do_moves(struct talk *talk, struct words words)
{
    (void)words;
    uint32_t moves[GAME_MOVES_MAX];
    char buffer[TEXT], move[GAME_MOVE_TEXT];
    struct text text;
    int count = session_moves(talk->opened.session, moves);
    text_init(&text, buffer, sizeof buffer);
    for (int i = 0; i < count; i++)
        text_print(&text, "%s%s", i ? " " : "",
                   moves[i] == talk->opened.game->pass ? "PASS"
                                                       : talk_move_text(talk, moves[i], move));
    yes(talk, buffer);
}

/* ---- time ---- */

static void do_time_settings(struct talk *talk, struct words words)
{
    int64_t main_time, byo, stones;
    if (!words_number(&words, 0, 1000000, &main_time) || !words_number(&words, 0, 1000000, &byo) ||
        !words_number(&words, 0, 1000, &stones)) {
        no(talk, "syntax error: expected time_settings MAIN BYO_YOMI STONES");
        return;
    }
    talk->gtp.main_time = (uint64_t)main_time;
    talk->gtp.byo_time = (uint64_t)byo;
    talk->gtp.byo_stones = (uint64_t)stones;
    talk->gtp.timed = !(byo > 0 && stones == 0); /* the protocol's way to say: no limit */
    talk->gtp.told = false;
    yes(talk, "");
}

static void do_time_left(struct talk *talk, struct words words)
{
    struct words colour;
    int64_t left, stones;
    if (!words_next(&words, &colour) || colour_of(&colour) < 0 ||
        !words_number(&words, 0, 1000000, &left) || !words_number(&words, 0, 1000, &stones)) {
        no(talk, "syntax error: expected time_left COLOUR TIME STONES");
        return;
    }
    int side = colour_of(&colour);
    talk->gtp.left[side] = (uint64_t)left;
    talk->gtp.left_stones[side] = (uint64_t)stones;
    talk->gtp.told = true;
    yes(talk, "");
}

static struct inquiry_terms terms_for(const struct talk *talk, int side)
{
    enum { SECOND = 1000000 };
    struct inquiry_terms terms = {0};
    if (!talk->gtp.timed)
        return terms;
    uint64_t left = talk->gtp.main_time, stones = 0;
    if (talk->gtp.told) {
        left = talk->gtp.left[side];
        stones = talk->gtp.left_stones[side];
    } else if (left == 0) {
        left = talk->gtp.byo_time;
        stones = talk->gtp.byo_stones;
    }
    terms.clock_left = left ? (int64_t)left * SECOND : 1;
    terms.clock_moves = (int)stones;
    return terms;
}

/* ---- moves ---- */

static void think(struct talk *talk)
{
    struct session *session = talk->opened.session;
    struct error error;
    char text[GAME_MOVE_TEXT];
    struct inquiry *inquiry = talk_ask(talk, NULL, &error);
    if (!inquiry) {
        no(talk, error.text);
        return;
    }
    uint32_t move = inquiry->answer.move;
    inquire_close(inquiry);
    if (move == talk->opened.game->pass)
        strcpy(text, "PASS");
    else
        talk_move_text(talk, move, text);
    for (char *c = text; *c; c++)
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 'a' + 'A');
    if (!talk->gtp.advise)
        session_play(session, move, NULL);
    yes(talk, text);
}

static void generate(struct talk *talk, struct words words, bool advise)
{
    struct words colour;
    if (!words_next(&words, &colour) || colour_of(&colour) < 0) {
        no(talk, "syntax error: expected a colour");
        return;
    }
    int side = colour_of(&colour);
    if (session_over(talk->opened.session, NULL, NULL)) {
        yes(talk, "PASS");
        return;
    }
    if (!give_turn(talk, side)) {
        no(talk, "it is the other side's turn");
        return;
    }
    struct inquiry_terms terms = terms_for(talk, side);
    talk->gtp.advise = advise;
    talk_think(talk, INQUIRY_MOVE, &terms, think);
}

static void do_generate(struct talk *talk, struct words words)
{
    generate(talk, words, false);
}

static void do_advise(struct talk *talk, struct words words)
{
    generate(talk, words, true);
}

/* ---- the table of commands ---- */

static void do_known(struct talk *talk, struct words words);
static void do_list(struct talk *talk, struct words words);

static const struct {
    const char *word;
    void (*act)(struct talk *talk, struct words words);
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

static void do_known(struct talk *talk, struct words words)
{
    struct words word;
    words_next(&words, &word);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (words_are(&word, table[i].word)) {
            yes(talk, "true");
            return;
        }
    yes(talk, "false");
}

static void do_list(struct talk *talk, struct words words)
{
    (void)words;
    char buffer[TEXT];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        text_print(&text, "%s%s", i ? "\n" : "", table[i].word);
    yes(talk, buffer);
}

/* A number at the beginning is repeated in the answer. */
static void take_id(struct talk *talk, struct words *words)
{
    struct words rest = *words, word;
    int64_t number;
    talk->gtp.id[0] = 0;
    if (!words_next(&rest, &word) || !text_to_number(word.text, word.length, 0, INT32_MAX, &number))
        return;
    snprintf(talk->gtp.id, sizeof talk->gtp.id, "%" PRId64, number);
    *words = rest;
}

static void take_line(struct talk *talk, const char *line, size_t length)
{
    const char *comment = length ? memchr(line, '#', length) : NULL;
    struct words words = {line, comment ? (size_t)(comment - line) : length}, word;
    talk_wait(talk);
    struct words start = words;
    if (!words_next(&start, &word))
        return;
    take_id(talk, &words);
    words_next(&words, &word);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (words_are(&word, table[i].word)) {
            table[i].act(talk, words);
            return;
        }
    no(talk, "unknown command");
}

const struct talk_protocol talk_gtp = {.name = "gtp", .line = take_line};
