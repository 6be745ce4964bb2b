/* An evolution on several machines. Each rank knows the plan and the whole population and goes
   through the generations like the others; only the pairings are divided (pool_gather). Since
   everything random follows from the seed, ranks need not exchange the population, only results.
   The weights are sent around before each generation all the same: the C libraries of two
   machines may round a logarithm differently, and a difference in the last bit would grow. */
#include "lab/evolve/ranks.h"

#include "lab/cluster.h"
#include "lab/evolve/problems.h"
#include <stdlib.h>
#include <string.h>

/* What decides how the run continues, besides the population. */
struct ranks_course {
    struct evolve_plan plan; /* its pointers mean nothing elsewhere */
    int problem;             /* by number in the list */
    int generation, row_count;
    bool complete, ladder_known;
    double ladder[EVOLVE_RUNGS_MAX];
};

static int problem_number(const struct evolve_problem *problem)
{
    int number = 0;
    while (evolve_problem_at(number) && evolve_problem_at(number) != problem)
        number++;
    return number;
}

static bool follow(struct evolve_run *run, const struct ranks_course *course, struct error *error)
{
    run->plan = course->plan;
    run->plan.problem = evolve_problem_at(course->problem);
    run->row_count = course->row_count;
    run->complete = course->complete;
    run->ladder_known = course->ladder_known;
    memcpy(run->ladder, course->ladder, sizeof run->ladder);
    run->rows = calloc((size_t)run->plan.generations + 2, sizeof *run->rows);
    if (!run->rows)
        return error_machine(error, "out of memory");
    if (!evolve_open(&run->population, &run->plan, error))
        return false;
    run->population.generation = course->generation;
    return true;
}

bool evolve_ranks_join(struct evolve_run *run, struct error *error)
{
    struct ranks_course course;
    memset(&course, 0, sizeof course);
    if (cluster_size() == 1)
        return true;
    if (cluster_leads()) {
        course.plan = run->plan;
        course.problem = problem_number(run->plan.problem);
        course.generation = run->population.generation;
        course.row_count = run->row_count;
        course.complete = run->complete;
        course.ladder_known = run->ladder_known;
        memcpy(course.ladder, run->ladder, sizeof course.ladder);
    }
    error_set(error, "%s", "");
    if (!cluster_share(&course, sizeof course))
        return false;
    return cluster_leads() || follow(run, &course, error);
}

bool evolve_ranks_agree(struct evolve_run *run)
{
    size_t count = (size_t)run->plan.population *
                   (size_t)evolve_weights(run->plan.problem, &run->plan.variant);
    return cluster_share(run->population.weights, count * sizeof *run->population.weights);
}
