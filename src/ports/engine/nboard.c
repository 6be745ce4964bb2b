/* NBoard's protocol for Othello programs: NBoard sends the whole game as GGF and asks for hints or
   a move; "ping" ends whatever is under way and is answered at once. Evaluations are in discs for
   the side to move. Contempt is accepted and has no effect; there is nothing to be learned. */
#include "lab/game.h"
#include "minds/tell.h"
#include "ports/engine/talk.h"
#include "ports/engine/words.h"
#include <stdlib.h>
#include <string.h>

enum {
    LINE_TEXT = 2048,
    POSITION_TEXT = 256,
    HINT_DEPTH = 10,
    DEPTH_MOST = 60,
    ANALYSIS_DEPTH = 8
};

static void say_bad(struct talk *talk, const char *what)
{
    talk_say(talk, "status error: %s", what);
}

/* NBoard writes moves in capitals and a pass as PA. */
static void capitals(char *text)
{
    for (char *c = text; *c; c++)
        if (*c >= 'a' && *c <= 'h')
            *c = (char)(*c - 'a' + 'A');
}

static const char *move_name(const struct talk *talk, uint32_t move, char buffer[GAME_MOVE_TEXT])
{
    if (move == talk->opened.game->pass)
        return "PA";
    talk_move_text(talk, move, buffer);
    capitals(buffer);
    return buffer;
}

/* A line of moves without anything between them, a pass as PA. */
static void line_name(const struct inquiry *inquiry, const struct mind_answer *answer, char *buffer,
                      size_t size)
{
    struct text text;
    text_init(&text, buffer, size);
    talk_line_text(inquiry, answer, "", &text);
    capitals(buffer);
    for (char *dash; (dash = strstr(buffer, "--"));)
        memcpy(dash, "PA", 2);
}

static void say_search(struct talk *talk, const struct inquiry *inquiry,
                       const struct mind_answer *answer)
{
    char line[LINE_TEXT];
    line_name(inquiry, answer, line, sizeof line);
    talk_say(talk, "search %s %.2f 0 %s%d", line, answer->score / 100.0,
             answer->exact ? "100%@" : "", answer->depth);
}

static void report(void *talk, const struct inquiry *inquiry)
{
    say_search(talk, inquiry, &inquiry->answer);
}

static void say_done(struct talk *talk, const struct inquiry *inquiry)
{
    talk_say(talk, "nodestats %llu %.3f", (unsigned long long)inquiry->nodes,
             tell_seconds(inquiry));
    talk_say(talk, "status");
}

static void choose(struct talk *talk)
{
    struct error error;
    char move[GAME_MOVE_TEXT];
    struct inquiry *inquiry = talk_ask(talk, report, &error);
    if (!inquiry) {
        say_bad(talk, error.text);
        return;
    }
    talk_say(talk, "=== %s/%.2f/%.3f", move_name(talk, inquiry->answer.move, move),
             inquiry->answer.score / 100.0, tell_seconds(inquiry));
    say_done(talk, inquiry);
    inquire_close(inquiry);
}

/* The best moves after every round, as many as were asked for. */
static void report_hints(void *listener, const struct inquiry *inquiry)
{
    struct talk *talk = listener;
    if (!inquiry->done && inquiry->rounds.begun)
        return; /* in the middle of a round */
    for (int i = 0; i < inquiry->finding_count && i < talk->nboard.hints; i++)
        say_search(talk, inquiry, &inquiry->findings[i].answer);
}

static void give_hints(struct talk *talk)
{
    struct error error;
    struct inquiry *inquiry = talk_ask(talk, report_hints, &error);
    if (inquiry)
        say_done(talk, inquiry);
    else
        say_bad(talk, error.text);
    inquire_close(inquiry);
}

/* The value of every position of the game, the last first, seen by black. */
static void report_analysis(void *listener, const struct inquiry *inquiry)
{
    struct talk *talk = listener;
    int ply = inquiry->done ? 0 : inquiry->rounds.ply + 1;
    if (ply >= inquiry->moment_count || !inquiry->moments[ply].looked ||
        (!inquiry->done && inquiry->rounds.looked + inquiry->rounds.proved > 0))
        return;
    const struct inquiry_moment *moment = &inquiry->moments[ply];
    talk_say(talk, "analysis %d %.2f", ply,
             (moment->side == 0 ? 1 : -1) * moment->before.score / 100.0);
}

