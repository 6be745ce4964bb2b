/* The command "play", a line at a time. It reads moves and a few words
   from standard input, so that a pipe can play as well as a person. */
#include "base/clock.h"
#include "lab/outside.h"
#include "minds/tell.h"
#include "ports/cli/file.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/play.h"
#include "ports/cli/progress.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 8192 };

static void refuse(struct table_talk *talk, const char *text)
{
    fflush(stdout);
    fprintf(stderr, "%s\n", text);
    talk->refused = true;
}

/* ---- the words a player can say ---- */

static void say_undo(struct table_talk *talk, const char *rest)
{
    (void)rest;
    struct session *session = talk->opened.session;
    if (!session_undo(session)) {
        refuse(talk, "nothing to undo: this is the beginning");
        return;
    }
    while (!talk->seats.human[session_side(session)] && session_undo(session))
        ; /* back to where a person was to move */
    play_show_board(talk);
}

static void say_redo(struct table_talk *talk, const char *rest)
{
    (void)rest;
    struct session *session = talk->opened.session;
    if (!session_redo(session)) {
        refuse(talk, "nothing to redo");
        return;
    }
    while (!talk->seats.human[session_side(session)] && session_redo(session))
        ;
    play_show_board(talk);
}

/* What the player to move (or who gives hints) makes of the position; NULL with an error. */
static struct inquiry *ask(struct table_talk *talk, enum inquiry_kind kind,
                           const struct player *player, struct error *error)
{
    const struct session *session = talk->opened.session;
    struct chooser *chooser = &talk->chooser;
    struct inquiry_question *question = &chooser->question;
    question->kind = kind;
    question->player = *player;
    if (!inquiry_limits_at(kind, &question->player, &chooser->terms, session, clock_microseconds(),
                           &question->limits, error))
        return NULL;
    struct inquiry *inquiry = chooser_ask(chooser, session, error);
    struct progress progress;
    progress_begin_uncounted(&progress, "thinking", talk->arguments->quiet);
    progress_limit(&progress, chooser_most(chooser));
    bool good = inquiry && inquiry_run(inquiry, error);
    progress_end(&progress);
    if (good)
        return inquiry;
    inquire_close(inquiry);
    return NULL;
}

static void show_hint(const struct table_talk *talk, const struct inquiry *inquiry)
{
    char move[GAME_MOVE_TEXT], words[256];
    struct text text;
    play_move_text(talk, inquiry->answer.move, move);
    text_init(&text, words, sizeof words);
    tell_words(inquiry->mind, session_side(talk->opened.session), &inquiry->answer, &text);
    if (talk->arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "hint", move);
        tell_inquiry(&json, inquiry);
        json_line_end(&json);
    } else {
        printf("hint: %s  %s\n", move, words);
    }
}

static void say_hint(struct table_talk *talk, const char *rest)
{
    (void)rest;
    struct error error;
    if (!talk->minds) {
        refuse(talk, "no hints: this game has no players of its own");
        return;
    }
    if (session_over(talk->opened.session, NULL, NULL)) {
        refuse(talk, "no hint: the game is over");
        return;
    }
    struct inquiry *inquiry = ask(talk, INQUIRY_HINT, &talk->adviser, &error);
    if (inquiry)
        show_hint(talk, inquiry);
    else
        refuse(talk, error.text);
    inquire_close(inquiry);
}

static void say_moves(struct table_talk *talk, const char *rest)
{
    (void)rest;
    uint32_t moves[GAME_MOVES_MAX];
    char text[GAME_MOVE_TEXT];
    if (talk->arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        tell_moves(&json, talk->opened.session);
        json_line_end(&json);
        return;
    }
    int count = session_moves(talk->opened.session, moves);
    for (int i = 0; i < count; i++)
        printf("%s%c", play_move_text(talk, moves[i], text), i + 1 < count ? ' ' : '\n');
}

