/* Othello's vectors of weights as problems for evolution (lab/evolve/evolve.h): how two vectors
   meet, with a loop of its own on bitboards, because a generation is tens of thousands of games.
   A pairing is a few start positions, each played with both colours; the larger sum of disc
   differences wins a position, more positions win the pairing. */
#include "lab/evolve/partner.h"
#include "lab/evolve/presets.h"
#include "lab/othello/evolve_hand.h"
#include "minds/othello/form.h"
#include "minds/othello/players.h"

#include <string.h>

/* The thesis does not say how many; with four, its "much slower" holds. */
enum { NN1_FILTERS = 4 };
enum { STARTS_MAX = EVOLVE_STARTS_BYTES / (int)sizeof(struct othello) };

/* Two prepared evaluations, side by side. */
static void *prepared(void *workspace, int which)
{
    return (char *)workspace + (size_t)which * OTHELLO_FORM_BYTES_MAX;
}

static struct othello random_move(struct othello board, struct random *random)
{
    uint64_t moves = othello_moves(board);
    if (!moves)
        return othello_passed(board);
    for (uint32_t skip = random_below(random, (uint32_t)bits_count(moves)); skip; skip--)
        moves = bits_without_lowest(moves);
    return othello_played(board, bits_first(moves));
}

/* A number of random plies, at most plan->start_plies, that leaves the game open. */
static void make_starts(const struct evolve_plan *plan, struct random *random, void *starts)
{
    struct othello *boards = starts;
    for (int i = 0; i < plan->starts && i < STARTS_MAX;) {
        struct othello board = othello_start();
        int plies = (int)random_below(random, (uint32_t)plan->start_plies + 1);
        for (; plies > 0 && !othello_over(board); plies--)
            board = random_move(board, random);
        if (!othello_over(board))
            boards[i++] = board;
    }
}

/* Two players at a board: a vector, and another or a sparring partner. */
struct seats {
    enum othello_form form;
    int plies;
    void *workspace;
    struct evolve_partner *partner; /* NULL: both are vectors */
};

/* The side that opened is black: that matters only for the position's text. */
static int seats_choose(const struct seats *seats, struct othello board, int mover)
{
    if (mover == 0 || !seats->partner)
        return othello_form_choose(seats->form, prepared(seats->workspace, mover), board,
                                   seats->plies, NULL, NULL);
    struct othello_position position = {.board = board};
    return (int)evolve_partner_move(seats->partner, &position);
}

/* Plays on from `board`; the side to move is player `mover`. Player 0's disc difference. */
static int play_out(const struct seats *seats, struct othello board, int mover)
{
    while (!othello_over(board)) {
        int square = seats_choose(seats, board, mover);
        board = square == OTHELLO_PASS ? othello_passed(board) : othello_played(board, square);
        mover = !mover;
    }
    int difference = othello_difference(board);
    return mover == 0 ? difference : -difference;
}

/* The sum of player 0's disc differences over both colours. */
static int play_start(const struct seats *seats, struct othello start)
{
    int sum = 0;
    for (int mover = 0; mover < 2; mover++) {
        if (seats->partner)
            evolve_partner_begin(seats->partner);
        sum += play_out(seats, start, mover);
    }
    return sum;
}

/* Ends when the starts that are left cannot change who wins: about a fifth of them are saved.
   Nobody else draws from a pairing's random numbers, so they are not missed. */
static int play_pairing(const struct seats *seats, const struct evolve_plan *plan,
                        const void *starts)
{
    const struct othello *boards = starts;
    int lead = 0, left = plan->starts < STARTS_MAX ? plan->starts : STARTS_MAX;
    for (; left > 0 && lead <= left && -lead <= left; left--) {
        int sum = play_start(seats, *boards++);
        lead += (sum > 0) - (sum < 0);
    }
    return (lead > 0) - (lead < 0);
}

static struct othello_traits traits_of(const struct vector_variant *variant)
{
    return (struct othello_traits){.filters = variant->filters,
                                   .first = (enum othello_first)variant->first,
                                   .terminal = (enum othello_terminal)variant->terminal};
}

