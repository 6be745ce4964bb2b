/* Measuring how far searches of different depths disagree, for ProbCut's margins
   (minds/othello/tree.c).

   Random positions are searched to every depth up to a limit, and to the end where that is
   affordable. For each pair of depths of equal parity and each range of empties the root mean
   square difference is one data point, and a linear function

       sigma = constant + a * depth + b * shallow + c * empties

   is fitted to all of them by weighted least squares (four unknowns, normal equations, Gaussian
   elimination). Buro fits each pair of depths for itself [buro97]; a plane needs far fewer
   positions and extrapolates to depths too slow to measure.

   The same searches give the bias of each depth against the samples' values. */
#include "lab/othello/spread.h"

#include "base/random.h"
#include "games/othello/othello.h"
#include "lab/othello/bench.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES = OTHELLO_SPREAD_DEPTH + 2, END = VALUES - 1, NOT_KNOWN = 127 };

struct measured {
    int16_t score; /* the sample's, in hundredths of a disc */
    int8_t empties;
    int8_t value[VALUES]; /* by depth; END: to the end */
};

struct spread_work {
    const struct othello_spread_measure *measure;
    const struct othello_samples *samples;
    struct othello_bench *benches;
    struct measured *results;
};

/* One position, searched to every depth with a table that begins empty, so that the result does not
   depend on which positions the thread had before. */
static void measure_one(void *data, int worker, size_t piece)
{
    struct spread_work *work = data;
    struct random random;
    struct measured *result = &work->results[piece];
    const struct othello_sample *sample;
    int empties;
    random_split(&random, work->measure->seed, piece);
    do {
        sample = &work->samples->list[random_below(&random, (uint32_t)work->samples->count)];
        empties = 64 - bits_count(sample->mine | sample->theirs);
    } while (empties < 13 || empties > 52);
    struct othello board = {sample->mine, sample->theirs};
    othello_bench_forget(&work->benches[worker]);
    memset(result->value, NOT_KNOWN, sizeof result->value);
    result->empties = (int8_t)empties;
    result->score = sample->score;
    for (int depth = 0; depth <= work->measure->depth && depth < empties; depth++)
        result->value[depth] = (int8_t)othello_bench_value(&work->benches[worker], board, depth);
    if (empties <= work->measure->solve)
        result->value[END] = (int8_t)othello_bench_value(&work->benches[worker], board, 64);
}

/* Least squares for four unknowns: adds one equation. */
struct plane {
    double matrix[4][5];
};

static void plane_add(struct plane *plane, const double *x, double y, double weight)
{
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 4; k++)
            plane->matrix[i][k] += weight * x[i] * x[k];
        plane->matrix[i][4] += weight * x[i] * y;
    }
}

static void plane_solve(struct plane *plane, double *solution)
{
    double(*m)[5] = plane->matrix;
    for (int i = 0; i < 4; i++) {
        m[i][i] += 1e-9;
        for (int row = 0; row < 4; row++) {
            if (row == i)
                continue;
            double factor = m[row][i] / m[i][i];
            for (int k = i; k < 5; k++)
                m[row][k] -= factor * m[i][k];
        }
    }
    for (int i = 0; i < 4; i++)
        solution[i] = m[i][4] / m[i][i];
}

/* The spread of value[deep] - value[shallow] among positions of a range of empties. */
static void spread_add(struct plane *plane, const struct spread_work *work, int shallow, int deep,
                       int least)
{
    double squares = 0, empties = 0, depth = 0;
    int count = 0;
    for (size_t i = 0; i < work->measure->positions; i++) {
        const struct measured *result = &work->results[i];
        if (result->empties < least || result->empties >= least + 4 ||
            result->value[shallow] == NOT_KNOWN || result->value[deep] == NOT_KNOWN)
            continue;
        double difference = result->value[deep] - result->value[shallow];
        squares += difference * difference;
        empties += result->empties;
        depth += deep == END ? result->empties : deep;
        count++;
    }
    if (count < 10)
        return;
    double x[4] = {1, depth / count, shallow, empties / count};
    plane_add(plane, x, sqrt(squares / count), count);
}

static double bias_of(const struct spread_work *work, int depth)
{
    double sum = 0;
    int count = 0;
    for (size_t i = 0; i < work->measure->positions; i++) {
        const struct measured *result = &work->results[i];
        if (result->value[depth] == NOT_KNOWN)
            continue;
        sum += result->value[depth] - result->score / 100.0;
        count++;
    }
    return count ? sum / count : 0;
}

bool othello_spread_measure(const struct othello_spread_measure *measure,
                            const struct othello_samples *samples, struct othello_spread *spread,
                            double *bias, const struct pool *pool, struct error *error)
{
    struct spread_work work = {.measure = measure, .samples = samples};
    work.results = calloc(measure->positions + 1, sizeof *work.results);
    work.benches = othello_benches_open(pool->threads, error);
    if (!work.results || !work.benches) {
        free(work.results);
        return work.benches ? error_machine(error, "out of memory") : false;
    }
    pool_run(pool, measure->positions, measure_one, &work);
    struct plane plane = {0};
    for (int least = 12; least <= 52; least += 4)
        for (int shallow = 0; shallow <= measure->depth; shallow++) {
            for (int deep = shallow + 2; deep <= measure->depth; deep += 2)
                spread_add(&plane, &work, shallow, deep, least);
            spread_add(&plane, &work, shallow, END, least);
        }
    for (int depth = 0; depth <= measure->depth; depth++)
        bias[depth] = bias_of(&work, depth);
    double found[4];
    plane_solve(&plane, found);
    *spread =
        (struct othello_spread){(float)found[0], (float)found[1], (float)found[2], (float)found[3]};
    othello_benches_close(work.benches, pool->threads);
    free(work.results);
    return true;
}