static void say_save(struct table_talk *talk, const char *path)
{
    struct error error;
    if (!path[0])
        refuse(talk, "expected the name of a file: save FILE");
    else if (!opened_save(talk->opened.session, path, &error))
        refuse(talk, error.text);
    else if (!talk->arguments->json)
        printf("saved to %s\n", path);
}

static void say_load(struct table_talk *talk, const char *path)
{
    struct error error;
    size_t length;
    if (!path[0]) {
        refuse(talk, "expected the name of a file: load FILE");
        return;
    }
    if (strcmp(path, "-") == 0) {
        refuse(talk, "a game cannot be loaded from the file that the moves come from");
        return;
    }
    char *text = file_read(path, POSITION_INPUT_MAX, &length, &error);
    if (!text || (!opened_load(&talk->opened, text, length, PLAY_PLIES, &error) &&
                  !error_prefix(&error, "%s: ", path)))
        refuse(talk, error.text);
    else
        play_show_board(talk);
    free(text);
}

static void say_resign(struct table_talk *talk, const char *rest)
{
    (void)rest;
    const struct session *session = talk->opened.session;
    struct game_result result;
    if (session_over(session, &result, NULL)) {
        refuse(talk, "the game is over already");
        return;
    }
    result = (struct game_result){.half_points = session_side(session) == 0 ? 0 : 2};
    if (session_game(session)->players == 1 && !talk->arguments->json)
        puts("Given up.");
    else
        play_show_result(talk, &result, ", resigned");
    play_keep(talk, &result, false, "resigned");
    talk->leaving = true;
}

static void say_quit(struct table_talk *talk, const char *rest)
{
    (void)rest;
    talk->leaving = true;
}

static void say_board(struct table_talk *talk, const char *rest)
{
    (void)rest;
    play_show_board(talk);
}

static void say_help(struct table_talk *talk, const char *rest);

static const struct {
    const char *word, *summary;
    void (*say)(struct table_talk *talk, const char *rest);
} words[] = {
    {"undo", "takes back your last move", say_undo},
    {"redo", "makes it again", say_redo},
    {"hint", "what the program would play", say_hint},
    {"moves", "the legal moves", say_moves},
    {"board", "shows the board again", say_board},
    {"save", "FILE: keeps the game in a file", say_save},
    {"load", "FILE: continues a saved game", say_load},
    {"resign", "gives the game up", say_resign},
    {"help", "these words", say_help},
    {"quit", "leaves", say_quit},
};

static void say_help(struct table_talk *talk, const char *rest)
{
    (void)rest;
    if (talk->arguments->json)
        return;
    puts("Type a move, or one of these words:");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        printf("  %-7s %s\n", words[i].word, words[i].summary);
    printf("Moves: %s\n", session_game(talk->opened.session)->notation);
}

/* ---- the game ---- */

static void human_moves(struct table_talk *talk, const char *line)
{
    struct session *session = talk->opened.session;
    struct error error;
    int before = session_ply(session);
    if (!session_play_text(session, line, strlen(line), &error)) {
        refuse(talk, error.text);
        return;
    }
    int after = session_ply(session);
    for (int i = before; i < after && talk->arguments->json; i++) {
        session_go(session, i);
        play_show_move(talk, session_move_at(session, i));
    }
    session_go(session, after);
    play_show_board(talk);
}

static void obey(struct table_talk *talk, char *line)
{
    while (text_is_space(*line))
        line++;
    size_t length = strlen(line);
    while (length && text_is_space(line[length - 1]))
        line[--length] = 0;
    if (length == 0)
        return;
    size_t word = strcspn(line, " \t");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_part_equal(line, word, words[i].word)) {
            words[i].say(talk, line + word + strspn(line + word, " \t"));
            return;
        }
    human_moves(talk, line);
}

