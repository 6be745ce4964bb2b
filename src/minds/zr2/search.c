#include "minds/zr2/search.h"

#include "base/hash.h"

/* --- Bounds ----------------------------------------------------------------------------------- */

enum { SEEN_VISITED = 1, SEEN_STOOD = 2, SEEN_LOWERED = 4 };

static int32_t leads_to(const struct zr2_level *level, int32_t cell)
{
    int32_t to = zr2_level_cell(level, cell)->leads_to;
    return to == ZR2_NO_CELL ? cell : to;
}

/* Links are numbered as the level lists neighbours. */
static int32_t first_link(const struct zr2_level *level, int32_t cell)
{
    int32_t count;
    const int32_t *row = zr2_level_neighbours(level, cell, &count);
    const int32_t *all = zr2_level_neighbours(level, 0, &count);
    return (int32_t)(row - all);
}

static void pair_links(struct search_bounds *bounds)
{
    const struct zr2_level *level = bounds->level;
    for (int32_t cell = 0; cell < level->cells; cell++) {
        int32_t count, others, first = first_link(level, cell);
        const int32_t *neighbour = zr2_level_neighbours(level, cell, &count);
        for (int32_t i = 0; i < count; i++) {
            const int32_t *back = zr2_level_neighbours(level, neighbour[i], &others);
            for (int32_t j = 0; j < others; j++)
                if (back[j] == cell)
                    bounds->back[first + i] = first_link(level, neighbour[i]) + j;
        }
    }
}

bool search_bounds_init(struct search_bounds *bounds, const struct zr2_level *level, int32_t closed,
                        struct arena *arena)
{
    int32_t count;
    size_t cells = (size_t)level->cells, word = sizeof(int32_t);
    zr2_level_neighbours(level, level->cells - 1, &count);
    size_t links = (size_t)(first_link(level, level->cells - 1) + count) + 1;
    memory_clear(bounds, sizeof *bounds);
    bounds->level = level;
    bounds->closed = closed;
    bounds->queue = arena_take(arena, cells, word);
    bounds->seen = arena_take(arena, cells, 1);
    bounds->leaving = arena_take(arena, cells, word);
    bounds->entering = arena_take(arena, cells, word);
    bounds->round = arena_take_clear(arena, cells, word);
    bounds->path = arena_take(arena, 2 * cells + 1, word);
    bounds->flow = arena_take(arena, links, word);
    bounds->back = arena_take(arena, links, word);
    if (!bounds->back || !bounds->flow || !bounds->path)
        return false;
    pair_links(bounds);
    return true;
}

/* Marks what can be visited, stood on and lowered; sets `*count` to the places stood on, which are
   listed in `queue`. */
static int32_t reach(struct search_bounds *bounds, const struct zr2 *board, int32_t *count)
{
    const struct zr2_level *level = bounds->level;
    int32_t head = 0, tail = 0, sum = 0;
    memory_clear(bounds->seen, (size_t)level->cells);
    bounds->mixes = false;
    bounds->queue[tail++] = board->player;
    bounds->seen[board->player] = SEEN_STOOD;
    while (head < tail) {
        int32_t links, members;
        const int32_t *neighbour = zr2_level_neighbours(level, bounds->queue[head++], &links);
        for (int32_t i = 0; i < links; i++) {
            int32_t cell = neighbour[i], stand = leads_to(level, cell);
            if (board->value[cell] <= 0 || bounds->seen[cell] & SEEN_VISITED ||
                cell == bounds->closed)
                continue;
            sum += bounds->seen[cell] & SEEN_LOWERED ? 0 : board->value[cell];
            bounds->seen[cell] |= SEEN_VISITED;
            bounds->mixes |= stand != cell;
            const struct zr2_cell *visited = zr2_level_cell(level, cell);
            if (visited->lowers != ZR2_NO_GROUP && visited->add < 0) {
                const int32_t *member = zr2_level_group(level, visited->lowers, &members);
                for (int32_t j = 0; j < members; j++) {
                    bool counted = bounds->seen[member[j]] & (SEEN_VISITED | SEEN_LOWERED);
                    sum += counted ? 0 : board->value[member[j]];
                    bounds->seen[member[j]] |= SEEN_LOWERED;
                }
            }
            if (!(bounds->seen[stand] & SEEN_STOOD)) {
                bounds->seen[stand] |= SEEN_STOOD;
                bounds->queue[tail++] = stand;
            }
        }
    }
    *count = tail;
    return sum;
}

int32_t search_bound_sum(struct search_bounds *bounds, const struct zr2 *board)
{
    int32_t count;
    return reach(bounds, board, &count);
}

/* Sends one more unit from a standing place, by a path that alternates between new steps and steps
   taken back; depth first, every cell entered once a round. */
