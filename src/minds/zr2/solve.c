/* The solver's strategy: which method is asked when, and how walk and bound approach each other.

   Two numbers are maintained from the first millisecond to the last: the points of a walk that
   has been replayed by the rules, and an upper bound with the name of its proof. They only ever
   improve, and when they meet the answer is proved. Whatever interrupts the solver, both are
   valid at that moment.

   Without working Increasers (euler.h) the order of work is:

   - The flow bound, and two narrow beam passes of the frontier for a first good walk.
   - Polishing: a window of cells is torn out of the walk and filled again in the best possible
     way by the frontier, with the rest fixed. This is large neighbourhood search [shaw98]. Equal
     results are accepted at random, so the walk drifts over plateaus.
   - Where the frontier has at most WIDTH_MOST slots, passes with beams growing by a factor of
     16. By then the walk is usually the best one, so nearly all states are dropped as hopeless and
     a pass that loses nothing to the beam is the proof.
   - On wider boards, bounds by parts (parts.h) with ever wider slabs, taking turns with
     polishing. This narrows the gap but rarely closes it.

   With working Increasers, or values too large for the packed states, some random walks provide
   a start and search.c does the rest. A task with a `goal` only wants to know yes or no and
   skips polishing. */
#include "minds/zr2/solve.h"

#include "base/clock.h"
#include "base/random.h"
#include "minds/zr2/parts.h"
#include "minds/zr2/search.h"

enum {
    TELL_MICROSECONDS = 100000,
    WIDTH_MOST = 16,      /* of a frontier along which a board can be proved */
    PARTS_WIDTH_MOST = 9, /* of the parts of wider boards */
};

struct zr2_solving {
    const struct zr2_solve_task *task;
    struct zr2_solution *solution;
    struct arena arena;
    struct zr2 *board; /* a copy to work on */
    int32_t *path;     /* of the best walk, room for the sum */
    int32_t path_room;
    uint64_t started, told;     /* when it began, and when the listener was last called */
    uint64_t nodes;             /* of finished parts */
    const uint64_t *part_nodes; /* of the part at work */
    struct zr2_search *search;
};

static uint64_t nodes_now(const struct zr2_solving *solving)
{
    return solving->nodes + (solving->part_nodes ? *solving->part_nodes : 0);
}

static void tell(struct zr2_solving *solving)
{
    struct zr2_solution *solution = solving->solution;
    solution->nodes = nodes_now(solving);
    solving->told = clock_microseconds();
    solution->microseconds = solving->told - solving->started;
    solution->proved = solution->points == solution->bound;
    if (solving->task->report)
        solving->task->report(solving->task->listener, solution);
}

/* Called by all parts every few thousand nodes, which is also when progress is reported. */
static bool should_stop(void *context)
{
    struct zr2_solving *solving = context;
    const struct zr2_solve_task *task = solving->task;
    uint64_t now = clock_microseconds();
    if (now - solving->told >= TELL_MICROSECONDS)
        tell(solving);
    return (task->stop && atomic_load_explicit(task->stop, memory_order_relaxed)) ||
           (task->nodes && nodes_now(solving) >= task->nodes) ||
           (task->microseconds && now - solving->started >= task->microseconds);
}

static void lower_bound_to(struct zr2_solving *solving, int64_t bound, enum zr2_proof proof)
{
    if (bound >= solving->solution->bound)
        return;
    solving->solution->bound = (int32_t)bound;
    solving->solution->proof = proof;
}

int32_t zr2_replay(const struct zr2_level *level, struct zr2 *board, const int32_t *path,
                   int32_t length)
{
    for (int32_t i = 0; i < length; i++) {
        uint32_t steps[ZR2_STEPS_MAX];
        int count = zr2_steps(level, board, steps), at = 0;
        while (at < count && steps[at] != (uint32_t)path[i])
            at++;
        if (at == count)
            return i;
        zr2_visit(level, board, path[i]);
    }
    return length;
}

/* --- Boards without Increasers ---------------------------------------------------------------- */

struct euler_part {
    struct euler euler;
    struct matching matching;
    struct frontier frontier;
    struct trail_uses best, uses; /* the best walk; scratch, because finding a trail uses it up */
    struct random random;
};

