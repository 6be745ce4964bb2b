/* Workbenches: an engine with a table and scratch memory per thread, for code that asks
   thousands of positions one after the other. Tables are small so that they fit the cache and
   are quickly cleared; a bench is made to forget between games, so that results do not depend on
   which thread did what. */
#include "lab/othello/bench.h"

#include "minds/othello/players.h"
#include <stdlib.h>

enum { TABLE_BYTES = 1 << 22 };

struct othello_bench *othello_benches_open(int threads, struct error *error)
{
    struct othello_bench *benches = calloc((size_t)threads, sizeof *benches);
    bool good = benches;
    for (int i = 0; good && i < threads; i++) {
        benches[i].table_memory = aligned_alloc(64, TABLE_BYTES);
        benches[i].memory = aligned_alloc(64, OTHELLO_ENGINE_MEMORY);
        good = benches[i].table_memory && benches[i].memory;
        table_init(&benches[i].table, benches[i].table_memory, good ? TABLE_BYTES : 0);
    }
    if (good)
        return benches;
    error_machine(error, "out of memory for %d threads", threads);
    othello_benches_close(benches, threads);
    return NULL;
}

void othello_benches_close(struct othello_bench *benches, int threads)
{
    for (int i = 0; benches && i < threads; i++) {
        free(benches[i].table_memory);
        free(benches[i].memory);
    }
    free(benches);
}

void othello_bench_forget(struct othello_bench *bench)
{
    table_clear(&bench->table);
}

static struct mind_task task_of(struct othello_bench *bench,
                                const struct othello_position *position)
{
    table_age(&bench->table);
    return (struct mind_task){
        .game = &game_othello,
        .position = position,
        .table = &bench->table,
        .memory = bench->memory,
    };
}

void othello_bench_ask(struct othello_bench *bench, struct othello board, int depth,
                       struct mind_answer *answer)
{
    struct othello_position position = {board, OTHELLO_BLACK};
    struct mind_task task = task_of(bench, &position);
    struct player player = {.kind = &othello_engine_best};
    task.limits.depth = depth;
    othello_engine_best.think(&player, &task, answer);
}

struct watch {
    int depth, before;
};

static void note_before(void *listener, const struct mind_answer *answer)
{
    struct watch *watch = listener;
    if (answer->depth < watch->depth)
        watch->before = answer->score;
}

void othello_bench_judge(struct othello_bench *bench, struct othello board, int depth,
                         struct othello_judgement *judgement)
{
    struct othello_position position = {board, OTHELLO_BLACK};
    struct mind_task task = task_of(bench, &position);
    struct player player = {.kind = &othello_engine_best};
    struct watch watch = {.depth = depth};
    struct mind_answer answer;
    task.limits.depth = depth;
    task.value_only = depth >= bits_count(othello_empty(board));
    task.report = note_before;
    task.listener = &watch;
    othello_engine_best.think(&player, &task, &answer);
    *judgement = (struct othello_judgement){(int)answer.move, answer.score,
                                            task.value_only ? answer.score : watch.before};
}

void othello_bench_values(struct othello_bench *bench, struct othello board, int depth, int *values)
{
    enum { NEARLY_SURE = 3 }; /* the selectivity of 2.6 standard deviations */
    struct othello_position position = {board, OTHELLO_BLACK};
    struct mind_task task = task_of(bench, &position);
    othello_engine_values(&task, depth, NEARLY_SURE, values);
}