static bool send(struct search_bounds *bounds, int32_t from)
{
    const struct zr2_level *level = bounds->level;
    int32_t count;
    const int32_t *neighbour = zr2_level_neighbours(level, from, &count);
    int32_t first = first_link(level, from);
    for (int32_t i = 0; i < count; i++)
        if (bounds->entering[neighbour[i]] > 0) {
            bounds->entering[neighbour[i]]--;
            bounds->flow[first + i]++;
            return true;
        }
    for (int32_t i = 0; i < count; i++) {
        int32_t cell = neighbour[i], others;
        if (bounds->round[cell] == bounds->rounds || bounds->entering[cell] < 0)
            continue;
        bounds->round[cell] = bounds->rounds;
        const int32_t *other = zr2_level_neighbours(level, cell, &others);
        int32_t at = first_link(level, cell);
        for (int32_t j = 0; j < others; j++) {
            int32_t taken = bounds->back[at + j]; /* the step from other[j] to cell */
            if (other[j] == from || bounds->flow[taken] == 0)
                continue;
            bounds->flow[taken]--;
            if (send(bounds, other[j])) {
                bounds->flow[first + i]++;
                return true;
            }
            bounds->flow[taken]++;
        }
    }
    return false;
}

/* The most steps into cells that only visits can lower. Departures: as often as a place can be
   arrived at. */
static int32_t flow_steps(struct search_bounds *bounds, const struct zr2 *board, int32_t places)
{
    const struct zr2_level *level = bounds->level;
    int32_t steps = 0;
    for (int32_t cell = 0; cell < level->cells; cell++) {
        bool counts = (bounds->seen[cell] & (SEEN_VISITED | SEEN_LOWERED)) == SEEN_VISITED;
        bounds->entering[cell] = counts ? board->value[cell] : -1;
        bounds->leaving[cell] = cell == board->player;
    }
    for (int32_t cell = 0; cell < level->cells; cell++)
        if (bounds->seen[cell] & SEEN_VISITED)
            bounds->leaving[leads_to(level, cell)] += board->value[cell];
    for (int32_t i = 0; i < places; i++) {
        int32_t count, first = first_link(level, bounds->queue[i]);
        zr2_level_neighbours(level, bounds->queue[i], &count);
        for (int32_t j = 0; j < count; j++)
            bounds->flow[first + j] = 0;
    }
    for (int32_t i = 0; i < places; i++)
        for (int32_t from = bounds->queue[i]; bounds->leaving[from] > 0; bounds->leaving[from]--) {
            bounds->rounds++;
            if (!send(bounds, from))
                break;
            steps++;
        }
    return steps;
}

int32_t search_bound(struct search_bounds *bounds, const struct zr2 *board, int32_t enough)
{
    int32_t places, sum = reach(bounds, board, &places), lowered = 0;
    if (sum <= enough || bounds->level->cells > 1024)
        return sum;
    for (int32_t cell = 0; cell < bounds->level->cells; cell++)
        if (bounds->seen[cell] & SEEN_LOWERED)
            lowered += board->value[cell];
    int32_t flow = flow_steps(bounds, board, places);
    return flow + lowered < sum ? flow + lowered : sum;
}

/* --- Search ----------------------------------------------------------------------------------- */

struct key {
    uint64_t a, b; /* both 0: free */
};

struct frame {
    int32_t player, sum;
    uint32_t undo; /* how many changes led here */
    int16_t count, next;
    int32_t step[ZR2_STEPS_MAX]; /* in the order in which they are tried */
};

struct undo {
    int32_t cell, value;
};

struct searching {
    struct search *search;
    struct search_bounds bounds;
    struct key *table;
    size_t table_mask;
    struct frame *frame;
    struct undo *undo;
    size_t frames, undos, undo_count;
    int32_t *path;
    struct key key; /* of the values; the player is added when a position is looked up */
    bool cut;       /* something was left out for want of memory */
};

static struct key cell_key(int32_t cell, int32_t value)
{
    uint64_t mixed = hash_mix(((uint64_t)(uint32_t)cell << 32) + (uint32_t)value + 1);
    return (struct key){mixed, hash_mix(mixed ^ UINT64_C(0xd1b54a32d192ed03))};
}

static void key_change(struct key *key, int32_t cell, int32_t before, int32_t after)
{
    struct key old = cell_key(cell, before), new = cell_key(cell, after);
    key->a += new.a - old.a;
    key->b += new.b - old.b;
}

