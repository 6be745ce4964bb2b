/* CMA-ES after Hansen's tutorial [hansen16], with the symbols of the paper in brackets.

   Each generation draws points m + sigma * B D z with z standard normal, where B D^2 B' is the
   eigendecomposition of the covariance C. The better half, weighted by logarithmic ranks (w),
   moves the mean. Two paths accumulate the mean's steps: one in whitened coordinates (p_sigma),
   whose length compared with that of a random walk (`expected`, the mean norm of a normal
   vector) says whether sigma should grow or shrink; and one in plain coordinates (p_c), whose
   outer product is the rank-one update of C. The steps of the selected points give the rank-mu
   update. If the sigma path is very long, p_c stands still for the moment (`fast`), which keeps
   C from stretching while sigma is still catching up.

   Only the order of the costs is used, so noise in them does no lasting harm and their scale
   does not matter.

   With a full matrix one generation costs n^2 per point and, every few generations, n^3 for the
   decomposition by Jacobi rotations [golub13]; that method is slow but simple, and accurate for
   symmetric matrices. It is redone only after about 1 / (10 n (c_1 + c_mu)) generations. For
   hundreds of weights the diagonal alone is kept [ros08], and its learning rates are (n + 2) / 3
   times higher because there is less to learn. */
#include "lab/evolve/cma.h"

#include "lab/evolve/evolve.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEPS_MAX = 60 };

/* The rates of Hansen's tutorial, table 1; the diagonal alone may be learned faster, by (n+2)/3.
   `effective` (mu_eff) is the number of equally weighted parents that would average out as much
   noise as the weighted ones do; `expected` approximates the mean length of a standard normal
   vector. */
static void set_rates(struct cma *cma)
{
    double n = cma->n, sum = 0, squares = 0;
    for (int i = 0; i < cma->parents; i++) {
        cma->weights[i] = log((cma->population + 1) / 2.0) - log(i + 1.0);
        sum += cma->weights[i];
    }
    for (int i = 0; i < cma->parents; i++) {
        cma->weights[i] /= sum;
        squares += cma->weights[i] * cma->weights[i];
    }
    double mu = cma->effective = 1 / squares;
    cma->rate_path = (4 + mu / n) / (n + 4 + 2 * mu / n);
    cma->rate_sigma = (mu + 2) / (n + mu + 5);
    cma->damping = 1 + 2 * fmax(0, sqrt((mu - 1) / (n + 1)) - 1) + cma->rate_sigma;
    cma->expected = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
    cma->rate_one = 2 / ((n + 1.3) * (n + 1.3) + mu);
    double two = 2 * (mu - 2 + 1 / mu) / ((n + 2) * (n + 2) + mu);
    if (!cma->full) {
        cma->rate_one *= (n + 2) / 3;
        two *= (n + 2) / 3;
        cma->rate_one = fmin(cma->rate_one, 1);
    }
    cma->rate_mu = fmin(1 - cma->rate_one, two);
}

bool cma_open(struct cma *cma, int n, int population, bool full, const double *mean, double sigma,
              uint64_t seed, struct error *error)
{
    size_t size = (size_t)n, shape = full ? size * size : size;
    if (population < 4)
        population = 4 + (int)(3 * log(n));
    *cma = (struct cma){
        .n = n, .population = population, .parents = population / 2, .full = full, .seed = seed};
    cma->sigma = sigma;
    cma->state_count = 4 * size + shape + (full ? shape : 0);
    cma->state = calloc(cma->state_count, sizeof(double));
    cma->points = calloc((size_t)population * size, sizeof(double));
    cma->steps = calloc((size_t)population * size, sizeof(double));
    cma->weights = calloc((size_t)population, sizeof(double));
    cma->order = calloc((size_t)population, sizeof(int32_t));
    cma->room = calloc(2 * size + shape, sizeof(double));
    if (!cma->state || !cma->points || !cma->steps || !cma->weights || !cma->order || !cma->room) {
        cma_close(cma);
        return error_machine(error, "out of memory for an evolution of %d numbers", n);
    }
    cma->mean = cma->state;
    cma->path_sigma = cma->mean + n;
    cma->path = cma->path_sigma + n;
    cma->scale = cma->path + n;
    cma->covariance = cma->scale + n;
    cma->basis = full ? cma->covariance + shape : NULL;
    for (int i = 0; i < n; i++) {
        cma->mean[i] = mean ? mean[i] : 0;
        cma->scale[i] = 1;
        cma->covariance[full ? i * n + i : i] = 1;
        if (full)
            cma->basis[i * n + i] = 1;
    }
    set_rates(cma);
    return true;
}

