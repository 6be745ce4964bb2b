/* The player "best": with few checkers left the solver is asked first, for a quarter of what is
   allowed; what it does not settle is searched by the code that was compiled for the board. */
#include "base/clock.h"
#include "games/byte/byte.h"
#include "minds/byte/players.h"
#include "minds/byte/solver.h"

enum {
    SOLVE_CHECKERS = 16,  /* with more on the board the solver is not asked */
    SOLVE_NODES = 100000, /* for the solver when only a depth is given */
    STANDARD_TIME = 1000000,
};

_Static_assert(sizeof(struct byte_solver) <= BYTE_SEARCH_MEMORY, "the players say how much");

static void search(const struct player *player, const struct mind_task *task,
                   struct mind_answer *answer)
{
    struct byte_rules rules = byte_rules_of(task->setup);
    switch (rules.full == BYTE_FULL_MAX ? rules.size : 0) {
    case 8:
        byte_engine8_ask(player, task, answer);
        break;
    case 10:
        byte_engine10_ask(player, task, answer);
        break;
    case 16:
        byte_engine16_ask(player, task, answer);
        break;
    default:
        byte0_ask(player, task, answer);
    }
}

static int checkers_left(const struct byte_rules *rules, const struct byte *board)
{
    return rules->size * (rules->size - 2) / 2 -
           rules->full * (board->won[BYTE_WHITE] + board->won[BYTE_BLACK]);
}

int byte_proof_hope(const struct game_setup *setup, const void *position)
{
    struct byte_rules rules = byte_rules_of(setup);
    return checkers_left(&rules, position) <= SOLVE_CHECKERS ? 50 : 0;
}

/* True when the answer is complete. A lost position whose distance is unknown is left to the
   search, which puts up more resistance than an arbitrary losing move. */
static bool solve(const struct mind_task *task, struct mind_limits limits,
                  struct mind_answer *answer)
{
    struct byte_solver *solver = task->memory;
    int outcome, plies = -1;
    if (!limits.nodes && !limits.microseconds)
        limits.nodes = SOLVE_NODES;
    limits.nodes /= 4;
    limits.microseconds /= 4;
    byte_solver_begin(solver, task, &limits);
    mind_answer_clear(answer);
    bool proved = byte_solver_outcome(solver, &outcome);
    answer->nodes = solver->nodes;
    if (!proved)
        return false;
    answer->exact = true;
    answer->outcome = (int8_t)outcome;
    answer->score = 100 * outcome;
    if (outcome != 0 && byte_solver_plies(solver, outcome, &plies))
        answer->plies = plies;
    answer->nodes = solver->nodes;
    if (outcome < 0 && answer->plies < 0)
        return false;
    byte_solver_more(solver);
    answer->line_length =
        byte_solver_line(solver, outcome, answer->plies, answer->line, MIND_LINE_MAX);
    answer->nodes = solver->nodes;
    answer->depth = answer->line_length;
    if (answer->line_length > 0)
        answer->move = answer->line[0];
    return answer->line_length > 0;
}

/* What is left of the limits after the solver. */
static struct mind_limits remaining(struct mind_limits limits, uint64_t nodes, uint64_t spent)
{
    if (limits.nodes)
        limits.nodes = limits.nodes > nodes ? limits.nodes - nodes : 1;
    if (limits.microseconds)
        limits.microseconds = limits.microseconds > spent ? limits.microseconds - spent : 1;
    return limits;
}

static void think(const struct player *player, const struct mind_task *task,
                  struct mind_answer *answer)
{
    struct byte_rules rules = byte_rules_of(task->setup);
    struct player own = *player;
    struct mind_answer proved;
    mind_answer_clear(&proved);
    own.limits = player_limits(player, task);
    if (!own.limits.depth && !own.limits.nodes && !own.limits.microseconds)
        own.limits.microseconds = STANDARD_TIME;
    if (task->worker == 0 && !byte_over(rules, task->position) &&
        checkers_left(&rules, task->position) <= SOLVE_CHECKERS) {
        uint64_t started = clock_microseconds();
        if (solve(task, own.limits, &proved)) {
            *answer = proved;
            return;
        }
        own.limits = remaining(own.limits, proved.nodes, clock_microseconds() - started);
    }
    search(&own, task, answer);
    answer->nodes += proved.nodes;
    if (proved.exact && !answer->exact) {
        answer->exact = true;
        answer->outcome = proved.outcome;
        answer->score = proved.score;
    }
}

const struct player_kind byte_engine_best = {
    .name = "best",
    .summary = "The strongest play within the given limits (one second where none is given).",
    .limits = true,
    .parallel = true,
    .memory = BYTE_SEARCH_MEMORY,
    .think = think,
};
