/* The template game: the number of whole games of three in a row is well known (255,168), and so
   is how they end; with goal=avoid every win becomes a loss. */
#include "games/template/template.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void count_games(const struct game_setup *setup, const struct template_board *board,
                        int ends[3])
{
    uint32_t moves[GAME_MOVES_MAX];
    struct game_result result;
    int count = game_template.legal_moves(setup, board, moves);
    if (count == 0) {
        assert_true(game_template.result(setup, board, &result));
        ends[result.half_points]++;
    }
    for (int i = 0; i < count; i++) {
        struct template_board next = *board;
        game_template.play(setup, &next, moves[i]);
        count_games(setup, &next, ends);
    }
}

static void all_games(void **state)
{
    (void)state;
    for (int goal = 0; goal < 2; goal++) {
        struct game_setup setup;
        struct template_board board;
        int ends[3] = {0, 0, 0};
        game_setup_default(&game_template, &setup);
        assert_true(game_setup_set(&game_template, &setup, "goal", goal ? "avoid" : "win", NULL));
        game_template.start(&setup, &board);
        count_games(&setup, &board, ends);
        assert_int_equal(ends[goal ? 0 : 2], 131184);
        assert_int_equal(ends[goal ? 2 : 0], 77904);
        assert_int_equal(ends[1], 46080);
    }
}

static void bad_texts(void **state)
{
    (void)state;
    static const char *const bad[] = {"",          "x",         "xxx......", "xxxoo....o",
                                      "o........", "xxxooo...", "x?......."};
    struct game_setup setup;
    struct template_board board;
    struct error error;
    game_setup_default(&game_template, &setup);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(game_template.position_read(&setup, bad[i], strlen(bad[i]), &board, &error));
    assert_true(game_template.position_read(&setup, "o...x....", 9, &board, &error));
    assert_false(game_play_text(&game_template, &setup, &board, "c1,b2", 5, NULL, NULL, &error));
    assert_non_null(strstr(error.text, "move 2, column 4: b2 is taken"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_games),
        cmocka_unit_test(bad_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
