/* ZR 2 for the page: levels as JSON for the editor, whole solutions with their paths, counting,
   rating and making levels. What one step is worth goes through think.c as in every game. */
#include "base/memory.h"
#include "minds/zr2/count.h"
#include "minds/zr2/generate.h"
#include "minds/zr2/tree.h"
#include "ports/browser/board.h"
#include "ports/browser/host.h"
#include "ports/browser/output.h"
#include "ports/browser/think.h"

enum { MEGABYTE = 1 << 20, WALKS_RATED = 3, WHOLE_NUMBERS = 53 };

static void write_cell(struct text *text, const struct zr2_cell *cell)
{
    text_add(text, "[\"");
    for (int digit = cell->type_digits; digit-- > 0;)
        text_add_char(text, cell->type >> digit & 1 ? '1' : '0');
    text_print(text, "\",%d,%d,%d,%u,%d,%d,%d]", (int)cell->value, (int)cell->target,
               (int)cell->add, cell->colour, (int)cell->group, (int)cell->leads_to,
               (int)cell->lowers);
}

static void write_level(struct text *text, const void *subject)
{
    const struct zr2_level *level = subject;
    text_add(text, "{\"name\":");
    output_string(text, level->name);
    char warning[160];
    struct text said;
    text_init(&said, warning, sizeof warning);
    zr2_level_warning(level, &said);
    text_add(text, ",\"warning\":");
    output_string(text, warning);
    text_print(text, ",\"target\":%d,\"goal\":%d,\"start\":%d,\"sum\":%d,\"size\":[",
               (int)level->target, (int)level->goal, (int)level->start, (int)level->sum);
    for (int32_t i = 0; i < level->dimensions; i++)
        text_print(text, i ? ",%d" : "%d", (int)level->size[i]);
    text_add(text, "],\"groups\":[");
    for (int32_t group = 0; group < level->groups; group++) {
        int32_t count;
        const int32_t *member = zr2_level_group(level, group, &count);
        text_add(text, group ? ",[" : "[");
        for (int32_t i = 0; i < count; i++)
            text_print(text, i ? ",%d" : "%d", (int)member[i]);
        text_add_char(text, ']');
    }
    text_add(text, "],\"cells\":[");
    for (int32_t cell = 0; cell < level->cells; cell++) {
        if (cell)
            text_add_char(text, ',');
        write_cell(text, zr2_level_cell(level, cell));
    }
    text_add(text, "]}");
}

/* The level file of `length` characters in the input, read with its own memory each time it needs
   more than before. */
static const struct zr2_level *read_input(uint32_t length, struct error *error)
{
    static void *memory;
    static size_t have;
    const char *text = output_input_text();
    size_t bytes = zr2_level_size(text, length, error);
    if (!bytes)
        return NULL;
    if (bytes > have) {
        memory = host_memory(2 * bytes);
        have = memory ? 2 * bytes : 0;
    }
    if (!memory) {
        error_set(error, "this level needs more memory than the page may have");
        return NULL;
    }
    return zr2_level_read(text, length, memory, have, error) ? memory : NULL;
}

BROWSER_EXPORT(browser_level) uint32_t browser_level(uint32_t length);
uint32_t browser_level(uint32_t length)
{
    struct error error;
    const struct zr2_level *level = read_input(length, &error);
    return level ? output_write(write_level, level) : output_error(error.text);
}

static void write_solution(struct text *text, const void *subject)
{
    const struct zr2_solution *solution = subject;
    text_print(text, "{\"points\":%d,\"bound\":%d,\"proved\":%s,\"proof\":", (int)solution->points,
               (int)solution->bound, solution->proved ? "true" : "false");
    output_string(text, zr2_proof_name(solution->proof));
    text_add(text, ",\"method\":");
    output_string(text, solution->method ? solution->method : "");
    text_print(text, ",\"nodes\":%llu,\"us\":%llu,\"path\":[", (unsigned long long)solution->nodes,
               (unsigned long long)solution->microseconds);
    for (int32_t i = 0; i < solution->length; i++)
        text_print(text, i ? ",%d" : "%d", (int)solution->path[i]);
    text_add(text, "]}");
}

static void report(void *listener, const struct zr2_solution *solution)
{
    (void)listener;
    host_report(output_write(write_solution, solution));
}

/* A task on the position of a slot; false with what to say when there is none. */
static bool prepare(uint32_t slot, double milliseconds, uint32_t megabytes,
                    struct zr2_solve_task *task, struct error *error)
{
    const struct session *session = board_session(slot);
    if (!session || session_game(session) != &game_zr2)
        return error_set(error, "there is no level in this slot");
    const struct zr2_level *level = session_setup(session)->level;
    size_t bytes = (size_t)megabytes * MEGABYTE, least = zr2_solve_memory(level);
    *task = (struct zr2_solve_task){
        .level = level,
        .board = session_position(session),
        .closed = ZR2_NO_CELL,
        .bytes = bytes > least ? bytes : least,
        .microseconds = milliseconds > 0 ? (uint64_t)(milliseconds * 1000) + 1 : 0,
        .stop = &think_stop,
        .seed = 1,
    };
    task->memory = think_memory(task->bytes);
    atomic_store(&think_stop, false);
    return task->memory || error_set(error, "the search needs more memory than the page may have");
}

/* The most points from the position of a slot. `method` is 0 for the solver, 1 for dfs, 2 for
   dfss; reports give better walks and bounds. */
BROWSER_EXPORT(browser_level_solve)
uint32_t browser_level_solve(uint32_t slot, uint32_t method, double milliseconds,
                             uint32_t megabytes);
