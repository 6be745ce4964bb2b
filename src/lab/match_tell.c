/* The words of match_tell.h. Numbers that are not known yet, such as the error of a single pair of
   games, are null. */
#include "lab/match_tell.h"

static void tell_points(struct json_out *json, const struct match_score *score)
{
    json_out_integer(json, "wins", score->wins);
    json_out_integer(json, "draws", score->draws);
    json_out_integer(json, "losses", score->losses);
}

void match_tell_score(struct json_out *json, const char *a, const char *b,
                      const struct match_score *score, int faults)
{
    struct match_rating rating = match_rate(score);
    json_out_text(json, "a", a);
    json_out_text(json, "b", b);
    json_out_integer(json, "games", score->wins + score->draws + score->losses);
    tell_points(json, score);
    json_out_number(json, "score", rating.share, 4);
    json_out_number(json, "elo", rating.elo, 1);
    json_out_number(json, "elo_error", rating.elo_error, 1);
    json_out_open(json, "pairs", '[');
    for (int i = 0; i <= 4; i++)
        json_out_integer(json, NULL, score->pairs[i]);
    json_out_close(json);
    json_out_integer(json, "faults", faults);
}

static const char *verdict_word(enum sprt_verdict verdict)
{
    return verdict == SPRT_ACCEPT_1 ? "accepted" : verdict == SPRT_ACCEPT_0 ? "rejected" : "open";
}

void match_tell_test(struct json_out *json, const struct sprt *sprt, const struct sprt_state *state)
{
    json_out_open(json, "sprt", '{');
    json_out_number(json, "elo0", sprt->elo0, 2);
    json_out_number(json, "elo1", sprt->elo1, 2);
    json_out_number(json, "likelihood", state->ratio, 4);
    json_out_number(json, "lower", state->lower, 4);
    json_out_number(json, "upper", state->upper, 4);
    json_out_text(json, "verdict", verdict_word(state->verdict));
    json_out_close(json);
}

void match_tell_pairing(struct json_out *json, const char *a, const char *b,
                        const struct match_score *score)
{
    json_out_text(json, "a", a);
    json_out_text(json, "b", b);
    tell_points(json, score);
    json_out_number(json, "score", match_rate(score).share, 4);
}

void match_tell_rating(struct json_out *json, int rank, const char *player,
                       const struct rating *rating)
{
    json_out_integer(json, "rank", rank);
    json_out_text(json, "player", player);
    json_out_number(json, "elo", rating->elo, 1);
    json_out_number(json, "elo_error", rating->error, 1);
    json_out_number(json, "points", rating->points, 1);
    json_out_integer(json, "games", rating->games);
}
