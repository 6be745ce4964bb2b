/* The training of a network from beginning to end, by temporal differences (ntuple.c) or by
   CMA-ES over the same weights (lab/evolve/cma.h). A generation is a slice of the games, then a
   measurement, then a checkpoint. The learning rate falls geometrically over the whole training,
   so the number of generations only decides how often one looks.

   CMA-ES plays every candidate of a generation with the same seed: the same luck for all makes
   the comparison, which is all it uses, less noisy. */
#include "lab/othello/ntuple_train.h"

#include "base/clock.h"
#include "lab/othello/ntuple_checkpoint.h"
#include "lab/pool.h"
#include "lab/replace.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_ROOM = 4096 + 2 * OTHELLO_NTUPLE_WEIGHTS, MEASURING_PLIES = 6, FULL_UP_TO = 60 };

struct ntuple_training ntuple_training_usual(enum ntuple_method method)
{
    bool td = method == NTUPLE_TD;
    struct ntuple_training training = {
        .method = (int)method,
        .stages = 1,
        .random = 10,
        .generations = td ? 20 : 500,
        .games = td ? 50000 : 400,
        .batch = 128,
        .rate_first = 1.0,
        .rate_last = 0.1,
        .lambda = 0.5,
        .sigma = 0.1,
        .test_games = 2000,
    };
    strcpy(training.tuples, td ? "edges" : "all-2");
    strcpy(training.opponents, "swh");
    return training;
}

/* -------- opening -------- */

/* Everything that follows from the parameters. */
static bool prepare(struct ntuple_training *training, struct error *error)
{
    struct othello_ntuple_shape *shape = aligned_alloc(64, (sizeof *shape + 63) / 64 * 64);
    training->rules =
        (struct ntuple_rules){.random = training->random, .start_plies = training->start_plies};
    training->rows = calloc((size_t)training->generations, sizeof *training->rows);
    if (!shape || !training->rows) {
        free(shape);
        return error_machine(error, "out of memory for a training");
    }
    shape->stages = training->stages;
    bool good =
        othello_ntuple_tuples_read(training->tuples, strlen(training->tuples), shape, error) &&
        othello_ntuple_prepare(shape, error) &&
        ntuple_opponents_read(training->opponents, &training->rules, error) &&
        ntuple_open(&training->trainee, shape, error);
    int32_t all = shape->weights * shape->stages;
    free(shape);
    if (!good)
        return false;
    training->step = ntuple_step_open(&training->trainee, error);
    training->free_weights = calloc((size_t)all, sizeof(int32_t));
    if (!training->step || !training->free_weights)
        return error_machine(error, "out of memory for a training");
    int32_t own = training->trainee.shape->weights;
    for (int32_t i = 0; i < all; i++)
        if (training->trainee.canonical[i % own] == i % own)
            training->free_weights[training->free_count++] = i;
    return true;
}

/* The vector of CMA-ES: the weights that are free. */
static bool prepare_evolution(struct ntuple_training *training, struct error *error)
{
    int n = training->free_count;
    double *mean = calloc((size_t)n, sizeof *mean);
    if (!mean)
        return error_machine(error, "out of memory for a training");
    for (int i = 0; i < n; i++)
        mean[i] = (double)training->trainee.weights[training->free_weights[i]];
    bool good = cma_open(&training->cma, n, training->population, n <= FULL_UP_TO, mean,
                         training->sigma, training->seed, error);
    free(mean);
    return good;
}

static void set_vector(struct ntuple_trainee *trainee, const struct ntuple_training *training,
                       const double *vector)
{
    for (int i = 0; i < training->free_count; i++)
        trainee->weights[training->free_weights[i]] = (float)vector[i];
    ntuple_mirror(trainee);
}

