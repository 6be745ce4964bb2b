/* The solver that works on every board, and the bounds that it shares with count.c and rate.c.

   The bound. A search over "value above 0, so it can be visited" finds what is within reach, and
   the sum of those values is the first bound. The second splits it. Cells that an Increaser
   within reach might lower count with their full value, since they may fall without being
   visited. The others can only be lowered by a step, and steps are limited from two sides: a
   cell is entered at most as often as its value says, and a place is left at most as often as it
   is arrived at, once more at the start. The largest flow between departures and arrivals
   (matching.h) is the most steps that obey both. It sees, for example, that on a chessboard-like
   graph the two colours must alternate. It costs a matching per position and pays for itself by
   cutting the tree; on boards above FLOW_CELLS cells, where no search will finish anyway, only
   the sum is used.

   The search. Points made are the starting sum minus the present sum, so a position determines
   its own score and has to be expanded only once, the first time it is met. The table holds
   128-bit keys (key.h) and nothing else. When the four places of a bucket are full, one is
   overwritten, which can only cause repeated work. Steps to places with few ways on are tried
   first, as in Warnsdorff's rule for knight's tours [warnsdorf23]; a good first walk makes the
   bounds bite early.

   Depth is limited by the sum of all values, so the stack is an array of frames. Boards with
   many working Increasers remain exponential; the caller stops the search and keeps the walk and
   bound it has. */
#include "minds/zr2/search.h"

#include "base/hash.h"
#include "minds/zr2/key.h"
#include "minds/zr2/undo.h"

/* --- Bounds ----------------------------------------------------------------------------------- */

/* Of a cell: a step may lead into it; one may stand there afterwards, which is elsewhere for a
   Teleporter; an Increaser within reach may lower it without a visit. */
enum { SEEN_VISITED = 1, SEEN_STOOD = 2, SEEN_LOWERED = 4 };
enum { FLOW_CELLS = 1024 }; /* of a board that is worth a flow at every position */

static int32_t leads_to(const struct zr2_level *level, int32_t cell)
{
    int32_t to = zr2_level_cell(level, cell)->leads_to;
    return to == ZR2_NO_CELL ? cell : to;
}

/* Every step from a place into a cell, whatever their values are now. */
static bool open_flow(struct search_bounds *bounds, struct arena *arena)
{
    const struct zr2_level *level = bounds->level;
    size_t cells = (size_t)level->cells, links = 1;
    int32_t count;
    for (int32_t cell = 0; cell < level->cells; cell++) {
        zr2_level_neighbours(level, cell, &count);
        links += (size_t)count;
    }
    if (!matching_open(&bounds->matching, cells, cells, links, arena))
        return false;
    for (int32_t cell = 0; cell < level->cells; cell++) {
        const int32_t *neighbour = zr2_level_neighbours(level, cell, &count);
        for (int32_t i = 0; i < count; i++)
            matching_add_edge(&bounds->matching, cell, neighbour[i], 0);
    }
    matching_list_edges(&bounds->matching);
    return true;
}

bool search_bounds_init(struct search_bounds *bounds, const struct zr2_level *level, int32_t closed,
                        struct arena *arena)
{
    size_t cells = (size_t)level->cells;
    memory_clear(bounds, sizeof *bounds);
    bounds->level = level;
    bounds->closed = closed;
    bounds->queue = arena_take(arena, cells, sizeof *bounds->queue);
    bounds->seen = arena_take(arena, cells, 1);
    bounds->group_seen = arena_take(arena, (size_t)level->groups + 1, 1);
    return bounds->group_seen && (level->cells > FLOW_CELLS || open_flow(bounds, arena));
}

/* Counts a group that can be lowered, the first time it is met: all cells of a level may lower the
   same cells. */
static int32_t reach_group(struct search_bounds *bounds, const struct zr2 *board, int32_t group)
{
    int32_t members, sum = 0;
    const int32_t *member = zr2_level_group(bounds->level, group, &members);
    if (bounds->group_seen[group])
        return 0;
    bounds->group_seen[group] = 1;
    for (int32_t i = 0; i < members; i++) {
        bool counted = bounds->seen[member[i]] & (SEEN_VISITED | SEEN_LOWERED);
        sum += counted ? 0 : board->value[member[i]];
        bounds->seen[member[i]] |= SEEN_LOWERED;
    }
    return sum;
}

