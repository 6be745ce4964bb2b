/* The players that use databases, "best" and "perfect".

   A position whose value is known is played from the databases alone: the quickest win, the slowest
   loss, and among draws the one with which the opponent can go wrong most often. Any other position
   is searched with the databases inside the search, so that the search ends where they begin. */
#include "minds/mill/small.h"

#include "minds/mill/placements.h"
#include "minds/mill/players.h"

/* The databases that a task brings or that all share; NULL for the small set alone. */
static const struct mill_database *mill_larger(const struct mind_task *task,
                                               struct mill_rules rules)
{
    if (task->no_databases)
        return NULL;
    return task->databases ? mill_databases_find(task->databases, rules)
                           : mill_database_used(rules);
}

#define SEARCH(name) mill_deep_##name
#define SEARCH_KNOWN
#define SEARCH_LEARNED
#define SEARCH_QUIET
#define SEARCH_QUIET_PLIES 4
#define SEARCH_FORCED
#define SEARCH_PICKS 4
#define SEARCH_REDUCE(depth, index) fewer_plies(depth, index)
#include "minds/mill/search.h"

enum {
    LOOK_DEPTH = 2, /* the small set is looked up at every node, others only this far from leaves */
    WON = 30000,    /* as SEARCH_WON */
    TEMPTATION = 100, /* measured in docs/mill.md */
    LIKELIEST = 3,    /* replies that are followed further */
    AHEAD = 1,
};

/* Late moves are searched less deeply at first. Against two plies from the fifth move and depth
   five on, three from the tenth and depth eight, this scored 56 % in 80 games of 8,000 positions
   per move: 44 Elo with an error of 43. */
static inline int fewer_plies(int depth, int index)
{
    if (depth < 3 || index < 2)
        return 0;
    return depth >= 6 && index >= 8 ? 3 : depth >= 4 && index >= 4 ? 2 : 1;
}

static atomic_bool forbidden;

void mill_databases_allow(bool on)
{
    atomic_store_explicit(&forbidden, !on, memory_order_relaxed);
}

static bool look_up(const struct mill *board, struct mill_rules rules,
                    const struct mill_database *larger, struct mill_fact *fact)
{
    if (atomic_load_explicit(&forbidden, memory_order_relaxed))
        return false;
    int most = bits_count(board->men[0]), black = bits_count(board->men[1]);
    most = black > most ? black : most;
    if (most <= SMALL_MEN && !board->hand[0] && !board->hand[1] &&
        mill_database_probe(mill_small_database(), board, rules, fact))
        return true;
    return larger && mill_database_probe(larger, board, rules, fact);
}

static inline bool mill_deep_known(const struct ruled_board *board, int depth, int *value)
{
    struct mill_fact fact;
    const struct mill_database *larger = depth < LOOK_DEPTH ? NULL : board->larger;
    if (!look_up(&board->now.board, board->rules, larger, &fact))
        return false;
    *value = fact.outcome * (fact.plies < 0 ? MILL_SOMEDAY : WON - fact.plies);
    return true;
}

#include "minds/alphabeta.h"

int mill_looks(const struct mill *board, struct mill_rules rules)
{
    const struct mill_patterns *patterns =
        mill_patterned(rules.variant) ? mill_patterns_used() : NULL;
    struct mill_shape shape = {0};
    if (!patterns)
        return mill_evaluate(board, rules);
    shape = mill_shape_of(board);
    return mill_patterns_evaluate(patterns, &shape, board);
}

/* What is known: by these rules, and from which databases besides the small set. */
struct knowledge {
    struct mill_rules rules;
    const struct mill_database *larger;
};

/* A reply of the opponent, as far as it matters for choosing one. */
struct temptation {
    struct mill board; /* after it */
    int looks;         /* how good it looks to the opponent */
    int64_t weight;    /* how readily the opponent makes it */
    bool loses, draws;
};

/* The replies with how likely each is: 1024 for the one that looks best, half of that for every
   TEMPTATION that another looks worse, down to 1. Looks are those of the evaluation without search,
   as a quick glance of a person would be. */
static int list_replies(const struct mill *board, struct knowledge by, struct temptation *list)
{
    uint32_t moves[MILL_MOVES_MAX];
    int count = mill_legal_moves(board, by.rules, moves), best = INT32_MIN;
    for (int i = 0; i < count; i++) {
        struct mill_fact fact = {0};
        list[i].board = *board;
        mill_play(&list[i].board, moves[i]);
        bool known = look_up(&list[i].board, by.rules, by.larger, &fact);
        list[i].loses = known && fact.outcome > 0;
        list[i].draws = known && fact.outcome == 0;
        list[i].looks = -mill_looks(&list[i].board, by.rules);
        best = list[i].looks > best ? list[i].looks : best;
    }
    for (int i = 0; i < count; i++) {
        int halvings = (best - list[i].looks) / TEMPTATION;
        list[i].weight = 1024 >> (halvings < 10 ? halvings : 10);
    }
    return count;
}

