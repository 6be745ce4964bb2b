/* Ratings of many players from the games between them, by maximum likelihood.

   A player's strength is a number of Elo [elo78]; at a difference d the expected share of the
   points is 1 / (1 + 10^(-d/400)), a draw being half of one. Every player also drew one game
   against a player of the mean strength, who does not exist: without that a player who won
   everything would have no rating. The mean of all is 0. Errors are half widths of 95 % intervals,
   from the spread of the results of pairs of games (which share an opening and are not
   independent), so that many draws give small errors as they should. */
#ifndef LAB_RATING_H
#define LAB_RATING_H

#include "base/error.h"
#include "lab/match.h"

/* What two players did against each other, seen from `a`. */
struct rating_score {
    int a, b;
    struct match_score score;
};

struct rating {
    double elo, error;
    double points;
    int games;
};

/* Fills `ratings`, one per player. False when memory runs out. */
bool rating_fit(const struct rating_score *scores, int count, int players, struct rating *ratings,
                struct error *error);

/* One player's rating from what it did (seen from its side) against players whose ratings are
   known and taken as exact; scores[i] is against elos[i]. A drawn game against the mean of them is
   added, so that one who won everything has a rating too. */
struct rating rating_against(const struct match_score *scores, const double *elos, int count);

#endif
