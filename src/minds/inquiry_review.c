/* The review of a whole game.

   It goes backwards from the end, because what has been found about a later position helps with the
   earlier ones: the values stand in the table, and the value of the move that was made is known
   from the position it led to. Each position is examined as in inquiry_moves.c, move by move,
   within the limits of the question; so the move that was made and the best one are seen equally
   deep, and a move that alone keeps the value is recognised.

   A value counts in two ways: as a score in the game's unit, and as the chance of winning, which
   makes estimates and proofs comparable. A move's class follows from the chances it gave away;
   where the score itself is the aim (mind->margin), from the score too. */
#include "minds/inquiry_inside.h"

#include "base/maths.h"
#include "base/memory.h"

/* How many thousandths of the winning chances a move must lose to be called so. */
enum { CHANCE_INACCURACY = 70, CHANCE_MISTAKE = 150, CHANCE_BLUNDER = 300 };
/* Hundredths of the unit, where the score is the aim. */
enum { MARGIN_INACCURACY = 250, MARGIN_MISTAKE = 500, MARGIN_BLUNDER = 1000 };
/* Two searches of equal depth still disagree by this much about moves that are equally good:
   so it was for moves of five known openings of Othello, searched with 200,000 positions each. What
   an estimated move lost counts only beyond it. */
enum { CHANCE_NOISE = 60, MARGIN_NOISE = 200 };
/* A move that is proved bad is not a mistake just because another was estimated to be better: only
   when the difference is at least this large. */
enum { ESTIMATE_AGAINST_PROOF = 700 };
/* Estimates decide a game only when they are at least this far apart. */
enum { FAR_APART = 500, DECIDING = 200 };

int inquiry_chance(const struct mind *mind, const struct mind_answer *answer)
{
    if (answer->exact && answer->outcome != MIND_OUTCOME_OPEN)
        return 500 + 500 * answer->outcome;
    if (!mind->scale)
        return 500;
    /* three quarters at one scale: the logarithm of three is 1.1 */
    float share = maths_sigmoid(1.0986f * (float)answer->score / (float)mind->scale);
    return (int)(1000 * share + 0.5f);
}

/* Both are proved and have the same score, but `a` wins later or loses sooner. Not every game's
   score shows that; where the score itself is the aim, speed does not count. */
static bool falls_short(const struct inquiry *inquiry, const struct mind_answer *a,
                        const struct mind_answer *b)
{
    if (inquiry->mind->margin || !a->exact || !b->exact || a->score != b->score || a->plies < 0 ||
        b->plies < 0)
        return false;
    return a->outcome == 1 ? a->plies > b->plies : a->outcome == -1 && a->plies < b->plies;
}

static bool at_least(const struct inquiry *inquiry, const struct mind_answer *a,
                     const struct mind_answer *b)
{
    if (a->exact == b->exact)
        return a->score >= b->score && !falls_short(inquiry, a, b);
    return inquiry_chance(inquiry->mind, a) >= inquiry_chance(inquiry->mind, b);
}

static struct inquiry_finding *finding_of(struct inquiry *inquiry, uint32_t move)
{
    for (int i = 0; i < inquiry->finding_count; i++)
        if (inquiry->findings[i].move == move)
            return &inquiry->findings[i];
    return NULL;
}

/* The symmetry of the board that leaves this position as it is and makes move `from` of `to`; 0 for
   none. */
static int symmetry_between(const struct session *session, const void *position, uint32_t from,
                            uint32_t to)
{
    const struct game *game = session_game(session);
    const struct game_setup *setup = session_setup(session);
    if (game->position_size(setup) > GAME_POSITION_SMALL)
        return 0;
    for (int i = 1; i < game->symmetry_count(setup); i++) {
        _Alignas(8) unsigned char turned[GAME_POSITION_SMALL] = {0};
        if (game->transform_move(setup, i, from) != to)
            continue;
        game->transform(setup, i, position, turned);
        if (game->hash(setup, turned) == game->hash(setup, position))
            return i;
    }
    return 0;
}

/* A move that is the mirror image of the best one is worth as much, whatever two searches say. */
static void share_best(struct inquiry *inquiry, int ply, uint32_t move)
{
    const struct session *session = inquiry->question.session;
    const struct inquiry_finding *best = &inquiry->findings[0];
    struct inquiry_finding *own = finding_of(inquiry, move);
    if (!own || own == best || best->answer.exact)
        return;
    int symmetry = symmetry_between(session, session_position_at(session, ply), best->move, move);
    if (!symmetry)
        return;
    own->answer = best->answer;
    own->answer.move = move;
    for (int i = 0; i < own->answer.line_length; i++)
        own->answer.line[i] = session_game(session)->transform_move(session_setup(session),
                                                                    symmetry, best->answer.line[i]);
}

