/* "potez train byte": generations of self-play and fitting in a folder (lab/byte/train.h), taken
   up after the last whole one. */
#include "lab/byte/train.h"
#include "base/clock.h"
#include "lab/curve.h"
#include "ports/cli/game.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/progress.h"
#include "ports/cli/train.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_ROOM = 512, COMMAND_ROOM = 600 };

struct byte_course {
    const struct arguments *arguments;
    struct byte_training training;
    const char *folder, *begin;
    int generations;
    int first; /* number of the first generation of this call */
    char command[COMMAND_ROOM];
    int64_t weights[BYTE_FEATURES];
    struct byte_samples samples;
    struct progress progress;
};

static void show(void *listener, int played)
{
    struct byte_course *course = listener;
    progress_show(&course->progress, (uint64_t)played, "");
}

static void path_of(const struct byte_course *course, int generation, char *path)
{
    snprintf(path, PATH_ROOM, "%s/weights%d-%d.c", course->folder, course->training.size,
             generation);
}

/* The call as a person would type it, on one line. */
static void command_text(const struct arguments *arguments, char *text, size_t room)
{
    size_t length = (size_t)snprintf(text, room, "potez train %s", arguments->word[0]);
    for (int i = 0; i < arguments->given_count && length < room; i++) {
        const struct arguments_given *given = &arguments->given[i];
        length += (size_t)snprintf(text + length, room - length, " --%s%s%s", given->option->name,
                                   given->value ? " " : "", given->value ? given->value : "");
    }
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == '*')
            *c = ' ';
}

/* A row of the folder's curve.csv, before the weights: with them the generation is done. */
static bool write_row(const struct byte_course *course, int generation, const struct fitted *fit,
                      double seconds, struct error *error)
{
    const struct byte_training *training = &course->training;
    char path[PATH_ROOM], row[400];
    snprintf(path, sizeof path, "%s/curve.csv", course->folder);
    snprintf(row, sizeof row, "%d,%d,%zu,%.5f,%.5f,%.4f,%.1f\n", generation, training->games,
             fit->positions, fit->loss, fit->held_loss, fit->held_right, seconds);
    return curve_put(path,
                     "generation,games,positions,loss,held_back_loss,held_back_right,seconds\n",
                     generation, row, error);
}

static bool generation_run(struct byte_course *course, int generation, struct error *error)
{
    const struct byte_training *training = &course->training;
    struct fitted fit = {0};
    char path[PATH_ROOM];
    uint64_t started = clock_microseconds();
    progress_begin(&course->progress, "games", (uint64_t)training->games, course->arguments->quiet);
    bool good = byte_train_play(training, generation, course->weights, &course->samples, show,
                                course, error);
    progress_end(&course->progress);
    path_of(course, generation, path);
    progress_begin_uncounted(&course->progress, "fitting", course->arguments->quiet);
    good = good && byte_train_fit(training, &course->samples, course->weights, &fit, error);
    progress_end(&course->progress);
    if (!good)
        return false;
    double seconds = (double)(clock_microseconds() - started) / 1e6;
    if (!write_row(course, generation, &fit, seconds, error) ||
        !byte_weights_write(path, training->size, course->weights, course->command, error))
        return false;
    train_tell(course->arguments, generation, training->games, &fit, seconds, path);
    if (generation == 1 && !course->begin)
        byte_samples_free(&course->samples);
    return true;
}

/* Where a folder's last generation ended; 0 for a fresh one. */
static int generation_last(const struct byte_course *course)
{
    struct stat status;
    char path[PATH_ROOM];
    int last = 0;
    for (;; last++) {
        path_of(course, last + 1, path);
        if (stat(path, &status) != 0)
            return last;
    }
}

static bool begin(struct byte_course *course, bool resume, struct error *error)
{
    char path[PATH_ROOM];
    int last = generation_last(course);
    if (last > 0 && !resume)
        return error_set(error, "%s already holds a training run: continue it with --resume %s",
                         course->folder, course->folder);
    course->first = last + 1;
    if (last > 0) {
        path_of(course, last, path);
        course->begin = path;
        bool good = byte_weights_read(path, course->weights, error);
        course->begin = course->folder;
        return good;
    }
    if (course->begin)
        return byte_weights_read(course->begin, course->weights, error);
    byte_train_first(course->weights);
    return true;
}

