/* ZR 2's players: the two tree searches of Kolar's thesis [kolar21] and the solver. */
#include "minds/zr2/players.h"
#include "minds/zr2/solve.h"
#include "minds/zr2/tree.h"

/* Passes on what the solver reports. */
struct zr2_listening {
    const struct mind_task *task;
    int32_t before; /* points made already */
};

static void fill(const struct zr2_listening *listening, const struct zr2_solution *solution,
                 struct mind_answer *answer)
{
    mind_answer_clear(answer);
    int32_t points = listening->before + solution->points;
    answer->score = 100 * points;
    answer->exact = solution->proved;
    answer->nodes = solution->nodes;
    answer->plies = solution->length;
    answer->line_length = solution->length < MIND_LINE_MAX ? solution->length : MIND_LINE_MAX;
    for (int i = 0; i < answer->line_length; i++)
        answer->line[i] = (uint32_t)solution->path[i];
    answer->move = answer->line_length ? answer->line[0] : GAME_NO_MOVE;
    answer->depth = solution->length;
    struct mind_whole *whole = listening->task->whole;
    if (!whole)
        return;
    whole->length = solution->length < MIND_WHOLE_MAX ? solution->length : MIND_WHOLE_MAX;
    for (int i = 0; i < whole->length; i++)
        whole->moves[i] = (uint32_t)solution->path[i];
}

static void listen(void *listener, const struct zr2_solution *solution)
{
    const struct zr2_listening *listening = listener;
    struct mind_answer answer;
    fill(listening, solution, &answer);
    if (listening->task->report)
        listening->task->report(listening->task->listener, &answer);
}

enum method { METHOD_DFS, METHOD_DFSS, METHOD_BEST };

enum { MEMORY_TREE = 16 << 20, MEMORY_BEST = 128 << 20 };

static void think(const struct mind_task *task, struct mind_limits limits, enum method method,
                  struct mind_answer *answer)
{
    const struct zr2 *board = task->position;
    struct zr2_listening listening = {task, zr2_points(task->setup->level, board)};
    struct zr2_solution solution;
    struct zr2_solve_task solve = {.level = task->setup->level,
                                   .board = board,
                                   .closed = ZR2_NO_CELL,
                                   .memory = task->memory,
                                   .bytes = task->memory_bytes      ? task->memory_bytes
                                            : method == METHOD_BEST ? MEMORY_BEST
                                                                    : MEMORY_TREE,
                                   .microseconds = limits.microseconds,
                                   .nodes = limits.nodes,
                                   .stop = task->stop,
                                   .seed = 1,
                                   .report = listen,
                                   .listener = &listening};
    if (method == METHOD_BEST)
        zr2_solve(&solve, &solution);
    else
        zr2_tree(&solve, method == METHOD_DFSS, &solution);
    fill(&listening, &solution, answer);
    if (answer->move == GAME_NO_MOVE) { /* nothing found yet: any step will do */
        uint32_t steps[ZR2_STEPS_MAX];
        if (zr2_steps(task->setup->level, board, steps) > 0)
            answer->line[answer->line_length++] = answer->move = steps[0];
    }
}

static void think_dfs(const struct player *player, const struct mind_task *task,
                      struct mind_answer *answer)
{
    think(task, player_limits(player, task), METHOD_DFS, answer);
}

static void think_dfss(const struct player *player, const struct mind_task *task,
                       struct mind_answer *answer)
{
    think(task, player_limits(player, task), METHOD_DFSS, answer);
}

static void think_best(const struct player *player, const struct mind_task *task,
                       struct mind_answer *answer)
{
    think(task, player_limits(player, task), METHOD_BEST, answer);
}

static void solve(const struct mind_task *task, struct mind_answer *answer)
{
    think(task, task->limits, METHOD_BEST, answer);
}

const struct player_kind zr2_player_dfs = {
    .name = "dfs",
    .summary =
        "The depth-first search of Kolar's thesis over all walks, neighbours in fixed order.",
    .limits = true,
    .no_depth = true,
    .memory = MEMORY_TREE,
    .memory_is_table = true,
    .think = think_dfs,
};

const struct player_kind zr2_player_dfss = {
    .name = "dfss",
    .summary =
        "The depth-first search of Kolar's thesis that tries the most rewarding neighbour first.",
    .limits = true,
    .no_depth = true,
    .memory = MEMORY_TREE,
    .memory_is_table = true,
    .think = think_dfss,
};

const struct player_kind zr2_player_best = {
    .name = "best",
    .summary = "The exact solver: flow bounds, dynamic programming along a frontier, search.",
    .limits = true,
    .no_depth = true,
    .memory = MEMORY_BEST,
    .memory_is_table = true,
    .think = think_best,
};

static const struct player_kind *const players[] = {
    &player_random,
    &zr2_player_dfs,
    &zr2_player_dfss,
    &zr2_player_best,
};

const struct mind mind_zr2 = {
    .game = &game_zr2,
    .unit = "points",
    .one = "point",
    .scale = 0,
    .best = "best",
    .players = players,
    .player_count = (int)(sizeof players / sizeof players[0]),
    .solve = solve,
    .solve_memory = MEMORY_BEST,
    .solve_memory_is_table = true,
};
