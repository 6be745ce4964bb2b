/* Fitting Byte's weights: logistic regression of results on features by Adam [kingma15], on
   small batches.

   The sum of a position's weights, divided by UNIT, is read as the log-odds that the side to move
   wins; a draw counts as half a win. Minimising the logarithmic loss then asks for weights that
   predict results as probabilities, which is also what lets a search compare them. Each feature has
   an early and a late weight, mixed by the share of stacks still on the board, so its gradient is
   split in the same proportion. A penalty on the squares (`restraint`) keeps rare features near
   zero.

   Features come from byte_describe, the very lines that the search evaluates with, so fit and
   play cannot disagree about what is seen. */
#include "lab/byte/train.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 4096, PARAMETERS = 2 * BYTE_FEATURES }; /* an early and a late one each */

/* This many thousandths of a stack are one unit of log-odds. */
static const double UNIT = 400;

struct byte_fitting {
    const struct byte_training *training;
    struct byte_rules rules;
    const uint8_t *rings;
    double weight[PARAMETERS], gradient[PARAMETERS], mean[PARAMETERS], square[PARAMETERS];
    double decay_mean, decay_square; /* powers of Adam's two decays so far */
};

struct byte_active {
    uint16_t feature[BYTE_FEATURES_ACTIVE_MAX];
    int count;
};

static void see_feature(void *context, int feature)
{
    struct byte_active *active = context;
    active->feature[active->count++] = (uint16_t)feature;
}

/* The log-odds; `early` is the share of the early weights. */
static double predict(const struct byte_fitting *fitting, const struct byte *board,
                      struct byte_active *active, double *early)
{
    double sums[2] = {0, 0};
    active->count = 0;
    byte_describe(fitting->rules, fitting->rings, board, see_feature, active);
    for (int i = 0; i < active->count; i++) {
        sums[0] += fitting->weight[2 * active->feature[i]];
        sums[1] += fitting->weight[2 * active->feature[i] + 1];
    }
    *early = byte_phase(fitting->rules, board) / 64.0;
    return sums[0] * *early + sums[1] * (1 - *early);
}

static double loss_of(double odds, double result)
{
    double most = odds > 0 ? odds : 0;
    return most - odds * result + log(exp(-most) + exp(odds - most));
}

static double learn(struct byte_fitting *fitting, const struct byte_sample *sample)
{
    struct byte_active active;
    double early, result = sample->half_points / 2.0;
    double odds = predict(fitting, &sample->board, &active, &early);
    double error = 1 / (1 + exp(-odds)) - result;
    for (int i = 0; i < active.count; i++) {
        fitting->gradient[2 * active.feature[i]] += error * early;
        fitting->gradient[2 * active.feature[i] + 1] += error * (1 - early);
    }
    return loss_of(odds, result);
}

static void step(struct byte_fitting *fitting, double rate, int batch)
{
    const double keep_mean = 0.9, keep_square = 0.999;
    fitting->decay_mean *= keep_mean;
    fitting->decay_square *= keep_square;
    for (int i = 0; i < PARAMETERS; i++) {
        double gradient =
            fitting->gradient[i] / batch + fitting->training->restraint * fitting->weight[i];
        fitting->mean[i] = keep_mean * fitting->mean[i] + (1 - keep_mean) * gradient;
        fitting->square[i] =
            keep_square * fitting->square[i] + (1 - keep_square) * gradient * gradient;
        double mean = fitting->mean[i] / (1 - fitting->decay_mean);
        double square = fitting->square[i] / (1 - fitting->decay_square);
        fitting->weight[i] -= rate * mean / (sqrt(square) + 1e-8);
        fitting->gradient[i] = 0;
    }
}

/* One pass over the positions in a random order; returns the mean loss. */
static double pass(struct byte_fitting *fitting, const struct byte_samples *samples,
                   uint32_t *order, size_t count, double rate, struct random *random)
{
    double loss = 0;
    for (size_t i = count; i > 1; i--) {
        size_t other = random_below(random, (uint32_t)i);
        uint32_t swapped = order[i - 1];
        order[i - 1] = order[other];
        order[other] = swapped;
    }
    int batch = 0;
    for (size_t i = 0; i < count; i++) {
        loss += learn(fitting, &samples->sample[order[i]]);
        if (++batch == BATCH || i + 1 == count) {
            step(fitting, rate, batch);
            batch = 0;
        }
    }
    return count ? loss / (double)count : 0;
}

