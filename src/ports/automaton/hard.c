/* The strong player of Šišić's automaton [sisic20] for a small processor. hard.h lists what is
   saved and why the choice stays the same.

   All 69 windows of four cells have a byte that counts own discs in its low three bits and the
   other side's above. Putting a disc adds to the windows of its cell, at most 13, and the
   evaluation changes by the difference of a table look-up per window. A node one ply above the
   leaves only weighs its moves (weigh) without putting them. Where the plain version evaluates a
   whole board per leaf, this costs a dozen additions per move. */
#include "ports/automaton/hard.h"

enum {
    WIDTH = CONNECT4_WIDTH,
    HEIGHT = CONNECT4_HEIGHT,
    TOTAL = WIDTH * HEIGHT,
    WINDOWS = 69,    /* fours in a row on the board */
    MEMBERSHIP = 13, /* a cell is in at most this many of them */
    OWN = 1,         /* the state of a window counts own discs in its low three bits */
    OTHER = 8,       /* and the other side's above */
    WON = 100000,
    OPEN_THREE = 20,
    MIDDLE = 5,
    INFINITE = 1000000,
};

/* Points of a window for the machine, by state; see minds/connect4/heuristic.h. Four own discs do
   not occur: the game is over before it is evaluated. */
static const int8_t window_points[OTHER * 5] = {[2 * OWN] = 2, [3 * OWN] = 5, [3 * OTHER] = -40};

struct automaton_walk {
    uint8_t window_of[TOTAL][MEMBERSHIP]; /* by cell, row * 7 + column */
    uint8_t window_count[TOTAL];
    uint8_t state[WINDOWS];
    uint8_t own_row[HEIGHT], filled_row[HEIGHT]; /* bit c: column c */
    uint8_t height[WIDTH];
    int discs, points;
    uint32_t nodes;
    bool (*interrupt)(void *);
    void *context;
    bool stopped;
};

static void list_windows(struct automaton_walk *walk)
{
    static const int8_t step[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}}; /* columns, rows */
    int window = 0;
    for (int d = 0; d < 4; d++)
        for (int cell = 0; cell < TOTAL; cell++) {
            int column = cell % WIDTH, row = cell / WIDTH;
            int last_column = column + 3 * step[d][0], last_row = row + 3 * step[d][1];
            if (last_column >= WIDTH || last_row < 0 || last_row >= HEIGHT)
                continue;
            for (int i = 0; i < 4; i++) {
                int member = cell + i * (step[d][1] * WIDTH + step[d][0]);
                walk->window_of[member][walk->window_count[member]++] = (uint8_t)window;
            }
            window++;
        }
}

/* Own threes on a row with both ends empty; Šišić looks for those that begin in the second
   or the third column. */
static inline int open_threes(unsigned own, unsigned filled)
{
    int count = 0;
    for (int column = 1; column <= 2; column++)
        count += (own >> column & 7) == 7 && !(filled >> (column - 1) & 0x11);
    return count;
}

/* What a disc in `column` adds to the points; INFINITE when it makes four. */
static inline int weigh(const struct automaton_walk *walk, int column, unsigned disc)
{
    int row = walk->height[column], cell = row * WIDTH + column;
    int count = walk->window_count[cell], sum = 0;
    const uint8_t *window = walk->window_of[cell];
    for (int i = 0; i < count; i++) {
        unsigned state = walk->state[window[i]];
        if (state == 3 * disc)
            return INFINITE;
        sum += window_points[state + disc] - window_points[state];
    }
    unsigned own = walk->own_row[row], filled = walk->filled_row[row], place = 1u << column;
    sum -= OPEN_THREE * open_threes(own, filled);
    if (disc == OWN) {
        own |= place;
        sum += column == WIDTH / 2 ? MIDDLE : 0;
    }
    return sum + OPEN_THREE * open_threes(own, filled | place);
}

static inline void put(struct automaton_walk *walk, int column, unsigned disc, int gain)
{
    int row = walk->height[column]++, cell = row * WIDTH + column;
    for (int i = 0; i < walk->window_count[cell]; i++)
        walk->state[walk->window_of[cell][i]] =
            (uint8_t)(walk->state[walk->window_of[cell][i]] + disc);
    walk->filled_row[row] = (uint8_t)(walk->filled_row[row] | 1u << column);
    if (disc == OWN)
        walk->own_row[row] = (uint8_t)(walk->own_row[row] | 1u << column);
    walk->discs++;
    walk->points += gain;
}

