/* What the parts of the frontier program share; see frontier.h for what it does.

   frontier_step.c makes the states of one layer from those of the layer before, frontier_cover.c
   bounds what a state can come to and thins layers out, frontier.c goes through all layers,
   frontier_window.c does the same for a part of the board. */
#ifndef MINDS_ZR2_FRONTIER_INSIDE_H
#define MINDS_ZR2_FRONTIER_INSIDE_H

#include "minds/zr2/frontier.h"

/* A place of the frontier in 16 bits: uses so far (directed: arrivals and departures) below, above
   them the number of its component, from 1 in order of appearance; 0 is unused. What is joined to
   the outside of a part has a number of its own. */
enum { USES_BITS = 10, USES_MASK = (1 << USES_BITS) - 1, HALF_BITS = 5, HALF_MASK = 31 };
enum { LABEL_OUTSIDE = 62, LABEL_FRESH = 63 };

/* A state: `width` places, then whether the walk's end is settled, padded to whole words; before
   them the steps so far. */
struct frontier_layer {
    char *state;
    uint32_t count, room;
};

enum { PARENT_BITS = 26, CHOICE_MASK = 63 };

struct asking {
    struct frontier *frontier;
    const struct plan *plan;
    int64_t goal;
    size_t words, stride;
    struct frontier_layer now, next;
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
    bool log_full, found, stopped;
    uint32_t found_parent, found_choice;
    size_t found_layer;
};

enum closing { CLOSING_BAD, CLOSING_GOES_ON, CLOSING_COMPLETE };

/* The step in progress, and what its places weigh in each cover. */
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

struct frontier_counts {
    int32_t of[FRONTIER_COVERS];
};

static inline uint64_t *state_at(const struct asking *asking, const struct frontier_layer *layer,
                                 uint32_t i)
{
    return (uint64_t *)(void *)(layer->state + (size_t)i * asking->stride);
}

static inline uint16_t label_of(uint16_t place)
{
    return (uint16_t)(place >> USES_BITS);
}

/* Whether even the best that can follow is too little, by the bound of frontier_cover.c: of the
   capacity rest[k] that cover k has at open vertices, used->of[k] is used up, and every step to
   come takes at least one more. */
static inline bool is_hopeless(struct asking *asking, const struct frontier_counts *used,
                               int64_t points)
{
    for (int32_t k = 0; k < asking->covers; k++)
        if (points + asking->rest[k] - used->of[k] < asking->goal) {
            asking->hits[k]++;
            return true;
        }
    return false;
}

static inline void count_uses(struct frontier_counts *used, bool directed, const int32_t *out,
                              const int32_t *in, int32_t uses, int32_t sign)
{
    int32_t departures = directed ? sign * (uses & HALF_MASK) : sign * uses;
    int32_t arrivals = directed ? sign * (uses >> HALF_BITS) : 0;
    for (int k = 0; k < FRONTIER_COVERS; k++)
        used->of[k] += departures * out[k] + arrivals * in[k];
}

/* frontier_step.c */

void frontier_table_resize(struct asking *asking, uint32_t size);
/* Whether a vertex may be left with these uses; settles the end of the walk where that follows. */
bool frontier_may_close(const struct euler *euler, int32_t v, uint16_t uses, uint16_t *ended);
/* Numbers the components in order of appearance. A place that can take no more does not matter to
   what is connected later, so it loses its number; a component of such places only cannot grow and
   must be the whole walk. */
enum closing frontier_settle(const struct stepping *stepping, uint16_t *place, int32_t width);
/* The covers' share of what the frontier's places have used so far. */
void frontier_sum_used(const struct asking *asking, const struct stepping *stepping,
                       const uint64_t *state, struct frontier_counts *used);
void frontier_expand(struct asking *asking, const struct stepping *stepping, uint32_t parent);

/* frontier_cover.c */

/* Keeps about the `keep` most promising states of the next layer, and their log. False when it was
   told to stop: the layer is then useless and `stopped` is set. */
bool frontier_thin_out(struct asking *asking, const struct stepping *stepping, uint32_t keep);
/* A Teleporter's arrival at a place and a visit's departure by it are no steps. */
void frontier_weigh_slot(struct stepping *stepping, const struct frontier *frontier, int32_t slot,
                         int32_t k);
int64_t frontier_cover_capacity(const struct frontier *frontier, int32_t k, int32_t v);
/* Adds the cover of the matching just solved, in place of the one that helped least. */
void frontier_add_cover(struct asking *asking, struct stepping *stepping, const uint8_t *closed,
                        bool late);
/* Solves the matching for what is left in a state. */
int64_t frontier_bound_state(const struct asking *asking, const struct stepping *stepping,
                             const uint64_t *state, const uint8_t *closed);
void frontier_learn(struct asking *asking, struct stepping *stepping, const uint8_t *closed);

/* frontier.c */

/* Takes the found walk's choices from the log, last layer first. */
void frontier_read_log(const struct asking *asking, struct trail_uses uses);
bool frontier_set_up(struct asking *asking, struct arena *arena);
void frontier_open_slot(struct stepping *stepping, const struct euler *euler, int32_t slot,
                        int32_t v);
void frontier_begin(struct asking *asking, struct stepping *stepping);
enum frontier_answer frontier_run(struct asking *asking, struct stepping *stepping,
                                  uint8_t *closed);

#endif
