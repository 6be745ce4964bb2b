/* Training Othello's n-tuple networks: options, what is shown meanwhile, the table of progress. */
#include "base/text.h"
#include "lab/othello/ntuple_checkpoint.h"
#include "lab/replace.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/othello/parts.h"
#include "ports/cli/progress.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ntuple_watcher {
    const struct arguments *arguments;
    struct progress progress;
    bool doing;
};

static void show(void *listener, uint64_t done, uint64_t count)
{
    struct ntuple_watcher *watcher = listener;
    if (!watcher->doing)
        progress_begin(&watcher->progress, "games", count, watcher->arguments->quiet);
    watcher->doing = true;
    progress_show(&watcher->progress, done, "");
}

static bool write_curve(const struct ntuple_training *training, struct error *error)
{
    char path[600];
    struct replace replace;
    snprintf(path, sizeof path, "%s/curve.csv", training->folder);
    if (!replace_begin(&replace, path, error))
        return false;
    fprintf(replace.file, "generation,games,seconds,swh,linear,nn2,sigma\n");
    for (int i = 0; i < training->row_count; i++) {
        const struct ntuple_row *row = &training->rows[i];
        fprintf(replace.file, "%.0f,%.0f,%.1f,%.4f,%.4f,%.4f,%.4g\n", row->generation, row->games,
                row->seconds, row->swh, row->linear, row->nn2, row->sigma);
    }
    return replace_end(&replace, true, error);
}

static bool tell(void *listener, const struct ntuple_training *training, struct error *error)
{
    struct ntuple_watcher *watcher = listener;
    const struct ntuple_row *row = &training->rows[training->row_count - 1];
    if (watcher->doing)
        progress_end(&watcher->progress);
    watcher->doing = false;
    if (watcher->arguments->json) {
        char path[600];
        struct json_out json;
        snprintf(path, sizeof path, "%s/ntuple.bin", training->folder);
        json_line_begin(&json, stdout);
        json_out_integer(&json, "generation", training->row_count);
        json_out_unsigned(&json, "games", (uint64_t)row->games);
        json_out_number(&json, "seconds", row->seconds, 3);
        json_out_text(&json, "best", path);
        if (training->test_games) {
            json_out_number(&json, "swh", row->swh, 4);
            json_out_number(&json, "linear", row->linear, 4);
            json_out_number(&json, "nn2", row->nn2, 4);
        }
        json_line_end(&json);
    } else if (training->test_games == 0) {
        printf("generation %d of %d: %.0f games, %.0f s\n", training->row_count,
               training->generations, row->games, row->seconds);
    } else {
        printf("generation %d of %d: %.0f games, %.0f s, swh (a tenth at random) %.1f %%, linear "
               "%.1f %%, nn2 %.1f %%\n",
               training->row_count, training->generations, row->games, row->seconds, 100 * row->swh,
               100 * row->linear, 100 * row->nn2);
    }
    fflush(stdout);
    return write_curve(training, error);
}

/* -------- options -------- */

static bool copy_text(const struct arguments *arguments, const char *name, char *text, size_t room,
                      struct error *error)
{
    const char *value = arguments_value(arguments, name);
    if (!value)
        return true;
    if (strlen(value) >= room || strpbrk(value, "\r\n"))
        return error_set(error, "--%s: expected one line of less than %zu characters", name, room);
    strcpy(text, value);
    return true;
}

static bool whole(const struct arguments *arguments, const char *name, int64_t least, int64_t most,
                  int *number, struct error *error)
{
    int64_t value = *number;
    bool good = arguments_number(arguments, name, least, most, &value, error);
    *number = (int)value;
    return good;
}

static bool read_options(const struct arguments *arguments, struct ntuple_training *training,
                         struct error *error)
{
    const char *method = arguments_value(arguments, "method");
    if (method && strcmp(method, "td") != 0 && strcmp(method, "cma") != 0)
        return error_set(error, "--method: expected td or cma, found \"%.*s\"",
                         text_printable(method, strlen(method), 24), method);
    *training =
        ntuple_training_usual(method && strcmp(method, "cma") == 0 ? NTUPLE_CMA : NTUPLE_TD);
    training->seed = arguments->seed;
    training->begin = arguments_value(arguments, "begin");
    return copy_text(arguments, "tuples", training->tuples, sizeof training->tuples, error) &&
           copy_text(arguments, "against", training->opponents, sizeof training->opponents,
                     error) &&
           whole(arguments, "stages", 1, OTHELLO_NTUPLE_STAGES, &training->stages, error) &&
           whole(arguments, "random", 0, 100, &training->random, error) &&
           whole(arguments, "start-plies", 0, 50, &training->start_plies, error) &&
           whole(arguments, "generations", 1, 1000000, &training->generations, error) &&
           whole(arguments, "games", 1, 1000000000, &training->games, error) &&
           whole(arguments, "batch", 1, 1000000, &training->batch, error) &&
           whole(arguments, "population", 4, 100000, &training->population, error) &&
           whole(arguments, "test-games", 0, 1000000, &training->test_games, error) &&
           arguments_decimal(arguments, "rate", 0.0001, 100, &training->rate_first, error) &&
           arguments_decimal(arguments, "rate-last", 0.0001, 100, &training->rate_last, error) &&
           arguments_decimal(arguments, "lambda", 0, 1, &training->lambda, error) &&
           arguments_decimal(arguments, "sigma", 0.000001, 1000, &training->sigma, error);
}

