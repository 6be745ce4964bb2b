/* The numbering of mill's positions, and the plan that builds their databases in order. */
#include "lab/mill/plan.h"
#include "mill_make.h"
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct mill_index *index9;

static int make_all(void **state)
{
    (void)state;
    index9 = make_index(MILL_NINE, 9);
    return 0;
}

static int free_all(void **state)
{
    (void)state;
    free(index9);
    return 0;
}

/* Counts published for Gasser's and Malom's solutions. */
static void test_classes(void **state)
{
    (void)state;
    static const uint32_t counts[] = {158, 757, 2830, 8774, 22188, 46879, 82880};
    for (int men = 3; men <= 9; men++)
        assert_int_equal(index9->classes[men].count, counts[men - 3]);
}

static void test_slots(void **state)
{
    (void)state;
    struct random random;
    random_seed(&random, 6);
    for (int i = 0; i < 20000; i++) {
        int movers = 3 + (int)random_below(&random, 7), others = 3 + (int)random_below(&random, 7);
        uint32_t mover = random_set(&random, movers, 0xffffff);
        uint32_t other = random_set(&random, others, 0xffffff & ~mover);
        uint64_t slot = mill_slot(index9, mover, other);
        assert_true(slot < mill_slots(index9, movers, others));
        for (int s = 0; s < MILL_SYMMETRIES; s++)
            assert_true(slot == mill_slot(index9, mill_transform(mover, s, MILL_NINE),
                                          mill_transform(other, s, MILL_NINE)));
        uint32_t back[2];
        assert_true(mill_unslot(index9, movers, others, slot, &back[0], &back[1]));
        bool image = false;
        for (int s = 0; s < MILL_SYMMETRIES; s++)
            image |= mill_transform(mover, s, MILL_NINE) == back[0] &&
                     mill_transform(other, s, MILL_NINE) == back[1];
        assert_true(image);
    }
}

/* No two positions that differ share a slot: as many are in use as there are classes. */
static void test_slots_in_use(void **state)
{
    (void)state;
    uint64_t used = 0, slots = mill_slots(index9, 3, 4);
    for (uint64_t slot = 0; slot < slots; slot++) {
        uint32_t mover, other;
        if (!mill_unslot(index9, 3, 4, slot, &mover, &other))
            continue;
        used++;
        assert_true(mill_slot(index9, mover, other) == slot);
    }
    assert_int_equal(used, 760398);
}

static void test_plan(void **state)
{
    (void)state;
    static struct mill_plan plan;
    mill_plan_make(&plan, index9, 9, false);
    assert_int_equal(plan.units, 28);
    uint64_t positions = 0;
    for (int i = 0; i < plan.units; i++) {
        for (int j = 0; j < plan.unit[i].needs; j++)
            assert_in_range(plan.unit[i].needed_unit[j], 0, i - 1);
        positions += plan.unit[i].slots;
        assert_true(plan.unit[i].bytes < UINT64_C(12) << 30);
    }
    assert_true(positions >= UINT64_C(8904593601)); /* and a few holes */
    assert_true(positions < UINT64_C(9100000000));
    mill_plan_make(&plan, index9, 9, true);
    assert_true(plan.units < PLAN_UNITS);
    for (int i = 0; i < plan.units; i++)
        for (int j = 0; j < plan.unit[i].needs; j++)
            assert_in_range(plan.unit[i].needed_unit[j], 0, i - 1);
    for (int i = 0; i < plan.units; i++) /* what docs/mill.md says */
        assert_true(plan.unit[i].bytes < UINT64_C(5) << 30);
}

/* Twelve men's placing phase and Lasker's, in which men move all the while: each unit comes after
   those it needs. */
static void test_plan_variants(void **state)
{
    (void)state;
    static const int variants[] = {MILL_LASKER, MILL_TWELVE};
    static struct mill_plan plan;
    for (int i = 0; i < 2; i++) {
        int men = mill_men(variants[i]);
        struct mill_index *index = make_index(variants[i], men);
        mill_plan_make(&plan, index, men, true);
        assert_true(plan.units < PLAN_UNITS);
        for (int k = 0; k < plan.units; k++) {
            const struct mill_plan_unit *unit = &plan.unit[k];
            for (int j = 0; j < unit->needs; j++)
                assert_in_range(unit->needed_unit[j], 0, k - 1);
            for (int j = 0; j < unit->subspaces; j++)
                assert_int_equal(mill_plan_find(&plan, unit->subspace[j]), k);
        }
        free(index);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classes),       cmocka_unit_test(test_slots),
        cmocka_unit_test(test_slots_in_use),  cmocka_unit_test(test_plan),
        cmocka_unit_test(test_plan_variants),
    };
    return cmocka_run_group_tests(tests, make_all, free_all);
}
