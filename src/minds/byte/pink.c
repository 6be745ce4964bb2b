/* The player "pink": the minimax player of PinkTeam's report [pinkteam].

   It looks a fixed number of plies ahead and then judges not the position but the last move it made
   itself on that line: what it took, onto what, from where. docs/players/byte.md gives the rule
   and where it differs from the original. Numbers are kept 5.6 times as large as the rule states
   them and then sixteen times, so that they are whole; alpha-beta cuts change nothing but the time.
   The weights are a vector (pink.h), those of the report unless the player has others. */
#include "minds/byte/pink.h"
#include "base/memory.h"
#include "games/byte/byte.h"
#include "minds/byte/players.h"
#include "minds/vector.h"

enum { PINK_INFINITE = 1 << 28, PINK_FINE = 16 };

#define EIGHTHS(weight) ((weight) / 8.0f)

const float byte_pink_hand[BYTE_PINK_WEIGHTS] = {
    EIGHTHS(1), EIGHTHS(1), EIGHTHS(1),
    EIGHTHS(8), EIGHTHS(4), EIGHTHS(4),
    EIGHTHS(4), EIGHTHS(8), BYTE_PINK_WON / 256.0f,
};

struct pink {
    struct byte board;
    struct byte_rules rules;
    int side;                       /* whose player this is */
    int weights[BYTE_PINK_WEIGHTS]; /* PINK_FINE times the rule's */
    uint64_t nodes;
};

/* How the rows (or columns) of a move count while the board is full: a step to the middle is good,
   and the more so the farther out it begins. */
static int towards_middle(int size, int from, int to)
{
    return from < size / 2 ? to - from + (size / 2 - from) : from - to + (from - size / 2);
}

/* The rule's terms for a move, each without its weight. */
static void describe(const struct byte_rules *rules, const struct byte *board, uint32_t move,
                     int *terms)
{
    const int side = board->side, size = rules->size;
    int from = byte_move_from(move), to = byte_move_to(size, move), level = byte_move_level(move);
    unsigned source = board->stack[from], target = board->stack[to];
    int height_from = byte_height(source), height_to = byte_height(target);
    int own = 0, other = 0, occupied = 0;
    for (int i = 0; i < byte_indices(size); i++) {
        int height = byte_height(board->stack[i]);
        int black = bits_count(board->stack[i]) - 1;
        own += side == BYTE_BLACK ? black : height - black;
        other += side == BYTE_BLACK ? height - black : black;
        occupied += height > 0;
    }
    terms[BYTE_PINK_CHECKERS] = own - other;
    terms[BYTE_PINK_LOW] = 8 - height_from;
    terms[BYTE_PINK_HIGH] = height_to + height_from - level;
    terms[BYTE_PINK_TOP] = byte_colour(source, height_from - 1) == side;
    terms[BYTE_PINK_COVERED] = height_to > 0 && byte_colour(target, height_to - 1) != side;
    terms[BYTE_PINK_EVEN] = (height_to + height_from - level - 1) % 2 == 0;
    terms[BYTE_PINK_MIDDLE] = 0;
    if (4 * occupied > size * size) {
        int from_x, from_y, to_x, to_y;
        byte_square(size, from, &from_x, &from_y);
        byte_square(size, to, &to_x, &to_y);
        terms[BYTE_PINK_MIDDLE] =
            towards_middle(size, from_y, to_y) + towards_middle(size, from_x, to_x);
    }
    terms[BYTE_PINK_LEFT] = level > 0 && byte_colour(source, level - 1) == side;
}

static int weigh(const int *terms, const int *weights)
{
    int sum = 0;
    for (int i = 0; i < BYTE_PINK_WIN; i++)
        sum += weights[i] * terms[i];
    return sum;
}

static int judge(const struct pink *pink, uint32_t move)
{
    int terms[BYTE_PINK_WIN];
    describe(&pink->rules, &pink->board, move, terms);
    return weigh(terms, pink->weights);
}

