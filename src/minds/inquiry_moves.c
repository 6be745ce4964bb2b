/* What every legal move is worth, at any time.

   Rounds of growing depth go over all moves, the best first, so that there is something to show at
   once and it only gets better. Where the mind can prove values and hopes to (mind->proof_hope),
   rounds of proofs come in between: the solver is given a slice of positions for each move, and
   three times as many in the next such round, since what one slice has learned is in the table for
   the next. The first proof that takes longer than its slice ends the round: the others will hardly
   be easier. Hope says how the work is divided between looking and proving.

   A move whose value is proved is not looked at again. Limits hold for all moves together; within a
   round each move may use an even share of what is left, and what one does not need is there for
   those after it. It ends when all is proved, at the depth asked for, or when a whole round has
   brought nothing new because the limits are used up. A depth of 0 is one round: the static
   evaluation of the position after each move, and no proof. */
#include "minds/inquiry_inside.h"

#include "base/clock.h"
#include "base/memory.h"

enum {
    FIRST_DEPTH = 2,     /* the move and a ply after it */
    SMALL_STEPS = 8,     /* rounds go a ply deeper up to this depth, then two */
    SURE_HOPE = 80,      /* proofs are tried at once */
    PROOF_DEPTH = 4,     /* the first proofs come after this round */
    FIRST_SLICE = 20000, /* positions */
    GROWTH = 3,
    FIRST_WORK = 1000, /* positions for a player that takes no depth; doubled each round */
    WORK_DOUBLINGS = 40,
    DEPTH_MOST = 200,
};

static int rank(const struct mind_answer *answer)
{
    return answer->exact && answer->outcome != MIND_OUTCOME_OPEN ? answer->outcome : 0;
}

int inquiry_compare(const struct mind *mind, const struct inquiry_finding *a,
                    const struct inquiry_finding *b)
{
    const struct mind_answer *x = &a->answer, *y = &b->answer;
    if ((x->line_length == 0) != (y->line_length == 0))
        return x->line_length == 0 ? 1 : -1; /* moves not yet searched come last */
    if (rank(x) != rank(y))
        return rank(y) - rank(x);
    if (mind->margin && x->score != y->score) /* the score is the aim, not the speed */
        return x->score > y->score ? -1 : 1;
    if (rank(x) != 0 && x->plies >= 0 && y->plies >= 0 && x->plies != y->plies)
        return rank(x) > 0 ? x->plies - y->plies : y->plies - x->plies;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return a->move < b->move ? -1 : a->move > b->move;
}

/* The moves are nearly in order after the first round. */
static void sort(const struct mind *mind, struct inquiry_finding *findings, int count)
{
    for (int i = 1; i < count; i++) {
        struct inquiry_finding moving = findings[i];
        int to = i;
        while (to > 0 && inquiry_compare(mind, &moving, &findings[to - 1]) < 0)
            to--;
        if (to == i)
            continue;
        memory_move(&findings[to + 1], &findings[to], (size_t)(i - to) * sizeof moving);
        findings[to] = moving;
    }
}

/* Keeps the moves that were asked about, in their order; returns how many there are. */
static int select_moves(const struct inquiry_question *question, uint32_t *moves, int count)
{
    int kept = 0;
    if (!question->only)
        return count;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < question->only_count; j++)
            if (moves[i] == question->only[j]) {
                moves[kept++] = moves[i];
                break;
            }
    return kept;
}

static bool only_evaluates(const struct inquiry *inquiry)
{
    return inquiry->question.limits.depth == MIND_DEPTH_STATIC;
}

void inquiry_rounds_begin(struct inquiry *inquiry, int ply)
{
    const struct session *session = inquiry->question.session;
    uint32_t moves[GAME_MOVES_MAX];
    struct session_view view;
    session_view_at(session, ply, &view);
    int count = 0;
    if (!view.over)
        count = session_game(session)->legal_moves(session_setup(session), view.position, moves);
    count = select_moves(&inquiry->question, moves, count);
    for (int i = 0; i < count; i++) {
        inquiry->findings[i].move = moves[i];
        inquiry->findings[i].round = 0;
        mind_answer_clear(&inquiry->findings[i].answer);
    }
    inquiry->finding_count = count;
    inquiry->rounds = (struct inquiry_rounds){
        .ply = ply,
        .side = view.side,
        .number = 1,
        .depth = only_evaluates(inquiry) ? 0 : FIRST_DEPTH,
        .slice = FIRST_SLICE,
        .started = clock_microseconds(),
        .over = count == 0,
    };
}

static bool is_open(const struct inquiry *inquiry, const struct inquiry_finding *finding)
{
    return !finding->answer.exact && finding->round != inquiry->rounds.number;
}

/* The best move that is neither proved nor looked at in this round; NULL at the round's end. */
static struct inquiry_finding *next_open(const struct inquiry *inquiry)
{
    for (int i = 0; i < inquiry->finding_count; i++)
        if (is_open(inquiry, &inquiry->findings[i]))
            return &inquiry->findings[i];
    return NULL;
}

/* How many of them there are. */
static int count_open(const struct inquiry *inquiry)
{
    int open = 0;
    for (int i = 0; i < inquiry->finding_count; i++)
        open += is_open(inquiry, &inquiry->findings[i]);
    return open;
}

static bool all_proved(const struct inquiry *inquiry)
{
    for (int i = 0; i < inquiry->finding_count; i++)
        if (!inquiry->findings[i].answer.exact)
            return false;
    return true;
}