/* Turns the best multiset of links into a path: a connected set of links, each with the number of
   its uses, in which every vertex is left as often as it is entered (but for the two ends) can be
   walked in one go; Euler's theorem, and trail_walk does it. The path is then replayed by the rules
   of the game, so a slip in all of that could cost points but never claim them. */
static void take_walk(struct zr2_solving *solving, struct euler_part *part)
{
    size_t bytes = (size_t)part->euler.links * sizeof(int32_t);
    memory_copy(part->uses.forward, part->best.forward, bytes);
    memory_copy(part->uses.backward, part->best.backward, bytes);
    int32_t *path = arena_take(&solving->arena, (size_t)solving->path_room, sizeof *path);
    int32_t length =
        path ? trail_walk(&part->euler, part->uses, path, solving->path_room, &solving->arena) : -1;
    memory_copy(solving->board, solving->task->board, zr2_position_size(solving->task->level));
    if (length > solving->solution->points &&
        zr2_replay(solving->task->level, solving->board, path, length) == length) {
        memory_copy(solving->path, path, (size_t)length * sizeof *path);
        solving->solution->points = solving->solution->length = length;
        tell(solving);
    }
    if (path)
        solving->arena.at = (char *)path;
}

/* How large the windows are in which a walk is made better, and how many states of a layer are kept
   there. Small ones are quick; large ones see what small ones cannot. */
struct solve_view {
    int32_t least, more, side;
    uint32_t beam;
};

static const struct solve_view views[] = {
    {16, 33, 10, 600}, {30, 60, 14, 2000}, {60, 80, 20, 4000}};
enum { VIEWS = sizeof views / sizeof views[0] };

/* Puts the vertices of a box of cells into the window. The box grows from one cell, a side at a
   time along a random axis in a random direction, until it has about `size` cells; so windows
   differ in place, size and shape, and a walk that one of them cannot improve may still be improved
   by another. Without a walk so far the box lies round the start, where any walk must begin. */
static void choose_window(struct zr2_solving *solving, struct euler_part *part,
                          const struct solve_view *view)
{
    const struct zr2_level *level = solving->task->level;
    struct plan *window = &part->frontier.window;
    const struct euler *euler = &part->euler;
    int32_t low[ZR2_DIMENSIONS_MAX], high[ZR2_DIMENSIONS_MAX], centre[ZR2_DIMENSIONS_MAX];
    int32_t product = 1;
    int32_t size = view->least + (int32_t)random_below(&part->random, (uint32_t)view->more);
    uint32_t pick = random_below(&part->random, (uint32_t)euler->vertices);
    int32_t v = part->frontier.best == 0 ? euler->start : (int32_t)pick;
    zr2_level_coordinates(level, euler->vertex[v].cell, centre);
    for (int32_t i = 0; i < level->dimensions; i++)
        low[i] = high[i] = centre[i];
    for (int tries = 0; tries < 64 && product < size; tries++) {
        uint32_t axis = random_below(&part->random, (uint32_t)level->dimensions);
        bool up = random_below(&part->random, 2);
        if (up ? high[axis] + 1 >= level->size[axis] : low[axis] == 0)
            continue;
        int32_t side = high[axis] - low[axis] + 1;
        if (product / side * (side + 1) > size || side >= view->side)
            continue;
        product = product / side * (side + 1);
        high[axis] += up;
        low[axis] -= !up;
    }
    window->count = 0;
    for (int32_t i = 0; i < euler->vertices; i++) {
        int32_t vertex = part->frontier.whole.order[i], at[ZR2_DIMENSIONS_MAX];
        bool inside = true;
        zr2_level_coordinates(level, euler->vertex[vertex].cell, at);
        for (int32_t j = 0; j < level->dimensions; j++)
            inside = inside && at[j] >= low[j] && at[j] <= high[j];
        if (inside)
            window->order[window->count++] = vertex;
    }
}

/* Works on windows until that has not helped for a while: on a board of 400 cells with patience 1,
   until seventy windows in a row were fruitless. */
