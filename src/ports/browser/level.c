/* Questions about levels from the page's worker. Slots, progress and stopping as in think.c; every
   answer and every report is JSON.

   potez_level_solve(slot, milliseconds, nodes): the input names "best" (also for an empty input),
   "dfs" or "dfss"; limits of 0 are none. From the position that the slot shows:
       {"points":9,"target":9,"bound":9,"gap":0,"proved":true,"proof":"flow","method":"frontier",
        "path":[1,2,..],"nodes":52,"microseconds":310}
   Points count from the level's beginning. proof is sum, flow, frontier or search.

   potez_level_judge(slot, milliseconds, each): solves within `milliseconds`, then answers each
   further question within `each` milliseconds. The members of potez_level_solve, and
       "stage":"solving|solved|counted|rated","zero":true or false or null where it is not known,
       from counted on "walks":12,"walks_exact":true,"unique":false,"forced":[4,5],
                       "forced_exact":true
       from rated on   "difficulty":4.25,"choices":8.00,"traps":3.00,"hidden":1.00,"greedy":0.25

   potez_level_generate(): the input is a wish as in zr2_wish_read ("size=6x6 teleporters=2
   difficulty=5 seed=3"):
       {"text":"...","difficulty":4.81}         difficulty is null where none was wished for */
#include "minds/zr2/generate.h"
#include "minds/zr2/judge.h"
#include "minds/zr2/tree.h"
#include "ports/browser/board.h"
#include "ports/browser/host.h"
#include "ports/browser/output.h"
#include "ports/browser/think.h"

enum { MEMORY = 96 << 20 };

static const char no_level[] = "there is no game with a level in this slot";

struct asking {
    const struct zr2_solve_task *task;
    const struct zr2_solution *solution;
    const struct zr2_judgement *judgement; /* NULL when only solving */
};

static void decimal(struct text *text, const char *name, double value)
{
    int hundredths = (int)(value * 100 + 0.5);
    text_print(text, ",\"%s\":%d.%d%d", name, hundredths / 100, hundredths / 10 % 10,
               hundredths % 10);
}

static const char *boolean(bool value)
{
    return value ? "true" : "false";
}

static void write_count(struct text *text, const struct asking *asking)
{
    const struct zr2_judgement *judgement = asking->judgement;
    const struct zr2_count *count = &judgement->count;
    bool first = true;
    text_print(text, ",\"walks\":%llu,\"walks_exact\":%s,\"unique\":%s,\"forced\":[",
               (unsigned long long)count->walks, boolean(count->exact),
               boolean(count->exact && count->walks == 1));
    for (int32_t cell = 0; cell < asking->task->level->cells; cell++)
        if (judgement->need[cell] == ZR2_NEED_ALWAYS) {
            text_print(text, first ? "%d" : ",%d", cell);
            first = false;
        }
    text_print(text, "],\"forced_exact\":%s", boolean(judgement->need_whole));
}

static void write_judgement(struct text *text, const struct asking *asking)
{
    static const char *const stages[] = {"solving", "solved", "counted", "rated"};
    const struct zr2_judgement *judgement = asking->judgement;
    int32_t sum = asking->task->board->sum;
    text_print(text, ",\"stage\":\"%s\",\"zero\":%s", stages[judgement->stage],
               asking->solution->points == sum ? "true"
               : asking->solution->bound < sum ? "false"
                                               : "null");
    if (judgement->stage >= ZR2_STAGE_COUNTED)
        write_count(text, asking);
    if (judgement->stage < ZR2_STAGE_RATED)
        return;
    decimal(text, "difficulty", judgement->rating.difficulty);
    decimal(text, "choices", judgement->rating.choices);
    decimal(text, "traps", judgement->rating.traps);
    decimal(text, "hidden", judgement->rating.hidden);
    decimal(text, "greedy", judgement->rating.greedy);
}

static void write_answer(struct text *text, const void *subject)
{
    const struct asking *asking = subject;
    const struct zr2_solution *solution = asking->solution;
    const struct zr2_level *level = asking->task->level;
    int32_t before = zr2_points(level, asking->task->board);
    text_print(text, "{\"points\":%d,\"target\":%d,\"bound\":%d,\"gap\":%d,\"proved\":%s",
               before + solution->points, level->target, before + solution->bound,
               solution->bound - solution->points, boolean(solution->proved));
    text_print(text, ",\"proof\":\"%s\",\"method\":\"%s\",\"path\":[",
               zr2_proof_name(solution->proof), solution->method);
    for (int32_t i = 0; i < solution->length; i++)
        text_print(text, i ? ",%d" : "%d", solution->path[i]);
    text_print(text, "],\"nodes\":%llu,\"microseconds\":%llu", (unsigned long long)solution->nodes,
               (unsigned long long)solution->microseconds);
    if (asking->judgement)
        write_judgement(text, asking);
    text_add_char(text, '}');
}

