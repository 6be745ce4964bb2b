/* The order in which the frontier sweeps the graph.

   Vertices are taken in the order of their coordinates, like reading a page. Each one decides
   its links to later vertices, one link per step, and leaves the frontier with the last of them;
   it enters when its first link comes up. A vertex on the frontier occupies a slot, slots are
   reused, and the highest number in use is the width on which everything depends: `cost` adds
   3^(slots in use) over all steps as a rough count of the states. plan_whole tries every
   rotation of the axes, forwards and backwards, and keeps the cheapest; for a rectangle that
   means sweeping along the longer side. Finding the best order of an arbitrary graph is NP-hard,
   and on grids the coordinate order is about as narrow as an order can be. */
#include "minds/zr2/plan.h"

/* Vertices in the order of their cells' coordinates, axis[0] being the slowest. */
static void order_along(const struct zr2_level *level, const struct euler *euler, const int *axis,
                        int32_t *rank, int32_t *order)
{
    for (int32_t cell = 0; cell < level->cells; cell++) {
        int32_t coordinates[ZR2_DIMENSIONS_MAX], at = 0;
        zr2_level_coordinates(level, cell, coordinates);
        for (int32_t i = 0; i < level->dimensions; i++)
            at = at * level->size[axis[i]] + coordinates[axis[i]];
        rank[at] = cell;
    }
    int32_t count = 0;
    for (int32_t at = 0; at < level->cells; at++) {
        int32_t visit = euler->visit_of[rank[at]], stand = euler->stand_of[rank[at]];
        if (visit >= 0)
            order[count++] = visit;
        if (stand >= 0 && stand != visit)
            order[count++] = stand;
    }
}

static int32_t other_end(const struct euler_link *link, int32_t v)
{
    return link->a == v ? link->b : link->a;
}

static bool open_slot(struct plan *plan, int32_t v)
{
    if (plan->slot[v] >= 0)
        return true;
    if (plan->free_count == 0)
        return false;
    plan->slot[v] = plan->free[--plan->free_count];
    if (plan->slot[v] >= plan->width)
        plan->width = plan->slot[v] + 1;
    return true;
}

static void add_step(struct plan *plan, int32_t link, int32_t v, bool closes)
{
    struct plan_step *step = &plan->step[plan->steps++];
    memory_clear(step, sizeof *step);
    step->link = link;
    step->vertex = v;
    step->slot = plan->slot[v];
    step->closes = closes;
    if (link >= 0) {
        step->other = other_end(&plan->euler->link[link], v);
        step->other_slot = plan->slot[step->other];
        step->turned = plan->euler->link[link].b == v;
    }
    double states = 1;
    for (int32_t i = plan->free_count; i < PLAN_WIDTH_MAX; i++)
        states *= 3;
    plan->cost += states;
}

/* The steps of one vertex. It may be on the frontier already, if a link from an earlier vertex
   leads to it; the later ends of its own links enter it now. With its last link the vertex closes
   and its slot is free again. A vertex without later neighbours gets a step without a link, since
   closing is a decision too: whether the walk may end there. False when there are not enough
   slots. */
static bool add_vertex(struct plan *plan, int32_t position)
{
    const struct euler *euler = plan->euler;
    int32_t v = plan->order[position], later = 0;
    if (!open_slot(plan, v))
        return false;
    for (int32_t i = euler->first[v]; i < euler->first[v + 1]; i++)
        later += plan->place[other_end(&euler->link[euler->incident[i]], v)] > position;
    if (later == 0)
        add_step(plan, -1, v, true);
    for (int32_t i = euler->first[v]; i < euler->first[v + 1]; i++) {
        int32_t link = euler->incident[i], other = other_end(&euler->link[link], v);
        if (plan->place[other] <= position)
            continue;
        if (!open_slot(plan, other))
            return false;
        add_step(plan, link, v, --later == 0);
    }
    plan->free[plan->free_count++] = plan->slot[v];
    plan->slot[v] = -1;
    return true;
}

static bool make_steps(struct plan *plan, const uint8_t *open)
{
    plan->steps = plan->width = 0;
    plan->cost = 0;
    plan->free_count = PLAN_WIDTH_MAX;
    for (int16_t i = 0; i < PLAN_WIDTH_MAX; i++)
        plan->free[i] = (int16_t)(PLAN_WIDTH_MAX - 1 - i);
    for (int32_t v = 0; v < plan->euler->vertices; v++) {
        plan->place[v] = -1;
        plan->slot[v] = -1;
    }
    for (int32_t i = 0; i < plan->count; i++)
        plan->place[plan->order[i]] = i;
    for (int32_t i = 0; open && i < plan->count; i++)
        if (open[plan->order[i]] && !open_slot(plan, plan->order[i]))
            return false;
    for (int32_t i = 0; i < plan->count; i++)
        if (!add_vertex(plan, i))
            return false;
    return true;
}

bool plan_window(struct plan *plan, const uint8_t *open)
{
    if (!make_steps(plan, open))
        return false;
    int16_t slot = 0;
    for (int32_t i = 0; i < plan->count; i++) {
        int32_t v = plan->order[i];
        plan->slot[v] = (int16_t)(open[v] ? slot++ : -1);
    }
    return true;
}

/* Tries the axes in every cyclic order, forwards and backwards, and keeps the cheapest. */
bool plan_whole(struct plan *plan, const struct zr2_level *level, struct arena *arena)
{
    char *mark = arena->at;
    int dimensions = level->dimensions, best = -1;
    double least = 0;
    int32_t *rank = arena_take(arena, (size_t)level->cells, sizeof *rank);
    if (!rank)
        return false;
    plan->count = plan->euler->vertices;
    for (int turn = 0; turn <= 2 * dimensions; turn++) {
        int axis[ZR2_DIMENSIONS_MAX];
        bool last = turn == 2 * dimensions; /* the best once more, to stay */
        int now = last ? best : turn;
        if (now < 0)
            break;
        for (int i = 0; i < dimensions; i++)
            axis[i] = (now < dimensions ? now + i : now + dimensions - i) % dimensions;
        order_along(level, plan->euler, axis, rank, plan->order);
        if (make_steps(plan, NULL) && (best < 0 || plan->cost < least)) {
            least = plan->cost;
            best = turn;
        }
    }
    arena->at = mark;
    return best >= 0;
}

bool plan_prepare(struct plan *plan, const struct euler *euler, struct arena *arena)
{
    size_t vertices = (size_t)euler->vertices;
    plan->euler = euler;
    plan->step = arena_take(arena, vertices + (size_t)euler->links, sizeof *plan->step);
    plan->order = arena_take(arena, vertices, sizeof *plan->order);
    plan->place = arena_take(arena, vertices, sizeof *plan->place);
    plan->slot = arena_take(arena, vertices, sizeof *plan->slot);
    return plan->step && plan->order && plan->place && plan->slot;
}
