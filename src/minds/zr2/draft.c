/* The steps by which a level is made: shape, special cells, walk, values, text.

   The invariant is that the walk solves the level. It is walked before there are any values,
   with only counters: `lowered` says how often a cell has been lowered so far, by visits and by
   Increasers, and `before` how often it had been lowered when it was last visited. A value v
   then fits if the last visit still finds the cell above 0 (v > before) and the end finds it at
   0 (v <= lowered). draft_values draws v from that range, and so the walk collects everything,
   whatever Teleporters and Increasers do on the way. Mirroring the values of a symmetric level
   breaks this, which is why generate.c lets the solver check those. */
#include "minds/zr2/draft.h"

#include "minds/zr2/arena.h"

static uint32_t below(struct draft *draft, uint32_t limit)
{
    return random_below(&draft->random, limit);
}

static void coordinates_of(const struct draft *draft, int32_t cell, int32_t *at)
{
    for (int i = 0; i < draft->wish->dimensions; i++) {
        at[i] = cell % draft->wish->size[i];
        cell /= draft->wish->size[i];
    }
}

static int32_t index_of(const struct draft *draft, const int32_t *at)
{
    int32_t cell = 0;
    for (int i = draft->wish->dimensions; i-- > 0;)
        cell = cell * draft->wish->size[i] + at[i];
    return cell;
}

static int32_t mirror(const struct draft *draft, int32_t cell)
{
    int32_t at[ZR2_DIMENSIONS_MAX];
    coordinates_of(draft, cell, at);
    at[0] = draft->wish->size[0] - 1 - at[0];
    return index_of(draft, at);
}

static int neighbours_of(const struct draft *draft, int32_t cell, int32_t *list)
{
    int32_t at[ZR2_DIMENSIONS_MAX], stride = 1;
    int count = 0;
    coordinates_of(draft, cell, at);
    for (int i = 0; i < draft->wish->dimensions; i++) {
        if (at[i] > 0)
            list[count++] = cell - stride;
        if (at[i] + 1 < draft->wish->size[i])
            list[count++] = cell + stride;
        stride *= draft->wish->size[i];
    }
    return count;
}

/* --- Shapes ----------------------------------------------------------------------------------- */

/* Twice the distance of a coordinate from the middle. */
static int32_t off_centre(const struct draft *draft, const int32_t *at, int i)
{
    int32_t twice = 2 * at[i] - (draft->wish->size[i] - 1);
    return twice < 0 ? -twice : twice;
}

enum shape {
    SHAPE_FULL,
    SHAPE_HOLES,
    SHAPE_RING,
    SHAPE_CROSS,
    SHAPE_DIAMOND,
    SHAPE_GRID,
    SHAPE_BLOBS,
    SHAPE_STEPS,
    SHAPES
};

/* Shapes work in any number of dimensions: a ring is everything far from the middle along some
   axis, a cross everything near the middle along some axis, a diamond everything whose distances
   add up to little. Distances are doubled (off_centre), so that sides of even length have a middle
   too. */
static bool in_shape(struct draft *draft, enum shape shape, uint32_t holes, const int32_t *at)
{
    int dimensions = draft->wish->dimensions;
    int32_t most = 0, near = 0, sum = 0, all = 0, odd = 0;
    for (int i = 0; i < dimensions; i++) {
        int32_t off = off_centre(draft, at, i), side = draft->wish->size[i];
        most = off * 8 / side > most ? off * 8 / side : most;
        near += off * 3 <= side + 2;
        sum += off;
        all += side;
        odd += at[i] % 2;
    }
    switch (shape) {
    case SHAPE_RING:
        return most > 2;
    case SHAPE_CROSS:
        return near > 0;
    case SHAPE_DIAMOND:
        return sum * 10 <= all * 6 + 4;
    case SHAPE_GRID:
        return odd < dimensions || below(draft, 4) == 0;
    case SHAPE_STEPS:
        return (at[0] + 2 * (dimensions > 1 ? at[1] : 0)) % 5 != 0;
    case SHAPE_FULL:
        return true;
    default:
        return below(draft, 100) >= holes;
    }
}