/* What the move that was made is worth: as it was seen from here, for the best move was weighed
   from here too, equally deep and in the same measure. Only a proof from where it led to knows
   better. */
static void value_after(struct inquiry *inquiry, int ply, struct inquiry_moment *moment)
{
    const struct session *session = inquiry->question.session;
    const struct inquiry_moment *next = moment + 1;
    const struct inquiry_finding *seen = finding_of(inquiry, moment->move);
    struct session_view after;
    session_view_at(session, ply + 1, &after);
    moment->after = next->before;
    inquiry_look_back(moment->side, moment->move, &after, &moment->after);
    if (after.over)
        inquiry_judge_end(session_game(session), moment->side, moment->move, &after,
                          &moment->after);
    bool better_there = moment->after.exact && !(seen && seen->answer.exact);
    if (seen && seen->answer.line_length && !better_there)
        moment->after = seen->answer;
}

static int32_t loss_of(const struct inquiry *inquiry, const struct inquiry_moment *moment)
{
    const struct mind_answer *before = &moment->before, *after = &moment->after;
    int64_t loss = (int64_t)before->score - after->score;
    if (before->exact != after->exact) /* scores of two measures: through the chances */
        loss = (int64_t)moment->drop * inquiry->mind->scale / 250;
    return loss > 0 ? (int32_t)loss : 0;
}

static int beyond(int32_t lost, int32_t noise, const struct inquiry_moment *moment)
{
    if (moment->proved)
        return lost;
    return lost > noise ? lost - noise : 0;
}

int inquiry_counted_drop(const struct inquiry_moment *moment)
{
    return beyond(moment->drop, CHANCE_NOISE, moment);
}

/* Whether every other move is worth less, by outcome where that is proved, else clearly. */
static bool is_only(const struct inquiry *inquiry, const struct inquiry_moment *moment)
{
    for (int i = 0; i < inquiry->finding_count; i++) {
        const struct inquiry_finding *other = &inquiry->findings[i];
        if (other->move == moment->move)
            continue;
        int gap = inquiry_chance(inquiry->mind, &moment->after) -
                  inquiry_chance(inquiry->mind, &other->answer);
        bool proved = other->answer.exact && moment->after.exact;
        if (gap < (proved ? 1 : CHANCE_BLUNDER))
            return false;
    }
    return inquiry->finding_count > 1;
}

static enum inquiry_class class_of(const struct inquiry *inquiry,
                                   const struct inquiry_moment *moment)
{
    if (inquiry->finding_count <= 1)
        return INQUIRY_FORCED;
    int drop = inquiry_counted_drop(moment);
    int loss = inquiry->mind->margin ? beyond(moment->loss, MARGIN_NOISE, moment) : 0;
    if (moment->before.exact != moment->after.exact && moment->drop < ESTIMATE_AGAINST_PROOF)
        return drop >= CHANCE_INACCURACY ? INQUIRY_INACCURACY : INQUIRY_GOOD;
    if (drop >= CHANCE_BLUNDER || loss >= MARGIN_BLUNDER)
        return INQUIRY_BLUNDER;
    if (drop >= CHANCE_MISTAKE || loss >= MARGIN_MISTAKE)
        return INQUIRY_MISTAKE;
    if (drop >= CHANCE_INACCURACY || loss >= MARGIN_INACCURACY)
        return INQUIRY_INACCURACY;
    if (moment->loss > 0 || falls_short(inquiry, &moment->after, &moment->before))
        return INQUIRY_GOOD;
    return is_only(inquiry, moment) ? INQUIRY_ONLY : INQUIRY_BEST;
}

/* Whether no other move can be worth more than the best that was found: all of them are proved. */
static bool is_settled(const struct inquiry *inquiry)
{
    for (int i = 0; i < inquiry->finding_count; i++)
        if (!inquiry->findings[i].answer.exact)
            return false;
    return true;
}

/* Whether no move that is not proved can win in fewer plies: it was searched as far as that. */
static bool is_quickest(const struct inquiry *inquiry, const struct mind_answer *win)
{
    for (int i = 0; i < inquiry->finding_count; i++) {
        const struct mind_answer *other = &inquiry->findings[i].answer;
        if (!other->exact && other->depth < win->plies)
            return false;
    }
    return true;
}

/* What one move is proved to be worth proves the position only as far as no other can be worth
   more: a win is a win, though perhaps not the quickest; anything less is an estimate, and so is
   every score where that is the aim. */
