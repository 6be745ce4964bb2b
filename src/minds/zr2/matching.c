/* A largest b-matching between two sides by Dinic's algorithm [dinic70], and the smallest covers
   that prove it [konig31].

   The flow network is implicit. A source feeds the left vertices and the right vertices drain
   into a sink, with the spare capacities as the arcs that are left; the edges in between have no
   capacity of their own. A phase labels vertices with their distance from a left vertex that has
   capacity to spare (find_levels) and then pushes along shortest paths until none is left
   (augment_all); `cursor` makes sure that an edge that led nowhere is not tried again in the
   same phase. Every phase lengthens the shortest augmenting path, so the algorithm ends. The
   worst case is polynomial, O(V^2 E). On grids, where the greedy start already places most of
   the flow, a few phases suffice, and the clock is checked between paths for the boards where it
   takes longer.

   When no path is left, the labels give the cover of König's theorem: left vertices that were
   not reached and right vertices that were. Any vertex set that touches every edge bounds the
   number of steps from above by its capacity, so a cover can be checked without trusting this
   file. Searching backwards from the spare capacity on the right instead gives the other extreme
   among the smallest covers (`late`); frontier_cover.c makes use of both.

   A search that is stopped early adds all the spare capacity on the left to the size. That
   overestimates the matching, so what the caller gets is still an upper bound. */
#include "minds/zr2/matching.h"

enum { STOP_PATHS = 256 }; /* augmenting paths between two looks at the clock */

/* --- Setting up ------------------------------------------------------------------------------- */

static void number_sides(struct matching *matching, const struct euler *euler)
{
    matching->left = matching->right = 0;
    for (int32_t v = 0; v < euler->vertices; v++) {
        const struct euler_vertex *vertex = &euler->vertex[v];
        matching->left_of[v] = matching->right_of[v] = -1;
        if (euler->directed ? vertex->standing : vertex->side == 0)
            matching->left_of[v] = matching->left++;
        if (euler->directed ? vertex->visiting : vertex->side == 1)
            matching->right_of[v] = matching->right++;
    }
}

static void set_capacities(struct matching *matching, const struct euler *euler, bool half)
{
    for (int32_t v = 0; v < euler->vertices; v++) {
        const struct euler_vertex *vertex = &euler->vertex[v];
        int32_t whole = half ? vertex->in : vertex->in + vertex->out;
        if (matching->left_of[v] >= 0)
            matching->left_spare[matching->left_of[v]] = euler->directed ? vertex->out : whole;
        if (matching->right_of[v] >= 0)
            matching->right_spare[matching->right_of[v]] = euler->directed ? vertex->in : whole;
    }
}

void matching_add_edge(struct matching *matching, int32_t from, int32_t to, int32_t link)
{
    matching->from[matching->edges] = from;
    matching->to[matching->edges] = to;
    matching->link[matching->edges++] = link;
}

static void make_edges(struct matching *matching, const struct euler *euler)
{
    const int32_t *left = matching->left_of, *right = matching->right_of;
    for (int32_t i = 0; i < euler->links; i++) {
        const struct euler_link *link = &euler->link[i];
        if (link->free)
            continue;
        if (!euler->directed) {
            bool turned = left[link->a] < 0;
            matching_add_edge(matching, left[turned ? link->b : link->a],
                              right[turned ? link->a : link->b], i);
            continue;
        }
        if (link->forward)
            matching_add_edge(matching, left[link->a], right[link->b], i);
        if (link->backward)
            matching_add_edge(matching, left[link->b], right[link->a], i);
    }
}

/* Lists the edges of each row side by side (compressed rows): row r has edge[first[r]] up to
   edge[first[r + 1] - 1]. Counting two places ahead leaves first[r + 1] as the cursor of row r
   while the edges are put in, and as its end afterwards. */
static void make_rows(int32_t rows, int32_t edges, const int32_t *row, int32_t *first,
                      int32_t *edge)
{
    memory_clear(first, ((size_t)rows + 2) * sizeof first[0]);
    for (int32_t i = 0; i < edges; i++)
        first[row[i] + 2]++;
    for (int32_t i = 0; i < rows; i++)
        first[i + 2] += first[i + 1];
    for (int32_t i = 0; i < edges; i++)
        edge[first[row[i] + 1]++] = i;
}

