/* Going through the layers of the frontier program (frontier.h says what it computes).

   The method is dynamic programming over a moving cut, known from counting paths on grids as the
   frontier or Simpath method [knuth11] [kawahara17]. The plan (plan.h) lists the decisions one
   by one: how often is this link used? A layer holds every state that some sequence of decisions
   so far can lead to, without duplicates. A state says, for each vertex on the cut, how often it
   is used and to which connected piece it belongs, and whether the end of the walk is already
   fixed. Vertices behind the cut are done and vertices ahead are untouched, so nothing else can
   matter for what follows, and of two equal states the one with more steps is at least as good
   in every continuation. That is the whole argument for merging.

   A question is always "is there a walk of at least `goal` steps?". Each walk that is found
   raises the goal, and a state that cannot reach it any more is dropped (frontier_cover.c).
   Dropping for that reason keeps the proof; dropping because a layer is full does not, and
   `dropped` remembers the best that such a state could have reached. A pass therefore ends with
   one of two sentences: nothing was lost and `best` is the maximum, or no walk exceeds
   `dropped`.

   A state does not carry its walk. The log has one 32-bit word per state ever made, its parent
   in the layer before and the choice that led from there, and frontier_read_log follows it
   backwards. The log is what takes most of the memory in a long pass; when it is full the pass
   goes on as a bound, but cannot say where the walk is.

   The number of states grows exponentially with the width of the cut, at worst by about the
   largest number of uses per slot and by the ways in which the slots can be connected. It is the
   shorter side of the board that counts, so 10x100 is no harder per row than 10x10, while 20x20
   is out of reach and is bounded by parts.h instead. */
#include "minds/zr2/frontier_inside.h"

/* A use must fit where states and log keep it. A place has 10 bits, in directed graphs 5 for
   arrivals and 5 for departures; the log has 6 bits per choice, in directed graphs 3 each way.
   Hence at most 7 arrivals at a vertex of a directed graph, and at most 63 link ends at one of an
   undirected graph. Boards with larger values are left to search.c. */
static bool values_fit(const struct euler *euler)
{
    for (int32_t v = 0; v < euler->vertices; v++) {
        const struct euler_vertex *vertex = &euler->vertex[v];
        if (euler->directed ? vertex->in > 7 || vertex->out > HALF_MASK
                            : vertex->in + vertex->out > USES_MASK / 16)
            return false;
    }
    return true;
}

static bool prepare(struct frontier *frontier, const struct euler *euler, struct matching *matching,
                    struct arena *arena)
{
    size_t vertices = (size_t)euler->vertices;
    frontier->euler = euler;
    frontier->matching = matching;
    frontier->out_left = arena_take(arena, vertices, sizeof(int32_t));
    frontier->in_left = arena_take(arena, vertices, sizeof(int32_t));
    for (int k = 0; k < FRONTIER_COVERS; k++) {
        frontier->cover_out[k] = arena_take(arena, vertices, 1);
        frontier->cover_in[k] = arena_take(arena, vertices, 1);
    }
    return frontier->cover_in[FRONTIER_COVERS - 1] && values_fit(euler) &&
           plan_prepare(&frontier->whole, euler, arena);
}

bool frontier_prepare(struct frontier *frontier, const struct zr2_level *level,
                      const struct euler *euler, struct matching *matching, struct arena *arena)
{
    if (!prepare(frontier, euler, matching, arena) ||
        !plan_prepare(&frontier->window, euler, arena))
        return false;
    frontier->fits = plan_whole(&frontier->whole, level, arena);
    return true;
}

bool frontier_prepare_part(struct frontier *frontier, const struct euler *euler,
                           struct matching *matching, const int32_t *order, struct arena *arena)
{
    struct plan *plan = &frontier->whole;
    uint8_t *open = arena_take_clear(arena, (size_t)euler->vertices, 1);
    if (!open || !prepare(frontier, euler, matching, arena))
        return false;
    plan->count = euler->vertices;
    memory_copy(plan->order, order, (size_t)euler->vertices * sizeof *order);
    frontier->part = true;
    frontier->fits = plan_window(plan, open);
    return frontier->fits;
}

/* A walk may be complete before the last decision: the links that were not decided any more are not
   used. Of two 3-bit halves of a choice the upper one is along the sweep, which is against the link
   where `turned` says so. */
