/* The genetic algorithm: its operators against what can be calculated about them, the pairings,
   and that threads change nothing. All seeds are fixed; bounds are five standard errors. */
#include "lab/evolve/evolve.h"
#include "games/othello/othello.h"
#include "lab/evolve/problems.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MANY = 200000 };

static struct random source;

static void assert_near(double found, double wanted, double room)
{
    if (!(fabs(found - wanted) <= room))
        fail_msg("%.6f is not within %.6f of %.6f", found, room, wanted);
}

static void normal_has_its_moments(void **state)
{
    (void)state;
    double sum = 0, squares = 0, fourth = 0;
    int inside = 0;
    for (int i = 0; i < MANY; i++) {
        double x = evolve_normal(&source);
        sum += x;
        squares += x * x;
        fourth += x * x * x * x;
        inside += fabs(x) < 1;
    }
    assert_near(sum / MANY, 0, 5 / sqrt(MANY));
    assert_near(squares / MANY, 1, 5 * sqrt(2.0 / MANY));
    assert_near(fourth / MANY, 3, 5 * sqrt(96.0 / MANY));
    assert_near((double)inside / MANY, erf(1 / sqrt(2)), 5 * 0.5 / sqrt(MANY));
}

/* With parents at -1 and 1 a child is minus the spread factor, on the first one's side. The
   distribution of the factor is t^(eta+1) / 2 below 1 and 1 - t^-(eta+1) / 2 above. */
static void crossover_spreads_as_it_should(void **state)
{
    (void)state;
    const float a = -1, b = 1;
    const double points[] = {0.25, 0.5, 0.8, 1, 1.25, 2, 4};
    for (int eta = 1; eta <= 5; eta += 2) {
        int below[7] = {0};
        double sum = 0, squares = 0;
        for (int i = 0; i < MANY; i++) {
            float child;
            evolve_cross(&a, &b, 1, eta, EVOLVE_PER_WEIGHT, &source, &child);
            for (int k = 0; k < 7; k++)
                below[k] += fabsf(child) <= points[k];
            assert_true(child <= 0);
            sum += child;
            squares += (double)child * child;
        }
        for (int k = 0; k < 7; k++) {
            double t = points[k], power = pow(t, eta + 1);
            assert_near((double)below[k] / MANY, t <= 1 ? power / 2 : 1 - 1 / power / 2,
                        5 * 0.5 / sqrt(MANY));
        }
        /* The variance is infinite for eta 1, and its estimate has none below eta 3. */
        if (eta == 5) {
            double mean = 0.5 * (eta + 1) / (eta + 2) + 0.5 * (eta + 1) / eta;
            double square = 0.5 * (eta + 1) / (eta + 3) + 0.5 * (eta + 1) / (eta - 1);
            assert_near(sum / MANY, -mean, 5 * sqrt((square - mean * mean) / MANY));
            assert_near(squares / MANY, square, 0.03);
        }
    }
}

static void crossover_of_equals_changes_nothing(void **state)
{
    (void)state;
    float parent[40], child[40];
    for (int i = 0; i < 40; i++)
        parent[i] = (float)evolve_normal(&source);
    for (int i = 0; i < 100; i++) {
        evolve_cross(parent, parent, 40, 1, EVOLVE_PER_WEIGHT, &source, child);
        for (int k = 0; k < 40; k++)
            assert_near(child[k], parent[k], 1e-4 * fabs((double)parent[k]) + 1e-6);
    }
}

static void mutation_touches_its_share(void **state)
{
    (void)state;
    enum { COUNT = 100, TIMES = MANY / COUNT };
    const double share = 0.3, sigma = 0.2;
    int touched = 0;
    double sum = 0, squares = 0;
    for (int i = 0; i < TIMES; i++) {
        float weights[COUNT] = {0};
        evolve_mutate(weights, COUNT, share, sigma, &source);
        for (int k = 0; k < COUNT; k++) {
            touched += weights[k] != 0;
            sum += weights[k];
            squares += (double)weights[k] * weights[k];
        }
    }
    assert_near(touched / (double)MANY, share, 5 * sqrt(share * (1 - share) / MANY));
    assert_near(sum / touched, 0, 5 * sigma / sqrt(touched));
    assert_near(squares / touched, sigma * sigma, 5 * sigma * sigma * sqrt(2.0 / touched));
    float weights[4] = {1, 2, 3, 4};
    evolve_mutate(weights, 4, 0, sigma, &source);
    assert_true(weights[0] == 1 && weights[1] == 2 && weights[2] == 3 && weights[3] == 4);
}

