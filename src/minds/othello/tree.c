/* The search above the last squares: null windows, the table, ordering by patterns,
   multi-ProbCut.

   One search serves the middle game and the ending. Where the depth reaches the number of empty
   squares the values are final scores, and the last OTHELLO_ENGINE_ENDING empties are left to
   ending.c. Almost every node is asked with a null window, "is the value above alpha?"; only the
   few nodes of the best line have an open window (principal variation search [marsland83]), and
   they come to know the exact value by searching each later move with a null window first.

   What makes a node cheap, in the order in which it is tried:

   - Stable discs (stable.h): discs that nobody can turn over bound the final score.
   - The table.
   - ProbCut, below.
   - The table for all the children: one that is known to be bad enough for the opponent answers
     the question without a search (enhanced transposition cut-off [plaat96]).
   - The move that was best before. Only if it is not enough are the others rated, by a glance of
     up to two plies with the evaluation; in endings a move that leaves the opponent few replies
     is worth more, and so is one in a quarter of the board with an odd number of empties.

   ProbCut [buro95] [buro97]: the value v of a shallow search predicts the value V of the deep
   one. The difference V - v is about normal; its mean (the bias) and its standard deviation sigma
   were measured for every pair of depths and range of empties (lab/othello/spread.c) and travel
   with the weights. With t standard deviations demanded,

       v + bias >= beta  + t * sigma   makes   V >= beta    nearly certain, and
       v + bias <= alpha - t * sigma   makes   V <= alpha   nearly certain.

   The shallow search is about half as deep. Each selectivity has its t, `othello_engine_demands`
   (in hundredths); `othello_engine_chances` is the share of a normal distribution within t sigma
   in percent, 95 for t = 2. A shallow search is only started if the static value makes a success
   likely. The last selectivity has no t: nothing is cut and the value is exact.

   Workers share the tree through the table (after ABDADA [weill96]): a move that another worker
   is searching is put off, and a worker that finds one of its ancestors settled in the table
   goes back to it (`halt` is the ply to go back to). */
#include "base/clock.h"
#include "minds/othello/engine.h"
#include "minds/othello/network.h"
#include "minds/othello/stable.h"

enum {
    GLANCE = 2,      /* the last plies of a search that does not reach the end */
    PROBCUT = 3,     /* least depth for ProbCut */
    HOPE = 50,       /* percent of a margin that a static value may be short of the aim */
    TRANSPOSE = 5,   /* least depth at which the table is asked about every move beforehand */
    SHARE = 7,       /* least depth at which workers share the moves of a position */
    MOVES_ROOM = 40, /* more than a position can have */
};

const int othello_engine_demands[OTHELLO_ENGINE_SELECTIVITIES] = {90, 150, 200, 260, 330, 0};
const int othello_engine_chances[OTHELLO_ENGINE_SELECTIVITIES] = {63, 87, 95, 99, 100, 100};

struct tree_move {
    struct othello_engine_node node; /* after the move; its features come when they are needed */
    uint64_t key, flips;
    int rate; /* larger is tried earlier */
    int square;
};

/* The moves of a position. The one that was best before comes first, and only when it is not enough
   the others are rated, which costs more than all the rest of a node. */
struct tree_list {
    struct tree_move move[MOVES_ROOM], *order[MOVES_ROOM];
    int count, rated; /* this many of `order` are in place */
};

void othello_engine_node_of(struct othello board, struct othello_engine_node *node)
{
    node->board = board;
    node->moves = othello_moves(board);
    othello_features_of(board.mine, board.theirs, &node->features);
}

static uint64_t board_played(const struct othello_engine_node *from, struct othello_engine_node *to,
                             int square)
{
    uint64_t flips = othello_flips(from->board.mine, from->board.theirs, square);
    to->board =
        (struct othello){from->board.theirs ^ flips, from->board.mine | flips | bit(square)};
    to->moves = othello_moves(to->board);
    return flips;
}

static void node_played(const struct othello_engine_node *from, struct othello_engine_node *to,
                        int square)
{
    uint64_t flips = board_played(from, to, square);
    othello_features_played(&from->features, &to->features, square, flips);
}

