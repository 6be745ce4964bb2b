#include "lab/evolve/evolve.h"

#include "lab/work.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What random numbers are for; each purpose and generation has its own stream. */
enum purpose { FOR_WEIGHTS, FOR_ORDER, FOR_STARTS, FOR_BREEDING, FOR_TEST };

static void stream(struct random *random, const struct evolve_plan *plan, enum purpose purpose,
                   int generation, uint64_t piece)
{
    uint64_t seed = hash_pair(hash_pair(plan->seed, (uint64_t)purpose), (uint64_t)generation);
    random_split(random, seed, piece);
}

bool evolve_open(struct evolve_population *population, const struct evolve_plan *plan,
                 struct error *error)
{
    size_t count = (size_t)plan->population, weights = (size_t)plan->problem->weights;
    *population = (struct evolve_population){
        .weights = calloc(count * weights, sizeof(float)),
        .points = calloc(count, sizeof(int32_t)),
        .ranks = calloc(count, sizeof(int32_t)),
    };
    if (population->weights && population->points && population->ranks)
        return true;
    evolve_close(population);
    return error_machine(error, "out of memory for a population of %zu", count);
}

void evolve_close(struct evolve_population *population)
{
    free(population->weights);
    free(population->points);
    free(population->ranks);
    *population = (struct evolve_population){0};
}

/* -------- operators -------- */

/* Marsaglia's polar method. */
double evolve_normal(struct random *random)
{
    double x, y, square;
    do {
        x = 2 * random_unit(random) - 1;
        y = 2 * random_unit(random) - 1;
        square = x * x + y * y;
    } while (square >= 1 || square == 0);
    return x * sqrt(-2 * log(square) / square);
}

void evolve_rescale(float *weights, int count)
{
    float largest = 1;
    for (int i = 0; i < count; i++)
        if (fabsf(weights[i]) > largest)
            largest = fabsf(weights[i]);
    for (int i = 0; largest > 1 && i < count; i++)
        weights[i] /= largest;
}

void evolve_clamp(float *weights, int count)
{
    for (int i = 0; i < count; i++)
        weights[i] = weights[i] > 1 ? 1 : weights[i] < -1 ? -1 : weights[i];
}

static void keep_within(const struct evolve_plan *plan, float *weights)
{
    if (plan->clamp)
        evolve_clamp(weights, plan->problem->weights);
    else
        evolve_rescale(weights, plan->problem->weights);
}

/* Simulated binary crossover (Deb and Agrawal 1995): the child spreads around its parents as the
   children of a one-point crossover of binary numbers would. The child that is kept of the two is
   nearer to `a` in all its weights: those of a network only make sense together. */
void evolve_cross(const float *a, const float *b, int count, double eta, struct random *random,
                  float *child)
{
    for (int i = 0; i < count; i++) {
        double u = random_unit(random);
        double base = u <= 0.5 ? 2 * u : 1 / (2 * (1 - u));
        double spread = pow(base, 1 / (eta + 1));
        child[i] = (float)(0.5 * ((1 + spread) * a[i] + (1 - spread) * b[i]));
    }
}

void evolve_mutate(float *weights, int count, double each, double sigma, struct random *random)
{
    for (int i = 0; i < count; i++)
        if (random_unit(random) < each)
            weights[i] += (float)(sigma * evolve_normal(random));
}

void evolve_begin(struct evolve_population *population, const struct evolve_plan *plan)
{
    int count = plan->problem->weights;
    for (int i = 0; i < plan->population; i++) {
        float *weights = population->weights + (size_t)i * (size_t)count;
        struct random random;
        stream(&random, plan, FOR_WEIGHTS, 0, (uint64_t)i);
        for (int k = 0; k < count; k++)
            weights[k] = (float)evolve_normal(&random);
        if (i == 0 && plan->from_known && plan->problem->known)
            memcpy(weights, plan->problem->known, (size_t)count * sizeof *weights);
        keep_within(plan, weights);
        population->points[i] = 0;
        population->ranks[i] = i;
    }
    population->generation = 0;
}

/* -------- fitness -------- */

int evolve_pairings(const struct evolve_plan *plan)
{
    return plan->population * plan->opponents / 2;
}

void evolve_order(const struct evolve_plan *plan, int generation, int32_t *order)
{
    struct random random;
    stream(&random, plan, FOR_ORDER, generation, 0);
    for (int i = 0; i < plan->population; i++) {
        int j = (int)random_below(&random, (uint32_t)i + 1);
        order[i] = order[j];
        order[j] = i;
    }
}

/* The individuals stand in a circle in random order, and each meets the next opponents / 2. */
void evolve_pairing(const struct evolve_plan *plan, const int32_t *order, int unit, int pair[2])
{
    int reach = plan->opponents / 2, at = unit / reach, step = 1 + unit % reach;
    pair[0] = order[at];
    pair[1] = order[(at + step) % plan->population];
}

struct competition {
    const struct evolve_plan *plan;
    const struct evolve_population *population;
    const int32_t *order;
};

static const float *individual(const struct evolve_plan *plan,
                               const struct evolve_population *population, int number)
{
    return population->weights + (size_t)number * (size_t)plan->problem->weights;
}

