/* Conversations with other programs: what is asked of them in each protocol, and what their answers
   do. The programs are the shell's: they say what the test wants and keep what they hear. */
#include "lab/outside.h"

#include "lab/game.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char heard[] = "/tmp/potez-heard-XXXXXX";

struct talk {
    struct player player;
    struct game_setup setup;
    struct mind_task task;
    struct mind_answer answer;
    struct error error;
    _Alignas(16) char start[GAME_POSITION_SMALL], position[GAME_POSITION_SMALL];
    uint32_t moves[8];
    char command[600], said[2000]; /* all that was said to the program */
};

static int begin(void **state)
{
    (void)state;
    int descriptor = mkstemp(heard);
    return descriptor < 0 || close(descriptor) != 0;
}

static int end(void **state)
{
    (void)state;
    return unlink(heard);
}

/* A program that says `replies`, printf's way, and listens until nobody talks to it. */
static void talk_begin(struct talk *talk, const char *game, const char *protocol,
                       const char *replies, const char *more)
{
    memset(talk, 0, sizeof *talk);
    talk->task.game = game_find(game);
    game_setup_default(talk->task.game, &talk->setup);
    talk->task.game->start(&talk->setup, talk->start);
    memcpy(talk->position, talk->start, sizeof talk->start);
    talk->task.setup = &talk->setup;
    talk->task.position = talk->position;
    talk->task.start = talk->start;
    talk->task.moves = talk->moves;
    snprintf(talk->command, sizeof talk->command, "%s:printf '%s'; cat >%s%s", protocol, replies,
             heard, more);
    if (!outside_player_read(talk->task.game, NULL, talk->command, &talk->player, &talk->error))
        fail_msg("%s", talk->error.text);
    assert_true(outside_is(&talk->player));
}

static void talk_play(struct talk *talk, const char *text)
{
    uint32_t move;
    assert_int_equal(talk->task.game->move_read(&talk->setup, talk->position, text, strlen(text),
                                                &move, &talk->error),
                     strlen(text));
    talk->task.game->play(&talk->setup, talk->position, move);
    talk->moves[talk->task.move_count++] = move;
}

/* Opens, asks once and closes. */
static bool talk_ask(struct talk *talk)
{
    struct outside *outside = outside_open(&talk->player, &talk->task, &talk->error);
    bool good =
        outside && outside_ask(outside, &talk->player, &talk->task, &talk->answer, &talk->error);
    outside_close(outside);
    for (int tries = 0; tries < 500 && !strstr(talk->said, "quit\n"); tries++) {
        FILE *file = fopen(heard, "r"); /* the program may be still writing */
        assert_non_null(file);
        talk->said[fread(talk->said, 1, sizeof talk->said - 1, file)] = 0;
        fclose(file);
        usleep(strstr(talk->said, "quit\n") ? 0 : 10000);
    }
    return good;
}

static void assert_part(const char *whole, const char *part)
{
    if (!strstr(whole, part))
        fail_msg("\"%s\" is not in \"%s\"", part, whole);
}

static void assert_moved(const struct talk *talk, const char *right)
{
    char written[GAME_MOVE_TEXT];
    struct text text;
    text_init(&text, written, sizeof written);
    talk->task.game->move_write(&talk->setup, talk->position, talk->answer.move, &text);
    assert_string_equal(written, right);
}

/* The conversation fails with this sentence. */
static void assert_fails(const char *game, const char *protocol, const char *replies,
                         const char *sentence)
{
    struct talk talk;
    talk_begin(&talk, game, protocol, replies, "");
    assert_false(talk_ask(&talk));
    assert_memory_equal(talk.error.text, "the program \"printf", 19);
    assert_part(talk.error.text, sentence);
}

