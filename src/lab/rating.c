/* Maximum likelihood for the model of rating.h, by Newton's method.

   With strengths s and the expected share e = 1 / (1 + exp(s_b - s_a)), the log-likelihood of a
   pairing with w points out of n games has the derivative w - n e by s_a, and minus that by s_b:
   the points beyond what was expected. Its second derivative is -n e (1 - e). So the log-likelihood
   is concave, the matrix of second derivatives H is a sum of small 2 x 2 blocks (add_outer), and
   Newton's steps, limited to one natural unit (174 Elo), reach the maximum from anywhere in a few
   rounds. The imagined draw of everybody against the mean makes H positive definite, even where the
   players fall into groups that never met.

   Errors: with G the covariance of the gradient, from the spread of the pairs' results, the
   ratings' covariance is H^-1 G H^-1 (the sandwich estimator [huber67]). The usual H^-1 alone would
   assume that every game is an independent coin toss, which overstates the error where draws are
   many.

   An inversion costs n^3 per step for n players, which is nothing for the few dozen of a
   tournament. */
#include "lab/rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 100 };

struct fit {
    const struct rating_score *scores;
    int count, players;
    double *strengths, *gradient; /* in natural units: Elo * ln 10 / 400 */
    double *curve, *inverse, *spread;
};

static int played(const struct match_score *score)
{
    return score->wins + score->draws + score->losses;
}

static double expected(double difference)
{
    return 1 / (1 + exp(-difference));
}

/* Adds `weight` times (e_a - e_b)(e_a - e_b)^T. */
static void add_outer(double *matrix, int size, int a, int b, double weight)
{
    matrix[a * size + a] += weight;
    matrix[b * size + b] += weight;
    matrix[a * size + b] -= weight;
    matrix[b * size + a] -= weight;
}

static void derive(struct fit *fit)
{
    int n = fit->players;
    memset(fit->gradient, 0, (size_t)n * sizeof *fit->gradient);
    memset(fit->curve, 0, (size_t)(n * n) * sizeof *fit->curve);
    for (int i = 0; i < n; i++) { /* the draw against the mean */
        double share = expected(fit->strengths[i]);
        fit->gradient[i] += 0.5 - share;
        fit->curve[i * n + i] += share * (1 - share);
    }
    for (int i = 0; i < fit->count; i++) {
        const struct rating_score *pair = &fit->scores[i];
        double total = played(&pair->score);
        double share = expected(fit->strengths[pair->a] - fit->strengths[pair->b]);
        double surplus = pair->score.wins + 0.5 * pair->score.draws - total * share;
        fit->gradient[pair->a] += surplus;
        fit->gradient[pair->b] -= surplus;
        add_outer(fit->curve, n, pair->a, pair->b, total * share * (1 - share));
    }
}

/* Gauss-Jordan elimination; the matrix is symmetric and positive definite, so no pivoting is
   needed. */
static void invert(const double *matrix, double *inverse, int n)
{
    double *work = inverse + n * n;
    memcpy(work, matrix, (size_t)(n * n) * sizeof *work);
    memset(inverse, 0, (size_t)(n * n) * sizeof *inverse);
    for (int i = 0; i < n; i++)
        inverse[i * n + i] = 1;
    for (int i = 0; i < n; i++) {
        double pivot = 1 / work[i * n + i];
        for (int k = 0; k < n; k++) {
            work[i * n + k] *= pivot;
            inverse[i * n + k] *= pivot;
        }
        for (int j = 0; j < n; j++) {
            double factor = work[j * n + i];
            for (int k = 0; j != i && k < n; k++) {
                work[j * n + k] -= factor * work[i * n + k];
                inverse[j * n + k] -= factor * inverse[i * n + k];
            }
        }
    }
}

static void climb(struct fit *fit)
{
    int n = fit->players;
    for (int step = 0; step < STEPS; step++) {
        double largest = 0;
        derive(fit);
        invert(fit->curve, fit->inverse, n);
        for (int i = 0; i < n; i++) {
            double change = 0;
            for (int j = 0; j < n; j++)
                change += fit->inverse[i * n + j] * fit->gradient[j];
            change = fmax(-1, fmin(1, change)); /* far from the solution Newton would overshoot */
            fit->strengths[i] += change;
            largest = fmax(largest, fabs(change));
        }
        if (largest < 1e-12)
            break;
    }
    derive(fit);
    invert(fit->curve, fit->inverse, n);
}

