/* Least squares over pattern weights by conjugate gradients [hestenes52] [golub13].

   The value of a position is linear in the weights: 54 pattern weights, two for mobility and one
   for the number of empties. So a stage of the game with m samples is a least-squares problem
   with a sparse m x 285,488 matrix of zeros and ones, 57 ones per row. With a penalty lambda on
   the squared weights the solution satisfies

       (A'A + lambda I) w = A's

   and conjugate gradients needs only products with A and A', a gather and a scatter over the
   rows, never A'A itself. The diagonal of the matrix, how often each weight occurs plus lambda,
   is the preconditioner: it evens out that some patterns occur in every position and others once
   in ten thousand. Few rounds are enough, and stopping early regularises as well, because
   directions supported by little data converge last.

   Mirror images of a pattern are one unknown (`canonical`). Samples of neighbouring stages count
   with weight 1 / (1 + distance), which makes stages similar where data are thin. With a `base`
   model, the unknowns are corrections to it.

   Stages are independent and run in parallel, with memory of one row of 57 numbers per sample. */
#include "lab/othello/fit.h"

#include "games/othello/othello.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOBILITY_FIRST = OTHELLO_PATTERN_TOTAL,
    EMPTIES_FIRST = MOBILITY_FIRST + 2 * OTHELLO_MOBILITIES,
    WEIGHTS = EMPTIES_FIRST + 61,
    TERMS = OTHELLO_FEATURES + 3, /* of a sample */
};

/* A sample as the numbers of the weights whose sum is its value. */
struct row {
    uint32_t term[TERMS];
    float score;
    float weight;  /* 1, less for the neighbouring stages' */
    bool held_out; /* then its weight is 0 */
};

struct stage_fit {
    struct row *rows;
    size_t count;
    double held_count, count_weight;
    float *solution, *direction;
    double *residual, *diagonal, *product;
};

struct job {
    const struct othello_fit *fit;
    const struct othello_samples *samples;
    struct othello_weights *weights;
    int32_t *canonical; /* the weight itself or its mirror image, whichever is first */
    atomic_bool failed;
};

/* What is left to explain: with weights to begin from, what they miss. */
static void row_fill(struct row *row, const struct othello_sample *sample, const struct job *job,
                     int empties)
{
    struct othello_features features;
    struct othello board = {sample->mine, sample->theirs};
    othello_features_of(board.mine, board.theirs, &features);
    for (int i = 0; i < OTHELLO_FEATURES; i++)
        row->term[i] = (uint32_t)job->canonical[othello_feature_centres[i] + features.index[i]];
    int most = OTHELLO_MOBILITIES - 1;
    int moves = bits_count(othello_moves(board));
    int replies = bits_count(othello_moves(othello_passed(board)));
    row->term[OTHELLO_FEATURES] = (uint32_t)(MOBILITY_FIRST + (moves < most ? moves : most));
    row->term[OTHELLO_FEATURES + 1] =
        (uint32_t)(MOBILITY_FIRST + OTHELLO_MOBILITIES + (replies < most ? replies : most));
    row->term[OTHELLO_FEATURES + 2] = (uint32_t)(EMPTIES_FIRST + empties);
    row->score = (float)sample->score / 100;
    if (job->fit->base)
        row->score -= (float)othello_evaluate(job->fit->base, &features, moves, replies, empties) /
                      OTHELLO_DISC;
}

/* The samples of a stage, and with less weight those up to `overlap` empties away, 1 / (1 +
   distance): a stage's own samples are often too few for its rarer patterns, and neighbouring
   stages should not differ much. Samples held out have weight 0. */
