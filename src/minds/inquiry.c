/* The frame of every inquiry: beginning, stepping, and the one function that turns a position of a
   game in progress into a task for a mind. The rounds over all moves are in inquiry_moves.c, the
   review of a game in inquiry_review.c.

   A question is answered in steps, so that a caller without threads (a page's worker) can stop or
   show something in between; inquiry_run is the loop for everybody else. The searcher is the
   caller's: it has the threads and the table, and knows nothing of questions.

   Whose view a number is from is decided here, once. A mind values a position for its side to move;
   a move's value is that of the position after it, for the side that made it, hence negated where
   the sides alternate (inquiry_look_back). Where the rules end the game they have the last word,
   because a mind knows nothing of repetitions earlier in the game (inquiry_judge_end). */
#include "minds/inquiry_inside.h"

#include "base/clock.h"
#include "base/memory.h"

enum {
    GUESS_NODES = 150000, /* the first answer of a hint */
    GUESS_TIME = 150000,  /* microseconds */
    HINT_SHARE = 8,       /* ... and no more than this part of all there is */
};

/* ---- one search ---- */

static bool is_better(const struct mind_answer *answer, const struct mind_answer *known)
{
    if (answer->move == GAME_NO_MOVE || known->move == GAME_NO_MOVE)
        return known->move == GAME_NO_MOVE;
    return answer->exact || (!known->exact && answer->depth >= known->depth);
}

/* What a search has found so far; what is known better already stays. */
static void heard(void *listener, const struct mind_answer *answer)
{
    struct inquiry *inquiry = listener;
    if (is_better(answer, &inquiry->answer))
        inquiry->answer = *answer;
    inquiry->nodes += answer->nodes;
    inquiry->question.report(inquiry->question.listener, inquiry);
    inquiry->nodes -= answer->nodes;
}

/* The one place where a game in progress becomes a question for a mind. */
static void task_fill(struct inquiry *inquiry, const struct session_view *view,
                      const struct mind_limits *limits, bool root, struct mind_task *task)
{
    const struct inquiry_question *question = &inquiry->question;
    const struct session *session = question->session;
    *task = (struct mind_task){
        .game = session_game(session),
        .setup = session_setup(session),
        .position = view->position,
        .earlier = view->earlier,
        .earlier_count = view->earlier_count,
        .limits = *limits,
        .random = question->random,
        .stop = question->stop,
        .no_book = question->no_book,
        .no_databases = question->no_databases,
        .databases = question->databases,
        .value_only = question->value_only || (question->every && !root),
    };
    if (!root)
        return;
    task->start = session_position_at(session, 0);
    task->moves = session_move_list(session);
    task->move_count = session_ply(session);
    task->report = question->report ? heard : NULL;
    task->listener = inquiry;
    task->whole = inquiry->whole.moves ? &inquiry->whole : NULL;
}

bool inquiry_search(struct inquiry *inquiry, const struct player *player,
                    const struct session_view *view, const struct mind_limits *limits, bool root,
                    struct mind_answer *answer, struct error *error)
{
    const struct inquiry_searcher *searcher = &inquiry->question.searcher;
    struct mind_task task;
    task_fill(inquiry, view, limits, root, &task);
    /* asked depth after depth, a book would say the same each time; the solver's is a proof */
    task.no_book |= !root && player != &inquiry->solver;
    mind_answer_clear(answer);
    if (!searcher->search(searcher->self, player, &task, answer, error))
        return false;
    inquiry->nodes += answer->nodes;
    return true;
}

/* ---- what a move is worth to the side that makes it ---- */

static void put_first(uint32_t move, struct mind_answer *answer)
{
    int kept = answer->line_length < MIND_LINE_MAX ? answer->line_length : MIND_LINE_MAX - 1;
    memory_move(answer->line + 1, answer->line, (size_t)kept * sizeof answer->line[0]);
    answer->line[0] = move;
    answer->line_length = kept + 1;
    answer->move = move;
}

void inquiry_look_back(int side, uint32_t move, const struct session_view *after,
                       struct mind_answer *answer)
{
    if (after->side != side) {
        answer->score = -answer->score;
        if (answer->outcome != MIND_OUTCOME_OPEN)
            answer->outcome = (int8_t)-answer->outcome;
    }
    if (answer->evaluated)
        answer->line_length = 0; /* nobody looked further than this move */
    else
        answer->depth++;
    if (answer->plies >= 0)
        answer->plies++;
    put_first(move, answer);
}

/* The rules know that the game is over and who has won; the mind may know what a win so early is
   worth. */
