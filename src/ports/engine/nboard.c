/* NBoard's protocol for Othello programs: NBoard sends the whole game as GGF and asks for hints or
   a move; "ping" ends whatever is under way and is answered at once. Evaluations are in discs for
   the side to move. Contempt is taken and has no effect; there is nothing to be learned. */
#include "base/clock.h"
#include "lab/ggf.h"
#include "ports/engine/engine.h"
#include "ports/engine/words.h"
#include <stdlib.h>
#include <string.h>

enum { LINE_TEXT = 2048, HINT_DEPTH = 10, DEPTH_MOST = 60, ANALYSIS_DEPTH = 8 };

static void say_bad(struct engine *engine, const char *what)
{
    engine_say(engine, "status error: %s", what);
}

static double seconds_spent(const struct engine *engine)
{
    return (double)(clock_microseconds() - engine->started) / 1e6;
}

/* NBoard writes moves in capitals and a pass as PA. */
static void capitals(char *text)
{
    for (char *c = text; *c; c++)
        if (*c >= 'a' && *c <= 'h')
            *c = (char)(*c - 'a' + 'A');
}

static const char *move_name(const struct engine *engine, uint32_t move,
                             char buffer[GAME_MOVE_TEXT])
{
    if (move == engine->game->pass)
        return "PA";
    engine_move_text(engine, session_position(engine->session), move, buffer);
    capitals(buffer);
    return buffer;
}

/* A line of moves without anything between them, a pass as PA. */
static void line_name(const struct engine *engine, const struct mind_answer *answer, char *buffer,
                      size_t size)
{
    struct text text;
    text_init(&text, buffer, size);
    engine_line_text(engine, answer, "", &text);
    capitals(buffer);
    for (char *dash; (dash = strstr(buffer, "--"));)
        memcpy(dash, "PA", 2);
}

static void report(void *listener, const struct mind_answer *answer)
{
    struct engine *engine = listener;
    char line[LINE_TEXT];
    line_name(engine, answer, line, sizeof line);
    engine_say(engine, "search %s %.2f 0 %d", line, answer->score / 100.0, answer->depth);
}

static void say_done(struct engine *engine, uint64_t nodes)
{
    engine_say(engine, "nodestats %llu %.3f", (unsigned long long)nodes, seconds_spent(engine));
    engine_say(engine, "status");
}

static void choose(struct engine *engine)
{
    struct mind_task task = engine_task(engine);
    struct mind_answer answer;
    char move[GAME_MOVE_TEXT];
    task.report = report;
    if (session_over(engine->session, NULL, NULL)) {
        say_bad(engine, "the game is over");
        return;
    }
    if (!engine_ask(engine, &task, &answer)) {
        say_bad(engine, "out of memory");
        return;
    }
    engine_say(engine, "=== %s/%.2f/%.3f", move_name(engine, answer.move, move),
               answer.score / 100.0, seconds_spent(engine));
    say_done(engine, answer.nodes);
}

static void say_choice(struct engine *engine, const struct engine_choice *choice, int depth)
{
    struct mind_answer answer;
    char line[LINE_TEXT];
    mind_answer_clear(&answer);
    answer.line_length = choice->line_length;
    memcpy(answer.line, choice->line, sizeof answer.line);
    line_name(engine, &answer, line, sizeof line);
    engine_say(engine, "search %s %.2f 0 %s%d", line, choice->score / 100.0,
               choice->exact ? "100%@" : "", depth);
}

static void give_hints(struct engine *engine)
{
    struct engine_choice *choices = calloc(GAME_MOVES_MAX, sizeof *choices);
    uint64_t nodes = 0;
    int deepest = engine->nboard.depth ? engine->nboard.depth : HINT_DEPTH;
    uint32_t moves[GAME_MOVES_MAX];
    int count = session_moves(engine->session, moves);
    bool exact = false;
    for (int depth = 2; choices && count && depth <= deepest && !exact; depth++) {
        int found = engine_rank(engine, depth, choices);
        exact = found == count;
        for (int i = 0; i < found; i++) {
            nodes += choices[i].nodes;
            exact = exact && choices[i].exact;
        }
        if (found < count)
            break; /* stopped: the last depth stands */
        for (int i = 0; i < found && i < engine->nboard.hints; i++)
            say_choice(engine, &choices[i], depth);
        if (engine->nodes_most && nodes > engine->nodes_most)
            break;
    }
    free(choices);
    say_done(engine, nodes);
}

