/* The engine's way from a question to an answer.

   Iterative deepening: searches of depth 1, 2, 3 and so on, each filling the table with good
   moves for the next, and near the end selective searches to the end before the exact one, since a
   good guess of the score and of the moves makes it much smaller. Which search follows which is
   said by schedule.c. Each looks for its value in a narrow window around the last one and widens it
   when the value lies outside (aspiration). Final scores are even numbers, so windows in endings
   lie between even numbers.

   An answer is noted after every finished search; when the time is up, the last one stands,
   except that a better first move found in the interrupted search replaces its move. The line
   shown is read from the table, and for proved values it is completed by search, because table
   entries may have been overwritten.

   On a clock (limits.allotment) no depth is begun that could not be finished, and the time saved is
   there for harder moves: a forced move takes none, one that has been best for many depths half as
   much, and one that has just changed or lost value more than its share. */
#include "minds/othello/engine.h"
#include "base/clock.h"
#include "base/memory.h"
#include "minds/othello/aspiration.h"
#include "minds/othello/model.h"
#include "minds/othello/opening.h"
#include "minds/othello/players.h"
#include "minds/othello/schedule.h"
#include "minds/othello/stable.h"

enum {
    LINE_EXACT = 14, /* with this many empties or fewer, a proved line is followed to the end */
    UNSELECTIVE = 8, /* othello_engine_values: up to this depth no selectivity is cheap */
    STANDARD_TIME = 1000000,
    STANDS_OUT = 6,                       /* depths in which the same move was best */
    FELL = 2 * OTHELLO_ENGINE_DISC,       /* less than two depths before: something is wrong */
    ASPIRATION = 3 * OTHELLO_ENGINE_DISC, /* half the width of the first window */
    /* Percent of the allotment after which no further depth is begun, which would take about as
       long as all before it: for a move that stands out, usually, and for one in doubt. */
    ENOUGH_CLEAR = 25,
    ENOUGH = 55,
    ENOUGH_DOUBT = 110,
};

_Static_assert(sizeof(struct othello_engine) <= OTHELLO_ENGINE_MEMORY,
               "the engine's memory is too small");

struct othello_plan {
    int depth;       /* most plies in the middle game */
    int solve;       /* with this many empties or fewer, search to the end */
    int selectivity; /* at which the ending may stop; OTHELLO_ENGINE_EXACT: only when proved */
    bool outcome;    /* only who wins */
    bool limited;    /* by time or nodes, and not by a depth */
    const struct othello_weights *weights; /* NULL: those in use */
};

static struct othello_engine *othello_engine_begin(const struct mind_task *task,
                                                   const struct mind_limits *limits,
                                                   const struct othello_weights *weights)
{
    struct othello_engine *engine = task->memory;
    uint64_t started = clock_microseconds(); /* making ready is part of the time that was given */
    memory_clear(engine, sizeof *engine);
    othello_stable_prepare();
    othello_patterns_prepare();
    engine->task = task;
    engine->table = task->table ? task->table : &engine->no_table;
    engine->limits = *limits;
    engine->weights = weights ? weights : othello_model_in_use();
    engine->halt = OTHELLO_ENGINE_RUNNING;
    engine->started = started;
    engine->root_move = OTHELLO_PASS;
    return engine;
}

/* The value at this depth, looked for around `expected`. */
static int value_near(struct othello_engine *engine, const struct othello_engine_node *root,
                      int depth, int expected, bool solving, const struct othello_plan *plan)
{
    if (solving && plan->outcome)
        return othello_engine_search_line(engine, root, -1, 1, depth, 0);
    struct othello_aspiration window =
        othello_aspiration_begin(expected, solving ? OTHELLO_ENGINE_DISC : ASPIRATION, solving);
    for (;;) {
        int value = othello_engine_search_line(engine, root, window.alpha, window.beta, depth, 0);
        if (engine->halt == 0 || othello_aspiration_holds(&window, value))
            return value;
        othello_aspiration_widen(&window, value);
    }
}

