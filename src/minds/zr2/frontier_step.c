/* One step of the frontier: from a state and a choice to the next state.

   A choice says how often the step's link is used. It adds to the uses of both ends and joins
   their pieces. If it is the last decision about a vertex, the vertex is closed, and closing is
   where walks are distinguished from mere sets of links:

   - Balance: an undirected vertex must have an even number of link ends, except that start and
     end of an open walk have an odd one; a directed one must be left as often as it is entered,
     once more at the start, once less at the end. There is only one end.
   - Connection: a piece with no slot left on the frontier can never be joined to anything again.
     It is either the whole walk, start and end included, or the state is worthless.

   frontier_settle then renumbers the pieces in order of appearance, so that states that differ
   only in the numbers become equal, and takes the number away from a place that can take no more
   uses: such a place can join nothing any more, so forgetting its piece merges more states.

   States are found again through an open hash table over the layer being built. Equal states
   keep the larger number of steps; in windows, ties are broken at random. */
#include "minds/zr2/frontier_inside.h"

#include "base/hash.h"

static inline uint32_t state_hash(const uint64_t *key, size_t words)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < words; i++)
        hash = (hash ^ key[i]) * UINT64_C(0x9e3779b97f4a7c15), hash ^= hash >> 29;
    return (uint32_t)(hash >> 16);
}

void frontier_table_resize(struct asking *asking, uint32_t size)
{
    size = size > asking->table_room ? asking->table_room : size;
    asking->table_size = size;
    memory_clear(asking->table, size * sizeof asking->table[0]);
    for (uint32_t i = 0; i < asking->next.count; i++) {
        uint32_t at = state_hash(state_at(asking, &asking->next, i) + 1, asking->words);
        while (asking->table[at & (size - 1)])
            at++;
        asking->table[at & (size - 1)] = i + 1;
    }
}

static void log_choice(struct asking *asking, uint32_t index, uint32_t parent, uint32_t choice,
                       size_t layer)
{
    size_t at = asking->log_first[layer] + index;
    if (at >= asking->log_room)
        asking->log_full = true;
    else
        asking->log[at] = parent << (32 - PARENT_BITS) | choice;
}

/* Puts a state into the next layer unless one as good is there. */
static void put(struct asking *asking, const struct stepping *stepping, const uint64_t *key,
                int64_t points, uint32_t parent, uint32_t choice)
{
    size_t layer = stepping->layer;
    uint32_t mask = asking->table_size - 1, at = state_hash(key, asking->words) & mask;
    for (; asking->table[at]; at = (at + 1) & mask) {
        uint32_t index = asking->table[at] - 1;
        uint64_t *state = state_at(asking, &asking->next, index);
        if (!memory_equal(state + 1, key, asking->words * 8))
            continue;
        bool tie = asking->chance && (int64_t)state[0] == points;
        if (tie)
            asking->chance = hash_mix(asking->chance) | 1;
        if ((int64_t)state[0] < points || (tie && asking->chance >> 63)) {
            state[0] = (uint64_t)points;
            log_choice(asking, index, parent, choice, layer);
        }
        return;
    }
    if (asking->next.count == asking->next.room) {
        if (frontier_thin_out(asking, stepping, asking->next.room / 2))
            put(asking, stepping, key, points, parent, choice);
        return;
    }
    uint32_t index = asking->next.count++;
    uint64_t *state = state_at(asking, &asking->next, index);
    state[0] = (uint64_t)points;
    memory_copy(state + 1, key, asking->words * 8);
    asking->table[at] = index + 1;
    log_choice(asking, index, parent, choice, layer);
    if (2 * asking->next.count > asking->table_size && asking->table_size < asking->table_room)
        frontier_table_resize(asking, 4 * asking->table_size);
}

struct frontier_draft { /* a state being changed */
    uint64_t word[(PLAN_WIDTH_MAX + 1 + 3) / 4];
};

static inline uint16_t *draft_places(struct frontier_draft *draft)
{
    return (uint16_t *)(void *)draft->word;
}

/* Joins the components of two places; one that has none yet gets the other's. */
static void join(uint16_t *place, int32_t width, int slot, int other)
{
    uint16_t a = label_of(place[slot]), b = label_of(place[other]);
    if (b == LABEL_OUTSIDE) {
        b = a;
        a = LABEL_OUTSIDE;
    }
    uint16_t label = a ? a : b ? b : LABEL_FRESH;
    place[slot] = (uint16_t)((place[slot] & USES_MASK) | label << USES_BITS);
    place[other] = (uint16_t)((place[other] & USES_MASK) | label << USES_BITS);
    if (a && b && a != b)
        for (int32_t i = 0; i < width; i++)
            if (label_of(place[i]) == b)
                place[i] = (uint16_t)((place[i] & USES_MASK) | a << USES_BITS);
}

