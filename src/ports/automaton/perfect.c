/* The perfect player of the automaton. It holds lower and upper bounds for every column and asks
   the solver null-window questions about single columns until the bounds of the position meet or
   the positions allowed are used up. Its answer improves monotonically: at any time the column
   with the best proved lower bound is known. The solver's table is 16 KB; larger ones
   save little (perfect.h). */
#include "ports/automaton/perfect.h"

#include "base/memory.h"
#include "minds/connect4/threats.h"
#include "ports/automaton/hard.h"

enum { WIDTH = CONNECT4_WIDTH, HEIGHT = CONNECT4_HEIGHT, TOTAL = WIDTH * HEIGHT };

/* What is known of one column, from the view of the side to move. */
struct perfect_choice {
    struct connect4 child;
    int8_t column, lower, upper;
};

struct root {
    struct perfect *perfect;
    struct perfect_choice choice[WIDTH]; /* the likeliest best first */
    int count;
    int lower, upper;
};

void perfect_init(struct perfect *perfect)
{
    memory_clear(perfect->table, sizeof perfect->table);
    connect4_solver_init(&perfect->solver, WIDTH, HEIGHT, perfect->table, sizeof perfect->table,
                         NULL);
}

static void add_choice(struct root *root, struct connect4 board, int column)
{
    const struct connect4_solver *solver = &root->perfect->solver;
    uint64_t landing = connect4_landings(board.filled, solver->bottom, solver->cells) &
                       connect4_column(column, HEIGHT);
    if (!landing)
        return;
    struct perfect_choice *choice = &root->choice[root->count++];
    choice->child = board;
    connect4_drop(&choice->child, landing);
    choice->column = (int8_t)column;
    choice->lower = -PERFECT_UNKNOWN;
    choice->upper = PERFECT_UNKNOWN;
    int discs = bits_count(choice->child.filled);
    if (connect4_lost(&choice->child, HEIGHT))
        choice->lower = choice->upper = (int8_t)connect4_score(TOTAL, discs);
    else if (discs == TOTAL)
        choice->lower = choice->upper = 0;
}

/* The table's move, then from the middle outwards. */
static void list_choices(struct root *root, struct connect4 board)
{
    static const int8_t order[WIDTH] = {3, 2, 4, 1, 5, 0, 6};
    int known = connect4_known_move(&root->perfect->solver, board);
    root->count = 0;
    if (known >= 0)
        add_choice(root, board, known);
    for (int i = 0; i < WIDTH; i++)
        if (order[i] != known)
            add_choice(root, board, order[i]);
}

/* The bounds that follow from those of the columns and from the discs that are left. */
static void sum_up(struct root *root, int discs)
{
    int most = connect4_score(TOTAL, discs + 1), least = -connect4_score(TOTAL, discs + 2);
    root->lower = root->upper = -PERFECT_UNKNOWN;
    for (int i = 0; i < root->count; i++) {
        const struct perfect_choice *choice = &root->choice[i];
        root->lower = choice->lower > root->lower ? choice->lower : root->lower;
        root->upper = choice->upper > root->upper ? choice->upper : root->upper;
    }
    root->lower = root->lower < least ? least : root->lower;
    root->upper = root->upper > most ? most : root->upper;
}

static void to_front(struct root *root, int index)
{
    struct perfect_choice choice = root->choice[index];
    for (; index > 0; index--)
        root->choice[index] = root->choice[index - 1];
    root->choice[0] = choice;
}

/* Whether some column is worth more than alpha. False when a limit ended the search. */
static bool ask(struct root *root, int alpha)
{
    for (int i = 0; i < root->count; i++) {
        struct perfect_choice *choice = &root->choice[i];
        if (choice->upper <= alpha)
            continue;
        if (choice->lower <= alpha) {
            int value;
            if (!connect4_solve_within(&root->perfect->solver, choice->child, -alpha - 1, -alpha,
                                       &value))
                return false;
            if (value == -alpha) {
                choice->upper = (int8_t)alpha;
                continue;
            }
            choice->lower = (int8_t)(alpha + 1);
        }
        to_front(root, i);
        return true;
    }
    return true;
}

/* The next question: first those that rule out an early end, which are answered quickly, then who
   wins, then halving what is left. */
static int question(const struct root *root)
{
    enum { EARLY = 10 };
    int lower = root->lower, upper = root->upper, alpha = lower + (upper - lower) / 2;
    if (upper > EARLY)
        alpha = upper / 2;
    else if (lower < -EARLY)
        alpha = lower / 2;
    else if (lower <= 0 && upper > 0)
        alpha = 0;
    else if (lower < 0 && upper == 0)
        alpha = -1;
    return alpha >= upper ? upper - 1 : alpha < lower ? lower : alpha;
}

/* The first column with the best lower bound; without any, the strong player's choice among those
   with the best upper bound. */
static int chosen(const struct root *root, struct connect4 board)
{
    int best = 0;
    uint32_t columns = 0;
    for (int i = 1; i < root->count; i++)
        if (root->choice[i].lower > root->choice[best].lower)
            best = i;
    if (root->choice[best].lower > -PERFECT_UNKNOWN &&
        (root->choice[best].lower > 0 || root->choice[best].lower == root->upper))
        return root->choice[best].column;
    for (int i = 0; i < root->count; i++)
        if (root->choice[i].upper >= root->upper)
            columns |= UINT32_C(1) << root->choice[i].column;
    return hard_choose(board, HARD_DEPTH, columns, NULL, NULL, NULL);
}

void perfect_think(struct perfect *perfect, struct connect4 board, uint32_t nodes,
                   bool (*interrupt)(void *), void *context, struct perfect_answer *answer)
{
    struct connect4_solver *solver = &perfect->solver;
    struct root root = {.perfect = perfect};
    int discs = bits_count(board.filled);
    solver->nodes = 0;
    solver->node_limit = nodes;
    solver->interrupt = interrupt;
    solver->interrupted = context;
    list_choices(&root, board);
    sum_up(&root, discs);
    while (root.lower < root.upper) {
        if (!ask(&root, question(&root)))
            break;
        sum_up(&root, discs);
    }
    answer->lower = root.lower;
    answer->upper = root.upper;
    answer->column = chosen(&root, board);
    answer->nodes = (uint32_t)solver->nodes;
}
