/* The sequential test of sprt.h: Wald's test [wald45] with the generalised likelihood ratio [li14]
   over the five results of a pair, as it is used to test chess engines.

   For each hypothesis the most likely distribution with that mean is found. With counts n[i] of
   results x[i] it has the form seen[i] / (1 + t (x[i] - mean)), and the multiplier t is found by
   bisection. The bounds of the test are log(beta / (1 - alpha)) and log((1 - beta) / alpha). */
#include "lab/sprt.h"

#include <math.h>

enum { RESULTS = 5 }; /* of a pair: 0, 1/4, 1/2, 3/4 or all of its points */

static double share_of(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* Among the distributions with mean `mean`, the one under which frequencies `seen` (all positive)
   are most likely. With a Lagrange multiplier t it is seen[i] / (1 + t (x[i] - mean)), and t is the
   root of a function that falls from plus to minus infinity between the two ends. */
static void fit_mean(const double *seen, double mean, double *fitted)
{
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int step = 0; step < 100; step++) {
        double t = (low + high) / 2, slope = 0;
        for (int i = 0; i < RESULTS; i++) {
            double x = i / 4.0 - mean;
            slope += seen[i] * x / (1 + t * x);
        }
        if (slope > 0)
            low = t;
        else
            high = t;
    }
    for (int i = 0; i < RESULTS; i++)
        fitted[i] = seen[i] / (1 + (low + high) / 2 * (i / 4.0 - mean));
}

/* The ratio is the sum over the results of count * log(p1 / p0). A result that never came up counts
   as a thousandth of a pair, because a distribution fitted to a mean beyond all results seen would
   otherwise not exist. */
struct sprt_state sprt_judge(const struct sprt *sprt, const struct match_score *score)
{
    struct sprt_state state = {
        .lower = log(sprt->beta / (1 - sprt->alpha)),
        .upper = log((1 - sprt->beta) / sprt->alpha),
    };
    double counts[RESULTS], seen[RESULTS], total = 0, p0[RESULTS], p1[RESULTS];
    bool any = false;
    for (int i = 0; i < RESULTS; i++) {
        counts[i] = score->pairs[i] > 0 ? score->pairs[i] : 1e-3;
        total += counts[i];
        any |= score->pairs[i] > 0;
    }
    if (!any)
        return state;
    for (int i = 0; i < RESULTS; i++)
        seen[i] = counts[i] / total;
    fit_mean(seen, share_of(sprt->elo0), p0);
    fit_mean(seen, share_of(sprt->elo1), p1);
    for (int i = 0; i < RESULTS; i++)
        state.ratio += counts[i] * log(p1[i] / p0[i]);
    if (state.ratio >= state.upper)
        state.verdict = SPRT_ACCEPT_1;
    else if (state.ratio <= state.lower)
        state.verdict = SPRT_ACCEPT_0;
    return state;
}