/* Marks what can be visited, stood on and lowered; returns the sum of the values. Breadth first,
   and generous: a cell counts as within reach if it could be visited now, although walking there
   may use up the way back. That makes it a bound. */
static int32_t reach(struct search_bounds *bounds, const struct zr2 *board)
{
    const struct zr2_level *level = bounds->level;
    int32_t head = 0, tail = 0, sum = 0;
    memory_clear(bounds->seen, (size_t)level->cells);
    memory_clear(bounds->group_seen, (size_t)level->groups);
    bounds->queue[tail++] = board->player;
    bounds->seen[board->player] = SEEN_STOOD;
    while (head < tail) {
        int32_t links;
        const int32_t *neighbour = zr2_level_neighbours(level, bounds->queue[head++], &links);
        for (int32_t i = 0; i < links; i++) {
            int32_t cell = neighbour[i], stand = leads_to(level, cell);
            if (board->value[cell] <= 0 || bounds->seen[cell] & SEEN_VISITED ||
                cell == bounds->closed)
                continue;
            sum += bounds->seen[cell] & SEEN_LOWERED ? 0 : board->value[cell];
            bounds->seen[cell] |= SEEN_VISITED;
            const struct zr2_cell *visited = zr2_level_cell(level, cell);
            if (visited->lowers != ZR2_NO_GROUP && visited->add < 0)
                sum += reach_group(bounds, board, visited->lowers);
            if (!(bounds->seen[stand] & SEEN_STOOD)) {
                bounds->seen[stand] |= SEEN_STOOD;
                bounds->queue[tail++] = stand;
            }
        }
    }
    return sum;
}

int32_t search_bound_sum(struct search_bounds *bounds, const struct zr2 *board)
{
    return reach(bounds, board);
}

/* The most steps into cells that only visits can lower. Departures: as often as a place can be
   arrived at. */
static int64_t flow_steps(struct search_bounds *bounds, const struct zr2 *board)
{
    const struct zr2_level *level = bounds->level;
    struct matching *matching = &bounds->matching;
    for (int32_t cell = 0; cell < level->cells; cell++) {
        bool counts = (bounds->seen[cell] & (SEEN_VISITED | SEEN_LOWERED)) == SEEN_VISITED;
        matching->right_spare[cell] = counts ? board->value[cell] : 0;
        matching->left_spare[cell] = cell == board->player;
    }
    for (int32_t cell = 0; cell < level->cells; cell++)
        if (bounds->seen[cell] & SEEN_VISITED)
            matching->left_spare[leads_to(level, cell)] += board->value[cell];
    matching_find(matching);
    return matching->size;
}

/* The flow costs far more than the sum, so it is not asked for where the sum says enough: a bound
   no larger than `enough` cuts whatever its exact value. */
int32_t search_bound(struct search_bounds *bounds, const struct zr2 *board, int32_t enough)
{
    int32_t sum = reach(bounds, board), lowered = 0;
    if (sum <= enough || bounds->level->cells > FLOW_CELLS)
        return sum;
    for (int32_t cell = 0; cell < bounds->level->cells; cell++)
        if (bounds->seen[cell] & SEEN_LOWERED)
            lowered += board->value[cell];
    int64_t flow = flow_steps(bounds, board);
    return flow + lowered < sum ? (int32_t)flow + lowered : sum;
}

/* --- Search ----------------------------------------------------------------------------------- */

struct search_frame {
    int32_t player;
    uint32_t changes; /* how many led here */
    int16_t count, next;
    int32_t step[ZR2_STEPS_MAX]; /* in the order in which they are tried */
};

struct searching {
    struct zr2_search *search;
    struct search_bounds bounds;
    struct key *table;
    size_t table_mask;
    struct search_frame *frame;
    struct zr2_undo undo;
    size_t frames;
    int32_t *path;
    struct key key; /* of the values; the player is added when a position is looked up */
    bool cut;       /* something was left out for lack of memory */
};