static void polish(struct zr2_solving *solving, struct euler_part *part,
                   const struct solve_view *view, int patience)
{
    struct frontier *frontier = &part->frontier;
    int fruitless = 0, limit = patience * (20 + part->euler.vertices / 8);
    solving->solution->method = "windows";
    while (fruitless < limit && frontier->best < solving->solution->bound &&
           !should_stop(solving)) {
        choose_window(solving, part, view);
        bool better = frontier_window(frontier, view->beam, random_next(&part->random), part->best,
                                      &solving->arena);
        fruitless = better ? 0 : fruitless + 1;
        if (better)
            take_walk(solving, part);
    }
}

/* Bounds the walk by parts of the given width along an axis. A board may have several smallest
   covers, and the bound depends on which is taken: `late` picks the other end of them, and both are
   tried. Directed graphs (Teleporters) are left out, parts.h cannot cut them. */
static void bound_by_parts(struct zr2_solving *solving, struct euler_part *part, int32_t axis,
                           int32_t width, bool late)
{
    char *mark = solving->arena.at;
    const struct zr2_level *level = solving->task->level;
    if (part->euler.directed || width >= level->size[axis])
        return;
    size_t vertices = (size_t)part->euler.vertices;
    uint8_t *out = arena_take(&solving->arena, vertices, 1);
    uint8_t *in = arena_take(&solving->arena, vertices, 1);
    struct parts parts = {.level = level,
                          .euler = &part->euler,
                          .cover = out,
                          .axis = axis,
                          .width = width,
                          .beam = 200000,
                          .stop = should_stop,
                          .context = solving};
    struct matching matching = {.stop = should_stop, .context = solving};
    if (in && matching_solve(&matching, &part->euler, false, &solving->arena)) {
        int32_t before = solving->solution->bound;
        matching_cover(&matching, &part->euler, late, out, in);
        solving->solution->method = "parts";
        lower_bound_to(solving, parts_bound(&parts, &solving->arena), ZR2_PROOF_PARTS);
        part->frontier.nodes += parts.nodes;
        part->frontier.bound = solving->solution->bound;
        if (solving->solution->bound < before)
            tell(solving);
    }
    solving->arena.at = mark;
}

/* One pass; true while another with more states may help. A pass that dropped states for lack of
   room still proves that no walk has more points than the best of these could have come to. */
static bool pass(struct zr2_solving *solving, struct euler_part *part, uint32_t beam)
{
    struct frontier *frontier = &part->frontier;
    solving->solution->method = "frontier";
    enum frontier_answer answer = frontier_pass(frontier, beam, part->best, &solving->arena);
    if (frontier->found)
        take_walk(solving, part);
    if (answer == FRONTIER_PROVED || answer == FRONTIER_DROPPED) {
        int32_t before = solving->solution->bound; /* a pass may end with "no more than the goal" */
        lower_bound_to(solving, frontier->bound, ZR2_PROOF_FRONTIER);
        if (solving->solution->bound < before)
            tell(solving);
    }
    return answer == FRONTIER_DROPPED && frontier->best < frontier->bound;
}

static bool is_open(struct zr2_solving *solving, const struct euler_part *part)
{
    return part->frontier.best < solving->solution->bound && !should_stop(solving);
}

/* A question with yes or no: no walk to polish, so larger passes at once. It pretends to have a
   walk of one step less than the goal, so that only states that can still reach the goal are kept.
 */
static void answer_question(struct zr2_solving *solving, struct euler_part *part)
{
    struct frontier *frontier = &part->frontier;
    int32_t goal = solving->task->goal;
    bool again = frontier->fits;
    frontier->best = goal - 1;
    for (uint32_t beam = 30; again && beam < UINT32_C(1) << 26; beam *= 10)
        again = !should_stop(solving) && pass(solving, part, beam) && frontier->best < goal;
}

/* Boards too wide for a proof in sensible time: walk and bound are made better in turns, both with
   more and more work. */
static void work_on_wide(struct zr2_solving *solving, struct euler_part *part)
{
    int32_t dimensions = solving->task->level->dimensions;
    polish(solving, part, &views[0], 1);
    for (int32_t width = 4; is_open(solving, part); width++) {
        for (int32_t i = 0; i < 2 * dimensions && width <= PARTS_WIDTH_MOST; i++)
            if (is_open(solving, part))
                bound_by_parts(solving, part, i / 2, width, i % 2);
        for (int i = 0; i < VIEWS; i++)
            polish(solving, part, &views[i], 1);
        if (width > PARTS_WIDTH_MOST && solving->task->microseconds == 0)
            return;
    }
}