static void prepare(enum othello_form form, const struct evolve_plan *plan, const float *weights,
                    void *workspace, int which)
{
    struct othello_traits traits = traits_of(&plan->variant);
    othello_form_prepare(form, &traits, weights, prepared(workspace, which));
}

static int meet(enum othello_form form, const struct evolve_plan *plan, const float *a,
                const float *b, const void *starts, void *workspace)
{
    struct seats seats = {form, evolve_plies(plan), workspace, NULL};
    /* Equals play every game twice, once with each colour. Late in a run many are. */
    if (memcmp(a, b, (size_t)evolve_weights(plan->problem, &plan->variant) * sizeof *a) == 0)
        return 0;
    prepare(form, plan, a, workspace, 0);
    prepare(form, plan, b, workspace, 1);
    return play_pairing(&seats, plan, starts);
}

static int spar(enum othello_form form, const struct evolve_plan *plan, const float *a,
                struct evolve_partner *partner, const void *starts, void *workspace)
{
    struct seats seats = {form, evolve_plies(plan), workspace, partner};
    prepare(form, plan, a, workspace, 0);
    int result = play_pairing(&seats, plan, starts);
    return partner->failed ? EVOLVE_FAILED : result;
}

static int layers(enum othello_form form, const struct vector_variant *variant, int *sizes)
{
    struct othello_traits traits = traits_of(variant);
    return othello_form_layers(form, &traits, sizes);
}

static void dress(const struct vector_variant *variant, const float *weights, int count, void *data)
{
    struct othello_vector *vector = data;
    _Static_assert(sizeof *vector <= EVOLVE_DATA_BYTES, "a player's data must fit");
    vector->traits = traits_of(variant);
    memcpy(vector->weights, weights, (size_t)count * sizeof *weights);
}

/* Of the linear form and of each filter over the triangles: the weights of the classes of squares.
 */
static int weight_at(enum othello_form form, const struct vector_variant *variant, int picture,
                     int place)
{
    int pictures = form == OTHELLO_LINES ? 0 : form == OTHELLO_NN1 ? variant->filters : 1;
    return picture < pictures ? picture * (OTHELLO_CLASSES + 1) + othello_square_class(place) : -1;
}

static int versus_random(enum othello_form form, const struct evolve_plan *plan, const float *a,
                         int count, uint64_t seed, void *workspace)
{
    struct random random;
    int points = 0;
    random_seed(&random, seed);
    prepare(form, plan, a, workspace, 0);
    for (int game = 0; game < count; game++) {
        struct othello board = othello_start();
        bool turn = game % 2 == 0;
        for (; !othello_over(board); turn = !turn) {
            int square = turn ? othello_form_choose(form, prepared(workspace, 0), board,
                                                    evolve_plies(plan), NULL, NULL)
                              : OTHELLO_PASS;
            board = !turn                    ? random_move(board, &random)
                    : square == OTHELLO_PASS ? othello_passed(board)
                                             : othello_played(board, square);
        }
        int difference = turn ? othello_difference(board) : -othello_difference(board);
        points += difference > 0 ? 10 : difference == 0;
    }
    return points;
}

/* The last searches two plies with the engine's patterns. */
static const char *const ladder[] = {"random", "swh:random=10", "swh",
                                     "linear", "best:depth=2",  NULL};

