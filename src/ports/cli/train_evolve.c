/* Evolving players (lab/evolve): options, what is shown meanwhile, tables and pictures. */
#include "base/text.h"
#include "lab/evolve/parameters.h"
#include "lab/evolve/problems.h"
#include "lab/evolve/run.h"
#include "lab/replace.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/progress.h"
#include "ports/cli/train.h"
#include "ports/draw/plot.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 600 };

/* -------- what is asked for -------- */

bool train_evolve_wanted(const struct arguments *arguments)
{
    const char *game = arguments->word[0], *model = arguments_value(arguments, "model");
    const char *resume = arguments_value(arguments, "resume");
    return (resume && (!game || evolve_run_is(resume))) || arguments_has(arguments, "preset") ||
           (game && model && evolve_problem_find(game, model));
}

void train_evolve_list(FILE *file)
{
    const struct evolve_problem *problem;
    const struct evolve_preset *preset;
    for (int i = 0; (problem = evolve_problem_at(i)); i++)
        train_list(file, problem->game, "model", problem->model, problem->summary);
    for (int i = 0; (preset = evolve_preset_at(i)); i++)
        train_list(file, preset->plan.problem->game, "preset", preset->name, preset->summary);
}

static bool plan_begin(const struct arguments *arguments, struct evolve_plan *plan,
                       struct error *error)
{
    const char *game = arguments->word[0], *preset = arguments_value(arguments, "preset");
    const char *model = arguments_value(arguments, "model");
    if (!game)
        return error_set(error, "too few words; expected: potez train GAME --preset NAME");
    if (!preset) {
        *plan = evolve_plan_usual(evolve_problem_find(game, model));
        return true;
    }
    const struct evolve_preset *found = evolve_preset_find(game, preset);
    if (!found)
        return error_set(error, "--preset: nothing called \"%.*s\" for %.*s",
                         text_printable(preset, strlen(preset), 24), preset,
                         text_printable(game, strlen(game), 24), game);
    *plan = found->plan;
    if (model && strcmp(model, plan->problem->model) != 0)
        return error_set(error, "--preset %s is for the model %s", preset, plan->problem->model);
    return true;
}

static bool plan_read(const struct arguments *arguments, struct evolve_plan *plan,
                      struct error *error)
{
    if (!plan_begin(arguments, plan, error))
        return false;
    for (int i = 0; i < evolve_parameter_count; i++) {
        const struct evolve_parameter *parameter = &evolve_parameters[i];
        const char *value = arguments_value(arguments, parameter->name);
        if (value && parameter->kind == EVOLVE_SWITCH)
            value = "1";
        if (value && !evolve_parameter_set(parameter, value, plan, error))
            return error_prefix(error, "--%s: ", parameter->name);
    }
    if (arguments_has(arguments, "clamp"))
        plan->rescaling = EVOLVE_RESCALE_CLAMP;
    if (plan->sparring[0] && !arguments_has(arguments, "sparring-share"))
        plan->sparring_share = 1;
    plan->seed = arguments->seed;
    return evolve_plan_check(plan, error);
}

/* A run that goes on keeps its parameters: with others it would not be the same run. */
static bool refuse_parameters(const struct arguments *arguments, struct error *error)
{
    for (int i = 0; i <= evolve_parameter_count; i++) {
        const char *name = i < evolve_parameter_count ? evolve_parameters[i].name : "clamp";
        if (arguments_has(arguments, name) && strcmp(name, "generations") != 0)
            return error_set(error, "--%s cannot change in a run that goes on", name);
    }
    return true;
}

/* More generations than were planned. */
static bool extend(const struct arguments *arguments, struct evolve_run *run, struct error *error)
{
    int64_t generations = run->plan.generations;
    if (!arguments_number(arguments, "generations", run->population.generation, 1000000,
                          &generations, error))
        return false;
    return !arguments_has(arguments, "generations") ||
           evolve_run_extend(run, (int)generations, error);
}

/* -------- tables and pictures -------- */

static void write_cell(FILE *file, double value, int digits)
{
    if (isfinite(value))
        fprintf(file, ",%.*f", digits, value);
    else
        fputc(',', file);
}

