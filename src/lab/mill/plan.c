/* The order of a build. A pair of subspaces a-b and b-a is one unit, because quiet moves lead
   back and forth between them; captures lead to fewer men, so going by the total number of men
   is enough for every need to come first. Placing units follow in the order of men in hand. Each
   unit lists the subspaces it needs and the memory it will take. */
#include "lab/mill/plan.h"

#include "lab/mill/retrograde.h"

static bool same(struct mill_subspace a, struct mill_subspace b)
{
    return a.mover == b.mover && a.other == b.other && a.mover_hand == b.mover_hand &&
           a.other_hand == b.other_hand;
}

int mill_plan_find(const struct mill_plan *plan, struct mill_subspace subspace)
{
    for (int i = 0; i < plan->units; i++)
        for (int j = 0; j < plan->unit[i].subspaces; j++)
            if (same(plan->unit[i].subspace[j], subspace))
                return i;
    return -1;
}

static void need(struct mill_plan *plan, struct mill_plan_unit *unit, struct mill_subspace subspace)
{
    int maker = mill_plan_find(plan, subspace);
    if (maker < 0)
        return; /* too few men: lost, nothing to look up */
    unit->needed_unit[unit->needs] = maker;
    unit->need[unit->needs++] = subspace;
}

static struct mill_subspace moving(int mover, int other)
{
    return (struct mill_subspace){(uint8_t)mover, (uint8_t)other, 0, 0};
}

static void add(struct mill_plan *plan, const struct mill_index *index, struct mill_plan_unit unit)
{
    uint64_t slots = mill_slots(index, unit.subspace[0].mover, unit.subspace[0].other);
    unit.slots = slots * (uint64_t)unit.subspaces;
    /* a pair of equal sides is worked on in two views */
    unit.bytes = slots * (unit.placing ? 1 : 2) * sizeof(uint16_t);
    for (int i = 0; i < unit.needs; i++)
        unit.bytes += mill_slots(index, unit.need[i].mover, unit.need[i].other) * sizeof(uint16_t);
    if (!unit.placing)
        unit.bytes += mill_retrograde_bytes(index, unit.subspace[0].mover, unit.subspace[0].other);
    plan->slots += unit.slots;
    plan->unit[plan->units++] = unit;
}

static void add_pair(struct mill_plan *plan, const struct mill_index *index, int large, int small)
{
    struct mill_plan_unit unit = {
        .subspace = {moving(large, small), moving(small, large)},
        .subspaces = large == small ? 1 : 2,
    };
    need(plan, &unit, moving(small - 1, large));
    if (large != small)
        need(plan, &unit, moving(large - 1, small));
    add(plan, index, unit);
}

/* With h men in hand altogether, white to move has as many left as black, black one more than
   white: the one to move has the half, rounded up. */
static void add_placing(struct mill_plan *plan, const struct mill_index *index, int hands, int men)
{
    int mover_hand = (hands + 1) / 2, other_hand = hands / 2;
    for (int mover = 0; mover + mover_hand <= men; mover++)
        for (int other = 0; other + other_hand <= men; other++) {
            if (mover + mover_hand < 3 || other + other_hand < 3)
                continue;
            struct mill_plan_unit unit = {
                .subspace = {{(uint8_t)mover, (uint8_t)other, (uint8_t)mover_hand,
                              (uint8_t)other_hand}},
                .subspaces = 1,
                .placing = true,
            };
            struct mill_subspace next = {(uint8_t)other, (uint8_t)(mover + 1), (uint8_t)other_hand,
                                         (uint8_t)(mover_hand - 1)};
            need(plan, &unit, next);
            if (next.mover > 0) {
                next.mover--;
                need(plan, &unit, next);
            }
            if (plan->units < PLAN_UNITS)
                add(plan, index, unit);
        }
}

void mill_plan_make(struct mill_plan *plan, const struct mill_index *index, int men, bool placing)
{
    plan->units = 0;
    plan->slots = 0;
    for (int total = 6; total <= 2 * men; total++)
        for (int small = 3; small <= total / 2; small++)
            if (total - small <= men)
                add_pair(plan, index, total - small, small);
    for (int hands = 1; placing && hands <= 2 * men; hands++)
        add_placing(plan, index, hands, men);
}