/* Follows the best line through the table; with a proved value on to the end of the game. */
static void line_follow(struct othello_engine *engine, const struct othello_engine_node *root,
                        struct mind_answer *answer, int value)
{
    struct othello_engine_node node = *root;
    uint32_t move = answer->move;
    answer->line_length = 0;
    while (answer->line_length < MIND_LINE_MAX) {
        answer->line[answer->line_length++] = move;
        struct othello board = move == OTHELLO_PASS ? othello_passed(node.board)
                                                    : othello_played(node.board, (int)move);
        othello_engine_node_of(board, &node);
        value = -value;
        struct othello_engine_fact fact;
        int empties = bits_count(othello_empty(board));
        if (!node.moves) {
            if (othello_over(board)) {
                answer->plies = answer->exact ? answer->line_length : -1;
                return;
            }
            move = OTHELLO_PASS;
            continue;
        }
        bool known = othello_engine_find(engine->table,
                                         othello_engine_key(board.mine, board.theirs), &fact) &&
                     fact.move < 64 && (node.moves >> fact.move & 1);
        if (answer->exact && empties <= LINE_EXACT &&
            (!known || empties <= OTHELLO_ENGINE_ENDING || fact.lower != fact.upper ||
             fact.depth != empties || fact.selectivity != OTHELLO_ENGINE_EXACT)) {
            move = OTHELLO_PASS;
            for (uint64_t set = node.moves; set && move == OTHELLO_PASS;) {
                int square = bits_pop(&set);
                struct othello_engine_node next;
                othello_engine_node_of(othello_played(board, square), &next);
                if (othello_engine_search(engine, &next, -value, 64, 1) <= -value)
                    move = (uint32_t)square;
            }
            if (move == OTHELLO_PASS || engine->halt != OTHELLO_ENGINE_RUNNING)
                return;
        } else if (known) {
            move = fact.move;
        } else {
            return;
        }
    }
}

/* Turns a finished search into an answer. Following the line may search a little, which neither
   counts as nodes nor may be stopped half-way: a proved score with a line that does not lead to it
   would look like a contradiction. */
static void answer_note(struct othello_engine *engine, const struct othello_engine_node *root,
                        const struct othello_plan *plan, int value, int depth,
                        struct mind_answer *answer)
{
    bool solving = depth >= bits_count(othello_empty(root->board));
    answer->move = (uint32_t)engine->root_move;
    answer->score = 100 * value / OTHELLO_ENGINE_DISC;
    answer->depth = depth;
    answer->nodes = engine->nodes;
    answer->exact = solving && engine->selectivity == OTHELLO_ENGINE_EXACT && !plan->outcome;
    answer->probability = othello_engine_chances[engine->selectivity];
    answer->outcome = MIND_OUTCOME_OPEN;
    answer->plies = -1;
    if (solving && engine->selectivity == OTHELLO_ENGINE_EXACT) {
        answer->outcome = (int8_t)((value > 0) - (value < 0));
        answer->probability = 100;
    }
    if (engine->task->value_only) {
        answer->line[0] = answer->move;
        answer->line_length = 1;
        return;
    }
    uint64_t nodes = engine->nodes;
    bool may_stop = engine->may_stop;
    engine->may_stop = false;
    line_follow(engine, root, answer, value);
    engine->may_stop = may_stop;
    engine->nodes = nodes;
    if (engine->task->report && engine->task->worker == 0)
        engine->task->report(engine->task->listener, answer);
}

/* One search; false when it was stopped. */
static bool search_once(struct othello_engine *engine, const struct othello_engine_node *root,
                        const struct othello_plan *plan, int depth, int selectivity, int *value,
                        struct mind_answer *answer)
{
    int empties = bits_count(othello_empty(root->board));
    engine->selectivity = selectivity;
    int before = engine->root_move;
    engine->root_move = OTHELLO_PASS;
    int found = value_near(engine, root, depth, *value, depth >= empties, plan);
    if (engine->halt == 0) {
        answer->nodes = engine->nodes;
        if (engine->root_move != OTHELLO_PASS && (uint32_t)engine->root_move != answer->move) {
            answer->move = (uint32_t)engine->root_move;
            answer->line[0] = answer->move;
            answer->line_length = 1;
        }
        return false;
    }
    if (engine->root_move == OTHELLO_PASS)
        engine->root_move = before;
    *value = found;
    answer_note(engine, root, plan, found, depth, answer);
    engine->may_stop = true;
    return true;
}

/* How the best move has fared from depth to depth. */
struct othello_trend {
    uint32_t move;
    int depths;    /* for so many the same move */
    int values[2]; /* of the last two depths: odd and even ones are compared with their like */
    bool fell;
};

