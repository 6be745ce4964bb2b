/* Who is stronger: the players of the sources in their order, and levels whose memory suffices. */
#include "lab/ladder.h"

#include "minds/level.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static double share(const char *game_name, const char *a, const char *b, int count)
{
    static char start[GAME_POSITION_SMALL];
    const struct game *game = game_find(game_name);
    struct game_setup setup;
    struct match_score score;
    struct error error;
    game_setup_default(game, &setup);
    game->start(&setup, start);
    struct match_plan plan = {
        .game = game,
        .setup = &setup,
        .start = start,
        .table_bytes = 1 << 18,
        .games = count,
        .threads = 2,
        .seed = 1,
        .opening_plies = 2,
    };
    if (!player_read(mind_of(game), a, &plan.a, &error) ||
        !player_read(mind_of(game), b, &plan.b, &error) || !match_play(&plan, &score, &error))
        fail_msg("%s", error.text);
    return match_rate(&score).share;
}

static void rules_of_thumb_are_in_order(void **state)
{
    (void)state;
    assert_true(share("connect4", "easy", "random", 100) > 0.8);
    assert_true(share("connect4", "hard:2", "easy", 60) > 0.8);
    assert_true(share("mill", "priority", "random", 40) > 0.8);
    assert_true(share("byte", "pink", "random", 40) > 0.6);
}

/* The three grades of mill, each well apart from the next; `easy` is worth as much as chance. */
static void grades_of_mill(void **state)
{
    (void)state;
    double easy = share("mill", "easy", "random", 1000);
    assert_true(easy >= 0.4 && easy <= 0.6);
    assert_true(share("mill", "medium", "easy", 400) >= 0.75);
    assert_true(share("mill", "hard", "medium", 400) >= 0.65);
}

static void higher_levels_win(void **state)
{
    (void)state;
    assert_true(share("connect4", "level:5", "level:1", 40) > 0.7);
    assert_true(share("othello", "level:5", "level:1", 20) > 0.7);
}

static void levels_have_enough_memory(void **state)
{
    (void)state;
    for (int i = 0; i < game_count; i++) {
        const struct mind *mind = mind_of(games[i]);
        struct player player;
        if (!mind || games[i]->players != 2)
            continue;
        assert_non_null(level_table(games[i]));
        assert_true(player_read(mind, mind->best, &player, NULL));
        assert_true(player.kind->memory <= LEVEL_MEMORY);
        assert_true(player_read(mind, mind->levels ? mind->levels : mind->best, &player, NULL));
        assert_true(player.kind->memory <= LEVEL_MEMORY && player.kind->limits);
        assert_true(player_read(mind, "level:10", &player, NULL));
        assert_true(player.kind == &player_level && player.number == 10);
        assert_int_equal(level_table(games[i])->level[9].depth, 0);
    }
}

/* Faults shrink and depth grows with strength. */
static void strength_is_monotone(void **state)
{
    (void)state;
    const struct levels *levels = level_table(game_find("mill"));
    struct level before = level_of_strength(levels, 0);
    assert_int_equal(before.depth, 1);
    assert_int_equal(before.noise, levels->noise);
    for (double strength = 0.25; strength < 20; strength += 0.25) {
        struct level level = level_of_strength(levels, strength);
        assert_true(level.depth >= before.depth && level.noise <= before.noise &&
                    level.overlook <= before.overlook);
        before = level;
    }
    assert_true(before.noise < levels->noise / 20);
}

/* Levels that lie as they should stay; one that is off goes to where it belongs. */
static void spacing_is_even(void **state)
{
    (void)state;
    struct levels levels = {.noise = 1000};
    struct level spaced[LEVEL_COUNT];
    double shares[LEVEL_COUNT];
    for (int i = 0; i < LEVEL_COUNT - 1; i++)
        levels.level[i] = level_of_strength(&levels, 2 * i);
    levels.level[LEVEL_COUNT - 1].nodes = 1000;
    for (int i = 0; i < LEVEL_COUNT; i++)
        shares[i] = 0.7;
    ladder_space(&levels, shares, 0.75, spaced);
    for (int i = 0; i < LEVEL_COUNT; i++)
        assert_memory_equal(&spaced[i], &levels.level[i], sizeof spaced[i]);

    /* Odds of 9 to 1 are two steps of 3 to 1: one too many here, one missing above. */
    shares[4] = 0.9;
    shares[5] = 0.5;
    for (int i = 1; i < LEVEL_COUNT; i++)
        if (i != 4 && i != 5)
            shares[i] = 0.75;
    ladder_space(&levels, shares, 0.99, spaced);
    assert_memory_equal(&spaced[3], &levels.level[3], sizeof spaced[3]);
    struct level half = level_of_strength(&levels, 7);
    assert_memory_equal(&spaced[4], &half, sizeof half);

    /* Too long a ladder: the steps at the top are kept to what is allowed. */
    for (int i = 1; i < LEVEL_COUNT; i++)
        shares[i] = 0.9;
    ladder_space(&levels, shares, 0.75, spaced);
    struct level first = level_of_strength(&levels, 9);
    assert_memory_equal(&spaced[0], &first, sizeof first);

    /* Two levels without faults: both stay, and what lies below is spaced as before. */
    levels.level[LEVEL_COUNT - 2] = (struct level){.nodes = 500};
    for (int i = 1; i < LEVEL_COUNT; i++)
        shares[i] = 0.7;
    ladder_space(&levels, shares, 0.75, spaced);
    for (int i = 0; i < LEVEL_COUNT; i++)
        assert_memory_equal(&spaced[i], &levels.level[i], sizeof spaced[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_of_thumb_are_in_order), cmocka_unit_test(grades_of_mill),
        cmocka_unit_test(higher_levels_win),           cmocka_unit_test(levels_have_enough_memory),
        cmocka_unit_test(strength_is_monotone),        cmocka_unit_test(spacing_is_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
