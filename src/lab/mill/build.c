/* Building the databases: memory, order and processes. The solving is in retrograde.c (moving
   phase) and placing.c, the order in plan.c.

   A unit is solved in memory and written at once, and a unit counts as done when its files open
   without complaint. There is no other record of progress: a build that was killed looks through
   its folder and resumes. The processes of a cluster share nothing but the folder and a list of
   units, each given out when the units it needs are done.

   The values, two bytes per slot, are mapped directly from the system with a request for huge
   pages. Access is random over gigabytes, and with small pages the address translation would
   cost about as much as the access itself. */
#include "lab/mill/build.h"

#include "base/clock.h"
#include "lab/cluster.h"
#include "lab/mill/placing.h"
#include "lab/mill/retrograde.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

/* Values come straight from the system, in large pages where it has them: looking them up is most
   of the work, and small pages would double its price. */
struct values {
    uint16_t *value;
    size_t bytes;
};

static bool values_reserve(struct values *values, uint64_t slots, struct error *error)
{
    values->bytes = (size_t)slots * sizeof(uint16_t) + 64;
    void *memory =
        mmap(NULL, values->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        values->value = NULL;
        return error_machine(error, "no memory for %llu slots", (unsigned long long)slots);
    }
    madvise(memory, values->bytes, MADV_HUGEPAGE);
    values->value = memory;
    return true;
}

static void values_release(struct values *values)
{
    if (values->value)
        munmap(values->value, values->bytes);
    values->value = NULL;
}

/* A unit's memory: first what it makes (both views of a pair), then what it needs. */
struct workshop {
    struct values made[2], needed[PLAN_NEEDS];
};

static void workshop_close(struct workshop *shop)
{
    for (int i = 0; i < 2; i++)
        values_release(&shop->made[i]);
    for (int i = 0; i < PLAN_NEEDS; i++)
        values_release(&shop->needed[i]);
}

static bool need_load(const struct mill_build *build, struct mill_subspace subspace,
                      struct values *values, struct error *error)
{
    struct mill_store store;
    if (!mill_store_open(&store, build->directory, build->rules, build->index, subspace, error))
        return false;
    bool good = values_reserve(values, store.slots, error) &&
                mill_store_load(&store, values->value, build->threads, error);
    mill_store_close(&store);
    return good;
}

static bool workshop_open(struct workshop *shop, const struct mill_build *build,
                          const struct mill_plan_unit *unit, struct error *error)
{
    *shop = (struct workshop){0};
    if (build->memory && unit->bytes > build->memory)
        return error_set(error,
                         "%d-%d needs %llu MiB of memory, --memory allows %llu: everything smaller "
                         "is done; allow more to go on",
                         unit->subspace[0].mover, unit->subspace[0].other,
                         (unsigned long long)(unit->bytes >> 20),
                         (unsigned long long)(build->memory >> 20));
    uint64_t slots = mill_slots(build->index, unit->subspace[0].mover, unit->subspace[0].other);
    for (int i = 0; i < (unit->placing ? 1 : 2); i++)
        if (!values_reserve(&shop->made[i], slots, error))
            return false;
    for (int i = 0; i < unit->needs; i++)
        if (!need_load(build, unit->need[i], &shop->needed[i], error))
            return false;
    return true;
}

/* The listener for the distances being worked on. The unit's own thread reports them while another
   may report units that came back. */
struct build_listening {
    const struct mill_build *build;
    struct mill_build_state *state;
    pthread_mutex_t *lock;
};

static void level_report(void *listener, int level)
{
    struct build_listening *listening = listener;
    pthread_mutex_lock(listening->lock);
    listening->state->level = level;
    if (listening->build->report)
        listening->build->report(listening->build->listener, listening->state);
    pthread_mutex_unlock(listening->lock);
}

/* The values that a move of subspace number `which` leads to, NULL when they are not among the
   needs. */
static const uint16_t *needed(const struct workshop *shop, const struct mill_plan_unit *unit,
                              int which, bool placed, bool takes)
{
    struct mill_subspace after = mill_subspace_after(unit->subspace[which], placed, takes);
    for (int i = 0; i < unit->needs; i++)
        if (memcmp(&unit->need[i], &after, sizeof after) == 0)
            return shop->needed[i].value;
    return NULL;
}