static void trend_note(struct othello_trend *trend, uint32_t move, int value)
{
    trend->depths = trend->depths && trend->move == move ? trend->depths + 1 : 1;
    trend->fell = value <= trend->values[0] - FELL;
    trend->move = move;
    trend->values[0] = trend->values[1];
    trend->values[1] = value;
}

/* Whether the allotted time is better kept than used for another depth. */
static bool had_enough(const struct othello_engine *engine, const struct othello_engine_node *root,
                       const struct othello_trend *trend)
{
    uint64_t allotment = engine->limits.allotment;
    if (!allotment)
        return false;
    if (bits_count(root->moves) == 1)
        return true;
    bool doubt = trend->fell || (trend->depths == 1 && engine->nodes > OTHELLO_ENGINE_POLL);
    uint64_t percent = doubt ? ENOUGH_DOUBT : trend->depths >= STANDS_OUT ? ENOUGH_CLEAR : ENOUGH;
    return clock_microseconds() - engine->started > allotment * percent / 100;
}

/* The searches of a question, each an answer by itself (minds/othello/schedule.h). */
static void iterate(struct othello_engine *engine, const struct othello_engine_node *root,
                    const struct othello_plan *plan, struct mind_answer *answer)
{
    struct othello_schedule schedule = {bits_count(othello_empty(root->board)), plan->depth,
                                        plan->solve, plan->selectivity, plan->limited};
    struct othello_stage stage = {0};
    struct othello_trend trend = {0};
    int value = 0;
    while (othello_schedule_next(&schedule, &stage)) {
        if (!search_once(engine, root, plan, stage.depth, stage.selectivity, &value, answer))
            return;
        if (stage.depth == schedule.empties)
            continue;
        trend_note(&trend, answer->move, value);
        if (had_enough(engine, root, &trend))
            return;
    }
}

/* A pass has nothing to choose: the value of what follows is searched. */
static void answer_question(const struct mind_task *task, const struct mind_limits *limits,
                            const struct othello_plan *plan, struct mind_answer *answer)
{
    mind_answer_clear(answer);
    struct othello board = ((const struct othello_position *)task->position)->board;
    if (othello_over(board)) {
        int value = othello_final_score(board);
        answer->score = 100 * value;
        answer->outcome = (int8_t)((value > 0) - (value < 0));
        answer->exact = true;
        answer->plies = 0;
        return;
    }
    struct othello_engine *engine = othello_engine_begin(task, limits, plan->weights);
    struct othello_engine_node root;
    bool pass = !othello_moves(board);
    othello_engine_node_of(pass ? othello_passed(board) : board, &root);
    iterate(engine, &root, plan, answer);
    if (!pass)
        return;
    answer->score = -answer->score;
    if (answer->outcome != MIND_OUTCOME_OPEN)
        answer->outcome = (int8_t)-answer->outcome;
    if (answer->plies >= 0)
        answer->plies++;
    if (answer->line_length == MIND_LINE_MAX)
        answer->line_length--;
    memory_move(&answer->line[1], answer->line, (size_t)answer->line_length * sizeof(uint32_t));
    answer->line[0] = answer->move = OTHELLO_PASS;
    answer->line_length++;
}

void othello_engine_solve(const struct mind_task *task, struct mind_answer *answer)
{
    struct othello_plan plan = {64, 64, OTHELLO_ENGINE_EXACT, false, false, NULL};
    answer_question(task, &task->limits, &plan, answer);
}

void othello_engine_solve_outcome(const struct mind_task *task, struct mind_answer *answer)
{
    struct othello_plan plan = {64, 64, OTHELLO_ENGINE_EXACT, true, false, NULL};
    answer_question(task, &task->limits, &plan, answer);
}

/* In hundredths of a disc, to the nearest. */
static int32_t in_hundredths(int value)
{
    int half = value < 0 ? -OTHELLO_DISC / 2 : OTHELLO_DISC / 2;
    return (100 * value + half) / OTHELLO_DISC;
}

static int static_value(struct othello_engine *engine, const struct othello_engine_node *node)
{
    return othello_engine_glance(engine, node, -2 * OTHELLO_VALUE_MOST, 2 * OTHELLO_VALUE_MOST, 0);
}

