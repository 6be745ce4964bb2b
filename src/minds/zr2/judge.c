/* Everything a designer wants to know about a level, in the order in which the answers arrive:
   the best walk and its proof, the number of best walks and the cells they all need, the
   difficulty. Each question is asked with whatever time is left, and the listener hears after
   each. The later questions only make sense once the best score is proved, so an unproved level
   ends after the first. All of them work in the caller's one piece of memory; the walk found
   first is therefore moved to its front, and the others get the rest. */
#include "minds/zr2/judge.h"

#include "base/clock.h"
#include "minds/zr2/arena.h"

struct judging {
    struct zr2_judgement *judgement;
    void (*report)(void *listener, const struct zr2_judgement *judgement);
    void *listener;
};

static void tell(const struct judging *judging)
{
    if (judging->report)
        judging->report(judging->listener, judging->judgement);
}

static void solving(void *listener, const struct zr2_solution *solution)
{
    (void)solution; /* it is the judgement's own */
    tell(listener);
}

/* The path lies in the memory that the further questions need: it is kept at the front. */
static uint8_t *keep(struct zr2_solve_task *task, struct zr2_solution *solution)
{
    struct arena arena;
    size_t steps = (size_t)solution->length;
    arena_init(&arena, task->memory, task->bytes);
    int32_t *path = arena_take(&arena, steps, sizeof *path);
    if (!path)
        return NULL;
    memory_move(path, solution->path, steps * sizeof *path);
    solution->path = path;
    uint8_t *need = arena_take_clear(&arena, (size_t)task->level->cells, 1);
    task->memory = arena.at;
    task->bytes = arena_left(&arena);
    return need;
}

/* What is left of the task's time, but at most `most`; 0 means no limit. */
static uint64_t time_for(const struct zr2_solve_task *task, uint64_t started, uint64_t most)
{
    uint64_t gone = clock_microseconds() - started;
    if (task->microseconds == 0)
        return most;
    uint64_t left = gone < task->microseconds ? task->microseconds - gone : 1;
    return most > 0 && most < left ? most : left;
}

void zr2_judge(const struct zr2_solve_task *task, uint64_t microseconds,
               struct zr2_judgement *judgement,
               void (*report)(void *listener, const struct zr2_judgement *judgement),
               void *listener)
{
    struct judging judging = {judgement, report, listener};
    struct zr2_solve_task question = *task;
    uint64_t started = clock_microseconds();
    question.report = solving;
    question.listener = &judging;
    *judgement = (struct zr2_judgement){.stage = ZR2_STAGE_SOLVING};
    zr2_solve(&question, &judgement->solution);
    uint8_t *need = judgement->solution.proved ? keep(&question, &judgement->solution) : NULL;
    if (!need)
        return;
    judgement->stage = ZR2_STAGE_SOLVED;
    tell(&judging);
    question.report = NULL;
    question.nodes = 0;
    question.microseconds = time_for(task, started, microseconds);
    zr2_count(&question, &judgement->solution, &judgement->count);
    question.microseconds = time_for(task, started, microseconds);
    judgement->need_whole = zr2_needed(&question, &judgement->solution, need);
    judgement->need = need;
    judgement->stage = ZR2_STAGE_COUNTED;
    tell(&judging);
    question.microseconds = time_for(task, started, microseconds);
    zr2_rate(&question, judgement->solution.points, 1, &judgement->rating);
    judgement->stage = ZR2_STAGE_RATED;
    tell(&judging);
}
