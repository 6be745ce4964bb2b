/* The player `level:N`: a strong player weakened the way people are weak.

   Each legal move is overlooked with some probability, the others are judged by a shallow search
   of the game's strong player, and a normally distributed error is added to each value; the
   highest sum is played. Depth, overlooking and error come from the game's ladder (struct
   levels), whose rungs were calibrated by matches. level_of_strength makes a rung for any
   strength in between, with faults that shrink by a factor of 0.8 per unit. The top levels have
   no faults and only a limit of nodes.

   The normal error is the sum of twelve uniform numbers minus six, which has mean 0 and standard
   deviation 1 and needs no logarithm. */
#include "minds/level.h"

#include "base/memory.h"
#include "base/random.h"

enum { DECIDED = 1000000, OVERLOOK_MOST = 50, DEPTH_MOST = 20 };

struct level level_of_strength(const struct levels *levels, double strength)
{
    double share = 1;
    double whole = strength;
    for (; whole >= 1; whole -= 1)
        share *= 0.8;
    share *= 1 - 0.2 * whole;
    int depth = 1 + (int)(strength / 2);
    return (struct level){
        .depth = (uint8_t)(depth < DEPTH_MOST ? depth : DEPTH_MOST),
        .deeper = (uint8_t)(100 * (strength / 2 - (int)(strength / 2))),
        .overlook = (uint8_t)(OVERLOOK_MOST * share + 0.5),
        .noise = (uint16_t)(levels->noise * share + 0.5),
    };
}

static double bell(struct random *random)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += random_unit(random);
    return sum;
}

/* What an answer is worth to the side that moves there; proved results count far more. */
static int32_t worth(const struct mind_answer *answer)
{
    if (!answer->exact || answer->outcome == MIND_OUTCOME_OPEN)
        return answer->score;
    int32_t plies = answer->plies > 0 ? answer->plies : 0;
    return answer->outcome * (DECIDED - plies) + answer->score / 100;
}

static int32_t worth_of_end(const struct game_result *result, int side)
{
    int sign = side == 0 ? 1 : -1;
    return sign * ((result->half_points - 1) * DECIDED + result->score);
}

/* One move, searched as deeply as the level allows. */
static int32_t judge(const struct player *strongest, const struct level *level, int depth,
                     const struct mind_task *task, uint32_t move, int moves, uint64_t *nodes)
{
    _Alignas(64) char child[GAME_POSITION_SMALL];
    struct game_result result;
    struct mind_answer answer;
    int side = task->game->side_to_move(task->setup, task->position);
    memory_copy(child, task->position, task->game->position_size(task->setup));
    task->game->play(task->setup, child, move);
    if (task->game->result(task->setup, child, &result))
        return worth_of_end(&result, side);
    struct mind_task look = *task;
    look.position = child;
    look.earlier_count = 0;
    look.start = NULL;
    look.report = NULL;
    look.no_databases = true;
    look.value_only = true;
    look.limits = (struct mind_limits){
        .depth = depth > 1 ? depth - 1 : 1,
        .nodes = level->nodes ? level->nodes / (uint32_t)moves + 1 : 0,
        .microseconds = task->limits.microseconds / (uint64_t)moves,
    };
    strongest->kind->think(strongest, &look, &answer);
    *nodes += answer.nodes;
    int32_t value = worth(&answer);
    return task->game->side_to_move(task->setup, child) == side ? value : -value;
}

/* Whether this move comes to its mind. */
static bool seen(const struct level *level, struct random *random)
{
    return random_below(random, 100) >= level->overlook;
}

static void choose(const struct player *strongest, const struct level *level,
                   const struct mind_task *task, struct mind_answer *answer)
{
    uint32_t moves[GAME_MOVES_MAX];
    int count = task->game->legal_moves(task->setup, task->position, moves);
    mind_answer_clear(answer);
    if (count == 0)
        return;
    double best = 0;
    int32_t value_of_best = 0;
    uint32_t found = GAME_NO_MOVE;
    /* Some move is always thought of. */
    uint32_t certain = random_below(task->random, (uint32_t)count);
    int depth = level->depth + (random_below(task->random, 100) < level->deeper);
    for (uint32_t i = 0; i < (uint32_t)count; i++) {
        bool thought_of = seen(level, task->random) || i == certain;
        double error = level->noise * bell(task->random);
        if (!thought_of)
            continue;
        int32_t value =
            count == 1 ? 0 : judge(strongest, level, depth, task, moves[i], count, &answer->nodes);
        if (found == GAME_NO_MOVE || value + error > best) {
            best = value + error;
            value_of_best = value;
            found = moves[i];
        }
    }
    answer->move = found;
    answer->score = value_of_best > DECIDED / 2    ? 9900
                    : value_of_best < -DECIDED / 2 ? -9900
                                                   : value_of_best;
    answer->depth = depth;
    answer->line[0] = found;
    answer->line_length = 1;
}

const struct levels *level_table(const struct game *game)
{
    const struct mind *mind = mind_of(game);
    return mind ? mind->ladder : NULL;
}

static void think_level(const struct player *player, const struct mind_task *task,
                        struct mind_answer *answer)
{
    const struct levels *levels = level_table(task->game);
    const struct mind *mind = mind_of(task->game);
    const struct level *level = player->data;
    struct player strongest;
    mind_answer_clear(answer);
    if (!level && levels)
        level = &levels->level[player->number - 1];
    /* The faulty levels weaken a player that a lower depth makes weaker; one that proves everything
       is no use. */
    const char *name = level && level->depth && mind->levels ? mind->levels : mind->best;
    if (!level || !player_read(mind, name, &strongest, NULL))
        return;
    if (level->depth) {
        choose(&strongest, level, task, answer);
        return;
    }
    struct mind_task whole = *task;
    whole.limits = (struct mind_limits){
        .nodes = level->nodes,
        .microseconds = task->limits.microseconds,
    };
    whole.no_databases = true;
    strongest.kind->think(&strongest, &whole, answer);
}

const struct player_kind player_level = {
    .name = "level",
    .summary = "A strength from 1, which a beginner can beat, to 10, with human faults.",
    .argument = "level",
    .least = 1,
    .most = LEVEL_COUNT,
    .standard = 5,
    .some_limits = true,
    .memory = LEVEL_MEMORY,
    .think = think_level,
};
