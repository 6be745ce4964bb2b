/* The player "pink": the minimax player of the program this game's interest came from.

   It looks a fixed number of plies ahead and then judges not the position but the last move it made
   itself on that line: what it took, onto what, from where. docs/players/byte.md tells the rule
   and where it differs from the original. Numbers are kept 5.6 times as large as the rule states
   them, so that they are whole; alpha-beta cuts change nothing but the time. */
#include "minds/byte/pink.h"
#include "base/memory.h"
#include "games/byte/byte.h"
#include "minds/byte/players.h"

enum { PINK_INFINITE = 10000 };

struct pink {
    struct byte board;
    struct byte_rules rules;
    int side; /* whose player this is */
    uint64_t nodes;
};

/* How the rows (or columns) of a move count while the board is full: a step to the middle is good,
   and the more so the farther out it begins. */
static int towards_middle(int size, int from, int to)
{
    return from < size / 2 ? to - from + (size / 2 - from) : from - to + (from - size / 2);
}

int byte_pink_judge(const struct byte_rules *rules, const struct byte *board, uint32_t move)
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
    int sum = own - other + (8 - height_from) + (height_to + height_from - level);
    sum += byte_colour(source, height_from - 1) == side ? 8 : 0;
    sum += height_to > 0 && byte_colour(target, height_to - 1) != side ? 4 : 0;
    sum += (height_to + height_from - level - 1) % 2 == 0 ? 4 : 0;
    if (4 * occupied > size * size) {
        int from_x, from_y, to_x, to_y;
        byte_square(size, from, &from_x, &from_y);
        byte_square(size, to, &to_x, &to_y);
        sum += 4 * (towards_middle(size, from_y, to_y) + towards_middle(size, from_x, to_x));
    }
    sum += level > 0 && byte_colour(source, level - 1) == side ? 8 : 0;
    return sum;
}

/* The value for the player, `last` being what its last move was worth. */
static int visit(struct pink *pink, int depth, int alpha, int beta, int last)
{
    struct byte *board = &pink->board;
    pink->nodes++;
    if (byte_over(pink->rules, board)) {
        int lead = board->won[pink->side] - board->won[!pink->side];
        return lead > 0 ? BYTE_PINK_WON : lead < 0 ? -BYTE_PINK_WON : 0;
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
            now = byte_pink_judge(&pink->rules, board, moves[i]);
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
    (void)player;
    struct pink pink = {.rules = byte_rules_of(task->setup)};
    memory_copy(&pink.board, task->position, byte_position_size(pink.rules.size));
    pink.side = pink.board.side;
    mind_answer_clear(answer);
    if (byte_over(pink.rules, &pink.board))
        return;
    uint32_t moves[BYTE_MOVES_MAX];
    int count = byte_moves(pink.rules, &pink.board, moves), best = -PINK_INFINITE;
    answer->depth = depth_of(pink.rules.size);
    for (int i = 0; i < count; i++) {
        struct byte_undo undo;
        int now = moves[i] == BYTE_PASS ? 0 : byte_pink_judge(&pink.rules, &pink.board, moves[i]);
        byte_play(pink.rules, &pink.board, moves[i], &undo);
        int value = visit(&pink, answer->depth - 1, best, PINK_INFINITE, now);
        byte_undo(pink.rules, &pink.board, &undo);
        if (value > best) {
            best = value;
            answer->move = moves[i];
        }
    }
    answer->score = best * 1000 / 56;
    answer->nodes = pink.nodes;
    answer->line[0] = answer->move;
    answer->line_length = 1;
}

const struct player_kind byte_pink = {
    .name = "pink",
    .summary = "PinkTeam's minimax player: judges its last move, 3 plies ahead (16x16: 4).",
    .think = think,
};
