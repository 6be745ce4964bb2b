/* What the Othello source leaves open: each reading against what its words say, worked out by hand;
   and sparring partners. */
#include "lab/evolve/evolve.h"
#include "lab/evolve/partner.h"
#include "lab/evolve/problems.h"
#include "minds/othello/weights.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct random source;

static struct evolve_plan plan_of(const char *model)
{
    struct evolve_plan plan = evolve_plan_usual(evolve_problem_find("othello", model));
    plan.population = 20;
    plan.opponents = 10;
    plan.elite = 3;
    plan.generations = 10;
    plan.seed = 7;
    return plan;
}

static int points_against_random(const struct evolve_plan *plan, const float *weights)
{
    void *workspace = aligned_alloc(64, (plan->problem->workspace + 63) / 64 * 64);
    int points = plan->problem->versus_random(plan, weights, 60, 1, workspace);
    free(workspace);
    return points;
}

/* A depth of one below the root's moves is two plies: the moves and the replies. */
static void depth_counts_from_the_root_or_below(void **state)
{
    (void)state;
    struct evolve_plan root = plan_of("linear"), below = root, two = root;
    below.depth_counts = EVOLVE_BELOW_ROOT;
    two.depth = 2;
    assert_int_equal(evolve_plies(&root), 1);
    assert_int_equal(evolve_plies(&below), 2);
    const float *weights = othello_shipped_weights(OTHELLO_SWH, 1);
    struct evolve_plan plans[3] = {root, below, two};
    float padded[12] = {0};
    memcpy(padded, weights, 10 * sizeof *weights);
    int points[3];
    for (int i = 0; i < 3; i++)
        points[i] = points_against_random(&plans[i], padded);
    assert_int_equal(points[1], points[2]);
    assert_int_not_equal(points[0], points[1]);
    below.depth = 6;
    assert_false(evolve_plan_check(&below, NULL));
}

/* nn2 has layers of 11, 72 and 9 weights. Each is filled with one number here, its first weight and
   its last with others. */
static void fill_layers(float *weights, const float values[3][3])
{
    static const int sizes[3] = {11, 72, 9};
    for (int layer = 0; layer < 3; layer++)
        for (int i = 0; i < sizes[layer]; i++)
            *weights++ = values[layer][i == 0 ? 0 : i == sizes[layer] - 1 ? 2 : 1];
}

static void weights_are_kept_within_one(void **state)
{
    (void)state;
    static const float before[3][3] = {{2, 1, -1}, {0.5f, 0.25f, -0.25f}, {-4, 2, 0}};
    static const float after[5][3][3] = {
        {{0.5f, 0.25f, -0.25f}, {0.125f, 0.0625f, -0.0625f}, {-1, 0.5f, 0}}, /* all by 4 */
        {{1, 0.5f, -0.5f}, {0.5f, 0.25f, -0.25f}, {-1, 0.5f, 0}},            /* by 2, 1, 4 */
        {{1, 1, -1}, {0.5f, 0.25f, -0.25f}, {-1, 1, 0}},                     /* cut off */
        {{1, 0.5f, -0.5f}, {1, 0.5f, -0.5f}, {-1, 0.5f, 0}},                 /* by 2, 0.5, 4 */
        {{1, 1 / 3.0f, -1}, {1, 1 / 3.0f, -1}, {-1, 1, 1 / 3.0f}},           /* -1 to 1 */
    };
    struct evolve_plan plan = plan_of("nn2");
    for (plan.rescaling = 0; plan.rescaling < 5; plan.rescaling++) {
        float weights[92], wanted[92];
        fill_layers(weights, before);
        fill_layers(wanted, after[plan.rescaling]);
        evolve_keep_within(&plan, weights);
        for (int i = 0; i < 92; i++)
            assert_true(fabsf(weights[i] - wanted[i]) < 1e-6f);
    }
}

/* Parents at 0 and 1: a weight of the child is (1 - gamma) / 2. */
static void the_spread_is_drawn_for_a_weight_or_a_child(void **state)
{
    (void)state;
    float zeros[40] = {0}, ones[40], child[40];
    for (int i = 0; i < 40; i++)
        ones[i] = 1;
    evolve_cross(zeros, ones, 40, 1, EVOLVE_PER_CHILD, &source, child);
    for (int i = 1; i < 40; i++)
        assert_true(child[i] == child[0]);
    evolve_cross(zeros, ones, 40, 1, EVOLVE_PER_WEIGHT, &source, child);
    for (int i = 1; i < 40; i++)
        assert_true(child[i] != child[i - 1]);
}

/* Of n individuals the worst wins a tournament of two with replacement once in n * n times (drawn
   twice), and never without; the best wins 2 / n - 1 / n^2 of them, or 2 / n. */
