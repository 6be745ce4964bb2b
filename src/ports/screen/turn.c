/* The course of the game: whose turn it is, what is asked of the players in the background, and
   what becomes of the answers.

   The loop in screen.c calls this again and again and must never wait, so a machine's move is a
   question to the inquirer whose answer is looked for later. Two counters say what an answer still
   fits: position_serial changes with the position on the board, game_serial only with the moves;
   analysis belongs to the first, a review to the second. */
#include "ports/screen/inside.h"

#include "base/clock.h"
#include "ports/screen/says.h"
#include <stdio.h>
#include <string.h>

enum { PLAYBACK_PAUSE = 350000, ANALYSIS_MICROSECONDS = 600000000, REVIEW_NODES = 300000 };

/* ---- facts ---- */

bool turn_over(const struct screen *screen, struct game_result *result, bool *repeated)
{
    return screen->ended || session_over(screen_session(screen), result, repeated);
}

bool turn_is_persons(const struct screen *screen)
{
    return screen->seats->human[session_side(screen_session(screen))];
}

int turn_person(const struct screen *screen)
{
    const bool *human = screen->seats->human;
    return human[0] == human[1] ? -1 : human[1];
}

const char *turn_move_text(const struct screen *screen, int ply, uint32_t move,
                           char buffer[GAME_MOVE_TEXT])
{
    const struct session *session = screen_session(screen);
    struct text text;
    text_init(&text, buffer, GAME_MOVE_TEXT);
    session_game(session)->move_write(session_setup(session), session_position_at(session, ply),
                                      move, &text);
    return buffer;
}

/* ---- changes ---- */

void turn_changed(struct screen *screen, bool moves)
{
    screen->position_serial++;
    screen->game_serial += moves;
    screen->hint = GAME_NO_MOVE;
    screen->hint_wanted = false;
    if (moves)
        screen->scroll = 0;
    choice_begin(&screen->choice, screen_session(screen));
}

void turn_play(struct screen *screen, uint32_t move)
{
    struct session *session = screen_session(screen);
    struct error error;
    uint64_t now = clock_microseconds();
    if (screen->ended || session_flag(session, now) >= 0)
        return;
    if (!session_play(session, move, &error)) {
        screen_complain(screen, error.text);
        return;
    }
    screen->stepping = false;
    screen->message[0] = 0;
    turn_changed(screen, true);
    session_clock_run(session, now);
}

/* Back (or on) to where a person was to move. */
static bool walk(struct screen *screen, bool (*step)(struct session *))
{
    struct session *session = screen_session(screen);
    session_clock_stop(session, clock_microseconds());
    if (!step(session))
        return false;
    bool anyone = screen->seats->human[0] || screen->seats->human[1];
    while (anyone && !turn_is_persons(screen) && step(session))
        ;
    screen->ended = false;
    screen->message[0] = 0;
    turn_changed(screen, true);
    return true;
}

/* A resignation alone: no move goes with it. */
static bool resume(struct screen *screen)
{
    if (!screen->ended || session_flag(screen_session(screen), clock_microseconds()) >= 0)
        return false;
    screen->ended = false;
    screen->message[0] = 0;
    turn_changed(screen, false);
    return true;
}

void turn_undo(struct screen *screen)
{
    screen->playback.on = false;
    if (!resume(screen) && !walk(screen, session_undo))
        screen_say_text(screen, "terminal.undo.none");
}

void turn_redo(struct screen *screen)
{
    if (!walk(screen, session_redo))
        screen_say_text(screen, "terminal.redo.none");
}

void turn_step(struct screen *screen, int ply)
{
    struct session *session = screen_session(screen);
    char at[16], of[16];
    struct text text;
    session_clock_stop(session, clock_microseconds());
    session_go(session, ply);
    screen->playback.on = false;
    screen->stepping = session_ply(session) < session_length(session);
    turn_changed(screen, false);
    snprintf(at, sizeof at, "%d", session_ply(session));
    snprintf(of, sizeof of, "%d", session_length(session));
    text_init(&text, screen->message, sizeof screen->message);
    texts_add(&text, "at.ply", "at", at, "of", of, NULL);
    screen->alarming = false;
}

void turn_restart(struct screen *screen)
{
    struct session *session = screen_session(screen);
    session_go(session, 0);
    if (screen->start->terms.clock_left)
        turn_new_clock(screen, screen->start->terms.clock_left,
                       screen->start->terms.clock_increment);
    screen->ended = screen->stepping = screen->playback.on = false;
    screen->told = -1;
    turn_changed(screen, true);
    screen_say_text(screen, "restarted");
}

void turn_new_clock(struct screen *screen, int64_t left, int64_t increment)
{
    session_clock_set(screen_session(screen), left, left, increment);
}

/* ---- the end ---- */