bool matching_open(struct matching *matching, size_t left, size_t right, size_t edges,
                   struct arena *arena)
{
    size_t word = sizeof(int32_t);
    matching->from = arena_take(arena, edges, word);
    matching->to = arena_take(arena, edges, word);
    matching->link = arena_take(arena, edges, word);
    matching->flow = arena_take(arena, edges, word);
    matching->edge = arena_take(arena, edges, word);
    matching->back_edge = arena_take(arena, edges, word);
    matching->first = arena_take(arena, left + 2, word);
    matching->back_first = arena_take(arena, right + 2, word);
    matching->left_spare = arena_take(arena, left, word);
    matching->right_spare = arena_take(arena, right, word);
    matching->level = arena_take(arena, left + right, word);
    matching->cursor = arena_take(arena, left + right, word);
    matching->queue = arena_take(arena, left + right, word);
    matching->path = arena_take(arena, left + right + 1, word);
    matching->left = (int32_t)left;
    matching->right = (int32_t)right;
    matching->edges = 0;
    return matching->path != NULL;
}

void matching_list_edges(struct matching *matching)
{
    make_rows(matching->left, matching->edges, matching->from, matching->first, matching->edge);
    make_rows(matching->right, matching->edges, matching->to, matching->back_first,
              matching->back_edge);
}

/* --- Augmenting ------------------------------------------------------------------------------- */

/* A first flow: each edge in turn takes what both its ends can spare. It is not the largest, but on
   a grid it is most of it, and the phases begin from there. */
static void push_greedily(struct matching *matching)
{
    for (int32_t i = 0; i < matching->edges; i++) {
        int32_t *left = &matching->left_spare[matching->from[i]];
        int32_t *right = &matching->right_spare[matching->to[i]];
        int32_t push = *left < *right ? *left : *right;
        matching->flow[i] += push;
        *left -= push;
        *right -= push;
        matching->size += push;
    }
}

/* Left vertices are 0 .. left-1, right ones follow. */
static bool find_levels(struct matching *matching)
{
    int32_t head = 0, tail = 0, left = matching->left;
    bool found = false;
    for (int32_t v = 0; v < left + matching->right; v++)
        matching->level[v] = -1;
    for (int32_t v = 0; v < left; v++)
        if (matching->left_spare[v] > 0) {
            matching->level[v] = 0;
            matching->queue[tail++] = v;
        }
    while (head < tail) {
        int32_t v = matching->queue[head++], next = matching->level[v] + 1;
        bool is_left = v < left;
        const int32_t *first = is_left ? &matching->first[v] : &matching->back_first[v - left];
        const int32_t *list = is_left ? matching->edge : matching->back_edge;
        for (int32_t i = first[0]; i < first[1]; i++) {
            int32_t edge = list[i];
            int32_t to = is_left ? left + matching->to[edge] : matching->from[edge];
            if (matching->level[to] >= 0 || (!is_left && matching->flow[edge] == 0))
                continue;
            matching->level[to] = next;
            matching->queue[tail++] = to;
            found = found || (is_left && matching->right_spare[to - left] > 0);
        }
    }
    return found;
}

/* Moves one path's worth along path[0..length-1], edges out and back in turn. */
static void push_path(struct matching *matching, int32_t length)
{
    const int32_t *path = matching->path;
    int32_t *left = &matching->left_spare[matching->from[path[0]]];
    int32_t *right = &matching->right_spare[matching->to[path[length - 1]]];
    int32_t push = *left < *right ? *left : *right;
    for (int32_t i = 1; i < length; i += 2)
        push = matching->flow[path[i]] < push ? matching->flow[path[i]] : push;
    for (int32_t i = 0; i < length; i++)
        matching->flow[path[i]] += i % 2 ? -push : push;
    *left -= push;
    *right -= push;
    matching->size += push;
}

/* One shortest augmenting path from left vertex `start`, by depth-first search without recursion.
 */
static bool augment(struct matching *matching, int32_t start)
{
    int32_t v = start, length = 0, left = matching->left;
    for (;;) {
        bool is_left = v < left, moved = false;
        if (!is_left && matching->right_spare[v - left] > 0) {
            push_path(matching, length);
            return true;
        }
        /* Forwards any edge will do, it has no capacity of its own; backwards only flow that is
           there can be taken back. */
        const int32_t *first = is_left ? &matching->first[v] : &matching->back_first[v - left];
        const int32_t *list = is_left ? matching->edge : matching->back_edge;
        while (!moved && matching->cursor[v] < first[1]) {
            int32_t edge = list[matching->cursor[v]];
            int32_t to = is_left ? left + matching->to[edge] : matching->from[edge];
            moved = matching->level[to] == matching->level[v] + 1 &&
                    (is_left || matching->flow[edge] > 0);
            if (!moved) {
                matching->cursor[v]++;
                continue;
            }
            matching->path[length++] = edge;
            v = to;
        }
        if (moved)
            continue;
        if (length == 0)
            return false;
        int32_t edge = matching->path[--length]; /* nothing that way: back, and past that edge */
        v = is_left ? left + matching->to[edge] : matching->from[edge];
        matching->cursor[v]++;
    }
}

