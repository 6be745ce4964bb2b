/* Hierholzer's algorithm [hierholzer73]: walk along unused links until stuck, then go back to
   the last place with unused links and splice in a detour from there. In the stack version
   below, a place is written out when it has no unused link left, which gives the trail
   backwards; it is reversed at the end. Links that are not steps (`free`) are walked but not
   written. `cursor` remembers how far each vertex's list has been used up, so the time is linear
   in the number of uses. */
#include "minds/zr2/trail.h"

/* Takes one use of a link that leads away from `v`; returns where it leads, or -1. */
static int32_t leave_by(const struct euler *euler, struct trail_uses uses, int32_t i, int32_t v)
{
    const struct euler_link *link = &euler->link[i];
    if (!euler->directed) {
        if (uses.forward[i] == 0)
            return -1;
        uses.forward[i]--;
        return link->a == v ? link->b : link->a;
    }
    if (link->a == v && uses.forward[i] > 0) {
        uses.forward[i]--;
        return link->b;
    }
    if (link->b == v && uses.backward[i] > 0) {
        uses.backward[i]--;
        return link->a;
    }
    return -1;
}

struct stop {
    int32_t vertex;
    bool visits; /* came here by a step */
};

/* Walks on while there are unused links; where there is none, the walk's end is known. */
int32_t trail_walk(const struct euler *euler, struct trail_uses uses, int32_t *cells, int32_t room,
                   struct arena *arena)
{
    char *mark = arena->at;
    int64_t total = 1;
    for (int32_t i = 0; i < euler->links; i++)
        total += uses.forward[i] + (euler->directed ? uses.backward[i] : 0);
    int32_t *cursor = arena_take(arena, (size_t)euler->vertices, sizeof *cursor);
    struct stop *stack = arena_take(arena, (size_t)total, sizeof *stack);
    if (!cursor || !stack)
        return -1;
    for (int32_t v = 0; v < euler->vertices; v++)
        cursor[v] = euler->first[v];
    int64_t depth = 0, count = 0;
    stack[depth++] = (struct stop){euler->start, false};
    while (depth > 0 && count <= room) {
        int32_t v = stack[depth - 1].vertex, to = -1, i = 0;
        while (to < 0 && cursor[v] < euler->first[v + 1]) {
            i = euler->incident[cursor[v]];
            to = leave_by(euler, uses, i, v);
            cursor[v] += to < 0;
        }
        if (to >= 0) {
            stack[depth++] = (struct stop){to, !euler->link[i].free};
            continue;
        }
        depth--;
        if (stack[depth].visits && count++ < room)
            cells[count - 1] = euler->vertex[v].cell;
    }
    arena->at = mark;
    if (count > room)
        return -1;
    for (int64_t i = 0, j = count - 1; i < j; i++, j--) {
        int32_t swap = cells[i];
        cells[i] = cells[j];
        cells[j] = swap;
    }
    return (int32_t)count;
}
