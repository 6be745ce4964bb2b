/* Bounds a wide board slab by slab; parts.h has the argument why the sum of the slabs' bounds is
   a bound for the whole.

   A slab gets a graph of its own. What lies beyond the cut is condensed, for each cell at the
   cut, into at most two extra vertices: one for the links whose uses count for this slab and one
   for those that count for the other side (these are `free`). Their capacities are as large as
   the real neighbours would allow, and they may be left with any number of uses, since the walk
   may come and go beyond the cut as it likes. A piece that touches them counts as joined to the
   outside and need not be the whole walk.

   The frontier then answers yes or no: can this slab contribute `bound` points? The question
   starts at the slab's flow bound and is lowered by one for every proved no. The flow bound is
   rarely off by more than a few points, so that takes few passes. The result is only as good as
   the slab is wide; solve.c starts at a width of 4 and goes up while there is time. */
#include "minds/zr2/parts.h"

/* A part of the board with its own graph. */
struct zr2_part {
    struct euler euler;
    struct matching matching;
    struct frontier frontier;
    int32_t *vertex_of; /* of the whole graph -> here, or -1 */
    int32_t *order;
};

/* Whether a use of the link counts for the part where `v` is: if only `v` is in the cover, or if
   both ends are and `v` is the first. */
static bool counts_here(const struct parts *parts, const struct euler_link *link, int32_t v)
{
    return parts->cover[v] && (v == link->a || !parts->cover[link->a]);
}

/* The outside as `v` sees it by the links that count here, or by the others. */
static void add_outside(const struct parts *parts, struct zr2_part *part, int32_t v, bool counted)
{
    const struct euler *whole = parts->euler;
    struct euler *euler = &part->euler;
    int32_t capacity = whole->vertex[v].in + whole->vertex[v].out, uses = 0;
    for (int32_t i = whole->first[v]; i < whole->first[v + 1]; i++) {
        const struct euler_link *link = &whole->link[whole->incident[i]];
        int32_t other = link->a == v ? link->b : link->a;
        if (part->vertex_of[other] >= 0 || counts_here(parts, link, v) != counted)
            continue;
        int32_t most = whole->vertex[other].in + whole->vertex[other].out;
        uses += most < capacity ? most : capacity;
    }
    if (uses == 0)
        return;
    euler->link[euler->links++] = (struct euler_link){.a = euler->vertices,
                                                      .b = part->vertex_of[v],
                                                      .forward = true,
                                                      .backward = true,
                                                      .free = !counted};
    euler->vertex[euler->vertices++] =
        (struct euler_vertex){.cell = whole->vertex[v].cell,
                              .in = uses < capacity ? uses : capacity,
                              .standing = true,
                              .visiting = true,
                              .side = !whole->vertex[v].side,
                              .outside = true};
}

/* Vertices of the slab by their place along the other axes, each after what it sees of the
   outside. */
static void list_vertices(const struct parts *parts, struct zr2_part *part, int32_t low)
{
    const struct zr2_level *level = parts->level;
    int32_t side = level->size[parts->axis], count = 0, stride = 1;
    for (int32_t i = 0; i < parts->axis; i++)
        stride *= level->size[i];
    for (int32_t row = 0; row < level->cells / side; row++)
        for (int32_t at = low; at < low + parts->width && at < side; at++) {
            int32_t cell = row / stride * stride * side + row % stride + at * stride;
            int32_t v = parts->euler->stand_of[cell];
            if (v >= 0)
                part->order[count++] = v;
        }
    part->euler.vertices = count;
}

/* The graph of one slab. The slab's own vertices get the numbers 0, 1, 2 ... in the order in which
   list_vertices found them, then come the links between two of them, then for each vertex what it
   sees of the outside. `order`, which held vertices of the whole graph, becomes the order of the
   sweep: an outside vertex stands directly before the only vertex it is linked to, so it occupies a
   slot of the frontier for one step and does not make it wider. */
static bool build(const struct parts *parts, struct zr2_part *part, int32_t low,
                  struct arena *arena)
{
    const struct euler *whole = parts->euler;
    struct euler *euler = &part->euler;
    size_t vertices = (size_t)whole->vertices, links = (size_t)whole->links + 2 * vertices;
    memory_clear(part, sizeof *part);
    part->vertex_of = arena_take(arena, vertices, sizeof(int32_t));
    part->order = arena_take(arena, 3 * vertices, sizeof(int32_t));
    euler->vertex = arena_take(arena, 3 * vertices, sizeof *euler->vertex);
    euler->link = arena_take(arena, links, sizeof *euler->link);
    euler->first = arena_take(arena, 3 * vertices + 1, sizeof(int32_t));
    euler->incident = arena_take(arena, 2 * links, sizeof(int32_t));
    if (!euler->incident)
        return false;
    memory_fill(part->vertex_of, 0xff, vertices * sizeof(int32_t));
    list_vertices(parts, part, low);
    int32_t inside = euler->vertices;
    euler->start = -1;
    for (int32_t i = 0; i < inside; i++) {
        int32_t v = part->order[i];
        euler->vertex[i] = whole->vertex[v];
        part->vertex_of[v] = i;
        if (v == whole->start)
            euler->start = i;
    }
    for (int32_t i = 0; i < whole->links; i++) {
        struct euler_link link = whole->link[i];
        link.a = part->vertex_of[link.a];
        link.b = part->vertex_of[link.b];
        if (link.a >= 0 && link.b >= 0)
            euler->link[euler->links++] = link;
    }
    int32_t *before = arena_take(arena, (size_t)inside, sizeof *before), count = 0;
    if (!before)
        return false;
    memory_copy(before, part->order, (size_t)inside * sizeof *before);
    for (int32_t i = 0; i < inside; i++) {
        int32_t outside = euler->vertices;
        add_outside(parts, part, before[i], true);
        add_outside(parts, part, before[i], false);
        while (outside < euler->vertices)
            part->order[count++] = outside++;
        part->order[count++] = i;
    }
    euler_incidence(euler);
    return true;
}

/* The most the part can come to: asked for as much as the flow allows, then for less and less. */
static int64_t bound_part(struct parts *parts, int32_t low, struct arena *arena)
{
    char *mark = arena->at;
    int64_t bound = INT64_MAX;
    struct zr2_part *part = arena_take(arena, 1, sizeof *part);
    bool built = part && build(parts, part, low, arena);
    if (built) {
        part->matching.stop = parts->stop;
        part->matching.context = parts->context;
    }
    if (built && matching_solve(&part->matching, &part->euler, false, arena)) {
        struct frontier *frontier = &part->frontier;
        bound = part->matching.size;
        bool again =
            frontier_prepare_part(frontier, &part->euler, &part->matching, part->order, arena);
        frontier->stop = parts->stop;
        frontier->context = parts->context;
        while (again && bound > 0) {
            frontier->best = bound - 1;
            frontier->bound = bound;
            again = frontier_pass(frontier, parts->beam, (struct trail_uses){0}, arena) ==
                        FRONTIER_PROVED &&
                    !frontier->found;
            bound -= again;
        }
        parts->nodes += frontier->nodes;
    }
    arena->at = mark;
    return bound;
}

int64_t parts_bound(struct parts *parts, struct arena *arena)
{
    int64_t bound = 0;
    for (int32_t low = 0; low < parts->level->size[parts->axis]; low += parts->width) {
        int64_t part = bound_part(parts, low, arena);
        if (part == INT64_MAX || parts->stop(parts->context))
            return INT64_MAX;
        bound += part;
    }
    return bound;
}