void inquiry_judge_end(const struct game *game, int side, uint32_t move,
                       const struct session_view *end, struct mind_answer *answer)
{
    int sign = side == 0 ? 1 : -1;
    if (!answer->exact || end->repeated)
        answer->score = 100 * sign * end->result.score;
    answer->outcome =
        (int8_t)(game->players == 1 ? MIND_OUTCOME_OPEN : sign * (end->result.half_points - 1));
    answer->exact = true;
    answer->evaluated = false;
    answer->plies = move == GAME_NO_MOVE ? 0 : 1;
    answer->depth = answer->plies;
    answer->line_length = 0;
    if (move != GAME_NO_MOVE)
        put_first(move, answer);
}

bool inquiry_weigh(struct inquiry *inquiry, const struct player *player, int ply, uint32_t move,
                   const struct mind_limits *limits, struct mind_answer *answer,
                   struct error *error)
{
    const struct session *session = inquiry->question.session;
    struct session_view now, after;
    session_view_at(session, ply, &now);
    session_view_after(session, ply, move, inquiry->child, &after);
    mind_answer_clear(answer);
    if (!after.repeated && !inquiry_search(inquiry, player, &after, limits, false, answer, error))
        return false;
    inquiry_look_back(now.side, move, &after, answer);
    if (after.over)
        inquiry_judge_end(session_game(session), now.side, move, &after, answer);
    if (answer->exact)
        answer->book = false; /* a proof, wherever it was looked up */
    return true;
}

/* ---- who may be asked ---- */

/* The game's strongest player, as it is: its estimates and its proofs can be asked for
   separately. */
static bool is_strongest(const struct mind *mind, const struct player *player)
{
    return text_equal(player->kind->name, mind->best) && !player->data && !player->random;
}

/* The strongest may only prove; then the player that levels weaken is better at estimating.
 */
static bool lookers_prepare(struct inquiry *inquiry, struct error *error)
{
    struct inquiry_question *question = &inquiry->question;
    const struct mind *mind = inquiry->mind;
    inquiry->looker = question->player;
    if (!player_is_fixed(&question->player))
        inquiry->looker.number = 0; /* its limits count, not its number */
    inquiry->looker.limits = (struct mind_limits){0};
    if (question->kind == INQUIRY_MOVE || question->kind == INQUIRY_VALUE)
        return true;
    inquiry->question.limits =
        player_limits(&question->player, &(struct mind_task){.limits = question->limits});
    if (!is_strongest(mind, &question->player))
        inquiry->solver.kind = NULL;
    else if (mind->levels)
        return player_read(mind, mind->levels, &inquiry->looker, error);
    return true;
}

int inquiry_hope(const struct inquiry *inquiry, const void *position)
{
    const struct mind *mind = inquiry->mind;
    if (!inquiry->solver.kind || !mind->solve || !mind->proof_hope)
        return 0;
    return mind->proof_hope(session_setup(inquiry->question.session), position);
}

/* ---- limits that several searches share ---- */

