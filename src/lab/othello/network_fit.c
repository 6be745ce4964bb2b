/* Training the network: back-propagation over batches, and Adam [kingma15].

   A batch is done in three rounds of pieces that have no memory in common, so that every number is
   added up in the same order whatever the number of threads. First each sample by itself: its
   value, by how much that is wrong, and what this says about the outputs of the inner layer and
   about the sums. Then the gradients: a piece for the rows of each pattern, which looks at that
   pattern's features in all samples, and one for the layers of each stage. Then the step, a piece
   for every few thousand numbers.

   Rows begin as zero, and an index that never occurs stays so. What makes the sums differ from each
   other is the inner layer, which begins at random and in all stages alike, so that a row means the
   same in all of them. Steps by Adam are nearly as large for rare rows as for frequent ones;
   EPSILON, which is large compared with a rare row's gradient, keeps those small.

   Memory is four numbers of four bytes for each of the network's 4.6 million and some hundred bytes
   per sample of a batch. */
#include "lab/othello/network_fit.h"

#include "base/random.h"
#include "games/othello/othello.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = OTHELLO_NETWORK_WIDTH,
    INNER = OTHELLO_NETWORK_INNER,
    INPUTS = OTHELLO_NETWORK_INPUTS,
    ROWS = OTHELLO_NETWORK_ROWS,
    GROUPS = OTHELLO_PATTERNS + 1, /* of rows: those of the moves are the last */
    GRAIN = 256,                   /* samples of a piece */
    STEP_ROWS = 4096,              /* rows of a piece */
    STEP_PIECES = (ROWS + STEP_ROWS - 1) / STEP_ROWS,
};

#define ROW_MOST (127.0f / OTHELLO_NETWORK_ONE) /* what their types hold */
#define WEIGHT_MOST 127.0f
#define RESULT_MOST ((float)OTHELLO_NETWORK_MOST / OTHELLO_DISC)
#define FIRST 0.9f /* Adam's usual averages */
#define SECOND 0.999f
#define EPSILON 1e-4f

/* A stage's numbers, as in struct othello_network_stage. */
struct layers {
    float inner[WIDTH][2][INNER];
    float start[WIDTH];
    float inner_bias[INNER];
    float outer[INNER];
    float outer_bias;
};

enum { LAYER_NUMBERS = sizeof(struct layers) / sizeof(float) };

struct numbers {
    float row[ROWS][WIDTH];
    struct layers stage[OTHELLO_STAGES];
};

/* A sample on its way through the network, and back. */
struct passage {
    uint32_t input[INPUTS];
    int stage;
    float sums[WIDTH], outputs[INNER], value;
    float miss; /* by how much the value is too large */
    float sums_slope[WIDTH], outputs_slope[INNER];
};

struct training_job {
    const struct othello_network_fit *plan;
    const struct othello_samples *samples;
    struct numbers *numbers, *gradient, *first, *second;
    struct passage *batch;
    float *missing;      /* what the patterns miss of each sample, in discs */
    uint32_t *order;     /* the samples to learn from, then those held out */
    double *squares;     /* of the misses of each piece */
    int32_t *canonical;  /* a row itself or its mirror image, whichever is first */
    size_t learn, held;  /* samples */
    size_t begin, count; /* of the batch, in `order` */
    float rate, decay;   /* of the step */
    float first_correction, second_correction;
};

struct othello_network_fit othello_network_fit_usual(void)
{
    return (struct othello_network_fit){
        .passes = 8, .batch = 4096, .rate = 0.004, .decay = 0.3, .seed = 1};
}

/* -------- a sample -------- */

static float result(float value)
{
    return fminf(fmaxf(value, -RESULT_MOST), RESULT_MOST);
}