static void node_passed(const struct othello_engine_node *from, struct othello_engine_node *to)
{
    to->board = othello_passed(from->board);
    to->moves = othello_moves(to->board);
    othello_features_passed(&from->features, &to->features);
}

/* Without a model: moves to choose from and corners. */
static int value_by_hand(const struct othello *board, int moves, int replies)
{
    const uint64_t corners = UINT64_C(0x8100000000000081), beside = UINT64_C(0x0042000000004200);
    return 100 * (moves - replies) +
           900 * (bits_count(board->mine & corners) - bits_count(board->theirs & corners)) -
           300 * (bits_count(board->mine & beside) - bits_count(board->theirs & beside));
}

/* What the patterns say and, where the model has one, its network: it is left out where the value
   is outside the window whatever the network adds, and a bound is returned. */
static int node_value(const struct othello_engine *engine, const struct othello_engine_node *node,
                      int alpha, int beta)
{
    uint64_t empty = othello_empty(node->board);
    int moves = bits_count(node->moves);
    int replies = bits_count(othello_moves(othello_passed(node->board)));
    if (moves + replies == 0)
        return OTHELLO_DISC * othello_engine_final(node->board.mine, bits_count(empty));
    if (!engine->weights)
        return value_by_hand(&node->board, moves, replies);
    int empties = bits_count(empty), most = OTHELLO_NETWORK_MOST;
    int value = othello_evaluate(engine->weights, &node->features, moves, replies, empties);
    const struct othello_network *network = engine->weights->network;
    if (!network)
        return value;
    return value + most <= alpha  ? value + most
           : value - most >= beta ? value - most
                                  : value + othello_network_evaluate(network, &node->features,
                                                                     moves, replies, empties);
}

int othello_engine_glance(struct othello_engine *engine, const struct othello_engine_node *node,
                          int alpha, int beta, int depth)
{
    engine->nodes++;
    if (depth == 0)
        return node_value(engine, node, alpha, beta);
    struct othello_engine_node next;
    if (!node->moves) {
        node_passed(node, &next);
        if (!next.moves)
            return OTHELLO_DISC *
                   othello_engine_final(node->board.mine, bits_count(othello_empty(node->board)));
        return -othello_engine_glance(engine, &next, -beta, -alpha, depth);
    }
    int best = -2 * OTHELLO_VALUE_MOST;
    /* corners and edges first, the squares beside corners last */
    static const uint64_t order[] = {
        UINT64_C(0x8100000000000081),
        UINT64_C(0x3c24bdbdbdbd243c),
        UINT64_C(0x42c300000000c342) | UINT64_C(0x0018424242421800),
    };
    uint64_t left = node->moves;
    for (int part = 0; part < 4; part++) {
        uint64_t set = part < 3 ? left & order[part] : left;
        left &= ~set;
        while (set) {
            node_played(node, &next, bits_pop(&set));
            int value = -othello_engine_glance(engine, &next, -beta, -(alpha > best ? alpha : best),
                                               depth - 1);
            if (value > best)
                best = value;
            if (best >= beta)
                return best;
        }
    }
    return best;
}

enum { GRAIN = OTHELLO_DISC / OTHELLO_ENGINE_DISC }; /* of the evaluation's units to one of ours */

/* To the nearest unit, halves upwards. The offset makes the dividend positive, because C divides
   towards zero. */
static int in_units(int value)
{
    int units = (value + 2 * OTHELLO_VALUE_MOST + GRAIN / 2) / GRAIN - 2 * OTHELLO_ENGINE_MOST;
    return units > OTHELLO_ENGINE_MOST    ? OTHELLO_ENGINE_MOST
           : units < -OTHELLO_ENGINE_MOST ? -OTHELLO_ENGINE_MOST
                                          : units;
}

/* The window in the evaluation's units that makes the same difference after rounding: alpha + 1
   begins half a unit above alpha, beta half a unit below beta. */
static int glance_units(struct othello_engine *engine, const struct othello_engine_node *node,
                        int alpha, int beta, int depth)
{
    int low = alpha * GRAIN + GRAIN / 2 - 1, high = (beta - 1) * GRAIN + GRAIN / 2;
    return in_units(othello_engine_glance(engine, node, low, high, depth));
}

