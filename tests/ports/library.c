/* The library as another program sees it: this file includes its header and nothing else of ours.
 */
#include "ports/library/potez.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char level[] = "small\nTarget=0\nSumToZero\n(0, 0)\n1\n{3, 4}\n3 2\n"
                            "(1, 2, 0, 0, 0, 0) (101, 2, 5, 0, 1, 0) (10001, 2, 0, -1, 3, 0)\n"
                            "(1, 3, 0, 0, 2, 0) (1, 3, 0, 0, 4, 0) (10101, 1, 0, -2, 0, 0)\n";

static potez *opened(const char *name, const char *options)
{
    potez *game = potez_open(name, options, strcmp(name, "zr2") == 0 ? level : NULL);
    if (!game)
        fail_msg("%s: %s", name, potez_error());
    return game;
}

/* The `number`th of the legal moves. */
static void pick(potez *game, unsigned number, char move[32])
{
    const char *moves = potez_moves(game);
    unsigned count = 1;
    for (const char *at = moves; *at; at++)
        count += *at == ' ';
    for (number %= count; number; number--)
        moves = strchr(moves, ' ') + 1;
    snprintf(move, 32, "%.*s", (int)strcspn(moves, " "), moves);
}

static int play_on(potez *game, unsigned seed)
{
    int plies = 0;
    for (char move[32]; plies < 300 && !potez_over(game, NULL); plies++) {
        seed = seed * 1103515245u + 12345u;
        pick(game, seed >> 16, move);
        if (!potez_play(game, move))
            fail_msg("%s: %s", move, potez_error());
    }
    return plies;
}

static void whole_games(const char *name)
{
    potez *game = opened(name, NULL), *again = opened(name, NULL);
    char *start = strdup(potez_position(game));
    for (unsigned seed = 1; seed <= 10; seed++) {
        int plies = play_on(game, seed);
        assert_true(plies > 0);
        char *end = strdup(potez_position(game));
        assert_true(potez_play(again, potez_history(game)));
        assert_string_equal(potez_position(again), end);
        assert_int_equal(potez_over(game, NULL), potez_over(again, NULL));
        assert_int_equal(potez_undo(again, 1), 1);
        assert_int_equal(potez_undo(game, 1000), plies);
        assert_string_equal(potez_position(game), start);
        assert_int_equal(potez_undo(game, 1), 0);
        assert_true(potez_start(again, NULL));
        free(end);
    }
    free(start);
    potez_close(game);
    potez_close(again);
}

static void every_game(void **state)
{
    (void)state;
    char names[256];
    snprintf(names, sizeof names, "%s", potez_games());
    int count = 0;
    for (char *at = names, *name; (name = strtok_r(at, " ", &at)); count++)
        whole_games(name);
    assert_true(count >= 5);
    assert_true(strlen(potez_version()) >= 5);
}

static void positions(void **state)
{
    (void)state;
    potez *game = opened("othello", NULL);
    assert_true(potez_play(game, "f5d6c3"));
    char *now = strdup(potez_position(game));
    assert_true(potez_start(game, NULL) && potez_start(game, now));
    assert_string_equal(potez_position(game), now);
    assert_string_equal(potez_history(game), "");
    assert_false(potez_start(game, "not a position"));
    assert_true(strlen(potez_error()) > 10);
    assert_string_equal(potez_position(game), now); /* as it was */
    free(now);
    potez_close(game);
}

static void refused(potez *game, const char *why)
{
    assert_null(game);
    assert_non_null(strstr(potez_error(), why));
}

static void wrong_questions(void **state)
{
    (void)state;
    struct potez_answer answer;
    refused(potez_open("chess", NULL, NULL), "there is no game \"chess\"; there are: othello");
    refused(potez_open(NULL, NULL, NULL), "there is no game");
    refused(potez_open("byte", "size", NULL), "expected NAME=VALUE, found \"size\"");
    refused(potez_open("byte", "size=9", NULL), "size");
    refused(potez_open("byte", "colour=red", NULL), "colour");
    refused(potez_open("byte", "=,=,", NULL), "");
    refused(potez_open("zr2", NULL, NULL), "level");
    refused(potez_open("zr2", NULL, "no level at all"), "");
    refused(potez_open("othello", NULL, level), "othello has no levels");
    potez *game = opened("byte", "size=10");
    char *before = strdup(potez_position(game));
    assert_false(potez_play(game, "e7-e8-e9"));
    assert_false(potez_play(game, NULL));
    assert_string_equal(potez_position(game), before);
    assert_false(potez_think(game, "nobody", NULL, &answer));
    assert_false(potez_think(game, NULL, &(struct potez_limits){.seconds = -1}, &answer));
    assert_false(potez_power(game, 0, 1 << 20));
    assert_true(potez_think(game, "random", NULL, &answer)); /* still of use */
    assert_true(potez_play(game, answer.move));
    free(before);
    potez_close(game);
    potez_close(NULL);
}

static void thinking(void **state)
{
    (void)state;
    struct potez_answer answer;
    struct potez_result result;
    potez *game = opened("connect4", NULL);
    assert_true(potez_play(game, "4453"));
    assert_true(potez_think(game, NULL, NULL, &answer));
    assert_true(answer.exact && answer.outcome == POTEZ_LOSS && answer.score == -2);
    assert_true(potez_power(game, 2, 1 << 20));
    assert_true(potez_play(game, "4444") && !potez_over(game, NULL));
    assert_true(potez_start(game, NULL) && potez_play(game, "1212121"));
    assert_true(potez_over(game, &result));
    assert_int_equal(result.winner, 0);
    assert_false(potez_think(game, NULL, NULL, &answer));
    assert_non_null(strstr(potez_error(), "over"));
    potez_close(game);

    game = opened("mill", NULL);
    potez_seed(game, 7);
    while (!potez_over(game, NULL) && strlen(potez_history(game)) < 200)
        assert_true(potez_think(game, potez_side(game) ? "level:1" : "easy", NULL, &answer) &&
                    potez_play(game, answer.move));
    potez_close(game);

    game = opened("zr2", NULL);
    assert_true(potez_solve(game, NULL, &answer));
    assert_true(answer.exact && answer.line[0]);
    assert_true(potez_play(game, answer.line));
    potez_close(game);
}

struct thought {
    potez *game;
    pthread_t thread;
    atomic_bool done;
    bool good;
};

static void *think_long(void *argument)
{
    struct thought *thought = argument;
    struct potez_answer answer;
    thought->good =
        potez_think(thought->game, NULL, &(struct potez_limits){.seconds = 600}, &answer) &&
        answer.move[0];
    atomic_store(&thought->done, true);
    return NULL;
}

/* Two think at the same time until they are stopped. */
static void stopped(void **state)
{
    (void)state;
    struct thought thoughts[2] = {{.game = opened("mill", NULL)}, {.game = opened("byte", NULL)}};
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&thoughts[i].thread, NULL, think_long, &thoughts[i]), 0);
    for (int i = 0; i < 2; i++) {
        while (!atomic_load(&thoughts[i].done)) { /* it may not even have begun */
            usleep(20000);
            potez_stop(thoughts[i].game);
        }
        pthread_join(thoughts[i].thread, NULL);
        assert_true(thoughts[i].good);
        potez_close(thoughts[i].game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game),      cmocka_unit_test(positions),
        cmocka_unit_test(wrong_questions), cmocka_unit_test(thinking),
        cmocka_unit_test(stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