static void passage_begin(struct passage *passage, const struct othello_sample *sample,
                          const int32_t *canonical)
{
    struct othello board = {sample->mine, sample->theirs};
    struct othello_features features;
    othello_features_of(board.mine, board.theirs, &features);
    othello_network_inputs(&features, bits_count(othello_moves(board)),
                           bits_count(othello_moves(othello_passed(board))), passage->input);
    for (int i = 0; i < INPUTS; i++)
        passage->input[i] = (uint32_t)canonical[passage->input[i]];
    passage->stage = othello_stage(bits_count(othello_empty(board)));
}

static void forward(const struct numbers *numbers, struct passage *passage)
{
    const struct layers *layers = &numbers->stage[passage->stage];
    memcpy(passage->sums, layers->start, sizeof passage->sums);
    for (int i = 0; i < INPUTS; i++)
        for (int k = 0; k < WIDTH; k++)
            passage->sums[k] += numbers->row[passage->input[i]][k];
    memcpy(passage->outputs, layers->inner_bias, sizeof passage->outputs);
    for (int k = 0; k < WIDTH; k++)
        for (int o = 0; o < INNER; o++)
            passage->outputs[o] +=
                fabsf(passage->sums[k]) * layers->inner[k][passage->sums[k] < 0][o];
    passage->value = layers->outer_bias;
    for (int o = 0; o < INNER; o++)
        passage->value += fmaxf(passage->outputs[o], 0) * layers->outer[o];
}

/* How the squared error changes with what is inside. A result at its bound says nothing unless the
   bound is on the wrong side. */
static void backward(const struct numbers *numbers, struct passage *passage)
{
    const struct layers *layers = &numbers->stage[passage->stage];
    if (fabsf(passage->value) > RESULT_MOST && (passage->value > 0) != (passage->miss > 0))
        passage->miss = 0;
    for (int o = 0; o < INNER; o++)
        passage->outputs_slope[o] = passage->outputs[o] > 0 ? passage->miss * layers->outer[o] : 0;
    for (int k = 0; k < WIDTH; k++) {
        bool below = passage->sums[k] < 0;
        float slope = 0;
        for (int o = 0; o < INNER; o++)
            slope += passage->outputs_slope[o] * layers->inner[k][below][o];
        passage->sums_slope[k] = below ? -slope : slope;
    }
}

/* -------- the three rounds of a batch -------- */

static void learn_samples(void *data, int worker, size_t piece)
{
    struct training_job *job = data;
    size_t end = (piece + 1) * GRAIN < job->count ? (piece + 1) * GRAIN : job->count;
    (void)worker;
    job->squares[piece] = 0;
    for (size_t i = piece * GRAIN; i < end; i++) {
        struct passage *passage = &job->batch[i];
        uint32_t number = job->order[job->begin + i];
        passage_begin(passage, &job->samples->list[number], job->canonical);
        forward(job->numbers, passage);
        passage->miss = result(passage->value) - job->missing[number];
        job->squares[piece] += (double)passage->miss * passage->miss;
        backward(job->numbers, passage);
    }
}

static void gradient_of_rows(struct training_job *job, int group)
{
    int first = 0;
    while (first < OTHELLO_FEATURES && othello_feature_pattern[first] != group)
        first++;
    int end = first == OTHELLO_FEATURES ? INPUTS : first;
    while (end < OTHELLO_FEATURES && othello_feature_pattern[end] == group)
        end++;
    for (size_t i = 0; i < job->count; i++) {
        const struct passage *passage = &job->batch[i];
        for (int input = first; input < end; input++)
            for (int k = 0; k < WIDTH; k++)
                job->gradient->row[passage->input[input]][k] += passage->sums_slope[k];
    }
}

static void gradient_of_sample(struct layers *gradient, const struct passage *passage)
{
    gradient->outer_bias += passage->miss;
    for (int o = 0; o < INNER; o++) {
        gradient->outer[o] += passage->miss * fmaxf(passage->outputs[o], 0);
        gradient->inner_bias[o] += passage->outputs_slope[o];
    }
    for (int k = 0; k < WIDTH; k++) {
        float *inner = gradient->inner[k][passage->sums[k] < 0];
        gradient->start[k] += passage->sums_slope[k];
        for (int o = 0; o < INNER; o++)
            inner[o] += fabsf(passage->sums[k]) * passage->outputs_slope[o];
    }
}

