/* Measuring how far searches of different depths disagree, for ProbCut's margins
   (minds/othello/tree.c).

   Random positions are searched to every depth up to a limit, and to the end where that is
   affordable. For each pair of depths and each range of empties the mean and the standard deviation
   of the differences are kept as they are, as Buro does [buro97]; pairs of odd and even depths too,
   since the mean says how they differ.

   Beyond what can be measured the numbers are continued. Every further ply adds to the value
   something that is nearly independent of what came before, as in a random walk, so it is the
   square of the deviation that grows by about the same with each ply. Searches to the end are
   measured for few empties; the deviation grows slowly and evenly with their number, so a line is
   fitted to it for every shallow depth.

   The same searches give the bias of each depth against the samples' values. */
#include "lab/othello/spread.h"

#include "base/random.h"
#include "games/othello/othello.h"
#include "lab/othello/bench.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    VALUES = OTHELLO_SPREAD_MEASURED + 1,
    LEAST_EMPTIES = 10,
    MOST_EMPTIES = 54,
    ENOUGH = 30, /* differences for a deviation to be believed */
};

struct measured {
    int16_t score; /* the sample's, in hundredths of a disc as all values */
    int16_t value[VALUES], end;
    int8_t empties, depth; /* the deepest search that does not reach the end */
    bool solved;
};

struct spread_work {
    const struct othello_spread_measure *measure;
    const struct othello_samples *samples;
    struct othello_bench *benches;
    struct measured *results;
};

/* The mean and the deviation of some differences; `count` is 0 where there are too few. */
struct difference {
    double sum, squares, mean, sigma;
    int count;
};

/* One position, searched to every depth with a table that begins empty, so that the result does not
   depend on which positions the thread had before. */
static void measure_one(void *data, int worker, size_t piece)
{
    struct spread_work *work = data;
    struct random random;
    struct measured *result = &work->results[piece];
    const struct othello_sample *sample;
    int empties, values[VALUES];
    random_split(&random, work->measure->seed, piece);
    do {
        sample = &work->samples->list[random_below(&random, (uint32_t)work->samples->count)];
        empties = 64 - bits_count(sample->mine | sample->theirs);
    } while (empties < LEAST_EMPTIES || empties > MOST_EMPTIES);
    struct othello board = {sample->mine, sample->theirs};
    int depth = empties - 1 < OTHELLO_SPREAD_MEASURED ? empties - 1 : OTHELLO_SPREAD_MEASURED;
    othello_bench_forget(&work->benches[worker]);
    othello_bench_values(&work->benches[worker], board, depth, values);
    *result = (struct measured){.score = sample->score, .empties = (int8_t)empties};
    result->depth = (int8_t)depth;
    result->solved = empties <= work->measure->solve;
    for (int i = 0; i <= depth; i++)
        result->value[i] = (int16_t)values[i];
    if (!result->solved)
        return;
    struct othello_judgement exact;
    othello_bench_judge(&work->benches[worker], board, 64, &exact);
    result->end = (int16_t)exact.value;
}

static void difference_add(struct difference *difference, int value)
{
    difference->sum += value;
    difference->squares += (double)value * value;
    difference->count++;
}

static void difference_end(struct difference *difference)
{
    if (difference->count < ENOUGH) {
        difference->count = 0;
        return;
    }
    difference->mean = difference->sum / difference->count;
    difference->sigma =
        sqrt(difference->squares / difference->count - difference->mean * difference->mean);
}

static int16_t in_weights(double hundredths)
{
    return (int16_t)lrint(hundredths * OTHELLO_DISC / 100);
}

/* A range of empties: differences[deep][shallow]. */
typedef struct difference range_differences[VALUES][VALUES];

static void range_measure(const struct spread_work *work, int range, range_differences differences)
{
    memset(differences, 0, sizeof(range_differences));
    for (size_t i = 0; i < work->measure->positions; i++) {
        const struct measured *result = &work->results[i];
        if (result->empties / OTHELLO_SPREAD_EMPTIES != range)
            continue;
        for (int deep = 1; deep <= result->depth; deep++)
            for (int shallow = 0; shallow < deep; shallow++)
                difference_add(&differences[deep][shallow],
                               result->value[deep] - result->value[shallow]);
    }
    for (int deep = 1; deep < VALUES; deep++)
        for (int shallow = 0; shallow < deep; shallow++)
            difference_end(&differences[deep][shallow]);
}

/* What a ply adds to the square of the deviation, at the deepest searches; `deepest` gets the depth
   of these. */
