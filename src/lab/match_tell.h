/* The results of a match or a tournament as members of JSON objects: the same for the command line,
   when it is over, and for the server, while it runs. */
#ifndef LAB_MATCH_TELL_H
#define LAB_MATCH_TELL_H

#include "base/json_out.h"
#include "lab/rating.h"
#include "lab/sprt.h"

/* Players, games, points, Elo and pairs; `faults` games were lost because a program failed. */
void match_tell_score(struct json_out *json, const char *a, const char *b,
                      const struct match_score *score, int faults);
/* The member "sprt". */
void match_tell_test(struct json_out *json, const struct sprt *sprt,
                     const struct sprt_state *state);

/* Two players of a tournament, and one with its rating. */
void match_tell_pairing(struct json_out *json, const char *a, const char *b,
                        const struct match_score *score);
void match_tell_rating(struct json_out *json, int rank, const char *player,
                       const struct rating *rating);

#endif