static void learn_gradients(void *data, int worker, size_t piece)
{
    struct training_job *job = data;
    (void)worker;
    if (piece < GROUPS) {
        gradient_of_rows(job, (int)piece);
        return;
    }
    int stage = (int)piece - GROUPS;
    for (size_t i = 0; i < job->count; i++)
        if (job->batch[i].stage == stage)
            gradient_of_sample(&job->gradient->stage[stage], &job->batch[i]);
}

/* A step of `count` numbers; leaves their gradients at zero. */
static void step(const struct training_job *job, size_t at, size_t count, float decay, float most)
{
    float *number = (float *)job->numbers + at, *gradient = (float *)job->gradient + at;
    float *first = (float *)job->first + at, *second = (float *)job->second + at;
    float share = 1.0f / (float)job->count;
    for (size_t i = 0; i < count; i++) {
        float slope = gradient[i] * share;
        first[i] = FIRST * first[i] + (1 - FIRST) * slope;
        second[i] = SECOND * second[i] + (1 - SECOND) * slope * slope;
        gradient[i] = 0;
        if (second[i] == 0.0f)
            continue;
        float size = sqrtf(second[i] * job->second_correction) + EPSILON;
        float moved = number[i] * (1 - decay) - job->rate * first[i] * job->first_correction / size;
        number[i] = fminf(fmaxf(moved, -most), most);
    }
}

static void learn_steps(void *data, int worker, size_t piece)
{
    const struct training_job *job = data;
    size_t row = piece * STEP_ROWS, left = ROWS - row;
    (void)worker;
    if (piece == STEP_PIECES)
        step(job, (size_t)ROWS * WIDTH, OTHELLO_STAGES * LAYER_NUMBERS, 0, WEIGHT_MOST);
    else
        step(job, row * WIDTH, (left < STEP_ROWS ? left : STEP_ROWS) * WIDTH, job->decay, ROW_MOST);
}

/* -------- passes -------- */

static void measure_samples(void *data, int worker, size_t piece)
{
    struct training_job *job = data;
    size_t end = (piece + 1) * GRAIN < job->held ? (piece + 1) * GRAIN : job->held;
    (void)worker;
    job->squares[piece] = 0;
    for (size_t i = piece * GRAIN; i < end; i++) {
        struct passage passage;
        uint32_t number = job->order[job->learn + i];
        passage_begin(&passage, &job->samples->list[number], job->canonical);
        forward(job->numbers, &passage);
        double miss = result(passage.value) - job->missing[number];
        job->squares[piece] += miss * miss;
    }
}

static double sum_of(const double *squares, size_t samples)
{
    double sum = 0;
    for (size_t i = 0; i * GRAIN < samples; i++)
        sum += squares[i];
    return sum;
}

static void shuffle(struct training_job *job, int pass)
{
    struct random random;
    random_split(&random, job->plan->seed, (uint64_t)pass + 1);
    for (size_t i = job->learn; i > 1; i--) {
        size_t other = random_below(&random, (uint32_t)i);
        uint32_t number = job->order[i - 1];
        job->order[i - 1] = job->order[other];
        job->order[other] = number;
    }
}