/* False when the position was met before. */
static bool remember(struct searching *searching)
{
    struct key place = cell_key(-2, searching->search->board->player);
    struct key key = {searching->key.a + place.a, searching->key.b + place.b};
    key.a |= !(key.a | key.b);
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

static void set_value(struct searching *searching, int32_t cell, int32_t value)
{
    struct zr2 *board = searching->search->board;
    searching->undo[searching->undo_count++] = (struct undo){cell, board->value[cell]};
    key_change(&searching->key, cell, board->value[cell], value);
    board->sum += value - board->value[cell];
    board->value[cell] = (int16_t)value;
}

/* As zr2_visit, with notes for taking it back. False when there is no memory for them. */
static bool visit(struct searching *searching, int32_t cell)
{
    const struct zr2_level *level = searching->search->level;
    const struct zr2_cell *visited = zr2_level_cell(level, cell);
    struct zr2 *board = searching->search->board;
    int32_t count = 0;
    const int32_t *member = NULL;
    if (visited->lowers != ZR2_NO_GROUP && visited->add < 0)
        member = zr2_level_group(level, visited->lowers, &count);
    if (searching->undo_count + (size_t)count + 1 > searching->undos)
        return false;
    set_value(searching, cell, board->value[cell] - 1);
    for (int32_t i = 0; i < count; i++) {
        int32_t value = board->value[member[i]] + visited->add;
        if (board->value[member[i]] > 0)
            set_value(searching, member[i], value > 0 ? value : 0);
    }
    board->player = leads_to(level, cell);
    return true;
}

static void take_back(struct searching *searching, const struct frame *frame)
{
    struct zr2 *board = searching->search->board;
    while (searching->undo_count > frame->undo) {
        struct undo undo = searching->undo[--searching->undo_count];
        key_change(&searching->key, undo.cell, board->value[undo.cell], undo.value);
        board->value[undo.cell] = (int16_t)undo.value;
    }
    board->player = frame->player;
    board->sum = frame->sum;
}

/* Steps to places with the fewest ways on come first: what is not taken now will soon be out of
   reach (Warnsdorff's rule). */
static int32_t ways_on(const struct searching *searching, int32_t cell)
{
    const struct search *search = searching->search;
    int32_t count, ways = 0, stand = leads_to(search->level, cell);
    const int32_t *neighbour = zr2_level_neighbours(search->level, stand, &count);
    for (int32_t i = 0; i < count; i++)
        ways += search->board->value[neighbour[i]];
    int32_t lowers = zr2_level_cell(search->level, cell)->lowers;
    if (lowers != ZR2_NO_GROUP && euler_increaser_works(search->level, search->board, cell))
        ways += 64; /* what an Increaser takes away cannot be walked on any more */
    return ways;
}

static void list_steps(struct searching *searching, struct frame *frame)
{
    const struct search *search = searching->search;
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
    struct search *search = searching->search;
    if (points <= search->best_points)
        return;
    search->best_points = points;
    search->best_length = (int32_t)depth;
    memory_copy(search->best, searching->path, depth * sizeof search->best[0]);
    if (search->found)
        search->found(search->context);
}

/* Looks at the position reached after `depth` steps; its frame has no steps when there is nothing
   to gain in it. */
static void enter(struct searching *searching, size_t depth, int32_t start_sum)
{
    struct search *search = searching->search;
    struct frame *frame = &searching->frame[depth];
    int32_t points = start_sum - search->board->sum;
    frame->player = search->board->player;
    frame->sum = search->board->sum;
    frame->undo = (uint32_t)searching->undo_count;
    frame->count = frame->next = 0;
    note_walk(searching, depth, points);
    if (search->best_points >= search->bound || !remember(searching))
        return;
    search->nodes++;
    int32_t needed = search->best_points - points;
    if (search_bound(&searching->bounds, search->board, needed) > needed)
        list_steps(searching, frame);
}

static bool set_up(struct searching *searching, struct arena *arena)
{
    struct search *search = searching->search;
    size_t sum = (size_t)search->board->sum, room;
    if (!search_bounds_init(&searching->bounds, search->level, search->closed, arena))
        return false;
    room = arena_left(arena) / 3;
    searching->frames = sum + 1;
    if (searching->frames > room / (sizeof(struct frame) + sizeof(int32_t)))
        searching->frames = room / (sizeof(struct frame) + sizeof(int32_t));
    searching->frame = arena_take(arena, searching->frames, sizeof(struct frame));
    searching->path = arena_take(arena, searching->frames, sizeof(int32_t));
    searching->undos = sum * 2 + (size_t)search->level->cells + 1;
    if (searching->undos > room / sizeof(struct undo))
        searching->undos = room / sizeof(struct undo);
    searching->undo = arena_take(arena, searching->undos, sizeof(struct undo));
    if (!searching->frame || !searching->path || !searching->undo || searching->frames < 2)
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

static enum search_answer walk_all(struct searching *searching, struct arena *arena)
{
    struct search *search = searching->search;
    size_t depth = 0;
    int32_t start_sum = search->board->sum;
    enter(searching, 0, start_sum);
    for (;;) {
        struct frame *frame = &searching->frame[depth];
        if (search->best_points >= search->bound)
            frame->next = frame->count;
        if (frame->next == frame->count) {
            if (depth == 0)
                return SEARCH_DONE;
            take_back(searching, &searching->frame[--depth]);
            continue;
        }
        int32_t cell = frame->step[frame->next++];
        if (search->nodes % 256 == 0 && search->stop && search->stop(search->context))
            break;
        if (search->node_limit && search->nodes >= search->node_limit)
            break;
        if (depth + 1 >= searching->frames || !visit(searching, cell)) {
            searching->cut = true;
            continue;
        }
        searching->path[depth++] = cell;
        enter(searching, depth, start_sum);
        grow(searching, arena);
    }
    take_back(searching, &searching->frame[0]);
    return SEARCH_STOPPED;
}

enum search_answer search_run(struct search *search, struct arena *arena)
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