static void rescaling_keeps_direction_and_bounds(void **state)
{
    (void)state;
    float small[3] = {0.5f, -1, 0.25f}, large[3] = {1, -4, 2};
    evolve_rescale(small, 3);
    evolve_rescale(large, 3);
    assert_true(small[0] == 0.5f && small[1] == -1 && small[2] == 0.25f);
    assert_true(large[0] == 0.25f && large[1] == -1 && large[2] == 0.5f);
    for (int i = 0; i < 1000; i++) {
        float weights[12], before[12], largest = 0;
        for (int k = 0; k < 12; k++)
            before[k] = weights[k] = (float)evolve_normal(&source);
        evolve_rescale(weights, 12);
        for (int k = 0; k < 12; k++) {
            largest = fmaxf(largest, fabsf(weights[k]));
            assert_near((double)weights[k] * before[0], (double)weights[0] * before[k], 1e-5);
        }
        assert_true(largest <= 1);
    }
}

static void clamping_cuts_off_and_no_more(void **state)
{
    (void)state;
    float weights[5] = {0.5f, -1, 1.25f, -7, 0}, expected[5] = {0.5f, -1, 1, -1, 0};
    evolve_clamp(weights, 5);
    assert_memory_equal(weights, expected, sizeof weights);
}

static void schedules_run_from_end_to_end(void **state)
{
    (void)state;
    struct evolve_plan falls = {.generations = 1000, .schedule = EVOLVE_MUTATION_FALLS};
    struct evolve_plan rises = {.generations = 200, .schedule = EVOLVE_MUTATION_RISES};
    for (int g = 0; g <= 1000; g += 50) {
        assert_near(evolve_crossover_rate(&falls, g), g / 1000.0, 1e-12);
        assert_near(evolve_mutation_rate(&falls, g), 1 - g / 1000.0, 1e-12);
    }
    for (int g = 0; g <= 200; g += 10) {
        assert_near(evolve_mutation_rate(&rises, g), g / 200.0, 1e-12);
        assert_near(evolve_crossover_rate(&rises, g), 1 - g / 200.0, 1e-12);
    }
}

static struct evolve_plan small_plan(void)
{
    struct evolve_plan plan = evolve_preset_find("othello", "source-linear-1")->plan;
    plan.population = 20;
    plan.opponents = 6;
    plan.elite = 3;
    plan.starts = 2;
    plan.generations = 10;
    plan.test_best = 4;
    plan.test_games = 20;
    plan.seed = 99;
    return plan;
}

/* The one with rank r of n wins a tournament of k when all k are of this rank or worse, but not all
   worse. */
static void parents_are_chosen_by_tournament(void **state)
{
    (void)state;
    enum { COUNT = 20 };
    struct evolve_plan plan = small_plan();
    int32_t points[COUNT];
    struct evolve_population population = {.points = points};
    for (int i = 0; i < COUNT; i++)
        points[i] = (i * 7) % COUNT; /* all different; 19 is the best */
    for (plan.tournament = 1; plan.tournament <= 4; plan.tournament++) {
        int chosen[COUNT] = {0};
        for (int i = 0; i < MANY; i++)
            chosen[points[evolve_choose_parent(&population, &plan, &source)]]++;
        for (int p = 0; p < COUNT; p++) {
            double wanted =
                pow((p + 1.0) / COUNT, plan.tournament) - pow((double)p / COUNT, plan.tournament);
            assert_near((double)chosen[p] / MANY, wanted,
                        5 * sqrt(wanted * (1 - wanted) / MANY) + 1e-9);
        }
    }
}