static void keep(struct screen *screen, const struct game_result *result, bool by_rules,
                 const char *ending)
{
    struct error error;
    if (screen->start->keep &&
        !screen->start->keep(screen->start->owner, result, by_rules, ending, &error))
        screen_complain(screen, error.text);
}

static void lose(struct screen *screen, int side, const char *key, const char *ending)
{
    struct session *session = screen_session(screen);
    struct game_result result = {.half_points = side == 0 ? 0 : 2};
    struct text text;
    session_clock_stop(session, clock_microseconds());
    screen->ended = true;
    text_init(&text, screen->message, sizeof screen->message);
    texts_add(&text, key, "side", says_side(session_game(session), side), NULL);
    screen->alarming = false;
    keep(screen, &result, false, ending);
}

/* It is the person who resigns, also while the program thinks. */
void turn_resign(struct screen *screen)
{
    int person = turn_person(screen);
    if (turn_over(screen, NULL, NULL))
        screen_say_text(screen, "terminal.over");
    else
        lose(screen, person < 0 ? session_side(screen_session(screen)) : person,
             "terminal.resigned", "resigned");
}

static void tell_end(struct screen *screen)
{
    struct session *session = screen_session(screen);
    struct game_result result;
    bool repeated;
    int ply = session_ply(session);
    if (screen->ended || screen->stepping || !session_over(session, &result, &repeated)) {
        screen->told = screen->ended ? screen->told : -1;
        return;
    }
    session_clock_stop(session, clock_microseconds());
    if (screen->told == ply)
        return;
    screen->told = ply;
    screen->playback.on = false;
    struct text text;
    text_init(&text, screen->message, sizeof screen->message);
    says_result(session, &result, repeated, turn_person(screen), &text);
    screen->alarming = false;
    keep(screen, &result, true, repeated ? "repetition" : "rules");
}

/* Lets the time of the side to move run; whose time is over has lost. */
static void watch_clock(struct screen *screen)
{
    struct session *session = screen_session(screen);
    uint64_t now = clock_microseconds();
    if (!session_timed(session) || screen->stepping || turn_over(screen, NULL, NULL))
        return;
    if (session_clock_side(session) != session_side(session))
        session_clock_run(session, now);
    int late = session_flag(session, now);
    if (late >= 0)
        lose(screen, late, "end.time", "time");
}

/* Who can only pass, passes. */
static void pass(struct screen *screen)
{
    const struct session *session = screen_session(screen);
    uint32_t moves[GAME_MOVES_MAX], pass = session_game(session)->pass;
    struct text text;
    if (pass == GAME_NO_MOVE || !turn_is_persons(screen) || screen->stepping ||
        session_moves(session, moves) != 1 || moves[0] != pass)
        return;
    int side = session_side(session);
    turn_play(screen, pass);
    text_init(&text, screen->message, sizeof screen->message);
    texts_add(&text, "passes", "side", says_side(session_game(session), side), NULL);
}

/* ---- questions ---- */

/* What is to be asked now; INQUIRY_KINDS for nothing. */
static enum inquiry_kind wanted(const struct screen *screen)
{
    const struct session *session = screen_session(screen);
    bool over = turn_over(screen, NULL, NULL);
    if (!screen->inquirer)
        return INQUIRY_KINDS;
    if (!over && !screen->stepping && !turn_is_persons(screen))
        return INQUIRY_MOVE;
    if (!over && (screen->hint_wanted ||
                  (screen->playback.on && screen->playback.at >= screen->playback.count)))
        return INQUIRY_HINT;
    if (screen->pane == PANE_REVIEW && session_length(session) > 0)
        return INQUIRY_REVIEW;
    if (!over && screen->pane == PANE_ANALYSIS)
        return INQUIRY_MOVES;
    return INQUIRY_KINDS;
}

static unsigned serial_for(const struct screen *screen, enum inquiry_kind kind)
{
    return kind == INQUIRY_REVIEW ? screen->game_serial : screen->position_serial;
}

static bool limits_for(struct screen *screen, struct inquiry_question *question,
                       struct error *error)
{
    struct inquiry_terms terms = screen->start->terms;
    if (question->kind == INQUIRY_MOVE)
        return inquiry_limits_at(INQUIRY_MOVE, &question->player, &terms, screen_session(screen),
                                 clock_microseconds(), &question->limits, error);
    terms.clock_left = terms.clock_increment = 0;
    terms.limits = (struct mind_limits){0};
    if (question->kind == INQUIRY_MOVES)
        terms.limits.microseconds = ANALYSIS_MICROSECONDS;
    if (question->kind == INQUIRY_REVIEW)
        terms.standard.nodes = REVIEW_NODES;
    return inquiry_limits(question->kind, &question->player, &terms, &question->limits, error);
}