bool inquiry_stopped(const struct inquiry *inquiry)
{
    const atomic_bool *stop = inquiry->question.stop;
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

/* What is left of `limits` since `started` with `nodes` seen, divided by `parts`; false when it is
   used up. The depth stays. */
bool inquiry_share(struct mind_limits *limits, uint64_t started, uint64_t nodes, uint64_t parts)
{
    if (limits->nodes) {
        if (nodes >= limits->nodes)
            return false;
        limits->nodes = (limits->nodes - nodes + parts - 1) / parts;
    }
    if (limits->microseconds) {
        uint64_t spent = clock_microseconds() - started;
        if (spent >= limits->microseconds)
            return false;
        limits->microseconds = (limits->microseconds - spent + parts - 1) / parts;
    }
    return true;
}

/* ---- the kinds with one answer ---- */

static bool step_move(struct inquiry *inquiry, struct error *error)
{
    struct session_view view;
    session_view_at(inquiry->question.session, session_ply(inquiry->question.session), &view);
    inquiry->done = true;
    return inquiry_search(inquiry, &inquiry->question.player, &view, &inquiry->question.limits,
                          true, &inquiry->answer, error);
}

static struct mind_limits guess_limits(struct mind_limits all)
{
    struct mind_limits guess = {.nodes = GUESS_NODES, .microseconds = GUESS_TIME};
    if (all.nodes) {
        guess.microseconds = 0; /* a limit in positions must give the same answer every time */
        guess.nodes =
            all.nodes / HINT_SHARE < guess.nodes ? all.nodes / HINT_SHARE + 1 : guess.nodes;
    }
    if (all.microseconds && all.microseconds / HINT_SHARE < guess.microseconds)
        guess.microseconds = all.microseconds / HINT_SHARE + 1;
    guess.depth = all.depth;
    return guess;
}

/* First a guess; then the proof, as long as the mind hopes for one; then as good a guess as what is
   left allows. */
static bool step_hint(struct inquiry *inquiry, struct error *error)
{
    const struct inquiry_question *question = &inquiry->question;
    struct mind_limits limits = question->limits;
    struct mind_answer answer;
    struct session_view view;
    session_view_at(question->session, session_ply(question->session), &view);
    int hope = inquiry_hope(inquiry, view.position), stage = inquiry->stage++;
    const struct player *player = &inquiry->looker;
    if (stage == 0) {
        limits = guess_limits(limits);
    } else if (!inquiry_share(&limits, inquiry->started, inquiry->nodes, 1)) {
        inquiry->done = true;
        return true;
    } else if (stage == 1 && hope > 0) {
        player = &inquiry->solver;
        limits.nodes = limits.nodes * (uint64_t)hope / 100;
        limits.microseconds = limits.microseconds * (uint64_t)hope / 100;
    } else {
        inquiry->stage = 3;
    }
    if (!inquiry_search(inquiry, player, &view, &limits, true, &answer, error))
        return false;
    if (is_better(&answer, &inquiry->answer))
        inquiry->answer = answer;
    inquiry->done = inquiry->answer.exact || inquiry->answer.evaluated || inquiry->stage >= 3 ||
                    player_is_fixed(player);
    return true;
}

/* ---- the value, and that of every move ---- */

static bool step_value(struct inquiry *inquiry, struct error *error)
{
    struct inquiry_question *question = &inquiry->question;
    int ply = session_ply(question->session), at = inquiry->stage++;
    if (at == 0) {
        struct session_view view;
        session_view_at(question->session, ply, &view);
        if (!inquiry_search(inquiry, &inquiry->solver, &view, &question->limits, true,
                            &inquiry->answer, error))
            return false;
        inquiry->answer.book = false; /* a proof, wherever it was looked up */
    } else {
        struct inquiry_finding *finding = &inquiry->findings[at - 1];
        if (!inquiry_weigh(inquiry, &inquiry->solver, ply, finding->move, &question->limits,
                           &finding->answer, error))
            return false;
    }
    inquiry->done = inquiry->stage > inquiry->finding_count;
    return true;
}

/* ---- beginning and stepping ---- */

static size_t rounded(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

static size_t position_bytes(const struct inquiry_question *question)
{
    return rounded(
        session_game(question->session)->position_size(session_setup(question->session)));
}

static bool wants_findings(const struct inquiry_question *question)
{
    return question->kind == INQUIRY_MOVES || question->kind == INQUIRY_REVIEW || question->every;
}

static size_t findings_bytes(const struct inquiry_question *question)
{
    uint32_t moves[GAME_MOVES_MAX];
    int count = GAME_MOVES_MAX;
    if (!wants_findings(question))
        return 0;
    if (question->kind != INQUIRY_REVIEW)
        count = session_moves(question->session, moves);
    return rounded((size_t)count * sizeof(struct inquiry_finding));
}

static size_t moments_bytes(const struct inquiry_question *question)
{
    size_t count = (size_t)session_length(question->session) + 1;
    return question->kind == INQUIRY_REVIEW ? rounded(count * sizeof(struct inquiry_moment)) : 0;
}

/* Only puzzles are played to their end by one line. */
static size_t whole_bytes(const struct inquiry_question *question)
{
    return session_game(question->session)->players == 1 ? MIND_WHOLE_MAX * sizeof(uint32_t) : 0;
}

size_t inquiry_bytes(const struct inquiry_question *question)
{
    return 2 * position_bytes(question) + findings_bytes(question) + moments_bytes(question) +
           whole_bytes(question);
}

static bool can_be_asked(const struct inquiry_question *question, const struct mind *mind,
                         struct error *error)
{
    const struct game *game = session_game(question->session);
    if (!mind)
        return error_set(error, "%s has no players", game->name);
    if (question->kind == INQUIRY_VALUE && !mind->solve)
        return error_set(error, "%s has no solver", game->name);
    if (question->kind != INQUIRY_REVIEW && question->kind != INQUIRY_VALUE &&
        session_over(question->session, NULL, NULL))
        return error_set(error, "the game is over in this position: there is no move to choose");
    return true;
}

bool inquiry_begin(struct inquiry *inquiry, const struct inquiry_question *question, void *memory,
                   struct error *error)
{
    const struct mind *mind = mind_of(session_game(question->session));
    if (!can_be_asked(question, mind, error))
        return false;
    if (question->forget)
        question->searcher.forget(question->searcher.self);
    memory_clear(inquiry, sizeof *inquiry);
    inquiry->question = *question;
    inquiry->mind = mind;
    inquiry->decided = -1;
    inquiry->started = clock_microseconds();
    mind_answer_clear(&inquiry->answer);
    char *at = memory;
    inquiry->child = at;
    inquiry->walker = at + position_bytes(question);
    at += 2 * position_bytes(question);
    inquiry->findings = (struct inquiry_finding *)(void *)at;
    at += findings_bytes(question);
    inquiry->moments = (struct inquiry_moment *)(void *)at;
    at += moments_bytes(question);
    inquiry->whole.moves = whole_bytes(question) ? (uint32_t *)(void *)at : NULL;
    player_solver(mind, &inquiry->solver_kind, &inquiry->solver);
    if (!lookers_prepare(inquiry, error))
        return false;
    int ply = session_ply(question->session);
    if (question->kind == INQUIRY_REVIEW)
        inquiry_review_begin(inquiry);
    else if (wants_findings(question))
        inquiry_rounds_begin(inquiry, ply);
    return true;
}

bool inquiry_step(struct inquiry *inquiry, struct error *error)
{
    static bool (*const steps[INQUIRY_KINDS])(struct inquiry *, struct error *) = {
        [INQUIRY_MOVE] = step_move,
        [INQUIRY_HINT] = step_hint,
        [INQUIRY_VALUE] = step_value,
        [INQUIRY_MOVES] = inquiry_moves_step,
        [INQUIRY_REVIEW] = inquiry_review_step,
    };
    if (inquiry->done)
        return true;
    if (!steps[inquiry->question.kind](inquiry, error))
        return false;
    inquiry->done |= inquiry_stopped(inquiry);
    if (inquiry->question.report)
        inquiry->question.report(inquiry->question.listener, inquiry);
    return true;
}

bool inquiry_run(struct inquiry *inquiry, struct error *error)
{
    while (!inquiry->done)
        if (!inquiry_step(inquiry, error))
            return false;
    return true;
}

/* The whole line where the answer has only its beginning. */
static const uint32_t *line_of(const struct inquiry *inquiry, const struct mind_answer *answer,
                               int *length)
{
    const struct mind_whole *whole = &inquiry->whole;
    *length = answer->line_length < MIND_LINE_MAX ? answer->line_length : MIND_LINE_MAX;
    if (*length < MIND_LINE_MAX || whole->length <= MIND_LINE_MAX)
        return answer->line;
    for (int i = 0; i < MIND_LINE_MAX; i++)
        if (whole->moves[i] != answer->line[i])
            return answer->line;
    *length = whole->length;
    return whole->moves;
}

/* `walker` is at the position where the line begins and moves along it. */
static void write_line(const struct session *session, void *walker, const uint32_t *line,
                       int length, void (*each)(void *listener, const char *move), void *listener)
{
    const struct game *game = session_game(session);
    const struct game_setup *setup = session_setup(session);
    for (int i = 0; i < length; i++) {
        char buffer[GAME_MOVE_TEXT];
        struct text text;
        if (!game_is_legal(game, setup, walker, line[i]))
            break;
        text_init(&text, buffer, sizeof buffer);
        game->move_write(setup, walker, line[i], &text);
        each(listener, buffer);
        game->play(setup, walker, line[i]);
    }
}

void inquiry_line(const struct inquiry *inquiry, int ply, const struct mind_answer *answer,
                  void (*each)(void *listener, const char *move), void *listener)
{
    const struct session *session = inquiry->question.session;
    size_t size = session_game(session)->position_size(session_setup(session));
    int length;
    const uint32_t *line = line_of(inquiry, answer, &length);
    memory_copy(inquiry->walker, session_position_at(session, ply), size);
    write_line(session, inquiry->walker, line, length, each, listener);
}

void inquiry_answer_line(const struct session *session, const void *position,
                         const struct mind_answer *answer, void *walker,
                         void (*each)(void *listener, const char *move), void *listener)
{
    int length = answer->line_length < MIND_LINE_MAX ? answer->line_length : MIND_LINE_MAX;
    memory_copy(walker, position, session_game(session)->position_size(session_setup(session)));
    write_line(session, walker, answer->line, length, each, listener);
}