static int final_units(const struct othello_engine_node *node, int empties)
{
    return OTHELLO_ENGINE_DISC * othello_engine_final(node->board.mine, empties);
}

/* A position above this one may have been settled by another worker: then go back to it. */
static void look_up(struct othello_engine *engine, int ply)
{
    for (int i = 1; i < ply; i++) {
        const struct othello_engine_step *step = &engine->path[i];
        struct othello_engine_fact fact;
        if (step->null_window && othello_engine_find(engine->table, step->key, &fact) &&
            fact.depth >= step->depth && fact.selectivity >= engine->selectivity &&
            (fact.lower > step->alpha || fact.upper <= step->alpha)) {
            engine->halt = i;
            return;
        }
    }
}

static void poll(struct othello_engine *engine, int ply)
{
    const struct mind_limits *limits = &engine->limits;
    engine->next_poll = engine->nodes + OTHELLO_ENGINE_POLL;
    if (limits->nodes && limits->nodes < engine->next_poll)
        engine->next_poll = limits->nodes > engine->nodes ? limits->nodes : engine->nodes + 1;
    if (engine->may_stop &&
        ((limits->nodes && engine->nodes >= limits->nodes) ||
         (engine->task->stop && atomic_load_explicit(engine->task->stop, memory_order_relaxed)) ||
         (limits->microseconds && clock_microseconds() - engine->started >= limits->microseconds)))
        engine->halt = 0;
    else
        look_up(engine, ply);
}

/* A shallow search that may settle a deep one: its depth, and how it relates to the deep one, in
   units. */
struct probe {
    int depth;
    int bias, margin;
};

/* A guess where the model has no measured spread. */
static struct probe probe_of(const struct othello_engine *engine, int depth, int shallow,
                             int empties)
{
    int demand = othello_engine_demands[engine->selectivity], sigma = 0, bias = 0;
    if (engine->weights) {
        const struct othello_spread_row *row =
            othello_spread_row_of(&engine->weights->spread, depth, empties);
        sigma = row->sigma[shallow];
        bias = row->bias[shallow];
    }
    if (!sigma)
        sigma = (250 + 45 * depth - 53 * shallow) * OTHELLO_DISC / 100;
    return (struct probe){shallow, bias / GRAIN, demand * sigma / (100 * GRAIN) + 1};
}

/* True when a search as shallow as the probe's settles the position; `value` is then the bound.

   The deep value is taken to be above alpha if the shallow search says "at least alpha + 1", the
   bias taken off and the margin added, and likewise for a value that is not above it. A shallow
   search that fails was for nothing, so it is tried only where the static value makes it likely:
   that is a search of depth 0 with a bias and a margin of its own (`glance`), and a try that needs
   it to be wrong by more than HOPE percent of that margin is not made. */
static bool probe_settles(struct othello_engine *engine, const struct othello_engine_node *node,
                          const struct probe *probe, const struct probe *glance, int now, int alpha,
                          int ply, int *value)
{
    int bound = alpha + 1 - probe->bias + probe->margin, hope = HOPE * glance->margin / 100;
    if (bound <= OTHELLO_ENGINE_MOST && now + glance->bias > alpha - hope) {
        if (othello_engine_search(engine, node, bound - 1, probe->depth, ply) >= bound) {
            *value = alpha + 1;
            return engine->halt > ply;
        }
        if (engine->halt <= ply)
            return false;
    }
    bound = alpha - probe->bias - probe->margin;
    if (bound >= -OTHELLO_ENGINE_MOST && now + glance->bias <= alpha + hope) {
        if (othello_engine_search(engine, node, bound, probe->depth, ply) <= bound) {
            *value = alpha;
            return engine->halt > ply;
        }
    }
    return false;
}

static bool probcut(struct othello_engine *engine, const struct othello_engine_node *node,
                    int alpha, int depth, int empties, int ply, int *value)
{
    if (engine->selectivity == OTHELLO_ENGINE_EXACT || depth < PROBCUT)
        return false;
    int shallow = depth / 4 * 2 + (depth & 1);
    if (shallow >= depth - 1)
        shallow = depth - 2;
    if (shallow > OTHELLO_SPREAD_SHALLOW)
        shallow = OTHELLO_SPREAD_SHALLOW - (depth & 1);
    int now = node_value(engine, node, -2 * OTHELLO_VALUE_MOST, 2 * OTHELLO_VALUE_MOST);
    struct probe probe = probe_of(engine, depth, shallow, empties),
                 glance = probe_of(engine, depth, 0, empties);
    return probe_settles(engine, node, &probe, &glance, in_units(now), alpha, ply, value);
}

