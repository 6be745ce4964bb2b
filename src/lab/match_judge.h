/* Ends a game of a match before its time: when a player has seen for long enough that it is lost,
   when both have judged it level for long enough, or when the solver proves the result. Part of
   lab/match.c. */
#ifndef LAB_MATCH_JUDGE_H
#define LAB_MATCH_JUDGE_H

#include "games/session.h"
#include "lab/match.h"
#include "lab/think.h"

struct match_judge {
    const struct match_plan *plan;
    int lost[2], quiet[2]; /* moves in a row, of the first and the second side */
    struct thinker thinker;
    bool open;
};

/* A new game begins. */
void match_judge_begin(struct match_judge *judge, const struct match_plan *plan);
void match_judge_close(struct match_judge *judge);

/* After `side` has made the move in `answer`. True when the game is over; the result is then the
   first side's. */
bool match_judge_move(struct match_judge *judge, const struct session *session, int side,
                      const struct mind_answer *answer, const atomic_bool *stop,
                      struct game_result *result);

#endif