static enum status course_run(struct byte_course *course, bool resume)
{
    const struct arguments *arguments = course->arguments;
    struct error error = {.text = ""};
    mkdir(course->folder, 0777); /* what cannot be made shows when it is written to */
    if (!begin(course, resume, &error))
        return command_error(arguments, &error);
    interrupt_watch();
    int last = resume ? course->generations : course->first - 1 + course->generations;
    for (int generation = course->first; generation <= last; generation++)
        if (!generation_run(course, generation, &error)) {
            if (!atomic_load(&interrupt_raised))
                return command_fail(arguments, "%s", error.text);
            fprintf(stderr, "stopped in generation %d; potez train byte --resume %s continues\n",
                    generation, course->folder);
            return STATUS_DONE;
        }
    return STATUS_DONE;
}

/* The only option of the game that the weights depend on. */
static bool size_read(const struct arguments *arguments, int *size, struct error *error)
{
    int at = 0;
    *size = 8;
    for (const char *value; (value = arguments_next(arguments, "set", &at)) != NULL;) {
        if (strcmp(value, "size=8") == 0 || strcmp(value, "size=10") == 0 ||
            strcmp(value, "size=16") == 0)
            *size = atoi(value + 5);
        else
            return error_set(error, "--set: expected size=8, size=10 or size=16, found \"%.*s\"",
                             text_printable(value, strlen(value), 24), value);
    }
    return true;
}

static enum status run(const struct arguments *arguments)
{
    int size;
    struct error error;
    const char *resume = arguments_value(arguments, "resume");
    const char *folder = resume ? resume : arguments_value(arguments, "out");
    if (!size_read(arguments, &size, &error))
        return command_error(arguments, &error);
    if (!folder)
        return command_refuse(arguments, "say with --out where the weights are to go");
    if (strlen(folder) > PATH_ROOM - 64)
        return command_refuse(arguments, "--out: the path is too long");
    struct byte_course *course = command_memory(sizeof *course);
    course->arguments = arguments;
    course->folder = folder;
    course->begin = arguments_value(arguments, "begin");
    byte_training_default(&course->training, size);
    int64_t generations = 3, plays = course->training.games;
    int64_t nodes = (int64_t)course->training.nodes, rounds = course->training.epochs;
    if (!arguments_number(arguments, "generations", 1, 1000, &generations, &error) ||
        !arguments_number(arguments, "games", 10, 100000000, &plays, &error) ||
        !arguments_number(arguments, "play-nodes", 10, 1000000000, &nodes, &error) ||
        !arguments_number(arguments, "rounds", 1, 1000, &rounds, &error)) {
        free(course);
        return command_error(arguments, &error);
    }
    course->generations = (int)generations;
    course->training.games = (int)plays;
    course->training.nodes = (uint64_t)nodes;
    course->training.epochs = (int)rounds;
    course->training.threads = arguments->threads;
    course->training.seed = arguments->seed;
    course->training.stop = &interrupt_raised;
    command_text(arguments, course->command, sizeof course->command);
    enum status status = course_run(course, resume != NULL);
    byte_samples_free(&course->samples);
    free(course);
    return status;
}

static const struct setting settings[] = {
    {"generations", SETTING_WHOLE, 1, 1000, NULL},
    {"games", SETTING_WHOLE, 10, 1000000, NULL},
    {"play-nodes", SETTING_WHOLE, 10, 1000000000, NULL},
    {"rounds", SETTING_WHOLE, 1, 1000, NULL},
    {0},
};

static const struct trainer trainer_byte_features = {
    .game = "byte",
    .model = "features",
    .summary = "the weights of the evaluation, from self-play; --set size=8, 10 or 16",
    .run = run,
    .settings = settings,
};

static const struct trainer *const trainers[] = {&trainer_byte_features, NULL};

extern const struct cli_game cli_byte;
const struct cli_game cli_byte = {.name = "byte", .trainers = trainers};