/* Small beams first; windows in between make the walk good before the large passes, which then have
   little left to look at. The largest pass keeps all that memory holds.

   Beams of 30 and 300 states take milliseconds and settle most small boards by themselves. From
   4,000 on each pass has sixteen times the room of the one before, so all passes before the last
   take together a fifteenth of its time: nothing is lost by beginning small. Bounds by parts are
   tried once, before the first of these, on boards wide enough for them to say anything. */
static void work_along_frontier(struct zr2_solving *solving, struct euler_part *part)
{
    struct frontier *frontier = &part->frontier;
    bool again = true;
    frontier->bound = solving->solution->bound;
    if (solving->task->goal > 0) {
        answer_question(solving, part);
        return;
    }
    if (frontier->fits)
        again = pass(solving, part, 30) && pass(solving, part, 300);
    if (again && (!frontier->fits || frontier->whole.width > WIDTH_MOST)) {
        work_on_wide(solving, part);
        return;
    }
    if (again && frontier->whole.width <= 8)
        again = pass(solving, part, 3000);
    for (uint32_t beam = 4000; again && !should_stop(solving); beam *= 16) {
        polish(solving, part, &views[0], beam == 4000 ? 1 : 3);
        for (int32_t i = 0; beam == 4000 && frontier->whole.width > 8 && i < 8; i++)
            if (is_open(solving, part))
                bound_by_parts(solving, part, i % solving->task->level->dimensions, 4 + i / 4,
                               i / 2 % 2);
        again = is_open(solving, part) && pass(solving, part, beam) && beam < UINT32_C(1) << 26;
    }
}

static bool euler_begin(struct zr2_solving *solving, struct euler_part *part)
{
    const struct zr2_solve_task *task = solving->task;
    struct arena *arena = &solving->arena;
    part->matching.stop = should_stop;
    part->matching.context = solving;
    if (!euler_build(&part->euler, task->level, task->board, task->closed, arena) ||
        !matching_solve(&part->matching, &part->euler, false, arena))
        return false;
    lower_bound_to(solving, part->matching.size, ZR2_PROOF_FLOW);
    tell(solving);
    if (should_stop(solving) || /* planning takes its time on the largest boards */
        !frontier_prepare(&part->frontier, task->level, &part->euler, &part->matching, arena))
        return false;
    size_t links = (size_t)part->euler.links + 1;
    part->best.forward = arena_take_clear(arena, links, sizeof(int32_t));
    part->best.backward = arena_take_clear(arena, links, sizeof(int32_t));
    part->uses.forward = arena_take_clear(arena, links, sizeof(int32_t));
    part->uses.backward = arena_take_clear(arena, links, sizeof(int32_t));
    part->frontier.stop = should_stop;
    part->frontier.context = solving;
    random_seed(&part->random, task->seed);
    return part->uses.backward != NULL;
}

/* False when the board does not suit the method. */
static bool solve_euler(struct zr2_solving *solving)
{
    struct euler_part *part = arena_take_clear(&solving->arena, 1, sizeof *part);
    if (!part || should_stop(solving) || !euler_begin(solving, part))
        return false;
    solving->part_nodes = &part->frontier.nodes;
    work_along_frontier(solving, part);
    solving->nodes += part->frontier.nodes;
    solving->part_nodes = NULL;
    return true;
}

/* --- All other boards ------------------------------------------------------------------------- */

static void search_found(void *context)
{
    struct zr2_solving *solving = context;
    solving->solution->points = solving->search->best_points;
    solving->solution->length = solving->search->best_length;
    tell(solving);
}

/* The next step of a random walk: towards the fewest ways on, as in search.c, since what is passed
   by now may be cut off later. A way on counts 3 and its value, so that many small neighbours count
   more than a large one; a working Increaser is put off, because what it lowers cannot be walked on
   any more; a dead end comes last of all. Chance decides between steps that are nearly equally
   good. */
