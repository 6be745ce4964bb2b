/* A player that scores points line by line, without looking ahead.

   Every decision (where to place, which man to take, which man to move, where to) gives each of
   the three slots of each line a score by a few rules of thumb; the line with the largest sum is
   taken and in it the first slot with the largest score. `easy` replaces every score that is not
   zero by a random one. docs/players/mill.md tells the rules and their weaknesses.

   The multipliers are a vector (priority.h), the source's unless the player has others. */
#include "minds/mill/priority.h"

#include "games/mill/mill.h"
#include "minds/mill/players.h"
#include "minds/vector.h"

#define OF(multiplier) ((multiplier) / (float)MILL_MULTIPLIER_SCALE)

const float mill_hand_multipliers[MILL_MULTIPLIERS] = {
    [MILL_PLACE_MIDDLE] = OF(0.5f), [MILL_PLACE_OWN_TWO] = OF(8),    [MILL_PLACE_FOE_TWO] = OF(7),
    [MILL_PLACE_FOE] = OF(0.5f),    [MILL_PLACE_OWN_ONE] = OF(2),    [MILL_TAKE_END] = OF(0.5f),
    [MILL_TAKE_FOE_TWO] = OF(5),    [MILL_TAKE_FOE] = OF(2),         [MILL_MAN_FOE_MILL] = OF(8),
    [MILL_MAN_OWN_MILL] = OF(6),    [MILL_TARGET_OWN_TWO] = OF(8),   [MILL_TARGET_FOE_TWO] = OF(6),
    [MILL_LANDING_FOE_TWO] = OF(8), [MILL_LANDING_OWN_TWO] = OF(10),
};

enum { LINES = 16, NO_POINT = -1 };

/* The lines in the order in which ties are broken; points as in games/mill.h. */
static const uint8_t lines[LINES][3] = {
    {0, 1, 2},    {0, 7, 6},    {2, 3, 4},    {6, 5, 4},    {8, 9, 10},   {8, 15, 14},
    {10, 11, 12}, {14, 13, 12}, {16, 17, 18}, {16, 23, 22}, {18, 19, 20}, {22, 21, 20},
    {1, 9, 17},   {7, 15, 23},  {3, 11, 19},  {5, 13, 21},
};

struct thought {
    struct mill board;
    struct mill_rules rules;
    uint32_t own, foe, empty;
    struct random *random;
    bool easy;
    double times[MILL_MULTIPLIERS];
};

struct priority_counts {
    int own, free, foe;
};

static struct priority_counts count_line(const struct thought *t, int line)
{
    struct priority_counts counts = {0};
    for (int slot = 0; slot < 3; slot++) {
        uint32_t point = UINT32_C(1) << lines[line][slot];
        counts.own += (t->own & point) != 0;
        counts.foe += (t->foe & point) != 0;
        counts.free += (t->empty & point) != 0;
    }
    return counts;
}

/* A rule of thumb: the score of a slot (1 is the middle one) of a line with these counts. */
struct rule {
    double (*score)(const struct thought *t, int point, int slot, struct priority_counts counts,
                    int man);
    int man; /* the man that moves, for rules that ask where to */
    bool random_ties;
};

static double score_slot(const struct thought *t, const struct rule *rule, int line, int slot)
{
    double score = rule->score(t, lines[line][slot], slot, count_line(t, line), rule->man);
    return score > 0 && t->easy ? 1 + (int)random_below(t->random, 100) : score;
}

/* The first best slot of the best line, NO_POINT when every score is zero. */
static int best_point(const struct thought *t, struct rule rule)
{
    double most = 0;
    int ties = 0, chosen = NO_POINT;
    for (int line = 0; line < LINES; line++) {
        if (lines[line][0] >= 8 * mill_rings(t->rules.variant) ||
            lines[line][2] >= 8 * mill_rings(t->rules.variant))
            continue;
        double sum = 0, best = 0;
        int point = NO_POINT;
        for (int slot = 0; slot < 3; slot++) {
            double score = score_slot(t, &rule, line, slot);
            sum += score;
            if (score > best) {
                best = score;
                point = lines[line][slot];
            }
        }
        if (sum > most) {
            most = sum;
            ties = 1;
            chosen = point;
        } else if (sum == most && sum > 0 && rule.random_ties &&
                   random_below(t->random, (uint32_t)++ties) == 0) {
            chosen = point;
        }
    }
    return chosen;
}

static bool in(uint32_t set, int point)
{
    return set >> point & 1;
}

static double score_place(const struct thought *t, int point, int slot, struct priority_counts c,
                          int man)
{
    (void)man;
    double score = slot == 1 ? 100 * t->times[MILL_PLACE_MIDDLE] : 100;
    if (!in(t->empty, point))
        return 0;
    if (c.own == 2 && c.free == 1)
        return score * t->times[MILL_PLACE_OWN_TWO];
    if (c.foe == 2 && c.free == 1)
        return score * t->times[MILL_PLACE_FOE_TWO];
    if (c.foe > 0)
        return score * t->times[MILL_PLACE_FOE];
    return c.own == 1 && c.free == 2 ? score * t->times[MILL_PLACE_OWN_ONE] : score;
}

static double score_take(const struct thought *t, int point, int slot, struct priority_counts c,
                         int man)
{
    (void)man;
    double score = slot == 1 ? 100 : 100 * t->times[MILL_TAKE_END];
    if (!in(mill_takeable(t->foe, t->rules), point))
        return 0;
    return c.foe == 2  ? score * t->times[MILL_TAKE_FOE_TWO]
           : c.foe > 0 ? score * t->times[MILL_TAKE_FOE]
                       : score;
}

