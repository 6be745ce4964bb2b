/* The loop of an evolution: compete, measure if it is due, breed, save.

   Invariant: a checkpoint always lies between two generations, so a run that is resumed plays
   the interrupted generation again from its beginning and arrives where it would have been. A
   lock file keeps two processes out of one folder. On a cluster rank 0 alone writes. */
#define _DEFAULT_SOURCE
#include "lab/evolve/run.h"

#include "base/clock.h"
#include "lab/cluster.h"
#include "lab/evolve/checkpoint.h"
#include "lab/evolve/ranks.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH_ROOM = 600 };

bool evolve_run_is(const char *folder)
{
    return evolve_checkpoint_newest(folder, INT_MAX) >= 0;
}

/* Two processes in one folder would undo each other's work. */
static bool lock_folder(struct evolve_run *run, struct error *error)
{
    char path[PATH_ROOM];
    run->lock = -1;
    if (strlen(run->folder) > PATH_ROOM - 64)
        return error_set(error, "the folder's path is too long");
    snprintf(path, sizeof path, "%s/lock", run->folder);
    run->lock = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0666);
    if (run->lock < 0)
        return error_machine(error, "%s: cannot be written: %s", path, strerror(errno));
    if (flock(run->lock, LOCK_EX | LOCK_NB) != 0)
        return error_set(error, "%s: another process works in this folder", run->folder);
    return true;
}

bool evolve_run_begin(struct evolve_run *run, struct error *error)
{
    if (!cluster_leads())
        return evolve_ranks_join(run, error);
    mkdir(run->folder, 0777); /* a folder that could not be created shows when it is written to */
    if (!lock_folder(run, error))
        return false;
    if (evolve_run_is(run->folder))
        return error_set(error, "%s already holds an evolution: continue it with --resume %s",
                         run->folder, run->folder);
    run->rows = calloc((size_t)run->plan.generations + 2, sizeof *run->rows);
    if (!run->rows)
        return error_machine(error, "out of memory");
    run->best.elo = run->best.elo_error = NAN;
    if (!evolve_open(&run->population, &run->plan, error))
        return false;
    evolve_begin(&run->population, &run->plan);
    return evolve_checkpoint_save(run, error) && evolve_ranks_join(run, error);
}

bool evolve_run_resume(struct evolve_run *run, struct error *error)
{
    run->lock = -1;
    if (!cluster_leads())
        return evolve_ranks_join(run, error);
    if (!evolve_run_is(run->folder))
        return error_set(error, "%s: there is no evolution to continue here", run->folder);
    return lock_folder(run, error) && evolve_checkpoint_load(run, error) &&
           evolve_ranks_join(run, error);
}

/* A run that was complete has played its last generation but not made the next one from it. */
bool evolve_run_extend(struct evolve_run *run, int generations, struct error *error)
{
    size_t room = (size_t)generations + 2;
    struct evolve_row *rows = realloc(run->rows, room * sizeof *rows);
    if (!rows)
        return error_machine(error, "out of memory");
    run->rows = rows;
    run->plan.generations = generations;
    if (!run->complete || run->population.generation >= generations)
        return true;
    run->complete = false;
    return evolve_breed(&run->population, &run->plan, error);
}

void evolve_run_close(struct evolve_run *run)
{
    if (run->lock >= 0)
        close(run->lock);
    run->lock = -1;
    evolve_close(&run->population);
    free(run->rows);
    run->rows = NULL;
}

/* -------- measuring -------- */

static const float *first_weights(const struct evolve_run *run)
{
    return run->population.weights +
           (size_t)run->population.ranks[0] *
               (size_t)evolve_weights(run->plan.problem, &run->plan.variant);
}

static bool test_random(struct evolve_run *run, struct evolve_row *row, struct error *error)
{
    const struct evolve_plan *plan = &run->plan;
    int32_t *points = calloc((size_t)plan->test_best, sizeof *points);
    if (!points)
        return error_machine(error, "out of memory");
    bool good = evolve_test(&run->population, plan, run->threads, run->stop, points, error);
    double sum = 0, best = 0;
    for (int i = 0; i < plan->test_best; i++) {
        sum += points[i];
        best = points[i] > best ? points[i] : best;
    }
    /* 10 points for a win: of 10,000 when 1,000 games are played. */
    row->random_mean = sum / plan->test_best * 1000 / plan->test_games;
    row->random_best = best * 1000 / plan->test_games;
    row->random_first = (double)points[0] * 1000 / plan->test_games;
    free(points);
    return good;
}

static bool measure(struct evolve_run *run, struct evolve_row *row, struct error *error)
{
    const struct evolve_plan *plan = &run->plan;
    if (!run->ladder_known &&
        !evolve_measure_ladder(plan, run->threads, run->stop, run->ladder, error))
        return false;
    run->ladder_known = true;
    return evolve_measure(plan, first_weights(run), row->generation, run->ladder, run->threads,
                          run->stop, &row->ladder, error);
}