/* How many plies a glance for the order looks ahead: more where a larger subtree is at stake. In
   endings the opponent's replies order the moves well enough for longer. */
static int order_depth(int depth, bool solving)
{
    if (solving)
        return depth < 18 ? 0 : depth < 22 ? 1 : 2;
    return depth < 5 ? 0 : depth < 10 ? 1 : 2;
}

static void insert(struct tree_move **order, int count, struct tree_move *move)
{
    int at = count;
    for (; at > 0 && order[at - 1]->rate < move->rate; at--)
        order[at] = order[at - 1];
    order[at] = move;
}

/* Makes all moves, `known` the first. With `alpha` the table is asked whether one of the moves is
   known to be enough; then it returns false and sets `value`. */
static bool moves_make(struct othello_engine *engine, const struct othello_engine_node *node,
                       int alpha, int depth, int known, struct tree_list *list, int *value)
{
    uint64_t set = node->moves;
    list->count = list->rated = 0;
    while (set) {
        int square = bits_pop(&set);
        struct tree_move *move = &list->move[list->count];
        list->order[list->count++] = move;
        move->square = square;
        move->flips = board_played(node, &move->node, square);
        move->key = othello_engine_key(move->node.board.mine, move->node.board.theirs);
        table_prefetch(engine->table, move->key);
        if (square == known) {
            list->order[list->count - 1] = list->order[0];
            list->order[0] = move;
            list->rated = 1;
        }
    }
    if (list->rated)
        othello_features_played(&node->features, &list->order[0]->node.features,
                                list->order[0]->square, list->order[0]->flips);
    for (int i = 0; depth >= TRANSPOSE && i < list->count; i++) {
        struct othello_engine_fact fact;
        if (othello_engine_find(engine->table, list->move[i].key, &fact) &&
            fact.depth >= depth - 1 && fact.selectivity >= engine->selectivity &&
            -fact.upper > alpha) {
            *value = -fact.upper;
            return false;
        }
    }
    return true;
}

/* In endings mobility counts 2.3 discs for each reply and an odd region 0.8, on top of the
   evaluation: the aim is the smallest subtree, and not only the best move. */
static int move_rate(struct othello_engine *engine, const struct tree_move *move, int depth,
                     bool solving, unsigned parity, int second)
{
    if (move->square == second)
        return 1 << 23;
    if (!move->node.moves && solving)
        return 1 << 22;
    int ahead = order_depth(depth, solving);
    /* without a look ahead by the patterns alone: from above all values they are as good as with a
       network, and quicker */
    int low = ahead ? -2 * OTHELLO_VALUE_MOST : 2 * OTHELLO_VALUE_MOST;
    int rate = -othello_engine_glance(engine, &move->node, low, 2 * OTHELLO_VALUE_MOST, ahead);
    if (!solving)
        return rate;
    rate -= 300 * othello_engine_freedom(move->node.moves);
    return parity & othello_engine_quarter(move->square) ? rate + 100 : rate;
}

/* Puts the moves that have no place yet in order. */
static void moves_rate(struct othello_engine *engine, const struct othello_engine_node *node,
                       int depth, bool solving, int second, struct tree_list *list)
{
    unsigned parity = othello_engine_parity(othello_empty(node->board));
    int first = list->rated;
    for (int i = first; i < list->count; i++) {
        struct tree_move *move = list->order[i];
        othello_features_played(&node->features, &move->node.features, move->square, move->flips);
        move->rate = move_rate(engine, move, depth, solving, parity, second);
        insert(list->order + first, i - first, move);
    }
    list->rated = list->count;
}