static int32_t random_step(const struct zr2_solving *solving, const struct zr2 *board,
                           struct random *random)
{
    uint32_t steps[ZR2_STEPS_MAX];
    const struct zr2_level *level = solving->task->level;
    int count = zr2_steps(level, board, steps);
    int32_t best = ZR2_NO_CELL, least = 0;
    for (int i = 0; i < count; i++) {
        int32_t cell = (int32_t)steps[i], links, ways = 0;
        int32_t to = zr2_level_cell(level, cell)->leads_to;
        const int32_t *neighbour = zr2_level_neighbours(level, to < 0 ? cell : to, &links);
        if (cell == solving->task->closed)
            continue;
        for (int32_t j = 0; j < links; j++)
            ways += board->value[neighbour[j]] > 0 ? 3 + board->value[neighbour[j]] : 0;
        ways += euler_increaser_works(level, board, cell) ? 40 : 0;
        ways += ways ? (int32_t)random_below(random, 6) : 1000; /* a dead end comes last */
        if (best == ZR2_NO_CELL || ways < least) {
            best = cell;
            least = ways;
        }
    }
    return best;
}

/* A first walk, good on boards that are too large to be searched. */
static void try_walks(struct zr2_solving *solving, int walks)
{
    const struct zr2_level *level = solving->task->level;
    struct zr2_solution *solution = solving->solution;
    char *mark = solving->arena.at;
    int32_t *path = arena_take(&solving->arena, (size_t)solving->path_room, sizeof *path);
    struct random random;
    random_seed(&random, solving->task->seed);
    int32_t enough = solving->task->goal > 0 ? solving->task->goal : solution->bound;
    for (int i = 0; path && i < walks && solution->points < enough; i++) {
        int32_t length = 0, cell;
        memory_copy(solving->board, solving->task->board, zr2_position_size(level));
        while ((cell = random_step(solving, solving->board, &random)) != ZR2_NO_CELL &&
               length < solving->path_room) {
            path[length++] = cell;
            zr2_visit(level, solving->board, cell);
            if ((uint32_t)length % zr2_stop_nodes(level) == 0 && should_stop(solving))
                break;
        }
        int32_t points = solving->task->board->sum - solving->board->sum;
        if (points > solution->points) {
            solution->points = points;
            solution->length = length;
            memory_copy(solving->path, path, (size_t)length * sizeof *path);
            tell(solving);
        }
        if (should_stop(solving))
            break;
    }
    memory_copy(solving->board, solving->task->board, zr2_position_size(level));
    solving->arena.at = mark;
}

/* With a goal the search is told that goal - 1 points have been made already and that no more than
   the goal is wanted: it then looks only for walks that answer the question, and stops at the
   first. A search that ends without one has proved that there is none. */
static void solve_search(struct zr2_solving *solving)
{
    struct zr2_solution *solution = solving->solution;
    struct zr2_search search = {
        .level = solving->task->level,
        .board = solving->board,
        .closed = solving->task->closed,
        .best = solving->path,
        .best_length = solution->length,
        .best_points =
            solving->task->goal > solution->points ? solving->task->goal - 1 : solution->points,
        .bound = solving->task->goal > 0 ? solving->task->goal : solution->bound,
        .stop = should_stop,
        .context = solving,
        .found = search_found};
    int32_t search_goal = solving->task->goal;
    solution->method = "search";
    solving->search = &search;
    solving->part_nodes = &search.nodes;
    enum search_answer answer = search_run(&search, &solving->arena);
    if (answer == SEARCH_DONE && (solving->task->goal == 0 || search.best_points < search_goal))
        lower_bound_to(solving, search.bound, ZR2_PROOF_SEARCH);
    solving->nodes += search.nodes;
    solving->part_nodes = NULL;
}

/* --- Picking ---------------------------------------------------------------------------------- */

size_t zr2_solve_memory(const struct zr2_level *level)
{
    size_t cells = (size_t)level->cells, steps = (size_t)level->sum;
    steps = steps < ((size_t)1 << 24) ? steps : (size_t)1 << 24;
    return ((size_t)2 << 20) + cells * (200 + 100 * (size_t)level->dimensions) + 128 * steps;
}