static void run_pairing(const void *context, int unit, void *result, void *workspace)
{
    const struct competition *competition = context;
    const struct evolve_plan *plan = competition->plan;
    _Alignas(8) char starts[EVOLVE_STARTS_BYTES];
    struct random random;
    int pair[2];
    evolve_pairing(plan, competition->order, unit, pair);
    /* Positions of its own: with the same few for all, luck would rank a generation. */
    stream(&random, plan, FOR_STARTS, competition->population->generation, (uint64_t)unit);
    plan->problem->make_starts(plan, &random, starts);
    *(int8_t *)result = (int8_t)plan->problem->meet(
        plan, individual(plan, competition->population, pair[0]),
        individual(plan, competition->population, pair[1]), starts, workspace);
}

/* Ranks by points, earlier individuals first among equals. */
static void rank(struct evolve_population *population, int count)
{
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && population->points[population->ranks[at - 1]] < population->points[i];
             at--)
            population->ranks[at] = population->ranks[at - 1];
        population->ranks[at] = i;
    }
}

bool evolve_compete(struct evolve_population *population, const struct evolve_plan *plan,
                    int threads, const atomic_bool *stop, struct error *error)
{
    struct competition competition = {.plan = plan, .population = population};
    int units = evolve_pairings(plan);
    int32_t *order = calloc((size_t)plan->population, sizeof *order);
    int8_t *results = calloc((size_t)units, 1);
    bool good = order && results;
    if (!good)
        error_machine(error, "out of memory for %d pairings", units);
    if (good) {
        evolve_order(plan, population->generation, order);
        competition.order = order;
        struct work work = {.units = units,
                            .result_bytes = 1,
                            .workspace = plan->problem->workspace,
                            .run = run_pairing,
                            .context = &competition,
                            .stop = stop};
        good = work_run(&work, threads, results, error);
    }
    if (good) {
        memset(population->points, 0, (size_t)plan->population * sizeof(int32_t));
        for (int unit = 0; unit < units; unit++) {
            int pair[2], result = results[unit];
            evolve_pairing(plan, order, unit, pair);
            population->points[pair[0]] += result > 0 ? 10 : result == 0;
            population->points[pair[1]] += result < 0 ? 10 : result == 0;
        }
        rank(population, plan->population);
    }
    free(order);
    free(results);
    return good;
}

/* -------- breeding -------- */

double evolve_crossover_rate(const struct evolve_plan *plan, int generation)
{
    double progress = (double)generation / plan->generations;
    return plan->schedule == EVOLVE_MUTATION_FALLS ? progress : 1 - progress;
}

double evolve_mutation_rate(const struct evolve_plan *plan, int generation)
{
    return 1 - evolve_crossover_rate(plan, generation);
}

int evolve_choose_parent(const struct evolve_population *population, const struct evolve_plan *plan,
                         struct random *random)
{
    int best = (int)random_below(random, (uint32_t)plan->population);
    for (int i = 1; i < plan->tournament; i++) {
        int other = (int)random_below(random, (uint32_t)plan->population);
        if (population->points[other] > population->points[best])
            best = other;
    }
    return best;
}

static void breed_one(const struct evolve_population *population, const struct evolve_plan *plan,
                      int number, float *next)
{
    int count = plan->problem->weights;
    struct random random;
    stream(&random, plan, FOR_BREEDING, population->generation, (uint64_t)number);
    if (random_unit(&random) < evolve_crossover_rate(plan, population->generation)) {
        int mother = evolve_choose_parent(population, plan, &random), father;
        do
            father = evolve_choose_parent(population, plan, &random);
        while (father == mother);
        evolve_cross(individual(plan, population, mother), individual(plan, population, father),
                     count, plan->eta, &random, next);
    }
    if (random_unit(&random) < evolve_mutation_rate(plan, population->generation))
        evolve_mutate(next, count, plan->mutated_weights / count, plan->sigma, &random);
    keep_within(plan, next);
}

bool evolve_breed(struct evolve_population *population, const struct evolve_plan *plan,
                  struct error *error)
{
    size_t size = (size_t)plan->population * (size_t)plan->problem->weights;
    float *next = malloc(size * sizeof *next);
    if (!next)
        return error_machine(error, "out of memory for the next generation");
    memcpy(next, population->weights, size * sizeof *next);
    for (int place = plan->elite; place < plan->population; place++) {
        int number = population->ranks[place];
        breed_one(population, plan, number, next + (size_t)number * (size_t)plan->problem->weights);
    }
    free(population->weights);
    population->weights = next;
    population->generation++;
    return true;
}

/* -------- the source's measure -------- */

struct trial {
    const struct evolve_plan *plan;
    const struct evolve_population *population;
};

static void run_trial(const void *context, int unit, void *result, void *workspace)
{
    const struct trial *trial = context;
    const struct evolve_plan *plan = trial->plan;
    int number = trial->population->ranks[unit];
    uint64_t seed = hash_pair(hash_pair(plan->seed, FOR_TEST),
                              (uint64_t)trial->population->generation * 1000 + (uint64_t)unit);
    *(int32_t *)result = plan->problem->versus_random(
        plan, individual(plan, trial->population, number), plan->test_games, seed, workspace);
}

bool evolve_test(const struct evolve_population *population, const struct evolve_plan *plan,
                 int threads, const atomic_bool *stop, int32_t *points, struct error *error)
{
    struct trial trial = {plan, population};
    struct work work = {.units = plan->test_best,
                        .result_bytes = sizeof(int32_t),
                        .workspace = plan->problem->workspace,
                        .run = run_trial,
                        .context = &trial,
                        .stop = stop};
    return work_run(&work, threads, points, error);
}
