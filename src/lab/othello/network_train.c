/* The steps of a network's training, one after the other. */
#define _DEFAULT_SOURCE
#include "lab/othello/network_train.h"

#include "base/clock.h"
#include "lab/othello/spread.h"
#include "lab/othello/weights.h"
#include "lab/replace.h"
#include "minds/othello/model.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ABOUT_ROOM = 4096, MODEL_ROOM = 1 << 24 };

struct network_run {
    const struct othello_network_training *plan;
    struct othello_network_result *result;
    const char *doing; /* for the progress */
    struct othello_samples samples;
    struct othello_weights *weights;
    struct othello_network *network;
    FILE *curve;
    char *curve_text;
    size_t curve_length;
};

static void progress(void *listener, size_t done, size_t count)
{
    const struct network_run *run = listener;
    if (run->plan->progress)
        run->plan->progress(run->plan->listener, run->doing, done, count);
}

static struct pool pool_of(struct network_run *run, const char *doing)
{
    run->doing = doing;
    return (struct pool){.threads = run->plan->threads,
                         .stop = run->plan->stop,
                         .progress = progress,
                         .listener = run};
}

static bool stopped(const struct network_run *run, struct error *error)
{
    return run->plan->stop && atomic_load(run->plan->stop) &&
           !error_set(error, "stopped; nothing is kept, the same command begins anew");
}

static bool path_of(const struct network_run *run, const char *name,
                    char path[OTHELLO_NETWORK_PATH], struct error *error)
{
    int length = snprintf(path, OTHELLO_NETWORK_PATH, "%s/%s", run->plan->folder, name);
    return length < OTHELLO_NETWORK_PATH || error_set(error, "the folder's name is too long");
}

/* The patterns to begin from, without a network that may be beside them. */
static bool weights_begin(struct network_run *run, struct error *error)
{
    const char *begin = run->plan->begin;
    if (!begin)
        othello_weights_inside();
    const struct othello_weights *inside = othello_model_in_use();
    run->weights = begin ? othello_weights_open(begin, NULL, error) : othello_weights_room(error);
    size_t room = (sizeof *run->network + 63) / 64 * 64;
    run->network = aligned_alloc(64, room);
    if (!run->weights)
        return false;
    if (!run->network || (!begin && !inside))
        return error_machine(error, "out of memory for the network");
    if (!begin)
        *run->weights = *inside;
    run->weights->network = NULL;
    return true;
}

static void pass_report(void *listener, int pass, double learned, double held_out)
{
    struct network_run *run = listener;
    fprintf(run->curve, "%d,%.4f,%.4f\n", pass, learned, held_out);
    if (run->plan->pass)
        run->plan->pass(run->plan->listener, pass, learned, held_out);
}

static bool curve_write(struct network_run *run, bool good, struct error *error)
{
    char path[OTHELLO_NETWORK_PATH];
    bool whole = fclose(run->curve) == 0;
    if (good && !whole)
        good = error_machine(error, "out of memory");
    good = good && path_of(run, "curve.csv", path, error) &&
           replace_whole(path, run->curve_text, run->curve_length, error);
    free(run->curve_text);
    return good;
}

static bool fit(struct network_run *run, struct error *error)
{
    struct othello_network_fit own = run->plan->fit;
    struct pool pool = pool_of(run, "batches");
    own.report = pass_report;
    own.listener = run;
    run->curve = open_memstream(&run->curve_text, &run->curve_length);
    if (!run->curve)
        return error_machine(error, "out of memory");
    fprintf(run->curve, "pass,learned,held_out\n");
    bool good = othello_network_fit(&own, &run->samples, run->weights, run->network, &pool, error);
    good = curve_write(run, good, error);
    run->weights->network = run->network;
    return good && !stopped(run, error);
}

static bool errors_write(const struct network_run *run, struct error *error)
{
    const struct othello_network_error *errors = run->result->by_empties;
    char path[OTHELLO_NETWORK_PATH];
    struct replace replace;
    if (!path_of(run, "errors.csv", path, error) || !replace_begin(&replace, path, error))
        return false;
    fprintf(replace.file, "empties,held_out,patterns,both\n");
    for (int i = 1; i <= 60; i++)
        fprintf(replace.file, "%d,%zu,%.4f,%.4f\n", i, errors[i].count, errors[i].patterns,
                errors[i].both);
    return replace_end(&replace, true, error);
}

/* The margins of a search with the network. */
static bool spread(struct network_run *run, struct error *error)
{
    struct othello_spread_measure measure = {.positions = run->plan->spread,
                                             .seed = run->plan->fit.seed,
                                             .depth = 0,
                                             .solve = OTHELLO_SPREAD_SOLVED};
    struct pool pool = pool_of(run, "positions");
    double bias[1];
    const struct othello_weights *before = othello_model_in_use();
    othello_model_use(run->weights);
    bool good =
        othello_spread_measure(&measure, &run->samples, &run->weights->spread, bias, &pool, error);
    othello_model_use(before);
    return good && !stopped(run, error);
}

static bool model_save(struct network_run *run, struct error *error)
{
    const struct othello_network_training *plan = run->plan;
    const struct othello_network_fit *fit = &plan->fit;
    char head[ABOUT_ROOM], *bytes = malloc(MODEL_ROOM);
    if (!bytes)
        return error_machine(error, "out of memory");
    snprintf(head, sizeof head,
             "command: %s\n"
             "seed: %llu\n"
             "data: %zu samples from labels, blend %g\n"
             "network: %d passes, batches of %d, rate %g, decay %g\n",
             plan->command, (unsigned long long)fit->seed, run->samples.count, plan->blend,
             fit->passes, fit->batch, fit->rate, fit->decay);
    run->result->bytes = othello_model_write(run->weights, head, bytes, MODEL_ROOM);
    bool good = run->result->bytes
                    ? replace_whole(run->result->model, bytes, run->result->bytes, error)
                    : error_set(error, "%s: the model is too large", run->result->model);
    free(bytes);
    return good;
}

static bool train(struct network_run *run, struct error *error)
{
    const struct othello_network_training *plan = run->plan;
    if (!weights_begin(run, error) ||
        !othello_samples_labels(&run->samples, plan->labels, plan->blend, error) ||
        !fit(run, error))
        return false;
    othello_network_measure(&run->samples, run->weights, run->network, run->result->by_empties);
    run->result->samples = run->samples.count;
    return errors_write(run, error) && spread(run, error) && model_save(run, error);
}

bool othello_network_train(const struct othello_network_training *plan,
                           struct othello_network_result *result, struct error *error)
{
    struct network_run run = {.plan = plan, .result = result};
    uint64_t started = clock_microseconds();
    memset(result, 0, sizeof *result);
    if (mkdir(plan->folder, 0777) != 0 && errno != EEXIST)
        return error_set(error, "%s: %s", plan->folder, strerror(errno));
    if (!path_of(&run, "network.model", result->model, error))
        return false;
    result->found = access(result->model, R_OK) == 0;
    if (result->found)
        return true;
    bool good = train(&run, error);
    othello_samples_free(&run.samples);
    free(run.weights);
    free(run.network);
    result->seconds = (double)(clock_microseconds() - started) / 1e6;
    return good;
}
