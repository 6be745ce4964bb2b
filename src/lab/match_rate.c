/* From games to points, and from points to rating differences.

   A share s of the points stands for a difference of -400 log10(1/s - 1) Elo. The two games of a
   pair share an opening and are not independent, so the error comes from the pairs: the variance of
   their mean result, carried over to Elo by the slope of that curve at s (the delta method). */
#include "lab/match.h"

#include <math.h>

void match_score_add(struct match_score *score, int number, int half_points, int partner)
{
    score->wins += half_points == 2;
    score->draws += half_points == 1;
    score->losses += half_points == 0;
    if (number % 2)
        score->pairs[partner + half_points]++;
}

struct match_rating match_rate(const struct match_score *score)
{
    struct match_rating rating = {0.5, 0, NAN};
    double played = (double)score->wins + score->draws + score->losses;
    if (played == 0)
        return rating;
    double s = rating.share = (score->wins + 0.5 * score->draws) / played;
    if (s <= 0 || s >= 1) {
        rating.elo = s <= 0 ? -INFINITY : INFINITY;
        return rating;
    }
    rating.elo = 400 * log10(s / (1 - s));
    double pairs = 0, sum = 0, squares = 0;
    for (int i = 0; i <= 4; i++) {
        double result = i / 4.0;
        pairs += score->pairs[i];
        sum += score->pairs[i] * result;
        squares += score->pairs[i] * result * result;
    }
    if (pairs < 2)
        return rating;
    double variance = (squares - sum * sum / pairs) / (pairs - 1);
    double slope = 400 / log(10) / (s * (1 - s));
    rating.elo_error = 1.959964 * slope * sqrt(fmax(variance, 0) / pairs);
    return rating;
}