/* Reads a line and does what it says; leaves at the end of the input. */
static void listen(struct table_talk *talk)
{
    static char line[LINE];
    if (talk->terminal) {
        const char *side =
            session_game(talk->opened.session)->side[session_side(talk->opened.session)];
        printf("%s> ", session_over(talk->opened.session, NULL, NULL) ? "over" : side);
    }
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) {
        talk->leaving = true;
        return;
    }
    size_t length = strlen(line);
    if (length + 1 == sizeof line && line[length - 1] != '\n') {
        refuse(talk, "the line is too long");
        int c;
        while ((c = getchar()) != EOF && c != '\n')
            ;
        return;
    }
    obey(talk, line);
}

static void lose(struct table_talk *talk, int side, const char *how, const char *ending)
{
    struct game_result result = {.half_points = side == 0 ? 0 : 2};
    play_show_result(talk, &result, how);
    play_keep(talk, &result, false, ending);
    talk->leaving = true;
}

/* A program that fails loses. */
static void give_up(struct table_talk *talk, const char *reason)
{
    refuse(talk, reason);
    talk->refused = false;
    lose(talk, session_side(talk->opened.session), ", the program failed", "fault");
}

/* Lets the time of the side to move run; whose time is over has lost. */
static bool out_of_time(struct table_talk *talk)
{
    uint64_t now = clock_microseconds();
    session_clock_run(talk->opened.session, now);
    int late = session_flag(talk->opened.session, now);
    if (late >= 0)
        lose(talk, late, ", out of time", "time");
    return late >= 0;
}

static bool machine_moves(struct table_talk *talk, struct error *error)
{
    struct session *session = talk->opened.session;
    const struct player *player = &talk->seats.players[session_side(session)];
    error->text[0] = 0;
    struct inquiry *inquiry = ask(talk, INQUIRY_MOVE, player, error);
    if (!inquiry) {
        if (!outside_is(player))
            return false;
        if (error->text[0]) /* else it was stopped */
            give_up(talk, error->text);
        return true;
    }
    uint32_t move = inquiry->answer.move;
    inquire_close(inquiry);
    if (atomic_load(&interrupt_raised))
        return true;
    play_show_move(talk, move);
    if (!session_play(session, move, error))
        return false;
    play_show_board(talk);
    return true;
}

static enum status play(struct table_talk *talk)
{
    struct error error;
    int told = -1; /* the ply whose end was announced */
    bool anyone = talk->seats.human[0] || talk->seats.human[1];
    play_show_board(talk);
    while (!talk->leaving && !atomic_load(&interrupt_raised)) {
        struct game_result result;
        bool repeated, over = session_over(talk->opened.session, &result, &repeated);
        if (over && told != session_ply(talk->opened.session)) {
            told = session_ply(talk->opened.session);
            play_show_result(talk, &result, repeated ? " by repetition" : "");
            play_keep(talk, &result, true, repeated ? "repetition" : "rules");
        } else if (!over) {
            told = -1;
        }
        if (over)
            session_clock_stop(talk->opened.session, clock_microseconds());
        if ((over && !anyone) || (!over && out_of_time(talk)))
            break;
        if (over || talk->seats.human[session_side(talk->opened.session)])
            listen(talk);
        else if (!machine_moves(talk, &error))
            return command_fail(talk->arguments, "%s", error.text);
    }
    if (atomic_load(&interrupt_raised)) {
        fputs("\nstopped; ", stderr);
        play_tell_moves(talk);
    }
    if (talk->lost)
        return STATUS_FAILED;
    return talk->refused && !talk->terminal ? STATUS_BAD : STATUS_DONE;
}

enum status play_in_lines(struct table_talk *talk)
{
    const struct arguments *arguments = talk->arguments;
    struct error error;
    if (!chooser_open(&talk->chooser, arguments->threads, &error))
        return command_fail(arguments, "%s", error.text);
    if (talk->terminal && !arguments->quiet && !arguments->json)
        play_greet(talk);
    enum status status = play(talk);
    chooser_close(&talk->chooser);
    return status;
}