void cma_close(struct cma *cma)
{
    free(cma->state);
    free(cma->points);
    free(cma->steps);
    free(cma->weights);
    free(cma->order);
    free(cma->room);
    *cma = (struct cma){0};
}

/* -------- sampling -------- */

void cma_ask(struct cma *cma)
{
    int n = cma->n;
    double *normal = cma->room;
    for (int i = 0; i < cma->population; i++) {
        double *point = cma_point(cma, i), *step = cma->steps + (ptrdiff_t)i * n;
        struct random random;
        random_split(&random, hash_pair(cma->seed, (uint64_t)cma->generation), (uint64_t)i);
        for (int k = 0; k < n; k++)
            normal[k] = cma->scale[k] * evolve_normal(&random);
        for (int row = 0; row < n; row++) {
            double sum = cma->full ? 0 : normal[row];
            for (int k = 0; cma->full && k < n; k++)
                sum += cma->basis[row * n + k] * normal[k];
            step[row] = sum;
            point[row] = cma->mean[row] + cma->sigma * sum;
        }
    }
}

/* -------- decomposing the matrix -------- */

/* One rotation of Jacobi's method, which makes matrix[p][q] zero. */
static void rotate(double *matrix, double *basis, int n, int p, int q)
{
    double theta = (matrix[q * n + q] - matrix[p * n + p]) / (2 * matrix[p * n + q]);
    double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < n; k++) {
        double a = matrix[k * n + p], b = matrix[k * n + q];
        matrix[k * n + p] = c * a - s * b;
        matrix[k * n + q] = s * a + c * b;
    }
    for (int k = 0; k < n; k++) {
        double a = matrix[p * n + k], b = matrix[q * n + k];
        matrix[p * n + k] = c * a - s * b;
        matrix[q * n + k] = s * a + c * b;
    }
    for (int k = 0; k < n; k++) {
        double a = basis[k * n + p], b = basis[k * n + q];
        basis[k * n + p] = c * a - s * b;
        basis[k * n + q] = s * a + c * b;
    }
}

/* The eigenvalues and eigenvectors of the covariance by cyclic Jacobi sweeps: each rotation makes
   one element off the diagonal zero and disturbs others, but the sum of their squares falls with
   every rotation, in the end quadratically. Done when that sum is 10^-24 of the sum over the whole
   matrix, which is about as exact as doubles are. */
static void decompose(struct cma *cma)
{
    int n = cma->n;
    double *matrix = cma->room + 2 * n, *basis = cma->basis;
    memcpy(matrix, cma->covariance, (size_t)n * (size_t)n * sizeof *matrix);
    for (int i = 0; i < n * n; i++)
        basis[i] = i % (n + 1) == 0;
    for (int sweep = 0; sweep < SWEEPS_MAX; sweep++) {
        double off = 0, all = 0;
        for (int i = 0; i < n * n; i++) {
            all += matrix[i] * matrix[i];
            off += i % (n + 1) == 0 ? 0 : matrix[i] * matrix[i];
        }
        if (off <= 1e-24 * all)
            break;
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++)
                if (fabs(matrix[p * n + q]) > 1e-300)
                    rotate(matrix, basis, n, p, q);
    }
    for (int i = 0; i < n; i++)
        cma->scale[i] = sqrt(fmax(matrix[i * n + i], 1e-30));
    cma->decomposed = cma->generation;
}

/* -------- learning -------- */

static void rank(struct cma *cma, const double *costs)
{
    for (int i = 0; i < cma->population; i++) {
        int at = i;
        for (; at > 0 && costs[cma->order[at - 1]] > costs[i]; at--)
            cma->order[at] = cma->order[at - 1];
        cma->order[at] = i;
    }
}

/* C^(-1/2) times the mean step, into `whitened`. */
static void whiten(const struct cma *cma, const double *step, double *whitened, double *between)
{
    int n = cma->n;
    if (!cma->full) {
        for (int i = 0; i < n; i++)
            whitened[i] = step[i] / cma->scale[i];
        return;
    }
    for (int k = 0; k < n; k++) {
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += cma->basis[i * n + k] * step[i];
        between[k] = sum / cma->scale[k];
    }
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < n; k++)
            sum += cma->basis[i * n + k] * between[k];
        whitened[i] = sum;
    }
}