static bool should_stop(const struct matching *matching)
{
    return matching->stop && matching->stop(matching->context);
}

/* One of Dinic's phases; false when it was told to stop. */
static bool augment_all(struct matching *matching)
{
    uint32_t paths = 0;
    for (int32_t v = 0; v < matching->left; v++)
        matching->cursor[v] = matching->first[v];
    for (int32_t v = 0; v < matching->right; v++)
        matching->cursor[matching->left + v] = matching->back_first[v];
    for (int32_t v = 0; v < matching->left; v++)
        while (matching->left_spare[v] > 0 && augment(matching, v))
            if (++paths % STOP_PATHS == 0 && should_stop(matching))
                return false;
    return true;
}

void matching_find(struct matching *matching)
{
    memory_clear(matching->flow, (size_t)matching->edges * sizeof matching->flow[0]);
    matching->size = 0;
    push_greedily(matching);
    while (find_levels(matching))
        if (should_stop(matching) || !augment_all(matching)) {
            for (int32_t v = 0; v < matching->left; v++)
                matching->size += matching->left_spare[v];
            return;
        }
}

bool matching_solve(struct matching *matching, const struct euler *euler, bool half,
                    struct arena *arena)
{
    size_t vertices = (size_t)euler->vertices;
    matching->left_of = arena_take(arena, vertices, sizeof(int32_t));
    matching->right_of = arena_take(arena, vertices, sizeof(int32_t));
    if (!matching_open(matching, vertices, vertices, 2 * (size_t)euler->links + 1, arena))
        return false;
    number_sides(matching, euler);
    set_capacities(matching, euler, half);
    make_edges(matching, euler);
    matching_list_edges(matching);
    matching_find(matching);
    return true;
}

void matching_solve_again(struct matching *matching, const struct euler *euler, const int32_t *out,
                          const int32_t *in)
{
    for (int32_t v = 0; v < euler->vertices; v++) {
        int32_t left = matching->left_of[v], right = matching->right_of[v];
        if (left >= 0)
            matching->left_spare[left] = euler->directed ? out[v] : out[v] + in[v];
        if (right >= 0)
            matching->right_spare[right] = euler->directed ? in[v] : out[v] + in[v];
    }
    matching_find(matching);
}

/* --- Covers ----------------------------------------------------------------------------------- */

/* Marks in `level` (0 or -1) what can reach a right vertex with spare capacity. */
static void find_late(struct matching *matching)
{
    int32_t head = 0, tail = 0, left = matching->left;
    for (int32_t v = 0; v < left + matching->right; v++) {
        bool spare = v >= left && matching->right_spare[v - left] > 0;
        matching->level[v] = spare ? 0 : -1;
        if (spare)
            matching->queue[tail++] = v;
    }
    while (head < tail) {
        int32_t v = matching->queue[head++];
        bool is_left = v < left;
        const int32_t *first = is_left ? &matching->first[v] : &matching->back_first[v - left];
        const int32_t *list = is_left ? matching->edge : matching->back_edge;
        for (int32_t i = first[0]; i < first[1]; i++) {
            int32_t edge = list[i];
            int32_t to = is_left ? left + matching->to[edge] : matching->from[edge];
            if (matching->level[to] >= 0 || (is_left && matching->flow[edge] == 0))
                continue;
            matching->level[to] = 0;
            matching->queue[tail++] = to;
        }
    }
}

void matching_cover(struct matching *matching, const struct euler *euler, bool late, uint8_t *out,
                    uint8_t *in)
{
    if (late)
        find_late(matching);
    else
        find_levels(matching); /* finds no path any more, but marks what can be reached */
    for (int32_t v = 0; v < euler->vertices; v++) {
        int32_t left = matching->left_of[v], right = matching->right_of[v];
        out[v] = left >= 0 && (matching->level[left] >= 0) == late;
        in[v] = right >= 0 && (matching->level[matching->left + right] >= 0) != late;
        if (!euler->directed)
            out[v] = in[v] = out[v] | in[v];
    }
}
