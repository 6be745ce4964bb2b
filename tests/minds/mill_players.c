/* The players `easy`, `medium` and `priority`: decisions worked out by hand from their
   description. */
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

static uint32_t ask_player(struct player player, const struct mill *board, uint64_t seed)
{
    struct random random;
    random_seed(&random, seed);
    struct mind_answer answer;
    struct mind_task task = {
        .game = &game_mill, .setup = &setup, .position = board, .random = &random};
    player.kind->think(&player, &task, &answer);
    assert_true(game_is_legal(&game_mill, &setup, board, answer.move));
    return answer.move;
}

static uint32_t ask(const struct player_kind *kind, const struct mill *board, uint64_t seed)
{
    return ask_player((struct player){.kind = kind}, board, seed);
}

static void assert_player_plays(const char *name, const char *position, const char *wanted)
{
    struct mill board = board_of(position);
    struct player player;
    struct error error;
    if (!player_read(mind_of(&game_mill), name, &player, &error))
        fail_msg("%s", error.text);
    for (uint64_t seed = 0; seed < 30; seed++) {
        char move[GAME_MOVE_TEXT];
        struct text text;
        text_init(&text, move, sizeof move);
        game_mill.move_write(&setup, &board, ask_player(player, &board, seed), &text);
        assert_string_equal(move, wanted);
    }
}

static void assert_plays(const char *position, const char *wanted)
{
    assert_player_plays("priority", position, wanted);
    assert_player_plays("hard", position, wanted);
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

/* No line with two men of a side, so every line is 300 by the printed code, occupied points
   included: the first line's first point, a7. Left out the occupied ones, b6-b4-b2 is the first
   line that is quite empty. The man is g7, the first in a line with one own man. */
static void flying_literally(void **state)
{
    (void)state;
    const char *position = "..w.w...b....b.w...b.b.. w 0 0 0";
    assert_player_plays("priority:literal", position, "g7-a7");
    assert_plays(position, "g7-b6");
}

static bool varies(struct player player, const struct mill *board)
{
    uint32_t first = ask_player(player, board, 0);
    for (uint64_t seed = 1; seed < 100; seed++)
        if (ask_player(player, board, seed) != first)
            return true;
    return false;
}

/* The same with a black man on a7: the printed code would choose that point for ever; here any
   legal move follows. */
static void flying_onto_a_man(void **state)
{
    (void)state;
    struct mill board = board_of("b.w.w...b....b.w...b.... w 0 0 0");
    assert_true(varies((struct player){.kind = &mill_priority, .number = 1}, &board));
    assert_false(varies((struct player){.kind = &mill_priority}, &board));
}

static void only_the_word_literal(void **state)
{
    (void)state;
    struct player player;
    struct error error;
    assert_false(player_read(mind_of(&game_mill), "priority:8", &player, &error));
    assert_string_equal(error.text, "player priority takes only the word literal, found \"8\"");
}

/* How many of 20,000 moves of `easy` leave from a point or go to it. */
static int easy_uses(const struct mill *board, int (*part)(uint32_t), int point)
{
    int count = 0;
    for (uint64_t seed = 0; seed < 20000; seed++)
        count += part(ask(&mill_easy, board, seed)) == point;
    return count;
}

/* White a7 d7, black b2 f4: twenty free points, each in two lines, and on g7 either man can be
   taken: 21 moves with the same chance, two of them to g7: 1,905 of 20,000, with a standard
   deviation of 41. */
static void easy_places(void **state)
{
    (void)state;
    struct mill board = board_of("ww...........b....b..... w 7 7 0");
    assert_in_range(easy_uses(&board, mill_move_to, 2), 1905 - 165, 1905 + 165);
}

/* White a7 d7 c3 against four: a7 and d7 each stand in one line with no other own man, c3 in two,
   so its moves have two lots to their one. c3 has 16 quiet moves and g7 with four captures, the
   others 17 quiet moves each: (2 x 20) / (2 x 20 + 17 + 17) of 20,000 are 10,811; deviation 70. */
static void easy_flies(void **state)
{
    (void)state;
    struct mill board = board_of("ww...b....b.b..w...b.... w 0 0 0");
    assert_int_equal(mill_move_from(ask(&mill_priority, &board, 1)), 0);
    assert_in_range(easy_uses(&board, mill_move_from, 22), 10811 - 280, 10811 + 280);
}

/* White a7 d7, black b2 f4: priority closes with 800 against at most 100 x 2 (a7-a4-a1 and the
   like, which sum up to 300). Noise multiplies by at most 16, so `medium` closes it mostly but not
   always. */
static void medium_errs(void **state)
{
    (void)state;
    struct mill board = board_of("ww...........b....b..... w 7 7 0");
    int closes = 0;
    for (uint64_t seed = 0; seed < 1000; seed++)
        closes += mill_move_to(ask(&mill_medium, &board, seed)) == 2;
    assert_in_range(closes, 1000 / 10, 1000 * 9 / 10);
}

/* In every phase and variant the choice is legal (ask checks it). */
static void whole_games(void **state)
{
    (void)state;
    static const struct player_kind *const kinds[] = {&mill_easy, &mill_priority, &mill_medium};
    for (int variant = MILL_NINE; variant < MILL_VARIANTS; variant++)
        for (uint64_t game = 0; game < 200; game++) {
            struct mill board;
            struct game_result result;
            game_setup_default(&game_mill, &setup);
            setup.option[MILL_OPTION_VARIANT] = variant;
            game_mill.start(&setup, &board);
            for (uint64_t ply = 0; !game_mill.result(&setup, &board, &result); ply++)
                game_mill.play(&setup, &board,
                               ask(kinds[(ply + game) % 3], &board, game * 1000 + ply));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_board),      cmocka_unit_test(placing),
        cmocka_unit_test(moving),           cmocka_unit_test(flying),
        cmocka_unit_test(flying_literally), cmocka_unit_test(flying_onto_a_man),
        cmocka_unit_test(easy_places),      cmocka_unit_test(only_the_word_literal),
        cmocka_unit_test(easy_flies),       cmocka_unit_test(medium_errs),
        cmocka_unit_test(whole_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