static bool write_table(const struct evolve_run *run, struct error *error)
{
    const struct evolve_problem *problem = run->plan.problem;
    int rungs = evolve_rungs(problem);
    char path[PATH_ROOM];
    struct replace replace;
    snprintf(path, sizeof path, "%s/curve.csv", run->folder);
    if (!replace_begin(&replace, path, error))
        return false;
    fputs("generation,points,random_mean,random_best,elo,elo_error", replace.file);
    for (int i = 0; i < rungs; i++)
        fprintf(replace.file, ",versus %s", problem->ladder[i]);
    if (problem->stray_opponent)
        fprintf(replace.file, ",versus %s both straying", problem->stray_opponent);
    fputs(",seconds\n", replace.file);
    for (int i = 0; i < run->row_count; i++) {
        const struct evolve_row *row = &run->rows[i];
        fprintf(replace.file, "%d,%d", row->generation, row->points);
        write_cell(replace.file, row->random_mean, 1);
        write_cell(replace.file, row->random_best, 0);
        write_cell(replace.file, row->ladder.elo, 1);
        write_cell(replace.file, row->ladder.error, 1);
        for (int k = 0; k < rungs; k++)
            write_cell(replace.file, isfinite(row->ladder.elo) ? row->ladder.shares[k] : NAN, 4);
        if (problem->stray_opponent)
            write_cell(replace.file, row->ladder.stray, 4);
        fprintf(replace.file, ",%.1f\n", row->seconds);
    }
    return replace_end(&replace, true, error);
}

static bool draw(const struct evolve_run *run, const char *name, const struct plot *plot,
                 struct error *error)
{
    static const char *const endings[] = {"svg", "png"};
    for (int i = 0; i < 2; i++) {
        char path[PATH_ROOM];
        snprintf(path, sizeof path, "%s/%s.%s", run->folder, name, endings[i]);
        if (!plot_write(path, plot, error))
            return false;
    }
    return true;
}

static bool draw_random(const struct evolve_run *run, const double *x, double *columns, int count,
                        struct error *error)
{
    double *mean = columns, *best = columns + count;
    for (int i = 0; i < count; i++) {
        mean[i] = run->rows[i].random_mean;
        best[i] = run->rows[i].random_best;
    }
    char title[120], words[2][48];
    snprintf(title, sizeof title, "%s %s against random", run->plan.problem->game,
             run->plan.problem->model);
    snprintf(words[0], sizeof words[0], "mean of the best %d", run->plan.test_best);
    snprintf(words[1], sizeof words[1], "highest of them");
    struct plot_line lines[] = {{words[0], x, mean, count, true},
                                {words[1], x, best, count, false}};
    struct plot plot = {.title = title,
                        .x_name = "generation",
                        .y_name = "points of 10,000",
                        .lines = lines,
                        .line_count = 2};
    return draw(run, "curve-random", &plot, error);
}

static bool draw_elo(const struct evolve_run *run, const double *x, double *columns, int count,
                     struct error *error)
{
    double *low = columns, *middle = columns + count, *high = columns + 2 * count;
    for (int i = 0; i < count; i++) {
        const struct evolve_measured *ladder = &run->rows[i].ladder;
        middle[i] = ladder->elo;
        low[i] = ladder->elo - ladder->error;
        high[i] = ladder->elo + ladder->error;
    }
    char title[120], zero[80];
    snprintf(title, sizeof title, "%s %s on the ladder", run->plan.problem->game,
             run->plan.problem->model);
    snprintf(zero, sizeof zero, "Elo (%s is 0)", run->plan.problem->ladder[0]);
    struct plot_line lines[] = {{"first of the generation", x, middle, count, true},
                                {"95 % interval, lower end", x, low, count, false},
                                {"upper end", x, high, count, false}};
    struct plot plot = {
        .title = title, .x_name = "generation", .y_name = zero, .lines = lines, .line_count = 3};
    return draw(run, "curve-elo", &plot, error);
}

static bool write_curves(const struct evolve_run *run, struct error *error)
{
    int count = run->row_count;
    if (!write_table(run, error))
        return false;
    double *columns = command_memory((size_t)(4 * count + 4) * sizeof *columns), *x = columns;
    for (int i = 0; i < count; i++)
        x[i] = run->rows[i].generation;
    bool good = draw_random(run, x, columns + count, count, error) &&
                (!run->ladder_known || draw_elo(run, x, columns + count, count, error));
    free(columns);
    return good;
}

/* -------- telling -------- */

struct evolve_watcher {
    const struct arguments *arguments;
    struct progress progress;
    char note[160];
};

static void tell_json(const struct evolve_run *run, const struct evolve_row *row, double seconds)
{
    const struct evolve_plan *plan = &run->plan;
    const struct evolve_population *population = &run->population;
    struct json_out json;
    json_line_begin(&json, stdout);
    json_out_integer(&json, "generation", population->generation);
    json_out_integer(&json, "games", evolve_pairings(plan) * plan->starts * 2);
    json_out_number(&json, "seconds", seconds, 3);
    json_out_integer(&json, "best", population->points[population->ranks[0]]);
    if (row && isfinite(row->random_mean)) {
        json_out_number(&json, "versus_random", row->random_mean, 1);
        json_out_number(&json, "versus_random_best", row->random_best, 0);
    }
    if (row && isfinite(row->ladder.elo)) {
        json_out_number(&json, "elo", row->ladder.elo, 1);
        json_out_number(&json, "elo_error", row->ladder.error, 1);
        json_out_open(&json, "ladder", '{');
        for (int i = 0; i < evolve_rungs(plan->problem); i++)
            json_out_number(&json, plan->problem->ladder[i], row->ladder.shares[i], 4);
        json_out_close(&json);
        if (isfinite(row->ladder.stray))
            json_out_number(&json, "both_straying", row->ladder.stray, 4);
    }
    json_line_end(&json);
}

