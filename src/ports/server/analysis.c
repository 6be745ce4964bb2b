#include "ports/server/analysis.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_NODES = 2000, GROWTH = 4, PASSES = 20 };

static int rank(const struct mind_answer *answer)
{
    return answer->exact && answer->outcome != MIND_OUTCOME_OPEN ? answer->outcome : 0;
}

/* Proved wins first, the quicker the better; then by score; then proved losses, the slower the
   better. */
static int order(const void *a, const void *b)
{
    const struct analysis_finding *first = a, *second = b;
    const struct mind_answer *x = &first->answer, *y = &second->answer;
    if (rank(x) != rank(y))
        return rank(y) - rank(x);
    if (rank(x) != 0 && x->plies >= 0 && y->plies >= 0 && x->plies != y->plies)
        return rank(x) > 0 ? x->plies - y->plies : y->plies - x->plies;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return first->move < second->move ? -1 : first->move > second->move;
}

/* What a finished game is worth to `side`. */
static void judge_end(const struct game *game, int side, const struct game_result *result,
                      struct mind_answer *answer)
{
    int sign = side == 0 ? 1 : -1;
    answer->score = 100 * sign * result->score;
    answer->outcome =
        (int8_t)(game->players == 1 ? MIND_OUTCOME_OPEN : sign * (result->half_points - 1));
    answer->exact = true;
    answer->plies = 1;
    answer->depth = 1;
    answer->line_length = 0;
}

/* Turns the answer after the move into one before it. */
static void look_back(bool other_side, struct mind_answer *answer)
{
    if (other_side) {
        answer->score = -answer->score;
        if (answer->outcome != MIND_OUTCOME_OPEN)
            answer->outcome = (int8_t)-answer->outcome;
    }
    answer->depth++;
    if (answer->plies >= 0)
        answer->plies++;
}

/* The moves are played on a session of its own, so that repetition is seen as it would be in the
   game; the position after a move has room for one ply more. */
static bool look_at(struct analysis *analysis, struct session *session, const struct player *player,
                    const struct mind_limits *limits, struct analysis_finding *finding,
                    struct error *error)
{
    const struct game *game = session_game(session);
    int side = session_side(session);
    struct game_result result;
    struct mind_answer answer;
    struct random random;
    if (!session_play(session, finding->move, error))
        return false;
    bool repeated = false, ended = session_over(session, &result, &repeated);
    mind_answer_clear(&answer);
    bool good = true;
    if (!repeated) {
        struct session_view view;
        session_view_at(session, session_ply(session), &view);
        random_seed(&random, 1);
        struct mind_task task = {.game = game,
                                 .setup = session_setup(session),
                                 .position = session_position(session),
                                 .earlier = view.earlier,
                                 .earlier_count = view.earlier_count,
                                 .start = session_position_at(session, 0),
                                 .moves = session_move_list(session),
                                 .move_count = session_ply(session),
                                 .limits = *limits,
                                 .random = &random,
                                 .stop = analysis->stop};
        good = think_ask(analysis->thinker, player, &task, &answer, error);
        analysis->nodes += answer.nodes;
        look_back(session_side(session) != side, &answer);
    }
    if (ended) {
        /* the mind knows what a win so early is worth; the rules know that it is one */
        int32_t worth = answer.score;
        bool known = answer.exact && !repeated;
        judge_end(game, side, &result, &answer);
        if (known)
            answer.score = worth;
    }
    session_undo(session);
    bool stopped = analysis->stop && atomic_load(analysis->stop);
    if (good && (ended || !stopped || analysis->pass == 0))
        finding->answer = answer;
    return good;
}

struct progress {
    struct session *session;
    struct player player;
    struct mind_limits limits;
    uint64_t started, time, work;
};

/* False when there is nothing more to be done. */
static bool one_pass(struct analysis *analysis, struct progress *progress, struct error *error,
                     bool *good)
{
    bool fixed = !progress->player.kind->limits; /* a player without limits is asked once */
    bool open = false;
    for (int i = 0; i < analysis->count; i++) {
        struct analysis_finding *finding = &analysis->findings[i];
        uint64_t spent = clock_microseconds() - progress->started;
        bool late = progress->time && spent >= progress->time;
        if (analysis->pass > 0 && (late || atomic_load(analysis->stop)))
            return false;
        if (analysis->pass > 0 && finding->answer.exact)
            continue;
        struct mind_limits limits = progress->limits;
        limits.nodes = progress->work;
        uint64_t left = late ? 1 : progress->time - spent;
        limits.microseconds = left / (uint64_t)(analysis->pass ? 1 : analysis->count - i) + 1;
        if (!look_at(analysis, progress->session, &progress->player, &limits, finding, error)) {
            *good = false;
            return false;
        }
        bool deep = progress->limits.depth && finding->answer.depth > progress->limits.depth;
        open |= !finding->answer.exact && !deep;
    }
    return open && !fixed;
}

static struct session *copy_session(const struct session *from, void **memory, struct error *error)
{
    size_t bytes = session_bytes(session_game(from), session_setup(from), session_length(from) + 1);
    *memory = aligned_alloc(64, (bytes + 63) & ~63ul);
    if (!*memory)
        error_machine(error, "out of memory");
    return *memory ? session_copy(from, *memory, bytes) : NULL;
}

bool analysis_run(struct analysis *analysis, struct error *error)
{
    const struct question *question = analysis->question;
    struct progress progress = {.player = question->player, .started = clock_microseconds()};
    uint32_t moves[GAME_MOVES_MAX];
    void *memory = NULL;
    progress.session = copy_session(question->session, &memory, error);
    bool good = progress.session != NULL;
    analysis->count = good ? session_moves(progress.session, moves) : 0;
    analysis->findings = calloc((size_t)analysis->count + 1, sizeof *analysis->findings);
    if (!analysis->findings)
        good = error_machine(error, "out of memory");
    for (int i = 0; good && i < analysis->count; i++)
        analysis->findings[i].move = moves[i];

    struct mind_limits given = question->limits, own = question->player.limits;
    progress.time = own.microseconds ? own.microseconds : given.microseconds;
    progress.limits.depth = own.depth ? own.depth : given.depth;
    if (progress.limits.depth > 1)
        progress.limits.depth--; /* the move itself is the first ply */
    progress.player.limits = (struct mind_limits){0};
    uint64_t nodes = own.nodes ? own.nodes : given.nodes;
    progress.work = FIRST_NODES;
    while (good && analysis->count && analysis->pass < PASSES) {
        bool more = one_pass(analysis, &progress, error, &good);
        if (!good)
            break;
        qsort(analysis->findings, (size_t)analysis->count, sizeof *analysis->findings, order);
        analysis->pass++;
        if (!more || (nodes && analysis->nodes >= nodes))
            break;
        analysis->pass_done(analysis->listener, analysis);
        progress.work *= GROWTH;
    }
    free(memory);
    return good;
}
