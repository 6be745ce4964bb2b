/* Which searches of Othello's engine follow one another: cases worked out by hand, and what holds
   for every one. */
#include "minds/othello/engine.h"
#include "minds/othello/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { ROOM = 64 + OTHELLO_ENGINE_SELECTIVITIES };

/* All searches as text, such as "1-11@63 20@63 20@exact": searches that are one ply deeper each
   stand as a range. */
static void listed(struct othello_schedule schedule, char *text, size_t room)
{
    struct othello_stage stage = {0};
    size_t length = 0;
    text[0] = '\0';
    while (othello_schedule_next(&schedule, &stage)) {
        int first = stage.depth;
        struct othello_stage next = stage;
        while (othello_schedule_next(&schedule, &next) && next.depth == stage.depth + 1 &&
               next.depth < schedule.empties && next.selectivity == stage.selectivity)
            stage = next;
        char range[32], sure[32];
        snprintf(range, sizeof range, first < stage.depth ? "%d-%d" : "%d", first, stage.depth);
        snprintf(sure, sizeof sure, "%d", othello_engine_chances[stage.selectivity]);
        bool exact = stage.selectivity == OTHELLO_ENGINE_EXACT;
        length += (size_t)snprintf(text + length, room - length, "%s%s@%s", length ? " " : "",
                                   range, exact ? "exact" : sure);
        assert_true(length < room);
    }
}

static void assert_listed(struct othello_schedule schedule, const char *expected)
{
    char text[256];
    listed(schedule, text, sizeof text);
    assert_string_equal(text, expected);
}

enum { EXACT = OTHELLO_ENGINE_EXACT };

static void a_proof_begins_early_and_takes_few_rungs(void **state)
{
    (void)state;
    assert_listed((struct othello_schedule){20, 64, 64, EXACT, false}, "1-11@63 20@63 20@exact");
    assert_listed((struct othello_schedule){24, 64, 64, EXACT, false}, "1-15@63 24@63 24@exact");
    assert_listed((struct othello_schedule){25, 64, 64, EXACT, false},
                  "1-16@63 25@63 25@95 25@exact");
    assert_listed((struct othello_schedule){14, 64, 64, EXACT, false}, "1-5@63 14@63 14@exact");
}

static void few_empties_are_proved_at_once(void **state)
{
    (void)state;
    for (int empties = 1; empties <= OTHELLO_ENGINE_ENDING; empties++)
        for (int limited = 0; limited < 2; limited++) {
            char expected[32];
            snprintf(expected, sizeof expected, "%d@exact", empties);
            assert_listed((struct othello_schedule){empties, 64, 64, EXACT, limited}, expected);
        }
}

static void a_limited_search_comes_closer_to_the_end_and_takes_more_rungs(void **state)
{
    (void)state;
    assert_listed((struct othello_schedule){20, 64, 64, EXACT, true},
                  "1-14@63 20@63 20@87 20@95 20@exact");
    assert_listed((struct othello_schedule){30, 64, 64, EXACT, true},
                  "1-24@63 30@63 30@87 30@95 30@exact");
}

static void a_depth_is_a_depth(void **state)
{
    (void)state;
    assert_listed((struct othello_schedule){40, 18, 18, EXACT, false}, "1-18@63");
    assert_listed((struct othello_schedule){40, 1, 1, EXACT, false}, "1@63");
    /* an ending within its reach is searched to the end */
    assert_listed((struct othello_schedule){18, 18, 18, EXACT, false}, "1-9@63 18@63 18@exact");
    assert_listed((struct othello_schedule){19, 18, 18, EXACT, false}, "1-18@63");
    /* with few empties, too, a shallower depth is no proof */
    assert_listed((struct othello_schedule){10, 6, 6, EXACT, false}, "1-6@63");
}

static void a_selective_ending_stops_where_it_may(void **state)
{
    (void)state;
    assert_listed((struct othello_schedule){26, 64, 64, 2, false}, "1-17@63 26@63 26@95");
    assert_listed((struct othello_schedule){26, 64, 64, 0, false}, "1-17@63 26@63");
}

/* For one schedule: it ends, no search is poorer than the one before, none is deeper than was
   asked, and where the end is asked for it comes last. */
static void check(struct othello_schedule schedule)
{
    struct othello_stage stage = {0}, before = {0};
    bool to_the_end = schedule.solve >= schedule.empties;
    int count = 0;
    for (; othello_schedule_next(&schedule, &stage); before = stage) {
        assert_true(++count <= ROOM);
        assert_true(stage.depth <= schedule.empties);
        assert_true(to_the_end || stage.depth <= schedule.depth);
        assert_in_range(stage.selectivity, 0, schedule.selectivity);
        assert_true(stage.depth > before.depth ||
                    (stage.depth == before.depth && stage.selectivity > before.selectivity));
    }
    assert_true(count > 0);
    int last = schedule.depth < schedule.empties ? schedule.depth : schedule.empties - 1;
    assert_int_equal(before.depth, to_the_end ? schedule.empties : last);
    if (to_the_end)
        assert_int_equal(before.selectivity, schedule.selectivity);
}

static void every_schedule_ends_where_it_should(void **state)
{
    (void)state;
    for (int empties = 2; empties <= 60; empties++)
        for (int depth = 1; depth <= 64; depth++)
            for (int selectivity = 0; selectivity <= EXACT; selectivity++)
                for (int limited = 0; limited < 2; limited++) {
                    check((struct othello_schedule){empties, depth, depth, selectivity, limited});
                    check((struct othello_schedule){empties, 64, 64, selectivity, limited});
                }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_proof_begins_early_and_takes_few_rungs),
        cmocka_unit_test(few_empties_are_proved_at_once),
        cmocka_unit_test(a_limited_search_comes_closer_to_the_end_and_takes_more_rungs),
        cmocka_unit_test(a_depth_is_a_depth),
        cmocka_unit_test(a_selective_ending_stops_where_it_may),
        cmocka_unit_test(every_schedule_ends_where_it_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