static void pairings_are_a_regular_graph(void **state)
{
    (void)state;
    struct evolve_plan plan = evolve_preset_find("othello", "source-nn2-1")->plan;
    int count = plan.population, units = evolve_pairings(&plan), common = 0;
    assert_int_equal(units, 7500);
    char *met[2] = {calloc((size_t)(count * count), 1), calloc((size_t)(count * count), 1)};
    int32_t order[300];
    for (int generation = 0; generation < 2; generation++) {
        int degree[300] = {0};
        evolve_order(&plan, generation, order);
        for (int unit = 0; unit < units; unit++) {
            int pair[2];
            evolve_pairing(&plan, order, unit, pair);
            assert_int_not_equal(pair[0], pair[1]);
            int low = pair[0] < pair[1] ? pair[0] : pair[1], high = pair[0] + pair[1] - low;
            assert_false(met[generation][low * count + high]);
            met[generation][low * count + high] = 1;
            degree[low]++;
            degree[high]++;
        }
        for (int i = 0; i < count; i++)
            assert_int_equal(degree[i], 50);
    }
    for (int i = 0; i < count * count; i++)
        common += met[0][i] && met[1][i];
    /* Two random graphs share 7500 * 50 / 299 edges on average. */
    assert_near(common, 7500.0 * 50 / 299, 400);
    free(met[0]);
    free(met[1]);
}

static void the_first_generation_is_normal_and_rescaled(void **state)
{
    (void)state;
    struct evolve_plan plan = small_plan();
    struct evolve_population population;
    struct error error;
    assert_true(evolve_open(&population, &plan, &error));
    evolve_begin(&population, &plan);
    int at_edge = 0;
    for (int i = 0; i < plan.population * 12; i++) {
        assert_true(fabsf(population.weights[i]) <= 1);
        at_edge += fabsf(population.weights[i]) == 1;
    }
    /* Twelve normal numbers are all below 1 once in a hundred times; else one is at the edge. */
    assert_in_range(at_edge, plan.population - 3, plan.population);
    evolve_close(&population);
}

/* At the end of "mutation falls" everyone but the elite is a child; at its beginning nobody is. */
static void breeding_keeps_the_elite(void **state)
{
    (void)state;
    struct evolve_plan plan = small_plan();
    struct evolve_population population;
    struct error error;
    for (int generation = 0; generation <= plan.generations; generation += plan.generations) {
        assert_true(evolve_open(&population, &plan, &error));
        evolve_begin(&population, &plan);
        population.generation = generation;
        assert_true(evolve_compete(&population, &plan, 2, NULL, &error));
        size_t size = 20 * 12 * sizeof(float);
        float *before = malloc(size);
        memcpy(before, population.weights, size);
        assert_true(evolve_breed(&population, &plan, &error));
        assert_int_equal(population.generation, generation + 1);
        for (int place = 0; place < plan.population; place++) {
            int number = population.ranks[place], same = 0;
            for (int k = 0; k < 12; k++)
                same += population.weights[number * 12 + k] == before[number * 12 + k];
            if (place < plan.elite)
                assert_int_equal(same, 12);
            else if (generation)
                assert_true(same < 3);
        }
        free(before);
        evolve_close(&population);
    }
}

static void points_add_up(void **state)
{
    (void)state;
    struct evolve_plan plan = small_plan();
    struct evolve_population population;
    struct error error;
    assert_true(evolve_open(&population, &plan, &error));
    evolve_begin(&population, &plan);
    assert_true(evolve_compete(&population, &plan, 2, NULL, &error));
    int sum = 0;
    for (int i = 0; i < plan.population; i++) {
        assert_in_range(population.points[i], 0, 10 * plan.opponents);
        sum += population.points[i];
        if (i)
            assert_true(population.points[population.ranks[i - 1]] >=
                        population.points[population.ranks[i]]);
    }
    /* A won pairing gives 10 points to the two, a tie 2. */
    int pairings = evolve_pairings(&plan), ties = (10 * pairings - sum) / 8;
    assert_int_equal(10 * (pairings - ties) + 2 * ties, sum);
    assert_in_range(ties, 0, pairings);
    evolve_close(&population);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    for (int p = 0; evolve_problem_at(p); p++) {
        struct evolve_plan plan = small_plan();
        struct evolve_population populations[2];
        struct error error;
        int32_t tested[2][4];
        if (strcmp(evolve_problem_at(p)->game, "othello") != 0)
            continue;
        plan.problem = evolve_problem_at(p);
        plan.variant = plan.problem->usual;
        for (int i = 0; i < 2; i++) {
            assert_true(evolve_open(&populations[i], &plan, &error));
            evolve_begin(&populations[i], &plan);
            for (int generation = 0; generation < 3; generation++) {
                assert_true(evolve_compete(&populations[i], &plan, i ? 5 : 1, NULL, &error));
                assert_true(evolve_breed(&populations[i], &plan, &error));
            }
            assert_true(evolve_test(&populations[i], &plan, i ? 5 : 1, NULL, tested[i], &error));
        }
        size_t count = (size_t)(plan.population * plan.problem->weights);
        assert_memory_equal(populations[0].weights, populations[1].weights, count * sizeof(float));
        assert_memory_equal(populations[0].points, populations[1].points,
                            (size_t)plan.population * sizeof(int32_t));
        assert_memory_equal(tested[0], tested[1], sizeof tested[0]);
        evolve_close(&populations[0]);
        evolve_close(&populations[1]);
    }
}

