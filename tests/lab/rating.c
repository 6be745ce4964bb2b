/* Ratings: against values worked out by hand and against simulated players of known strength; the
   interval of Elo covers the truth as often as it says. */
#include "lab/rating.h"

#include "base/random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void near(double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("found %f, expected %f", found, expected);
}

static double share_of(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* A pair of games: half points of A, 0..4. A tenth of the games is drawn whoever plays. */
static int play_pair(struct random *random, double elo, struct match_score *score)
{
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        double draw = 0.1, win = share_of(elo) - draw / 2, dice = random_unit(random);
        int points = dice < win ? 2 : dice < win + draw ? 1 : 0;
        score->wins += points == 2;
        score->draws += points == 1;
        score->losses += points == 0;
        sum += points;
    }
    score->pairs[sum]++;
    return sum;
}

/* 95 of 100 intervals hold the true difference; 2000 matches of 200 games each. The binomial error
   of that share is half a percent, so 93.5 to 96.5 is three of them either way. */
static void intervals_cover(void **state)
{
    (void)state;
    struct random random;
    random_seed(&random, 11);
    static const double truths[] = {0, 50, -120, 200};
    for (int t = 0; t < 4; t++) {
        int covered = 0;
        for (int match = 0; match < 2000; match++) {
            struct match_score score = {0};
            for (int pair = 0; pair < 100; pair++)
                play_pair(&random, truths[t], &score);
            struct match_rating rating = match_rate(&score);
            covered += fabs(rating.elo - truths[t]) <= rating.elo_error;
        }
        if (covered < 1870 || covered > 1930)
            fail_msg("%d of 2000 intervals cover %g", covered, truths[t]);
    }
}

/* Two players, 75 % of many games: the difference is 400 log10(3) = 190.85, less what the draw
   against the mean takes, which is little among 1000 games. */
static void two_players(void **state)
{
    (void)state;
    struct rating ratings[2];
    struct rating_score score = {0, 1, {700, 100, 200, {50, 50, 100, 50, 250}}};
    assert_true(rating_fit(&score, 1, 2, ratings, NULL));
    near(ratings[0].elo - ratings[1].elo, 190.85, 1);
    near(ratings[0].elo + ratings[1].elo, 0, 1e-9);
    near(ratings[0].points, 750, 0);
    assert_int_equal(ratings[1].games, 1000);
    /* Each is half of the difference's error. */
    near(2 * ratings[0].error, match_rate(&score.score).elo_error, 1);
}

static void strengths_are_found(void **state)
{
    (void)state;
    enum { PLAYERS = 5, PAIRS = 2000 };
    static const double truths[PLAYERS] = {-200, -80, 0, 30, 250};
    struct rating ratings[PLAYERS];
    struct rating_score scores[PLAYERS * (PLAYERS - 1) / 2];
    struct random random;
    random_seed(&random, 3);
    int count = 0;
    for (int a = 0; a < PLAYERS; a++)
        for (int b = a + 1; b < PLAYERS; b++) {
            scores[count] = (struct rating_score){.a = a, .b = b};
            for (int i = 0; i < PAIRS; i++)
                play_pair(&random, truths[a] - truths[b], &scores[count].score);
            count++;
        }
    assert_true(rating_fit(scores, count, PLAYERS, ratings, NULL));
    for (int i = 0; i < PLAYERS; i++) {
        near(ratings[i].elo, truths[i], 2 * ratings[i].error);
        assert_true(ratings[i].error > 1 && ratings[i].error < 12);
    }
}

/* All won, all lost, all drawn and nothing played at all: finite numbers in the right order. */
static void edges(void **state)
{
    (void)state;
    struct rating ratings[3];
    struct rating_score scores[] = {{0, 1, {20, 0, 0, {0, 0, 0, 0, 10}}},
                                    {0, 2, {20, 0, 0, {0, 0, 0, 0, 10}}},
                                    {1, 2, {0, 20, 0, {0, 0, 10, 0, 0}}}};
    assert_true(rating_fit(scores, 3, 3, ratings, NULL));
    assert_true(isfinite(ratings[0].elo) && ratings[0].elo > 200);
    near(ratings[1].elo, ratings[2].elo, 1e-6);
    for (int i = 0; i < 3; i++)
        assert_true(isfinite(ratings[i].error) && ratings[i].error > 0);
    assert_true(rating_fit(NULL, 0, 3, ratings, NULL));
    near(ratings[0].elo, 0, 1e-9);
}

/* 3 of 4 points against one player of 100 Elo: 100 + 400 log10(3). Two opponents that bracket the
   player: their mean when both results mirror each other. */
static void against_known_players(void **state)
{
    (void)state;
    struct match_score won = {7500, 0, 2500, {625, 0, 1250, 0, 3125}};
    struct match_score lost = {2500, 0, 7500, {3125, 0, 1250, 0, 625}};
    double elo = 100, bracket[] = {50, 250};
    struct rating one = rating_against(&won, &elo, 1);
    near(one.elo, 100 + 400 * log10(3), 0.1);
    assert_int_equal(one.games, 10000);
    near(one.points, 7500, 0);
    /* The pairs' variance of points is (625 * 0 + 1250 + 3125 * 4) / 5000 - 1.5^2 = 0.5, so that of
       the share is 0.5 / 4 / 5000, and the slope 400 / (ln 10 * 3 / 16). */
    near(one.error, 1.959964 * sqrt(0.5 / 4 / 5000) * 400 / (log(10) * 3 / 16), 0.02);
    struct match_score both[] = {won, lost};
    near(rating_against(both, bracket, 2).elo, 150, 1e-6);
    struct match_score all = {20, 0, 0, {0, 0, 0, 0, 10}};
    struct rating best = rating_against(&all, &elo, 1);
    assert_true(isfinite(best.elo) && best.elo > 400 && isfinite(best.error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_known_players),
        cmocka_unit_test(intervals_cover),
        cmocka_unit_test(two_players),
        cmocka_unit_test(strengths_are_found),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