/* One number of the covariance, between coordinates a and b: what is left of the old one, the
   rank-one and the rank-mu update. */
static double renewed(const struct cma *cma, double old, int a, int b, double stalled)
{
    double sum = 0;
    for (int i = 0; i < cma->parents; i++) {
        const double *step = cma->steps + (ptrdiff_t)cma->order[i] * cma->n;
        sum += cma->weights[i] * step[a] * step[b];
    }
    return (1 - cma->rate_one - cma->rate_mu + stalled) * old +
           cma->rate_one * cma->path[a] * cma->path[b] + cma->rate_mu * sum;
}

static void learn_shape(struct cma *cma, double stalled)
{
    int n = cma->n;
    if (!cma->full) {
        for (int i = 0; i < n; i++) {
            cma->covariance[i] = renewed(cma, cma->covariance[i], i, i, stalled);
            cma->scale[i] = sqrt(fmax(cma->covariance[i], 1e-30));
        }
        return;
    }
    for (int a = 0; a < n; a++)
        for (int b = 0; b <= a; b++)
            cma->covariance[a * n + b] = cma->covariance[b * n + a] =
                renewed(cma, cma->covariance[a * n + b], a, b, stalled);
    /* The decomposition costs n^3: only when the matrix has changed enough. */
    double wait = 1 / ((cma->rate_one + cma->rate_mu) * n * 10);
    if ((double)(cma->generation - cma->decomposed) > wait)
        decompose(cma);
}

/* The factor sqrt(c (2 - c) mu_eff) gives a path unit variance if selection were random: then the
   mean's step has variance 1 / mu_eff, and (1 - c)^2 + c (2 - c) = 1. So a length above `expected`
   means steps that agree, and sigma grows. A path begins at 0; `settled` is the share of its final
   length that it can have by now. While p_c stands still, `learn_shape` gives C the variance
   that the rank-one update lacks. */
void cma_tell(struct cma *cma, const double *costs)
{
    int n = cma->n;
    double *step = cma->room, *whitened = cma->room + n, length = 0;
    rank(cma, costs);
    for (int k = 0; k < n; k++) {
        step[k] = 0;
        for (int i = 0; i < cma->parents; i++)
            step[k] += cma->weights[i] * cma->steps[(ptrdiff_t)cma->order[i] * n + k];
        cma->mean[k] += cma->sigma * step[k];
    }
    whiten(cma, step, whitened, cma->points); /* the points have served */
    double c = cma->rate_sigma;
    for (int k = 0; k < n; k++) {
        cma->path_sigma[k] =
            (1 - c) * cma->path_sigma[k] + sqrt(c * (2 - c) * cma->effective) * whitened[k];
        length += cma->path_sigma[k] * cma->path_sigma[k];
    }
    length = sqrt(length);
    cma->generation++;
    double settled = sqrt(1 - pow(1 - c, 2 * (double)cma->generation));
    bool fast = length / settled >= (1.4 + 2 / (n + 1.0)) * cma->expected;
    double p = cma->rate_path;
    for (int k = 0; k < n; k++)
        cma->path[k] =
            (1 - p) * cma->path[k] + (fast ? 0 : sqrt(p * (2 - p) * cma->effective) * step[k]);
    learn_shape(cma, fast ? cma->rate_one * p * (2 - p) : 0);
    cma->sigma *= exp(fmin(1, (c / cma->damping) * (length / cma->expected - 1)));
}

/* -------- saving -------- */

size_t cma_saved_count(const struct cma *cma)
{
    return cma->state_count + 3;
}

void cma_save(const struct cma *cma, double *numbers)
{
    numbers[0] = (double)cma->generation;
    numbers[1] = (double)cma->decomposed;
    numbers[2] = cma->sigma;
    memcpy(numbers + 3, cma->state, cma->state_count * sizeof *numbers);
}

bool cma_load(struct cma *cma, const double *numbers, struct error *error)
{
    bool good = numbers[0] >= 0 && numbers[0] < 1e15 && numbers[1] >= 0 &&
                numbers[1] <= numbers[0] && numbers[2] > 0;
    for (size_t i = 0; good && i < cma->state_count + 3; i++)
        good = isfinite(numbers[i]);
    if (!good)
        return error_set(error, "the saved evolution is damaged");
    cma->generation = (int64_t)numbers[0];
    cma->decomposed = (int64_t)numbers[1];
    cma->sigma = numbers[2];
    memcpy(cma->state, numbers + 3, cma->state_count * sizeof *numbers);
    return true;
}
