/* Logistic regression of results on mill's patterns.

   Most states of a whole ring or arm are rare, so smaller parts of them (lines, a point with its
   neighbours, two lines with a common corner) are fitted along with them, and all of it once for
   the placing or moving phase as a whole and once for each of the six phases. What is seldom seen
   leans on what is seen often. In the end the parts are added up into the values of the wholes, so
   they cost nothing in play. */
#include "lab/mill/train.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* This many hundredths of a man are one unit of log-odds. */
static const double UNIT = 100;

enum {
    LEVELS = MILL_PHASES + 2, /* each phase, all of placing, all of moving */
    PARTS_MAX = 16,
    DIGITS_MAX = 9,
    WEIGHT_LIMIT = 3000,
};

enum mill_fit_kind { OUTER, MIDDLE, ARM, KINDS };

/* Parts with the same table share their values: they are images of each other. */
struct mill_fit_part {
    int table;
    int digits;
    uint8_t digit[DIGITS_MAX];
};

enum { RING_TABLES = 4, ARM_TABLES = 5, TABLES = 2 * RING_TABLES + ARM_TABLES };

static const struct mill_fit_part ring_parts[] = {
    {0, 8, {0, 1, 2, 3, 4, 5, 6, 7}},
    {1, 3, {0, 1, 2}},
    {1, 3, {2, 3, 4}},
    {1, 3, {4, 5, 6}},
    {1, 3, {6, 7, 0}},
    {2, 3, {1, 2, 3}},
    {2, 3, {3, 4, 5}},
    {2, 3, {5, 6, 7}},
    {2, 3, {7, 0, 1}},
    {3, 5, {0, 1, 2, 3, 4}},
    {3, 5, {2, 3, 4, 5, 6}},
    {3, 5, {4, 5, 6, 7, 0}},
    {3, 5, {6, 7, 0, 1, 2}},
};

static const struct mill_fit_part arm_parts[] = {
    {0, 9, {0, 1, 2, 3, 4, 5, 6, 7, 8}},
    {1, 3, {1, 4, 7}},
    {2, 4, {0, 1, 2, 4}},
    {2, 4, {6, 7, 8, 4}},
    {3, 5, {3, 4, 5, 1, 7}},
    {4, 6, {0, 1, 2, 3, 4, 5}},
    {4, 6, {6, 7, 8, 3, 4, 5}},
};

enum {
    RING_PARTS = (int)(sizeof ring_parts / sizeof ring_parts[0]),
    ARM_PARTS = (int)(sizeof arm_parts / sizeof arm_parts[0]),
    MATERIAL = MILL_COUNTS * MILL_COUNTS,
    ACTIVE_MAX = 3 * RING_PARTS + 4 * ARM_PARTS,
};

struct weight {
    float value, squares;
};

struct mill_fitting {
    const struct mill_training *training;
    uint32_t weights;       /* of one level */
    uint32_t *place[KINDS]; /* of each state: its parts' weights, one after another */
    struct weight *weight;  /* LEVELS * weights */
    struct weight material[MILL_PHASES][MATERIAL], man[MILL_PHASES];
};

static int part_count(int kind)
{
    return kind == ARM ? ARM_PARTS : RING_PARTS;
}

static int state_count(int kind)
{
    return kind == ARM ? MILL_ARM_STATES : MILL_RING_STATES;
}

static int power_of_three(int n)
{
    int power = 1;
    while (n-- > 0)
        power *= 3;
    return power;
}

/* Gives every state of every part its weight, and for each state of a whole the list of the weights
   of its parts: describing a position is then a copy of that list. A part's state is the whole's
   with all other digits left out. */
static bool number_weights(struct mill_fitting *fitting)
{
    for (int kind = 0; kind < KINDS; kind++) {
        const struct mill_fit_part *parts = kind == ARM ? arm_parts : ring_parts;
        int count = part_count(kind), states = state_count(kind), table = -1;
        uint32_t *place = malloc((size_t)count * (size_t)states * sizeof *place);
        fitting->place[kind] = place;
        if (!place)
            return false;
        uint32_t first = fitting->weights;
        for (int i = 0; i < count; i++) {
            if (parts[i].table != table) {
                table = parts[i].table;
                first = fitting->weights;
                fitting->weights += (uint32_t)power_of_three(parts[i].digits);
            }
            for (int state = 0; state < states; state++) {
                int reduced = 0;
                for (int j = 0; j < parts[i].digits; j++)
                    reduced += state / power_of_three(parts[i].digit[j]) % 3 * power_of_three(j);
                place[state * count + i] = first + (uint32_t)reduced;
            }
        }
    }
    fitting->weight = calloc((size_t)fitting->weights * LEVELS, sizeof *fitting->weight);
    return fitting->weight != NULL;
}