static double score_man(const struct thought *t, int point, int slot, struct priority_counts c,
                        int man)
{
    (void)slot, (void)man;
    int variant = t->rules.variant;
    double score = 100;
    uint32_t near = mill_reach(UINT32_C(1) << point, variant) & t->empty;
    if (!in(t->own, point) || !near)
        return 0;
    for (int i = bits_count(near & mill_closing(t->foe, variant)); i > 0; i--)
        score *= t->times[MILL_MAN_FOE_MILL];
    if (c.own != 2)
        for (int i = bits_count(near & mill_closing(t->own, variant)); i > 0; i--)
            score *= t->times[MILL_MAN_OWN_MILL];
    return score;
}

static double score_target(const struct thought *t, int point, int slot, struct priority_counts c,
                           int man)
{
    (void)slot;
    if (!in(mill_reach(UINT32_C(1) << man, t->rules.variant) & t->empty, point))
        return 0;
    return c.own == 2 && c.free == 1   ? 100 * t->times[MILL_TARGET_OWN_TWO]
           : c.foe == 2 && c.free == 1 ? 100 * t->times[MILL_TARGET_FOE_TWO]
                                       : 100;
}

static double score_flier(const struct thought *t, int point, int slot, struct priority_counts c,
                          int man)
{
    (void)slot, (void)man;
    return in(t->own, point) && c.own == 1 ? 800 : 0;
}

static double score_landing(const struct thought *t, int point, int slot, struct priority_counts c,
                            int man)
{
    (void)slot, (void)man;
    if (!in(t->empty, point))
        return 0;
    return c.foe == 2 && c.free == 1   ? 100 * t->times[MILL_LANDING_FOE_TWO]
           : c.own == 2 && c.free == 1 ? 100 * t->times[MILL_LANDING_OWN_TWO]
                                       : 100;
}

static void look(struct thought *t)
{
    int side = t->board.side;
    t->own = t->board.men[side];
    t->foe = t->board.men[!side];
    t->empty = mill_empty(&t->board, t->rules);
}

/* Origin and target by the rules of the phase; false when they find none. */
static bool choose_steps(const struct thought *t, int *from, int *to)
{
    *from = MILL_NOWHERE;
    if (t->board.hand[t->board.side]) {
        *to = best_point(t, (struct rule){score_place, NO_POINT, true});
        return *to != NO_POINT;
    }
    bool flies = mill_flies(&t->board, t->rules);
    *from = best_point(t, (struct rule){flies ? score_flier : score_man, NO_POINT, false});
    if (*from == NO_POINT)
        return false;
    *to = best_point(t, (struct rule){flies ? score_landing : score_target, *from, false});
    return *to != NO_POINT;
}

/* The man to take once the move has been made, MILL_NOWHERE when no mill is closed. */
static int choose_capture(const struct thought *before, int from, int to)
{
    struct thought t = *before;
    t.own &= ~(from == MILL_NOWHERE ? 0 : UINT32_C(1) << from);
    bool closes = in(mill_closing(t.own, t.rules.variant), to);
    t.own |= UINT32_C(1) << to;
    t.empty = mill_points(t.rules.variant) & ~(t.own | t.foe);
    if (!closes || !mill_takeable(t.foe, t.rules))
        return MILL_NOWHERE;
    return best_point(&t, (struct rule){score_take, NO_POINT, false});
}

/* The multipliers of a vector; numbers that are none count as the least. */
static void multiply_by(struct thought *t, const float *vector)
{
    const double least = 1.0 / 64, most = 1e6;
    for (int i = 0; i < MILL_MULTIPLIERS; i++) {
        double times = MILL_MULTIPLIER_SCALE * (double)vector[i];
        t->times[i] = times > most ? most : times > least ? times : least;
    }
}

static void think(const struct mind_task *task, const float *vector, bool easy,
                  struct mind_answer *answer)
{
    struct thought t = {.board = *(const struct mill *)task->position,
                        .rules = mill_rules_of(task->setup),
                        .random = task->random,
                        .easy = easy};
    look(&t);
    multiply_by(&t, vector);
    mind_answer_clear(answer);
    uint32_t moves[GAME_MOVES_MAX];
    int count = task->game->legal_moves(task->setup, task->position, moves), from, to;
    if (count == 0)
        return;
    if (choose_steps(&t, &from, &to))
        answer->move = mill_move(from, to, choose_capture(&t, from, to));
    else
        answer->move = moves[random_below(t.random, (uint32_t)count)];
    answer->line[0] = answer->move;
    answer->line_length = 1;
}

static void think_priority(const struct player *player, const struct mind_task *task,
                           struct mind_answer *answer)
{
    think(task, player->data ? player->data : mill_hand_multipliers, false, answer);
}

static void think_easy(const struct player *player, const struct mind_task *task,
                       struct mind_answer *answer)
{
    (void)player;
    think(task, mill_hand_multipliers, true, answer);
}

static bool vector_use(const struct vector_file *file, void *data)
{
    return vector_plain(file, "priority", MILL_MULTIPLIERS, data);
}

const struct player_kind mill_priority = {
    .name = "priority",
    .summary = "Scores points line by line by rules of thumb, without looking ahead.",
    .think = think_priority,
    .data_size = MILL_MULTIPLIERS * sizeof(float),
    .vector_use = vector_use,
};

const struct player_kind mill_easy = {
    .name = "easy",
    .summary = "As priority, but every score is random: it only knows which moves there are.",
    .think = think_easy,
};
