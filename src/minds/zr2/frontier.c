#include "minds/zr2/frontier.h"

#include "base/hash.h"

/* A place of the frontier in 16 bits: uses so far (directed: arrivals and departures) below, above
   them the number of its component, from 1 in order of appearance; 0 is unused. What is joined to
   the outside of a part has a number of its own. */
enum { USES_BITS = 10, USES_MASK = (1 << USES_BITS) - 1, HALF_BITS = 5, HALF_MASK = 31 };
enum { LABEL_OUTSIDE = 62, LABEL_FRESH = 63 };

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

/* --- Layers of states ------------------------------------------------------------------------- */

/* A state: `width` places, then whether the walk's end is settled, padded to whole words; before
   them the steps so far. */
struct layer {
    char *state;
    uint32_t count, room;
};

enum { PARENT_BITS = 26, CHOICE_MASK = 63 };

struct asking {
    struct frontier *frontier;
    const struct plan *plan;
    int64_t goal;
    size_t words, stride;
    struct layer now, next;
    uint32_t *table; /* 1 + index in `next`, 0 free */
    uint32_t table_room, table_size;
    uint32_t *log; /* parent and choice of every state of every layer */
    size_t log_count, log_room;
    size_t *log_first; /* where a layer begins */
    int32_t covers;
    int64_t rest[FRONTIER_COVERS];  /* a cover's capacity among the vertices not closed */
    uint64_t hits[FRONTIER_COVERS]; /* states it dropped */
    uint32_t beam;
    uint64_t chance; /* breaks ties in windows; 0: the first one stays */
    uint16_t *grade; /* of the states of a layer, while it is thinned out */
    int64_t dropped; /* the most a dropped state could have come to */
    bool log_full, found;
    uint32_t found_parent, found_choice;
    size_t found_layer;
};

struct stepping;
static void thin_out(struct asking *asking, const struct stepping *stepping, uint32_t keep);
static size_t layer_of(const struct stepping *stepping);

static inline uint64_t *state_at(const struct asking *asking, const struct layer *layer, uint32_t i)
{
    return (uint64_t *)(void *)(layer->state + (size_t)i * asking->stride);
}

static inline uint32_t state_hash(const uint64_t *key, size_t words)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < words; i++)
        hash = (hash ^ key[i]) * UINT64_C(0x9e3779b97f4a7c15), hash ^= hash >> 29;
    return (uint32_t)(hash >> 16);
}

static void table_resize(struct asking *asking, uint32_t size)
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
    size_t layer = layer_of(stepping);
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
        thin_out(asking, stepping, asking->next.room / 2);
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
        table_resize(asking, 4 * asking->table_size);
}

/* --- One step --------------------------------------------------------------------------------- */

struct draft { /* a state being changed */
    uint64_t word[(PLAN_WIDTH_MAX + 1 + 3) / 4];
};

static inline uint16_t *draft_places(struct draft *draft)
{
    return (uint16_t *)(void *)draft->word;
}