/* Searches the moves in order until one is above alpha. Moves another worker is at are put off. */
static int moves_try(struct othello_engine *engine, const struct othello_engine_node *node,
                     int second, struct tree_list *list, int alpha, int depth, bool solving,
                     int ply, int *best_move)
{
    int best = -OTHELLO_ENGINE_INFINITE, put_off = 0, count = list->count;
    struct tree_move *later[MOVES_ROOM];
    for (int i = 0; i < count + put_off && best <= alpha; i++) {
        if (i == list->rated)
            moves_rate(engine, node, depth, solving, second, list);
        struct tree_move *move = i < count ? list->order[i] : later[i - count];
        /* Never the first: it is most likely to be the answer, and then nobody else's work is
           needed. */
        if (i > 0 && i < count && depth >= SHARE && table_is_busy(engine->table, move->key)) {
            later[put_off++] = move;
            continue;
        }
        if (depth >= SHARE)
            table_enter(engine->table, move->key);
        int value = -othello_engine_search(engine, &move->node, -alpha - 1, depth - 1, ply + 1);
        if (depth >= SHARE)
            table_leave(engine->table, move->key);
        if (engine->halt <= ply)
            return best;
        if (value > best) {
            best = value;
            *best_move = move->square;
        }
    }
    return best;
}

/* True when what the table knows is enough. */
static bool known_enough(const struct othello_engine *engine,
                         const struct othello_engine_fact *known, int alpha, int depth, int *value)
{
    if (known->depth < depth || known->selectivity < engine->selectivity)
        return false;
    if (known->lower > alpha) {
        *value = known->lower;
        return true;
    }
    *value = known->upper;
    return known->upper <= alpha;
}

/* The order of the tests is that of the file's opening: the cheapest first.

   `halt` is the ply that the search is to go back to: OTHELLO_ENGINE_RUNNING, beyond every ply,
   while it goes on, 0 when it is over, and otherwise the ply of an ancestor that another worker has
   settled. So `halt <= ply` means "leave, your value is not wanted", and nothing is stored on the
   way; the node at exactly that ply takes the value from the table and the search goes on from
   there. Should the entry have been overwritten meanwhile, the node is simply searched again. */
int othello_engine_search(struct othello_engine *engine, const struct othello_engine_node *node,
                          int alpha, int depth, int ply)
{
    int empties = bits_count(othello_empty(node->board)), value = 0;
    bool solving = depth >= empties;
    if (solving) {
        depth = empties;
        if (empties <= OTHELLO_ENGINE_ENDING)
            return OTHELLO_ENGINE_DISC *
                   othello_engine_ending(engine, node->board, othello_engine_discs_below(alpha));
    } else if (depth <= GLANCE) {
        return glance_units(engine, node, alpha, alpha + 1, depth);
    }
    if (++engine->nodes >= engine->next_poll)
        poll(engine, ply);
    if (engine->halt <= ply)
        return alpha;
    if (!node->moves) {
        struct othello_engine_node next;
        node_passed(node, &next);
        engine->path[ply].null_window = false;
        return next.moves ? -othello_engine_search(engine, &next, -alpha - 1, depth, ply + 1)
                          : final_units(node, empties);
    }
    if (solving &&
        othello_engine_stable_cut(node->board, othello_engine_discs_below(alpha), empties, &value))
        return OTHELLO_ENGINE_DISC * value;
    uint64_t key = othello_engine_key(node->board.mine, node->board.theirs);
    struct othello_engine_fact known = OTHELLO_ENGINE_NOTHING;
    if (othello_engine_find(engine->table, key, &known) &&
        known_enough(engine, &known, alpha, depth, &value))
        return value;
    engine->path[ply] = (struct othello_engine_step){key, (int16_t)alpha, (int8_t)depth, true};
    if (probcut(engine, node, alpha, depth, empties, ply, &value))
        return value;
    struct tree_list list;
    int best_move = OTHELLO_PASS;
    if (engine->halt > ply) {
        if (!moves_make(engine, node, alpha, depth, known.move, &list, &value))
            return value;
        engine->path[ply] = (struct othello_engine_step){key, (int16_t)alpha, (int8_t)depth, true};
        value =
            moves_try(engine, node, known.second, &list, alpha, depth, solving, ply, &best_move);
    }
    if (engine->halt == ply && ply > 0) { /* another worker was quicker */
        engine->halt = OTHELLO_ENGINE_RUNNING;
        if (othello_engine_find(engine->table, key, &known) &&
            known_enough(engine, &known, alpha, depth, &value))
            return value;
        return othello_engine_search(engine, node, alpha, depth, ply);
    }
    if (engine->halt <= ply)
        return alpha;
    othello_engine_learn(engine->table, key, &known, depth, engine->selectivity, alpha, alpha + 1,
                         value, best_move);
    return value;
}