void othello_engine_values(const struct mind_task *task, int depth, int selectivity, int *values)
{
    struct othello_engine *engine = othello_engine_begin(task, &task->limits, NULL);
    struct othello_engine_node root;
    struct othello_plan plan = {0};
    othello_engine_node_of(((const struct othello_position *)task->position)->board, &root);
    int empties = bits_count(othello_empty(root.board));
    int now = static_value(engine, &root);
    values[0] = in_hundredths(now);
    now = now * OTHELLO_ENGINE_DISC / OTHELLO_DISC;
    for (int i = 1; i <= depth; i++) {
        engine->selectivity = i <= UNSELECTIVE ? OTHELLO_ENGINE_EXACT : selectivity;
        now = value_near(engine, &root, i, now, i >= empties, &plan);
        values[i] = 100 * now / OTHELLO_ENGINE_DISC;
    }
}

/* What the patterns say about a board; a side that has to pass sees what the other does. */
static int evaluation(struct othello_engine *engine, struct othello board)
{
    struct othello_engine_node node;
    if (othello_over(board))
        return OTHELLO_DISC * othello_final_score(board);
    bool pass = !othello_moves(board);
    othello_engine_node_of(pass ? othello_passed(board) : board, &node);
    int value = static_value(engine, &node);
    return pass ? -value : value;
}

/* A depth of 0: the evaluation of the board as it is, and the move after which it is best. */
static void evaluate(const struct mind_task *task, const struct othello_weights *weights,
                     struct mind_answer *answer)
{
    struct othello board = ((const struct othello_position *)task->position)->board;
    struct othello_engine *engine = othello_engine_begin(task, &task->limits, weights);
    int best = -2 * OTHELLO_VALUE_MOST;
    mind_answer_clear(answer);
    if (task->worker > 0)
        return;
    answer->score = in_hundredths(evaluation(engine, board));
    answer->evaluated = true;
    answer->move = OTHELLO_PASS;
    for (uint64_t set = othello_moves(board); set;) {
        int square = bits_pop(&set);
        int value = -evaluation(engine, othello_played(board, square));
        if (value > best) {
            best = value;
            answer->move = (uint32_t)square;
        }
    }
    answer->line[0] = answer->move;
    answer->line_length = 1;
    answer->nodes = engine->nodes;
}

static void think_best(const struct player *player, const struct mind_task *task,
                       struct mind_answer *answer)
{
    struct mind_limits limits = player_limits(player, task);
    struct othello board = ((const struct othello_position *)task->position)->board;
    if (limits.depth == MIND_DEPTH_STATIC && !othello_over(board)) {
        evaluate(task, player->data, answer);
        return;
    }
    if (othello_opening_choose(task, board, answer))
        return;
    if (!limits.microseconds && !limits.nodes && !limits.depth && !task->stop)
        limits.microseconds = STANDARD_TIME;
    /* With a limit of time or nodes the search deepens until it is stopped; a depth is a depth, but
       an ending within its reach is searched to the end. */
    struct othello_plan plan = {limits.depth ? limits.depth : 64,
                                limits.depth ? limits.depth : 64,
                                OTHELLO_ENGINE_EXACT,
                                false,
                                !limits.depth,
                                player->data};
    answer_question(task, &limits, &plan, answer);
}

const struct player_kind othello_engine_best = {
    .name = "best",
    .summary = "The engine: learned patterns, selective search, exact endings (one second where no "
               "limit is given).",
    .limits = true,
    .evaluates = true,
    .paces = true,
    .parallel = true,
    .memory = OTHELLO_ENGINE_MEMORY,
    .think = think_best,
};

/* "PATH" or "PATH,limits": the file is read by the caller, see lab/learned.h. */
static bool take_model(struct player *player, const char *argument, struct error *error)
{
    size_t length = text_length(argument), path = 0;
    while (path < length && argument[path] != ',')
        path++;
    if (path == 0)
        return error_set(error, "player patterns: expected the path of a model file");
    return path == length ||
           mind_limits_read(argument + path + 1, length - path - 1, &player->limits, error);
}

static bool read_model(const void *bytes, size_t length, void *data, struct error *error)
{
    return othello_model_read(bytes, length, data, error);
}

const struct player_kind othello_engine_model = {
    .name = "patterns",
    .summary =
        "The weights of a file: patterns:PATH or patterns:PATH,depth=6; evolved ones play too.",
    .limits = true,
    .evaluates = true,
    .paces = true,
    .parallel = true,
    .memory = OTHELLO_ENGINE_MEMORY,
    .think = think_best,
    .take = take_model,
    .data_size = OTHELLO_MODEL_MEMORY,
    .data_room = othello_model_room,
    .data_read = read_model,
};