static bool begin(struct zr2_solving *solving, bool *increasers)
{
    const struct zr2_solve_task *task = solving->task;
    const struct zr2_level *level = task->level;
    size_t sum = (size_t)task->board->sum;
    arena_init(&solving->arena, task->memory, task->bytes);
    if (sum > arena_left(&solving->arena) / 64)
        sum = arena_left(&solving->arena) / 64;
    solving->path_room = (int32_t)sum;
    solving->path = arena_take(&solving->arena, sum + 1, sizeof *solving->path);
    solving->board = arena_take(&solving->arena, zr2_position_size(level), 1);
    char *mark = solving->arena.at;
    int32_t *queue = arena_take(&solving->arena, (size_t)level->cells, sizeof *queue);
    uint8_t *seen = arena_take(&solving->arena, (size_t)level->cells, 1);
    struct search_bounds bounds;
    if (!solving->path || !solving->board || !queue || !seen ||
        !search_bounds_init(&bounds, level, task->closed, &solving->arena))
        return false;
    memory_copy(solving->board, task->board, zr2_position_size(level));
    euler_reach(level, task->board, task->closed, queue, seen, increasers);
    lower_bound_to(solving, search_bound_sum(&bounds, task->board), ZR2_PROOF_SUM);
    if (*increasers)
        lower_bound_to(solving, search_bound(&bounds, task->board, 0), ZR2_PROOF_FLOW);
    solving->arena.at = mark;
    return true;
}

/* The bound begins one above the sum, so that the first real bound, however weak, is entered with
   the name of its proof. */
void zr2_solve(const struct zr2_solve_task *task, struct zr2_solution *solution)
{
    uint64_t now = clock_microseconds();
    struct zr2_solving solving = {.task = task, .solution = solution, .started = now, .told = now};
    bool increasers = false;
    memory_clear(solution, sizeof *solution);
    solution->bound = task->board->sum + 1;
    solution->method = "sum";
    if (!begin(&solving, &increasers)) {
        solution->bound = task->board->sum;
        return;
    }
    solution->path = solving.path;
    char *mark = solving.arena.at;
    if (solution->bound > 0 && solution->bound >= task->goal &&
        (increasers || !solve_euler(&solving))) {
        solving.arena.at = mark;
        solution->method = "walks";
        try_walks(&solving, increasers ? 30 : 200);
        if (solution->points < solution->bound &&
            (task->goal == 0 || solution->points < task->goal))
            solve_search(&solving);
    }
    tell(&solving);
}

/* --- Names and cheap bounds ------------------------------------------------------------------- */

static const char *const proof_names[] = {
    [ZR2_PROOF_SUM] = "sum",           [ZR2_PROOF_FLOW] = "flow",     [ZR2_PROOF_PARTS] = "parts",
    [ZR2_PROOF_FRONTIER] = "frontier", [ZR2_PROOF_SEARCH] = "search",
};

const char *zr2_proof_name(enum zr2_proof proof)
{
    return proof_names[proof];
}

int zr2_proof_find(const char *name, size_t length)
{
    for (int i = 0; i <= ZR2_PROOF_SEARCH; i++)
        if (text_part_equal(name, length, proof_names[i]))
            return i;
    return -1;
}

int32_t zr2_bound(const struct zr2_level *level, const struct zr2 *board, enum zr2_proof proof,
                  void *memory, size_t bytes)
{
    struct zr2_solution solution = {.bound = board->sum + 1};
    struct zr2_solve_task task = {
        .level = level, .board = board, .closed = ZR2_NO_CELL, .memory = memory, .bytes = bytes};
    struct zr2_solving solving = {.task = &task, .solution = &solution};
    bool increasers = false;
    if (!begin(&solving, &increasers))
        return board->sum;
    struct euler euler;
    struct matching matching = {.stop = NULL};
    if (proof != ZR2_PROOF_SUM && !increasers &&
        euler_build(&euler, level, board, ZR2_NO_CELL, &solving.arena) &&
        matching_solve(&matching, &euler, false, &solving.arena))
        lower_bound_to(&solving, matching.size, ZR2_PROOF_FLOW);
    return solution.bound;
}