/* PINK_FINE times the rule's weights, so that steps smaller than one are seen. */
static void weights_from(int *weights, const float *vector)
{
    for (int i = 0; i < BYTE_PINK_WEIGHTS; i++) {
        float number = vector[i] > 1 ? 1 : vector[i] > -1 ? vector[i] : -1;
        number *= PINK_FINE * (i == BYTE_PINK_WIN ? 256.0f : 8.0f);
        weights[i] = (int)(number + (number < 0 ? -0.5f : 0.5f));
    }
}

int byte_pink_judge(const struct byte_rules *rules, const struct byte *board, uint32_t move)
{
    int terms[BYTE_PINK_WIN], weights[BYTE_PINK_WEIGHTS];
    describe(rules, board, move, terms);
    weights_from(weights, byte_pink_hand);
    return weigh(terms, weights) / PINK_FINE;
}

/* The value for the player, `last` being what its last move was worth. */
static int visit(struct pink *pink, int depth, int alpha, int beta, int last)
{
    struct byte *board = &pink->board;
    pink->nodes++;
    if (byte_over(pink->rules, board)) {
        int lead = board->won[pink->side] - board->won[!pink->side];
        int won = pink->weights[BYTE_PINK_WIN];
        return lead > 0 ? won : lead < 0 ? -won : 0;
    }
    if (depth == 0)
        return last;
    uint32_t moves[BYTE_MOVES_MAX];
    int count = byte_moves(pink->rules, board, moves);
    bool own = board->side == pink->side;
    int best = own ? -PINK_INFINITE : PINK_INFINITE;
    for (int i = 0; i < count && alpha < beta; i++) {
        struct byte_undo undo;
        int now = last;
        if (own && moves[i] != BYTE_PASS)
            now = judge(pink, moves[i]);
        byte_play(pink->rules, board, moves[i], &undo);
        int value = visit(pink, depth - 1, alpha, beta, now);
        byte_undo(pink->rules, board, &undo);
        if (own ? value > best : value < best)
            best = value;
        if (own && best > alpha)
            alpha = best;
        if (!own && best < beta)
            beta = best;
    }
    return best;
}

/* The whole part of the binary logarithm of the size: 3 on 8x8 and 10x10, 4 on 16x16. */
static int depth_of(int size)
{
    int depth = 0;
    while (size >> (depth + 1))
        depth++;
    return depth;
}

static void think(const struct player *player, const struct mind_task *task,
                  struct mind_answer *answer)
{
    struct pink pink = {.rules = byte_rules_of(task->setup)};
    memory_copy(&pink.board, task->position, byte_position_size(pink.rules.size));
    pink.side = pink.board.side;
    weights_from(pink.weights, player->data ? player->data : byte_pink_hand);
    mind_answer_clear(answer);
    if (byte_over(pink.rules, &pink.board))
        return;
    uint32_t moves[BYTE_MOVES_MAX];
    int count = byte_moves(pink.rules, &pink.board, moves), best = -PINK_INFINITE;
    answer->depth = player->number > 0 ? player->number : depth_of(pink.rules.size);
    for (int i = 0; i < count; i++) {
        struct byte_undo undo;
        int now = moves[i] == BYTE_PASS ? 0 : judge(&pink, moves[i]);
        byte_play(pink.rules, &pink.board, moves[i], &undo);
        int value = visit(&pink, answer->depth - 1, best, PINK_INFINITE, now);
        byte_undo(pink.rules, &pink.board, &undo);
        if (value > best) {
            best = value;
            answer->move = moves[i];
        }
    }
    answer->score = (int32_t)((int64_t)best * 1000 / (56 * PINK_FINE));
    answer->nodes = pink.nodes;
    answer->line[0] = answer->move;
    answer->line_length = 1;
}

static bool vector_use(const struct vector_file *file, void *data)
{
    return vector_plain(file, "pink", BYTE_PINK_WEIGHTS, data);
}

const struct player_kind byte_pink = {
    .name = "pink",
    .summary = "PinkTeam's minimax player: judges its last move, 3 plies ahead (16x16: 4).",
    .think = think,
    .data_size = BYTE_PINK_WEIGHTS * sizeof(float),
    .vector_use = vector_use,
};
