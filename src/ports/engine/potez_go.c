/* What Potez's protocol says to "go" and "ask": limits, searches in a thread, lines of information.
   Several lines (MultiPV) and some moves alone (searchmoves) are an analysis of the moves; a guess
   (ponder) is a search without an end that begins again with its limits when it was right. */
#include "ports/engine/potez_go.h"
#include "minds/tell.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_TEXT = 8192, PERFT_MOST = 60 };

/* One line of an answer; `number` is its place among several, 0 where there is one. */
static void say_line(struct talk *talk, const struct inquiry *inquiry,
                     const struct mind_answer *answer, int number)
{
    const char *outcome = tell_outcome(answer);
    char buffer[LINE_TEXT];
    struct text text;
    double spent = tell_seconds(inquiry);
    text_init(&text, buffer, sizeof buffer);
    text_print(&text, "info depth %d", answer->depth);
    if (number)
        text_print(&text, " multipv %d", number);
    text_print(&text, " score cp %d", (int)answer->score);
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

static void say_info(void *talk, const struct inquiry *inquiry)
{
    say_line(talk, inquiry, &inquiry->answer, 0);
}

/* After every round over all moves: the best ones that were looked at. */
static void say_lines(void *listener, const struct inquiry *inquiry)
{
    struct talk *talk = listener;
    const struct inquiry_finding *findings = inquiry->findings;
    if (inquiry->rounds.begun && !inquiry->done)
        return; /* in the middle of a round */
    for (int i = 0; i < inquiry->finding_count && i < talk->uci.lines; i++)
        if (findings[i].answer.line_length)
            say_line(talk, inquiry, &findings[i].answer, i + 1);
}

/* An answer that is wanted only when the thinking is stopped. */
static void await_stop(struct talk *talk)
{
    while (talk->infinite && !atomic_load(&talk->stop))
        nanosleep(&(struct timespec){0, 1000000}, NULL);
}

/* The line of best play, for the move that is expected after the best one. */
struct expected {
    int at;
    char move[GAME_MOVE_TEXT];
};

static void note_second(void *listener, const char *move)
{
    struct expected *expected = listener;
    if (expected->at++ == 1)
        snprintf(expected->move, sizeof expected->move, "%s", move);
}

static void think(struct talk *talk)
{
    struct error error;
    char move[GAME_MOVE_TEXT];
    uint32_t chosen = GAME_NO_MOVE;
    struct expected expected = {0};
    if (!session_over(talk->opened.session, NULL, NULL)) {
        bool several = talk->kind == INQUIRY_MOVES;
        struct inquiry *inquiry = talk_ask(talk, several ? say_lines : say_info, &error);
        if (inquiry) {
            const struct session *session = talk->opened.session;
            chosen = several ? inquiry->findings[0].move : inquiry->answer.move;
            inquiry_line(inquiry, session_ply(session),
                         several ? &inquiry->findings[0].answer : &inquiry->answer, note_second,
                         &expected);
        } else {
            talk_say(talk, "error %s", error.text);
        }
        inquire_close(inquiry);
    }
    await_stop(talk);
    if (talk->silent)
        return;
    bool guess = talk->uci.ponder && expected.move[0];
    talk_say(talk, "bestmove %s%s%s", talk_move_text(talk, chosen, move), guess ? " ponder " : "",
             guess ? expected.move : "");
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
    {"depth", 0, 200},
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
        limits->depth = mind_depth(number);
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

/* A move of the present position by its text; false when it is none. */
static bool find_move(const struct talk *talk, const struct words *word, uint32_t *move)
{
    const struct session *session = talk->opened.session;
    const struct game *game = talk->opened.game;
    return !session_over(session, NULL, NULL) &&
           game->move_read(session_setup(session), session_position(session), word->text,
                           word->length, move, NULL) == word->length;
}

/* "searchmoves M M ...": as many as are moves. */
static bool read_moves(struct talk *talk, struct words *words, struct error *error)
{
    struct words rest = *words, word;
    uint32_t move;
    while (words_next(&rest, &word) && find_move(talk, &word, &move)) {
        if (talk->uci.only_count < GAME_MOVES_MAX)
            talk->uci.only[talk->uci.only_count++] = move;
        *words = rest;
    }
    return talk->uci.only_count > 0 ||
           error_set(error, "go: expected legal moves after searchmoves");
}

/* A word of "go" without a number behind it. */
static bool take_switch(struct talk *talk, const struct words *word)
{
    if (words_are(word, "infinite"))
        talk->infinite = true;
    else if (words_are(word, "ponder"))
        talk->uci.guessing = true;
    else
        return false;
    return true;
}

static bool read_terms(struct talk *talk, struct words *words, struct inquiry_terms *terms,
                       struct error *error)
{
    struct clocks clocks = {0};
    struct words word;
    enum { COUNT = sizeof go_words / sizeof go_words[0] };
    talk->uci.only_count = 0;
    while (words_next(words, &word)) {
        size_t i = 0;
        int64_t number;
        if (take_switch(talk, &word))
            continue;
        if (words_are(&word, "searchmoves")) {
            if (!read_moves(talk, words, error))
                return false;
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
    struct inquiry_terms terms = {0}, none = {0};
    struct error error;
    talk_stop(talk);
    talk->infinite = talk->silent = talk->uci.guessing = false;
    talk->strict = work == answer; /* programs that say "go" always name a limit */
    if (!read_terms(talk, &words, &terms, &error)) {
        talk_say(talk, "error %s", error.text);
        return;
    }
    if (kind == INQUIRY_MOVE && work == think && (talk->uci.only_count || talk->uci.lines > 1)) {
        kind = INQUIRY_MOVES;
        /* a clock is for one search; its share serves as the time for all moves together */
        terms.session = talk->opened.session;
        struct player player = talk->player;
        struct mind_limits limits;
        if (terms.clock_left && inquiry_limits(INQUIRY_HINT, &player, &terms, &limits, NULL)) {
            terms = none;
            terms.limits = limits;
        }
    }
    talk->uci.then = terms;
    if (talk->uci.guessing)
        talk->infinite = true; /* until stop, or until the guess turns out to be right */
    talk_think(talk, kind, talk->uci.guessing ? &none : &terms, work);
}

/* "go perft N": how many leaves each move leads to. */
static void count_leaves(struct talk *talk, struct words words)
{
    const struct session *session = talk->opened.session;
    const struct game *game = talk->opened.game;
    const struct game_setup *setup = session_setup(session);
    uint32_t moves[GAME_MOVES_MAX];
    char text[GAME_MOVE_TEXT];
    int64_t depth;
    uint64_t all = 0;
    if (!words_number(&words, 1, PERFT_MOST, &depth)) {
        talk_say(talk, "error go perft: expected a number from 1 to %d", PERFT_MOST);
        return;
    }
    size_t size = game->position_size(setup);
    char *room = calloc((size_t)depth + 2, size);
    int count = room ? session_moves(session, moves) : 0;
    for (int i = 0; i < count; i++) {
        memcpy(room, session_position(session), size);
        game->play(setup, room, moves[i]);
        uint64_t leaves =
            depth == 1 ? 1 : game_perft(game, setup, room, (int)depth - 1, room + size);
        talk_say(talk, "%s: %" PRIu64, talk_move_text(talk, moves[i], text), leaves);
        all += leaves;
    }
    free(room);
    talk_say(talk, "Nodes searched: %" PRIu64, all);
}

void potez_go(struct talk *talk, struct words words)
{
    struct words rest = words, word;
    if (words_next(&rest, &word) && words_are(&word, "perft")) {
        talk_stop(talk);
        count_leaves(talk, rest);
        return;
    }
    begin(talk, INQUIRY_MOVE, words, think);
}

/* The guess was right: from now on it is our time. What was found out is in the table. */
void potez_ponder_hit(struct talk *talk, struct words words)
{
    (void)words;
    if (!talk->uci.guessing) {
        talk_say(talk, "error ponderhit: nothing is being guessed");
        return;
    }
    struct inquiry_terms terms = talk->uci.then;
    enum inquiry_kind kind = talk->kind;
    talk->silent = true;
    talk_stop(talk);
    talk->silent = talk->infinite = talk->uci.guessing = false;
    talk_think(talk, kind, &terms, think);
}

/* "ask KIND LIMITS": any question, answered with JSON on one line. */
void potez_go_ask(struct talk *talk, struct words words)
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
