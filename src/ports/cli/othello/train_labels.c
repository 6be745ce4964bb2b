/* Labelling Othello's positions by search, for training its patterns. */
#include "lab/othello/labelling.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/othello/parts.h"
#include "ports/cli/progress.h"
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

struct labels_watcher {
    struct progress progress;
    bool begun;
};

static void show(void *listener, uint64_t done, uint64_t all, uint64_t labels)
{
    struct labels_watcher *watcher = listener;
    char note[64];
    double seconds = (double)clock() / CLOCKS_PER_SEC;
    snprintf(note, sizeof note, "%" PRIu64 " labels, %.0f per second per core", labels,
             seconds > 0 ? (double)labels / seconds : 0);
    if (!watcher->begun) {
        /* games of blocks that were there took no time: the estimate begins behind them */
        progress_begin(&watcher->progress, "games", all, watcher->progress.quiet);
        watcher->begun = true;
    }
    progress_show(&watcher->progress, done, note);
}

static void tell(const struct arguments *arguments, const char *folder,
                 const struct othello_labelling_result *result)
{
    double speed = result->seconds > 0 ? (double)result->labels / result->seconds : 0;
    if (!arguments->json) {
        printf("%" PRIu64 " blocks made, %" PRIu64 " there before: %" PRIu64
               " new labels, %.0f per second per core: %s\n",
               result->blocks, result->found, result->labels, speed, folder);
        return;
    }
    struct json_out json;
    json_line_begin(&json, stdout);
    json_out_text(&json, "folder", folder);
    json_out_unsigned(&json, "blocks", result->blocks);
    json_out_unsigned(&json, "found", result->found);
    json_out_unsigned(&json, "labels", result->labels);
    json_out_number(&json, "seconds", result->seconds, 3);
    json_line_end(&json);
}

static bool read_plan(const struct arguments *arguments, struct othello_labelling *plan,
                      struct error *error)
{
    int64_t blocks = 0, plays = 1000, depth = 8, exact = 16;
    if (!arguments_number(arguments, "blocks", 1, 999999, &blocks, error) ||
        !arguments_number(arguments, "games", 1, OTHELLO_LABELS_GAMES, &plays, error) ||
        !arguments_number(arguments, "play-depth", 2, 14, &depth, error) ||
        !arguments_number(arguments, "exact", 4, 24, &exact, error))
        return false;
    plan->folder = arguments_value(arguments, "labels");
    plan->begin = arguments_value(arguments, "begin");
    plan->blocks = (uint64_t)blocks;
    plan->head.seed = arguments->seed;
    plan->head.games = (int)plays;
    plan->head.depth = (int)depth;
    plan->head.exact = (int)exact;
    return plan->folder ||
           error_set(error, "say with --labels in which folder the blocks are to be");
}

enum status train_labels_run(const struct arguments *arguments)
{
    struct othello_labelling plan = {.threads = arguments->threads, .stop = &interrupt_raised};
    struct othello_labelling_result result;
    struct error error = {.text = ""};
    struct labels_watcher watcher = {.progress.quiet = arguments->quiet};
    if (!read_plan(arguments, &plan, &error))
        return command_error(arguments, &error);
    plan.progress = show;
    plan.listener = &watcher;
    interrupt_watch();
    bool good = othello_labelling_run(&plan, &result, &error);
    progress_end(&watcher.progress);
    if (!good && result.refused)
        return command_error(arguments, &error);
    if (!good && !atomic_load(&interrupt_raised))
        return command_fail(arguments, "%s", error.text);
    tell(arguments, plan.folder, &result);
    if (!good)
        fprintf(stderr, "%s\n", error.text);
    return STATUS_DONE;
}