/* The ending within a window: null windows that close in on the value. Each answer is a bound that
   the next question starts from, as in MTD(f) [mtdf]. */
static int ending_line(struct othello_engine *engine, struct othello board, int alpha, int beta)
{
    int low = -64, high = 64, at = othello_engine_discs_below(alpha);
    while (low < high) {
        int value = othello_engine_ending(engine, board, at);
        if (value > at)
            low = value;
        else
            high = value;
        if (low * OTHELLO_ENGINE_DISC >= beta)
            return low * OTHELLO_ENGINE_DISC;
        if (high * OTHELLO_ENGINE_DISC <= alpha)
            break;
        at = value > at ? low : high - 1;
    }
    return high * OTHELLO_ENGINE_DISC;
}

/* The few nodes whose exact value is wanted. The first move is searched with the whole window and
   gives a value to beat; each later move is only asked whether it beats it, and where the answer is
   yes and does not already exceed beta, it is searched again with what is left of the window. If
   the first move is best, as good ordering makes likely, all others cost a null window each.

   There is no ProbCut here and no cut by the table: a cut-off would save little in so few nodes,
   and the line of best moves would end at it. All moves are put in order beforehand, because a
   wrong first move is dear here. */
int othello_engine_search_line(struct othello_engine *engine,
                               const struct othello_engine_node *node, int alpha, int beta,
                               int depth, int ply)
{
    int empties = bits_count(othello_empty(node->board)), value;
    bool solving = depth >= empties;
    if (beta - alpha == 1 && ply > 0)
        return othello_engine_search(engine, node, alpha, depth, ply);
    engine->path[ply].null_window = false;
    if (solving) {
        depth = empties;
        if (empties <= OTHELLO_ENGINE_ENDING && ply > 0)
            return ending_line(engine, node->board, alpha, beta);
    } else if (depth <= GLANCE && ply > 0) {
        return glance_units(engine, node, alpha, beta, depth);
    }
    if (++engine->nodes >= engine->next_poll)
        poll(engine, ply);
    if (engine->halt <= ply)
        return alpha;
    struct tree_list list;
    if (!node->moves) {
        struct othello_engine_node next;
        node_passed(node, &next);
        return next.moves
                   ? -othello_engine_search_line(engine, &next, -beta, -alpha, depth, ply + 1)
                   : final_units(node, empties);
    }
    uint64_t key = othello_engine_key(node->board.mine, node->board.theirs);
    struct othello_engine_fact known = OTHELLO_ENGINE_NOTHING;
    othello_engine_find(engine->table, key, &known);
    moves_make(engine, node, OTHELLO_ENGINE_INFINITE, depth, known.move, &list, &value);
    moves_rate(engine, node, depth, solving, known.second, &list);
    int best = -OTHELLO_ENGINE_INFINITE, best_move = OTHELLO_PASS, floor = alpha;
    for (int i = 0; i < list.count && best < beta; i++) {
        const struct othello_engine_node *next = &list.order[i]->node;
        int low = best > alpha ? best : alpha;
        value = OTHELLO_ENGINE_INFINITE;
        if (i > 0)
            value = -othello_engine_search(engine, next, -low - 1, depth - 1, ply + 1);
        if (engine->halt > ply && value > low && (i == 0 || value < beta))
            value = -othello_engine_search_line(engine, next, -beta, -low, depth - 1, ply + 1);
        if (engine->halt <= ply)
            return best > floor ? best : floor;
        if (value > best) {
            best = value;
            best_move = list.order[i]->square;
            if (ply == 0)
                engine->root_move = best_move;
        }
    }
    othello_engine_learn(engine->table, key, &known, depth, engine->selectivity, floor, beta, best,
                         best_move);
    return best;
}