static bool load_first(struct ntuple_training *training, struct error *error)
{
    struct othello_ntuple_net *net = aligned_alloc(64, (sizeof *net + 63) / 64 * 64);
    char *bytes = malloc(FILE_ROOM);
    FILE *file = fopen(training->begin, "rb");
    bool good = net && bytes && file;
    if (!net || !bytes)
        error_machine(error, "out of memory for a network");
    else if (!file)
        error_set(error, "%s: cannot be opened: %s", training->begin, strerror(errno));
    if (good) {
        good = othello_ntuple_read(bytes, fread(bytes, 1, FILE_ROOM, file), net, error) ||
               error_prefix(error, "%s: ", training->begin);
        const struct othello_ntuple_shape *own = training->trainee.shape;
        if (good &&
            (net->shape.tuples != own->tuples || net->shape.stages != own->stages ||
             memcmp(net->shape.tuple, own->tuple, (size_t)own->tuples * sizeof own->tuple[0]) != 0))
            good = error_set(error, "%s: a network of other tuples or stages", training->begin);
    }
    if (good) {
        ntuple_load(&training->trainee, net);
        ntuple_mirror(&training->trainee);
    }
    if (file)
        fclose(file);
    free(net);
    free(bytes);
    return good;
}

bool ntuple_train_begin(struct ntuple_training *training, struct error *error)
{
    mkdir(training->folder, 0777); /* a failure shows when it is written to */
    if (ntuple_checkpoint_is(training->folder))
        return error_set(error, "%s already holds a training run: continue it with --resume %s",
                         training->folder, training->folder);
    return prepare(training, error) && (!training->begin || load_first(training, error)) &&
           (training->method != NTUPLE_CMA || prepare_evolution(training, error));
}

bool ntuple_train_resume(struct ntuple_training *training, struct error *error)
{
    struct ntuple_checkpoint checkpoint;
    if (!ntuple_checkpoint_read(training, &checkpoint, error))
        return false;
    bool good = prepare(training, error) &&
                (training->method != NTUPLE_CMA || prepare_evolution(training, error)) &&
                ntuple_checkpoint_take(training, &checkpoint, error);
    if (good && training->method == NTUPLE_CMA)
        set_vector(&training->trainee, training, training->cma.mean);
    ntuple_checkpoint_free(&checkpoint);
    return good;
}

void ntuple_train_close(struct ntuple_training *training)
{
    ntuple_close(&training->trainee);
    ntuple_step_close(training->step);
    cma_close(&training->cma);
    free(training->free_weights);
    free(training->rows);
    training->step = NULL;
    training->free_weights = NULL;
    training->rows = NULL;
}

/* -------- a generation -------- */

static void show(const struct ntuple_training *training, int64_t done, int64_t count)
{
    if (training->progress)
        training->progress(training->listener, (uint64_t)done, (uint64_t)count);
}

static bool learn(struct ntuple_training *training, struct error *error)
{
    struct ntuple_course course = {
        .rules = training->rules,
        .games = (int64_t)training->games * training->generations,
        .batch = training->batch,
        .rate_first = training->rate_first,
        .rate_last = training->rate_last,
        .lambda = training->lambda,
        .seed = training->seed,
    };
    int64_t all = ntuple_batches(&course), generation = training->row_count;
    int64_t first = all * generation / training->generations;
    int64_t last = all * (generation + 1) / training->generations;
    for (int64_t batch = first; batch < last; batch++) {
        if (!ntuple_learn(&training->trainee, training->step, &course, batch, training->threads,
                          training->stop, error))
            return false;
        show(training, (batch + 1 - first) * course.batch, (last - first) * course.batch);
    }
    return true;
}

struct ntuple_trial {
    const struct ntuple_training *training;
    uint64_t seed;
};

/* One candidate of the evolution: a trainee with weights of its own, in the workspace. */
static void run_trial(const void *context, int unit, void *result, void *workspace)
{
    const struct ntuple_trial *trial = context;
    const struct ntuple_training *training = trial->training;
    struct ntuple_trainee candidate = training->trainee;
    candidate.weights = workspace;
    set_vector(&candidate, training, cma_point(&training->cma, unit));
    struct random random;
    int points = 0;
    random_seed(&random, trial->seed); /* the same luck for all */
    for (int game = 0; game < training->games; game++) {
        int opponent = ntuple_opponent_draw(&training->rules, &random);
        struct random own;
        random_seed(&own, random_next(&random));
        points +=
            ntuple_game(&candidate, &training->rules, opponent, game % 2 == 0, 0, &own, NULL, NULL);
    }
    *(double *)result = -points / (2.0 * training->games);
}

