/* The frontier within a window: the links outside stay as they are, those inside are decided
   anew.

   The links outside are summed up first: how often each vertex at the edge of the window is
   already used, and which of these vertices the outside connects (union-find). That is exactly a
   state of the frontier, and the pass starts from it instead of from nothing. The goal is the
   length the walk has already, not one more, so an equally long walk may take its place; with
   ties broken at random the walk changes shape even where it cannot grow, which is what later
   windows live on. */
#include "minds/zr2/frontier_inside.h"

static int32_t root_of(int32_t *parent, int32_t v)
{
    while (parent[v] != v)
        v = parent[v] = parent[parent[v]];
    return v;
}

/* What the links outside the window, which stay as they are, come to. */
struct window_outside {
    int32_t *parent; /* pieces */
    uint16_t *uses;  /* of each vertex, packed as a place */
    uint8_t *open;   /* in the window and used from outside */
    int64_t points;
    bool ended, start_is_behind;
};

static bool in_window(const struct plan *plan, int32_t v)
{
    return plan->place[v] >= 0;
}

/* Goes through the links with an end outside the window: adds up their steps, joins what they
   connect, and counts how often they use each vertex. A vertex outside is thereby complete, and so
   it is known whether the walk starts or ends there; one inside that they use is where the window
   is joined to the rest. */
static void take_outside(struct window_outside *outside, const struct euler *euler,
                         const struct plan *plan, struct trail_uses uses)
{
    for (int32_t v = 0; v < euler->vertices; v++) {
        outside->parent[v] = v;
        outside->uses[v] = 0;
    }
    for (int32_t i = 0; i < euler->links; i++) {
        const struct euler_link *link = &euler->link[i];
        int32_t ahead = uses.forward[i], back = euler->directed ? uses.backward[i] : 0;
        if ((in_window(plan, link->a) && in_window(plan, link->b)) || ahead + back == 0)
            continue;
        outside->points += link->free ? 0 : ahead + back;
        outside->parent[root_of(outside->parent, link->a)] = root_of(outside->parent, link->b);
        int32_t a = euler->directed ? back << HALF_BITS | ahead : ahead;
        int32_t b = euler->directed ? ahead << HALF_BITS | back : ahead;
        outside->uses[link->a] = (uint16_t)(outside->uses[link->a] + a);
        outside->uses[link->b] = (uint16_t)(outside->uses[link->b] + b);
    }
    for (int32_t v = 0; v < euler->vertices; v++) {
        uint16_t ended = 0;
        outside->open[v] = in_window(plan, v) && outside->uses[v] != 0;
        if (in_window(plan, v))
            continue;
        outside->start_is_behind |= v == euler->start && outside->uses[v] != 0;
        if (outside->uses[v] != 0 && frontier_may_close(euler, v, outside->uses[v], &ended))
            outside->ended |= ended != 0;
    }
}

/* The state at the edge of the window: uses from outside, and what is connected there. */
static bool begin_window(struct asking *asking, struct stepping *stepping,
                         struct window_outside *outside)
{
    const struct plan *plan = asking->plan;
    const struct euler *euler = asking->frontier->euler;
    frontier_begin(asking, stepping);
    uint64_t *state = state_at(asking, &asking->now, 0);
    uint16_t *place = (uint16_t *)(void *)(state + 1);
    int32_t root[64], pieces = 0;
    state[0] = (uint64_t)outside->points;
    stepping->start_is_behind = outside->start_is_behind;
    place[plan->width] = outside->ended;
    for (int32_t i = 0; i < plan->count; i++) {
        int32_t v = plan->order[i], slot = plan->slot[v], piece = 0;
        if (slot < 0)
            continue;
        frontier_open_slot(stepping, euler, slot, v);
        while (piece < pieces && root[piece] != root_of(outside->parent, v))
            piece++;
        if (piece == pieces && pieces < 60)
            root[pieces++] = root_of(outside->parent, v);
        if (piece == 60)
            return false;
        place[slot] = (uint16_t)(outside->uses[v] | (piece + 1) << USES_BITS);
    }
    if (pieces == 0 && !in_window(plan, euler->start))
        return false; /* the walk does not come here */
    return frontier_settle(stepping, place, plan->width) == CLOSING_GOES_ON;
}

/* Everything outside the window counts as closed, so covers and bounds see only what can change. A
   pass that finds nothing, or lacks memory, leaves the walk as it was: `uses` is written only from
   a complete log. */
bool frontier_window(struct frontier *frontier, uint32_t beam, uint64_t chance,
                     struct trail_uses uses, struct arena *arena)
{
    char *mark = arena->at;
    const struct euler *euler = frontier->euler;
    size_t vertices = (size_t)euler->vertices;
    struct plan *plan = &frontier->window;
    struct asking asking = {.frontier = frontier,
                            .plan = plan,
                            .goal = frontier->best,
                            .beam = beam,
                            .chance = chance | 1};
    struct stepping stepping;
    struct window_outside outside = {.parent = arena_take(arena, vertices, sizeof(int32_t)),
                                     .uses = arena_take(arena, vertices, sizeof(uint16_t)),
                                     .open = arena_take(arena, vertices, 1)};
    uint8_t *closed = arena_take(arena, vertices, 1);
    bool better = false;
    for (int32_t v = 0; closed && v < euler->vertices; v++) {
        plan->place[v] = -1;
        closed[v] = 1;
    }
    for (int32_t i = 0; closed && i < plan->count; i++) {
        plan->place[plan->order[i]] = i;
        closed[plan->order[i]] = 0;
    }
    if (closed && outside.open) {
        take_outside(&outside, euler, plan, uses);
        if (plan_window(plan, outside.open) && frontier_set_up(&asking, arena) &&
            begin_window(&asking, &stepping, &outside))
            frontier_run(&asking, &stepping, closed);
    }
    if (asking.found && !asking.log_full) {
        frontier_read_log(&asking, uses);
        better = asking.goal - 1 > frontier->best;
        frontier->best = asking.goal - 1;
    }
    arena->at = mark;
    return better;
}