static void report_solution(void *listener, const struct zr2_solution *solution)
{
    struct asking asking = {.task = *(const struct zr2_solve_task **)listener,
                            .solution = solution};
    host_report(output_write(write_answer, &asking));
}

static void report_judgement(void *listener, const struct zr2_judgement *judgement)
{
    struct asking asking = {
        .task = listener, .solution = &judgement->solution, .judgement = judgement};
    host_report(output_write(write_answer, &asking));
}

/* False when the slot holds no level or there is no memory, with the reason in `error`. */
static bool set_up(uint32_t slot, double milliseconds, struct zr2_solve_task *task,
                   struct error *error)
{
    const struct session *session = board_session(slot);
    if (!session || session->game != &game_zr2)
        return error_set(error, "%s", no_level);
    size_t least = zr2_solve_memory(session->setup.level);
    *task = (struct zr2_solve_task){
        .level = session->setup.level,
        .board = session_position(session),
        .closed = ZR2_NO_CELL,
        .bytes = least > MEMORY ? least : MEMORY,
        .microseconds = milliseconds > 0 ? (uint64_t)(milliseconds * 1000) + 1 : 0,
        .stop = think_begin(),
        .seed = 1,
    };
    task->memory = think_memory(task->bytes);
    return task->memory || error_set(error, "the solver needs more memory than the page may have");
}

BROWSER_EXPORT(potez_level_solve)
uint32_t potez_level_solve(uint32_t slot, double milliseconds, double nodes);
uint32_t potez_level_solve(uint32_t slot, double milliseconds, double nodes)
{
    const char *name = output_input_text();
    bool dfs = text_equal(name, "dfs"), dfss = text_equal(name, "dfss");
    struct error error;
    struct zr2_solve_task task;
    struct zr2_solution solution;
    if (!set_up(slot, milliseconds, &task, &error))
        return output_error(error.text);
    if (!dfs && !dfss && *name && !text_equal(name, "best"))
        return output_error("expected best, dfs or dfss");
    const struct zr2_solve_task *listener = &task;
    task.nodes = nodes > 0 ? (uint64_t)nodes : 0;
    task.report = report_solution;
    task.listener = &listener;
    if (dfs || dfss)
        zr2_tree(&task, dfss, &solution);
    else
        zr2_solve(&task, &solution);
    return output_write(write_answer, &(struct asking){.task = &task, .solution = &solution});
}

BROWSER_EXPORT(potez_level_judge)
uint32_t potez_level_judge(uint32_t slot, double milliseconds, double each);
uint32_t potez_level_judge(uint32_t slot, double milliseconds, double each)
{
    struct error error;
    struct zr2_solve_task task;
    struct zr2_judgement judgement;
    if (!set_up(slot, milliseconds, &task, &error))
        return output_error(error.text);
    zr2_judge(&task, each > 0 ? (uint64_t)(each * 1000) + 1 : 0, &judgement, report_judgement,
              &task);
    return output_write(
        write_answer,
        &(struct asking){.task = &task, .solution = &judgement.solution, .judgement = &judgement});
}

struct made {
    const char *text;
    bool rated;
    struct zr2_rating rating;
};

static void write_made(struct text *text, const void *subject)
{
    const struct made *made = subject;
    text_add(text, "{\"text\":");
    output_string(text, made->text);
    if (made->rated)
        decimal(text, "difficulty", made->rating.difficulty);
    else
        text_add(text, ",\"difficulty\":null");
    text_add_char(text, '}');
}

BROWSER_EXPORT(potez_level_generate) uint32_t potez_level_generate(void);
uint32_t potez_level_generate(void)
{
    struct error error;
    struct zr2_wish wish;
    struct made made;
    if (!zr2_wish_read(output_input_text(), &wish, &error))
        return output_error(error.text);
    size_t room = zr2_generate_text(&wish), bytes = zr2_generate_memory(&wish);
    char *memory = think_memory(room + bytes);
    if (!memory)
        return output_error("making a level of this size needs more memory than the page may have");
    struct text text;
    text_init(&text, memory, room);
    if (!zr2_generate(&wish, memory + room, bytes, think_begin(), &text, &made.rating) ||
        !text_fits(&text))
        return output_error("no such level was found; try another seed or fewer wishes");
    made.text = memory;
    made.rated = wish.difficulty > 0;
    return output_write(write_made, &made);
}
