/* Saved games from friend and foe. */
#include "games/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool load(const char *text, size_t length, struct error *error)
{
    struct session_needs needs;
    if (!session_inspect(text, length, &needs, error))
        return false;
    size_t bytes = session_bytes(needs.game, &needs.setup, needs.plies);
    void *own = malloc(bytes);
    assert_non_null(own);
    bool loaded = session_load(text, length, &needs, own, bytes, error) != NULL;
    free(own);
    return loaded;
}

#define HEAD "potez 1\ngame connect4\n"

static void hostile_texts(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"", "line 1, column 1: expected \"potez 1\""},
        {"potez 2\n", "version 1"},
        {"potez\n", "version 1"},
        {"potez 1\n", "game NAME"},
        {"potez 1\ngame chess\n", "line 2, column 6: expected the name of a game"},
        {"potez 1\ngame aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", "name"},
        {HEAD, "at PLY"},
        {HEAD "option width\nat 0\nmoves\n", "option NAME VALUE"},
        {HEAD "option width 99\nat 0\nmoves\n", "line 3: option width: expected 3 to 16"},
        {HEAD "option colour 9\nat 0\nmoves\n", "no option"},
        {HEAD "option width 16\noption height 15\nat 0\nmoves\n", "too large"},
        {HEAD "level 3\nabc\nat 0\nmoves\n", "without a level"},
        {HEAD "at 0\n", "\"moves\""},
        {HEAD "at x\nmoves\n", "a ply"},
        {HEAD "at 1\nmoves\n", "a ply"},
        {HEAD "at -1\nmoves 4\n", "a ply"},
        {HEAD "at 0\nmoves 4 9\n", "line 4, column 9, move 2: expected a column"},
        {HEAD "at 0\nmoves 44\n", "one move"},
        {HEAD "at 0\nmoves 4 4 4 4 4 4 4\n", "full"},
        {HEAD "at 0\nmoves 1 2 1 2 1 2 1 2\n", "after the end"},
        {HEAD "at 0\nmoves 4\nmoves 4\n", "line 5, column 1: expected the end"},
        {HEAD "start abc\nat 0\nmoves\n", "line 3, start: column 1"},
        {HEAD "clock 1 2\nat 0\nmoves\n", "line 3"},
        {HEAD "clock 1 2 3 4\nat 0\nmoves\n", "end of the line"},
        {HEAD "clock 1 2 -3\nat 0\nmoves\n", "increment"},
        {HEAD "clock 99999999999999999 2 3\nat 0\nmoves\n", "line 3, column 7"},
        {HEAD "at 0\nclock 1 2 3\nmoves\n", "\"moves\""},
    };
    static const char *const bad_levels[][2] = {
        {"x\n", "line 3, column 7: expected the number of bytes of the level, found \"x\""},
        {"0\n\n", "the number of bytes of the level"},
        {"100\nabc\n", "line 3: the level is cut short: expected 100 bytes, found 4"},
        {"3\nabcd\nat 0\nmoves\n", "line 4: expected the end of the line after the level"},
    };
    struct error error;
    for (size_t i = 0; i < sizeof bad_levels / sizeof bad_levels[0]; i++) {
        struct session_needs needs;
        char text[100] = "potez 1\ngame zr2\nlevel ";
        strcat(text, bad_levels[i][0]);
        assert_false(session_inspect(text, strlen(text), &needs, &error));
        if (!strstr(error.text, bad_levels[i][1]))
            fail_msg("\"%s\" is not in \"%s\"", bad_levels[i][1], error.text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(load(bad[i][0], strlen(bad[i][0]), &error));
        if (!strstr(error.text, bad[i][1]))
            fail_msg("\"%s\" is not in \"%s\"", bad[i][1], error.text);
    }
    assert_true(load(HEAD "at 0\nmoves", strlen(HEAD "at 0\nmoves"), &error));
    const char windows[] = "potez 1\r\ngame connect4\r\nat 2\r\nmoves 4 4\r\n";
    assert_true(load(windows, strlen(windows), &error));
}

/* A good text with bytes changed, cut out and doubled: refused or loaded, never worse. The copy
   ends where its memory ends, so that the sanitizer sees a step too far. */
static void damaged_texts(void **state)
{
    (void)state;
    static const char good[] = HEAD "option width 7\noption height 6\n"
                                    "start ......./......./......./......./......./...x...\n"
                                    "clock 60000000 60000000 0\nat 3\nmoves 4 4 5 3 2\n";
    struct random random;
    struct error error;
    random_seed(&random, 2);
    assert_true(load(good, strlen(good), &error));
    for (int i = 0; i < 3000; i++) {
        size_t length = strlen(good);
        size_t at = random_below(&random, (uint32_t)length);
        size_t cut = random_below(&random, (uint32_t)(length - at));
        char *copy = malloc(length);
        memcpy(copy, good, length);
        if (i % 3 == 0)
            length = at;
        else if (i % 3 == 1)
            copy[at] = (char)random_below(&random, 256);
        else
            memmove(copy + at, good + at + cut, length -= at + cut), length += at;
        char *exact = malloc(length ? length : 1);
        memcpy(exact, copy, length);
        error.text[0] = 0;
        if (!load(exact, length, &error))
            assert_true(error.text[0]);
        free(exact);
        free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_texts),
        cmocka_unit_test(damaged_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