/* The variance of the points of all games of two players. */
static double spread_of(const struct match_score *score)
{
    double pairs = 0, sum = 0, squares = 0, total = played(score);
    for (int i = 0; i <= 4; i++) {
        double points = i / 2.0;
        pairs += score->pairs[i];
        sum += score->pairs[i] * points;
        squares += score->pairs[i] * points * points;
    }
    double share = (score->wins + 0.5 * score->draws + 0.5) / (total + 1);
    if (pairs < 2)
        return total * share * (1 - share);
    double variance = (squares - sum * sum / pairs) / (pairs - 1);
    /* Results that were all the same still leave doubt: as if one more pair had gone the other
       way. */
    return fmax(variance, share * (1 - share) / pairs) * total / 2;
}

static void measure_errors(struct fit *fit, struct rating *ratings)
{
    int n = fit->players;
    memset(fit->spread, 0, (size_t)(n * n) * sizeof *fit->spread);
    for (int i = 0; i < fit->count; i++)
        add_outer(fit->spread, n, fit->scores[i].a, fit->scores[i].b,
                  spread_of(&fit->scores[i].score));
    for (int i = 0; i < n; i++) {
        double variance = 0;
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                variance +=
                    fit->inverse[i * n + j] * fit->spread[j * n + k] * fit->inverse[i * n + k];
        ratings[i].error = 1.959964 * sqrt(fmax(variance, 0)) * 400 / log(10);
    }
}

bool rating_fit(const struct rating_score *scores, int count, int players, struct rating *ratings,
                struct error *error)
{
    size_t n = (size_t)players;
    double *memory = calloc(2 * n + 4 * n * n, sizeof *memory);
    if (!memory)
        return error_machine(error, "out of memory for the ratings of %d players", players);
    struct fit fit = {scores,
                      count,
                      players,
                      memory,
                      memory + n,
                      memory + 2 * n,
                      memory + 2 * n + n * n,
                      memory + 2 * n + 3 * n * n};
    climb(&fit);
    double mean = 0;
    for (int i = 0; i < players; i++)
        mean += fit.strengths[i] / players;
    for (int i = 0; i < players; i++)
        ratings[i] = (struct rating){.elo = (fit.strengths[i] - mean) * 400 / log(10)};
    measure_errors(&fit, ratings);
    for (int i = 0; i < count; i++) {
        const struct match_score *score = &scores[i].score;
        int total = played(score);
        double points = score->wins + 0.5 * score->draws;
        ratings[scores[i].a].games += total;
        ratings[scores[i].b].games += total;
        ratings[scores[i].a].points += points;
        ratings[scores[i].b].points += total - points;
    }
    free(memory);
    return true;
}

/* The same for one new player against others whose ratings are given and stay as they are: a single
   unknown, so that gradient and curvature are numbers. */
struct rating rating_against(const struct match_score *scores, const double *elos, int count)
{
    const double unit = 400 / log(10);
    struct rating rating = {0};
    double mean = 0, strength, curve = 1, spread = 0;
    for (int i = 0; i < count; i++) {
        mean += elos[i] / unit / count;
        spread += spread_of(&scores[i]);
        rating.points += scores[i].wins + 0.5 * scores[i].draws;
        rating.games += played(&scores[i]);
    }
    strength = mean;
    for (int step = 0; step < STEPS; step++) {
        double share = expected(strength - mean), gradient = 0.5 - share;
        curve = share * (1 - share);
        for (int i = 0; i < count; i++) {
            share = expected(strength - elos[i] / unit);
            gradient += scores[i].wins + 0.5 * scores[i].draws - played(&scores[i]) * share;
            curve += played(&scores[i]) * share * (1 - share);
        }
        double change = fmax(-1, fmin(1, gradient / curve));
        strength += change;
        if (fabs(change) < 1e-12)
            break;
    }
    rating.elo = strength * unit;
    rating.error = 1.959964 * sqrt(spread) / curve * unit;
    return rating;
}
