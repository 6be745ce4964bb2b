/* The automaton's strong player and its twin without cut-offs.

   At the root the columns are tried from left to right: one that wins at once is played; else
   every column is searched to the given remaining depth, the best value counts and ties go to the
   later column. Cut-offs never change a value here, so `minimax` must choose the same column. */
#include "minds/connect4/heuristic.h"
#include "minds/connect4/players.h"
#include "minds/vector.h"

struct hard_walk {
    struct connect4_shape shape;
    const struct connect4_weights *weights;
    bool cut; /* with alpha-beta cut-offs */
    uint64_t nodes;
};

/* The value for the machine; `own` are its discs. The machine is to move when `turn` is set. */
static int value_of(struct hard_walk *walk, uint64_t own, uint64_t other, bool turn, int depth,
                    int alpha, int beta)
{
    walk->nodes++;
    if (connect4_has_four(turn ? other : own, walk->shape.height))
        return turn ? -CONNECT4_POINTS_WON : CONNECT4_POINTS_WON;
    uint64_t filled = own | other;
    uint64_t landings = connect4_landings(filled, walk->shape.bottom, walk->shape.cells);
    if (!landings)
        return 0;
    if (depth == 0)
        return connect4_heuristic(&walk->shape, walk->weights, own, other);
    int best = turn ? INT32_MIN : INT32_MAX;
    for (; landings; landings = bits_without_lowest(landings)) {
        uint64_t disc = bits_lowest(landings);
        int value = value_of(walk, turn ? own | disc : own, turn ? other : other | disc, !turn,
                             depth - 1, alpha, beta);
        if (turn ? value > best : value < best)
            best = value;
        if (turn && best > alpha)
            alpha = best;
        if (!turn && best < beta)
            beta = best;
        if (walk->cut && alpha >= beta)
            break;
    }
    return best;
}

static void answer_with(struct mind_answer *answer, int column, int value, uint64_t nodes,
                        int depth)
{
    answer->move = answer->line[0] = (uint32_t)column;
    answer->line_length = 1;
    answer->score = 100 * value;
    answer->nodes = nodes;
    answer->depth = depth;
}

static void choose(const struct player *player, const struct mind_task *task, bool cut,
                   struct mind_answer *answer)
{
    struct connect4_weights own_weights;
    struct hard_walk walk = {.cut = cut, .weights = &connect4_hand_weights};
    if (player->data) {
        connect4_weights_from(&own_weights, player->data);
        walk.weights = &own_weights;
    }
    connect4_shape_init(&walk.shape, task->setup->option[CONNECT4_OPTION_WIDTH],
                        task->setup->option[CONNECT4_OPTION_HEIGHT]);
    const struct connect4 *board = task->position;
    uint64_t own = board->mine, other = own ^ board->filled;
    mind_answer_clear(answer);
    uint64_t landings = connect4_landings(board->filled, walk.shape.bottom, walk.shape.cells);
    if (connect4_lost(board, walk.shape.height))
        return;
    int best = INT32_MIN;
    for (; landings; landings = bits_without_lowest(landings)) {
        uint64_t disc = bits_lowest(landings);
        int column = bits_first(disc) / (walk.shape.height + 1);
        if (connect4_has_four(own | disc, walk.shape.height)) {
            answer_with(answer, column, CONNECT4_POINTS_WON, walk.nodes + 1, player->number);
            return;
        }
        int value = value_of(&walk, own | disc, other, false, player->number, INT32_MIN, INT32_MAX);
        if (value >= best) {
            best = value;
            answer_with(answer, column, value, walk.nodes, player->number);
        }
    }
    answer->nodes = walk.nodes;
}

static void think_hard(const struct player *player, const struct mind_task *task,
                       struct mind_answer *answer)
{
    choose(player, task, true, answer);
}

static void think_minimax(const struct player *player, const struct mind_task *task,
                          struct mind_answer *answer)
{
    choose(player, task, false, answer);
}

static bool vector_use(const struct vector_file *file, void *data)
{
    return vector_plain(file, "hard", CONNECT4_WEIGHTS, data);
}

const struct player_kind connect4_hard = {
    .name = "hard",
    .summary = "The automaton's strong player: a fixed depth below every column, points for "
               "windows of four.",
    .argument = "depth",
    .least = 0,
    .most = 20,
    .standard = 6,
    .think = think_hard,
    .data_size = CONNECT4_WEIGHTS * sizeof(float),
    .vector_use = vector_use,
};

const struct player_kind connect4_minimax = {
    .name = "minimax",
    .summary = "The same choice as hard without cut-offs, to show what they save.",
    .argument = "depth",
    .least = 0,
    .most = 12,
    .standard = 6,
    .think = think_minimax,
};