static bool pass_once(struct training_job *job, int pass, const struct pool *pool)
{
    const struct othello_network_fit *plan = job->plan;
    struct pool quiet = {.threads = pool->threads};
    size_t room = (size_t)plan->batch, batches = (job->learn + room - 1) / room;
    double all = (double)batches * plan->passes, squares = 0;
    shuffle(job, pass);
    for (size_t batch = 0; batch < batches; batch++) {
        size_t done = (size_t)pass * batches + batch;
        if (pool->stop && atomic_load(pool->stop))
            return false;
        if (pool->progress)
            pool->progress(pool->listener, done, batches * (size_t)plan->passes);
        job->begin = batch * room;
        job->count = job->learn - job->begin < room ? job->learn - job->begin : room;
        job->rate = (float)(plan->rate * (1 - (double)done / all));
        job->decay = (float)(plan->decay / (double)batches);
        job->first_correction = (float)(1 / (1 - pow(FIRST, (double)(done + 1))));
        job->second_correction = (float)(1 / (1 - pow(SECOND, (double)(done + 1))));
        pool_run(&quiet, (job->count + GRAIN - 1) / GRAIN, learn_samples, job);
        squares += sum_of(job->squares, job->count);
        pool_run(&quiet, GROUPS + OTHELLO_STAGES, learn_gradients, job);
        pool_run(&quiet, STEP_PIECES + 1, learn_steps, job);
    }
    if (plan->report) {
        pool_run(&quiet, (job->held + GRAIN - 1) / GRAIN, measure_samples, job);
        plan->report(plan->listener, pass + 1, sqrt(squares / ((double)job->learn + 1e-9)),
                     sqrt(sum_of(job->squares, job->held) / ((double)job->held + 1e-9)));
    }
    return true;
}

/* -------- beginning and end -------- */

/* All stages begin alike. */
static void numbers_begin(struct numbers *numbers, uint64_t seed)
{
    struct random random;
    struct layers *layers = &numbers->stage[0];
    float *inner = &layers->inner[0][0][0];
    random_split(&random, seed, 0);
    for (int i = 0; i < WIDTH * 2 * INNER; i++)
        inner[i] = (float)(random_unit(&random) - 0.5);
    for (int k = 0; k < WIDTH; k++)
        layers->start[k] = (float)(random_unit(&random) - 0.5);
    for (int o = 0; o < INNER; o++)
        layers->outer[o] = (float)(random_unit(&random) - 0.5);
    for (int i = 1; i < OTHELLO_STAGES; i++)
        numbers->stage[i] = numbers->stage[0];
}

static int rounded(float number, float unit, int most)
{
    float whole = roundf(number * unit);
    return (int)fminf(fmaxf(whole, (float)-most), (float)most);
}

static void stage_round(const struct layers *layers, struct othello_network_stage *stage)
{
    const float one = OTHELLO_NETWORK_ONE, weight = OTHELLO_NETWORK_WEIGHT;
    for (int k = 0; k < WIDTH; k++) {
        stage->start[k] = (int16_t)rounded(layers->start[k], one, OTHELLO_NETWORK_START_MOST);
        for (int o = 0; o < INNER; o++)
            for (int below = 0; below < 2; below++)
                stage->inner[k][below][o] =
                    (int16_t)rounded(layers->inner[k][below][o], weight, INT16_MAX);
    }
    for (int o = 0; o < INNER; o++) {
        stage->outer[o] = (int16_t)rounded(layers->outer[o], weight, INT16_MAX);
        stage->inner_bias[o] =
            rounded(layers->inner_bias[o], one * weight, OTHELLO_NETWORK_BIAS_MOST);
    }
    stage->outer_bias = rounded(layers->outer_bias, one * weight, OTHELLO_NETWORK_BIAS_MOST);
}

static void network_round(const struct training_job *job, struct othello_network *network)
{
    memset(network, 0, sizeof *network);
    for (int row = 0; row < ROWS; row++)
        for (int k = 0; k < WIDTH; k++)
            network->row[row][k] = (int8_t)rounded(job->numbers->row[job->canonical[row]][k],
                                                   OTHELLO_NETWORK_ONE, INT8_MAX);
    for (int i = 0; i < OTHELLO_STAGES; i++)
        stage_round(&job->numbers->stage[i], &network->stage[i]);
}

/* What the patterns miss of a sample, and what the network says, in discs. */
static double missing_of(const struct othello_sample *sample, const struct othello_weights *weights,
                         const struct othello_network *network, double *says)
{
    struct othello board = {sample->mine, sample->theirs};
    struct othello_features features;
    int moves = bits_count(othello_moves(board));
    int replies = bits_count(othello_moves(othello_passed(board)));
    int empties = bits_count(othello_empty(board));
    othello_features_of(board.mine, board.theirs, &features);
    if (network)
        *says = (double)othello_network_evaluate(network, &features, moves, replies, empties) /
                OTHELLO_DISC;
    return sample->score / 100.0 -
           (double)othello_evaluate(weights, &features, moves, replies, empties) / OTHELLO_DISC;
}

