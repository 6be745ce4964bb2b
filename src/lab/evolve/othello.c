/* Othello's vectors of weights as something to evolve. */
#include "lab/evolve/othello_hand.h"
#include "lab/evolve/problems.h"
#include "minds/othello/form.h"
#include "minds/othello/players.h"

#include <string.h>

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

/* Plays on from `board`; the side to move is player `mover`. Player 0's disc difference. */
static int play_out(enum othello_form form, int depth, struct othello board, int mover,
                    void *workspace)
{
    while (!othello_over(board)) {
        int square =
            othello_form_choose(form, prepared(workspace, mover), board, depth, NULL, NULL);
        board = square == OTHELLO_PASS ? othello_passed(board) : othello_played(board, square);
        mover = !mover;
    }
    int difference = othello_difference(board);
    return mover == 0 ? difference : -difference;
}

static int meet(enum othello_form form, const struct evolve_plan *plan, const float *a,
                const float *b, const void *starts, void *workspace)
{
    const struct othello *boards = starts;
    othello_form_prepare(form, a, prepared(workspace, 0));
    othello_form_prepare(form, b, prepared(workspace, 1));
    int lead = 0;
    for (int i = 0; i < plan->starts && i < STARTS_MAX; i++) {
        int sum = play_out(form, plan->depth, boards[i], 0, workspace) +
                  play_out(form, plan->depth, boards[i], 1, workspace);
        lead += (sum > 0) - (sum < 0);
    }
    return (lead > 0) - (lead < 0);
}

static int versus_random(enum othello_form form, const struct evolve_plan *plan, const float *a,
                         int count, uint64_t seed, void *workspace)
{
    struct random random;
    int points = 0;
    random_seed(&random, seed);
    othello_form_prepare(form, a, prepared(workspace, 0));
    for (int game = 0; game < count; game++) {
        struct othello board = othello_start();
        bool turn = game % 2 == 0;
        for (; !othello_over(board); turn = !turn) {
            int square = turn ? othello_form_choose(form, prepared(workspace, 0), board,
                                                    plan->depth, NULL, NULL)
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

#define DEFINE_PROBLEM(word, form, size, text)                                                     \
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
    const struct evolve_problem evolve_othello_##word = {                                          \
        .game = "othello",                                                                         \
        .model = #word,                                                                            \
        .summary = text,                                                                           \
        .weights = size,                                                                           \
        .workspace = 2 * OTHELLO_FORM_BYTES_MAX,                                                   \
        .make_starts = make_starts,                                                                \
        .meet = meet_##word,                                                                       \
        .versus_random = versus_random_##word,                                                     \
        .player = &othello_##word,                                                                 \
        .ladder = ladder,                                                                          \
        .stray_opponent = "swh",                                                                   \
        .known = evolve_othello_hand_##word,                                                       \
    }

DEFINE_PROBLEM(linear, OTHELLO_LINEAR, 12, "evolves 12 weights: squares, freedom, stable edges");
DEFINE_PROBLEM(nn1, OTHELLO_NN1, OTHELLO_FORM_WEIGHTS_MAX,
               "evolves a network over lines and corners");
DEFINE_PROBLEM(nn2, OTHELLO_NN2, 92, "evolves a network over the board's eight triangles");