static double square_per_ply(range_differences differences, int *deepest)
{
    int deep = VALUES - 1;
    double sum = 0;
    while (deep > 4 && !differences[deep][0].count)
        deep--;
    *deepest = deep;
    for (int shallow = 0; shallow < 4; shallow++) {
        double now = differences[deep][shallow].sigma,
               before = differences[deep - 4][shallow].sigma;
        if (deep - 4 > shallow)
            sum += (now * now - before * before) / 4 / 4;
    }
    return sum > 0 ? sum : 0;
}

/* The row of a depth that may not have been measured. */
static void row_fill(range_differences differences, int deep, struct othello_spread_row *row)
{
    int deepest;
    double step = square_per_ply(differences, &deepest);
    for (int shallow = 0; shallow <= OTHELLO_SPREAD_SHALLOW && shallow < deep; shallow++) {
        /* the nearest that was measured and has the parities of both depths */
        int from = deep > deepest ? deepest - ((deep - deepest) & 1) : deep;
        int under = shallow;
        while (under >= from)
            under -= 2;
        if (under < 0)
            continue;
        const struct difference *known = &differences[from][under];
        int plies = (deep - shallow) - (from - under);
        row->sigma[shallow] = in_weights(sqrt(known->sigma * known->sigma + plies * step));
        row->bias[shallow] = in_weights(known->mean);
    }
}

static void range_fill(const struct spread_work *work, int range, struct othello_spread *spread)
{
    static range_differences differences; /* one caller at a time */
    range_measure(work, range, differences);
    if (!differences[2][0].count)
        return;
    for (int deep = 1; deep <= OTHELLO_SPREAD_DEEP; deep++)
        row_fill(differences, deep, &spread->middle[range][deep]);
}

/* Searches to the end against those of `shallow` plies: a line over the empties for the deviation,
   and the mean for an odd and for an even number of plies between them. */
static void end_fill(const struct spread_work *work, int shallow, struct othello_spread *spread)
{
    struct difference by_empties[61] = {0}, by_parity[2] = {0};
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < work->measure->positions; i++) {
        const struct measured *result = &work->results[i];
        if (!result->solved || result->depth < shallow)
            continue;
        int more = result->end - result->value[shallow];
        difference_add(&by_empties[result->empties], more);
        difference_add(&by_parity[(result->empties - shallow) & 1], more);
    }
    difference_end(&by_parity[0]);
    difference_end(&by_parity[1]);
    for (int empties = 0; empties <= 60; empties++) {
        struct difference *now = &by_empties[empties];
        difference_end(now);
        n += now->count;
        x += now->count * empties;
        y += now->count * now->sigma;
        xx += (double)now->count * empties * empties;
        xy += now->count * now->sigma * empties;
    }
    double spread_x = n * xx - x * x, slope = spread_x > 0 ? (n * xy - x * y) / spread_x : 0;
    for (int empties = shallow + 1; n > 0 && empties <= 60; empties++) {
        double sigma = y / n + slope * (empties - x / n);
        spread->end[empties].sigma[shallow] = in_weights(sigma > 100 ? sigma : 100);
        spread->end[empties].bias[shallow] = in_weights(by_parity[(empties - shallow) & 1].mean);
    }
}

/* Ranges without positions are like their neighbours. */
static void ranges_complete(struct othello_spread *spread)
{
    for (int range = OTHELLO_SPREAD_RANGES - 2; range >= 0; range--)
        if (!spread->middle[range][2].sigma[0])
            memcpy(spread->middle[range], spread->middle[range + 1], sizeof spread->middle[range]);
    for (int range = 1; range < OTHELLO_SPREAD_RANGES; range++)
        if (!spread->middle[range][2].sigma[0])
            memcpy(spread->middle[range], spread->middle[range - 1], sizeof spread->middle[range]);
}

static double bias_of(const struct spread_work *work, int depth)
{
    double sum = 0;
    int count = 0;
    for (size_t i = 0; i < work->measure->positions; i++) {
        const struct measured *result = &work->results[i];
        if (result->depth < depth)
            continue;
        sum += (result->value[depth] - result->score) / 100.0;
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
    memset(spread, 0, sizeof *spread);
    for (int range = 0; range < OTHELLO_SPREAD_RANGES; range++)
        range_fill(&work, range, spread);
    ranges_complete(spread);
    for (int shallow = 0; shallow <= OTHELLO_SPREAD_SHALLOW; shallow++)
        end_fill(&work, shallow, spread);
    for (int depth = 0; depth <= measure->depth; depth++)
        bias[depth] = bias_of(&work, depth);
    othello_benches_close(work.benches, pool->threads);
    free(work.results);
    return true;
}
