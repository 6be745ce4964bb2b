/* The genetic algorithm of Milinović's thesis on Othello [milinovic23], for any vector of
   weights.

   A generation: everybody meets some others, the points make a ranking, the elite stays, and the
   rest are replaced by children or mutated.

   Fitness is relative, there is no function to evaluate. The individuals stand in a circle in
   random order and each meets the next few on it. That is a random regular graph in which
   everyone has the same number of opponents, all different, and each pairing counts for both.
   Every pairing has start positions of its own, played with both colours; if all pairings shared
   a few positions, luck with those would decide the ranking.

   A child is made by simulated binary crossover [deb95]: for weights a and b of the parents it
   gets

       0.5 * ((1 + gamma) a + (1 - gamma) b),   gamma = (2u)^(1/(eta+1)) for u <= 1/2, else
                                                gamma = (1 / (2(1 - u)))^(1/(eta+1))

   with u uniform in 0..1. A large eta keeps children close to their parents; gamma is unbounded,
   so a child may lie far outside. Both children of a pair are equally good by symmetry; the one
   kept is nearer to `a` in all weights, because the weights of a network only make sense
   together. Parents are winners of small tournaments. Mutation adds normal noise to a few
   weights, and at last the vector is brought back to -1..1 in the way the plan says.

   The rates are linear in the generation g of G: crossover g/G and mutation 1 - g/G, or the
   other way round. What the thesis leaves open is an option each; docs/evolution.md lists them
   with measurements.

   Every random number comes from a stream named by the seed, a purpose, the generation and a
   number, never from a shared generator. So the result does not depend on the number of threads
   or on where a run was interrupted. Nearly all the time goes into playing; everything else here
   is linear in the size of the population but for the ranking, an insertion sort of a few
   hundred numbers. */
#include "lab/evolve/evolve.h"

#include "lab/evolve/partner.h"
#include "lab/pool.h"
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
    size_t count = (size_t)plan->population,
           weights = (size_t)evolve_weights(plan->problem, &plan->variant);
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

/* -------- vectors -------- */

static int layers_of(const struct evolve_problem *problem, const struct vector_variant *variant,
                     int sizes[EVOLVE_LAYERS_MAX])
{
    sizes[0] = problem->weights;
    return problem->layers ? problem->layers(variant, sizes) : 1;
}

int evolve_weights(const struct evolve_problem *problem, const struct vector_variant *variant)
{
    int sizes[EVOLVE_LAYERS_MAX], sum = 0;
    for (int i = layers_of(problem, variant, sizes) - 1; i >= 0; i--)
        sum += sizes[i];
    return sum;
}

static int weights_of(const struct evolve_plan *plan)
{
    return evolve_weights(plan->problem, &plan->variant);
}

int evolve_plies(const struct evolve_plan *plan)
{
    return plan->depth + (plan->depth_counts == EVOLVE_BELOW_ROOT);
}

const void *evolve_player_data(const struct evolve_problem *problem,
                               const struct vector_variant *variant, const float *weights,
                               void *room)
{
    if (!problem->dress)
        return weights;
    problem->dress(variant, weights, evolve_weights(problem, variant), room);
    return room;
}

/* -------- operators -------- */

/* Marsaglia's polar method [marsaglia64]. */
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

void evolve_fill(float *weights, int count)
{
    float largest = 0;
    for (int i = 0; i < count; i++)
        largest = fmaxf(largest, fabsf(weights[i]));
    for (int i = 0; largest > 0 && i < count; i++)
        weights[i] /= largest;
}

void evolve_span(float *weights, int count)
{
    float least = weights[0], most = weights[0];
    for (int i = 1; i < count; i++) {
        least = fminf(least, weights[i]);
        most = fmaxf(most, weights[i]);
    }
    for (int i = 0; most > least && i < count; i++)
        weights[i] = 2 * (weights[i] - least) / (most - least) - 1;
}

void evolve_keep_within(const struct evolve_plan *plan, float *weights)
{
    static void (*const ways[])(float *, int) = {evolve_rescale, evolve_rescale, evolve_clamp,
                                                 evolve_fill, evolve_span};
    int sizes[EVOLVE_LAYERS_MAX], count = layers_of(plan->problem, &plan->variant, sizes);
    if (plan->rescaling == EVOLVE_RESCALE_VECTOR) {
        evolve_rescale(weights, weights_of(plan));
        return;
    }
    for (int i = 0; i < count; weights += sizes[i++])
        ways[plan->rescaling](weights, sizes[i]);
}

static double draw_spread(double eta, struct random *random)
{
    double u = random_unit(random);
    double base = u <= 0.5 ? 2 * u : 1 / (2 * (1 - u));
    return pow(base, 1 / (eta + 1));
}

/* The child near `a`; with gamma 1 it is `a` itself, below 1 it lies between the parents, above 1
   beyond `a`. One gamma for the whole child keeps the weights in proportion; one for each mixes
   more. */
