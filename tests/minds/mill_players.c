/* The players `priority` and `easy`: decisions worked out by hand from their description. */
#include "games/mill/mill.h"
#include "minds/mill/players.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct game_setup setup;

static struct mill board_of(const char *text)
{
    struct mill board;
    struct error error;
    game_setup_default(&game_mill, &setup);
    if (!game_mill.position_read(&setup, text, strlen(text), &board, &error))
        fail_msg("%s", error.text);
    return board;
}

static uint32_t ask(const struct player_kind *kind, const struct mill *board, uint64_t seed)
{
    struct player player = {.kind = kind};
    struct random random;
    random_seed(&random, seed);
    struct mind_answer answer;
    struct mind_task task = {
        .game = &game_mill, .setup = &setup, .position = board, .random = &random};
    kind->think(&player, &task, &answer);
    assert_true(game_is_legal(&game_mill, &setup, board, answer.move));
    return answer.move;
}

static void assert_plays(const char *position, const char *wanted)
{
    struct mill board = board_of(position);
    for (uint64_t seed = 0; seed < 30; seed++) {
        char move[GAME_MOVE_TEXT];
        struct text text;
        text_init(&text, move, sizeof move);
        game_mill.move_write(&setup, &board, ask(&mill_priority, &board, seed), &text);
        assert_string_equal(move, wanted);
    }
}

/* Every line scores 100 + 50 + 100, ties are broken at random and the first slot is taken: the
   thirteen points that are first in some line, and only they. */
static void empty_board(void **state)
{
    (void)state;
    struct mill board = board_of("........................ w 9 9 0");
    uint32_t seen = 0;
    for (uint64_t seed = 0; seed < 1000; seed++)
        seen |= UINT32_C(1) << mill_move_to(ask(&mill_priority, &board, seed));
    static const int firsts[] = {0, 2, 6, 8, 10, 14, 16, 18, 22, 1, 7, 3, 5};
    uint32_t wanted = 0;
    for (size_t i = 0; i < sizeof firsts / sizeof firsts[0]; i++)
        wanted |= UINT32_C(1) << firsts[i];
    assert_int_equal(seen, wanted);
}

static void placing(void **state)
{
    (void)state;
    /* White a7 d7, black b2 f4: g7 closes the line (800); f4 stands in the middle of its lines
       (100 x 2), b2 at their ends (50 x 2). */
    assert_plays("ww...........b....b..... w 7 7 0", "g7xf4");
    /* White a7 e4, black b2 d2: no pair of its own, so the pair is blocked at f2 (700). */
    assert_plays("w...........w.....bb.... w 7 7 0", "f2");
}

static void moving(void **state)
{
    (void)state;
    /* g4 can close a7-d7-g7: 100 x 6 in the lines g7-g4-g1 and g4-f4-e4; d7 has the same in
       d7-d6-d5, which comes later. From g4 the third point of the pair scores 800. Taken is the
       first man in the middle of a line: b4 in b6-b4-b2. */
    assert_plays("ww...b....b.b.ww...b.... w 0 0 0", "g4-g7xb4");
}

static void flying(void **state)
{
    (void)state;
    /* Only men in lines with one own man count: a7 in a7-a4-a1 comes first, and its own pair
       makes g7 the best target although a7 has left it. */
    assert_plays("ww...b....b.b..w...b.... w 0 0 0", "a7-g7");
}

/* `easy` plays only legal moves and is not the same every time. */
static void easy_varies(void **state)
{
    (void)state;
    struct mill board = board_of("ww...b....b.b.ww...b.... w 0 0 0");
    uint32_t first = ask(&mill_easy, &board, 0);
    bool varies = false;
    for (uint64_t seed = 1; seed < 100; seed++)
        varies |= ask(&mill_easy, &board, seed) != first;
    assert_true(varies);
}

/* In every phase and variant the choice is legal (ask checks it). */
static void whole_games(void **state)
{
    (void)state;
    for (int variant = MILL_NINE; variant <= MILL_LASKER; variant++)
        for (uint64_t game = 0; game < 200; game++) {
            struct mill board;
            struct game_result result;
            game_setup_default(&game_mill, &setup);
            setup.option[MILL_OPTION_VARIANT] = variant;
            game_mill.start(&setup, &board);
            for (uint64_t ply = 0; !game_mill.result(&setup, &board, &result); ply++)
                game_mill.play(
                    &setup, &board,
                    ask((ply + game) & 1 ? &mill_easy : &mill_priority, &board, game * 1000 + ply));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_board), cmocka_unit_test(placing),     cmocka_unit_test(moving),
        cmocka_unit_test(flying),      cmocka_unit_test(easy_varies), cmocka_unit_test(whole_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