static void take(struct inquiry *inquiry, struct inquiry_finding *finding,
                 const struct mind_answer *answer)
{
    const struct mind_answer *known = &finding->answer;
    bool first = known->line_length == 0;
    bool better = answer->exact || (!known->exact && answer->depth > known->depth);
    if (!better && !first && inquiry->looker.kind->no_depth)
        better = answer->score > known->score; /* more points were found */
    if (inquiry_stopped(inquiry) && !first && !answer->exact)
        return;
    if (better || first)
        finding->answer = *answer;
    inquiry->rounds.gained |= better;
}

static bool time_is_over(const struct inquiry *inquiry)
{
    uint64_t time = inquiry->question.limits.microseconds;
    return time && clock_microseconds() - inquiry->rounds.started >= time;
}

/* Positions for one search by a player that takes no depth. */
static uint64_t work_of(const struct inquiry_rounds *rounds)
{
    return (uint64_t)FIRST_WORK << (rounds->depth < WORK_DOUBLINGS ? rounds->depth
                                                                   : WORK_DOUBLINGS);
}

static bool look(struct inquiry *inquiry, struct inquiry_finding *finding, struct error *error)
{
    struct inquiry_rounds *rounds = &inquiry->rounds;
    const struct player_kind *kind = inquiry->looker.kind;
    struct mind_limits limits = inquiry->question.limits;
    struct mind_answer answer;
    uint64_t spent = rounds->looked + rounds->proved;
    if (!inquiry_share(&limits, rounds->started, spent, (uint64_t)count_open(inquiry))) {
        /* a limit in positions leaves some answer for every move, a time limit does not */
        rounds->over = rounds->depth > FIRST_DEPTH || (rounds->begun && time_is_over(inquiry));
        if (rounds->over)
            return true;
        limits = (struct mind_limits){.nodes = 1, .microseconds = time_is_over(inquiry)};
    }
    if (!only_evaluates(inquiry))
        limits.depth = kind->no_depth ? 0 : rounds->depth - 1;
    if (kind->no_depth && (!limits.nodes || limits.nodes > work_of(rounds)))
        limits.nodes = work_of(rounds);
    if (!inquiry_weigh(inquiry, &inquiry->looker, rounds->ply, finding->move, &limits, &answer,
                       error))
        return false;
    rounds->looked += answer.nodes;
    take(inquiry, finding, &answer);
    return true;
}

static bool prove(struct inquiry *inquiry, struct inquiry_finding *finding, struct error *error)
{
    struct inquiry_rounds *rounds = &inquiry->rounds;
    struct mind_limits limits = inquiry->question.limits;
    struct mind_answer answer;
    if (!inquiry_share(&limits, rounds->started, rounds->looked + rounds->proved, 1)) {
        rounds->over = true;
        return true;
    }
    limits.depth = 0;
    if (!limits.nodes || limits.nodes > rounds->slice)
        limits.nodes = rounds->slice;
    if (!inquiry_weigh(inquiry, &inquiry->solver, rounds->ply, finding->move, &limits, &answer,
                       error))
        return false;
    rounds->proved += answer.nodes;
    if (answer.exact) {
        finding->answer = answer;
        rounds->gained = true;
    } else {
        rounds->slice *= GROWTH;
        rounds->cut = true;
    }
    return true;
}

/* Whether proofs have had less than their part of the work. */
static bool proofs_are_due(const struct inquiry *inquiry)
{
    const struct inquiry_rounds *rounds = &inquiry->rounds;
    const void *position = session_position_at(inquiry->question.session, rounds->ply);
    uint64_t hope = (uint64_t)inquiry_hope(inquiry, position);
    int first = hope >= SURE_HOPE ? FIRST_DEPTH : PROOF_DEPTH;
    return hope > 0 && rounds->depth >= first && !only_evaluates(inquiry) &&
           rounds->proved * (100 - hope) <= rounds->looked * hope;
}

static bool looks_are_over(const struct inquiry *inquiry)
{
    const struct inquiry_rounds *rounds = &inquiry->rounds;
    int limit = inquiry->question.limits.depth;
    int deepest = only_evaluates(inquiry) ? 0 : limit ? limit : DEPTH_MOST;
    return player_is_fixed(&inquiry->looker) || rounds->depth >= deepest;
}

/* A round has gone over all moves: which one comes next. */
static void next_round(struct inquiry *inquiry)
{
    struct inquiry_rounds *rounds = &inquiry->rounds;
    int deepest = inquiry->question.limits.depth;
    bool idle = !rounds->proving && !rounds->gained && !inquiry->looker.kind->no_depth;
    rounds->over = all_proved(inquiry);
    if (rounds->over)
        return;
    rounds->number++;
    rounds->begun = rounds->cut = false;
    rounds->proving = proofs_are_due(inquiry);
    if (rounds->proving)
        return;
    if (looks_are_over(inquiry) || idle) {
        rounds->over = true;
        return;
    }
    rounds->gained = false;
    rounds->depth += rounds->depth < SMALL_STEPS ? 1 : 2;
    if (deepest && rounds->depth > deepest)
        rounds->depth = deepest;
}

bool inquiry_rounds_step(struct inquiry *inquiry, struct error *error)
{
    struct inquiry_rounds *rounds = &inquiry->rounds;
    struct inquiry_finding *finding = next_open(inquiry);
    if (!rounds->over && finding) {
        if (!(rounds->proving ? prove : look)(inquiry, finding, error))
            return false;
        finding->round = rounds->number;
        rounds->begun = true;
        sort(inquiry->mind, inquiry->findings, inquiry->finding_count);
    }
    if (!rounds->over && (rounds->cut || !next_open(inquiry)))
        next_round(inquiry);
    return true;
}

bool inquiry_moves_step(struct inquiry *inquiry, struct error *error)
{
    if (!inquiry_rounds_step(inquiry, error))
        return false;
    if (inquiry->finding_count)
        inquiry->answer = inquiry->findings[0].answer;
    inquiry->done = inquiry->rounds.over;
    return true;
}