/* A cell with few neighbours in the shape goes, one with many comes in. */
static void smooth(struct draft *draft)
{
    for (int32_t cell = 0; cell < draft->cells; cell++) {
        int32_t list[ZR2_STEPS_MAX];
        int count = neighbours_of(draft, cell, list), inside = 0;
        for (int i = 0; i < count; i++)
            inside += draft->mask[list[i]];
        if (inside * 4 < count)
            draft->mask[cell] = 0;
        else if (inside == count)
            draft->mask[cell] = 1;
    }
}

void draft_shape(struct draft *draft)
{
    enum shape shape = (enum shape)below(draft, SHAPES);
    uint32_t holes = 8 + below(draft, 25);
    for (int32_t cell = 0; cell < draft->cells; cell++) {
        int32_t at[ZR2_DIMENSIONS_MAX];
        coordinates_of(draft, cell, at);
        draft->mask[cell] = in_shape(draft, shape, holes, at);
    }
    if (shape == SHAPE_BLOBS)
        smooth(draft);
    if (draft->wish->symmetric)
        for (int32_t cell = 0; cell < draft->cells; cell++)
            draft->mask[mirror(draft, cell)] = draft->mask[cell];
}

/* --- Special cells ---------------------------------------------------------------------------- */

/* A cell of the shape that is nothing special yet; ZR2_NO_CELL when none was found quickly. */
static int32_t plain_cell(struct draft *draft)
{
    for (int tries = 0; tries < 100; tries++) {
        int32_t cell = (int32_t)below(draft, (uint32_t)draft->cells);
        if (draft->mask[cell] && draft->leads_to[cell] == ZR2_NO_CELL &&
            draft->group[cell] == ZR2_NO_GROUP)
            return cell;
    }
    return ZR2_NO_CELL;
}

bool draft_specials(struct draft *draft)
{
    draft->groups = 0;
    for (int32_t cell = 0; cell < draft->cells; cell++) {
        draft->leads_to[cell] = ZR2_NO_CELL;
        draft->group[cell] = ZR2_NO_GROUP;
    }
    for (int i = 0; i < draft->wish->teleporters; i++) {
        int32_t cell = plain_cell(draft), to = plain_cell(draft);
        if (cell == ZR2_NO_CELL || to == ZR2_NO_CELL || to == cell)
            return false;
        draft->leads_to[cell] = to;
    }
    for (int i = 0; i < draft->wish->increasers; i++) {
        int32_t cell = plain_cell(draft), group = draft->groups;
        if (cell == ZR2_NO_CELL)
            return false;
        draft->group[cell] = group;
        draft->add[group] = below(draft, 4) ? -1 : -2;
        draft->members[group] = 0;
        int wanted = 2 + (int)below(draft, DRAFT_MEMBERS - 1);
        for (int j = 0; j < wanted; j++) {
            int32_t member = plain_cell(draft);
            if (member == ZR2_NO_CELL)
                return false;
            bool again = false; /* a cell counts once in a group */
            for (int32_t k = 0; k < draft->members[group]; k++)
                again = again || draft->member[group][k] == member;
            if (!again)
                draft->member[group][draft->members[group]++] = member;
        }
        draft->groups++;
    }
    return true;
}

/* --- The walk --------------------------------------------------------------------------------- */

static void note_visit(struct draft *draft, int32_t cell)
{
    draft->before[cell] = draft->lowered[cell]++;
    int32_t group = draft->group[cell];
    for (int32_t i = 0; group != ZR2_NO_GROUP && i < draft->members[group]; i++)
        draft->lowered[draft->member[group][i]] -= draft->add[group];
    draft->path[draft->steps++] = cell;
}