static void ask(struct screen *screen, enum inquiry_kind kind)
{
    const struct session *session = screen_session(screen);
    struct inquiry_question question = {.kind = kind, .no_book = screen->start->no_book};
    struct error error;
    question.player = kind == INQUIRY_MOVE ? screen->seats->players[session_side(session)]
                                           : *screen->start->adviser;
    screen->about = kind;
    screen->about_serial = serial_for(screen, kind);
    screen->taken = false;
    if (limits_for(screen, &question, &error)) {
        screen->ticket = inquirer_ask(screen->inquirer, session, &question);
        return;
    }
    screen->taken = true; /* nothing will come */
    screen->ticket = 0;
    screen_complain(screen, error.text);
}

static void keep_asking(struct screen *screen)
{
    enum inquiry_kind kind = wanted(screen);
    if (kind == INQUIRY_KINDS) {
        if (screen->ticket)
            inquirer_stop(screen->inquirer, false);
        screen->ticket = 0;
        screen->about = INQUIRY_KINDS;
    } else if (kind != screen->about || serial_for(screen, kind) != screen->about_serial) {
        ask(screen, kind);
    }
}

/* ---- answers ---- */

const struct inquirer_found *turn_found(const struct screen *screen, enum inquiry_kind kind)
{
    if (!screen->ticket || screen->about != kind ||
        screen->about_serial != serial_for(screen, kind))
        return NULL;
    const struct inquirer_found *found = inquirer_look(screen->inquirer);
    if (found->ticket == screen->ticket && !found->failed)
        return found;
    inquirer_looked(screen->inquirer);
    return NULL;
}

/* The cursor goes to where the hint begins, so that Enter follows it; one that walks stays with its
   walker. */
static void point_at_hint(struct screen *screen)
{
    struct game_step steps[GAME_STEPS_MAX];
    const struct session *session = screen_session(screen);
    const struct game *game = session_game(session);
    if (game->players > 1 && screen->choice.taken_count == 0 &&
        game->move_steps(session_setup(session), session_position(session), screen->hint, steps))
        screen->cursor = steps[0].place;
}

static void take_hint(struct screen *screen, const struct inquirer_found *found)
{
    char move[GAME_MOVE_TEXT];
    struct text text;
    const struct session *session = screen_session(screen);
    if (screen->playback.on) {
        screen->playback.at = 0;
        screen->playback.count = found->answer.line_length;
        memcpy(screen->playback.line, found->answer.line, sizeof screen->playback.line);
        if (found->answer.line_length == 0) {
            screen->playback.on = false;
            screen_say_text(screen, "zr2.no.solution");
        }
        return;
    }
    screen->hint = found->answer.move;
    screen->hint_wanted = false;
    screen->about = INQUIRY_KINDS;
    if (screen->hint == GAME_NO_MOVE)
        return;
    point_at_hint(screen);
    text_init(&text, screen->message, sizeof screen->message);
    says_hint(turn_move_text(screen, session_ply(session), screen->hint, move), &found->answer,
              &text);
    screen->alarming = false;
}

/* A program that fails has lost; any other failure is reported. */
static void take_failure(struct screen *screen, const struct error *error)
{
    int side = session_side(screen_session(screen));
    screen->hint_wanted = screen->playback.on = false;
    if (screen->about == INQUIRY_MOVE) {
        struct game_result result = {.half_points = side == 0 ? 0 : 2};
        screen->ended = true;
        keep(screen, &result, false, "fault");
    }
    screen_complain(screen, error->text);
}

static void take_answers(struct screen *screen)
{
    if (!screen->ticket || screen->taken ||
        screen->about_serial != serial_for(screen, screen->about))
        return;
    const struct inquirer_found *found = inquirer_look(screen->inquirer);
    bool here = found->ticket == screen->ticket, done = here && found->done;
    struct error error = found->error;
    bool failed = here && found->failed;
    uint32_t move = found->answer.move;
    if (done && !failed && screen->about == INQUIRY_HINT)
        take_hint(screen, found);
    inquirer_looked(screen->inquirer);
    if (!done)
        return;
    screen->taken = true;
    if (failed)
        take_failure(screen, &error);
    else if (screen->about == INQUIRY_MOVE)
        turn_play(screen, move);
}

/* ---- a solution that is walked ---- */

void turn_solution(struct screen *screen)
{
    struct screen_playback *playback = &screen->playback;
    bool on = !playback->on && screen->inquirer && !turn_over(screen, NULL, NULL);
    *playback = (struct screen_playback){.on = on, .pause = PLAYBACK_PAUSE};
    if (on)
        screen_say_text(screen, "terminal.solution");
}

static void play_back(struct screen *screen)
{
    struct screen_playback *playback = &screen->playback;
    uint64_t now = clock_microseconds();
    if (!playback->on || playback->at >= playback->count || now < playback->next)
        return;
    playback->next = now + playback->pause;
    turn_play(screen, playback->line[playback->at++]);
}

void turn_go_on(struct screen *screen)
{
    take_answers(screen);
    play_back(screen);
    pass(screen);
    tell_end(screen);
    watch_clock(screen);
    keep_asking(screen);
}
