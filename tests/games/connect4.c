/* Connect Four's rules: known counts and texts that must be refused. */
#include "games/connect4/connect4.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void perft_counts(void **state)
{
    (void)state;
    static const uint64_t known[] = {1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572};
    struct game_setup setup;
    struct connect4 board;
    game_setup_default(&game_connect4, &setup);
    game_connect4.start(&setup, &board);
    for (int depth = 0; depth < 10; depth++)
        assert_int_equal(game_perft(&game_connect4, &setup, &board, depth, NULL), known[depth]);
}

/* Each text with a piece of the sentence that must refuse it. */
static void bad_positions(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"", "end"},
        {"......./......./......./......./......./......", "end"},
        {"......./......./......./......./......./.......x", "expected the end"},
        {"......./......./......./......./...x.../.......", "floats"},
        {"......./......./......./......./...x.../...x...", "x begins"},
        {"......./......./......./......./...o.../xxxxooo", "moved after"},
        {"......./......./......./......./...?.../...x...", "expected"},
    };
    struct game_setup setup;
    struct connect4 board;
    struct error error;
    game_setup_default(&game_connect4, &setup);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(
            game_connect4.position_read(&setup, bad[i][0], strlen(bad[i][0]), &board, &error));
        assert_non_null(strstr(error.text, bad[i][1]));
    }
}

static void bad_moves(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"8", "from 1 to 7"},
        {"4444444", "move 7, column 7: column 4 is full"},
        {"12121212", "after the end"},
        {"4x", "from 1 to 7"},
    };
    struct game_setup setup;
    struct error error;
    game_setup_default(&game_connect4, &setup);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct connect4 board;
        game_connect4.start(&setup, &board);
        assert_false(game_play_text(&game_connect4, &setup, &board, bad[i][0], strlen(bad[i][0]),
                                    NULL, NULL, &error));
        assert_non_null(strstr(error.text, bad[i][1]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_counts),
        cmocka_unit_test(bad_positions),
        cmocka_unit_test(bad_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
