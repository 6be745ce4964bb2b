/* "potez train mill": generations of self-play and fitting in a folder (lab/mill/train.h); what
   is there already is not made again. */
#include "lab/mill/train.h"
#include "base/clock.h"
#include "lab/learned.h"
#include "lab/mill/shelf.h"
#include "lab/replace.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/mill/parts.h"
#include "ports/cli/progress.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_ROOM = 512, GENERATIONS_MOST = 1000 };

struct mill_course {
    const struct arguments *arguments;
    struct mill_training training;
    const char *folder;
    int generations;
    struct mill_samples samples;
    struct mill_patterns_packed packed;
    struct mill_patterns patterns;
    struct progress progress;
};

static void show(void *listener, int played)
{
    struct mill_course *course = listener;
    progress_show(&course->progress, (uint64_t)played, "");
}

static void path_of(const struct mill_course *course, const char *what, int generation, char *path)
{
    snprintf(path, PATH_ROOM, "%s/%s-%d.bin", course->folder, what, generation);
}

static bool exists(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0;
}

static bool write_patterns(const struct mill_course *course, const char *path, struct error *error)
{
    uint8_t bytes[MILL_PATTERNS_BYTES];
    mill_patterns_write(&course->packed, bytes);
    return replace_whole(path, bytes, sizeof bytes, error);
}

static bool read_patterns(struct mill_course *course, const char *path, struct error *error)
{
    uint8_t bytes[MILL_PATTERNS_BYTES + 1];
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file)
        fclose(file);
    return mill_patterns_read(bytes, length, &course->packed, error);
}

static bool play(struct mill_course *course, int generation, const char *path, struct error *error)
{
    size_t before = course->samples.count;
    progress_begin(&course->progress, "games", (uint64_t)course->training.games,
                   course->arguments->quiet);
    bool good = mill_train_play(&course->training, generation, &course->samples, error);
    progress_end(&course->progress);
    return good && mill_samples_write(path, &course->samples, before, error);
}

static bool generation_run(struct mill_course *course, int generation, struct error *error)
{
    struct fitted fit;
    char path[PATH_ROOM];
    uint64_t started = clock_microseconds();
    path_of(course, "samples", generation, path);
    /* samples without patterns: it was stopped while fitting */
    bool good = exists(path) ? mill_samples_read(path, &course->samples, error)
                             : play(course, generation, path, error);
    progress_begin_uncounted(&course->progress, "fitting", course->arguments->quiet);
    good =
        good && mill_train_fit(&course->training, &course->samples, &course->packed, &fit, error);
    progress_end(&course->progress);
    if (!good)
        return false;
    if (course->training.stop && atomic_load(course->training.stop))
        return error_set(error, "stopped");
    path_of(course, "patterns", generation, path);
    if (!write_patterns(course, path, error))
        return false;
    train_tell(course->arguments, generation, course->training.games, &fit,
               (double)(clock_microseconds() - started) / 1e6, path);
    return true;
}

/* Takes up a folder's samples and last patterns; gives the number of its generations. */
static int take_up(struct mill_course *course, struct error *error)
{
    char path[PATH_ROOM];
    int last = 0;
    for (; last < GENERATIONS_MOST; last++) {
        path_of(course, "patterns", last + 1, path);
        if (!exists(path))
            break;
        path_of(course, "samples", last + 1, path);
        if (!mill_samples_read(path, &course->samples, error))
            return -1;
    }
    path_of(course, "patterns", last, path);
    return last && !read_patterns(course, path, error) ? -1 : last;
}

static enum status course_run(struct mill_course *course, bool resume)
{
    const struct arguments *arguments = course->arguments;
    struct error error = {.text = ""};
    mkdir(course->folder, 0777); /* what cannot be made shows when it is written to */
    int last = take_up(course, &error);
    if (last < 0)
        return command_error(arguments, &error);
    if (last && !resume)
        return command_refuse(arguments,
                              "%s already holds a training run: continue it with --resume %s",
                              course->folder, course->folder);
    interrupt_watch();
    if (!learned_prepare(mind_of(&game_mill), &error)) /* not in the middle of it */
        return command_error(arguments, &error);
    const struct mill_patterns *before = mill_patterns_used();
    for (int generation = last + 1; generation <= course->generations; generation++) {
        /* the first generation counts: what is learned shall not depend on what was */
        if (generation > 1)
            mill_patterns_unpack(&course->packed, &course->patterns);
        mill_patterns_use(generation > 1 ? &course->patterns : NULL);
        bool good = generation_run(course, generation, &error);
        mill_patterns_use(before);
        if (!good && !atomic_load(&interrupt_raised))
            return command_fail(arguments, "%s", error.text);
        if (!good) {
            fprintf(stderr, "stopped in generation %d; the same with --resume %s continues\n",
                    generation, course->folder);
            return STATUS_DONE;
        }
    }
    return STATUS_DONE;
}

static enum status run(const struct arguments *arguments)
{
    struct error error = {.text = ""};
    struct game_setup setup;
    const char *resume = arguments_value(arguments, "resume");
    const char *folder = resume ? resume : arguments_value(arguments, "out");
    const char *directory = arguments_value(arguments, "database");
    if (!folder || strlen(folder) > PATH_ROOM - 64)
        return command_refuse(arguments, "say with --out where samples and patterns are to go");
    if (!directory)
        return command_refuse(arguments, "say with --database where the databases are");
    struct mill_course *course = command_memory(sizeof *course);
    *course = (struct mill_course){.arguments = arguments, .folder = folder};
    mill_training_default(&course->training);
    int64_t generations = 12, plays = course->training.games;
    int64_t nodes = (int64_t)course->training.nodes, rounds = course->training.epochs;
    game_setup_default(&game_mill, &setup);
    struct mill_shelf *shelf = NULL;
    bool good =
        arguments_number(arguments, "generations", 1, GENERATIONS_MOST, &generations, &error) &&
        arguments_number(arguments, "games", 1, 1000000, &plays, &error) &&
        arguments_number(arguments, "play-nodes", 1, 1000000000, &nodes, &error) &&
        arguments_number(arguments, "rounds", 1, 1000, &rounds, &error) &&
        (shelf = mill_shelf_open(directory, mill_rules_of(&setup), &error)) != NULL;
    enum status status = STATUS_DONE;
    if (good) {
        course->generations = (int)generations;
        course->training.games = (int)plays;
        course->training.nodes = (uint64_t)nodes;
        course->training.epochs = (int)rounds;
        course->training.threads = arguments->threads;
        course->training.seed = arguments->seed;
        course->training.stop = &interrupt_raised;
        course->training.played = show;
        course->training.listener = course;
        course->training.database = mill_shelf_database(shelf);
        status = course_run(course, resume != NULL);
        mill_shelf_close(shelf);
    } else {
        status = command_error(arguments, &error);
    }
    mill_samples_free(&course->samples);
    free(course);
    return status;
}

static bool holds(const char *folder)
{
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%.400s/patterns-1.bin", folder);
    return exists(path);
}

const struct trainer trainer_mill_patterns = {
    .game = "mill",
    .model = "patterns",
    .summary = "the patterns of the evaluation, from self-play and --database",
    .run = run,
    .holds = holds,
};