static void tournaments_draw_with_or_without_replacement(void **state)
{
    (void)state;
    enum { COUNT = 4, TIMES = 40000 };
    struct evolve_plan plan = plan_of("linear");
    int32_t points[COUNT] = {30, 10, 20, 40};
    struct evolve_population population = {.points = points};
    plan.population = COUNT;
    for (plan.tournament_draw = 0; plan.tournament_draw < 2; plan.tournament_draw++) {
        int chosen[COUNT] = {0};
        for (int i = 0; i < TIMES; i++)
            chosen[evolve_choose_parent(&population, &plan, &source)]++;
        double best = plan.tournament_draw ? 0.5 : 7 / 16.0,
               worst = plan.tournament_draw ? 0 : 1 / 16.0;
        assert_true(fabs(chosen[3] / (double)TIMES - best) < 0.0125);
        assert_true(fabs(chosen[1] / (double)TIMES - worst) < 0.0125 * (worst > 0) + 1e-9);
    }
}

/* Where the crossover's rate is 0 and mutations change nothing, a generation stays as it is when
   survivors are kept; drawn again, all but the elite are the winners of tournaments. */
static void survivors_are_kept_or_drawn(void **state)
{
    (void)state;
    struct evolve_plan plan = plan_of("linear");
    plan.schedule = EVOLVE_MUTATION_FALLS;
    plan.mutated_weights = 0;
    plan.population = 200;
    for (plan.survivors = EVOLVE_KEPT; plan.survivors <= EVOLVE_DRAWN; plan.survivors++) {
        struct evolve_population population;
        assert_true(evolve_open(&population, &plan, NULL));
        evolve_begin(&population, &plan);
        float before[200][12];
        memcpy(before, population.weights, sizeof before);
        for (int i = 0; i < 200; i++)
            population.points[i] = 200 - i;
        assert_true(evolve_breed(&population, &plan, NULL));
        int same = 0, better_half = 0;
        for (int i = 0; i < 200; i++) {
            int from = 0;
            while (from < 200 &&
                   memcmp(population.weights + 12 * i, before[from], sizeof before[0]))
                from++;
            assert_true(from < 200);
            same += from == i;
            better_half += from < 100;
            if (i < plan.elite)
                assert_int_equal(from, i);
        }
        if (plan.survivors == EVOLVE_KEPT)
            assert_int_equal(same, 200);
        else
            assert_in_range(better_half, 130, 170); /* three quarters */
        evolve_close(&population);
    }
}

/* A problem whose start positions are one random number, which is written down for each pairing. */
static uint32_t starts_seen[2][100];
static int starts_count;

static void start_with_a_number(const struct evolve_plan *plan, struct random *random, void *starts)
{
    (void)plan;
    *(uint32_t *)starts = random_below(random, UINT32_MAX);
}

static int write_down(const struct evolve_plan *plan, const float *a, const float *b,
                      const void *starts, void *workspace)
{
    (void)plan, (void)a, (void)b, (void)workspace;
    starts_seen[starts_count / 100][starts_count % 100] = *(const uint32_t *)starts;
    starts_count++;
    return 0;
}

/* Twenty individuals with ten opponents meet in 100 pairings. */
static void starts_are_drawn_for_a_pairing_or_a_generation(void **state)
{
    (void)state;
    struct evolve_plan plan = plan_of("linear");
    struct evolve_problem problem = *plan.problem;
    struct evolve_population population;
    struct error error;
    problem.make_starts = start_with_a_number;
    problem.meet = write_down;
    plan.problem = &problem;
    for (int shared = 0; shared < 2; shared++) {
        plan.starts_for = shared ? EVOLVE_STARTS_FOR_GENERATION : EVOLVE_STARTS_FOR_PAIRING;
        starts_count = 0;
        assert_true(evolve_open(&population, &plan, &error));
        evolve_begin(&population, &plan);
        for (population.generation = 0; population.generation < 2; population.generation++)
            assert_true(evolve_compete(&population, &plan, 1, NULL, &error));
        assert_int_equal(starts_count, 200);
        for (int i = 1; i < 100; i++)
            assert_int_equal(starts_seen[0][i] == starts_seen[0][0], shared);
        assert_int_not_equal(starts_seen[0][0], starts_seen[1][0]);
        evolve_close(&population);
    }
}