/* New cells are liked best, going back at once and worn cells least. */
static int32_t next_cell(struct draft *draft, int32_t player)
{
    int32_t list[ZR2_STEPS_MAX];
    uint32_t weight[ZR2_STEPS_MAX], sum = 0;
    int count = neighbours_of(draft, player, list);
    int32_t last = draft->steps > 1 ? draft->path[draft->steps - 2] : ZR2_NO_CELL;
    for (int i = 0; i < count; i++) {
        int32_t worn = draft->lowered[list[i]];
        weight[i] = !draft->mask[list[i]] ? 0 : worn == 0 ? 40 : worn == 1 ? 12 : worn == 2 ? 3 : 0;
        if (list[i] == last)
            weight[i] = (weight[i] + 3) / 4;
        sum += weight[i];
    }
    if (sum == 0)
        return ZR2_NO_CELL;
    uint32_t pick = below(draft, sum);
    int i = 0;
    for (; pick >= weight[i]; i++)
        pick -= weight[i];
    return list[i];
}

/* Walks at random for 1.05 to 1.74 steps per cell of the shape, so that many cells are visited
   twice. The draft is thrown away, and the caller tries again, if a special cell was never visited
   (it would be an ornament) or if the walk left out more than a fifth of the cells. */
bool draft_walk(struct draft *draft)
{
    int32_t inside = 0, seen = 0;
    for (int32_t cell = 0; cell < draft->cells; cell++) {
        draft->lowered[cell] = 0;
        draft->before[cell] = -1;
        inside += draft->mask[cell];
    }
    int32_t length = inside * (int32_t)(105 + below(draft, 70)) / 100, player;
    draft->steps = 0;
    player = draft->start = plain_cell(draft);
    if (player == ZR2_NO_CELL)
        return false;
    while (draft->steps < length && draft->steps < draft->path_room) {
        int32_t cell = next_cell(draft, player);
        if (cell == ZR2_NO_CELL)
            break;
        note_visit(draft, cell);
        player = draft->leads_to[cell] != ZR2_NO_CELL ? draft->leads_to[cell] : cell;
    }
    for (int32_t cell = 0; cell < draft->cells; cell++) {
        bool special = draft->leads_to[cell] != ZR2_NO_CELL || draft->group[cell] != ZR2_NO_GROUP;
        seen += draft->before[cell] >= 0;
        if (special && draft->before[cell] < 0)
            return false;
    }
    return seen * 10 >= inside * 8 && seen >= 2;
}

/* Any value will do that the last visit finds above 0 and the end finds used up (see above). A cell
   that the walk never visits, only Increasers, gets at most 2. */
bool draft_values(struct draft *draft)
{
    for (int32_t cell = 0; cell < draft->cells; cell++) {
        int32_t lowered = draft->lowered[cell];
        if (draft->before[cell] >= 0) {
            uint32_t slack = (uint32_t)(lowered - draft->before[cell]);
            draft->value[cell] = draft->before[cell] + 1 + (int32_t)below(draft, slack);
        } else {
            draft->value[cell] = lowered > 2 ? 2 : lowered;
        }
        if (draft->value[cell] > DRAFT_VALUE_MOST)
            return false;
    }
    if (!draft->wish->symmetric)
        return true;
    for (int32_t cell = 0; cell < draft->cells; cell++) {
        int32_t other = draft->value[mirror(draft, cell)];
        draft->value[cell] = other > draft->value[cell] ? other : draft->value[cell];
    }
    return true;
}

/* --- The level -------------------------------------------------------------------------------- */

static void write_cell(const struct draft *draft, int32_t cell, struct text *text)
{
    int32_t to = draft->leads_to[cell], group = draft->group[cell];
    bool teleports = to != ZR2_NO_CELL, lowers = group != ZR2_NO_GROUP;
    const char *type = teleports ? "101" : lowers ? "10001" : "1";
    text_print(text, "(%s, %d, %d, %d, %d, %d)", type, draft->value[cell], teleports ? to : 0,
               lowers ? draft->add[group] : 0,
               teleports ? 1
               : lowers  ? 3
                         : 0,
               lowers ? group : 0);
}

