/* "potez train othello --model patterns": options, progress and what is reported for each
   generation (lab/othello/train.h). */
#include "lab/othello/train.h"

#include "lab/othello/spread_again.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/othello/parts.h"
#include "ports/cli/progress.h"
#include <stdio.h>
#include <string.h>

/* Positions that the spread of the searches is measured on; no more than games are asked for, so
   that a small training is over soon. */
enum { SPREAD = 2000 };

void train_watch(void *listener, const char *what, size_t done, size_t count)
{
    struct train_watcher *watcher = listener;
    if (watcher->doing != what) {
        if (watcher->doing)
            progress_end(&watcher->progress);
        progress_begin(&watcher->progress, what, count, watcher->arguments->quiet);
        watcher->doing = what;
    }
    progress_show(&watcher->progress, done, "");
}

static void tell(void *listener, const struct othello_generation *generation)
{
    struct train_watcher *watcher = listener;
    if (watcher->doing)
        progress_end(&watcher->progress);
    watcher->doing = NULL;
    if (!watcher->arguments->json) {
        printf("generation %d: %zu samples, held-out error at 20, 30, 40 empties %.2f, %.2f, %.2f "
               "discs, %zu bytes, %.0f s: %s\n",
               generation->number, generation->samples, generation->error[20],
               generation->error[30], generation->error[40], generation->bytes, generation->seconds,
               generation->model);
        printf("bias by depth of search, 0 to %d:", OTHELLO_TRAINING_DEPTH);
        for (int depth = 0; depth <= OTHELLO_TRAINING_DEPTH; depth++)
            printf(" %+.2f", generation->bias[depth]);
        putchar('\n');
        fflush(stdout);
        return;
    }
    struct json_out json;
    json_line_begin(&json, stdout);
    json_out_integer(&json, "generation", generation->number);
    json_out_unsigned(&json, "games", generation->games);
    json_out_number(&json, "seconds", generation->seconds, 3);
    json_out_text(&json, "best", generation->model);
    json_out_unsigned(&json, "samples", generation->samples);
    json_out_unsigned(&json, "bytes", generation->bytes);
    json_out_open(&json, "error", '{');
    for (int empties = 4; empties <= 56; empties += 4) {
        char name[8];
        snprintf(name, sizeof name, "%d", empties);
        json_out_number(&json, name, generation->error[empties], 3);
    }
    json_out_close(&json);
    json_line_end(&json);
    fflush(stdout);
}

void train_command_text(const struct arguments *arguments, char *text, size_t room)
{
    size_t length = (size_t)snprintf(text, room, "potez train %s", arguments->word[0]);
    for (int i = 0; i < arguments->given_count && length < room; i++)
        length +=
            (size_t)snprintf(text + length, room - length, " --%s%s%s",
                             arguments->given[i].option->name, arguments->given[i].value ? " " : "",
                             arguments->given[i].value ? arguments->given[i].value : "");
    for (char *c = text; *c; c++)
        if (*c == '\n')
            *c = ' ';
}

/* A watcher in the pool's form. */
static void show_positions(void *listener, size_t done, size_t count)
{
    train_watch(listener, "positions", done, count);
}

static enum status run_spread(const struct arguments *arguments)
{
    int64_t positions = SPREAD;
    struct error error;
    if (!arguments_number(arguments, "games", 1, 1000000, &positions, &error))
        return command_error(arguments, &error);
    struct train_watcher watcher = {.arguments = arguments};
    struct othello_spread_again again = {.path = arguments_value(arguments, "spread"),
                                         .positions = (size_t)positions,
                                         .seed = arguments->seed};
    struct pool pool = {.threads = arguments->threads,
                        .stop = &interrupt_raised,
                        .progress = show_positions,
                        .listener = &watcher};
    interrupt_watch();
    bool good = othello_spread_again(&again, &pool, &error);
    if (watcher.doing)
        progress_end(&watcher.progress);
    if (!good)
        return command_fail(arguments, "%s", error.text);
    printf("%s: %zu bytes, spread of %zu positions\n", again.path, again.bytes, again.positions);
    return STATUS_DONE;
}

static enum status run(const struct arguments *arguments)
{
    const char *labels = arguments_value(arguments, "labels");
    int64_t generations = labels ? 1 : 3, blend = 60, plays = 20000, depth = 5, exact = 14,
            rounds = 15, penalty = 15;
    struct error error;
    if (arguments_has(arguments, "blocks"))
        return train_labels_run(arguments);
    if (arguments_has(arguments, "spread"))
        return run_spread(arguments);
    const char *folder = arguments_value(arguments, "resume");
    if (!folder)
        folder = arguments_value(arguments, "out");
    if (!folder)
        return command_refuse(arguments, "say with --out where the models are to go");
    if (!arguments_number(arguments, "generations", 1, 1000, &generations, &error) ||
        !arguments_number(arguments, "games", 1, 100000000, &plays, &error) ||
        !arguments_number(arguments, "play-depth", 1, 20, &depth, &error) ||
        !arguments_number(arguments, "exact", 4, 24, &exact, &error) ||
        !arguments_number(arguments, "rounds", 1, 1000, &rounds, &error) ||
        !arguments_number(arguments, "blend", 0, 100, &blend, &error) ||
        !arguments_number(arguments, "penalty", 0, 1000000, &penalty, &error))
        return command_error(arguments, &error);
    char command[1000];
    train_command_text(arguments, command, sizeof command);
    struct train_watcher watcher = {.arguments = arguments};
    struct othello_training training = {
        .folder = folder,
        .archive = arguments_value(arguments, "archive"),
        .labels = labels,
        .begin = arguments_value(arguments, "begin"),
        .blend = (double)blend / 100,
        .command = command,
        .generations = (int)generations,
        .games = (size_t)plays,
        .depth = (int)depth,
        .solve = (int)exact,
        .archive_solve = 13,
        .seed = arguments->seed,
        .rounds = (int)rounds,
        .penalty = (double)penalty,
        .spread = (size_t)(plays < SPREAD ? plays : SPREAD),
        .threads = arguments->threads,
        .stop = &interrupt_raised,
        .progress = train_watch,
        .generation = tell,
        .listener = &watcher,
    };
    interrupt_watch();
    bool good = othello_train(&training, &error);
    if (watcher.doing)
        progress_end(&watcher.progress);
    if (good)
        return STATUS_DONE;
    if (!atomic_load(&interrupt_raised))
        return command_fail(arguments, "%s", error.text);
    fprintf(stderr, "%s\n", error.text);
    return STATUS_DONE;
}

static const struct setting settings[] = {
    {"generations", SETTING_WHOLE, 1, 1000, NULL},
    {"games", SETTING_WHOLE, 1, 1000000, NULL},
    {"play-depth", SETTING_WHOLE, 1, 20, NULL},
    {"exact", SETTING_WHOLE, 4, 24, NULL},
    {"rounds", SETTING_WHOLE, 1, 1000, NULL},
    {"penalty", SETTING_WHOLE, 0, 1000000, NULL},
    {0},
};

const struct trainer trainer_othello_patterns = {
    .game = "othello",
    .model = "patterns",
    .summary = "the engine's pattern weights, from self-play and archives",
    .run = run,
    .settings = settings,
};
