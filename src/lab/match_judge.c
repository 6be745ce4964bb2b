/* Scores are believed only when they last: a count of moves in a row for each side, which one move
   of another mind resets. A proof needs no patience, so it is tried first where the mind says that
   it has hope, with a thinker of the judge's own so that the players' tables learn nothing. */
#include "lab/match_judge.h"

#include "lab/inquire.h"

/* A proof is tried where the mind is nearly sure of it, with about a tenth of a second's work. */
enum { HOPE = 80, PROOF_NODES = 300000, TABLE = 16 << 20 };

void match_judge_begin(struct match_judge *judge, const struct match_plan *plan)
{
    judge->plan = plan;
    for (int side = 0; side < 2; side++)
        judge->lost[side] = judge->quiet[side] = 0;
}

void match_judge_close(struct match_judge *judge)
{
    if (judge->open)
        think_close(&judge->thinker);
    judge->open = false;
}

static bool by_scores(struct match_judge *judge, int side, const struct mind_answer *answer,
                      struct game_result *result)
{
    const struct match_judging *judging = &judge->plan->judging;
    bool looked = answer->depth > 0 || answer->exact;
    bool lost = looked && answer->score <= -judging->resign_score;
    bool quiet =
        looked && answer->score <= judging->draw_score && answer->score >= -judging->draw_score;
    judge->lost[side] = lost ? judge->lost[side] + 1 : 0;
    judge->quiet[side] = quiet ? judge->quiet[side] + 1 : 0;
    if (judging->resign_moves && judge->lost[side] >= judging->resign_moves) {
        *result = (struct game_result){.half_points = side == 0 ? 0 : 2};
        return true;
    }
    *result = (struct game_result){.half_points = 1};
    return judging->draw_moves && judge->quiet[0] >= judging->draw_moves &&
           judge->quiet[1] >= judging->draw_moves;
}

/* A result that is proved within PROOF_NODES ends the game as if it had been played out. */
static bool by_proof(struct match_judge *judge, const struct session *session,
                     const atomic_bool *stop, struct game_result *result)
{
    const struct mind *mind = mind_of(judge->plan->game);
    struct error error;
    if (!mind || !mind->solve || !mind->proof_hope || session_over(session, NULL, NULL) ||
        mind->proof_hope(session_setup(session), session_position(session)) < HOPE)
        return false;
    if (!judge->open && !think_open(&judge->thinker, 1, TABLE, &error))
        return false;
    judge->open = true;
    struct inquiry_question question = {
        .kind = INQUIRY_VALUE,
        .session = session,
        .limits = {.nodes = PROOF_NODES},
        .value_only = true,
        .stop = stop,
        .databases = judge->plan->databases,
    };
    if (!inquiry_player(mind, NULL, 0, &question.player, &error))
        return false;
    struct inquiry *inquiry = inquire_open(&judge->thinker, &question, &error);
    bool proved = inquiry && inquiry_run(inquiry, &error) && inquiry->answer.exact &&
                  inquiry->answer.outcome != MIND_OUTCOME_OPEN;
    if (proved) {
        int sign = session_side(session) == 0 ? 1 : -1;
        result->half_points = (int8_t)(1 + sign * inquiry->answer.outcome);
        result->score = sign * inquiry->answer.score / 100;
    }
    inquire_close(inquiry);
    return proved;
}

bool match_judge_move(struct match_judge *judge, const struct session *session, int side,
                      const struct mind_answer *answer, const atomic_bool *stop,
                      struct game_result *result)
{
    return by_scores(judge, side, answer, result) ||
           (judge->plan->judging.exact && by_proof(judge, session, stop, result));
}