static bool solve_moving(const struct mill_build *build, const struct mill_plan_unit *unit,
                         struct workshop *shop, struct build_listening *listening,
                         struct error *error)
{
    const struct mill_subspace *large = &unit->subspace[0];
    struct mill_retrograde task = {
        .index = build->index,
        .rules = build->rules,
        .large = large->mover,
        .small = large->other,
        .hand = {large->mover_hand, large->other_hand},
        .threads = build->threads,
        .value = {shop->made[0].value, shop->made[1].value},
        .taken = {needed(shop, unit, 0, false, true), needed(shop, unit, 1, false, true)},
        .placed = {needed(shop, unit, 0, true, false), needed(shop, unit, 1, true, false)},
        .placed_taken = {needed(shop, unit, 0, true, true), needed(shop, unit, 1, true, true)},
        .stop = build->stop,
        .report = listening ? level_report : NULL,
        .listener = listening,
    };
    return mill_retrograde_solve(&task, error);
}

static bool solve_placing(const struct mill_build *build, const struct mill_plan_unit *unit,
                          struct workshop *shop, struct error *error)
{
    const struct mill_subspace *subspace = &unit->subspace[0];
    struct mill_placing task = {
        .index = build->index,
        .rules = build->rules,
        .mover = subspace->mover,
        .other = subspace->other,
        .threads = build->threads,
        .value = shop->made[0].value,
        .quiet = needed(shop, unit, 0, true, false),
        .taking = needed(shop, unit, 0, true, true),
        .stop = build->stop,
    };
    return mill_placing_solve(&task, error);
}

static bool unit_solve(const struct mill_build *build, const struct mill_plan_unit *unit,
                       struct build_listening *listening, struct mill_store_counts counts[2],
                       struct error *error)
{
    struct workshop shop;
    bool good = workshop_open(&shop, build, unit, error);
    if (good)
        good = unit->placing ? solve_placing(build, unit, &shop, error)
                             : solve_moving(build, unit, &shop, listening, error);
    for (int i = 0; i < PLAN_NEEDS; i++)
        values_release(&shop.needed[i]);
    for (int i = 0; good && i < unit->subspaces; i++)
        good = mill_store_write(build->directory, build->rules, build->index, unit->subspace[i],
                                shop.made[i].value, build->threads, &counts[i], error);
    workshop_close(&shop);
    return good;
}

bool mill_build_unit(const struct mill_build *build, const struct mill_plan_unit *unit,
                     struct mill_store_counts counts[2], struct error *error)
{
    return unit_solve(build, unit, NULL, counts, error);
}

bool mill_build_unit_done(const struct mill_build *build, const struct mill_plan_unit *unit)
{
    for (int i = 0; i < unit->subspaces; i++) {
        struct mill_store store;
        if (!mill_store_open(&store, build->directory, build->rules, build->index,
                             unit->subspace[i], NULL))
            return false;
        mill_store_close(&store);
    }
    return true;
}

static bool directory_make(const char *directory, struct error *error)
{
    struct stat stat_;
    if (mkdir(directory, 0777) == 0 ||
        (errno == EEXIST && stat(directory, &stat_) == 0 && S_ISDIR(stat_.st_mode)))
        return true;
    return error_set(error, "%s: could not be made: %s", directory, strerror(errno));
}

/* -------- all units, on all ranks -------- */

enum stage { STAGE_OPEN, STAGE_BEGUN, STAGE_DONE };

struct mill_building {
    const struct mill_build *build;
    const struct mill_plan *plan;
    uint8_t *stage; /* by unit */
    struct mill_build_state state;
    struct mill_build_state own; /* what this process works on */
    pthread_mutex_t lock;        /* of the listener */
    struct error error;
};

/* What a unit's process reports to rank 0; the values are in the folder. */
struct built {
    struct mill_store_counts counts[2];
    double seconds;
    bool good;
    struct error error;
};

