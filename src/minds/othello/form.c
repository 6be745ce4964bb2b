/* Judging and playing by a vector of weights (form.h lists the forms).

   Evolution plays millions of games with these evaluations, so speed comes first. The first
   layer of every form is linear in the discs. For each of the eight rows of the board a table
   has the 256 ways in which it can be filled with one side's discs and what each adds to every
   neuron; a whole board is sixteen look-ups (form_prepare.c fills them). For the moves of one
   position only the difference matters: the new disc once, the flipped ones twice. Four moves
   are judged side by side, so that the sigmoids of one overlap with the look-ups of the next.
   Two of three positions before the last ply are refuted by the first move tried in them, so this
   move is judged alone, for four sisters side by side, before the others are (struct scouts).

   Alpha-beta is exact here: whatever the order of search, the choice is the first of the best
   moves in square order, as a plain minimax would make it. choose_deep gets this by widening the
   window by one representable number for squares that come earlier. The last sigmoid of a
   network is skipped while searching, as it keeps the order, and applied to the value that is
   shown.

   DEFINE_FORM compiles the inner loops once per form, with the number of neurons known to the
   compiler. */
#include "minds/othello/form.h"

#include "minds/othello/form_judge.h"

void othello_linear_inputs(struct othello board, int16_t *inputs)
{
    uint64_t occupied = board.mine | board.theirs, count = ~beside_corners(occupied);
    for (int i = 0; i < OTHELLO_CLASSES; i++)
        inputs[i] = (int16_t)(bits_count(board.mine & class_squares[i] & count) -
                              bits_count(board.theirs & class_squares[i] & count));
    inputs[10] = (int16_t)(freedom(board.mine, ~occupied) - freedom(board.theirs, ~occupied));
    inputs[11] = (int16_t)(stable_on_edges(board.mine) - stable_on_edges(board.theirs));
}

static enum othello_terminal terminal_of(enum othello_form form, const void *prepared)
{
    return form_is_net(form) ? ((const struct net *)prepared)->terminal
                             : ((const struct counter *)prepared)->terminal;
}

/* A network's sigmoid is above 0 and below 1. So where discs count, a draw's 0 is below every open
   position, a win above and a loss below even that. */
#define DRAWN_BELOW_ALL (-OTHELLO_FORM_WON / 2)

static float shown_value(enum othello_form form, const void *prepared, float value)
{
    if (!form_is_net(form))
        return value;
    bool discs = terminal_of(form, prepared) == OTHELLO_TERMINAL_DISCS;
    if (value == DRAWN_BELOW_ALL)
        return 0;
    if (value > OTHELLO_FORM_WON / 2)
        return discs ? value - OTHELLO_FORM_WON : value;
    if (value < -OTHELLO_FORM_WON / 2)
        return discs ? value + OTHELLO_FORM_WON : value;
    return maths_sigmoid(value);
}

float othello_form_value(enum othello_form form, const void *prepared, uint64_t own, uint64_t other)
{
    return shown_value(form, prepared, value_of(form, prepared, own, other));
}

/* A finished game. As a rule it is far above or below all others, more discs being better, and a
   draw in between. */
static float final_value(enum othello_form form, const void *prepared, uint64_t own, uint64_t other)
{
    enum othello_terminal terminal = terminal_of(form, prepared);
    struct othello board = {own, other};
    if (terminal == OTHELLO_TERMINAL_JUDGED)
        return value_of(form, prepared, own, other);
    bool discs = terminal == OTHELLO_TERMINAL_DISCS;
    int difference = discs ? othello_difference(board) : othello_final_score(board);
    if (discs && !form_is_net(form))
        return (float)difference;
    return difference == 0  ? (discs ? DRAWN_BELOW_ALL : 0)
           : difference > 0 ? OTHELLO_FORM_WON + (float)difference
                            : -OTHELLO_FORM_WON + (float)difference;
}

/* -------- choosing -------- */

struct form_walk {
    const void *prepared;
    uint64_t nodes;
    float alpha, beta; /* of the last ply */
    int best;          /* its best move */
    uint64_t refuted;  /* the square that was best in the last ply before, for either side */
};

/* Up to ABREAST moves of `board` from `moves` on: what they flip, and whether they end the game. */
struct form_step {
    int count;
    unsigned over;
    int squares[ABREAST];
    uint64_t flips[ABREAST];
    struct othello next[ABREAST];
    float values[ABREAST];
};

