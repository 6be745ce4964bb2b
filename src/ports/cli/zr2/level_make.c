/* The commands "level check", "rate" and "generate": judging levels and making new ones. */
#include "base/clock.h"
#include "minds/zr2/generate.h"
#include "minds/zr2/tell_level.h"
#include "ports/cli/file.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/zr2/level.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { JUDGE_MICROSECONDS = 1000000, RATE_WALKS = 3, AHEAD_MOST = 4, GAMES = 200 };

/* --- check ------------------------------------------------------------------------------------ */

static void json_judgement(const struct level_work *work, const struct zr2_judgement *judgement)
{
    struct json_out json;
    json_line_begin(&json, stdout);
    json_out_text(&json, "level", position_level_source(work->arguments->word[1]));
    tell_level_judgement(&json, &work->task, judgement);
    json_line_end(&json);
}

static void print_judgement(const struct level_work *work, const struct zr2_judgement *judgement)
{
    const struct zr2_level *level = work->task.level;
    const struct zr2_solution *solution = &judgement->solution;
    int32_t sum = work->task.board->sum;
    printf("%s: well formed; ", position_level_source(work->arguments->word[1]));
    if (solution->points == sum)
        printf("zero can be reached in %d steps\n", (int)solution->length);
    else if (solution->proved)
        printf("zero cannot be reached: %d of %d points at most\n", (int)solution->points,
               (int)sum);
    else if (solution->bound < sum)
        printf("zero cannot be reached: at most %d of %d points, %d found\n", (int)solution->bound,
               (int)sum, (int)solution->points);
    else
        printf("not decided after %" PRIu64 " positions: at least %d, at most %d points; --time "
               "and --nodes allow more\n",
               solution->nodes, (int)solution->points, (int)solution->bound);
    if (work->arguments->quiet)
        return;
    if (solution->length) {
        fputs("moves:", stdout);
        for (int32_t i = 0; i < solution->length; i++)
            printf(i ? ",%d" : "%d", (int)solution->path[i]);
        putchar('\n');
    }
    if (judgement->stage < ZR2_STAGE_RATED)
        return;
    int32_t forced = 0, cells = 0;
    for (int32_t cell = 0; cell < level->cells; cell++) {
        cells += work->task.board->value[cell] > 0;
        forced += judgement->need[cell] == ZR2_NEED_ALWAYS;
    }
    printf("%s%" PRIu64 " best %s; every one visits %s%d of %d cells; difficulty %.1f\n",
           judgement->count.exact ? "" : "at least ", judgement->count.walks,
           judgement->count.walks == 1 ? "walk" : "walks", judgement->need_whole ? "" : "at least ",
           (int)forced, (int)cells, judgement->rating.difficulty);
    if (level->target > 0 && zr2_points(level, work->task.board) == 0 &&
        level->target != solution->points)
        printf("the file's Target is %d: it should be %d\n", (int)level->target,
               (int)solution->points);
}

static void show_judging(void *listener, const struct zr2_judgement *judgement)
{
    level_show_progress(listener, &judgement->solution);
}

enum status level_check(const struct arguments *arguments, const struct opened *level)
{
    struct level_work work;
    struct zr2_judgement judgement;
    struct error error;
    if (!level_work_open(&work, arguments, level, 60, &error))
        return command_error(arguments, &error);
    progress_begin(&work.progress, "positions", work.limits.nodes, arguments->quiet);
    progress_limit(&work.progress, work.limits.microseconds + JUDGE_MICROSECONDS);
    zr2_judge(&work.task, JUDGE_MICROSECONDS, &judgement, show_judging, &work);
    progress_end(&work.progress);
    if (arguments->json)
        json_judgement(&work, &judgement);
    else
        print_judgement(&work, &judgement);
    bool zero = judgement.solution.points == work.task.board->sum;
    bool never = judgement.solution.bound < work.task.board->sum;
    level_work_close(&work);
    return zero ? STATUS_DONE : never ? STATUS_NO : STATUS_FAILED;
}

/* --- rate ------------------------------------------------------------------------------------- */

static void report_rating(const struct level_work *work, const struct zr2_rating *rating,
                          const double *failures)
{
    if (!work->arguments->json) {
        printf("%s: difficulty %.1f; %.1f choices with %.1f wrong steps, %.1f of them hidden\n",
               position_level_source(work->arguments->word[1]), rating->difficulty, rating->choices,
               rating->traps, rating->hidden);
        for (int i = 0; failures && i <= AHEAD_MOST; i++)
            printf("looking %d ahead fails %.0f %%\n", i, 100 * failures[i]);
        return;
    }
    struct json_out json;
    json_line_begin(&json, stdout);
    json_out_text(&json, "level", position_level_source(work->arguments->word[1]));
    tell_level_rating(&json, rating);
    if (failures) {
        json_out_open(&json, "failures", '[');
        for (int i = 0; i <= AHEAD_MOST; i++)
            json_out_number(&json, NULL, failures[i], 3);
        json_out_close(&json);
    }
    json_line_end(&json);
}