/* A pairing may end when it is decided; the same starts played one at a time all count. */
static void a_decided_pairing_is_as_good_as_all_of_it(void **state)
{
    (void)state;
    struct evolve_plan plan = evolve_preset_find("othello", "source-nn1-1")->plan, single = plan;
    const struct evolve_problem *problem = plan.problem;
    _Alignas(8) char starts[EVOLVE_STARTS_BYTES];
    int wanted[3] = {0};
    void *workspace = aligned_alloc(64, (problem->workspace + 63) / 64 * 64);
    assert_non_null(workspace);
    single.starts = 1;
    for (int i = 0; i < 40; i++) {
        float weights[2][EVOLVE_WEIGHTS_MAX];
        for (int k = 0; k < evolve_weights(problem, &plan.variant); k++)
            for (int v = 0; v < 2; v++)
                weights[v][k] = (float)evolve_normal(&source);
        problem->make_starts(&plan, &source, starts);
        int lead = 0;
        for (int start = 0; start < plan.starts; start++)
            lead += problem->meet(&single, weights[0], weights[1],
                                  starts + (size_t)start * sizeof(struct othello), workspace);
        int result = (lead > 0) - (lead < 0);
        assert_int_equal(problem->meet(&plan, weights[0], weights[1], starts, workspace), result);
        assert_int_equal(problem->meet(&plan, weights[0], weights[0], starts, workspace), 0);
        wanted[1 + result]++;
    }
    assert_true(wanted[0] > 5 && wanted[2] > 5);
    free(workspace);
}

static void the_presets_are_the_sources(void **state)
{
    (void)state;
    struct error error;
    for (int i = 0; evolve_preset_at(i); i++)
        assert_true(evolve_plan_check(&evolve_preset_at(i)->plan, &error));
    const struct evolve_plan *nn2 = &evolve_preset_find("othello", "source-nn2-1")->plan;
    assert_int_equal(evolve_pairings(nn2) * nn2->starts * 2, 75000);
    assert_int_equal(nn2->problem->weights, 92);
    assert_int_equal(nn2->generations, 1000);
    assert_int_equal(evolve_plies(nn2), 2); /* its depth 1 counts below the root's moves */
    assert_int_equal(evolve_plies(&evolve_preset_find("othello", "source-nn2-2")->plan), 3);
    assert_int_equal(evolve_preset_find("othello", "source-linear-1")->plan.generations, 500);
    assert_int_equal(evolve_preset_find("othello", "source-nn2-2")->plan.test_best, 5);
    struct evolve_plan plan = *nn2;
    plan.opponents = 51;
    assert_false(evolve_plan_check(&plan, &error));
    plan.opponents = 300;
    assert_false(evolve_plan_check(&plan, &error));
}

static int begin(void **state)
{
    (void)state;
    random_seed(&source, 41);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(normal_has_its_moments, begin),
        cmocka_unit_test_setup(crossover_spreads_as_it_should, begin),
        cmocka_unit_test_setup(crossover_of_equals_changes_nothing, begin),
        cmocka_unit_test_setup(mutation_touches_its_share, begin),
        cmocka_unit_test_setup(rescaling_keeps_direction_and_bounds, begin),
        cmocka_unit_test_setup(clamping_cuts_off_and_no_more, begin),
        cmocka_unit_test_setup(schedules_run_from_end_to_end, begin),
        cmocka_unit_test_setup(parents_are_chosen_by_tournament, begin),
        cmocka_unit_test_setup(pairings_are_a_regular_graph, begin),
        cmocka_unit_test_setup(the_first_generation_is_normal_and_rescaled, begin),
        cmocka_unit_test_setup(breeding_keeps_the_elite, begin),
        cmocka_unit_test_setup(points_add_up, begin),
        cmocka_unit_test_setup(threads_change_nothing, begin),
        cmocka_unit_test_setup(a_decided_pairing_is_as_good_as_all_of_it, begin),
        cmocka_unit_test_setup(the_presets_are_the_sources, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