static int pitfalls(const struct mill *board, struct knowledge by, int ahead);

/* The most that one of our moves can make of a drawn position. */
static int best_pitfalls(const struct mill *board, struct knowledge by, int ahead)
{
    uint32_t moves[MILL_MOVES_MAX];
    int count = mill_legal_moves(board, by.rules, moves), most = 0;
    for (int i = 0; i < count; i++) {
        struct mill next = *board;
        struct mill_fact fact;
        mill_play(&next, moves[i]);
        if (!look_up(&next, by.rules, by.larger, &fact) || fact.outcome != 0)
            continue;
        int here = pitfalls(&next, by, ahead);
        most = here > most ? here : most;
    }
    return most;
}

/* How likely an opponent is to lose from a drawn position, in thousandths. The opponent may make
   any move, one that looks better by TEMPTATION twice as readily, down to a thousandth of the best.
   With `ahead`, what can be made of the likeliest good replies counts as well. */
static int pitfalls(const struct mill *board, struct knowledge by, int ahead)
{
    struct temptation list[MILL_MOVES_MAX];
    int count = list_replies(board, by, list);
    int64_t all = 0, bad = 0, seen = 0, later = 0;
    for (int i = 0; i < count; i++) {
        all += list[i].weight;
        bad += list[i].loses ? list[i].weight : 0;
    }
    for (int n = 0; ahead && n < LIKELIEST; n++) {
        struct temptation *most = NULL;
        for (int i = 0; i < count; i++)
            if (list[i].draws && (!most || list[i].weight > most->weight))
                most = &list[i];
        if (!most)
            break;
        later += most->weight * best_pitfalls(&most->board, by, ahead - 1);
        seen += most->weight;
        most->draws = false;
    }
    if (!all)
        return 0;
    return (int)(1000 * bad / all + (seen ? (all - bad) * (later / seen) / all : 0));
}

static bool was_there(const struct mind_task *task, const struct mill *board)
{
    uint64_t key = mill_hash(board);
    for (int i = 0; i < task->earlier_count; i++)
        if (task->earlier[i] == key)
            return true;
    return false;
}

/* How good a move to a known position is, as a number to compare. */
static int64_t rate_known(const struct mind_task *task, struct mill_rules rules,
                          const struct mill *next, const struct mill_fact *fact)
{
    if (fact->outcome != 0)
        return -fact->outcome * (INT64_C(1000000000) - 1000 * fact->plies);
    /* fresh positions before repeated ones, then pitfalls, then what looks better; pitfalls take
       thousands of look-ups, which the value alone is not worth */
    struct knowledge by = {rules, mill_larger(task, rules)};
    int64_t errors = task->value_only ? 0 : pitfalls(next, by, AHEAD);
    return (was_there(task, next) ? 0 : INT64_C(100000000)) + INT64_C(10000) * errors -
           mill_looks(next, rules);
}

/* Chooses from the databases. False when the position or one of its successors is not in them, or
   when it is decided but they do not know how soon. */
static bool choose_known(const struct mind_task *task, struct mind_answer *answer)
{
    const struct mill *board = task->position;
    struct mill_rules rules = mill_rules_of(task->setup);
    const struct mill_database *larger = mill_larger(task, rules);
    struct mill_fact fact, best = {0};
    uint32_t moves[MILL_MOVES_MAX];
    int count = mill_legal_moves(board, rules, moves);
    int64_t most = INT64_MIN;
    mind_answer_clear(answer);
    if (!count || !look_up(board, rules, larger, &fact) || (fact.outcome && fact.plies < 0))
        return false;
    for (int i = 0; i < count; i++) {
        struct mill next = *board;
        struct mill_fact reply;
        mill_play(&next, moves[i]);
        if (!look_up(&next, rules, larger, &reply))
            return false;
        int64_t rate = rate_known(task, rules, &next, &reply);
        if (rate > most) {
            most = rate;
            best = reply;
            answer->move = moves[i];
        }
    }
    answer->exact = true;
    answer->outcome = (int8_t)-best.outcome;
    answer->plies = best.outcome ? best.plies + 1 : -1;
    answer->score = answer->outcome * (WON - answer->plies);
    answer->depth = 1;
    answer->nodes = (uint64_t)count;
    answer->line[0] = answer->move;
    answer->line_length = 1;
    return true;
}

/* The limits of one of `count` searches that share a task's. */
static struct mind_limits share_of(struct mind_limits limits, int count)
{
    if (!limits.depth && !limits.nodes && !limits.microseconds)
        limits.microseconds = 1000000;
    uint64_t parts = (uint64_t)count;
    limits.microseconds = (limits.microseconds + parts - 1) / parts;
    limits.nodes = (limits.nodes + parts - 1) / parts;
    return limits;
}