static size_t run_unit(void *context, int worker, int number, const atomic_bool *stop, void *result)
{
    struct mill_building *building = context;
    struct mill_build build = *building->build;
    struct build_listening listening = {building->build, &building->own, &building->lock};
    struct built built = {.error = {.text = ""}};
    uint64_t started = clock_microseconds();
    (void)worker;
    if (!build.stop || !cluster_leads())
        build.stop = stop;
    pthread_mutex_lock(&building->lock);
    building->own = building->state;
    building->own.unit = &building->plan->unit[number];
    if (build.report && cluster_leads())
        build.report(build.listener, &building->own);
    pthread_mutex_unlock(&building->lock);
    built.good = unit_solve(&build, &building->plan->unit[number],
                            cluster_leads() ? &listening : NULL, built.counts, &built.error);
    built.seconds = (double)(clock_microseconds() - started) / 1e6;
    memcpy(result, &built, sizeof built);
    return sizeof built;
}

/* A unit has come back: its files are written, so the units that need it may begin. */
static bool take_unit(void *context, int number, const void *result, size_t bytes)
{
    struct mill_building *building = context;
    struct mill_build_state *state = &building->state;
    const struct mill_plan_unit *unit = &building->plan->unit[number];
    struct built built;
    memcpy(&built, result, bytes);
    if (!built.good) {
        building->error = built.error;
        return false;
    }
    building->stage[number] = STAGE_DONE;
    pthread_mutex_lock(&building->lock);
    state->number++;
    state->slots_built += unit->slots;
    state->slots_done += unit->slots;
    state->unit = unit;
    state->level = 0;
    state->seconds = built.seconds;
    state->counts = built.counts;
    state->finished = true;
    if (building->build->report)
        building->build->report(building->build->listener, state);
    state->finished = false;
    pthread_mutex_unlock(&building->lock);
    return true;
}

/* The first unit in order whose needs are met. */
static int next_unit(void *context)
{
    struct mill_building *building = context;
    int answer = CLUSTER_NONE;
    for (int i = 0; i < building->plan->units; i++) {
        const struct mill_plan_unit *unit = &building->plan->unit[i];
        bool ready = building->stage[i] == STAGE_OPEN;
        for (int k = 0; k < unit->needs; k++)
            ready = ready && building->stage[unit->needed_unit[k]] == STAGE_DONE;
        if (ready) {
            building->stage[i] = STAGE_BEGUN;
            return i;
        }
        if (building->stage[i] == STAGE_OPEN)
            answer = CLUSTER_LATER;
    }
    return answer;
}

/* Units that are there need not be built again. */
static void look_around(struct mill_building *building)
{
    for (int i = 0; i < building->plan->units; i++) {
        const struct mill_plan_unit *unit = &building->plan->unit[i];
        if (!mill_build_unit_done(building->build, unit))
            continue;
        building->stage[i] = STAGE_DONE;
        building->state.number++;
        building->state.slots_done += unit->slots;
    }
}

static bool build_units(const struct mill_build *build, const struct mill_plan *plan,
                        struct error *error)
{
    struct mill_building building = {
        .build = build,
        .plan = plan,
        .stage = calloc((size_t)plan->units + 1, 1),
        .state = {.units = plan->units, .slots = plan->slots},
    };
    if (!building.stage)
        return error_machine(error, "no memory for the plan");
    struct cluster_work work = {
        .units = plan->units,
        .threads = 1, /* a unit uses all threads of its process */
        .result_bytes = sizeof(struct built),
        .run = run_unit,
        .take = take_unit,
        .next = next_unit,
        .context = &building,
        .stop = build->stop,
    };
    if (cluster_leads())
        look_around(&building);
    pthread_mutex_init(&building.lock, NULL);
    bool good = cluster_work(&work, error);
    if (!good && building.error.text[0])
        *error = building.error;
    else if (!good && !error->text[0])
        error_set(error, "stopped");
    pthread_mutex_destroy(&building.lock);
    free(building.stage);
    return good;
}

bool mill_build_all(const struct mill_build *build, struct error *error)
{
    struct mill_plan *plan = malloc(sizeof *plan);
    if (!plan)
        return error_machine(error, "no memory for the plan");
    mill_plan_make(plan, build->index, build->men, build->placing);
    bool good = (!cluster_leads() || directory_make(build->directory, error)) &&
                build_units(build, plan, error);
    free(plan);
    return good;
}
