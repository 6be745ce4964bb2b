/* The order of a build. A pair of subspaces a-b and b-a is one unit, because quiet moves lead
   back and forth between them; captures lead to fewer men, so going by the total number of men
   is enough for every need to come first. Placing units follow in the order of men in hand. Each
   unit lists the subspaces it needs and the memory it will take. */
#include "lab/mill/plan.h"

#include "lab/mill/retrograde.h"

static bool in_range(struct mill_subspace subspace)
{
    return subspace.mover < PLAN_NUMBERS && subspace.other < PLAN_NUMBERS &&
           subspace.mover_hand < PLAN_NUMBERS && subspace.other_hand < PLAN_NUMBERS;
}

int mill_plan_find(const struct mill_plan *plan, struct mill_subspace subspace)
{
    if (!in_range(subspace))
        return -1;
    return plan->number[subspace.mover][subspace.other][subspace.mover_hand][subspace.other_hand] -
           1;
}

static void need(struct mill_plan *plan, struct mill_plan_unit *unit, struct mill_subspace subspace)
{
    int maker = mill_plan_find(plan, subspace);
    if (maker < 0)
        return; /* too few men: lost, nothing to look up */
    unit->needed_unit[unit->needs] = maker;
    unit->need[unit->needs++] = subspace;
}

/* What the moves of a side lead to outside its pair. */
static void need_after(struct mill_plan *plan, struct mill_plan_unit *unit,
                       struct mill_subspace from)
{
    if (!unit->placing)
        need(plan, unit, mill_subspace_after(from, false, true));
    if (from.mover_hand) {
        need(plan, unit, mill_subspace_after(from, true, false));
        need(plan, unit, mill_subspace_after(from, true, true));
    }
}

static void add(struct mill_plan *plan, const struct mill_index *index, struct mill_plan_unit unit)
{
    const struct mill_subspace *first = &unit.subspace[0];
    uint64_t slots = mill_slots(index, first->mover, first->other);
    unit.slots = slots * (uint64_t)unit.subspaces;
    /* a pair of equal sides is worked on in two views */
    unit.bytes = slots * (unit.placing ? 1 : 2) * sizeof(uint16_t);
    for (int i = 0; i < unit.needs; i++)
        unit.bytes += mill_slots(index, unit.need[i].mover, unit.need[i].other) * sizeof(uint16_t);
    if (!unit.placing)
        unit.bytes += mill_retrograde_bytes(index, first->mover, first->other);
    if (first->mover == first->other && unit.subspaces == 2)
        unit.bytes += slots * sizeof(uint16_t); /* one of them is turned round in the end */
    plan->slots += unit.slots;
    plan->unit[plan->units++] = unit;
    for (int i = 0; i < unit.subspaces; i++) {
        const struct mill_subspace *one = &unit.subspace[i];
        plan->number[one->mover][one->other][one->mover_hand][one->other_hand] =
            (uint16_t)plan->units;
    }
}

static void add_pair(struct mill_plan *plan, const struct mill_index *index,
                     struct mill_subspace large)
{
    struct mill_subspace small = mill_subspace_after(large, false, false);
    bool one = large.mover == small.mover && large.mover_hand == small.mover_hand;
    struct mill_plan_unit unit = {.subspace = {large, small}, .subspaces = one ? 1 : 2};
    for (int i = 0; i < unit.subspaces; i++)
        need_after(plan, &unit, unit.subspace[i]);
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
            need_after(plan, &unit, unit.subspace[0]);
            add(plan, index, unit);
        }
}

/* All pairs with the given numbers of men on the board and in hand altogether. */
static void add_pairs(struct mill_plan *plan, const struct mill_index *index, int total, int hands,
                      int men)
{
    for (int other = 0; other <= total / 2; other++)
        for (int hand = 0; hand <= hands; hand++) {
            int mover = total - other, other_hand = hands - hand;
            bool twice = mover == other && hand < other_hand; /* as the other's pair */
            if (mover + hand > men || other + other_hand > men || mover + hand < 3 ||
                other + other_hand < 3 || twice)
                continue;
            add_pair(plan, index,
                     (struct mill_subspace){(uint8_t)mover, (uint8_t)other, (uint8_t)hand,
                                            (uint8_t)other_hand});
        }
}

void mill_plan_make(struct mill_plan *plan, const struct mill_index *index, int men, bool placing)
{
    *plan = (struct mill_plan){0};
    for (int total = 6; total <= 2 * men; total++)
        add_pairs(plan, index, total, 0, men);
    for (int hands = 1; placing && hands <= 2 * men; hands++) {
        if (!mill_moves_early(index->variant))
            add_placing(plan, index, hands, men);
        for (int total = 0; mill_moves_early(index->variant) && total <= 2 * men; total++)
            add_pairs(plan, index, total, hands, men);
    }
}