static bool evolve(struct ntuple_training *training, struct error *error)
{
    struct cma *cma = &training->cma;
    struct ntuple_trial trial = {training, hash_pair(training->seed, (uint64_t)cma->generation)};
    const struct othello_ntuple_shape *shape = training->trainee.shape;
    double *costs = calloc((size_t)cma->population, sizeof *costs);
    struct pool_job job = {.units = cma->population,
                           .result_bytes = sizeof *costs,
                           .workspace =
                               (size_t)shape->weights * (size_t)shape->stages * sizeof(float),
                           .run = run_trial,
                           .context = &trial,
                           .stop = training->stop};
    if (!costs)
        return error_machine(error, "out of memory for a generation");
    cma_ask(cma);
    bool good = pool_gather(&job, training->threads, costs, error);
    if (good) {
        cma_tell(cma, costs);
        set_vector(&training->trainee, training, cma->mean);
        show(training, (int64_t)cma->population * training->games,
             (int64_t)cma->population * training->games);
    }
    free(costs);
    return good;
}

static bool measure(const struct ntuple_training *training, struct ntuple_row *row,
                    struct error *error)
{
    static const struct ntuple_rules noisy = {.random = 10};
    static const struct ntuple_rules opened = {.start_plies = MEASURING_PLIES};
    const struct {
        const struct ntuple_rules *rules;
        enum othello_form opponent;
        double *share;
    } tests[] = {{&noisy, OTHELLO_SWH, &row->swh},
                 {&opened, OTHELLO_LINEAR, &row->linear},
                 {&opened, OTHELLO_NN2, &row->nn2}};
    for (size_t i = 0; training->test_games && i < sizeof tests / sizeof tests[0]; i++) {
        uint64_t seed = hash_pair(training->seed + i, ~(uint64_t)training->row_count);
        if (!ntuple_measure(&training->trainee, tests[i].rules, (int)tests[i].opponent,
                            training->test_games, seed, training->threads, training->stop,
                            tests[i].share, error))
            return false;
    }
    return true;
}

/* -------- the network as a file -------- */

static bool write_network(const struct ntuple_training *training, struct error *error)
{
    struct othello_ntuple_net *net = aligned_alloc(64, (sizeof *net + 63) / 64 * 64);
    char *bytes = malloc(FILE_ROOM), about[1000], path[600];
    const struct ntuple_row *row = &training->rows[training->row_count - 1];
    if (!net || !bytes) {
        free(net);
        free(bytes);
        return error_machine(error, "out of memory for a network");
    }
    snprintf(about, sizeof about,
             "command: %s\nseed: %llu\ngeneration: %d\nagainst swh, a tenth of all moves at "
             "random: %.4f\n",
             training->command, (unsigned long long)training->seed, training->row_count, row->swh);
    ntuple_store(&training->trainee, net);
    size_t length = othello_ntuple_write(net, about, bytes, FILE_ROOM);
    snprintf(path, sizeof path, "%s/ntuple.bin", training->folder);
    bool good = replace_whole(path, bytes, length, error);
    free(net);
    free(bytes);
    return good;
}

bool ntuple_train_go(struct ntuple_training *training, struct error *error)
{
    error_set(error, "%s", "");
    while (training->row_count < training->generations) {
        uint64_t began = clock_microseconds();
        bool td = training->method == NTUPLE_TD;
        struct ntuple_row row = {.generation = training->row_count + 1};
        double seconds = training->row_count ? training->rows[training->row_count - 1].seconds : 0;
        if (!(td ? learn(training, error) : evolve(training, error)) ||
            !measure(training, &row, error))
            return false;
        row.games = row.generation * training->games * (td ? 1 : training->cma.population);
        row.sigma = training->cma.sigma;
        row.seconds = seconds + (double)(clock_microseconds() - began) / 1e6;
        training->rows[training->row_count++] = row;
        /* the checkpoint last: what it holds is not done again after a crash, so all else is there
         */
        if (!write_network(training, error) ||
            (training->finished && !training->finished(training->listener, training, error)) ||
            !ntuple_checkpoint_write(training, error))
            return false;
    }
    return true;
}