/* False when the position was met before. A key of zero marks an empty place; that a position has
   it is as unlikely as that two have the same. Overwriting forgets a position, which may then be
   searched twice; it never makes one be skipped that was not seen. */
static bool remember(struct searching *searching)
{
    struct key key = key_at(searching->key, searching->search->board->player);
    size_t at = key.a & searching->table_mask;
    for (size_t i = 0; i < 4; i++) {
        struct key *entry = &searching->table[(at + i) & searching->table_mask];
        if (entry->a == key.a && entry->b == key.b)
            return false;
        if (!(entry->a | entry->b)) {
            *entry = key;
            return true;
        }
    }
    searching->table[(at + (key.b >> 62)) & searching->table_mask] = key;
    return true;
}

static void visit(struct searching *searching, int32_t cell)
{
    struct zr2_search *search = searching->search;
    struct zr2_undo *undo = &searching->undo;
    size_t before = undo->count;
    zr2_undo_visit(undo, search->level, search->board, cell);
    key_follow(&searching->key, undo, before, search->board);
}

static void take_back(struct searching *searching, const struct search_frame *frame)
{
    struct zr2_search *search = searching->search;
    key_unfollow(&searching->key, &searching->undo, frame->changes, search->board);
    zr2_undo_take_back(&searching->undo, search->board, frame->changes);
    search->board->player = frame->player;
}

/* Steps to places with the fewest ways on come first: what is not taken now will soon be out of
   reach (Warnsdorff's rule). */
static int32_t ways_on(const struct searching *searching, int32_t cell)
{
    const struct zr2_search *search = searching->search;
    int32_t count, ways = 0, stand = leads_to(search->level, cell);
    const int32_t *neighbour = zr2_level_neighbours(search->level, stand, &count);
    for (int32_t i = 0; i < count; i++)
        ways += search->board->value[neighbour[i]];
    int32_t lowers = zr2_level_cell(search->level, cell)->lowers;
    if (lowers != ZR2_NO_GROUP && euler_increaser_works(search->level, search->board, cell))
        ways += 64; /* what an Increaser takes away cannot be walked on any more */
    return ways;
}

static void list_steps(struct searching *searching, struct search_frame *frame)
{
    const struct zr2_search *search = searching->search;
    uint32_t steps[ZR2_STEPS_MAX];
    int32_t ways[ZR2_STEPS_MAX];
    int count = zr2_steps(search->level, search->board, steps);
    frame->count = frame->next = 0;
    for (int i = 0; i < count; i++) {
        int32_t cell = (int32_t)steps[i], way = ways_on(searching, cell);
        if (cell == search->closed)
            continue;
        int16_t at = frame->count++;
        for (; at > 0 && ways[at - 1] > way; at--) {
            ways[at] = ways[at - 1];
            frame->step[at] = frame->step[at - 1];
        }
        ways[at] = way;
        frame->step[at] = cell;
    }
}

static void note_walk(struct searching *searching, size_t depth, int32_t points)
{
    struct zr2_search *search = searching->search;
    if (points <= search->best_points)
        return;
    search->best_points = points;
    search->best_length = (int32_t)depth;
    memory_copy(search->best, searching->path, depth * sizeof search->best[0]);
    if (search->found)
        search->found(search->context);
}

/* Looks at the position reached after `depth` steps; its frame has no steps when there is nothing
   to gain in it. Every position is the end of a walk, since a walk may stop anywhere, so the best
   is noted before anything is cut. What is `needed` to be better than that is measured from here.
 */
static void enter(struct searching *searching, size_t depth, int32_t start_sum)
{
    struct zr2_search *search = searching->search;
    struct search_frame *frame = &searching->frame[depth];
    int32_t points = start_sum - search->board->sum;
    frame->player = search->board->player;
    frame->changes = (uint32_t)searching->undo.count;
    frame->count = frame->next = 0;
    note_walk(searching, depth, points);
    if (search->best_points >= search->bound || !remember(searching))
        return;
    search->nodes++;
    int32_t needed = search->best_points - points;
    if (search_bound(&searching->bounds, search->board, needed) > needed)
        list_steps(searching, frame);
}