bool frontier_may_close(const struct euler *euler, int32_t v, uint16_t uses, uint16_t *ended)
{
    const struct euler_vertex *vertex = &euler->vertex[v];
    bool start = v == euler->start, ends;
    if (vertex->outside)
        return true;
    if (!euler->directed) {
        ends = (uses & 1) != start;
        if (start && uses == 0)
            return false;
        if (uses > 2 * vertex->in + start - ends)
            return false;
    } else {
        int in = uses >> HALF_BITS, out = uses & HALF_MASK;
        int end = in + start - out;
        if (end < 0 || end > 1 || (start && in + out == 0) || (end && !vertex->standing))
            return false;
        ends = end;
    }
    if (ends && *ended)
        return false;
    *ended = *ended || ends;
    return true;
}

/* Whether the walk's first place is among the links chosen, given that they are connected. */
static bool has_start(const struct stepping *stepping, const uint16_t *place)
{
    int32_t slot = stepping->start_slot;
    return stepping->start_is_behind || (slot >= 0 && (place[slot] & USES_MASK) != 0);
}

/* Takes a vertex off the frontier. A component that has no place left there must be the whole
   walk. */
static enum closing close_vertex(const struct stepping *stepping, const struct euler *euler,
                                 uint16_t *place, int32_t width)
{
    int16_t slot = stepping->step->slot;
    uint16_t uses = place[slot] & USES_MASK, label = label_of(place[slot]);
    if (!frontier_may_close(euler, stepping->step->vertex, uses, &place[width]))
        return CLOSING_BAD;
    place[slot] = 0;
    if (!label || label == LABEL_OUTSIDE)
        return CLOSING_GOES_ON;
    bool others = false;
    for (int32_t i = 0; i < width; i++) {
        if (label_of(place[i]) == label)
            return CLOSING_GOES_ON;
        others = others || label_of(place[i]);
    }
    return !others && place[width] && has_start(stepping, place) ? CLOSING_COMPLETE : CLOSING_BAD;
}

/* Sets of labels are words of 64 bits: `seen` has those on the frontier, `alive` those with a place
   that can still take uses. A piece that was seen and is not alive can never be joined to another;
   the state is worth something only if it is the one piece there is, with start and end. Label 0
   (no piece) is taken out of the account, and what is joined to the outside of a part is always
   alive. */
enum closing frontier_settle(const struct stepping *stepping, uint16_t *place, int32_t width)
{
    uint8_t name[64];
    uint8_t count = 0;
    uint64_t seen = 0, alive = 0;
    for (int32_t i = 0; i < width; i++) {
        uint16_t label = label_of(place[i]);
        bool full = (place[i] & USES_MASK) == stepping->full[i];
        seen |= UINT64_C(1) << label;
        alive |= (uint64_t)!full << label;
    }
    seen &= ~UINT64_C(1);
    if (seen & ~alive & ~(UINT64_C(1) << LABEL_OUTSIDE)) {
        bool alone = (seen & (seen - 1)) == 0;
        return alone && place[width] && has_start(stepping, place) ? CLOSING_COMPLETE : CLOSING_BAD;
    }
    uint64_t named = UINT64_C(1) << LABEL_OUTSIDE;
    name[LABEL_OUTSIDE] = LABEL_OUTSIDE;
    for (int32_t i = 0; i < width; i++) {
        uint16_t label = label_of(place[i]), uses = place[i] & USES_MASK;
        if (!label || uses == stepping->full[i]) {
            place[i] = uses;
            continue;
        }
        if (!(named >> label & 1)) {
            named |= UINT64_C(1) << label;
            name[label] = ++count;
        }
        place[i] = (uint16_t)(uses | name[label] << USES_BITS);
    }
    return CLOSING_GOES_ON;
}

/* The uses of a link: `ahead` from the step's vertex to the other, `back` the other way
   (undirected: only `ahead`). */