void frontier_read_log(const struct asking *asking, struct trail_uses uses)
{
    const struct frontier *frontier = asking->frontier;
    uint32_t parent = asking->found_parent, choice = asking->found_choice;
    size_t layer = asking->found_layer;
    for (size_t i = layer + 1; i < (size_t)asking->plan->steps; i++) /* complete before these */
        if (asking->plan->step[i].link >= 0)
            uses.forward[asking->plan->step[i].link] = uses.backward[asking->plan->step[i].link] =
                0;
    for (;; layer--) {
        const struct plan_step *step = &asking->plan->step[layer];
        if (step->link >= 0 && !frontier->euler->directed) {
            uses.forward[step->link] = (int32_t)choice;
        } else if (step->link >= 0) {
            uses.forward[step->link] = (int32_t)(step->turned ? choice & 7 : choice >> 3);
            uses.backward[step->link] = (int32_t)(step->turned ? choice >> 3 : choice & 7);
        }
        if (layer == 0)
            return;
        uint32_t entry = asking->log[asking->log_first[layer - 1] + parent];
        parent = entry >> (32 - PARENT_BITS);
        choice = entry & CHOICE_MASK;
    }
}

/* Divides what is left of the arena: a quarter for each of the two layers, up to a tenth for the
   hash table, the rest for the log. A layer has room for sixteen times the beam, because it is
   thinned out when it is complete (or full), and only then are the best of it known. The table is
   at most three quarters full, so that linear probing stays short. */
bool frontier_set_up(struct asking *asking, struct arena *arena)
{
    asking->words = ((size_t)asking->plan->width + 1 + 3) / 4;
    asking->stride = 8 * (asking->words + 1);
    asking->log_first = arena_take(arena, (size_t)asking->plan->steps + 1, sizeof(size_t));
    size_t left = arena_left(arena), room = left / 4 / asking->stride;
    uint32_t table = 1024;
    if (room < 256)
        return false;
    room = room < (1u << PARENT_BITS) ? room : (1u << PARENT_BITS) - 1;
    room = room / 16 > asking->beam ? (size_t)asking->beam * 16 : room;
    while (2 * (size_t)table * sizeof(uint32_t) <= left / 10 && table < 4 * room)
        table *= 2;
    if (room > table * 3 / 4)
        room = table * 3 / 4;
    asking->table = arena_take(arena, table, sizeof(uint32_t));
    asking->table_room = table;
    asking->now.room = asking->next.room = (uint32_t)room;
    asking->now.state = arena_take(arena, room, asking->stride);
    asking->next.state = arena_take(arena, room, asking->stride);
    asking->grade = arena_take(arena, room, sizeof asking->grade[0]);
    asking->log_room = arena_left(arena) / sizeof(uint32_t);
    asking->log_room -= asking->log_room > 64 ? 64 : asking->log_room;
    asking->log = arena_take(arena, asking->log_room, sizeof(uint32_t));
    return asking->log && asking->now.state && asking->next.state && asking->table && asking->grade;
}

void frontier_open_slot(struct stepping *stepping, const struct euler *euler, int32_t slot,
                        int32_t v)
{
    const struct euler_vertex *vertex = &euler->vertex[v];
    bool start = v == euler->start;
    stepping->vertex_of[slot] = v;
    int32_t in = vertex->visiting ? vertex->in : vertex->out - start;
    int32_t out = vertex->standing ? vertex->out : vertex->in;
    stepping->full[slot] = (uint16_t)(euler->directed ? in << HALF_BITS | out : in + out);
    if (start)
        stepping->start_slot = slot;
}

/* Brings slots, covers and the record of closed vertices to the next step. */
static void enter_step(struct asking *asking, struct stepping *stepping, int32_t i, uint8_t *closed)
{
    const struct frontier *frontier = asking->frontier;
    const struct plan_step *step = &asking->plan->step[i];
    stepping->step = step;
    stepping->link = step->link >= 0 ? &frontier->euler->link[step->link] : NULL;
    stepping->layer = (size_t)i;
    stepping->start_is_behind |= step->closes && step->vertex == frontier->euler->start;
    frontier_open_slot(stepping, frontier->euler, step->slot, step->vertex);
    if (step->link >= 0)
        frontier_open_slot(stepping, frontier->euler, step->other_slot, step->other);
    for (int32_t k = 0; k < asking->covers; k++) {
        frontier_weigh_slot(stepping, frontier, step->slot, k);
        frontier_weigh_slot(stepping, frontier, step->other_slot, k);
    }
    frontier_learn(asking, stepping, closed);
    if (!step->closes)
        return;
    closed[step->vertex] = 1;
    for (int32_t k = 0; k < asking->covers; k++)
        asking->rest[k] -= frontier_cover_capacity(frontier, k, step->vertex);
}