void draft_write(const struct draft *draft, struct text *text)
{
    int32_t at[ZR2_DIMENSIONS_MAX], sum = 0;
    for (int32_t cell = 0; cell < draft->cells; cell++)
        sum += draft->value[cell];
    coordinates_of(draft, draft->start, at);
    text_print(text, "%s\nTarget=%d\nSumToZero\n(", draft->wish->name, sum);
    for (int i = 0; i < draft->wish->dimensions; i++)
        text_print(text, i ? ", %d" : "%d", at[i]);
    text_print(text, ")\n%d\n", draft->groups);
    for (int32_t i = 0; i < draft->groups; i++) {
        for (int32_t j = 0; j < draft->members[i]; j++)
            text_print(text, j ? ", %d" : "{%d", draft->member[i][j]);
        text_add(text, "}\n");
    }
    for (int i = 0; i < draft->wish->dimensions; i++)
        text_print(text, i ? " %d" : "%d", draft->wish->size[i]);
    for (int32_t cell = 0; cell < draft->cells; cell++) {
        text_add(text, cell % draft->wish->size[0] ? " " : "\n");
        write_cell(draft, cell, text);
    }
    text_add(text, "\n");
}

const struct zr2_level *draft_level(struct draft *draft)
{
    struct text text;
    text_init(&text, draft->text, draft->text_room);
    draft_write(draft, &text);
    size_t size = text_fits(&text) ? zr2_level_size(draft->text, text.length, NULL) : 0;
    if (!size || size > draft->level_room ||
        !zr2_level_read(draft->text, text.length, draft->level, draft->level_room, NULL))
        return NULL;
    if (zr2_position_size(draft->level) > draft->board_room)
        return NULL;
    game_zr2.start(&(struct game_setup){.level = draft->level}, draft->board);
    return draft->level;
}

/* --- Memory ----------------------------------------------------------------------------------- */

bool draft_init(struct draft *draft, const struct zr2_wish *wish, void *memory, size_t bytes)
{
    struct arena arena;
    arena_init(&arena, memory, bytes);
    memory_clear(draft, sizeof *draft);
    draft->wish = wish;
    draft->cells = 1;
    for (int i = 0; i < wish->dimensions; i++)
        draft->cells *= wish->size[i];
    size_t cells = (size_t)draft->cells, groups = (size_t)wish->increasers + 1;
    draft->path_room = 4 * draft->cells;
    draft->text_room = 256 + text_length(wish->name) + cells * 48 + groups * 8 * DRAFT_MEMBERS;
    draft->level_room = 1024 + cells * 140 + groups * 64;
    draft->board_room = 64 + cells * sizeof(int16_t);
    draft->mask = arena_take(&arena, cells, 1);
    draft->leads_to = arena_take(&arena, cells, sizeof(int32_t));
    draft->group = arena_take(&arena, cells, sizeof(int32_t));
    draft->member = arena_take(&arena, groups, sizeof draft->member[0]);
    draft->members = arena_take(&arena, groups, sizeof(int32_t));
    draft->add = arena_take(&arena, groups, sizeof(int32_t));
    draft->lowered = arena_take(&arena, cells, sizeof(int32_t));
    draft->before = arena_take(&arena, cells, sizeof(int32_t));
    draft->value = arena_take(&arena, cells, sizeof(int32_t));
    draft->path = arena_take(&arena, (size_t)draft->path_room, sizeof(int32_t));
    draft->text = arena_take(&arena, draft->text_room, 1);
    draft->level = arena_take(&arena, draft->level_room, 1);
    draft->board = arena_take(&arena, draft->board_room, 1);
    draft->memory = arena.at;
    draft->bytes = arena_left(&arena);
    return draft->board != NULL;
}