/* The first of the likely squares, then the first of the others. */
static inline int pop_likely(uint64_t *moves, uint64_t likely)
{
    int square = bits_first(*moves & likely ? *moves & likely : *moves);
    *moves &= ~bit(square);
    return square;
}

/* The squares of a set and all next to them. */
static inline uint64_t surroundings(uint64_t set)
{
    uint64_t wide = set | (set << 1 & not_left) | (set >> 1 & not_right);
    return wide | wide << 8 | wide >> 8;
}

/* Whether the game is over after one of `legal` moves that flipped `flips` and led to `next`.
   Another of them that is not beside a flipped disc is still legal, since the run that it encloses
   begins as before and ends at the same disc or earlier. That is nearly always so and quickly seen;
   the move itself is beside a disc that it flipped. */
static inline bool move_ends(uint64_t legal, uint64_t flips, struct othello next)
{
    return !(legal & ~surroundings(flips)) && othello_over(next);
}

/* `legal` are all moves of `board`; when it is empty, nothing is said about ends. */
static FORM_INLINE void take_step(struct form_step *step, struct othello board, uint64_t legal,
                                  uint64_t *moves, uint64_t likely, bool turn)
{
    step->over = 0;
    for (step->count = 0; step->count < ABREAST && *moves; step->count++) {
        int k = step->count, square = pop_likely(moves, likely);
        uint64_t flips = othello_flips(board.mine, board.theirs, square);
        struct othello next = {board.theirs ^ flips, board.mine | flips | bit(square)};
        step->squares[k] = square;
        step->flips[k] = flips;
        step->next[k] = turn ? othello_passed(next) : next;
        step->over |= (unsigned)(legal && move_ends(legal, flips, next)) << k;
    }
    for (int k = step->count; k < ABREAST; k++) {
        step->squares[k] = 0;
        step->flips[k] = 0;
    }
}

/* A position whose moves are judged, a few at a time. `turn` says that the one who chooses is to
   move. */
struct sweep {
    struct othello board;
    uint64_t legal; /* all its moves; none when it does not matter which end the game */
    bool turn;
    maths_eight base[GROUPS_MAX]; /* the sums of its first layer */
};

static FORM_INLINE void sweep_begin(struct sweep *sweep, enum othello_form form,
                                    const struct form_walk *walk, struct othello board,
                                    uint64_t legal, bool turn)
{
    struct othello seen = turn ? board : othello_passed(board); /* by the one who chooses */
    sweep->board = board;
    sweep->legal = legal;
    sweep->turn = turn;
    if (form_is_net(form))
        base_net(walk->prepared, groups_of(form, walk->prepared), seen.mine, seen.theirs,
                 sweep->base);
}

static FORM_INLINE void sweep_step(struct sweep *sweep, enum othello_form form,
                                   struct form_walk *walk, uint64_t *moves, uint64_t likely,
                                   struct form_step *step)
{
    take_step(step, sweep->board, sweep->legal, moves, likely, sweep->turn);
    if (form_is_net(form))
        values_net(walk->prepared, groups_of(form, walk->prepared), sweep->base,
                   sweep->turn ? 1.0f : -1.0f, step->flips, step->squares, step->values);
    walk->nodes += (unsigned)step->count;
    for (int k = 0; k < step->count; k++) {
        struct othello next = step->next[k];
        if (step->over >> k & 1)
            step->values[k] = final_value(form, walk->prepared, next.mine, next.theirs);
        else if (!form_is_net(form))
            step->values[k] = value_of(form, walk->prepared, next.mine, next.theirs);
    }
}

/* The last ply: all moves of `board`; there is one. Squares that are `likely` good come first.
   Leaves the bounds and the best move in the walk. */
static FORM_INLINE void last_ply(struct form_walk *walk, enum othello_form form,
                                 struct othello board, uint64_t moves, uint64_t likely, bool turn)
{
    struct sweep sweep;
    sweep_begin(&sweep, form, walk, board, moves, turn);
    while (moves && walk->alpha < walk->beta) {
        struct form_step step;
        sweep_step(&sweep, form, walk, &moves, likely, &step);
        for (int k = 0; k < step.count; k++) {
            float *bound = turn ? &walk->alpha : &walk->beta;
            if (turn ? step.values[k] > *bound : step.values[k] < *bound) {
                *bound = step.values[k];
                walk->best = step.squares[k];
            }
        }
    }
}

/* Moves with what they are worth at one ply, the best for the side to move first. */
struct ranking {
    int count;
    uint8_t squares[64];
    float values[64];   /* from the view of the side to move */
    uint64_t flips[64]; /* by square */
};