static void leave_step(struct asking *asking, struct stepping *stepping)
{
    if (stepping->step->closes) {
        stepping->vertex_of[stepping->step->slot] = -1;
        if (stepping->step->slot == stepping->start_slot)
            stepping->start_slot = -1;
    }
    asking->log_count += asking->next.count;
    struct frontier_layer swap = asking->now;
    asking->now = asking->next;
    asking->next = swap;
}

void frontier_begin(struct asking *asking, struct stepping *stepping)
{
    memory_clear(stepping, sizeof *stepping);
    stepping->start_slot = -1;
    for (int32_t i = 0; i < PLAN_WIDTH_MAX; i++)
        stepping->vertex_of[i] = -1;
    memory_clear(asking->now.state, asking->stride);
    asking->now.count = 1;
}

/* The first covers are those of the state that all begins with. */
static void add_first_covers(struct asking *asking, struct stepping *stepping,
                             const uint8_t *closed)
{
    frontier_bound_state(asking, stepping, state_at(asking, &asking->now, 0), closed);
    frontier_add_cover(asking, stepping, closed, false);
    frontier_add_cover(asking, stepping, closed, true);
}

/* All layers. A pass ends early when a walk as long as the bound was found, or when a layer came
   out empty because no state can reach the goal; unless something better was dropped, both are
   proofs. In a part of a board a walk need not be complete, so at the end the states of the last
   layer may raise the goal as well. */
enum frontier_answer frontier_run(struct asking *asking, struct stepping *stepping, uint8_t *closed)
{
    struct frontier *frontier = asking->frontier;
    add_first_covers(asking, stepping, closed);
    for (int32_t i = 0; i < asking->plan->steps && asking->now.count > 0; i++) {
        enter_step(asking, stepping, i, closed);
        asking->next.count = 0;
        asking->log_first[i] = asking->log_count;
        uint32_t size = 1024;
        while (size < 2 * asking->now.count && size < asking->table_room)
            size *= 2;
        frontier_table_resize(asking, size);
        for (uint32_t parent = 0; parent < asking->now.count; parent++) {
            if (asking->stopped ||
                (parent % 1024 == 0 && frontier->stop && frontier->stop(frontier->context)))
                return FRONTIER_STOPPED;
            frontier_expand(asking, stepping, parent);
            if (asking->goal > frontier->bound)
                return FRONTIER_PROVED; /* as many as there can be */
        }
        if (asking->next.count > frontier->largest)
            frontier->largest = asking->next.count;
        frontier->nodes += asking->next.count;
        if (asking->next.count > asking->beam)
            frontier_thin_out(asking, stepping, asking->beam);
        if (asking->stopped)
            return FRONTIER_STOPPED;
        leave_step(asking, stepping);
    }
    for (uint32_t i = 0; frontier->part && i < asking->now.count; i++) {
        int64_t points = (int64_t)state_at(asking, &asking->now, i)[0];
        asking->goal = points >= asking->goal ? points + 1 : asking->goal;
    }
    return asking->dropped >= asking->goal ? FRONTIER_DROPPED : FRONTIER_PROVED;
}

/* The goal of a pass begins at one more than the best walk known and rises with every walk found,
   so `goal - 1` is in the end the best of both. What was found but cannot be read back, because the
   log was full, does not count. */
enum frontier_answer frontier_pass(struct frontier *frontier, uint32_t beam, struct trail_uses uses,
                                   struct arena *arena)
{
    char *mark = arena->at;
    struct asking asking = {
        .frontier = frontier, .plan = &frontier->whole, .goal = frontier->best + 1, .beam = beam};
    struct stepping stepping;
    frontier->largest = 0;
    frontier->found = false;
    uint8_t *closed = arena_take_clear(arena, (size_t)frontier->euler->vertices, 1);
    enum frontier_answer answer = FRONTIER_NO_MEMORY;
    if (closed && frontier_set_up(&asking, arena)) {
        frontier_begin(&asking, &stepping);
        answer = frontier_run(&asking, &stepping, closed);
    }
    if (frontier->part) {
        frontier->found = asking.goal > frontier->best + 1;
        frontier->best = asking.goal - 1;
    } else if (asking.found && asking.log_full) {
        answer = answer == FRONTIER_STOPPED ? answer : FRONTIER_NO_MEMORY;
    } else if (asking.found) {
        frontier_read_log(&asking, uses);
        frontier->found = true;
        frontier->best = asking.goal - 1;
    }
    if (answer == FRONTIER_PROVED)
        frontier->bound = frontier->best;
    if (answer == FRONTIER_DROPPED && asking.dropped < frontier->bound)
        frontier->bound = asking.dropped;
    arena->at = mark;
    return answer;
}