/* A third of the memory at most is for the frames, of which a walk needs as many as it has steps;
   the rest is for the table, which begins small (grow). Where the frames do not suffice for the
   longest walk there could be, deeper ones are cut off and the search says so. */
static bool set_up(struct searching *searching, struct arena *arena)
{
    struct zr2_search *search = searching->search;
    size_t sum = (size_t)search->board->sum, room;
    if (!search_bounds_init(&searching->bounds, search->level, search->closed, arena))
        return false;
    room = arena_left(arena) / 3;
    searching->frames = sum + 1;
    if (searching->frames > room / (sizeof(struct search_frame) + sizeof(int32_t)))
        searching->frames = room / (sizeof(struct search_frame) + sizeof(int32_t));
    searching->frame = arena_take(arena, searching->frames, sizeof(struct search_frame));
    searching->path = arena_take(arena, searching->frames, sizeof(int32_t));
    if (!zr2_undo_init(&searching->undo, search->board, arena) || searching->frames < 2)
        return false;
    size_t entries = 1024;
    if (arena_left(arena) < (entries + 4) * sizeof(struct key))
        return false;
    while ((2 * entries + 4) * sizeof(struct key) <= arena_left(arena) && entries < 1u << 14)
        entries *= 2;
    searching->table = arena_take_clear(arena, entries, sizeof(struct key));
    searching->table_mask = entries - 1;
    return searching->table != NULL;
}

/* A table that is small at first costs nothing on small boards; it grows with the search. */
static void grow(struct searching *searching, struct arena *arena)
{
    size_t entries = searching->table_mask + 1;
    if (searching->search->nodes < entries / 2 ||
        (4 * entries + 4) * sizeof(struct key) > arena_left(arena))
        return;
    struct key *old = searching->table;
    searching->table = arena_take_clear(arena, 4 * entries, sizeof(struct key));
    searching->table_mask = 4 * entries - 1;
    for (size_t i = 0; i < entries; i++) {
        if (!(old[i].a | old[i].b))
            continue;
        size_t at = old[i].a & searching->table_mask;
        for (size_t j = 0; j < 4; j++) {
            struct key *entry = &searching->table[(at + j) & searching->table_mask];
            if (!(entry->a | entry->b)) {
                *entry = old[i];
                break;
            }
        }
    }
}

/* Depth first over frames instead of by recursion: a walk can have many thousand steps. A frame
   keeps what is needed to come back to it, the place stood on and how many changes of the board led
   there; the board itself exists once and is changed back. When a best walk has reached the bound
   every frame is emptied on the way up, which restores the board. */
static enum search_answer walk_all(struct searching *searching, struct arena *arena)
{
    struct zr2_search *search = searching->search;
    size_t depth = 0;
    int32_t start_sum = search->board->sum;
    enter(searching, 0, start_sum);
    for (;;) {
        struct search_frame *frame = &searching->frame[depth];
        if (search->best_points >= search->bound)
            frame->next = frame->count;
        if (frame->next == frame->count) {
            if (depth == 0)
                return SEARCH_DONE;
            take_back(searching, &searching->frame[--depth]);
            continue;
        }
        int32_t cell = frame->step[frame->next++];
        if (search->nodes % zr2_stop_nodes(search->level) == 0 && search->stop &&
            search->stop(search->context))
            break;
        if (search->node_limit && search->nodes >= search->node_limit)
            break;
        if (depth + 1 >= searching->frames) {
            searching->cut = true;
            continue;
        }
        visit(searching, cell);
        searching->path[depth++] = cell;
        enter(searching, depth, start_sum);
        grow(searching, arena);
    }
    take_back(searching, &searching->frame[0]);
    return SEARCH_STOPPED;
}

enum search_answer search_run(struct zr2_search *search, struct arena *arena)
{
    char *mark = arena->at;
    struct searching searching = {.search = search};
    enum search_answer answer = SEARCH_NO_MEMORY;
    if (set_up(&searching, arena)) {
        answer = walk_all(&searching, arena);
        if (answer == SEARCH_DONE && searching.cut)
            answer = SEARCH_NO_MEMORY;
        if (answer == SEARCH_DONE)
            search->bound = search->best_points;
    }
    arena->at = mark;
    return answer;
}