/* The call as it was, on one line, without where it went and how fast. */
static void command_text(const struct arguments *arguments, char *text, size_t room)
{
    size_t length = (size_t)snprintf(text, room, "potez train %s", arguments->word[0]);
    for (int i = 0; i < arguments->given_count && length < room; i++) {
        const struct arguments_given *given = &arguments->given[i];
        if (strcmp(given->option->name, "out") != 0 && strcmp(given->option->name, "threads") != 0)
            length +=
                (size_t)snprintf(text + length, room - length, " --%s%s%s", given->option->name,
                                 given->value ? " " : "", given->value ? given->value : "");
    }
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
}

/* A training that goes on keeps its parameters: with others it would not be the same. */
static const char *changed_parameter(const struct arguments *arguments)
{
    static const char *const free_to_choose[] = {"resume", "model", "threads", "json", "quiet"};
    for (int i = 0; i < arguments->given_count; i++) {
        bool known = false;
        for (size_t k = 0; k < sizeof free_to_choose / sizeof free_to_choose[0]; k++)
            known |= strcmp(arguments->given[i].option->name, free_to_choose[k]) == 0;
        if (!known)
            return arguments->given[i].option->name;
    }
    return NULL;
}

static enum status train(const struct arguments *arguments, struct ntuple_training *training)
{
    struct error error = {.text = ""};
    const char *resume = arguments_value(arguments, "resume");
    if (resume && changed_parameter(arguments))
        return command_refuse(arguments, "--%s cannot change in a training that goes on",
                              changed_parameter(arguments));
    if (!resume && !read_options(arguments, training, &error))
        return command_error(arguments, &error);
    training->folder = resume ? resume : arguments_value(arguments, "out");
    if (!training->folder)
        return command_refuse(arguments, "say with --out where the network is to go");
    if (strlen(training->folder) > 500)
        return command_refuse(arguments, "--out: the path is too long");
    struct ntuple_watcher watcher = {.arguments = arguments};
    training->threads = arguments->threads;
    training->stop = &interrupt_raised;
    training->progress = show;
    training->finished = tell;
    training->listener = &watcher;
    if (!resume)
        command_text(arguments, training->command, sizeof training->command);
    if (!(resume ? ntuple_train_resume(training, &error) : ntuple_train_begin(training, &error)))
        return command_error(arguments, &error);
    interrupt_watch();
    bool good = ntuple_train_go(training, &error);
    if (watcher.doing)
        progress_end(&watcher.progress);
    if (good)
        return STATUS_DONE;
    if (!atomic_load(&interrupt_raised))
        return command_fail(arguments, "%s", error.text);
    fprintf(stderr,
            "stopped after generation %d; potez train --resume %s "
            "continues\n",
            training->row_count, training->folder);
    return STATUS_DONE;
}

static enum status run(const struct arguments *arguments)
{
    struct ntuple_training *training = command_memory(sizeof *training);
    enum status status = train(arguments, training);
    ntuple_train_close(training);
    free(training);
    return status;
}

static const char *const methods[] = {"td", "cma", NULL};
static const struct setting settings[] = {
    {"method", SETTING_CHOICE, 0, 0, methods},
    {"generations", SETTING_WHOLE, 1, 1000000, NULL},
    {"games", SETTING_WHOLE, 1, 100000000, NULL},
    {"stages", SETTING_WHOLE, 1, OTHELLO_NTUPLE_STAGES, NULL},
    {"random", SETTING_WHOLE, 0, 100, NULL},
    {"start-plies", SETTING_WHOLE, 0, 50, NULL},
    {"batch", SETTING_WHOLE, 1, 1000000, NULL},
    {"population", SETTING_WHOLE, 4, 100000, NULL},
    {"test-games", SETTING_WHOLE, 0, 1000000, NULL},
    {"rate", SETTING_DECIMAL, 0.0001, 100, NULL},
    {"rate-last", SETTING_DECIMAL, 0.0001, 100, NULL},
    {"lambda", SETTING_DECIMAL, 0, 1, NULL},
    {"sigma", SETTING_DECIMAL, 0.000001, 1000, NULL},
    {0},
};

const struct trainer trainer_othello_ntuple = {
    .game = "othello",
    .model = "ntuple",
    .summary = "a network of tuples, by temporal differences or CMA-ES",
    .run = run,
    .holds = ntuple_checkpoint_is,
    .settings = settings,
};