struct mill_active {
    uint32_t place[ACTIVE_MAX];
    int count, phase, own, other;
};

static void describe(const struct mill_fitting *fitting, const struct mill *board,
                     struct mill_active *active)
{
    struct mill_shape shape = mill_shape_of(board);
    int side = board->side;
    mill_lanes at = shape.men[side] + shape.men[!side] + shape.men[!side];
    static const int kinds[MILL_PATTERNS] = {OUTER, MIDDLE, OUTER, ARM, ARM, ARM, ARM};
    active->count = 0;
    for (int i = 0; i < MILL_PATTERNS; i++) {
        int parts = part_count(kinds[i]);
        memcpy(active->place + active->count, fitting->place[kinds[i]] + at[i] * parts,
               (size_t)parts * sizeof active->place[0]);
        active->count += parts;
    }
    active->phase = mill_phase(board);
    active->own = bits_count(board->men[side]) + board->hand[side];
    active->other = bits_count(board->men[!side]) + board->hand[!side];
}

static int wide_level(int phase)
{
    return MILL_PHASES + (phase >= 3);
}

static double predict(const struct mill_fitting *fitting, const struct mill_active *active)
{
    const struct weight *narrow = fitting->weight + (size_t)active->phase * fitting->weights;
    const struct weight *wide =
        fitting->weight + (size_t)wide_level(active->phase) * fitting->weights;
    double sum = fitting->man[active->phase].value * (float)(active->own - active->other) +
                 fitting->material[active->phase][active->own * MILL_COUNTS + active->other].value;
    for (int i = 0; i < active->count; i++)
        sum += narrow[active->place[i]].value + wide[active->place[i]].value;
    return sum;
}

/* The logarithmic loss, log(1 + exp(odds)) - result * odds, in a form in which nothing
   overflows. */
static double loss_of(double odds, double result)
{
    double most = odds > 0 ? odds : 0;
    return most - odds * result + log(exp(-most) + exp(odds - most));
}

/* AdaGrad [duchi11]: the step of a weight shrinks with the square root of the squared gradients it
   has seen, so that common states settle while rare ones still move. A little of the weight itself
   is added to the gradient, which pulls weights that nothing speaks for back to zero. */
static inline void step(struct weight *weight, float gradient, float rate)
{
    gradient += 1e-5f * weight->value;
    weight->squares += gradient * gradient;
    weight->value -= rate * gradient / sqrtf(1 + weight->squares);
}

static double learn(struct mill_fitting *fitting, const struct mill_sample *sample, int symmetry,
                    float rate)
{
    struct mill board = sample->board;
    for (int side = 0; side < 2; side++)
        board.men[side] = mill_transform(board.men[side], symmetry, MILL_NINE);
    struct mill_active active;
    describe(fitting, &board, &active);
    double odds = predict(fitting, &active), result = sample->half_points / 2.0;
    float error = (float)(1 / (1 + exp(-odds)) - result);
    int phase = active.phase;
    struct weight *narrow = fitting->weight + (size_t)phase * fitting->weights;
    struct weight *wide = fitting->weight + (size_t)wide_level(phase) * fitting->weights;
    for (int i = 0; i < active.count; i++) {
        step(&narrow[active.place[i]], error, rate);
        step(&wide[active.place[i]], error, rate);
    }
    step(&fitting->man[phase], error * (float)(active.own - active.other), rate);
    step(&fitting->material[phase][active.own * MILL_COUNTS + active.other], error, rate);
    return loss_of(odds, result);
}

static void judge(const struct mill_fitting *fitting, const struct mill_samples *samples,
                  struct fitted *fit)
{
    size_t held = 0, decided = 0, right = 0;
    fit->held_loss = 0;
    for (size_t i = 0; i < samples->count; i++) {
        const struct mill_sample *sample = &samples->sample[i];
        if (!sample->held_out)
            continue;
        struct mill_active active;
        describe(fitting, &sample->board, &active);
        double odds = predict(fitting, &active);
        fit->held_loss += loss_of(odds, sample->half_points / 2.0);
        held++;
        decided += sample->half_points != 1;
        right += sample->half_points != 1 && (odds > 0) == (sample->half_points == 2);
    }
    fit->held_loss /= held ? (double)held : 1;
    fit->held_right = decided ? (double)right / (double)decided : 0;
}

