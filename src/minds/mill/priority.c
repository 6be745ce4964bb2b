/* A player that scores points line by line, without looking ahead.

   Every decision (where to place, which man to take, which man to move, where to) gives each of
   the three slots of each line a score by a few rules of thumb; the line with the largest sum is
   taken and in it the first slot with the largest score. `easy` chooses at random instead, `medium`
   adds noise to the scores. docs/players/mill.md describes the rules and their weaknesses.

   The multipliers are a vector (priority.h), those of Brčić's thesis [brcic19] unless the player
   has others. */
#include "minds/mill/priority.h"

#include "games/mill/mill.h"
#include "minds/mill/players.h"
#include "minds/vector.h"

#define OF(multiplier) ((multiplier) / (float)MILL_MULTIPLIER_SCALE)

const float mill_hand_multipliers[MILL_MULTIPLIERS] = {
    [MILL_PLACE_MIDDLE] = OF(0.5f),   [MILL_PLACE_OWN_TWO] = OF(8),
    [MILL_PLACE_OTHER_TWO] = OF(7),   [MILL_PLACE_OTHER] = OF(0.5f),
    [MILL_PLACE_OWN_ONE] = OF(2),     [MILL_TAKE_END] = OF(0.5f),
    [MILL_TAKE_OTHER_TWO] = OF(5),    [MILL_TAKE_OTHER] = OF(2),
    [MILL_MAN_OTHER_MILL] = OF(8),    [MILL_MAN_OWN_MILL] = OF(6),
    [MILL_TARGET_OWN_TWO] = OF(8),    [MILL_TARGET_OTHER_TWO] = OF(6),
    [MILL_LANDING_OTHER_TWO] = OF(8), [MILL_LANDING_OWN_TWO] = OF(10),
};

enum { LINES = 20, NO_POINT = -1 };

/* The lines in the order in which ties are broken; points as in games/mill/mill.h. The last four
   are Twelve Men's Morris's own. */
static const uint8_t lines[LINES][3] = {
    {0, 1, 2},    {0, 7, 6},    {2, 3, 4},    {6, 5, 4},    {8, 9, 10},   {8, 15, 14}, {10, 11, 12},
    {14, 13, 12}, {16, 17, 18}, {16, 23, 22}, {18, 19, 20}, {22, 21, 20}, {1, 9, 17},  {7, 15, 23},
    {3, 11, 19},  {5, 13, 21},  {0, 8, 16},   {2, 10, 18},  {6, 14, 22},  {4, 12, 20},
};

/* How the scores become a choice: the three grades of Brčić's thesis, which describes the two
   weaker ones in half a sentence. */
enum manner {
    BY_LOT,      /* easy: any line and any point of it that has a score */
    BY_NOISE,    /* medium: the best of scores that are multiplied by chance */
    BY_PRIORITY, /* hard: the best */
};

struct thought {
    struct mill board;
    struct mill_rules rules;
    uint32_t own, other, empty;
    struct random *random;
    enum manner manner;
    bool literal; /* flying men land by Brčić's printed scores, free point or not */
    double times[MILL_MULTIPLIERS];
};

struct priority_counts {
    int own, free, other;
};