static bool stage_open(struct stage_fit *stage, const struct job *job, int number)
{
    const struct othello_samples *samples = job->samples;
    int overlap = job->fit->overlap, least = OTHELLO_STAGE_EMPTIES * number + 1;
    int most = least + OTHELLO_STAGE_EMPTIES - 1;
    size_t count = 0;
    for (size_t i = 0; i < samples->count; i++) {
        int empties = 64 - bits_count(samples->list[i].mine | samples->list[i].theirs);
        count += empties >= least - overlap && empties <= most + overlap;
    }
    stage->rows = malloc((count + 1) * sizeof *stage->rows);
    stage->solution = calloc(WEIGHTS, sizeof(float));
    stage->direction = calloc(WEIGHTS, sizeof(float));
    stage->residual = calloc(WEIGHTS, sizeof(double));
    stage->diagonal = calloc(WEIGHTS, sizeof(double));
    stage->product = calloc(WEIGHTS, sizeof(double));
    if (!stage->rows || !stage->solution || !stage->direction || !stage->residual ||
        !stage->diagonal || !stage->product)
        return false;
    for (size_t i = 0; i < samples->count; i++) {
        const struct othello_sample *sample = &samples->list[i];
        int empties = 64 - bits_count(sample->mine | sample->theirs);
        if (empties < least - overlap || empties > most + overlap)
            continue;
        struct row *row = &stage->rows[stage->count++];
        row_fill(row, sample, job, empties);
        int apart = empties < least ? least - empties : empties > most ? empties - most : 0;
        row->held_out = othello_sample_held_out(sample) && apart == 0;
        row->weight = othello_sample_held_out(sample) ? 0 : 1.0f / (float)(1 + apart);
        stage->held_count += row->held_out;
        stage->count_weight += row->weight;
    }
    return true;
}

static void stage_close(struct stage_fit *stage)
{
    free(stage->rows);
    free(stage->solution);
    free(stage->direction);
    free(stage->residual);
    free(stage->diagonal);
    free(stage->product);
}

static float row_sum(const struct row *row, const float *values)
{
    float sum = 0;
    for (int i = 0; i < TERMS; i++)
        sum += values[row->term[i]];
    return sum;
}

/* What the present solution leaves; also the first residual. */
static void stage_errors(const struct stage_fit *stage, double *learned, double *held_out)
{
    double sums[2] = {0, 0};
    for (size_t i = 0; i < stage->count; i++) {
        const struct row *row = &stage->rows[i];
        if (!row->held_out && row->weight == 0.0f)
            continue;
        double miss = row->score - row_sum(row, stage->solution);
        sums[row->held_out] += (row->held_out ? 1 : row->weight) * miss * miss;
    }
    *learned = sqrt(sums[0] / (stage->count_weight + 1e-9));
    *held_out = sqrt(sums[1] / (stage->held_count + 1e-9));
}

/* product = (A'A + penalty) direction; returns direction'product. */
static double stage_product(struct stage_fit *stage, double penalty)
{
    double along = 0;
    for (int i = 0; i < WEIGHTS; i++)
        stage->product[i] = penalty * stage->direction[i];
    for (size_t i = 0; i < stage->count; i++) {
        const struct row *row = &stage->rows[i];
        if (row->weight == 0.0f)
            continue;
        double sum = row->weight * row_sum(row, stage->direction);
        for (int k = 0; k < TERMS; k++)
            stage->product[row->term[k]] += sum;
    }
    for (int i = 0; i < WEIGHTS; i++)
        along += stage->product[i] * stage->direction[i];
    return along;
}

/* Conjugate gradients with the diagonal as preconditioner. `old` is r'M^-1 r of the residual r; the
   step along a direction d is old / d'(A'A + penalty)d, which makes the error smallest on that
   line, and the next direction is M^-1 r made conjugate to the last one. */
static void stage_solve(struct stage_fit *stage, const struct othello_fit *fit, int number)
{
    for (int i = 0; i < WEIGHTS; i++)
        stage->diagonal[i] = fit->penalty;
    for (size_t i = 0; i < stage->count; i++) {
        const struct row *row = &stage->rows[i];
        for (int k = 0; k < TERMS; k++) {
            stage->diagonal[row->term[k]] += row->weight;
            stage->residual[row->term[k]] += (double)row->weight * row->score;
        }
    }
    double old = 0;
    for (int i = 0; i < WEIGHTS; i++) {
        stage->direction[i] = (float)(stage->residual[i] / stage->diagonal[i]);
        old += stage->residual[i] * stage->residual[i] / stage->diagonal[i];
    }
    for (int round = 1; round <= fit->rounds && old > 1e-6; round++) {
        double step = old / stage_product(stage, fit->penalty), now = 0;
        for (int i = 0; i < WEIGHTS; i++) {
            stage->solution[i] += (float)(step * stage->direction[i]);
            stage->residual[i] -= step * stage->product[i];
            now += stage->residual[i] * stage->residual[i] / stage->diagonal[i];
        }
        for (int i = 0; i < WEIGHTS; i++)
            stage->direction[i] =
                (float)(stage->residual[i] / stage->diagonal[i] + now / old * stage->direction[i]);
        old = now;
        if (fit->report && (round % 5 == 0 || round == fit->rounds)) {
            double learned, held_out;
            stage_errors(stage, &learned, &held_out);
            fit->report(fit->listener, number, round, learned, held_out);
        }
    }
}

