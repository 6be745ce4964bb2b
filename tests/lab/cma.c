/* CMA-ES: it finds the minima of functions whose minima are known, and goes on from what was saved
   as if nothing had happened. */
#include "lab/evolve/cma.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { POPULATION_MAX = 64 };

/* A quadratic with axes a thousand to one, each turned into the next coordinate. */
static double ellipse(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double y = x[i] - 0.5 * x[(i + 1) % n] - 1;
        sum += pow(1000, (double)i / (n - 1)) * y * y;
    }
    return sum;
}

static double plain_ellipse(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += pow(1000, (double)i / (n - 1)) * (x[i] - i) * (x[i] - i);
    return sum;
}

static double rosenbrock(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i + 1 < n; i++)
        sum += 100 * pow(x[i + 1] - x[i] * x[i], 2) + pow(1 - x[i], 2);
    return sum;
}

static void step(struct cma *cma, double (*f)(const double *, int))
{
    double costs[POPULATION_MAX];
    cma_ask(cma);
    for (int i = 0; i < cma->population; i++)
        costs[i] = f(cma_point(cma, i), cma->n);
    cma_tell(cma, costs);
}

/* Generations until the mean costs less than `wanted`; `most` when it never does. */
static int minimise(double (*f)(const double *, int), int n, bool full, double wanted, int most)
{
    struct cma cma;
    int generation = 0;
    assert_true(cma_open(&cma, n, 0, full, NULL, 0.5, 7, NULL));
    while (generation < most && f(cma.mean, n) > wanted) {
        step(&cma, f);
        generation++;
    }
    cma_close(&cma);
    return generation;
}

static void finds_the_minimum_of_a_turned_quadratic(void **state)
{
    (void)state;
    assert_in_range(minimise(ellipse, 10, true, 1e-10, 1000), 50, 700);
}

static void finds_the_bottom_of_the_curved_valley(void **state)
{
    (void)state;
    assert_in_range(minimise(rosenbrock, 8, true, 1e-10, 3000), 100, 1500);
}

static void the_diagonal_alone_serves_many_numbers(void **state)
{
    (void)state;
    assert_in_range(minimise(plain_ellipse, 100, false, 1e-6, 5000), 100, 4000);
}

/* Without the matrix the turned quadratic takes longer: so the matrix does something. */
static void the_whole_matrix_is_worth_it(void **state)
{
    (void)state;
    assert_true(minimise(ellipse, 10, true, 1e-8, 20000) * 2 <
                minimise(ellipse, 10, false, 1e-8, 20000));
}

static void goes_on_from_what_was_saved(void **state)
{
    struct cma whole, first, second;
    (void)state;
    for (int full = 0; full < 2; full++) {
        assert_true(cma_open(&whole, 6, 0, full, NULL, 0.5, 3, NULL) &&
                    cma_open(&first, 6, 0, full, NULL, 0.5, 3, NULL) &&
                    cma_open(&second, 6, 0, full, NULL, 0.5, 3, NULL));
        double *saved = calloc(cma_saved_count(&first), sizeof *saved);
        assert_non_null(saved);
        for (int i = 0; i < 40; i++)
            step(&whole, rosenbrock);
        for (int i = 0; i < 17; i++)
            step(&first, rosenbrock);
        cma_save(&first, saved);
        assert_true(cma_load(&second, saved, NULL));
        for (int i = 17; i < 40; i++)
            step(&second, rosenbrock);
        assert_memory_equal(whole.state, second.state, whole.state_count * sizeof(double));
        struct error error = {.text = ""};
        saved[2] = -1;
        assert_false(cma_load(&second, saved, &error));
        saved[2] = NAN;
        assert_false(cma_load(&second, saved, &error));
        assert_true(error.text[0]);
        free(saved);
        cma_close(&whole);
        cma_close(&first);
        cma_close(&second);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_minimum_of_a_turned_quadratic),
        cmocka_unit_test(finds_the_bottom_of_the_curved_valley),
        cmocka_unit_test(the_diagonal_alone_serves_many_numbers),
        cmocka_unit_test(the_whole_matrix_is_worth_it),
        cmocka_unit_test(goes_on_from_what_was_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