static void analyse(struct talk *talk)
{
    struct error error;
    struct inquiry *inquiry = talk_ask(talk, report_analysis, &error);
    if (inquiry)
        say_done(talk, inquiry);
    else
        say_bad(talk, error.text);
    inquire_close(inquiry);
}

static struct inquiry_terms terms_now(const struct talk *talk, int standard_depth)
{
    int depth = talk->nboard.depth ? talk->nboard.depth : standard_depth;
    return (struct inquiry_terms){.limits = {.depth = depth}};
}

static void set_game(struct talk *talk, const struct words *words)
{
    struct error error;
    if (!lab_game_of(talk->opened.game)
             ->ggf_open(&talk->opened, words->text, words->length, &error))
        say_bad(talk, error.text);
}

static void set(struct talk *talk, struct words words)
{
    struct words word;
    int64_t number;
    talk_stop(talk);
    words_next(&words, &word);
    if (words_are(&word, "game"))
        set_game(talk, &words);
    else if (words_are(&word, "depth")) {
        if (words_number(&words, 0, DEPTH_MOST, &number))
            talk->nboard.depth = mind_depth(number);
        else
            say_bad(talk, "expected set depth with a number from 0 to 60");
    } else if (words_are(&word, "contempt")) {
        if (words_number(&words, -1000000, 1000000, &number))
            talk->nboard.contempt = (int)number;
        else
            say_bad(talk, "expected set contempt with a number");
    } /* other settings are for others */
}

static void play(struct talk *talk, const struct words *words)
{
    struct error error;
    size_t length = 0;
    talk_stop(talk);
    while (length < words->length && words->text[length] != '/')
        length++;
    if (!session_play_text(talk->opened.session, words->text, length, &error))
        say_bad(talk, error.text);
}

static void ping(struct talk *talk, struct words words)
{
    int64_t number = 0;
    talk_stop(talk);
    if (words_number(&words, INT32_MIN, INT32_MAX, &number))
        talk_say(talk, "pong %lld", (long long)number);
    else
        say_bad(talk, "expected ping with a number");
}

static void hint(struct talk *talk, struct words words)
{
    int64_t number = 1;
    talk_stop(talk);
    if (words.length && !words_number(&words, 1, 64, &number)) {
        say_bad(talk, "expected hint with a number from 1 to 64");
        return;
    }
    talk->nboard.hints = (int)number;
    talk_say(talk, "status Potez is analysing");
    struct inquiry_terms terms = terms_now(talk, HINT_DEPTH);
    talk_think(talk, INQUIRY_MOVES, &terms, give_hints);
}

static void take_line(struct talk *talk, const char *line, size_t length)
{
    struct words words = {line, length}, word;
    struct inquiry_terms terms = terms_now(talk, 0);
    if (!words_next(&words, &word))
        return;
    if (words_are(&word, "nboard")) {
        talk_say(talk, "set myname Potez");
        talk_say(talk, "status");
    } else if (words_are(&word, "set")) {
        set(talk, words);
    } else if (words_are(&word, "move")) {
        play(talk, &words);
    } else if (words_are(&word, "go")) {
        talk_stop(talk);
        talk_say(talk, "status Potez is thinking");
        talk_think(talk, INQUIRY_MOVE, &terms, choose);
    } else if (words_are(&word, "hint")) {
        hint(talk, words);
    } else if (words_are(&word, "analyze") || words_are(&word, "analyse")) {
        terms = terms_now(talk, ANALYSIS_DEPTH);
        talk_think(talk, INQUIRY_REVIEW, &terms, analyse);
    } else if (words_are(&word, "learn")) {
        talk_say(talk, "learned");
        talk_say(talk, "status");
    } else if (words_are(&word, "ping")) {
        ping(talk, words);
    } else if (words_are(&word, "quit")) {
        talk_stop(talk);
        talk->quit = true;
    } else {
        say_bad(talk, "no such command");
    }
}

const struct talk_protocol talk_nboard = {.name = "nboard", .line = take_line};