static int16_t rounded(double value)
{
    value *= UNIT;
    if (value > WEIGHT_LIMIT)
        value = WEIGHT_LIMIT;
    if (value < -WEIGHT_LIMIT)
        value = -WEIGHT_LIMIT;
    return (int16_t)lrint(value);
}

/* The parts' values added up for every state, then one value for each class. */
static void add_up(const struct mill_fitting *fitting, int phase, int kind, int16_t *values)
{
    static double sums[MILL_ARM_STATES], means[MILL_ARM_CLASSES];
    const struct weight *narrow = fitting->weight + (size_t)phase * fitting->weights;
    const struct weight *wide = fitting->weight + (size_t)wide_level(phase) * fitting->weights;
    int parts = part_count(kind), states = state_count(kind);
    for (int state = 0; state < states; state++) {
        sums[state] = 0;
        for (int i = 0; i < parts; i++) {
            uint32_t place = fitting->place[kind][state * parts + i];
            sums[state] += narrow[place].value + wide[place].value;
        }
    }
    if (kind == ARM)
        mill_patterns_arm_means(sums, means);
    else
        mill_patterns_ring_means(sums, means);
    int classes = kind == ARM ? MILL_ARM_CLASSES : MILL_RING_CLASSES;
    for (int i = 0; i < classes; i++)
        values[i] = rounded(means[i]);
}

/* Ten men occur in Lasker's game only, which has no samples: 10-9 counts as 9-8. */
static void export_material(const struct mill_fitting *fitting, int phase,
                            int16_t material[MILL_COUNTS][MILL_COUNTS])
{
    for (int own = 0; own < MILL_COUNTS; own++)
        for (int other = 0; other < MILL_COUNTS; other++) {
            int less = (own == MILL_COUNTS - 1 || other == MILL_COUNTS - 1) && own && other;
            int at = (own - less) * MILL_COUNTS + other - less;
            material[own][other] = rounded(fitting->man[phase].value * (float)(own - other) +
                                           fitting->material[phase][at].value);
        }
}

static void export(const struct mill_fitting *fitting, struct mill_patterns_packed *model)
{
    for (int phase = 0; phase < MILL_PHASES; phase++) {
        struct mill_phase_classes *classes = &model->phase[phase];
        export_material(fitting, phase, classes->material);
        add_up(fitting, phase, OUTER, classes->outer);
        add_up(fitting, phase, MIDDLE, classes->middle);
        add_up(fitting, phase, ARM, classes->arm);
    }
}

static void fit_all(struct mill_fitting *fitting, const struct mill_samples *samples,
                    uint32_t *order, struct fitted *fit)
{
    const struct mill_training *training = fitting->training;
    size_t count = 0;
    for (size_t i = 0; i < samples->count; i++)
        if (!samples->sample[i].held_out)
            order[count++] = (uint32_t)i;
    struct random random;
    random_seed(&random, training->seed);
    for (int epoch = 0; epoch < training->epochs; epoch++) {
        /* The step falls to a tenth towards the end. */
        double done = (double)epoch / (double)training->epochs;
        float rate = (float)(training->rate * (1 - 0.9 * done));
        fit->loss = 0;
        for (size_t i = count; i-- > 0;) {
            size_t other = random_below(&random, (uint32_t)i + 1);
            uint32_t number = order[other];
            order[other] = order[i];
            order[i] = number;
            fit->loss += learn(fitting, &samples->sample[number],
                               (int)random_below(&random, MILL_SYMMETRIES), rate);
        }
        fit->loss /= count ? (double)count : 1;
        if (training->stop && atomic_load(training->stop))
            return;
    }
}

bool mill_train_fit(const struct mill_training *training, const struct mill_samples *samples,
                    struct mill_patterns_packed *model, struct fitted *fit, struct error *error)
{
    struct mill_fitting *fitting = calloc(1, sizeof *fitting);
    uint32_t *order = malloc((samples->count + 1) * sizeof *order);
    bool good = fitting && order && number_weights(fitting);
    *fit = (struct fitted){.positions = samples->count};
    if (good) {
        fitting->training = training;
        for (int i = 0; i < MILL_PHASES; i++)
            fitting->man[i].value = 1;
        fit_all(fitting, samples, order, fit);
        judge(fitting, samples, fit);
        export(fitting, model);
    } else {
        error_machine(error, "out of memory for a fit to %zu positions", samples->count);
    }
    for (int kind = 0; fitting && kind < KINDS; kind++)
        free(fitting->place[kind]);
    if (fitting)
        free(fitting->weight);
    free(fitting);
    free(order);
    return good;
}
