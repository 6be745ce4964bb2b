/* "potez train othello --model network": options, progress and what is reported
   (lab/othello/network_train.h). */
#include "lab/othello/network_train.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/othello/parts.h"
#include <math.h>
#include <stdio.h>

enum { SPREAD = 2000, RANGE = 6 /* empties of a column */ };

static void tell_pass(void *listener, int pass, double learned, double held_out)
{
    struct train_watcher *watcher = listener;
    if (watcher->doing)
        progress_wipe(&watcher->progress);
    if (watcher->arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_integer(&json, "pass", pass);
        json_out_number(&json, "learned", learned, 4);
        json_out_number(&json, "held_out", held_out, 4);
        json_line_end(&json);
    } else if (!watcher->arguments->quiet) {
        printf("pass %d: error %.3f discs, held out %.3f\n", pass, learned, held_out);
    }
    fflush(stdout);
}

/* Held-out errors of `RANGE` numbers of empties together. */
static struct othello_network_error range_error(const struct othello_network_result *result,
                                                int least)
{
    struct othello_network_error sum = {0};
    for (int i = least; i < least + RANGE && i <= 60; i++) {
        const struct othello_network_error *one = &result->by_empties[i];
        sum.count += one->count;
        sum.patterns += (double)one->count * one->patterns * one->patterns;
        sum.both += (double)one->count * one->both * one->both;
    }
    if (sum.count) {
        sum.patterns = sqrt(sum.patterns / (double)sum.count);
        sum.both = sqrt(sum.both / (double)sum.count);
    }
    return sum;
}

static void tell_json(const struct othello_network_result *result)
{
    struct json_out json;
    json_line_begin(&json, stdout);
    json_out_text(&json, "best", result->model);
    json_out_unsigned(&json, "samples", result->samples);
    json_out_unsigned(&json, "bytes", result->bytes);
    json_out_number(&json, "seconds", result->seconds, 3);
    json_out_open(&json, "errors", '[');
    for (int least = 0; least <= 60; least += RANGE) {
        struct othello_network_error one = range_error(result, least);
        json_out_open(&json, NULL, '{');
        json_out_integer(&json, "empties", least);
        json_out_unsigned(&json, "held_out", one.count);
        json_out_number(&json, "patterns", one.patterns, 4);
        json_out_number(&json, "both", one.both, 4);
        json_out_close(&json);
    }
    json_out_close(&json);
    json_line_end(&json);
}

static void tell(const struct arguments *arguments, const struct othello_network_result *result)
{
    if (result->found) {
        fprintf(stderr, "%s is there already\n", result->model);
        return;
    }
    if (arguments->json) {
        tell_json(result);
        return;
    }
    printf("empties   held out   patterns   with the network\n");
    for (int least = 0; least <= 60; least += RANGE) {
        struct othello_network_error one = range_error(result, least);
        int most = least + RANGE - 1;
        if (one.count)
            printf("%2d to %2d %10zu %10.3f %10.3f (%+.1f %%)\n", least, most < 60 ? most : 60,
                   one.count, one.patterns, one.both,
                   one.patterns > 0 ? 100 * (one.both / one.patterns - 1) : 0);
    }
    printf("%zu samples, %zu bytes, %.0f s: %s\n", result->samples, result->bytes, result->seconds,
           result->model);
}

static bool read_plan(const struct arguments *arguments, struct othello_network_training *plan,
                      struct error *error)
{
    int64_t rounds = plan->fit.passes, blend = 60, positions = SPREAD;
    if (!arguments_number(arguments, "rounds", 1, 1000, &rounds, error) ||
        !arguments_number(arguments, "blend", 0, 100, &blend, error) ||
        !arguments_number(arguments, "games", 1, 1000000, &positions, error) ||
        !arguments_decimal(arguments, "rate", 0.0001, 100, &plan->fit.rate, error))
        return false;
    plan->labels = arguments_value(arguments, "labels");
    plan->folder = arguments_value(arguments, "out");
    plan->begin = arguments_value(arguments, "begin");
    plan->blend = (double)blend / 100;
    plan->fit.passes = (int)rounds;
    plan->fit.seed = arguments->seed;
    plan->spread = (size_t)positions;
    if (!plan->labels)
        return error_set(error, "say with --labels in which folder the labels are");
    return plan->folder || error_set(error, "say with --out where the model is to go");
}

static enum status run(const struct arguments *arguments)
{
    char command[1000];
    struct error error = {.text = ""};
    struct train_watcher watcher = {.arguments = arguments};
    struct othello_network_result result;
    struct othello_network_training plan = {
        .command = command,
        .fit = othello_network_fit_usual(),
        .threads = arguments->threads,
        .stop = &interrupt_raised,
        .progress = train_watch,
        .pass = tell_pass,
        .listener = &watcher,
    };
    if (!read_plan(arguments, &plan, &error))
        return command_error(arguments, &error);
    train_command_text(arguments, command, sizeof command);
    interrupt_watch();
    bool good = othello_network_train(&plan, &result, &error);
    if (watcher.doing)
        progress_end(&watcher.progress);
    if (good) {
        tell(arguments, &result);
        return STATUS_DONE;
    }
    if (!atomic_load(&interrupt_raised))
        return command_fail(arguments, "%s", error.text);
    fprintf(stderr, "%s\n", error.text);
    return STATUS_DONE;
}

const struct trainer trainer_othello_network = {
    .game = "othello",
    .model = "network",
    .summary = "a small network beside the engine's patterns, from labels",
    .run = run,
};
