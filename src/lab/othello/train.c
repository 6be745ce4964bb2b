/* The training of the pattern evaluation, generation by generation, with every step kept in a
   file of the folder. A step whose file is there is not done again; that is all there is to
   resuming. Samples accumulate: generation n is fitted to the games of all generations before
   it. */
#define _DEFAULT_SOURCE
#include "lab/othello/train.h"

#include "base/clock.h"
#include "lab/curve.h"
#include "lab/othello/spread.h"
#include "lab/othello/weights.h"
#include "lab/replace.h"
#include "minds/othello/model.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = 1024, ABOUT_ROOM = 4096, MODEL_ROOM = 1 << 24, FILES_MAX = 512 };

struct training {
    const struct othello_training *plan;
    const char *doing; /* for the progress */
    struct othello_samples samples;
    struct othello_weights *weights, *base; /* base: to begin from; NULL for none */
    FILE *curve;
    int generation;
    size_t games;
};

static void progress(void *listener, size_t done, size_t count)
{
    struct training *training = listener;
    const struct othello_training *plan = training->plan;
    if (plan->progress)
        plan->progress(plan->listener, training->doing, done, count);
}

static struct pool pool_of(struct training *training, const char *doing)
{
    training->doing = doing;
    return (struct pool){.threads = training->plan->threads,
                         .stop = training->plan->stop,
                         .progress = progress,
                         .listener = training};
}

static bool path_of(const struct training *training, const char *name, int number, char *path,
                    struct error *error)
{
    char whole[64];
    snprintf(whole, sizeof whole, name, number);
    int length = snprintf(path, PATH_ROOM, "%s/%s", training->plan->folder, whole);
    return length < PATH_ROOM || error_set(error, "the folder's name is too long");
}