static void take_choice(struct asking *asking, const struct stepping *stepping,
                        const uint64_t *state, uint32_t parent,
                        const struct frontier_counts *before, int ahead, int back)
{
    const struct plan_step *step = stepping->step;
    const struct frontier *frontier = asking->frontier;
    const struct euler *euler = frontier->euler;
    bool directed = euler->directed;
    struct frontier_counts used = *before;
    struct frontier_draft draft;
    int64_t points = (int64_t)state[0];
    uint16_t here = (uint16_t)(directed ? back << HALF_BITS | ahead : ahead);
    uint16_t there = (uint16_t)(directed ? ahead << HALF_BITS | back : ahead);
    const int32_t *out = stepping->out[step->slot], *in = stepping->in[step->slot];
    if (ahead + back > 0) {
        points += stepping->link->free ? 0 : ahead + back;
        count_uses(&used, directed, out, in, here, 1);
        count_uses(&used, directed, stepping->out[step->other_slot], stepping->in[step->other_slot],
                   there, 1);
    }
    const uint16_t *old = (const uint16_t *)(const void *)(state + 1);
    if (step->closes) /* rest[] is already without this vertex */
        count_uses(&used, directed, out, in, (old[step->slot] & USES_MASK) + here, -1);
    /* Most choices end here, before a state was copied: the cheapest test comes first. */
    if (is_hopeless(asking, &used, points))
        return;
    memory_copy(draft.word, state + 1, asking->words * 8);
    uint16_t *place = draft_places(&draft);
    if (ahead + back > 0) {
        place[step->slot] = (uint16_t)(place[step->slot] + here);
        place[step->other_slot] = (uint16_t)(place[step->other_slot] + there);
        if (euler->vertex[step->vertex].outside)
            place[step->slot] |= LABEL_OUTSIDE << USES_BITS;
        join(place, asking->plan->width, step->slot, step->other_slot);
    }
    enum closing closing = CLOSING_GOES_ON;
    if (step->closes)
        closing = close_vertex(stepping, euler, place, asking->plan->width);
    if (closing == CLOSING_GOES_ON)
        closing = frontier_settle(stepping, place, asking->plan->width);
    /* A complete walk is no state to go on from: it raises the goal for all others. */
    uint32_t choice = (uint32_t)(directed ? ahead << 3 | back : ahead);
    if (closing == CLOSING_GOES_ON)
        put(asking, stepping, draft.word, points, parent, choice);
    if (closing != CLOSING_COMPLETE || points < asking->goal)
        return;
    asking->found = true;
    asking->found_parent = parent;
    asking->found_choice = choice;
    asking->found_layer = stepping->layer;
    asking->goal = points + 1;
}

void frontier_sum_used(const struct asking *asking, const struct stepping *stepping,
                       const uint64_t *state, struct frontier_counts *used)
{
    const struct frontier *frontier = asking->frontier;
    const uint16_t *place = (const uint16_t *)(const void *)(state + 1);
    memory_clear(used, sizeof *used);
    for (int32_t i = 0; i < asking->plan->width; i++)
        if (place[i] & USES_MASK)
            count_uses(used, frontier->euler->directed, stepping->out[i], stepping->in[i],
                       place[i] & USES_MASK, 1);
}

/* All choices for one state: every number of uses that the capacities of both ends still allow,
   from 0 on. Directed links are chosen both ways at once, hence two loops. A step without a link
   only closes its vertex. */
void frontier_expand(struct asking *asking, const struct stepping *stepping, uint32_t parent)
{
    const struct frontier *frontier = asking->frontier;
    const struct euler *euler = frontier->euler;
    const struct plan_step *step = stepping->step;
    const uint64_t *state = state_at(asking, &asking->now, parent);
    const uint16_t *place = (const uint16_t *)(const void *)(state + 1);
    struct frontier_counts used;
    frontier_sum_used(asking, stepping, state, &used);
    if (!stepping->link) {
        take_choice(asking, stepping, state, parent, &used, 0, 0);
        return;
    }
    const struct euler_vertex *v = &euler->vertex[step->vertex], *w = &euler->vertex[step->other];
    int here = place[step->slot] & USES_MASK, there = place[step->other_slot] & USES_MASK;
    if (!euler->directed) {
        int most = v->in + v->out - here, other = w->in + w->out - there;
        most = other < most ? other : most;
        for (int ahead = 0; ahead <= most; ahead++)
            take_choice(asking, stepping, state, parent, &used, ahead, 0);
        return;
    }
    const struct euler_link *link = stepping->link;
    bool can_ahead = link->free ? !step->turned : step->turned ? link->backward : link->forward;
    bool can_back = link->free ? step->turned : step->turned ? link->forward : link->backward;
    /* A visit apart from its place leaves as often as it is entered; such a place is entered as
       often as its departures allow. */
    int v_in = v->visiting ? v->in : v->out, w_in = w->visiting ? w->in : w->out;
    int v_out = v->standing ? v->out : v->in, w_out = w->standing ? w->out : w->in;
    int ahead_most = v_out - (here & HALF_MASK), back_most = w_out - (there & HALF_MASK);
    int room = w_in - (there >> HALF_BITS);
    ahead_most = can_ahead ? (room < ahead_most ? room : ahead_most) : 0;
    room = v_in - (here >> HALF_BITS);
    back_most = can_back ? (room < back_most ? room : back_most) : 0;
    for (int ahead = 0; ahead <= ahead_most; ahead++)
        for (int back = 0; back <= back_most; back++)
            take_choice(asking, stepping, state, parent, &used, ahead, back);
}