/* The value of every position of the game, the last first, seen by black. */
static void analyse(struct engine *engine)
{
    int last = session_ply(engine->session);
    uint64_t nodes = 0;
    for (int ply = last; ply >= 0 && !atomic_load(&engine->stop); ply--) {
        struct mind_answer answer;
        struct game_result result;
        session_go(engine->session, ply);
        if (session_over(engine->session, &result, NULL)) {
            engine_say(engine, "analysis %d %.2f", ply, (double)result.score);
            continue;
        }
        struct mind_task task = engine_task(engine);
        if (!engine_ask(engine, &task, &answer))
            break;
        nodes += answer.nodes;
        engine_say(engine, "analysis %d %.2f", ply,
                   (session_side(engine->session) == 0 ? 1 : -1) * answer.score / 100.0);
    }
    session_go(engine->session, last);
    say_done(engine, nodes);
}

static struct mind_limits limits_now(const struct engine *engine)
{
    struct mind_limits limits = engine->standard;
    if (engine->nboard.depth)
        limits = (struct mind_limits){.depth = engine->nboard.depth};
    return limits;
}

static void set_game(struct engine *engine, const struct words *words)
{
    struct error error;
    struct ggf_game game;
    if (ggf_read(words->text, words->length, &game, &error) == 0) {
        say_bad(engine, error.text);
        return;
    }
    if (!engine_restart(engine, &game.start, &error)) {
        say_bad(engine, error.text);
        return;
    }
    for (int i = 0; i < game.move_count; i++)
        if (!session_play(engine->session, game.moves[i], &error)) {
            say_bad(engine, error.text);
            return;
        }
}

static void set(struct engine *engine, struct words words)
{
    struct words word;
    int64_t number;
    engine_stop(engine);
    words_next(&words, &word);
    if (words_are(&word, "game"))
        set_game(engine, &words);
    else if (words_are(&word, "depth")) {
        if (words_number(&words, 1, DEPTH_MOST, &number))
            engine->nboard.depth = (int)number;
        else
            say_bad(engine, "expected set depth with a number from 1 to 60");
    } else if (words_are(&word, "contempt")) {
        if (words_number(&words, -1000000, 1000000, &number))
            engine->nboard.contempt = (int)number;
        else
            say_bad(engine, "expected set contempt with a number");
    } /* other settings are for others */
}

static void play(struct engine *engine, const struct words *words)
{
    struct error error;
    size_t length = 0;
    engine_stop(engine);
    while (length < words->length && words->text[length] != '/')
        length++;
    if (!session_play_text(engine->session, words->text, length, &error))
        say_bad(engine, error.text);
}

static void ping(struct engine *engine, struct words words)
{
    int64_t number = 0;
    engine_stop(engine);
    if (words_number(&words, INT32_MIN, INT32_MAX, &number))
        engine_say(engine, "pong %lld", (long long)number);
    else
        say_bad(engine, "expected ping with a number");
}

static void hint(struct engine *engine, struct words words)
{
    int64_t number = 1;
    engine_stop(engine);
    if (words.length && !words_number(&words, 1, 64, &number)) {
        say_bad(engine, "expected hint with a number from 1 to 64");
        return;
    }
    engine->nboard.hints = (int)number;
    engine_say(engine, "status Potez is analysing");
    engine_think(engine, &(struct mind_limits){0}, give_hints);
}

static void take_line(struct engine *engine, const char *line, size_t length)
{
    struct words words = {line, length}, word;
    struct mind_limits limits = limits_now(engine);
    if (!words_next(&words, &word))
        return;
    if (words_are(&word, "nboard")) {
        engine_say(engine, "set myname Potez");
        engine_say(engine, "status");
    } else if (words_are(&word, "set")) {
        set(engine, words);
    } else if (words_are(&word, "move")) {
        play(engine, &words);
    } else if (words_are(&word, "go")) {
        engine_stop(engine);
        engine_say(engine, "status Potez is thinking");
        engine_think(engine, &limits, choose);
    } else if (words_are(&word, "hint")) {
        hint(engine, words);
    } else if (words_are(&word, "analyze") || words_are(&word, "analyse")) {
        if (!engine->nboard.depth)
            limits = (struct mind_limits){.depth = ANALYSIS_DEPTH};
        engine_think(engine, &limits, analyse);
    } else if (words_are(&word, "learn")) {
        engine_say(engine, "learned");
        engine_say(engine, "status");
    } else if (words_are(&word, "ping")) {
        ping(engine, words);
    } else if (words_are(&word, "quit")) {
        engine_stop(engine);
        engine->quit = true;
    } else {
        say_bad(engine, "no such command");
    }
}

const struct engine_protocol engine_nboard = {.name = "nboard", .line = take_line};