static inline void take(struct automaton_walk *walk, int column, unsigned disc, int gain)
{
    int row = --walk->height[column], cell = row * WIDTH + column;
    for (int i = 0; i < walk->window_count[cell]; i++)
        walk->state[walk->window_of[cell][i]] =
            (uint8_t)(walk->state[walk->window_of[cell][i]] - disc);
    walk->filled_row[row] = (uint8_t)(walk->filled_row[row] & ~(1u << column));
    walk->own_row[row] = (uint8_t)(walk->own_row[row] & ~(1u << column));
    walk->discs--;
    walk->points -= gain;
}

/* The value for the side that puts `disc`, right inside alpha..beta and a bound outside. It calls
   itself `depth` times at most. */
static int value_of(struct automaton_walk *walk, unsigned disc, int depth, int alpha, int beta)
{
    static const int8_t order[WIDTH] = {3, 2, 4, 1, 5, 0, 6};
    if ((++walk->nodes & 255) == 0 && walk->interrupt && walk->interrupt(walk->context))
        walk->stopped = true;
    if (walk->discs == TOTAL || walk->stopped)
        return 0;
    if (depth == 0)
        return disc == OWN ? walk->points : -walk->points;
    int gain[WIDTH] = {0}, best = -INFINITE;
    for (int column = 0; column < WIDTH; column++)
        if (walk->height[column] < HEIGHT) {
            gain[column] = weigh(walk, column, disc);
            if (gain[column] == INFINITE)
                return WON;
        }
    for (int i = 0; i < WIDTH && alpha < beta; i++) {
        int column = order[i], value;
        if (walk->height[column] == HEIGHT)
            continue;
        if (depth == 1) {
            value = walk->discs + 1 == TOTAL ? 0 : walk->points + gain[column];
            value = disc == OWN ? value : -value;
        } else {
            put(walk, column, disc, gain[column]);
            value = -value_of(walk, OWN + OTHER - disc, depth - 1, -beta, -alpha);
            take(walk, column, disc, gain[column]);
        }
        best = value > best ? value : best;
        alpha = best > alpha ? best : alpha;
    }
    return best;
}

/* Fills the walk with the discs of a position. */
static void set_up(struct automaton_walk *walk, struct connect4 board)
{
    *walk = (struct automaton_walk){0};
    list_windows(walk);
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++) {
            uint64_t cell = bit(column * (HEIGHT + 1) + row);
            if (board.filled & cell) {
                unsigned disc = board.mine & cell ? OWN : OTHER;
                put(walk, column, disc, weigh(walk, column, disc));
            }
        }
}

/* The root, as Šišić has it: a winning column is played at once, the first from the left; otherwise
   every column is searched and of equal values the last one counts. So a value equal to the best
   must be told from a worse one, which is why the window ends at 1 - best and not at -best. */
int hard_choose(struct connect4 board, int depth, uint32_t columns, bool (*interrupt)(void *),
                void *context, uint32_t *nodes)
{
    struct automaton_walk walk;
    uint32_t open = 0;
    int chosen = -1, best = -INFINITE;
    set_up(&walk, board);
    walk.interrupt = interrupt;
    walk.context = context;
    for (int column = 0; column < WIDTH; column++)
        open |= walk.height[column] < HEIGHT ? UINT32_C(1) << column : 0;
    if (columns & open)
        open &= columns;
    for (int column = 0; column < WIDTH && chosen < 0; column++)
        if (open >> column & 1 && weigh(&walk, column, OWN) == INFINITE)
            chosen = column;
    bool won = chosen >= 0;
    for (int column = 0; column < WIDTH && !won && !walk.stopped; column++) {
        if (!(open >> column & 1))
            continue;
        int gain = weigh(&walk, column, OWN);
        put(&walk, column, OWN, gain);
        int value = -value_of(&walk, OTHER, depth, -INFINITE, 1 - best);
        take(&walk, column, OWN, gain);
        if (chosen < 0 || (value >= best && !walk.stopped)) {
            best = value;
            chosen = column;
        }
    }
    if (nodes)
        *nodes = walk.nodes;
    return chosen;
}