static inline struct othello ranked_child(const struct ranking *ranking, struct othello board,
                                          int i)
{
    int square = ranking->squares[i];
    uint64_t flips = ranking->flips[square];
    return (struct othello){board.theirs ^ flips, board.mine | flips | bit(square)};
}

static FORM_INLINE void rank_moves(struct form_walk *walk, enum othello_form form,
                                   struct othello board, uint64_t moves, bool turn,
                                   struct ranking *ranking)
{
    struct sweep sweep;
    sweep_begin(&sweep, form, walk, board, 0, turn);
    ranking->count = 0;
    while (moves) {
        struct form_step step;
        sweep_step(&sweep, form, walk, &moves, 0, &step);
        for (int k = 0; k < step.count; k++) {
            float value = turn ? step.values[k] : -step.values[k];
            int at = ranking->count++;
            for (; at > 0 && ranking->values[at - 1] < value; at--) {
                ranking->values[at] = ranking->values[at - 1];
                ranking->squares[at] = ranking->squares[at - 1];
            }
            ranking->values[at] = value;
            ranking->squares[at] = (uint8_t)step.squares[k];
            ranking->flips[step.squares[k]] = step.flips[k];
        }
    }
}

/* Up to ABREAST sisters whose moves are the last ply, each with one of its moves: a likely one if
   there is any, and what that is worth. Two of three sisters are refuted by it. */
struct scouts {
    int first, count; /* in the ranking */
    struct othello boards[ABREAST];
    uint64_t moves[ABREAST]; /* of each sister; there may be none */
    int squares[ABREAST];
    float values[ABREAST];
};

/* The position after the move of scout k as `turn` sees it, and whether it ends the game. */
static inline struct othello scout_move(const struct scouts *scouts, int k, bool turn,
                                        uint64_t *flips, bool *over)
{
    struct othello board = scouts->boards[k];
    *flips = othello_flips(board.mine, board.theirs, scouts->squares[k]);
    struct othello next = {board.theirs ^ *flips, board.mine | *flips | bit(scouts->squares[k])};
    *over = move_ends(scouts->moves[k], *flips, next);
    return turn ? othello_passed(next) : next;
}

/* Fills in the values. `turn` says that the one who chooses is to move in the sisters. */
static FORM_INLINE void judge_scouts(struct form_walk *walk, enum othello_form form, bool turn,
                                     struct scouts *scouts)
{
    const void *prepared = walk->prepared;
    maths_eight sums[ABREAST][GROUPS_MAX];
    struct othello next[ABREAST];
    bool over[ABREAST];
    for (int k = 0; k < ABREAST; k++) {
        uint64_t flips;
        struct othello seen = turn ? scouts->boards[k] : othello_passed(scouts->boards[k]);
        next[k] = scout_move(scouts, k, turn, &flips, &over[k]);
        if (form_is_net(form)) {
            base_net(prepared, groups_of(form, prepared), seen.mine, seen.theirs, sums[k]);
            move_net(prepared, groups_of(form, prepared), sums[k], turn ? 1.0f : -1.0f, flips,
                     scouts->squares[k], sums[k]);
        }
    }
    if (form_is_net(form))
        finish_net(prepared, groups_of(form, prepared), ABREAST, sums, scouts->values);
    walk->nodes += (unsigned)scouts->count;
    for (int k = 0; k < scouts->count; k++)
        if (over[k])
            scouts->values[k] = final_value(form, prepared, next[k].mine, next[k].theirs);
        else if (!form_is_net(form))
            scouts->values[k] = value_of(form, prepared, next[k].mine, next[k].theirs);
}

/* The functions of a form: the last ply, scouts of several last plies, the order of moves, and the
   value of a position, whose search goes through moves in the order of what they are worth at one
   ply. In the last ply corners come first and the square that was best there before. */
#define DEFINE_FORM(name, form)                                                                    \
    static void name##_last(struct form_walk *walk, struct othello board, uint64_t moves,          \
                            uint64_t likely, bool turn)                                            \
    {                                                                                              \
        if (turn)                                                                                  \
            last_ply(walk, form, board, moves, likely, true);                                      \
        else                                                                                       \
            last_ply(walk, form, board, moves, likely, false);                                     \
    }                                                                                              \
    static void name##_rank(struct form_walk *walk, struct othello board, uint64_t moves,          \
                            bool turn, struct ranking *ranking)                                    \
    {                                                                                              \
        rank_moves(walk, form, board, moves, turn, ranking);                                       \
    }                                                                                              \
    static void name##_scout(struct form_walk *walk, bool turn, struct scouts *scouts)             \
    {                                                                                              \
        judge_scouts(walk, form, turn, scouts);                                                    \
    }                                                                                              \
    static float name##_leaf(const struct form_walk *walk, struct othello seen)                    \
    {                                                                                              \
        return value_of(form, walk->prepared, seen.mine, seen.theirs);                             \
    }