static int16_t rounded(int base, double discs)
{
    double weight = base + discs * OTHELLO_DISC;
    return (int16_t)(weight > 32000 ? 32000 : weight < -32000 ? -32000 : lround(weight));
}

/* Stages have no weight in common, so they are fitted side by side; a sample that counts in several
   is copied into each. */
static void work_on_stage(void *data, int worker, size_t piece)
{
    struct job *job = data;
    int number = OTHELLO_STAGES - 1 - (int)piece;
    struct stage_fit stage = {0};
    (void)worker;
    if (stage_open(&stage, job, number)) {
        stage_solve(&stage, job->fit, number);
        struct othello_weights *weights = job->weights;
        for (int i = 0; i < OTHELLO_PATTERN_TOTAL; i++)
            weights->pattern[number][i] =
                rounded(weights->pattern[number][i], stage.solution[job->canonical[i]]);
        for (int i = 0; i < 2 * OTHELLO_MOBILITIES; i++) {
            int16_t *weight =
                &weights->mobility[number][i / OTHELLO_MOBILITIES][i % OTHELLO_MOBILITIES];
            *weight = rounded(*weight, stage.solution[MOBILITY_FIRST + i]);
        }
        for (int i = OTHELLO_STAGE_EMPTIES * number + 1; i <= OTHELLO_STAGE_EMPTIES * (number + 1);
             i++)
            weights->empties[i] = rounded(weights->empties[i], stage.solution[EMPTIES_FIRST + i]);
    } else {
        atomic_store(&job->failed, true);
    }
    stage_close(&stage);
}

bool othello_fit(const struct othello_fit *fit, const struct othello_samples *samples,
                 struct othello_weights *weights, const struct pool *pool, struct error *error)
{
    othello_patterns_prepare();
    if (fit->base)
        *weights = *fit->base;
    else
        memset(weights, 0, sizeof *weights);
    weights->network = NULL; /* one beside other patterns would be wrong */
    struct job job = {.fit = fit, .samples = samples, .weights = weights};
    job.canonical = malloc(OTHELLO_PATTERN_TOTAL * sizeof *job.canonical);
    if (!job.canonical)
        return error_machine(error, "out of memory");
    for (int32_t i = 0; i < OTHELLO_PATTERN_TOTAL; i++)
        job.canonical[i] = othello_pattern_original(i);
    pool_run(pool, OTHELLO_STAGES, work_on_stage, &job);
    free(job.canonical);
    return !job.failed || error_machine(error, "out of memory for %zu samples", samples->count);
}

void othello_fit_measure(const struct othello_samples *samples,
                         const struct othello_weights *weights,
                         struct othello_fit_error by_empties[61])
{
    memset(by_empties, 0, 61 * sizeof *by_empties);
    othello_patterns_prepare();
    for (size_t i = 0; i < samples->count; i++) {
        const struct othello_sample *sample = &samples->list[i];
        if (!othello_sample_held_out(sample))
            continue;
        struct othello board = {sample->mine, sample->theirs};
        struct othello_features features;
        int empties = bits_count(othello_empty(board));
        othello_features_of(board.mine, board.theirs, &features);
        int value = othello_evaluate(weights, &features, bits_count(othello_moves(board)),
                                     bits_count(othello_moves(othello_passed(board))), empties);
        double miss = (double)value / OTHELLO_DISC - sample->score / 100.0;
        struct othello_fit_error *error = &by_empties[empties <= 60 ? empties : 60];
        error->count++;
        error->exact_count += sample->exact;
        error->mean_absolute += fabs(miss);
        error->bias += miss;
        error->root_mean_square += miss * miss;
    }
    for (int i = 0; i <= 60; i++)
        if (by_empties[i].count) {
            double count = (double)by_empties[i].count;
            by_empties[i].mean_absolute /= count;
            by_empties[i].bias /= count;
            by_empties[i].root_mean_square = sqrt(by_empties[i].root_mean_square / count);
        }
}