#define DEFINE_PROBLEM(word, form, size, text, ...)                                                \
    static int meet_##word(const struct evolve_plan *plan, const float *a, const float *b,         \
                           const void *starts, void *workspace)                                    \
    {                                                                                              \
        return meet(form, plan, a, b, starts, workspace);                                          \
    }                                                                                              \
    static int versus_random_##word(const struct evolve_plan *plan, const float *a, int count,     \
                                    uint64_t seed, void *workspace)                                \
    {                                                                                              \
        return versus_random(form, plan, a, count, seed, workspace);                               \
    }                                                                                              \
    static int spar_##word(const struct evolve_plan *plan, const float *a,                         \
                           struct evolve_partner *partner, const void *starts, void *workspace)    \
    {                                                                                              \
        return spar(form, plan, a, partner, starts, workspace);                                    \
    }                                                                                              \
    static int layers_##word(const struct vector_variant *variant, int *sizes)                     \
    {                                                                                              \
        return layers(form, variant, sizes);                                                       \
    }                                                                                              \
    static int weight_at_##word(const struct vector_variant *variant, int picture, int place)      \
    {                                                                                              \
        return weight_at(form, variant, picture, place);                                           \
    }                                                                                              \
    static const struct evolve_problem evolve_othello_##word = {                                   \
        .game = "othello",                                                                         \
        .model = #word,                                                                            \
        .summary = text,                                                                           \
        .weights = size,                                                                           \
        .layers = layers_##word,                                                                   \
        .usual = {.filters = form == OTHELLO_NN1 ? NN1_FILTERS : 0},                               \
        .most = {__VA_ARGS__, .terminal = OTHELLO_TERMINAL_JUDGED},                                \
        .workspace = 2 * OTHELLO_FORM_BYTES_MAX,                                                   \
        .make_starts = make_starts,                                                                \
        .meet = meet_##word,                                                                       \
        .spar = spar_##word,                                                                       \
        .dress = dress,                                                                            \
        .versus_random = versus_random_##word,                                                     \
        .player = &othello_##word,                                                                 \
        .ladder = ladder,                                                                          \
        .stray_opponent = "swh",                                                                   \
        .weight_at = weight_at_##word,                                                             \
        .known = evolve_othello_hand_##word,                                                       \
    }

DEFINE_PROBLEM(linear, OTHELLO_LINEAR, 12, "evolves 12 weights: squares, freedom, stable edges",
               .first = 0);
DEFINE_PROBLEM(lines, OTHELLO_LINES, 369, "evolves a network over lines and corners",
               .first = OTHELLO_FIRST_TANH);
DEFINE_PROBLEM(nn1, OTHELLO_NN1, 317, "evolves a network of several filters over the triangles",
               .filters = OTHELLO_FILTERS_MAX, .first = OTHELLO_FIRST_TANH);
DEFINE_PROBLEM(nn2, OTHELLO_NN2, 92, "evolves a network over the board's eight triangles",
               .first = OTHELLO_FIRST_TANH);

static const struct evolve_problem *const problems[] = {
    &evolve_othello_linear, &evolve_othello_lines, &evolve_othello_nn1, &evolve_othello_nn2, NULL};

/* The thesis's depth counts the plies below the root's moves, as far as its figures can tell
   (docs/evolution.md): its depth 1 is two plies. */
#define THESIS_LARGE EVOLVE_SOURCE_LARGE, .depth_counts = EVOLVE_BELOW_ROOT
#define THESIS_SMALL EVOLVE_SOURCE_SMALL, .depth_counts = EVOLVE_BELOW_ROOT

static const struct evolve_preset presets[] = {
    {"source-linear-1",
     "Othello's linear players at depth 1, 300 of them for 500 generations",
     {&evolve_othello_linear, THESIS_LARGE, .generations = 500, .depth = 1}},
    {"source-linear-2",
     "the same at depth 2, 100 of them for 200 generations",
     {&evolve_othello_linear, THESIS_SMALL}},
    {"source-nn2-1",
     "Othello's small networks at depth 1, 300 of them for 1000 generations",
     {&evolve_othello_nn2, THESIS_LARGE, .generations = 1000, .depth = 1}},
    {"source-nn2-2",
     "the same at depth 2, 100 of them for 200 generations",
     {&evolve_othello_nn2, THESIS_SMALL}},
    {"source-nn1-1",
     "Othello's networks of four filters at depth 1, 300 of them for 1000 generations",
     {&evolve_othello_nn1, THESIS_LARGE, .generations = 1000, .depth = 1, .variant.filters = 4}},
    {"lines-1",
     "Othello's networks over lines at depth 1, 300 of them for 1000 generations",
     {&evolve_othello_lines, EVOLVE_SOURCE_LARGE, .generations = 1000, .depth = 1}},
    {0},
};

extern const struct evolve_set othello_evolution;
const struct evolve_set othello_evolution = {problems, presets};