DEFINE_FORM(swh, OTHELLO_SWH)
DEFINE_FORM(linear, OTHELLO_LINEAR)
DEFINE_FORM(lines, OTHELLO_LINES)
DEFINE_FORM(nn2, OTHELLO_NN2)
DEFINE_FORM(nn1, OTHELLO_NN1)
#if !defined(POTEZ_NO_LIBC)
DEFINE_FORM(nn1_of_four, NN1_OF_FOUR)
#endif

/* The evaluation is compiled into each; calls through the table are few beside the work in them. */
static const struct form {
    void (*last)(struct form_walk *, struct othello, uint64_t, uint64_t, bool);
    void (*rank)(struct form_walk *, struct othello, uint64_t, bool, struct ranking *);
    void (*scout)(struct form_walk *, bool, struct scouts *);
    float (*leaf)(const struct form_walk *, struct othello);
} forms[] = {
    {swh_last, swh_rank, swh_scout, swh_leaf},
    {linear_last, linear_rank, linear_scout, linear_leaf},
    {lines_last, lines_rank, lines_scout, lines_leaf},
    {nn2_last, nn2_rank, nn2_scout, nn2_leaf},
    {nn1_last, nn1_rank, nn1_scout, nn1_leaf},
#if !defined(POTEZ_NO_LIBC)
    {nn1_of_four_last, nn1_of_four_rank, nn1_of_four_scout, nn1_of_four_leaf},
#endif
};

/* The same form or, where nobody waits for every byte of the program, a quicker version of it. */
static enum othello_form quickest(enum othello_form form, const void *prepared)
{
#if !defined(POTEZ_NO_LIBC)
    if (form == OTHELLO_NN1 && groups_of(form, prepared) == groups_of(NN1_OF_FOUR, prepared))
        return NN1_OF_FOUR;
#endif
    (void)prepared;
    return form;
}

/* The last ply below the root. The square that refuted a sister most often refutes this one. */
static float last_value(enum othello_form form, struct form_walk *walk, struct othello board,
                        uint64_t moves, bool turn, float alpha, float beta)
{
    walk->alpha = alpha;
    walk->beta = beta;
    walk->best = OTHELLO_PASS;
    forms[form].last(walk, board, moves, walk->refuted | class_squares[0], turn);
    if (walk->best != OTHELLO_PASS)
        walk->refuted = bit(walk->best);
    return turn ? walk->alpha : walk->beta;
}

static float deep_value(enum othello_form form, struct form_walk *walk, struct othello board,
                        bool turn, int depth, float alpha, float beta);

/* Scouts for the children of `board` from number i on. Places that are left over repeat the first,
   so that they can be judged, too. */
static void send_scouts(enum othello_form form, struct form_walk *walk, struct othello board,
                        const struct ranking *ranking, int i, bool turn, struct scouts *scouts)
{
    uint64_t likely = walk->refuted | class_squares[0];
    scouts->first = i;
    scouts->count = ranking->count - i < ABREAST ? ranking->count - i : ABREAST;
    for (int k = 0; k < ABREAST; k++) {
        struct othello child = ranked_child(ranking, board, k < scouts->count ? i + k : i);
        uint64_t moves = othello_moves(child);
        scouts->boards[k] = child;
        scouts->moves[k] = moves;
        scouts->squares[k] = moves ? pop_likely(&moves, likely) : 0;
    }
    forms[form].scout(walk, turn, scouts);
}

/* A child whose moves are the last ply, after its scout. What the scout found is a bound: the side
   to move there may play so. When it is enough, nothing else need be judged. */
static float scouted_value(enum othello_form form, struct form_walk *walk,
                           const struct scouts *scouts, int k, bool turn, float alpha, float beta)
{
    struct othello board = scouts->boards[k];
    float value = scouts->values[k];
    if (!scouts->moves[k])
        return deep_value(form, walk, board, turn, 1, alpha, beta);
    if (turn ? value >= beta : value <= alpha)
        return value;
    if (turn && value > alpha)
        alpha = value;
    if (!turn && value < beta)
        beta = value;
    uint64_t others = scouts->moves[k] & ~bit(scouts->squares[k]);
    return last_value(form, walk, board, others, turn, alpha, beta);
}

