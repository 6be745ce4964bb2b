/* What a state of the frontier can still achieve: covers, how they are learned, and the thinning
   of layers.

   A cover is a set of vertices that touches every link. Each further step uses a link, and so
   uses capacity of at least one vertex of the cover. Hence for any cover C

       steps in the end <= steps so far + sum of (capacity(v) - uses(v)) over open v in C

   `rest` holds the capacities in that sum, the same for all states of a layer, and
   frontier_sum_used adds up the uses, so bounding a state against sixteen covers is a handful of
   additions per slot. In directed graphs departures and arrivals are two sides with capacities
   of their own, hence cover_out and cover_in.

   Which covers help changes as the sweep moves on. frontier_learn takes a few random states of
   each large layer and solves the matching anew for what is left in them. If that shows a state
   to be hopeless that all present covers let pass, its smallest cover is added, in place of the
   one that dropped the fewest states lately. A matching costs far more than a look at the
   covers, so only a sample of 24 states per layer pays for one.

   A layer that exceeds the beam keeps the states with the highest grade: 8 points per step of
   bound, minus 32 per separate piece, because pieces still have to be joined. Grades are
   counted, not sorted. */
#include "minds/zr2/frontier_inside.h"

#include "base/hash.h"

enum { GRADES = 4096, STOP_STATES = 16384 };

/* The most a state can come to, as far as the covers show. */
static int64_t state_bound(const struct asking *asking, const struct stepping *stepping,
                           const uint64_t *state)
{
    struct frontier_counts used;
    frontier_sum_used(asking, stepping, state, &used);
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

/* A counting sort: one walk over the layer counts the grades, which tells at what grade `keep`
   states are reached, and a second one closes the gaps that the others leave. States of exactly
   that grade stay in the order in which they were made, as long as there is room. A state's number
   is its place in the layer, and the log is kept by these numbers, so its entries move along;
   nothing else knows them yet, because the next layer does not exist. Each dropped state leaves its
   bound behind in `dropped`. */
bool frontier_thin_out(struct asking *asking, const struct stepping *stepping, uint32_t keep)
{
    uint32_t count[GRADES] = {0}, kept = 0, left;
    const struct frontier *frontier = asking->frontier;
    struct frontier_layer *layer = &asking->next;
    uint32_t *log = asking->log + asking->log_first[stepping->layer];
    bool logged = asking->log_first[stepping->layer] + layer->count <= asking->log_room;
    int grade = GRADES - 1;
    for (uint32_t i = 0; i < layer->count; i++) {
        const uint64_t *state = state_at(asking, layer, i);
        asking->grade[i] = state_grade(asking, state, state_bound(asking, stepping, state));
        count[asking->grade[i]]++;
        if (i % STOP_STATES == 0 && frontier->stop && frontier->stop(frontier->context))
            asking->stopped = true;
        if (asking->stopped)
            return false;
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
    frontier_table_resize(asking, asking->table_size);
    return true;
}

void frontier_weigh_slot(struct stepping *stepping, const struct frontier *frontier, int32_t slot,
                         int32_t k)
{
    int32_t v = stepping->vertex_of[slot];
    stepping->out[slot][k] = v < 0 ? 0 : frontier->cover_out[k][v];
    stepping->in[slot][k] = v < 0 ? 0 : frontier->cover_in[k][v];
}

int64_t frontier_cover_capacity(const struct frontier *frontier, int32_t k, int32_t v)
{
    const struct euler_vertex *vertex = &frontier->euler->vertex[v];
    return (int64_t)frontier->cover_out[k][v] * vertex->out +
           (int64_t)frontier->cover_in[k][v] * vertex->in;
}

void frontier_add_cover(struct asking *asking, struct stepping *stepping, const uint8_t *closed,
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
            asking->rest[k] += frontier_cover_capacity(frontier, k, v);
    for (int32_t i = 0; i < asking->plan->width; i++)
        frontier_weigh_slot(stepping, frontier, i, k);
}

int64_t frontier_bound_state(const struct asking *asking, const struct stepping *stepping,
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

void frontier_learn(struct asking *asking, struct stepping *stepping, const uint8_t *closed)
{
    if (asking->now.count < LEARN_FROM)
        return;
    for (int k = 0; k < asking->covers; k++)
        asking->hits[k] /= 2;
    for (uint32_t i = 0; i < LEARN_SAMPLES; i++) {
        uint64_t pick = hash_pair(stepping->layer, i) >> 32;
        uint32_t index = (uint32_t)(pick * asking->now.count >> 32);
        const uint64_t *state = state_at(asking, &asking->now, index);
        struct frontier_counts used;
        frontier_sum_used(asking, stepping, state, &used);
        if (!is_hopeless(asking, &used, (int64_t)state[0]) &&
            frontier_bound_state(asking, stepping, state, closed) < asking->goal)
            frontier_add_cover(asking, stepping, closed, i & 1);
    }
}