static void judge(const struct byte_fitting *fitting, const struct byte_samples *samples,
                  struct fitted *fit)
{
    size_t held = 0, decided = 0, right = 0;
    double loss = 0;
    for (size_t i = 0; i < samples->count; i++) {
        const struct byte_sample *sample = &samples->sample[i];
        if (!sample->held_out)
            continue;
        struct byte_active active;
        double early, odds = predict(fitting, &sample->board, &active, &early);
        loss += loss_of(odds, sample->half_points / 2.0);
        held++;
        decided += sample->half_points != 1;
        right += sample->half_points != 1 && (odds > 0) == (sample->half_points == 2);
    }
    fit->held_loss = held ? loss / (double)held : 0;
    fit->held_right = decided ? (double)right / (double)decided : 0;
}

static int rounded(double value)
{
    value *= UNIT;
    return (int)lround(value > 15000 ? 15000 : value < -15000 ? -15000 : value);
}

bool byte_train_fit(const struct byte_training *training, const struct byte_samples *samples,
                    int64_t weights[BYTE_FEATURES], struct fitted *fit, struct error *error)
{
    struct byte_fitting *fitting = calloc(1, sizeof *fitting);
    uint32_t *order = malloc((samples->count + 1) * sizeof *order);
    if (!fitting || !order) {
        free(fitting);
        free(order);
        return error_machine(error, "out of memory for a fit to %zu positions", samples->count);
    }
    const int64_t *shipped;
    fitting->training = training;
    fitting->decay_mean = fitting->decay_square = 1;
    byte_training_board(training->size, &fitting->rules, &fitting->rings, &shipped);
    for (int i = 0; i < BYTE_FEATURES; i++) {
        fitting->weight[2 * i] = byte_weight_early(weights[i]) / UNIT;
        fitting->weight[2 * i + 1] = byte_weight_late(weights[i]) / UNIT;
    }
    size_t count = 0;
    for (size_t i = 0; i < samples->count; i++)
        if (!samples->sample[i].held_out)
            order[count++] = (uint32_t)i;
    struct random random;
    random_seed(&random, training->seed);
    for (int epoch = 0; epoch < training->epochs; epoch++) {
        /* The step size decays geometrically, to a hundredth in the end. */
        double rate = training->rate * pow(0.01, (double)epoch / training->epochs);
        fit->loss = pass(fitting, samples, order, count, rate, &random);
        if (training->stop && atomic_load(training->stop))
            break;
    }
    judge(fitting, samples, fit);
    fit->positions = count;
    for (int i = 0; i < BYTE_FEATURES; i++)
        weights[i] =
            BYTE_WEIGHT(rounded(fitting->weight[2 * i]), rounded(fitting->weight[2 * i + 1]));
    free(fitting);
    free(order);
    return true;
}

void byte_training_default(struct byte_training *training, int size)
{
    *training = (struct byte_training){
        .size = size,
        .games = size == 8    ? 20000
                 : size == 10 ? 10000
                              : 2000,
        .nodes = 2000,
        .opening = size == 8    ? 8
                   : size == 10 ? 12
                                : 30,
        .strays = 30,
        .epochs = 12,
        .rate = 0.01,
        .restraint = 1e-6,
        .threads = 1,
        .seed = 1,
    };
}

bool byte_training_board(int size, struct byte_rules *rules, const uint8_t **rings,
                         const int64_t **weights)
{
    *rules = byte_rules(size, BYTE_FULL_MAX, false);
    *rings = size == 8 ? byte_rings_8 : size == 10 ? byte_rings_10 : byte_rings_16;
    *weights = size == 10 ? byte_weights_10 : byte_weights_8;
    return size == 8 || size == 10 || size == 16;
}

void byte_train_first(int64_t weights[BYTE_FEATURES])
{
    memset(weights, 0, BYTE_FEATURES * sizeof *weights);
    for (int i = 0; i < 2 * 256; i++) {
        int content = i & 255, height = content > 1 ? byte_height((unsigned)content) : 0;
        int worth = 3 * height * height;
        if (height > 0 && !byte_colour((unsigned)content, height - 1))
            worth = -worth;
        weights[BYTE_FEATURE_STACK + i] = BYTE_WEIGHT(worth, worth);
    }
    for (int own = 0; own < 8; own++)
        for (int other = 0; other < 8; other++)
            weights[BYTE_FEATURE_NEED + 8 * own + other] =
                BYTE_WEIGHT(1000 * (other - own), 1000 * (other - own));
}