static void tell_text(struct evolve_watcher *watcher, const struct evolve_row *row)
{
    char *note = watcher->note;
    size_t length = 0, room = sizeof watcher->note;
    note[0] = 0;
    if (isfinite(row->random_mean))
        length += (size_t)snprintf(note, room, "against random %.0f, the best %.0f",
                                   row->random_mean, row->random_best);
    if (isfinite(row->ladder.elo))
        snprintf(note + length, room - length, "%sElo %.0f +- %.0f", length ? ", " : "",
                 row->ladder.elo, row->ladder.error);
    progress_wipe(&watcher->progress);
    printf("generation %d: %s, %.0f s\n", row->generation, note, row->seconds);
}

static bool finished(void *listener, const struct evolve_run *run, const struct evolve_row *row,
                     double seconds, struct error *error)
{
    struct evolve_watcher *watcher = listener;
    if (watcher->arguments->json)
        tell_json(run, row, seconds);
    else if (row)
        tell_text(watcher, row);
    fflush(stdout);
    progress_show(&watcher->progress, (uint64_t)run->population.generation, watcher->note);
    return !row || write_curves(run, error);
}

/* The call as it was typed, on one line. */
static void command_text(const struct arguments *arguments, char *text, size_t room)
{
    FILE *file = fmemopen(text, room - 1, "w");
    memset(text, 0, room);
    if (!file)
        return;
    arguments_write(arguments, NULL, file);
    fclose(file);
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
}

static enum status go(const struct arguments *arguments, struct evolve_run *run)
{
    struct error error;
    struct evolve_watcher watcher = {.arguments = arguments};
    run->finished = finished;
    run->listener = &watcher;
    interrupt_watch();
    progress_begin(&watcher.progress, "generations", (uint64_t)run->plan.generations,
                   arguments->quiet);
    progress_resume(&watcher.progress, (uint64_t)run->population.generation,
                    (uint64_t)(1e6 * run->seconds));
    bool good = evolve_run_go(run, &error);
    progress_end(&watcher.progress);
    if (good) {
        if (!arguments->json && !arguments->quiet)
            printf("complete: %s/best.vector is of generation %d\n", run->folder,
                   run->best.generation);
        return STATUS_DONE;
    }
    if (!atomic_load(&interrupt_raised))
        return command_fail(arguments, "%s", error.text);
    fprintf(stderr,
            "stopped; everything up to generation %d is saved; go on with\n"
            "  potez train --resume %s\n",
            run->population.generation, run->folder);
    return STATUS_DONE;
}

static bool keep_generations(const struct arguments *arguments, const struct evolve_run *run,
                             struct error *error)
{
    return !arguments_has(arguments, "keep-generations") ||
           evolve_run_keep_generations(run->folder, error);
}

/* The folder of the generations is made before the first checkpoint: a run that is killed behind
   that is resumed without the option, and keeps them where the folder is. */
static bool run_begin(const struct arguments *arguments, struct evolve_run *run,
                      struct error *error)
{
    command_text(arguments, run->command, sizeof run->command);
    return plan_read(arguments, &run->plan, error) &&
           (evolve_run_is(run->folder) || keep_generations(arguments, run, error)) &&
           evolve_run_begin(run, error);
}

static bool run_resume(const struct arguments *arguments, struct evolve_run *run,
                       struct error *error)
{
    if (!refuse_parameters(arguments, error) || !evolve_run_resume(run, error) ||
        !extend(arguments, run, error) || !keep_generations(arguments, run, error))
        return false;
    if (run->notice[0])
        fprintf(stderr, "%s\n", run->notice);
    return true;
}

enum status train_evolve_run(const struct arguments *arguments)
{
    struct error error;
    const char *resume = arguments_value(arguments, "resume");
    struct evolve_run *run = command_memory(sizeof *run);
    run->folder = resume ? resume : arguments_value(arguments, "out");
    run->threads = arguments->threads;
    run->stop = &interrupt_raised;
    run->lock = -1;
    bool good;
    if (resume)
        good = run_resume(arguments, run, &error);
    else if (!run->folder)
        good = error_set(&error, "say with --out where checkpoints and curves are to go");
    else
        good = run_begin(arguments, run, &error);
    enum status status = good ? go(arguments, run) : command_error(arguments, &error);
    evolve_run_close(run);
    free(run);
    return status;
}
