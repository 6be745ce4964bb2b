/* The automaton's easy player: it wins and blocks at once, breaks up an open horizontal pair, and
   otherwise avoids, most of the time, letting the other side win on top of its disc. */
#include "minds/connect4/heuristic.h"
#include "minds/connect4/players.h"

enum { NONE = -1, TRIES = 50 };

struct easy_view {
    struct connect4_shape shape;
    uint64_t own, other, landings;
};

static int column_of(const struct easy_view *view, uint64_t disc)
{
    return bits_first(disc) / (view->shape.height + 1);
}

/* The first column that wins, else the last that takes a win from the other side. */
static int win_or_block(const struct easy_view *view)
{
    int block = NONE;
    for (uint64_t left = view->landings; left; left = bits_without_lowest(left)) {
        uint64_t disc = bits_lowest(left);
        if (connect4_has_four(view->own | disc, view->shape.height))
            return column_of(view, disc);
        if (connect4_has_four(view->other | disc, view->shape.height))
            block = column_of(view, disc);
    }
    return block;
}

/* Five cells in one row with two of the other side's discs that would become an open three; every
   empty cell of the five can be filled now. The inner empty cell is played. */
static int break_pair(const struct easy_view *view)
{
    static const struct {
        uint8_t discs, inner; /* which of the five cells hold discs; the cell to play */
    } patterns[] = {{0x0c, 1}, {0x0a, 2}, {0x06, 3}}; /* ..XX.  .X.X.  .XX.. */
    int width = view->shape.width, stride = view->shape.height + 1;
    for (int row = 0; row < view->shape.height; row++)
        for (int column = 0; column + 5 <= width; column++)
            for (size_t p = 0; p < sizeof patterns / sizeof patterns[0]; p++) {
                bool fits = true;
                for (int i = 0; i < 5 && fits; i++) {
                    uint64_t cell = bit((column + i) * stride + row);
                    bool disc = patterns[p].discs >> i & 1;
                    fits = (disc ? view->other : view->landings) & cell;
                }
                if (fits)
                    return column + patterns[p].inner;
            }
    return NONE;
}

/* A random column on top of which the other side would not win; NONE after too many tries. */
static int careful(const struct easy_view *view, struct random *random)
{
    int stride = view->shape.height + 1;
    for (int i = 0; i < TRIES; i++) {
        int column = (int)random_below(random, (uint32_t)view->shape.width);
        uint64_t disc = view->landings & connect4_column(column, view->shape.height);
        uint64_t above = disc << 1 & view->shape.cells;
        if (disc && above && bits_first(above) / stride == column &&
            !connect4_has_four(view->other | above, view->shape.height))
            return column;
    }
    return NONE;
}

static int any(const struct easy_view *view, struct random *random)
{
    uint64_t left = view->landings;
    for (uint32_t skip = random_below(random, (uint32_t)bits_count(left)); skip; skip--)
        left = bits_without_lowest(left);
    return column_of(view, bits_lowest(left));
}

static void think(const struct player *player, const struct mind_task *task,
                  struct mind_answer *answer)
{
    (void)player;
    const struct connect4 *board = task->position;
    struct easy_view view = {.own = board->mine, .other = board->mine ^ board->filled};
    connect4_shape_init(&view.shape, task->setup->option[CONNECT4_OPTION_WIDTH],
                        task->setup->option[CONNECT4_OPTION_HEIGHT]);
    view.landings = connect4_landings(board->filled, view.shape.bottom, view.shape.cells);
    mind_answer_clear(answer);
    if (!view.landings || connect4_lost(board, view.shape.height))
        return;
    int column = win_or_block(&view);
    if (column == NONE)
        column = break_pair(&view);
    if (column == NONE)
        column = careful(&view, task->random);
    if (column == NONE)
        column = any(&view, task->random);
    answer->move = answer->line[0] = (uint32_t)column;
    answer->line_length = 1;
}

const struct player_kind connect4_easy = {
    .name = "easy",
    .summary = "The automaton's easy player: wins, blocks and breaks open pairs, else random.",
    .think = think,
};