static void players_are_commands(void **state)
{
    (void)state;
    static const char *const bad[][3] = {
        {"connect4", "engine", "player engine: expected a command: engine:COMMAND"},
        {"connect4", "engine:", "player engine: expected a command: engine:COMMAND"},
        {"connect4", "nboard:x", "player nboard: this protocol is for othello alone"},
        {"mill", "gtp:x", "player gtp: this protocol is for othello alone"},
        {"mill", "nobody:x", "mill has no player \"nobody:x\""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct player player;
        struct error error;
        assert_false(outside_player_read(game_find(bad[i][0]), NULL, bad[i][1], &player, &error));
        assert_string_equal(error.text, bad[i][2]);
    }
}

static void engines(void **state)
{
    (void)state;
    struct talk talk;
    talk_begin(
        &talk, "connect4", "engine",
        "hello\\npotezok\\nreadyok\\ninfo string hm\\ninfo depth 7 score cp -25\\nbestmove 4\\n",
        "\nsetoption name Hash value 3");
    talk.player.limits = (struct mind_limits){.depth = 3, .nodes = 7, .microseconds = 1500500};
    talk_play(&talk, "4");
    if (!talk_ask(&talk))
        fail_msg("%s", talk.error.text);
    assert_moved(&talk, "4");
    assert_int_equal(talk.answer.depth, 7);
    assert_int_equal(talk.answer.score, -25);
    assert_part(talk.said, "potez\nsetoption name Hash value 3\nnewgame connect4 width=7 height=6");
    assert_part(talk.said, "isready\nposition start moves 4\ngo depth 3 nodes 7 movetime 1501\n");
    assert_part(talk.said, "quit\n");
}

/* A game that began elsewhere, and one of which nobody knows the beginning. */
static void engines_hear_where_a_game_began(void **state)
{
    (void)state;
    static const char began[] = "......./......./......./......./......./...x...";
    for (int known = 0; known < 2; known++) {
        struct talk talk;
        talk_begin(&talk, "connect4", "engine", "potezok\\nreadyok\\nbestmove 1\\n", "");
        assert_true(talk.task.game->position_read(&talk.setup, began, strlen(began), talk.start,
                                                  &talk.error));
        memcpy(talk.position, talk.start, sizeof talk.start);
        talk_play(&talk, "5");
        if (!known)
            talk.task.start = NULL;
        assert_true(talk_ask(&talk));
        assert_part(talk.said, known
                                   ? "position ......./......./......./......./......./...x... "
                                     "moves 5\ngo\n"
                                   : "position ......./......./......./......./......./...xo..\n");
    }
}

static void engines_that_fail(void **state)
{
    (void)state;
    static const char ready[] = "potezok\\nreadyok\\n";
    char replies[200];
    static const char *const bad[][2] = {
        {"bestmove 9\\n", "gave \"9\", which is not a legal move"},
        {"bestmove \\n", "gave \"\", which is not a legal move"},
        {"bestmove 44\\n", "gave \"44\", which is not a legal move"},
        {"error no idea\\n", "answers: error no idea"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        snprintf(replies, sizeof replies, "%s%s", ready, bad[i][0]);
        assert_fails("connect4", "engine", replies, bad[i][1]);
    }
    struct player player;
    struct game_setup setup;
    struct error error;
    game_setup_default(game_find("connect4"), &setup);
    assert_true(outside_player_read(game_find("connect4"), NULL, "engine:exit 3", &player, &error));
    assert_false(outside_try(&player, game_find("connect4"), &setup, &error));
    assert_part(error.text, "the program \"exit 3\" ");
}

static void nboard(void **state)
{
    (void)state;
    struct talk talk;
    talk_begin(&talk, "othello", "nboard",
               "pong 1\\nstatus ...\\npong 2\\npong 22\\n=== D6//1.2\\n", "");
    talk.player.limits = (struct mind_limits){.depth = 4, .microseconds = 1000000};
    talk_play(&talk, "f5");
    if (!talk_ask(&talk))
        fail_msg("%s", talk.error.text);
    assert_moved(&talk, "d6");
    assert_part(talk.said, "nboard 2\nping 1\nset depth 4\nset game (;GM[Othello]");
    assert_part(talk.said, "TI[31]");
    assert_part(talk.said, "B[F5];)\nping 2\ngo\nquit\n");
    assert_fails("othello", "nboard", "pong 1\\npong 2\\n=== A1\\n", "gave \"A1\"");
    /* nobody knows how the game began */
    talk_begin(&talk, "othello", "nboard", "pong 1\\npong 2\\n=== D3\\n", "");
    talk.task.start = NULL;
    assert_true(talk_ask(&talk));
    assert_part(talk.said, "*];)\nping 2\n");
}

static void gtp(void **state)
{
    (void)state;
    struct talk talk;
    talk_begin(&talk, "othello", "gtp",
               "chat\\n=1 2\\n\\n= \\n\\n=\\n\\n? no clock\\n\\n=7 D6\\n\\n", "");
    talk.player.limits.microseconds = 1200000;
    talk_play(&talk, "f5");
    if (!talk_ask(&talk))
        fail_msg("%s", talk.error.text);
    assert_moved(&talk, "d6");
    assert_string_equal(talk.said, "protocol_version\nclear_board\nplay b f5\n"
                                   "time_settings 0 2 1\ngenmove w\nquit\n");
    assert_fails("othello", "gtp", "=\\n? never heard of it\\n", "refuses: never heard of it");
    assert_fails("othello", "gtp", "=\\n=\\n? tired\\n", "refuses: tired");
    assert_fails("othello", "gtp", "=\\n=\\n= A1\\n", "gave \"A1\"");
}

/* Only what the program does not know yet is said; another game begins anew. */
static void gtp_remembers_the_game(void **state)
{
    (void)state;
    struct talk talk;
    talk_begin(&talk, "othello", "gtp", "=\\n=\\n=D3\\n=\\n=C4\\n=\\n=D3\\n", "");
    struct outside *outside = outside_open(&talk.player, &talk.task, &talk.error);
    assert_non_null(outside);
    assert_true(outside_serves(outside, &talk.player, &talk.task));
    assert_true(outside_ask(outside, &talk.player, &talk.task, &talk.answer, &talk.error));
    talk_play(&talk, "d3");
    talk_play(&talk, "c3");
    assert_true(outside_ask(outside, &talk.player, &talk.task, &talk.answer, &talk.error));
    talk.task.move_count = 0;
    memcpy(talk.position, talk.start, sizeof talk.start);
    outside_new_game(outside);
    assert_true(outside_ask(outside, &talk.player, &talk.task, &talk.answer, &talk.error));
    talk.task.start = NULL;
    assert_false(outside_ask(outside, &talk.player, &talk.task, &talk.answer, &talk.error));
    assert_part(talk.error.text, "cannot take a game that began from another position");
    struct game_setup other = talk.setup;
    other.option[0]++;
    talk.task.setup = &other;
    assert_false(outside_serves(outside, &talk.player, &talk.task));
    outside_close(outside);
}

static void who_is_stopped_says_nothing(void **state)
{
    (void)state;
    struct talk talk;
    atomic_bool stop = true;
    talk_begin(&talk, "connect4", "engine", "potezok\\nreadyok\\n", "");
    struct outside *outside = outside_open(&talk.player, &talk.task, &talk.error);
    assert_non_null(outside);
    talk.task.stop = &stop;
    assert_false(outside_ask(outside, &talk.player, &talk.task, &talk.answer, &talk.error));
    assert_string_equal(talk.error.text, "");
    outside_close(outside);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_are_commands),
        cmocka_unit_test(engines),
        cmocka_unit_test(engines_hear_where_a_game_began),
        cmocka_unit_test(engines_that_fail),
        cmocka_unit_test(nboard),
        cmocka_unit_test(gtp),
        cmocka_unit_test(gtp_remembers_the_game),
        cmocka_unit_test(who_is_stopped_says_nothing),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