static inline uint16_t label_of(uint16_t place)
{
    return (uint16_t)(place >> USES_BITS);
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

/* Whether a vertex may be left with these uses; settles the end of the walk where that follows. */
static bool may_close(const struct euler *euler, int32_t v, uint16_t uses, uint16_t *ended)
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

enum closing { CLOSING_BAD, CLOSING_GOES_ON, CLOSING_COMPLETE };

/* What a step does to each cover's count of used capacity. */
struct stepping {
    const struct plan_step *step;
    const struct euler_link *link;
    size_t layer;
    bool start_is_behind;
    int32_t vertex_of[PLAN_WIDTH_MAX];
    uint16_t full[PLAN_WIDTH_MAX]; /* uses of a place that can take no more */
    int32_t start_slot;            /* -1 while the start is not on the frontier */
    /* Weights of a slot's departures and arrivals; undirected graphs have both alike. */
    int32_t out[PLAN_WIDTH_MAX][FRONTIER_COVERS], in[PLAN_WIDTH_MAX][FRONTIER_COVERS];
};

struct counts {
    int32_t of[FRONTIER_COVERS];
};

/* Whether even the best that can follow is too little. */
static inline bool is_hopeless(struct asking *asking, const struct counts *used, int64_t points)
{
    for (int32_t k = 0; k < asking->covers; k++)
        if (points + asking->rest[k] - used->of[k] < asking->goal) {
            asking->hits[k]++;
            return true;
        }
    return false;
}

static inline void count_uses(struct counts *used, bool directed, const int32_t *out,
                              const int32_t *in, int32_t uses, int32_t sign)
{
    int32_t departures = directed ? sign * (uses & HALF_MASK) : sign * uses;
    int32_t arrivals = directed ? sign * (uses >> HALF_BITS) : 0;
    for (int k = 0; k < FRONTIER_COVERS; k++)
        used->of[k] += departures * out[k] + arrivals * in[k];
}

/* Whether the walk's first place is among the links chosen, given that they hang together. */
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
    if (!may_close(euler, stepping->step->vertex, uses, &place[width]))
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

/* Numbers the components in order of appearance. A place that can take no more has no say in what
   hangs together later, so it loses its number; a component of such places only cannot grow and
   must be the whole walk. */
static enum closing settle(const struct stepping *stepping, uint16_t *place, int32_t width)
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
                        const uint64_t *state, uint32_t parent, const struct counts *before,
                        int ahead, int back)
{
    const struct plan_step *step = stepping->step;
    const struct frontier *frontier = asking->frontier;
    const struct euler *euler = frontier->euler;
    bool directed = euler->directed;
    struct counts used = *before;
    struct draft draft;
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
    if (step->closes)
        count_uses(&used, directed, out, in, (old[step->slot] & USES_MASK) + here, -1);
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
        closing = settle(stepping, place, asking->plan->width);
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

/* The covers' share of what the frontier's places have used so far. */
static void sum_used(const struct asking *asking, const struct stepping *stepping,
                     const uint64_t *state, struct counts *used)
{
    const struct frontier *frontier = asking->frontier;
    const uint16_t *place = (const uint16_t *)(const void *)(state + 1);
    memory_clear(used, sizeof *used);
    for (int32_t i = 0; i < asking->plan->width; i++)
        if (place[i] & USES_MASK)
            count_uses(used, frontier->euler->directed, stepping->out[i], stepping->in[i],
                       place[i] & USES_MASK, 1);
}

static size_t layer_of(const struct stepping *stepping)
{
    return stepping->layer;
}

/* --- Thinning a layer out --------------------------------------------------------------------- */

enum { GRADE_PIECES = 16, GRADES = 4096 };

/* The most a state can come to, as far as the covers tell. */
static int64_t state_bound(const struct asking *asking, const struct stepping *stepping,
                           const uint64_t *state)
{
    struct counts used;
    sum_used(asking, stepping, state, &used);
    int64_t least = INT64_MAX;
    for (int32_t k = 0; k < asking->covers; k++) {
        int64_t bound = (int64_t)state[0] + asking->rest[k] - used.of[k];
        least = bound < least ? bound : least;
    }
    return least;
}

/* Higher is more promising: a high bound first, then few pieces, which must all be joined yet. */
static uint16_t state_grade(const struct asking *asking, const uint64_t *state, int64_t bound)
{
    const uint16_t *place = (const uint16_t *)(const void *)(state + 1);
    int64_t pieces = 0;
    for (int32_t i = 0; i < asking->plan->width; i++)
        if (label_of(place[i]) > pieces && label_of(place[i]) != LABEL_OUTSIDE)
            pieces = label_of(place[i]);
    int64_t grade = 8 * (bound - asking->goal) + 1024 - 32 * pieces;
    return (uint16_t)(grade < 0 ? 0 : grade >= GRADES ? GRADES - 1 : grade);
}

/* Keeps about the `keep` most promising states of the next layer, and their log. */
static void thin_out(struct asking *asking, const struct stepping *stepping, uint32_t keep)
{
    uint32_t count[GRADES] = {0}, kept = 0, left;
    struct layer *layer = &asking->next;
    uint32_t *log = asking->log + asking->log_first[stepping->layer];
    bool logged = asking->log_first[stepping->layer] + layer->count <= asking->log_room;
    int grade = GRADES - 1;
    for (uint32_t i = 0; i < layer->count; i++) {
        const uint64_t *state = state_at(asking, layer, i);
        asking->grade[i] = state_grade(asking, state, state_bound(asking, stepping, state));
        count[asking->grade[i]]++;
    }
    for (left = keep; grade > 0 && count[grade] <= left; grade--)
        left -= count[grade];
    for (uint32_t i = 0; i < layer->count; i++) {
        uint64_t *state = state_at(asking, layer, i);
        bool stays = asking->grade[i] > grade || (asking->grade[i] == grade && left > 0);
        if (!stays) {
            int64_t bound = state_bound(asking, stepping, state);
            asking->dropped = bound > asking->dropped ? bound : asking->dropped;
            continue;
        }
        left -= asking->grade[i] == grade;
        if (kept != i) {
            memory_copy(state_at(asking, layer, kept), state, asking->stride);
            if (logged)
                log[kept] = log[i];
        }
        kept++;
    }
    layer->count = kept;
    table_resize(asking, asking->table_size);
}

/* --- Learning covers -------------------------------------------------------------------------- */

/* A Teleporter's arrival at a place and a visit's departure by it are no steps. */
static void weigh_slot(struct stepping *stepping, const struct frontier *frontier, int32_t slot,
                       int32_t k)
{
    int32_t v = stepping->vertex_of[slot];
    stepping->out[slot][k] = v < 0 ? 0 : frontier->cover_out[k][v];
    stepping->in[slot][k] = v < 0 ? 0 : frontier->cover_in[k][v];
}

static int64_t cover_capacity(const struct frontier *frontier, int32_t k, int32_t v)
{
    const struct euler_vertex *vertex = &frontier->euler->vertex[v];
    return (int64_t)frontier->cover_out[k][v] * vertex->out +
           (int64_t)frontier->cover_in[k][v] * vertex->in;
}

/* Adds the cover of the matching just solved, in place of the one that helped least. */
static void add_cover(struct asking *asking, struct stepping *stepping, const uint8_t *closed,
                      bool late)
{
    struct frontier *frontier = asking->frontier;
    int32_t k = asking->covers;
    if (k < FRONTIER_COVERS)
        asking->covers++;
    else
        for (k = 0; asking->hits[k] > 0 && k < FRONTIER_COVERS - 1;)
            k++;
    if (asking->hits[k] > 0)
        for (int32_t i = 0; i < FRONTIER_COVERS; i++)
            k = asking->hits[i] < asking->hits[k] ? i : k;
    matching_cover(frontier->matching, frontier->euler, late, frontier->cover_out[k],
                   frontier->cover_in[k]);
    asking->hits[k] = 1;
    asking->rest[k] = 0;
    for (int32_t v = 0; v < frontier->euler->vertices; v++)
        if (!closed[v])
            asking->rest[k] += cover_capacity(frontier, k, v);
    for (int32_t i = 0; i < asking->plan->width; i++)
        weigh_slot(stepping, frontier, i, k);
}

/* Solves the matching for what is left in a state. */
static int64_t bound_state(const struct asking *asking, const struct stepping *stepping,
                           const uint64_t *state, const uint8_t *closed)
{
    const struct frontier *frontier = asking->frontier;
    const struct euler *euler = frontier->euler;
    const uint16_t *place = (const uint16_t *)(const void *)(state + 1);
    for (int32_t v = 0; v < euler->vertices; v++) {
        frontier->out_left[v] = closed[v] ? 0 : euler->vertex[v].out;
        frontier->in_left[v] = closed[v] ? 0 : euler->vertex[v].in;
    }
    for (int32_t i = 0; i < asking->plan->width; i++) {
        int32_t v = stepping->vertex_of[i], uses = place[i] & USES_MASK;
        if (v < 0)
            continue;
        frontier->out_left[v] -= euler->directed ? uses & HALF_MASK : uses;
        frontier->in_left[v] -= euler->directed ? uses >> HALF_BITS : 0;
    }
    matching_solve_again(frontier->matching, euler, frontier->out_left, frontier->in_left);
    return (int64_t)state[0] + frontier->matching->size;
}

enum { LEARN_FROM = 500, LEARN_SAMPLES = 24 };

static void learn(struct asking *asking, struct stepping *stepping, const uint8_t *closed)
{
    if (asking->now.count < LEARN_FROM)
        return;
    for (int k = 0; k < asking->covers; k++)
        asking->hits[k] /= 2;
    for (uint32_t i = 0; i < LEARN_SAMPLES; i++) {
        uint64_t pick = hash_pair(stepping->layer, i) >> 32;
        uint32_t index = (uint32_t)(pick * asking->now.count >> 32);
        const uint64_t *state = state_at(asking, &asking->now, index);
        struct counts used;
        sum_used(asking, stepping, state, &used);
        if (!is_hopeless(asking, &used, (int64_t)state[0]) &&
            bound_state(asking, stepping, state, closed) < asking->goal)
            add_cover(asking, stepping, closed, i & 1);
    }
}

static void expand(struct asking *asking, const struct stepping *stepping, uint32_t parent)
{
    const struct frontier *frontier = asking->frontier;
    const struct euler *euler = frontier->euler;
    const struct plan_step *step = stepping->step;
    const uint64_t *state = state_at(asking, &asking->now, parent);
    const uint16_t *place = (const uint16_t *)(const void *)(state + 1);
    struct counts used;
    sum_used(asking, stepping, state, &used);
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

/* Takes the found walk's choices from the log, last layer first. */
static void read_log(const struct asking *asking, struct trail_uses uses)
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

static bool set_up(struct asking *asking, struct arena *arena)
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

/* Brings slots, covers and the record of closed vertices to the next step. */
static void open_slot(struct stepping *stepping, const struct euler *euler, int32_t slot, int32_t v)
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

static void enter_step(struct asking *asking, struct stepping *stepping, int32_t i, uint8_t *closed)
{
    const struct frontier *frontier = asking->frontier;
    const struct plan_step *step = &asking->plan->step[i];
    stepping->step = step;
    stepping->link = step->link >= 0 ? &frontier->euler->link[step->link] : NULL;
    stepping->layer = (size_t)i;
    stepping->start_is_behind |= step->closes && step->vertex == frontier->euler->start;
    open_slot(stepping, frontier->euler, step->slot, step->vertex);
    if (step->link >= 0)
        open_slot(stepping, frontier->euler, step->other_slot, step->other);
    for (int32_t k = 0; k < asking->covers; k++) {
        weigh_slot(stepping, frontier, step->slot, k);
        weigh_slot(stepping, frontier, step->other_slot, k);
    }
    learn(asking, stepping, closed);
    if (!step->closes)
        return;
    closed[step->vertex] = 1;
    for (int32_t k = 0; k < asking->covers; k++)
        asking->rest[k] -= cover_capacity(frontier, k, step->vertex);
}

static void leave_step(struct asking *asking, struct stepping *stepping)
{
    if (stepping->step->closes) {
        stepping->vertex_of[stepping->step->slot] = -1;
        if (stepping->step->slot == stepping->start_slot)
            stepping->start_slot = -1;
    }
    asking->log_count += asking->next.count;
    struct layer swap = asking->now;
    asking->now = asking->next;
    asking->next = swap;
}

static void begin(struct asking *asking, struct stepping *stepping)
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
    bound_state(asking, stepping, state_at(asking, &asking->now, 0), closed);
    add_cover(asking, stepping, closed, false);
    add_cover(asking, stepping, closed, true);
}

static enum frontier_answer run(struct asking *asking, struct stepping *stepping, uint8_t *closed)
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
        table_resize(asking, size);
        for (uint32_t parent = 0; parent < asking->now.count; parent++) {
            if (parent % 1024 == 0 && frontier->stop && frontier->stop(frontier->context))
                return FRONTIER_STOPPED;
            expand(asking, stepping, parent);
            if (asking->goal > frontier->bound)
                return FRONTIER_PROVED; /* as many as there can be */
        }
        if (asking->next.count > frontier->largest)
            frontier->largest = asking->next.count;
        frontier->nodes += asking->next.count;
        if (asking->next.count > asking->beam)
            thin_out(asking, stepping, asking->beam);
        leave_step(asking, stepping);
    }
    for (uint32_t i = 0; frontier->part && i < asking->now.count; i++) {
        int64_t points = (int64_t)state_at(asking, &asking->now, i)[0];
        asking->goal = points >= asking->goal ? points + 1 : asking->goal;
    }
    return asking->dropped >= asking->goal ? FRONTIER_DROPPED : FRONTIER_PROVED;
}

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
    if (closed && set_up(&asking, arena)) {
        begin(&asking, &stepping);
        answer = run(&asking, &stepping, closed);
    }
    if (frontier->part) {
        frontier->found = asking.goal > frontier->best + 1;
        frontier->best = asking.goal - 1;
    } else if (asking.found && asking.log_full) {
        answer = answer == FRONTIER_STOPPED ? answer : FRONTIER_NO_MEMORY;
    } else if (asking.found) {
        read_log(&asking, uses);
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

/* --- Windows ---------------------------------------------------------------------------------- */

static int32_t root_of(int32_t *parent, int32_t v)
{
    while (parent[v] != v)
        v = parent[v] = parent[parent[v]];
    return v;
}

/* What the links outside the window, which stay as they are, come to. */
struct outside {
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

static void take_outside(struct outside *outside, const struct euler *euler,
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
        if (outside->uses[v] != 0 && may_close(euler, v, outside->uses[v], &ended))
            outside->ended |= ended != 0;
    }
}

/* The state at the edge of the window: uses from outside, and what hangs together there. */
static bool begin_window(struct asking *asking, struct stepping *stepping, struct outside *outside)
{
    const struct plan *plan = asking->plan;
    const struct euler *euler = asking->frontier->euler;
    begin(asking, stepping);
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
        open_slot(stepping, euler, slot, v);
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
    return settle(stepping, place, plan->width) == CLOSING_GOES_ON;
}

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
    struct outside outside = {.parent = arena_take(arena, vertices, sizeof(int32_t)),
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
        if (plan_window(plan, outside.open) && set_up(&asking, arena) &&
            begin_window(&asking, &stepping, &outside))
            run(&asking, &stepping, closed);
    }
    if (asking.found && !asking.log_full) {
        read_log(&asking, uses);
        better = asking.goal - 1 > frontier->best;
        frontier->best = asking.goal - 1;
    }
    arena->at = mark;
    return better;
}