/* A number of filters changes the number of weights: (10 + 1) K + 8 (8 K + 1) + 9. */
static void filters_make_the_vector_longer(void **state)
{
    (void)state;
    struct evolve_plan plan = plan_of("nn1");
    assert_int_equal(plan.variant.filters, 4);
    for (plan.variant.filters = 1; plan.variant.filters <= 5; plan.variant.filters++) {
        int filters = plan.variant.filters;
        assert_int_equal(evolve_weights(plan.problem, &plan.variant),
                         11 * filters + 8 * (8 * filters + 1) + 9);
        assert_true(evolve_plan_check(&plan, NULL));
    }
    assert_false(evolve_plan_check(&plan, NULL)); /* six */
    plan = plan_of("nn2");
    assert_int_equal(evolve_weights(plan.problem, &plan.variant), 92);
    plan.variant.filters = 2;
    assert_false(evolve_plan_check(&plan, NULL));
    plan = plan_of("linear");
    plan.variant.first = OTHELLO_FIRST_TANH;
    assert_false(evolve_plan_check(&plan, NULL));
}

static void a_share_of_the_opponents_is_the_partner(void **state)
{
    (void)state;
    static const double shares[] = {0, 0.4, 1};
    static const int neighbours[] = {50, 30, 0};
    struct evolve_plan plan = plan_of("linear");
    int32_t order[60];
    plan.population = 60;
    plan.opponents = 50;
    strcpy(plan.sparring, "swh");
    for (int s = 0; s < 3; s++) {
        int met[60] = {0}, sparred[60] = {0};
        plan.sparring_share = shares[s];
        evolve_order(&plan, 0, order);
        for (int unit = 0; unit < evolve_pairings(&plan); unit++) {
            int pair[2];
            evolve_pairing(&plan, order, unit, pair);
            int *first = pair[1] < 0 ? sparred : met;
            first[pair[0]]++;
            if (pair[1] >= 0)
                met[pair[1]]++;
        }
        for (int i = 0; i < 60; i++) {
            assert_int_equal(met[i], neighbours[s]);
            assert_int_equal(sparred[i], 50 - neighbours[s]);
        }
    }
}

/* Against `random` a good vector wins nearly all its pairings and one that wants corners least of
   all loses most; how many threads there are changes nothing, whoever the partner is. */
static void partners_judge(void **state)
{
    (void)state;
    static const char *const partners[] = {"random", "level:1", "swh:random=50"};
    for (int p = 0; p < 3; p++) {
        struct evolve_plan plan = plan_of("linear");
        struct evolve_population populations[2];
        struct error error;
        strcpy(plan.sparring, partners[p]);
        plan.sparring_share = 1;
        plan.population = 12;
        assert_true(evolve_plan_check(&plan, &error));
        for (int i = 0; i < 2; i++) {
            assert_true(evolve_open(&populations[i], &plan, &error));
            evolve_begin(&populations[i], &plan);
            for (int k = 0; k < 12; k++) {
                float weight = othello_shipped_weights(OTHELLO_LINEAR, 1)[k];
                populations[i].weights[k] = weight;
                populations[i].weights[12 + k] = -weight;
            }
            assert_true(evolve_compete(&populations[i], &plan, 1 + 2 * i, NULL, &error));
        }
        assert_memory_equal(populations[0].points, populations[1].points, 12 * sizeof(int32_t));
        assert_true(populations[0].points[0] > populations[0].points[1]);
        if (p == 0)
            assert_true(populations[0].points[0] >= 90 && populations[0].points[1] <= 10);
        evolve_close(&populations[0]);
        evolve_close(&populations[1]);
    }
}

static void partners_that_cannot_be_are_refused(void **state)
{
    (void)state;
    struct evolve_plan plan = plan_of("nn2");
    struct error error;
    strcpy(plan.sparring, "nobody");
    plan.sparring_share = 1;
    assert_false(evolve_plan_check(&plan, &error));
    assert_non_null(strstr(error.text, "nobody"));
    plan.sparring[0] = 0;
    assert_false(evolve_plan_check(&plan, &error));
    plan = evolve_preset_find("connect4", "windows")->plan;
    strcpy(plan.sparring, "easy");
    assert_false(evolve_plan_check(&plan, &error));
}

static int begin(void **state)
{
    (void)state;
    random_seed(&source, 43);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(depth_counts_from_the_root_or_below, begin),
        cmocka_unit_test_setup(weights_are_kept_within_one, begin),
        cmocka_unit_test_setup(the_spread_is_drawn_for_a_weight_or_a_child, begin),
        cmocka_unit_test_setup(tournaments_draw_with_or_without_replacement, begin),
        cmocka_unit_test_setup(survivors_are_kept_or_drawn, begin),
        cmocka_unit_test_setup(starts_are_drawn_for_a_pairing_or_a_generation, begin),
        cmocka_unit_test_setup(filters_make_the_vector_longer, begin),
        cmocka_unit_test_setup(a_share_of_the_opponents_is_the_partner, begin),
        cmocka_unit_test_setup(partners_judge, begin),
        cmocka_unit_test_setup(partners_that_cannot_be_are_refused, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