static void job_close(struct training_job *job)
{
    free(job->numbers);
    free(job->gradient);
    free(job->first);
    free(job->second);
    free(job->batch);
    free(job->missing);
    free(job->order);
    free(job->squares);
    free(job->canonical);
}

static bool job_open(struct training_job *job, const struct othello_weights *weights)
{
    const struct othello_samples *samples = job->samples;
    size_t pieces = (samples->count + (size_t)job->plan->batch) / GRAIN + 2;
    job->numbers = calloc(1, sizeof *job->numbers);
    job->gradient = calloc(1, sizeof *job->gradient);
    job->first = calloc(1, sizeof *job->first);
    job->second = calloc(1, sizeof *job->second);
    job->batch = calloc((size_t)job->plan->batch, sizeof *job->batch);
    job->missing = calloc(samples->count + 1, sizeof *job->missing);
    job->order = calloc(samples->count + 1, sizeof *job->order);
    job->squares = calloc(pieces, sizeof *job->squares);
    job->canonical = calloc(ROWS, sizeof *job->canonical);
    if (!job->numbers || !job->gradient || !job->first || !job->second || !job->batch ||
        !job->missing || !job->order || !job->squares || !job->canonical)
        return false;
    for (int32_t row = 0; row < ROWS; row++)
        job->canonical[row] = othello_network_original(row);
    for (size_t i = 0; i < samples->count; i++) {
        job->missing[i] = (float)missing_of(&samples->list[i], weights, NULL, NULL);
        job->learn += !othello_sample_held_out(&samples->list[i]);
    }
    size_t learn = 0;
    for (size_t i = 0; i < samples->count; i++)
        if (othello_sample_held_out(&samples->list[i]))
            job->order[job->learn + job->held++] = (uint32_t)i;
        else
            job->order[learn++] = (uint32_t)i;
    return true;
}

bool othello_network_fit(const struct othello_network_fit *fit,
                         const struct othello_samples *samples,
                         const struct othello_weights *weights, struct othello_network *network,
                         const struct pool *pool, struct error *error)
{
    struct training_job job = {.plan = fit, .samples = samples};
    othello_patterns_prepare();
    bool good = job_open(&job, weights) ||
                error_machine(error, "out of memory for %zu samples", samples->count);
    if (good)
        numbers_begin(job.numbers, fit->seed);
    for (int pass = 0; good && pass < fit->passes; pass++)
        good = pass_once(&job, pass, pool) || error_set(error, "stopped");
    if (good)
        network_round(&job, network);
    job_close(&job);
    return good;
}

void othello_network_measure(const struct othello_samples *samples,
                             const struct othello_weights *weights,
                             const struct othello_network *network,
                             struct othello_network_error by_empties[61])
{
    memset(by_empties, 0, 61 * sizeof *by_empties);
    othello_patterns_prepare();
    for (size_t i = 0; i < samples->count; i++) {
        const struct othello_sample *sample = &samples->list[i];
        if (!othello_sample_held_out(sample))
            continue;
        int empties = 64 - bits_count(sample->mine | sample->theirs);
        struct othello_network_error *sum = &by_empties[empties <= 60 ? empties : 60];
        double says = 0, missing = missing_of(sample, weights, network, &says);
        sum->count++;
        sum->patterns += missing * missing;
        sum->both += (missing - says) * (missing - says);
    }
    for (int i = 0; i <= 60; i++)
        if (by_empties[i].count) {
            by_empties[i].patterns = sqrt(by_empties[i].patterns / (double)by_empties[i].count);
            by_empties[i].both = sqrt(by_empties[i].both / (double)by_empties[i].count);
        }
}
