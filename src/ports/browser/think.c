/* Who searches for the page's inquiries.

   One search at a time. The worker that calls is busy until the answer is there; the byte at
   browser_stop_address, which the page sets where memory is shared, ends a search early. Where
   there are helpers (crew.h), minds that can think in parallel do, with one table, as in
   lab/think.h. */
#include "ports/browser/think.h"
#include "base/hash.h"
#include "base/memory.h"
#include "minds/table.h"
#include "ports/browser/crew.h"
#include "ports/browser/given.h"
#include "ports/browser/host.h"

enum { BRIEF_DEPTH = 7, BRIEF_NODES = 5000 };

static struct table table;
static void *table_memory, *shared, *scratch[CREW_MOST];
static size_t table_bytes, shared_bytes, scratch_bytes[CREW_MOST];
static uint64_t table_about; /* which game and board the table knows; 0 for none */
struct random think_random;
atomic_bool think_stop;
static atomic_bool helpers_stop;

/* What each of those who think together is at; number 0 is the one whose answer counts. */
static struct think_worker {
    struct player player;
    struct mind_task task;
    struct mind_answer answer;
    struct random random;
} hands[CREW_MOST];

static bool room(void **memory, size_t *have, size_t bytes)
{
    if (bytes <= *have)
        return true;
    void *more = host_memory(bytes);
    if (!more)
        return false;
    *memory = more;
    *have = bytes;
    return true;
}

void *think_memory(size_t bytes)
{
    return room(&scratch[0], &scratch_bytes[0], bytes) ? scratch[0] : NULL;
}

/* Gives the searches a table of that many bytes; asked again, it forgets what is in it. */
BROWSER_EXPORT(browser_table) uint32_t browser_table(uint32_t bytes);
uint32_t browser_table(uint32_t bytes)
{
    table_about = 0;
    if (bytes <= table_bytes) {
        table_clear(&table);
        return 1;
    }
    if (!room(&table_memory, &table_bytes, bytes))
        return 0;
    table_init_zeroed(&table, table_memory, bytes);
    return 1;
}

BROWSER_EXPORT(browser_seed) void browser_seed(uint32_t high, uint32_t low);
void browser_seed(uint32_t high, uint32_t low)
{
    random_seed(&think_random, (uint64_t)high << 32 | low);
}

BROWSER_EXPORT(browser_stop_address) uint32_t browser_stop_address(void);
uint32_t browser_stop_address(void)
{
    return (uint32_t)(uintptr_t)&think_stop;
}

/* Positions of other games or boards may have the same keys. */
static void keep_to(const struct mind_task *task)
{
    uint64_t about = hash_mix((uint64_t)(uintptr_t)task->game);
    for (int i = 0; i < task->game->option_count; i++)
        about = hash_pair(about, (uint64_t)task->setup->option[i]);
    about = hash_pair(about, (uint64_t)(uintptr_t)task->setup->level);
    if (table_about && table_about != about)
        table_clear(&table);
    table_about = about;
}

/* What one of them does; the leader's answer ends the work of all. */
static void toil(int member)
{
    struct think_worker *hand = &hands[member];
    mind_answer_clear(&hand->answer);
    hand->player.kind->think(&hand->player, &hand->task, &hand->answer);
    if (member == 0)
        atomic_store(&helpers_stop, true);
}

static bool provide(int members, const struct player_kind *kind, size_t bytes)
{
    for (int i = 0; i < members; i++)
        if (!room(&scratch[i], &scratch_bytes[i], bytes))
            return false;
    if (members > 1 && kind->shared) {
        if (!room(&shared, &shared_bytes, kind->shared))
            return false;
        memory_clear(shared, kind->shared);
    }
    return true;
}

static uint64_t part_of(uint64_t nodes, int members)
{
    return (nodes + (uint64_t)members - 1) / (uint64_t)members;
}

/* The helpers look until they are stopped, but no deeper than was asked; see lab/think.c. */
static void prepare(int member, int members, const struct player *player,
                    const struct mind_task *task)
{
    struct think_worker *hand = &hands[member];
    hand->player = *player;
    hand->task = *task;
    hand->task.memory = scratch[member];
    hand->task.worker = member;
    hand->task.workers = members;
    hand->task.shared = members > 1 && player->kind->shared ? shared : NULL;
    hand->player.limits.nodes = part_of(hand->player.limits.nodes, members);
    hand->task.limits.nodes = part_of(hand->task.limits.nodes, members);
    if (member > 0) {
        random_split(&hand->random, random_next(task->random), (uint64_t)member);
        hand->task.random = &hand->random;
        hand->task.report = NULL;
        hand->task.stop = &helpers_stop;
    }
}

static void think_together(int members, const struct player *player, const struct mind_task *task,
                           struct mind_answer *answer)
{
    for (int i = 0; i < members; i++)
        prepare(i, members, player, task);
    for (int i = 1; i < members; i++)
        mind_answer_clear(&hands[i].answer); /* who comes too late has seen nothing */
    atomic_store(&helpers_stop, false);
    crew_work(members, toil);
    *answer = hands[0].answer;
    for (int i = 1; i < members; i++)
        answer->nodes += hands[i].answer.nodes;
}

/* Searches of a few milliseconds are over before helpers are awake. */
static bool is_brief(const struct mind_limits *limits)
{
    return (limits->depth && limits->depth < BRIEF_DEPTH) ||
           (limits->nodes && limits->nodes < BRIEF_NODES);
}

static bool search(void *self, const struct player *player, const struct mind_task *task,
                   struct mind_answer *answer, struct error *error)
{
    (void)self;
    struct mind_task own = *task;
    struct mind_limits limits = player_limits(player, task);
    int members = player->kind->parallel && !is_brief(&limits) ? crew_count() : 1;
    own.memory_bytes = player_scratch(player->kind, table_bytes);
    if (!provide(members, player->kind, own.memory_bytes))
        return error_set(error, "the search needs more memory than the page may have");
    own.table = &table;
    own.memory = scratch[0];
    own.book = own.no_book ? NULL : given_book(task->game);
    keep_to(task);
    table_age(&table);
    mind_answer_clear(answer);
    if (!player_strays(player, &own, answer))
        think_together(members, player, &own, answer);
    return true;
}

static void forget(void *self)
{
    (void)self;
    table_clear(&table);
    for (int i = 0; i < CREW_MOST; i++)
        if (scratch[i])
            memory_clear(scratch[i], scratch_bytes[i]);
}

struct inquiry_searcher think_searcher(void)
{
    return (struct inquiry_searcher){NULL, search, forget};
}
