/* CMA-ES: minimises a function of many real numbers by sampling.

   The evolution strategy with covariance matrix adaptation ([hansen01]; parameters of the tutorial
   [hansen16]): points are drawn from a normal distribution whose mean, size and shape follow the
   better half of them. With `full` the shape is a whole matrix, which costs n^2 memory and time;
   without it only the diagonal is kept [ros08], for hundreds or thousands of numbers. Only the
   order of the costs matters, so they may be noisy or of any scale.

     cma_open(&cma, n, 0, true, mean, 0.3, seed, error);
     while (...) {
         cma_ask(&cma);
         for (int i = 0; i < cma.population; i++)
             costs[i] = f(cma_point(&cma, i));
         cma_tell(&cma, costs);
     }

   Everything random comes from the seed and the number of the generation, so a saved run continues
   to the same end. */
#ifndef LAB_EVOLVE_CMA_H
#define LAB_EVOLVE_CMA_H

#include "base/error.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cma {
    int n, population, parents;
    bool full;
    uint64_t seed;
    int64_t generation;
    double sigma;
    /* What is learned, in one piece of memory. */
    size_t state_count;
    double *state;
    double *mean, *path_sigma, *path, *covariance, *basis, *scale;
    int64_t decomposed; /* the generation of basis and scale */
    double *points;     /* [population][n] */
    double *steps;      /* (point - mean) / sigma, of each */
    double *weights;    /* of the parents, best first */
    int32_t *order;
    double *room; /* 2 n */
    double effective, rate_path, rate_sigma, rate_one, rate_mu, damping, expected;
};

/* `population` 0 is the standard one, 4 + 3 ln n. */
bool cma_open(struct cma *cma, int n, int population, bool full, const double *mean, double sigma,
              uint64_t seed, struct error *error);
void cma_close(struct cma *cma);

/* The points of the next generation. */
void cma_ask(struct cma *cma);
static inline double *cma_point(const struct cma *cma, int i)
{
    return cma->points + (ptrdiff_t)i * cma->n;
}
/* What they cost; the least is the best. */
void cma_tell(struct cma *cma, const double *costs);

/* All that changes from generation to generation, as numbers to be saved: cma_saved_count of them.
 */
size_t cma_saved_count(const struct cma *cma);
void cma_save(const struct cma *cma, double *numbers);
/* Restores them into one that was opened with the same parameters. False for impossible numbers. */
bool cma_load(struct cma *cma, const double *numbers, struct error *error);

#endif