/* Where the databases know who wins but not how soon (lab/mill/packed.h): of the moves that keep
   that, the one that a search likes best, which sees captures, mills and the small set's distances
   ahead. */
static bool choose_undated(const struct mind_task *task, const struct mind_limits *limits,
                           struct mind_answer *answer)
{
    const struct mill *board = task->position;
    struct mill_rules rules = mill_rules_of(task->setup);
    const struct mill_database *larger = mill_larger(task, rules);
    struct mill_fact fact, reply;
    uint32_t moves[MILL_MOVES_MAX], keeping[MILL_MOVES_MAX];
    int count = mill_legal_moves(board, rules, moves), kept = 0;
    if (!count || task->no_databases || !look_up(board, rules, larger, &fact) || !fact.outcome ||
        fact.plies >= 0)
        return false;
    for (int i = 0; i < count; i++) {
        struct mill next = *board;
        mill_play(&next, moves[i]);
        if (!look_up(&next, rules, larger, &reply) || reply.outcome == -fact.outcome)
            keeping[kept++] = moves[i];
    }
    struct mind_limits part = share_of(*limits, kept ? kept : 1);
    int best = -2 * WON;
    uint64_t nodes = 0;
    for (int i = 0; i < kept; i++) {
        struct mill next = *board;
        struct mind_task child = *task;
        struct mind_answer found;
        mill_play(&next, keeping[i]);
        child.position = &next;
        child.no_databases = true;
        child.report = NULL;
        mill_deep_run(&child, &part, &found);
        nodes += found.nodes;
        int score = was_there(task, &next) ? 0 : -found.score;
        if (score <= best)
            continue;
        best = score;
        *answer = found;
        answer->move = answer->line[0] = keeping[i];
        answer->line_length = 1;
    }
    answer->outcome = (int8_t)fact.outcome;
    answer->exact = true;
    bool dated = best > 29000 || best < -29000;
    answer->plies = dated ? WON - (best > 0 ? best : -best) + 1 : -1;
    answer->score = dated ? best : fact.outcome * MILL_SOMEDAY;
    answer->nodes = nodes;
    return kept > 0;
}

/* The best play of both sides as far as the answer has room, each move from the databases. */
static void extend_line(const struct mind_task *task, struct mind_answer *answer)
{
    struct mill board = *(const struct mill *)task->position;
    struct mind_task next = *task;
    struct mind_answer reply;
    next.position = &board;
    next.earlier_count = 0;
    for (int i = 0; i < MIND_LINE_MAX - 1 && answer->outcome != 0 && !task->value_only; i++) {
        mill_play(&board, answer->line[i]);
        if (!choose_known(&next, &reply))
            break;
        answer->line[answer->line_length++] = reply.move;
    }
}

/* A sound placement where there are no databases. A level, which judges its moves one by one, does
   without it. */
static bool choose_placement(const struct mind_task *task, struct mind_answer *answer)
{
    int outcome;
    if (task->no_book || task->value_only || !task->book)
        return false;
    mind_answer_clear(answer);
    if (!mill_placements_find(task->book, task->position, mill_rules_of(task->setup), &answer->move,
                              &outcome))
        return false;
    answer->exact = true;
    answer->book = true;
    answer->outcome = (int8_t)outcome;
    answer->plies = -1;
    answer->score = outcome * MILL_SOMEDAY;
    answer->depth = 1;
    answer->nodes = 1;
    answer->line[0] = answer->move;
    answer->line_length = 1;
    return true;
}

static void think(const struct player *player, const struct mind_task *task,
                  struct mind_answer *answer)
{
    struct mind_limits limits = player_limits(player, task);
    if (choose_known(task, answer))
        extend_line(task, answer);
    else if (!choose_placement(task, answer) && !choose_undated(task, &limits, answer))
        mill_deep_think(player, task, answer);
}

/* For mind_mill: the value of a position, proved where databases or the search reach the end. */
void mill_solve(const struct mind_task *task, struct mind_answer *answer)
{
    if (choose_known(task, answer))
        extend_line(task, answer);
    else if (!choose_undated(task, &task->limits, answer))
        mill_deep_run(task, &task->limits, answer);
}

_Static_assert(sizeof(struct mill_deep_state) <= MILL_SOLVE_MEMORY, "see players.h");

const struct player_kind mill_best = {
    .name = "best",
    .summary = "The strongest play within the given limits (one second where none is given), with "
               "all databases at hand.",
    .limits = true,
    .parallel = true,
    .memory = sizeof(struct mill_deep_state),
    .think = think,
};

const struct player_kind mill_perfect = {
    .name = "perfect",
    .summary = "Plays from the databases where they reach, never giving away what is won or drawn, "
               "and searches towards them from above.",
    .limits = true,
    .parallel = true,
    .memory = sizeof(struct mill_deep_state),
    .think = think,
};
