/* Builds the graph of euler.h from a board.

   First a breadth-first search finds every cell that could be visited, each taken by itself: a
   value above 0 is enough, whatever it would cost to get there. No walk leaves that set, so
   everything else stays out of the graph. Then cells become vertices. A cell where visiting and
   standing are the same thing is one vertex; a Teleporter, or a cell that a Teleporter leads to,
   becomes two, because being visited and being stood on are limited by different numbers there.
   Only then are the arcs directed: `directed` stays false on boards without working Teleporters,
   and everything that follows is cheaper for it.

   All of this is linear in the number of cells and neighbours and runs once per question. */
#include "minds/zr2/euler.h"

bool euler_increaser_works(const struct zr2_level *level, const struct zr2 *board, int32_t cell)
{
    const struct zr2_cell *visited = zr2_level_cell(level, cell);
    if (visited->lowers == ZR2_NO_GROUP || visited->add >= 0 || board->value[cell] <= 0)
        return false;
    int32_t count;
    const int32_t *member = zr2_level_group(level, visited->lowers, &count);
    for (int32_t i = 0; i < count; i++)
        if (board->value[member[i]] > (member[i] == cell))
            return true;
    return false;
}

static bool group_has_value(const struct zr2_level *level, const struct zr2 *board, int32_t group)
{
    int32_t count;
    const int32_t *member = zr2_level_group(level, group, &count);
    for (int32_t i = 0; i < count; i++)
        if (board->value[member[i]] > 0)
            return true;
    return false;
}

static int32_t leads_to(const struct zr2_level *level, int32_t cell)
{
    int32_t to = zr2_level_cell(level, cell)->leads_to;
    return to == ZR2_NO_CELL ? cell : to;
}

enum { SEEN_VISITED = 1, SEEN_STOOD = 2 };

/* Whether a working Increaser is among the visited cells. A group that has nothing to be lowered is
   looked through once, however many cells lower it. */
static bool has_increasers(const struct zr2_level *level, const struct zr2 *board,
                           const uint8_t *visited)
{
    uint64_t empty[ZR2_GROUPS_MAX / 64 + 1];
    memory_clear(empty, sizeof empty);
    for (int32_t cell = 0; cell < level->cells; cell++) {
        int32_t group = zr2_level_cell(level, cell)->lowers;
        if (!(visited[cell] & SEEN_VISITED) || group == ZR2_NO_GROUP ||
            empty[group / 64] >> group % 64 & 1)
            continue;
        if (euler_increaser_works(level, board, cell))
            return true;
        if (!group_has_value(level, board, group))
            empty[group / 64] |= UINT64_C(1) << group % 64;
    }
    return false;
}

int32_t euler_reach(const struct zr2_level *level, const struct zr2 *board, int32_t closed,
                    int32_t *queue, uint8_t *visited, bool *increasers)
{
    int32_t head = 0, tail = 0, sum = 0;
    memory_clear(visited, (size_t)level->cells);
    queue[tail++] = board->player;
    visited[board->player] |= SEEN_STOOD;
    while (head < tail) {
        int32_t count;
        const int32_t *neighbour = zr2_level_neighbours(level, queue[head++], &count);
        for (int32_t i = 0; i < count; i++) {
            int32_t cell = neighbour[i];
            if (board->value[cell] <= 0 || visited[cell] & SEEN_VISITED || cell == closed)
                continue;
            visited[cell] |= SEEN_VISITED;
            sum += board->value[cell];
            int32_t stand = leads_to(level, cell);
            if (!(visited[stand] & SEEN_STOOD)) {
                visited[stand] |= SEEN_STOOD;
                queue[tail++] = stand;
            }
        }
    }
    *increasers = has_increasers(level, board, visited);
    return sum;
}

/* The colour of the cell on a chessboard of any dimension. Neighbours differ in one coordinate by
   one, so every link joins the two colours: the graph is bipartite, which matching.h needs. */
static uint8_t cell_side(const struct zr2_level *level, int32_t cell)
{
    int32_t coordinates[ZR2_DIMENSIONS_MAX], sum = 0;
    zr2_level_coordinates(level, cell, coordinates);
    for (int32_t i = 0; i < level->dimensions; i++)
        sum += coordinates[i];
    return (uint8_t)(sum & 1);
}

/* Cells come apart where visiting and standing differ. `seen` is from euler_reach, `aimed` marks
   the targets of Teleporters. */