uint32_t browser_level_solve(uint32_t slot, uint32_t method, double milliseconds,
                             uint32_t megabytes)
{
    struct zr2_solve_task task;
    struct zr2_solution solution;
    struct error error;
    if (!prepare(slot, milliseconds, megabytes, &task, &error))
        return output_error(error.text);
    task.report = report;
    if (method == 0)
        zr2_solve(&task, &solution);
    else
        zr2_tree(&task, method == 2, &solution);
    return output_write(write_solution, &solution);
}

/* Everything about a level that takes a while, for the writer. */
struct judgement {
    struct zr2_solution solution;
    struct zr2_count count;
    struct zr2_rating rating;
};

static void write_judgement(struct text *text, const void *subject)
{
    const struct judgement *found = subject;
    bool huge = found->count.walks >> WHOLE_NUMBERS; /* beyond what the page can count */
    text_print(text, "{\"points\":%d,\"proved\":%s,\"walks\":%llu,\"exact\":%s,",
               (int)found->solution.points, found->solution.proved ? "true" : "false",
               huge ? 1ULL << WHOLE_NUMBERS : (unsigned long long)found->count.walks,
               found->count.exact && !huge ? "true" : "false");
    text_print(text, "\"difficulty\":%d,\"traps\":%d,\"hidden\":%d,\"choices\":%d,\"whole\":%s}",
               (int)(found->rating.difficulty * 10 + 0.5), (int)(found->rating.traps * 10 + 0.5),
               (int)(found->rating.hidden * 10 + 0.5), (int)(found->rating.choices * 10 + 0.5),
               found->rating.whole ? "true" : "false");
}

/* The solution's path lies in the memory that the next search will use. */
static bool keep_path(struct zr2_solution *solution)
{
    static int32_t *kept;
    static int32_t room;
    if (solution->length > room) {
        kept = host_memory(2 * (size_t)solution->length * sizeof kept[0]);
        room = kept ? 2 * solution->length : 0;
    }
    if (!kept && solution->length)
        return false;
    if (solution->length)
        memory_copy(kept, solution->path, (size_t)solution->length * sizeof kept[0]);
    solution->path = kept;
    return true;
}

/* How many best walks there are and how hard one is to find, in tenths; nothing of that where the
   Target is not proved in time. The limit is for each of the three parts. */
BROWSER_EXPORT(browser_level_judge)
uint32_t browser_level_judge(uint32_t slot, double milliseconds, uint32_t megabytes);
uint32_t browser_level_judge(uint32_t slot, double milliseconds, uint32_t megabytes)
{
    static struct judgement found;
    struct zr2_solve_task task;
    struct error error;
    if (!prepare(slot, milliseconds, megabytes, &task, &error))
        return output_error(error.text);
    memory_clear(&found, sizeof found);
    zr2_solve(&task, &found.solution);
    if (found.solution.proved && keep_path(&found.solution)) {
        zr2_count(&task, &found.solution, &found.count);
        task.nodes = 20000; /* a choice; the limit of time holds for each as well */
        zr2_rate(&task, found.solution.points, WALKS_RATED, &found.rating);
    }
    return output_write(write_judgement, &found);
}

/* A generated level, or why there is none. */
struct browser_making {
    struct zr2_wish wish;
    void *memory;
    size_t bytes;
    char *level;
    size_t room;
    bool made;
    struct zr2_rating rating;
};

static void write_made(struct text *text, const void *subject)
{
    const struct browser_making *making = subject;
    text_print(text, "{\"difficulty\":%d,\"text\":", (int)(making->rating.difficulty * 10 + 0.5));
    if (making->made)
        output_string(text, making->level);
    else
        text_add(text, "null");
    text_add_char(text, '}');
}

/* A level as wished; the name is the `length` characters in the input. Sides of 0 are dimensions
   that the board does not have. */
BROWSER_EXPORT(browser_level_generate)
uint32_t browser_level_generate(uint32_t d1, uint32_t d2, uint32_t d3, uint32_t d4,
                                uint32_t teleporters, uint32_t increasers, uint32_t difficulty,
                                uint32_t symmetric, uint32_t seed);
uint32_t browser_level_generate(uint32_t d1, uint32_t d2, uint32_t d3, uint32_t d4,
                                uint32_t teleporters, uint32_t increasers, uint32_t difficulty,
                                uint32_t symmetric, uint32_t seed)
{
    static struct browser_making making;
    static char *level;
    enum { LEVEL_ROOM = MEGABYTE };
    const uint32_t sides[] = {d1, d2, d3, d4};
    struct error error;
    making = (struct browser_making){.wish = {.teleporters = (int)teleporters,
                                              .increasers = (int)increasers,
                                              .difficulty = (int)difficulty,
                                              .symmetric = symmetric != 0,
                                              .seed = seed,
                                              .name = output_input_text()}};
    for (int i = 0; i < 4 && sides[i]; i++)
        making.wish.size[making.wish.dimensions++] = (int32_t)sides[i];
    if (!zr2_wish_check(&making.wish, &error))
        return output_error(error.text);
    making.bytes = zr2_generate_memory(&making.wish);
    making.memory = think_memory(making.bytes);
    if (!level)
        level = host_memory(LEVEL_ROOM);
    if (!making.memory || !level)
        return output_error("this needs more memory than the page may have");
    making.level = level;
    atomic_store(&think_stop, false);
    struct text text;
    text_init(&text, level, LEVEL_ROOM);
    making.made = zr2_generate(&making.wish, making.memory, making.bytes, &think_stop, &text,
                               &making.rating) &&
                  text_fits(&text);
    return output_write(write_made, &making);
}