static void doubt(const struct inquiry *inquiry, struct mind_answer *before)
{
    bool won = before->exact && before->outcome == 1 && !inquiry->mind->margin;
    if (won && is_quickest(inquiry, before))
        return;
    before->plies = -1;
    if (won)
        return;
    before->exact = false;
    before->outcome = MIND_OUTCOME_OPEN;
}

/* The value of the position at a ply: from the rounds, or from its end. */
static bool value_before(struct inquiry *inquiry, int ply, struct inquiry_moment *moment,
                         struct error *error)
{
    const struct session *session = inquiry->question.session;
    const struct mind_limits short_look = {.nodes = 1};
    struct session_view view;
    session_view_at(session, ply, &view);
    if (!view.over) {
        moment->before = inquiry->findings[0].answer;
        return true;
    }
    if (!inquiry_search(inquiry, &inquiry->looker, &view, &short_look, false, &moment->before,
                        error))
        return false;
    inquiry_judge_end(session_game(session), view.side, GAME_NO_MOVE, &view, &moment->before);
    return true;
}

/* The rounds at this ply are over: what they say about it. */
static bool conclude(struct inquiry *inquiry, int ply, struct error *error)
{
    struct inquiry_moment *moment = &inquiry->moments[ply];
    if (!value_before(inquiry, ply, moment, error))
        return false;
    moment->looked = true;
    if (moment->move == GAME_NO_MOVE)
        return true;
    share_best(inquiry, ply, moment->move);
    value_after(inquiry, ply, moment);
    bool single = inquiry->finding_count == 1;
    if (single || at_least(inquiry, &moment->after, &moment->before))
        moment->before = moment->after;
    if (!single && !is_settled(inquiry))
        doubt(inquiry, &moment->before);
    int drop = inquiry_chance(inquiry->mind, &moment->before) -
               inquiry_chance(inquiry->mind, &moment->after);
    moment->drop = drop > 0 ? drop : 0;
    moment->loss = loss_of(inquiry, moment);
    moment->proved = moment->before.exact && moment->after.exact;
    moment->class = class_of(inquiry, moment);
    return true;
}

/* The last move that gave the result away: nothing after it changed as much again. Where it cannot
   be said for certain, none. */
static int deciding_ply(const struct inquiry *inquiry)
{
    const struct session *session = inquiry->question.session;
    int last = inquiry->moment_count - 1;
    struct session_view end;
    session_view_at(session, last, &end);
    int winner = !end.over || end.result.half_points == 1 ? -1 : end.result.half_points == 0;
    if (session_game(session)->players == 1)
        return -1;
    for (int ply = last - 1; ply >= 0; ply--) {
        const struct inquiry_moment *moment = &inquiry->moments[ply];
        if (moment->drop < DECIDING || moment->side == winner)
            continue;
        return moment->proved || moment->drop >= FAR_APART ? ply : -1;
    }
    return -1;
}

void inquiry_review_begin(struct inquiry *inquiry)
{
    const struct session *session = inquiry->question.session;
    int length = session_length(session);
    inquiry->moment_count = length + 1;
    memory_clear(inquiry->moments, (size_t)(length + 1) * sizeof *inquiry->moments);
    for (int ply = 0; ply <= length; ply++) {
        struct inquiry_moment *moment = &inquiry->moments[ply];
        struct session_view view;
        session_view_at(session, ply, &view);
        moment->move = ply < length ? session_move_at(session, ply) : GAME_NO_MOVE;
        moment->side = (int8_t)view.side;
        mind_answer_clear(&moment->before);
        mind_answer_clear(&moment->after);
    }
    inquiry_rounds_begin(inquiry, length);
}

/* A position with one move needs no look: its value is that of the next. */
static bool needs_no_look(const struct inquiry *inquiry)
{
    return inquiry->finding_count == 1 && inquiry->rounds.ply + 1 < inquiry->moment_count;
}

bool inquiry_review_step(struct inquiry *inquiry, struct error *error)
{
    int ply = inquiry->rounds.ply;
    if (!inquiry->rounds.over && !needs_no_look(inquiry)) {
        if (!inquiry_rounds_step(inquiry, error))
            return false;
        if (!inquiry->rounds.over)
            return true;
    }
    if (inquiry_stopped(inquiry))
        return true;
    if (!conclude(inquiry, ply, error))
        return false;
    inquiry->answer = inquiry->moments[ply].before;
    if (ply > 0) {
        inquiry_rounds_begin(inquiry, ply - 1);
        return true;
    }
    inquiry->decided = deciding_ply(inquiry);
    inquiry->done = true;
    return true;
}