static void make_vertices(struct euler *euler, const struct zr2_level *level,
                          const struct zr2 *board, const uint8_t *seen, const uint8_t *aimed)
{
    for (int32_t cell = 0; cell < level->cells; cell++) {
        bool visited = seen[cell] & SEEN_VISITED, stood = seen[cell] & SEEN_STOOD;
        bool apart = visited && (leads_to(level, cell) != cell || aimed[cell]);
        int32_t value = visited ? board->value[cell] : 0;
        euler->stand_of[cell] = euler->visit_of[cell] = -1;
        if (!visited && !stood)
            continue;
        struct euler_vertex vertex = {.cell = cell,
                                      .in = value,
                                      .standing = stood,
                                      .visiting = visited,
                                      .side = cell_side(level, cell)};
        if (!apart) {
            vertex.out = value + (cell == board->player);
            euler->vertex[euler->vertices] = vertex;
            euler->stand_of[cell] = stood ? euler->vertices : -1;
            euler->visit_of[cell] = visited ? euler->vertices : -1;
            euler->vertices++;
            euler->directed |= aimed[cell] != 0;
            continue;
        }
        euler->directed = true;
        vertex.standing = false;
        euler->visit_of[cell] = euler->vertices;
        euler->vertex[euler->vertices++] = vertex;
        if (stood) {
            struct euler_vertex place = {
                .cell = cell, .out = cell == board->player, .standing = true, .side = vertex.side};
            euler->stand_of[cell] = euler->vertices;
            euler->vertex[euler->vertices++] = place;
        }
    }
}

static void add_link(struct euler *euler, struct euler_link link)
{
    euler->link[euler->links++] = link;
}

/* A pair of cells that are their own standing places becomes one link with two directions. */
static void make_links(struct euler *euler, const struct zr2_level *level)
{
    for (int32_t v = 0; v < euler->vertices; v++) {
        struct euler_vertex *from = &euler->vertex[v];
        if (!from->standing) { /* a visit that leads elsewhere, or to its own place apart */
            int32_t to = euler->stand_of[leads_to(level, from->cell)];
            euler->vertex[to].out += from->in;
            add_link(euler, (struct euler_link){v, to, false, false, true});
            continue;
        }
        int32_t count;
        const int32_t *neighbour = zr2_level_neighbours(level, from->cell, &count);
        for (int32_t i = 0; i < count; i++) {
            int32_t to = euler->visit_of[neighbour[i]];
            if (to < 0)
                continue;
            bool both = from->visiting && euler->vertex[to].standing;
            if (!both)
                add_link(euler, (struct euler_link){v, to, true, false, false});
            else if (v < to)
                add_link(euler, (struct euler_link){v, to, true, true, false});
        }
    }
}

void euler_incidence(struct euler *euler)
{
    memory_clear(euler->first, ((size_t)euler->vertices + 1) * sizeof euler->first[0]);
    for (int32_t i = 0; i < euler->links; i++) {
        euler->first[euler->link[i].a + 1]++;
        euler->first[euler->link[i].b + 1]++;
    }
    for (int32_t v = 0; v < euler->vertices; v++)
        euler->first[v + 1] += euler->first[v];
    for (int32_t i = euler->links - 1; i >= 0; i--) { /* fills rows from their ends */
        euler->incident[--euler->first[euler->link[i].a + 1]] = i;
        euler->incident[--euler->first[euler->link[i].b + 1]] = i;
    }
    for (int32_t v = 0; v < euler->vertices; v++)
        euler->first[v] = euler->first[v + 1];
    euler->first[euler->vertices] = 2 * euler->links;
}

bool euler_build(struct euler *euler, const struct zr2_level *level, const struct zr2 *board,
                 int32_t closed, struct arena *arena)
{
    size_t cells = (size_t)level->cells, links = 0;
    memory_clear(euler, sizeof *euler);
    for (int32_t cell = 0; cell < level->cells; cell++) {
        int32_t count;
        zr2_level_neighbours(level, cell, &count);
        links += (size_t)count + 1;
    }
    euler->vertex = arena_take(arena, 2 * cells, sizeof *euler->vertex);
    euler->link = arena_take(arena, links, sizeof *euler->link);
    euler->first = arena_take(arena, 2 * cells + 1, sizeof *euler->first);
    euler->incident = arena_take(arena, 2 * links, sizeof *euler->incident);
    euler->stand_of = arena_take(arena, cells, sizeof *euler->stand_of);
    euler->visit_of = arena_take(arena, cells, sizeof *euler->visit_of);
    char *mark = arena->at;
    uint8_t *seen = arena_take(arena, cells, 1), *aimed = arena_take_clear(arena, cells, 1);
    int32_t *queue = arena_take(arena, cells, sizeof *queue);
    if (!queue || !euler->visit_of)
        return false;
    bool increasers;
    euler->within = euler_reach(level, board, closed, queue, seen, &increasers);
    for (int32_t cell = 0; cell < level->cells; cell++)
        if (seen[cell] & SEEN_VISITED && leads_to(level, cell) != cell)
            aimed[leads_to(level, cell)] = 1;
    make_vertices(euler, level, board, seen, aimed);
    euler->start = euler->stand_of[board->player];
    make_links(euler, level);
    euler_incidence(euler);
    arena->at = mark;
    return true;
}
