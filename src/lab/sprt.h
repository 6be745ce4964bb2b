/* Is A stronger than B? A sequential test that stops as soon as the answer is sure enough.

   Two hypotheses, A is elo0 or elo1 stronger, are compared by the likelihood of the pairs of games
   seen so far (both games of a pair share an opening, so pairs, not games, are independent). Each
   hypothesis gets the distribution over the five results of a pair that is most likely among those
   with its mean (the generalised sequential probability ratio test [li14]). Once the log-likelihood
   ratio leaves the interval given by alpha and beta, the test is over.

   Results that have not been seen count as a thousandth of a pair, so that one-sided results (all
   won, all drawn) also end the test. */
#ifndef LAB_SPRT_H
#define LAB_SPRT_H

#include "lab/match.h"

/* alpha and beta where nobody says. */
#define SPRT_CHANCE 0.05

struct sprt {
    double elo0, elo1;  /* elo0 < elo1 */
    double alpha, beta; /* probabilities of wrongly accepting elo1, elo0 */
};

enum sprt_verdict { SPRT_GO_ON, SPRT_ACCEPT_0, SPRT_ACCEPT_1 };

struct sprt_state {
    double ratio;        /* log-likelihood ratio, elo1 over elo0 */
    double lower, upper; /* where the test ends */
    enum sprt_verdict verdict;
};

struct sprt_state sprt_judge(const struct sprt *sprt, const struct match_score *score);

#endif