enum status level_rate(const struct arguments *arguments, const struct opened *level)
{
    struct level_work work;
    struct zr2_solution solution;
    struct zr2_rating rating;
    struct error error;
    if (!level_work_open(&work, arguments, level, 60, &error))
        return command_error(arguments, &error);
    level_work_solve(&work, &solution);
    enum status status = STATUS_DONE;
    if (!solution.proved) {
        status = command_fail(arguments, "%s: not solved in the time given: %d to %d points",
                              position_level_source(arguments->word[1]), (int)solution.points,
                              (int)solution.bound);
    } else {
        double failures[AHEAD_MOST + 1];
        struct random random;
        work.task.report = NULL;
        progress_begin_uncounted(&work.progress, "rating", arguments->quiet);
        progress_limit(&work.progress, work.limits.microseconds);
        work.task.nodes = 0; /* as many for each question as it takes by default */
        level_work_left(&work);
        zr2_rate(&work.task, solution.points, RATE_WALKS, &rating);
        random_seed(&random, arguments->seed);
        bool play = arguments_has(arguments, "failures");
        for (int i = 0; play && i <= AHEAD_MOST; i++) {
            level_work_left(&work);
            failures[i] = zr2_rate_failures(&work.task, solution.points, i, GAMES, &random);
        }
        progress_end(&work.progress);
        report_rating(&work, &rating, play ? failures : NULL);
    }
    level_work_close(&work);
    return status;
}

/* --- generate --------------------------------------------------------------------------------- */

static bool read_wish(const struct arguments *arguments, struct zr2_wish *wish, int64_t *count,
                      struct error *error)
{
    const char *size = arguments_value(arguments, "dims");
    int64_t teleporters = 0, increasers = 0, difficulty = 0;
    struct mind_limits limits;
    static const char *const solving[] = {"depth", "nodes", "table", "player", "database"};
    if (!size)
        size = arguments_value(arguments, "size");
    if (!size)
        size = "6x6";
    for (int i = 0; i < 5; i++)
        if (arguments_has(arguments, solving[i]))
            return error_set(error, "--%s: making a level takes only --time", solving[i]);
    if (!zr2_wish_sizes(size, strlen(size), wish, error) ||
        !arguments_number(arguments, "teleporters", 0, 1024, &teleporters, error) ||
        !arguments_number(arguments, "increasers", 0, 1024, &increasers, error) ||
        !arguments_number(arguments, "difficulty", 1, 10, &difficulty, error) ||
        !arguments_number(arguments, "count", 1, 1000000, count, error) ||
        !arguments_limits(arguments, &limits, error))
        return false;
    wish->teleporters = (int)teleporters;
    wish->increasers = (int)increasers;
    wish->difficulty = (int)difficulty;
    wish->microseconds = limits.microseconds;
    wish->symmetric = arguments_has(arguments, "symmetric");
    return zr2_wish_check(wish, error);
}

struct level_making {
    const struct arguments *arguments;
    struct zr2_wish wish;
    uint64_t started, microseconds;
    void *memory;
    size_t bytes;
    char *text;
    size_t room;
    const char *folder;
    struct progress progress;
};

/* Of --time, which is for all levels together; 0 is no limit. */
static uint64_t time_left(const struct level_making *making)
{
    uint64_t gone = clock_microseconds() - making->started;
    if (making->microseconds == 0)
        return 0;
    return gone < making->microseconds ? making->microseconds - gone : 1;
}

static bool make_one(struct level_making *making, uint64_t seed, struct error *error)
{
    char name[64], path[1024];
    struct text text;
    struct zr2_rating rating;
    snprintf(name, sizeof name, "generated-%" PRIu64, seed);
    making->wish.seed = seed;
    making->wish.microseconds = time_left(making);
    making->wish.name = name;
    text_init(&text, making->text, making->room);
    if (!zr2_generate(&making->wish, making->memory, making->bytes, &interrupt_raised, &text,
                      &rating) ||
        !text_fits(&text))
        return error_set(error, "no such level was found with seed %llu; try another %s",
                         (unsigned long long)seed, time_left(making) == 1 ? "--time" : "seed");
    progress_wipe(&making->progress);
    if (making->folder) {
        snprintf(path, sizeof path, "%s/%s.lvl", making->folder, name);
        if (!file_write(path, making->text, text.length, error))
            return false;
    }
    if (making->arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "name", name);
        json_out_unsigned(&json, "seed", seed);
        if (making->wish.difficulty)
            json_out_number(&json, "difficulty", rating.difficulty, 2);
        json_out_text(&json, "text", making->text);
        json_line_end(&json);
    } else if (making->folder) {
        printf("%s\n", path);
    } else {
        printf("%s\n", making->text);
    }
    return true;
}

enum status level_generate(const struct arguments *arguments)
{
    struct level_making making = {.arguments = arguments,
                                  .folder = arguments_value(arguments, "out")};
    struct error error;
    int64_t count = 1;
    if (!read_wish(arguments, &making.wish, &count, &error))
        return command_error(arguments, &error);
    making.started = clock_microseconds();
    making.microseconds = making.wish.microseconds;
    making.wish.name = "generated-18446744073709551615"; /* the longest there may be */
    making.bytes = zr2_generate_memory(&making.wish);
    making.room = zr2_generate_text(&making.wish);
    making.memory = malloc(making.bytes);
    making.text = command_memory(making.room);
    if (!making.memory)
        return command_fail(arguments, "out of memory");
    interrupt_watch();
    if (making.folder)
        mkdir(making.folder, 0777); /* what cannot be made shows when it is written to */
    enum status status = STATUS_DONE;
    bool good = true;
    progress_begin(&making.progress, "levels", (uint64_t)count, arguments->quiet);
    progress_limit(&making.progress, making.microseconds);
    for (int64_t i = 0; i < count && good && !atomic_load(&interrupt_raised); i++) {
        progress_show(&making.progress, (uint64_t)i, "");
        good = make_one(&making, arguments->seed + (uint64_t)i, &error);
    }
    progress_end(&making.progress);
    if (!good && !atomic_load(&interrupt_raised))
        status = command_fail(arguments, "%s", error.text);
    if (atomic_load(&interrupt_raised))
        fputs("stopped; the levels named above are complete, the same command makes all again\n",
              stderr);
    free(making.text);
    free(making.memory);
    return status;
}