void evolve_cross(const float *a, const float *b, int count, double eta, enum evolve_spread spread,
                  struct random *random, float *child)
{
    double gamma = draw_spread(eta, random);
    for (int i = 0; i < count; i++) {
        child[i] = (float)(0.5 * ((1 + gamma) * a[i] + (1 - gamma) * b[i]));
        if (spread == EVOLVE_PER_WEIGHT && i < count - 1)
            gamma = draw_spread(eta, random);
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
    int count = weights_of(plan);
    for (int i = 0; i < plan->population; i++) {
        float *weights = population->weights + (size_t)i * (size_t)count;
        struct random random;
        stream(&random, plan, FOR_WEIGHTS, 0, (uint64_t)i);
        for (int k = 0; k < count; k++)
            weights[k] = (float)evolve_normal(&random);
        if (i == 0 && plan->from_known && plan->problem->known)
            memcpy(weights, plan->problem->known, (size_t)count * sizeof *weights);
        evolve_keep_within(plan, weights);
        population->points[i] = 0;
        population->ranks[i] = i;
    }
    population->generation = 0;
}

/* -------- fitness -------- */

int evolve_spars(const struct evolve_plan *plan)
{
    return plan->opponents - evolve_neighbours(plan);
}

int evolve_neighbours(const struct evolve_plan *plan)
{
    double share = plan->sparring[0] ? plan->sparring_share : 0;
    return 2 * (int)((1 - share) * plan->opponents / 2 + 1e-9);
}

/* Those between individuals. */
static int inner_pairings(const struct evolve_plan *plan)
{
    return plan->population * evolve_neighbours(plan) / 2;
}

int evolve_pairings(const struct evolve_plan *plan)
{
    return inner_pairings(plan) + plan->population * evolve_spars(plan);
}

/* A random order by Fisher and Yates, from the inside out: individual i goes to a random place
   among the first i + 1, and whoever was there moves to place i. */
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

void evolve_pairing(const struct evolve_plan *plan, const int32_t *order, int unit, int pair[2])
{
    int inner = inner_pairings(plan);
    if (unit >= inner) {
        pair[0] = (unit - inner) / evolve_spars(plan);
        pair[1] = -1;
        return;
    }
    int reach = evolve_neighbours(plan) / 2, at = unit / reach, step = 1 + unit % reach;
    pair[0] = order[at];
    pair[1] = order[(at + step) % plan->population];
}

struct competition {
    const struct evolve_plan *plan;
    const struct evolve_population *population;
    const int32_t *order;
    const struct player *sparring;
};

static const float *individual(const struct evolve_plan *plan,
                               const struct evolve_population *population, int number)
{
    return population->weights + (size_t)number * (size_t)weights_of(plan);
}

/* A pairing's own, or, the same for all of them, those of the generation's first. */
static void make_starts(const struct competition *competition, struct random *own, void *starts)
{
    const struct evolve_plan *plan = competition->plan;
    struct random common;
    stream(&common, plan, FOR_STARTS, competition->population->generation, 0);
    bool shared = plan->starts_for == EVOLVE_STARTS_FOR_GENERATION;
    plan->problem->make_starts(plan, shared ? &common : own, starts);
}

static void run_pairing(const void *context, int unit, void *result, void *workspace)
{
    const struct competition *competition = context;
    const struct evolve_plan *plan = competition->plan;
    _Alignas(8) char starts[EVOLVE_STARTS_BYTES];
    struct random random;
    int pair[2];
    evolve_pairing(plan, competition->order, unit, pair);
    stream(&random, plan, FOR_STARTS, competition->population->generation, (uint64_t)unit);
    make_starts(competition, &random, starts);
    const float *a = individual(plan, competition->population, pair[0]);
    if (pair[1] >= 0) {
        const float *b = individual(plan, competition->population, pair[1]);
        *(int8_t *)result = (int8_t)plan->problem->meet(plan, a, b, starts, workspace);
        return;
    }
    struct evolve_partner partner;
    evolve_partner_open(&partner, plan, competition->sparring, &random);
    *(int8_t *)result = (int8_t)plan->problem->spar(plan, a, &partner, starts, workspace);
    evolve_partner_close(&partner);
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

/* 10 points for a won pairing, 1 for a tie. False when one could not be played. */
static bool count_points(struct evolve_population *population, const struct evolve_plan *plan,
                         const int32_t *order, const int8_t *results)
{
    memset(population->points, 0, (size_t)plan->population * sizeof(int32_t));
    for (int unit = 0; unit < evolve_pairings(plan); unit++) {
        int pair[2], result = results[unit];
        if (result == EVOLVE_FAILED)
            return false;
        evolve_pairing(plan, order, unit, pair);
        population->points[pair[0]] += result > 0 ? 10 : result == 0;
        if (pair[1] >= 0)
            population->points[pair[1]] += result < 0 ? 10 : result == 0;
    }
    rank(population, plan->population);
    return true;
}

/* All pairings of a generation are units of one pool. Each gives one number, which is counted when
   all are there, in the order of the units: so the points are the same on any number of threads. */
bool evolve_compete(struct evolve_population *population, const struct evolve_plan *plan,
                    int threads, const atomic_bool *stop, struct error *error)
{
    struct player sparring;
    struct competition competition = {
        .plan = plan, .population = population, .sparring = &sparring};
    int units = evolve_pairings(plan);
    if (plan->sparring[0] && !evolve_partner_read(plan, &sparring, error))
        return false;
    int32_t *order = calloc((size_t)plan->population, sizeof *order);
    int8_t *results = calloc((size_t)units, 1);
    bool good = order && results;
    if (!good)
        error_machine(error, "out of memory for %d pairings", units);
    if (good) {
        evolve_order(plan, population->generation, order);
        competition.order = order;
        struct pool_job job = {.units = units,
                               .result_bytes = 1,
                               .workspace = plan->problem->workspace,
                               .run = run_pairing,
                               .context = &competition,
                               .stop = stop};
        good = pool_gather(&job, threads, results, error);
    }
    if (good && !count_points(population, plan, order, results))
        good =
            error_set(error, "the sparring partner %s gave no move: out of memory", plan->sparring);
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

static bool is_among(int number, const int *numbers, int count)
{
    for (int i = 0; i < count; i++)
        if (numbers[i] == number)
            return true;
    return false;
}

int evolve_choose_parent(const struct evolve_population *population, const struct evolve_plan *plan,
                         struct random *random)
{
    bool once = plan->tournament_draw == EVOLVE_WITHOUT_REPLACEMENT;
    int best = -1, drawn[EVOLVE_TOURNAMENT_MAX];
    for (int i = 0; i < plan->tournament; i++) {
        do
            drawn[i] = (int)random_below(random, (uint32_t)plan->population);
        while (once && is_among(drawn[i], drawn, i));
        if (best < 0 || population->points[drawn[i]] > population->points[best])
            best = drawn[i];
    }
    return best;
}

/* The thesis's words: every individual is replaced by a child with one probability and mutated with
   another. Whether one that is not replaced stays in its place or a tournament fills it is open. */
static void draw_survivor(const struct evolve_population *population,
                          const struct evolve_plan *plan, struct random *random, float *next)
{
    if (plan->survivors != EVOLVE_DRAWN)
        return;
    int chosen = evolve_choose_parent(population, plan, random);
    memcpy(next, individual(plan, population, chosen), (size_t)weights_of(plan) * sizeof *next);
}

/* Another winner than the mother. Where tournaments are so large that the same one wins them all,
   anybody else: waiting for a different winner would take forever. */
static int choose_father(const struct evolve_population *population, const struct evolve_plan *plan,
                         int mother, struct random *random)
{
    enum { TRIES = 200 };
    for (int i = 0; i < TRIES; i++) {
        int father = evolve_choose_parent(population, plan, random);
        if (father != mother)
            return father;
    }
    uint32_t further = 1 + random_below(random, (uint32_t)plan->population - 1);
    return (int)(((uint32_t)mother + further) % (uint32_t)plan->population);
}

/* One place of the next generation: a child of two different parents, or whoever stays there; then
   perhaps mutated, children too; then brought back into range. `next` begins as what was in that
   place before. */
static void breed_one(const struct evolve_population *population, const struct evolve_plan *plan,
                      int number, float *next)
{
    int count = weights_of(plan);
    struct random random;
    stream(&random, plan, FOR_BREEDING, population->generation, (uint64_t)number);
    if (random_unit(&random) < evolve_crossover_rate(plan, population->generation)) {
        int mother = evolve_choose_parent(population, plan, &random);
        int father = choose_father(population, plan, mother, &random);
        evolve_cross(individual(plan, population, mother), individual(plan, population, father),
                     count, plan->eta, (enum evolve_spread)plan->spread, &random, next);
    } else {
        draw_survivor(population, plan, &random, next);
    }
    if (random_unit(&random) < evolve_mutation_rate(plan, population->generation))
        evolve_mutate(next, count, plan->mutated_weights / count, plan->sigma, &random);
    evolve_keep_within(plan, next);
}

/* All parents come from the old generation, so the new one is made beside it. The elite is copied
   and keeps its places. */
bool evolve_breed(struct evolve_population *population, const struct evolve_plan *plan,
                  struct error *error)
{
    size_t size = (size_t)plan->population * (size_t)weights_of(plan);
    float *next = malloc(size * sizeof *next);
    if (!next)
        return error_machine(error, "out of memory for the next generation");
    memcpy(next, population->weights, size * sizeof *next);
    for (int place = plan->elite; place < plan->population; place++) {
        int number = population->ranks[place];
        breed_one(population, plan, number, next + (size_t)number * (size_t)weights_of(plan));
    }
    free(population->weights);
    population->weights = next;
    population->generation++;
    return true;
}

/* -------- the thesis's measure -------- */

struct evolve_trial {
    const struct evolve_plan *plan;
    const struct evolve_population *population;
};

static void run_trial(const void *context, int unit, void *result, void *workspace)
{
    const struct evolve_trial *trial = context;
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
    struct evolve_trial trial = {plan, population};
    struct pool_job job = {.units = plan->test_best,
                           .result_bytes = sizeof(int32_t),
                           .workspace = plan->problem->workspace,
                           .run = run_trial,
                           .context = &trial,
                           .stop = stop};
    return pool_gather(&job, threads, points, error);
}
