/* The ratings of the players: everybody that can be chosen has one, and levels rise. */
#include "minds/standing.h"
#include "minds/level.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static void every_level_is_rated_and_stronger_than_the_one_below(void **state)
{
    (void)state;
    for (int i = 0; i < mind_count; i++) {
        if (!minds[i]->ladder)
            continue;
        const struct standing *below = standing_of(minds[i]->game, "random");
        assert_non_null(below);
        assert_int_equal(below->elo, 0);
        for (int level = 1; level <= LEVEL_COUNT; level++) {
            char name[16];
            snprintf(name, sizeof name, "%s:%d", player_level.name, level);
            const struct standing *standing = standing_of(minds[i]->game, name);
            assert_non_null(standing);
            assert_true(standing->elo > below->elo);
            below = standing;
        }
    }
}

static void every_named_player_is_rated(void **state)
{
    (void)state;
    for (int i = 0; i < mind_count; i++)
        for (int j = 0; minds[i]->ladder && j < minds[i]->player_count; j++) {
            const struct player_kind *kind = minds[i]->players[j];
            bool file = kind->data_read && !kind->ships;
            if (kind != &player_level && !file && !standing_of(minds[i]->game, kind->name))
                fail_msg("%s %s is not rated: run tools/standings", minds[i]->game->name,
                         kind->name);
        }
}

static void grades_rise_with_elo(void **state)
{
    (void)state;
    assert_string_equal(standing_grade(&(struct standing){.elo = -100}), "first steps");
    assert_string_equal(standing_grade(&(struct standing){.elo = 900}), "club beginner");
    assert_string_equal(standing_grade(&(struct standing){.elo = 3000}), "master");
    assert_int_equal(standing_about(&(struct standing){.elo = 924}), 900);
    assert_int_equal(standing_about(&(struct standing){.elo = 925}), 950);
    assert_int_equal(standing_about(&(struct standing){.elo = -30}), -50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_is_rated_and_stronger_than_the_one_below),
        cmocka_unit_test(every_named_player_is_rated),
        cmocka_unit_test(grades_rise_with_elo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