static bool stopped(const struct training *training, struct error *error)
{
    if (!training->plan->stop || !atomic_load(training->plan->stop))
        return false;
    error_set(error, "stopped; what is in %s stays, the same command continues from there",
              training->plan->folder);
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The archive's files in order of their names. */
static int archive_files(const char *folder, char **names, struct error *error)
{
    DIR *directory = opendir(folder);
    int count = 0;
    if (!directory)
        return error_set(error, "%s: %s", folder, strerror(errno));
    for (struct dirent *entry; (entry = readdir(directory)) != NULL && count < FILES_MAX;) {
        size_t length = strlen(entry->d_name);
        if (length <= 4 || strcmp(entry->d_name + length - 4, ".wtb") != 0)
            continue;
        names[count] = strdup(entry->d_name);
        if (!names[count]) {
            closedir(directory);
            while (count)
                free(names[--count]);
            return error_machine(error, "out of memory");
        }
        count++;
    }
    closedir(directory);
    qsort(names, (size_t)count, sizeof *names, by_name);
    if (count == 0)
        error_set(error, "%s: there are no .wtb files", folder);
    return count;
}

static bool archive_read(struct training *training, struct othello_samples *samples,
                         struct error *error)
{
    char *names[FILES_MAX], path[PATH_ROOM];
    int count = archive_files(training->plan->archive, names, error);
    bool good = count > 0;
    for (int i = 0; i < count; i++) {
        struct pool pool = pool_of(training, names[i]);
        snprintf(path, sizeof path, "%s/%s", training->plan->archive, names[i]);
        good =
            good &&
            othello_samples_archive(samples, path, training->plan->archive_solve, &pool, error) &&
            !stopped(training, error);
        free(names[i]);
    }
    return good;
}

/* Takes the samples from the file where it is there; else makes them and the file. */
static bool samples_provide(struct training *training, const char *name, int number,
                            bool (*make)(struct training *, struct othello_samples *,
                                         struct error *),
                            struct error *error)
{
    char path[PATH_ROOM];
    if (!path_of(training, name, number, path, error))
        return false;
    if (access(path, R_OK) == 0)
        return othello_samples_load(&training->samples, path, error);
    struct othello_samples fresh = {0};
    bool good = make(training, &fresh, error) && othello_samples_save(&fresh, path, error);
    othello_samples_free(&fresh);
    return good && othello_samples_load(&training->samples, path, error);
}

static bool play(struct training *training, struct othello_samples *samples, struct error *error)
{
    const struct othello_training *plan = training->plan;
    struct pool pool = pool_of(training, "games");
    struct othello_selfplay own = {
        .games = plan->games,
        .seed = plan->seed + (uint64_t)training->generation,
        .depth = plan->depth,
        .solve = plan->solve,
        .least = 6,
        .most = 30,
    };
    return othello_samples_play(samples, &own, &pool, error) && !stopped(training, error);
}

/* Rows of a table that are collected until their generation is done. */
struct rows {
    FILE *file;
    char *text;
    size_t length;
};

static bool rows_begin(struct rows *rows, struct error *error)
{
    *rows = (struct rows){0};
    rows->file = open_memstream(&rows->text, &rows->length);
    return rows->file || error_machine(error, "out of memory");
}

/* Puts them into the folder's file of this name when `good`. */
static bool rows_end(struct rows *rows, bool good, const struct training *training,
                     const char *name, const char *heading, struct error *error)
{
    char path[PATH_ROOM];
    bool whole = fclose(rows->file) == 0;
    if (good && !whole)
        good = error_machine(error, "out of memory");
    good = good && path_of(training, name, 0, path, error) &&
           curve_put(path, heading, training->generation, rows->text, error);
    free(rows->text);
    return good;
}

static void curve(void *listener, int stage, int round, double learned, double held_out)
{
    struct training *training = listener;
    flockfile(training->curve);
    fprintf(training->curve, "%d,%d,%d,%.4f,%.4f\n", training->generation, stage, round, learned,
            held_out);
    funlockfile(training->curve);
}

static bool fit(struct training *training, struct error *error)
{
    struct rows rows;
    if (!rows_begin(&rows, error))
        return false;
    training->curve = rows.file;
    struct othello_fit own = {
        .rounds = training->plan->rounds,
        .penalty = training->plan->penalty,
        .base = training->base,
        .overlap = 3,
        .report = curve,
        .listener = training,
    };
    struct pool pool = pool_of(training, "stages");
    bool good = othello_fit(&own, &training->samples, training->weights, &pool, error) &&
                !stopped(training, error);
    return rows_end(&rows, good, training, "curve.csv", "generation,stage,round,learned,held_out\n",
                    error);
}

static bool errors_write(struct training *training, struct othello_generation *generation,
                         struct error *error)
{
    struct othello_fit_error errors[61];
    struct rows rows;
    if (!rows_begin(&rows, error))
        return false;
    othello_fit_measure(&training->samples, training->weights, errors);
    for (int i = 1; i <= 60; i++) {
        generation->error[i] = errors[i].mean_absolute;
        fprintf(rows.file, "%d,%d,%zu,%zu,%.4f,%.4f,%.4f\n", training->generation, i,
                errors[i].count, errors[i].exact_count, errors[i].mean_absolute,
                errors[i].root_mean_square, errors[i].bias);
    }
    return rows_end(&rows, true, training, "errors.csv",
                    "generation,empties,held_out,exact,mean_absolute,root_mean_square,bias\n",
                    error);
}

static void about(const struct training *training, char *text, size_t room)
{
    const struct othello_training *plan = training->plan;
    snprintf(text, room,
             "command: %s\n"
             "seed: %llu\n"
             "generation: %d\n"
             "data: %zu samples%s%s, %zu games of self-play at depth %d, exact from %d empties\n"
             "fit: %d rounds, penalty %g, blend %g\n",
             plan->command, (unsigned long long)plan->seed, training->generation,
             training->samples.count, plan->archive ? " with the WTHOR archive" : "",
             plan->labels ? " from labels" : "", training->games, plan->depth, plan->solve,
             plan->rounds, plan->penalty, plan->labels ? plan->blend : 1);
}

static bool model_save(struct training *training, const char *path, size_t *length,
                       struct error *error)
{
    char head[ABOUT_ROOM];
    char *bytes = malloc(MODEL_ROOM);
    if (!bytes)
        return error_machine(error, "out of memory");
    about(training, head, sizeof head);
    *length = othello_model_write(training->weights, head, bytes, MODEL_ROOM);
    bool good = *length > 0 ? replace_whole(path, bytes, *length, error)
                            : error_set(error, "%s: the model is too large", path);
    free(bytes);
    return good;
}

static bool spread(struct training *training, double *bias, struct error *error)
{
    struct othello_spread_measure measure = {.positions = training->plan->spread,
                                             .seed = training->plan->seed,
                                             .depth = OTHELLO_TRAINING_DEPTH,
                                             .solve = OTHELLO_SPREAD_SOLVED};
    struct pool pool = pool_of(training, "positions");
    othello_model_use(training->weights);
    return othello_spread_measure(&measure, &training->samples, &training->weights->spread, bias,
                                  &pool, error) &&
           !stopped(training, error);
}

static bool generation_make(struct training *training, const char *path, struct error *error)
{
    struct othello_generation generation = {.number = training->generation, .model = path};
    uint64_t started = clock_microseconds();
    if (!fit(training, error) || !errors_write(training, &generation, error) ||
        !spread(training, generation.bias, error) ||
        !model_save(training, path, &generation.bytes, error))
        return false;
    generation.seconds = (double)(clock_microseconds() - started) / 1e6;
    generation.samples = training->samples.count;
    generation.games = training->games;
    if (training->plan->generation)
        training->plan->generation(training->plan->listener, &generation);
    return true;
}

/* A generation that is there. */
static bool weights_take(struct training *training, const char *path, struct error *error)
{
    struct othello_weights *weights = othello_weights_open(path, NULL, error);
    if (!weights)
        return false;
    othello_model_use(weights);
    free(training->weights);
    training->weights = weights;
    return true;
}

static bool train(struct training *training, struct error *error)
{
    const struct othello_training *plan = training->plan;
    if (plan->archive && !samples_provide(training, "archive.samples", 0, archive_read, error))
        return false;
    if (plan->labels &&
        !othello_samples_labels(&training->samples, plan->labels, plan->blend, error))
        return false;
    for (int i = 0; i < plan->generations; i++) {
        char path[PATH_ROOM];
        training->generation = i;
        if (i > 0 || !(plan->archive || plan->labels)) {
            if (!samples_provide(training, "play-%d.samples", i, play, error))
                return false;
            const struct othello_samples *samples = &training->samples;
            training->games += samples->count ? samples->list[samples->count - 1].game + 1 : 0;
        }
        if (!path_of(training, "generation-%d.model", i, path, error))
            return false;
        bool there = access(path, R_OK) == 0;
        if (!(there ? weights_take(training, path, error) : generation_make(training, path, error)))
            return false;
        othello_model_use(training->weights);
    }
    return true;
}

bool othello_train(const struct othello_training *plan, struct error *error)
{
    struct training training = {.plan = plan};
    if (mkdir(plan->folder, 0777) != 0 && errno != EEXIST)
        return error_set(error, "%s: %s", plan->folder, strerror(errno));
    training.weights = othello_weights_room(error);
    training.base = plan->begin ? othello_weights_open(plan->begin, NULL, error) : NULL;
    if (!training.weights || (plan->begin && !training.base)) {
        free(training.weights);
        free(training.base);
        return false;
    }
    const struct othello_weights *before = othello_model_in_use();
    othello_model_use(NULL);
    bool good = train(&training, error);
    othello_model_use(before);
    othello_samples_free(&training.samples);
    free(training.weights);
    free(training.base);
    return good;
}