/* Child i of a position. With two plies left, its later children are scouted together: the first
   one is needed whole, as a bound for the others. */
static float child_value(enum othello_form form, struct form_walk *walk, struct othello board,
                         const struct ranking *ranking, int i, struct scouts *scouts, bool turn,
                         int depth, float alpha, float beta)
{
    if (depth != 2 || i == 0)
        return deep_value(form, walk, ranked_child(ranking, board, i), !turn, depth - 1, alpha,
                          beta);
    if (i >= scouts->first + scouts->count)
        send_scouts(form, walk, board, ranking, i, !turn, scouts);
    return scouted_value(form, walk, scouts, i - scouts->first, !turn, alpha, beta);
}

/* Alpha-beta from the view of the one who chooses, who is to move when `turn` is true: it maximises
   then and minimises otherwise. Nothing is negated, because a network's value of a position is not
   minus its value of the same position seen by the other side. A pass takes a ply. */
static float deep_value(enum othello_form form, struct form_walk *walk, struct othello board,
                        bool turn, int depth, float alpha, float beta)
{
    struct othello seen = turn ? board : othello_passed(board);
    uint64_t moves = othello_moves(board);
    if (!moves && !othello_moves(othello_passed(board)))
        return final_value(form, walk->prepared, seen.mine, seen.theirs);
    if (depth == 0) {
        walk->nodes++;
        return forms[form].leaf(walk, seen);
    }
    if (!moves)
        return deep_value(form, walk, othello_passed(board), !turn, depth - 1, alpha, beta);
    if (depth == 1)
        return last_value(form, walk, board, moves, turn, alpha, beta);
    struct ranking ranking;
    struct scouts scouts = {.first = 1};
    forms[form].rank(walk, board, moves, turn, &ranking);
    for (int i = 0; i < ranking.count && alpha < beta; i++) {
        float value =
            child_value(form, walk, board, &ranking, i, &scouts, turn, depth, alpha, beta);
        if (turn && value > alpha)
            alpha = value;
        if (!turn && value < beta)
            beta = value;
    }
    return turn ? alpha : beta;
}

/* The largest number below: floats of one sign are ordered as the integers of their bits. */
static float just_below(float value)
{
    union {
        float value;
        int32_t bits;
    } number = {.value = value};
    if (value == 0)
        return -1e-45f;
    number.bits += value > 0 ? -1 : 1;
    return number.value;
}

/* The square to play by a search of `depth` plies; there is a move. The first of equals in square
   order is wanted, as plain minimax would choose it, while moves are searched in the order of
   promise. A window that begins at `best` can only show that a move is better. So a square that
   comes earlier than the one chosen so far gets a window that begins just below: if it comes out
   equal to `best`, it takes the place. */
static int choose_deep(enum othello_form form, struct form_walk *walk, struct othello board,
                       int depth)
{
    float best = -2 * OTHELLO_FORM_WON;
    int chosen = OTHELLO_PASS;
    struct ranking ranking;
    struct scouts scouts = {.first = 1};
    forms[form].rank(walk, board, othello_moves(board), true, &ranking);
    for (int i = 0; i < ranking.count; i++) {
        int square = ranking.squares[i];
        bool earlier = square < chosen && i > 0;
        float found = child_value(form, walk, board, &ranking, i, &scouts, true, depth,
                                  earlier ? just_below(best) : best, 2 * OTHELLO_FORM_WON);
        if (found > best || (earlier && found == best)) {
            best = found;
            chosen = square;
        }
    }
    walk->alpha = best;
    return chosen;
}

int othello_form_choose(enum othello_form form, const void *prepared, struct othello board,
                        int depth, float *value, uint64_t *nodes)
{
    struct form_walk walk = {.prepared = prepared,
                             .alpha = -2 * OTHELLO_FORM_WON,
                             .beta = 2 * OTHELLO_FORM_WON,
                             .best = OTHELLO_PASS};
    uint64_t moves = othello_moves(board);
    form = quickest(form, prepared);
    if (moves && depth > 1)
        walk.best = choose_deep(form, &walk, board, depth);
    else if (moves)
        forms[form].last(&walk, board, moves, 0, true);
    if (value)
        *value = shown_value(form, prepared, walk.alpha);
    if (nodes)
        *nodes = walk.nodes;
    return walk.best;
}
