/* Threads, memory and programs behind a question to a player.

   The table is anonymous memory from the system: it is zero without being written to, and
   forgetting it means giving the pages back, which costs as much as was used and no more. Tables
   of 32 MB and more ask for huge pages.

   With several workers all search the same position on the same table; what they share is what
   the table remembers, and in some solvers a little more (`shared`). Worker 0 has the caller's
   limits and its answer counts; then the rest are stopped. Node limits are divided among the
   workers, so a limit means the same amount of work for any number of threads. */
#include "lab/think.h"

#include "base/hash.h"
#include "lab/books.h"
#include "lab/crew.h"
#include "lab/heap.h"
#include "lab/learned.h"
#include "lab/outside.h"
#include <string.h>
#include <sys/mman.h>

enum { LARGE_TABLE = 32 << 20 };

/* Fresh pages are zero and cost nothing before they are used. */
static void *table_pages(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    /* Huge pages spare the processor most of its address translation: Byte's search runs 1.7 times
       as fast. Only a hint: the answers are the same without them. Small tables are cleared often,
       and there huge pages would cost more. */
    if (bytes >= LARGE_TABLE)
        madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

static void table_give(struct thinker *thinker)
{
    if (thinker->heap)
        heap_give(thinker->heap, thinker->table_memory);
    else if (thinker->table_memory)
        munmap(thinker->table_memory, thinker->table_bytes);
}

bool think_open(struct thinker *thinker, int workers, size_t table_bytes, struct error *error)
{
    return think_open_on(thinker, NULL, workers, table_bytes, error);
}

bool think_open_on(struct thinker *thinker, const struct heap *heap, int workers,
                   size_t table_bytes, struct error *error)
{
    *thinker = (struct thinker){.heap = heap, .workers = workers, .table_bytes = table_bytes};
    thinker->memory = heap_take_clear(heap, (size_t)workers * sizeof *thinker->memory);
    if (!thinker->memory)
        return error_machine(error, "out of memory for %d workers", workers);
    if (table_bytes) {
        thinker->table_memory =
            heap ? heap_take_clear(heap, table_bytes) : table_pages(table_bytes);
        if (!thinker->table_memory) {
            think_close(thinker);
            return error_machine(error, "out of memory: a table of %zu MiB was asked for; try less",
                                 table_bytes >> 20);
        }
    }
    table_init_zeroed(&thinker->table, thinker->table_memory, table_bytes);
    return true;
}

void think_warm(struct thinker *thinker)
{
    if (thinker->table_memory)
        memset(thinker->table_memory, 0, thinker->table_bytes);
}

void think_close(struct thinker *thinker)
{
    crew_close(thinker->crew);
    table_give(thinker);
    for (int i = 0; thinker->memory && i < thinker->workers; i++)
        heap_give(thinker->heap, thinker->memory[i]);
    heap_give(thinker->heap, thinker->memory);
    outside_close(thinker->outside[0]);
    outside_close(thinker->outside[1]);
    heap_give(thinker->heap, thinker->shared);
    *thinker = (struct thinker){0};
}

void think_forget(struct thinker *thinker)
{
    /* Giving the pages back makes forgetting as cheap as the little that was remembered. */
    if (!thinker->table_memory || thinker->heap ||
        madvise(thinker->table_memory, thinker->table_bytes, MADV_DONTNEED) != 0)
        table_clear(&thinker->table);
    thinker->table.age = 0;
    for (int i = 0; i < thinker->workers; i++)
        if (thinker->memory[i])
            memset(thinker->memory[i], 0, thinker->memory_bytes);
    for (int i = 0; i < 2; i++)
        if (thinker->outside[i])
            outside_new_game(thinker->outside[i]);
}

static bool provide_memory(struct thinker *thinker, int workers, size_t bytes, struct error *error)
{
    bytes = (bytes + 63) / 64 * 64;
    if (bytes > thinker->memory_bytes) {
        for (int i = 0; i < thinker->workers; i++) {
            heap_give(thinker->heap, thinker->memory[i]);
            thinker->memory[i] = NULL;
        }
        thinker->memory_bytes = bytes;
    }
    for (int i = 0; i < workers && thinker->memory_bytes; i++) {
        if (thinker->memory[i])
            continue;
        thinker->memory[i] = heap_take_clear(thinker->heap, thinker->memory_bytes);
        if (!thinker->memory[i])
            return error_machine(error, "out of memory for worker %d", i);
    }
    return true;
}

/* What the workers share is zero at the beginning of every question. */
static bool provide_shared(struct thinker *thinker, size_t bytes, struct error *error)
{
    bytes = (bytes + 63) / 64 * 64;
    if (bytes > thinker->shared_bytes) {
        heap_give(thinker->heap, thinker->shared);
        thinker->shared = heap_take(thinker->heap, bytes);
        thinker->shared_bytes = thinker->shared ? bytes : 0;
        if (!thinker->shared)
            return error_machine(error, "out of memory for what the workers share");
    }
    if (bytes)
        memset(thinker->shared, 0, bytes);
    return true;
}

/* Positions of other games or boards may have the same keys. */
static void keep_to(struct thinker *thinker, const struct mind_task *task)
{
    uint64_t about = hash_mix((uint64_t)(uintptr_t)task->game);
    for (int i = 0; i < task->game->option_count; i++)
        about = hash_pair(about, (uint64_t)task->setup->option[i]);
    about = hash_pair(about, (uint64_t)(uintptr_t)task->setup->level);
    if (thinker->about && thinker->about != about)
        think_forget(thinker);
    thinker->about = about;
}

struct worker {
    struct player player;
    struct mind_task task;
    struct mind_answer answer;
    struct random random;
};

/* The workers on one question. */
struct together {
    struct crew *crew;
    struct worker *all;
    int awake; /* of the crew */
};

static void work(struct worker *worker)
{
    worker->player.kind->think(&worker->player, &worker->task, &worker->answer);
}

static void help(void *data, int number)
{
    work((struct worker *)data + number + 1);
}

static void call_helpers(void *caller)
{
    struct together *together = caller;
    together->awake = crew_wake(together->crew, help, together->all);
}

/* Worker 0 keeps the caller's stop flag, random numbers and listener. The others look without
   limits of their own until they are stopped, but no deeper than was asked. */
static void prepare(struct worker *worker, int index, int workers, struct thinker *thinker,
                    const struct player *player, const struct mind_task *task)
{
    worker->player = *player;
    worker->task = *task;
    worker->task.table = &thinker->table;
    worker->task.memory = thinker->memory[index];
    worker->task.worker = index;
    worker->task.workers = workers;
    worker->task.shared = player->kind->shared ? thinker->shared : NULL;
    struct mind_limits *own = &worker->player.limits, *given = &worker->task.limits;
    if (own->nodes)
        own->nodes = (own->nodes + (uint64_t)workers - 1) / (uint64_t)workers;
    if (given->nodes)
        given->nodes = (given->nodes + (uint64_t)workers - 1) / (uint64_t)workers;
    if (index > 0) {
        random_split(&worker->random, task->random ? random_next(task->random) : 0,
                     (uint64_t)index);
        worker->task.random = &worker->random;
        worker->task.report = NULL;
    }
}

/* The caller's thread is worker 0 and decides when it is over; the others are woken at once, or by
   worker 0 itself where a player knows better when help pays (`calls`). Stopping them is only a
   flag, so the answer must wait until they have seen it: they write into memory that is given
   back. */
static bool ask_together(struct thinker *thinker, int workers, const struct player *player,
                         const struct mind_task *task, struct mind_answer *answer,
                         struct error *error)
{
    struct worker *all = heap_take_clear(thinker->heap, (size_t)workers * sizeof *all);
    if (all && !thinker->crew)
        thinker->crew = crew_open(thinker->heap, workers - 1);
    if (!all || !thinker->crew) {
        heap_give(thinker->heap, all);
        return error_machine(error, "out of memory for %d workers", workers);
    }
    atomic_bool stop = false;
    struct together together = {thinker->crew, all, 0};
    for (int i = 0; i < workers; i++) {
        prepare(&all[i], i, workers, thinker, player, task);
        if (i > 0)
            all[i].task.stop = &stop;
    }
    if (player->kind->calls) {
        all[0].task.call = call_helpers;
        all[0].task.caller = &together;
    } else {
        call_helpers(&together);
    }
    work(&all[0]);
    atomic_store(&stop, true);
    *answer = all[0].answer;
    if (together.awake)
        crew_wait(thinker->crew);
    for (int i = 1; i <= together.awake; i++)
        answer->nodes += all[i].answer.nodes;
    heap_give(thinker->heap, all);
    return true;
}

/* Finds or starts the player's process, which becomes the first of the two. */
static bool provide_outside(struct thinker *thinker, const struct player *player,
                            const struct mind_task *task, struct error *error)
{
    struct outside **both = thinker->outside;
    if (both[0] && outside_serves(both[0], player, task))
        return true;
    struct outside *other = both[1];
    both[1] = both[0];
    if (other && !outside_serves(other, player, task)) {
        outside_close(other);
        other = NULL;
    }
    both[0] = other ? other : outside_open(player, task, error);
    return both[0] != NULL;
}

static bool ask_outside(struct thinker *thinker, const struct player *player,
                        const struct mind_task *task, struct mind_answer *answer,
                        struct error *error)
{
    if (error)
        error->text[0] = 0;
    if (!provide_outside(thinker, player, task, error))
        return false;
    if (outside_ask(thinker->outside[0], player, task, answer, error))
        return true;
    outside_close(thinker->outside[0]);
    thinker->outside[0] = NULL;
    return false;
}

bool think_ask(struct thinker *thinker, const struct player *player, const struct mind_task *task,
               struct mind_answer *answer, struct error *error)
{
    int workers = player->kind->parallel ? thinker->workers : 1;
    mind_answer_clear(answer);
    if (!learned_prepare(mind_of(task->game), error))
        return false;
    if (outside_is(player))
        return ask_outside(thinker, player, task, answer, error);
    if (player_strays(player, task, answer))
        return true;
    size_t bytes = player_scratch(player->kind, thinker->table_bytes);
    if (!provide_memory(thinker, workers, bytes, error) ||
        !provide_shared(thinker, workers > 1 ? player->kind->shared : 0, error))
        return false;
    keep_to(thinker, task);
    struct mind_task own = *task;
    own.memory_bytes = bytes;
    struct mind_book book;
    if (!own.book && !own.no_book && books_of(task->game, &book))
        own.book = &book;
    table_age(&thinker->table);
    if (workers > 1)
        return ask_together(thinker, workers, player, &own, answer, error);
    own.table = &thinker->table;
    own.memory = thinker->memory[0];
    own.worker = 0;
    player->kind->think(player, &own, answer);
    return true;
}