/* The first of the present generation, with what is known of it. */
static void describe_first(const struct evolve_run *run, const struct evolve_row *row,
                           struct evolve_vector *vector)
{
    time_t now = time(NULL);
    struct tm today;
    memset(vector, 0, sizeof *vector);
    vector->problem = run->plan.problem;
    vector->variant = run->plan.variant;
    vector->count = evolve_weights(vector->problem, &vector->variant);
    vector->depth = evolve_plies(&run->plan);
    vector->seed = run->plan.seed;
    vector->generation = run->population.generation;
    vector->elo = row ? row->ladder.elo : NAN;
    vector->elo_error = row ? row->ladder.error : NAN;
    vector->versus_random = row && isfinite(row->random_first) ? (int)row->random_first : -1;
    snprintf(vector->command, sizeof vector->command, "%s", run->command);
    if (localtime_r(&now, &today))
        strftime(vector->made, sizeof vector->made, "%Y-%m-%d", &today);
    memcpy(vector->weights, first_weights(run), (size_t)vector->count * sizeof(float));
}

static bool write_vector(const struct evolve_run *run, const char *name,
                         const struct evolve_vector *vector, struct error *error)
{
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", run->folder, name);
    return !cluster_leads() || evolve_vector_write(path, vector, error);
}

static void generations_path(const char *folder, char path[PATH_ROOM])
{
    snprintf(path, PATH_ROOM, "%.500s/generations", folder);
}

bool evolve_run_keep_generations(const char *folder, struct error *error)
{
    char path[PATH_ROOM];
    generations_path(folder, path);
    mkdir(folder, 0777);
    return mkdir(path, 0777) == 0 || errno == EEXIST ||
           error_machine(error, "%s: cannot be made: %s", path, strerror(errno));
}

void evolve_run_generation_path(const char *folder, int generation, char *path, size_t room)
{
    snprintf(path, room, "%s/generations/%06d.vector", folder, generation);
}

/* Where there is a folder for them. */
static bool keep_first(const struct evolve_run *run, const struct evolve_row *row,
                       struct error *error)
{
    char path[PATH_ROOM];
    struct evolve_vector first;
    generations_path(run->folder, path);
    if (!cluster_leads() || access(path, F_OK) != 0)
        return true;
    describe_first(run, row, &first);
    evolve_run_generation_path(run->folder, first.generation, path, sizeof path);
    return evolve_vector_write(path, &first, error);
}

/* The strongest so far by the ladder; without a ladder the newest. */
static bool keep_best(struct evolve_run *run, const struct evolve_row *row, struct error *error)
{
    bool measured = isfinite(row->ladder.elo);
    if (run->best.problem && measured && row->ladder.elo <= run->best.elo)
        return true;
    if (run->best.problem && !measured && isfinite(run->best.elo))
        return true;
    describe_first(run, row, &run->best);
    return write_vector(run, "best.vector", &run->best, error);
}

static bool due(const struct evolve_run *run, int every)
{
    int generation = run->population.generation;
    return generation % every == 0 || generation == run->plan.generations;
}

/* Leaves the row in *made, NULL when nothing was due. */
static bool make_row(struct evolve_run *run, struct evolve_row **made, struct error *error)
{
    const struct evolve_plan *plan = &run->plan;
    bool tests = plan->problem->versus_random && due(run, plan->test_every);
    bool climbs = plan->problem->player && evolve_rungs(plan->problem) && plan->ladder_games &&
                  due(run, plan->ladder_every);
    struct evolve_row *row = &run->rows[run->row_count];
    *made = NULL;
    if (!tests && !climbs)
        return true;
    *row = (struct evolve_row){.generation = run->population.generation,
                               .points = run->population.points[run->population.ranks[0]],
                               .random_mean = NAN,
                               .random_best = NAN,
                               .random_first = NAN,
                               .ladder = {.elo = NAN, .error = NAN, .stray = NAN}};
    if ((tests && !test_random(run, row, error)) || (climbs && !measure(run, row, error)))
        return false;
    *made = row;
    run->row_count++;
    return keep_best(run, row, error);
}

/* -------- the loop -------- */

static bool play_generation(struct evolve_run *run, struct error *error)
{
    uint64_t started = clock_microseconds();
    struct evolve_row *row;
    error_set(error, "%s", "");
    if (!evolve_ranks_agree(run) ||
        !evolve_compete(&run->population, &run->plan, run->threads, run->stop, error) ||
        !make_row(run, &row, error))
        return false;
    double seconds = (double)(clock_microseconds() - started) / 1e6;
    run->seconds += seconds;
    if (row)
        row->seconds = run->seconds;
    if (!keep_first(run, row, error))
        return false;
    if (run->finished && cluster_leads() && !run->finished(run->listener, run, row, seconds, error))
        return false;
    run->complete = run->population.generation >= run->plan.generations;
    if (run->complete) {
        struct evolve_vector last;
        describe_first(run, row, &last);
        if (!write_vector(run, "last.vector", &last, error))
            return false;
    } else if (!evolve_breed(&run->population, &run->plan, error)) {
        return false;
    }
    return !cluster_leads() || evolve_checkpoint_save(run, error);
}

bool evolve_run_go(struct evolve_run *run, struct error *error)
{
    while (!run->complete)
        if (!play_generation(run, error))
            return false;
    return true;
}