static struct priority_counts count_line(const struct thought *t, int line)
{
    struct priority_counts counts = {0};
    for (int slot = 0; slot < 3; slot++) {
        uint32_t point = UINT32_C(1) << lines[line][slot];
        counts.own += (t->own & point) != 0;
        counts.other += (t->other & point) != 0;
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

/* Noise multiplies a score by a power of two up to 2^NOISE, a quarter of a power at a time: most of
   the rules' multipliers lie within it, so a good line is likely and never certain. */
enum { NOISE = 4 };

static double score_slot(const struct thought *t, const struct rule *rule, int line, int slot)
{
    static const double quarters[] = {1, 1.189207115, 1.414213562, 1.681792831};
    double score = rule->score(t, lines[line][slot], slot, count_line(t, line), rule->man);
    if (score <= 0 || t->manner != BY_NOISE)
        return score;
    uint32_t steps = random_below(t->random, 4 * NOISE + 1);
    return score * quarters[steps % 4] * (double)(1U << steps / 4);
}

/* What a line offers: the sum of its scores and the point in it that would be taken. */
struct offer {
    double sum;
    int point;
};

static struct offer offer_of_line(const struct thought *t, const struct rule *rule, int line)
{
    struct offer offer = {0, NO_POINT};
    double best = 0;
    for (int slot = 0; slot < 3; slot++) {
        double score = score_slot(t, rule, line, slot);
        offer.sum += score;
        if (score > best) {
            best = score;
            offer.point = lines[line][slot];
        }
    }
    return offer;
}

static bool line_on_board(const struct thought *t, int line)
{
    int variant = t->rules.variant, points = 8 * mill_rings(variant);
    bool across = lines[line][1] == lines[line][0] + 8;
    return lines[line][0] < points && lines[line][2] < points &&
           (!across || mill_joined(variant) >> lines[line][0] & 1);
}

/* The point of the best line, NO_POINT when every score is zero. */
static int best_point(const struct thought *t, struct rule rule)
{
    struct offer best = {0, NO_POINT};
    int ties = 0;
    for (int line = 0; line < LINES; line++) {
        if (!line_on_board(t, line))
            continue;
        struct offer offer = offer_of_line(t, &rule, line);
        if (offer.sum > best.sum) {
            best = offer;
            ties = 1;
        } else if (offer.sum == best.sum && offer.sum > 0 && rule.random_ties &&
                   random_below(t->random, (uint32_t)++ties) == 0) {
            best = offer;
        }
    }
    return best.point;
}

/* In how many lines the point has a score. */
static uint32_t lines_with_score(const struct thought *t, struct rule rule, int point)
{
    uint32_t count = 0;
    for (int line = 0; line < LINES; line++)
        for (int slot = 0; slot < 3; slot++)
            count += lines[line][slot] == point && line_on_board(t, line) &&
                     score_slot(t, &rule, line, slot) > 0;
    return count;
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
    if (c.other == 2 && c.free == 1)
        return score * t->times[MILL_PLACE_OTHER_TWO];
    if (c.other > 0)
        return score * t->times[MILL_PLACE_OTHER];
    return c.own == 1 && c.free == 2 ? score * t->times[MILL_PLACE_OWN_ONE] : score;
}

static double score_take(const struct thought *t, int point, int slot, struct priority_counts c,
                         int man)
{
    (void)man;
    double score = slot == 1 ? 100 : 100 * t->times[MILL_TAKE_END];
    if (!in(mill_takeable(t->other, t->rules), point))
        return 0;
    return c.other == 2  ? score * t->times[MILL_TAKE_OTHER_TWO]
           : c.other > 0 ? score * t->times[MILL_TAKE_OTHER]
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
    for (int i = bits_count(near & mill_closing(t->other, variant)); i > 0; i--)
        score *= t->times[MILL_MAN_OTHER_MILL];
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
    return c.own == 2 && c.free == 1     ? 100 * t->times[MILL_TARGET_OWN_TWO]
           : c.other == 2 && c.free == 1 ? 100 * t->times[MILL_TARGET_OTHER_TWO]
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
    if (!in(t->empty, point)) /* Brčić's code gives such a point 100 as well */
        return t->literal ? 100 : 0;
    return c.other == 2 && c.free == 1 ? 100 * t->times[MILL_LANDING_OTHER_TWO]
           : c.own == 2 && c.free == 1 ? 100 * t->times[MILL_LANDING_OWN_TWO]
                                       : 100;
}

static void look(struct thought *t)
{
    int side = t->board.side;
    t->own = t->board.men[side];
    t->other = t->board.men[!side];
    t->empty = mill_empty(&t->board, t->rules);
}

/* The rules of the phase: which man, where to. */
static struct rule rule_of_man(const struct thought *t)
{
    return (struct rule){mill_flies(&t->board, t->rules) ? score_flier : score_man, NO_POINT,
                         false};
}

static struct rule rule_of_target(const struct thought *t, int man)
{
    if (man == NO_POINT)
        return (struct rule){score_place, NO_POINT, true};
    return (struct rule){mill_flies(&t->board, t->rules) ? score_landing : score_target, man,
                         false};
}

/* Origin and target by the rules of the phase; false when they find none. */
static bool choose_steps(const struct thought *t, int *from, int *to)
{
    int man = t->board.hand[t->board.side] ? NO_POINT : best_point(t, rule_of_man(t));
    if (man == NO_POINT && !t->board.hand[t->board.side])
        return false;
    *from = man == NO_POINT ? MILL_NOWHERE : man;
    *to = best_point(t, rule_of_target(t, man));
    return *to != NO_POINT && in(t->empty, *to);
}

/* The man to take once the move has been made, MILL_NOWHERE when no mill is closed. */
static int choose_capture(const struct thought *before, int from, int to)
{
    struct thought t = *before;
    t.own &= ~(from == MILL_NOWHERE ? 0 : UINT32_C(1) << from);
    bool closes = in(mill_closing(t.own, t.rules.variant), to);
    t.own |= UINT32_C(1) << to;
    t.empty = mill_points(t.rules.variant) & ~(t.own | t.other);
    if (!closes || !mill_takeable(t.other, t.rules))
        return MILL_NOWHERE;
    return best_point(&t, (struct rule){score_take, NO_POINT, false});
}

/* The multipliers of a vector; NaNs count as the least. */
static void multiply_by(struct thought *t, const float *vector)
{
    const double least = 1.0 / 64, most = 1e6;
    for (int i = 0; i < MILL_MULTIPLIERS; i++) {
        double times = MILL_MULTIPLIER_SCALE * (double)vector[i];
        t->times[i] = times > most ? most : times > least ? times : least;
    }
}

static uint32_t best_move(const struct thought *t)
{
    int from, to;
    if (!choose_steps(t, &from, &to))
        return GAME_NO_MOVE;
    return mill_move(from, to, choose_capture(t, from, to));
}

/* A ticket in the lottery for every way in which the lines can lead to the move: a line with a
   score for the man, a line with a score for its target. Each man that may be taken makes a move of
   its own. (A draw for the target alone, and then for the man to be taken, closes mills far more
   rarely than `random`, whose moves are whole: it scores 9 % against it.) */
static uint32_t drawn_move(const struct thought *t, const uint32_t *moves, int count)
{
    uint32_t all = 0, drawn = GAME_NO_MOVE;
    for (int i = 0; i < count; i++) {
        int from = mill_move_from(moves[i]), man = from == MILL_NOWHERE ? NO_POINT : from;
        uint32_t lots = lines_with_score(t, rule_of_target(t, man), mill_move_to(moves[i]));
        if (man != NO_POINT)
            lots *= lines_with_score(t, rule_of_man(t), man);
        all += lots;
        if (lots > 0 && random_below(t->random, all) < lots)
            drawn = moves[i];
    }
    return drawn;
}

static void think(struct thought t, const struct mind_task *task, const float *vector,
                  struct mind_answer *answer)
{
    t.board = *(const struct mill *)task->position;
    t.rules = mill_rules_of(task->setup);
    t.random = task->random;
    look(&t);
    multiply_by(&t, vector);
    mind_answer_clear(answer);
    uint32_t moves[GAME_MOVES_MAX];
    int count = task->game->legal_moves(task->setup, task->position, moves);
    if (count == 0)
        return;
    answer->move = t.manner == BY_LOT ? drawn_move(&t, moves, count) : best_move(&t);
    if (answer->move == GAME_NO_MOVE)
        answer->move = moves[random_below(t.random, (uint32_t)count)];
    answer->line[0] = answer->move;
    answer->line_length = 1;
}

static void think_priority(const struct player *player, const struct mind_task *task,
                           struct mind_answer *answer)
{
    struct thought t = {.manner = BY_PRIORITY, .literal = player->number};
    think(t, task, player->data ? player->data : mill_hand_multipliers, answer);
}

static void think_medium(const struct player *player, const struct mind_task *task,
                         struct mind_answer *answer)
{
    (void)player;
    think((struct thought){.manner = BY_NOISE}, task, mill_hand_multipliers, answer);
}

static void think_easy(const struct player *player, const struct mind_task *task,
                       struct mind_answer *answer)
{
    (void)player;
    think((struct thought){.manner = BY_LOT}, task, mill_hand_multipliers, answer);
}

/* The one word that `priority` takes as its argument. */
static bool take_literal(struct player *player, const char *argument, struct error *error)
{
    if (!text_equal(argument, "literal"))
        return error_set(error, "player %s takes only the word literal, found \"%.*s\"",
                         player->kind->name, text_printable(argument, text_length(argument), 24),
                         argument);
    player->number = 1;
    return true;
}

static bool vector_use(const struct vector_file *file, void *data)
{
    return vector_plain(file, "priority", MILL_MULTIPLIERS, data);
}

const struct player_kind mill_priority = {
    .name = "priority",
    .summary = "Scores points line by line by rules of thumb; priority:literal flies as printed.",
    .think = think_priority,
    .data_size = MILL_MULTIPLIERS * sizeof(float),
    .vector_use = vector_use,
    .take = take_literal,
};

const struct player_kind mill_hard = {
    .name = "hard",
    .summary = "The same player as priority: the hardest of three grades.",
    .think = think_priority,
    .take = take_literal,
};

const struct player_kind mill_medium = {
    .name = "medium",
    .summary = "As priority, but every score is multiplied by chance, up to sixteenfold.",
    .think = think_medium,
};

const struct player_kind mill_easy = {
    .name = "easy",
    .summary = "Draws lots among the lines and points that have a score at all.",
    .think = think_easy,
};
