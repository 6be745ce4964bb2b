/* ZR 2: a walk over a board of numbers that collects as much of them as it can.

   The player steps to a neighbouring cell (one coordinate changes by 1) whose value is above 0; the
   visit lowers the value by 1. An Increaser then adds a number that is at most 0 to every cell of a
   group, and a Teleporter then puts the player on its target without visiting it. The rules are
   those of Kolar's thesis [kolar21].

   A level has 1 to ZR2_DIMENSIONS_MAX dimensions. Cell (c1, c2, c3, ...) has the index
   c1 + d1 * c2 + d1 * d2 * c3 + ...; row c2 = 0 is the lowest in drawings. A level is one block of
   plain memory: a header, then arrays that the header names by their distance from its beginning,
   so that the block may be copied and moved. games/zr2/level.c makes it from the text of a level
   file and writes the text again; the text is also how a level is built in memory.

   A position holds values that are never below 0: nothing ever raises a value, so a cell at or
   below 0 stays empty, and keeping it at 0 changes neither the steps nor the sum. The rules are
   inline functions, so that a search can be compiled around them. */
#ifndef GAMES_ZR2_H
#define GAMES_ZR2_H

#include "games/game.h"

enum {
    ZR2_DIMENSIONS_MAX = 8,
    ZR2_STEPS_MAX = 2 * ZR2_DIMENSIONS_MAX, /* neighbours of a cell */
    ZR2_CELLS_MAX = 65536,
    ZR2_VALUE_MAX = 9999,
    ZR2_GROUPS_MAX = 65536,
    ZR2_MEMBERS_MAX = 1 << 20,   /* of all groups together */
    ZR2_NAME_MAX = 255,          /* bytes */
    ZR2_COLOUR_MAX = 4,          /* white, blue, turquoise, red, violet */
    ZR2_DRAWING_MAX = INT16_MAX, /* width and height of the drawing */
    ZR2_NO_CELL = -1,
    ZR2_NO_GROUP = -1,
};

/* Bits of a cell's type. The thesis's table gives the Increaser bit 5, its sample file bit 4. */
enum zr2_type {
    ZR2_TYPE_CELL = 1, /* always set */
    ZR2_TYPE_TELEPORTER = 4,
    ZR2_TYPE_INCREASER_SAMPLE = 8,
    ZR2_TYPE_INCREASER = 16,
};

enum zr2_goal {
    ZR2_SUM_TO_ZERO,
    ZR2_REACH_POINTS, /* kept, but nothing depends on it */
};

/* A cell as the file has it, and what that comes to. A Teleporter whose target is not a cell and an
   Increaser whose group does not exist are no error: they do nothing. */
struct zr2_cell {
    int32_t value; /* may be below 0; the board begins with zr2_cell_value */
    int32_t target, add, group;
    int32_t leads_to;    /* where a working Teleporter puts the player, else ZR2_NO_CELL */
    int32_t lowers;      /* the group a working Increaser adds to, else ZR2_NO_GROUP */
    uint32_t type;       /* enum zr2_type ORed together, and any other bits */
    uint8_t type_digits; /* how many binary digits the file wrote */
    uint8_t colour;
};

/* The header of a level's block of memory. Name, target and goal may be changed in place; all else
   depends on the rest and is changed by writing and reading text. */
struct zr2_level {
    uint32_t bytes; /* of the whole block */
    int32_t dimensions;
    int32_t size[ZR2_DIMENSIONS_MAX];
    int32_t cells; /* product of the sizes */
    int32_t groups;
    int32_t start;   /* the cell the player starts on, which does not count as a visit */
    int32_t sum;     /* of the values above 0 */
    int32_t target;  /* the most points that can be reached; 0 not known */
    int32_t goal;    /* enum zr2_goal */
    int32_t surplus; /* cells in the file beyond those of the board; they were skipped */
    int32_t surplus_line, surplus_column; /* where they begin */
    char name[ZR2_NAME_MAX + 1];
    uint32_t cell_at;         /* cells times struct zr2_cell */
    uint32_t link_first_at;   /* uint32_t [cells + 1]: where a cell's neighbours begin */
    uint32_t link_at;         /* int32_t: neighbours of all cells */
    uint32_t member_first_at; /* uint32_t [groups + 1]: where a group's cells begin */
    uint32_t member_at;       /* int32_t: cells of all groups */
};

struct zr2 {
    int32_t player; /* the cell stood on */
    int32_t sum;    /* of the values */
    int16_t value[];
};

extern const struct game game_zr2;

/* Level files; level.c describes the format. As the members of struct game: the size is 0 with an
   error for text that is not a level, and reading needs that much memory, aligned to 8 bytes. An
   error names line, column, what was expected and what was found. Cells beyond those of the board
   are not wrong: the thesis prints two of its own boards with one too many. */
size_t zr2_level_size(const char *text, size_t length, struct error *error);
bool zr2_level_read(const char *text, size_t length, void *memory, size_t size,
                    struct error *error);
/* Where cells were skipped, and how many; nothing for a level without such cells. */
void zr2_level_warning(const void *level, struct text *text);
/* The canonical text: reading it gives the same level, except for cells that were skipped. */
void zr2_level_write(const void *level, struct text *text);

/* Coordinates of a cell, and back. */
void zr2_level_coordinates(const struct zr2_level *level, int32_t cell, int32_t *coordinates);
int32_t zr2_level_index(const struct zr2_level *level, const int32_t *coordinates);

static inline const struct zr2_cell *zr2_level_cell(const struct zr2_level *level, int32_t cell)
{
    return (const struct zr2_cell *)(const void *)((const char *)level + level->cell_at) + cell;
}

/* The value a cell begins with. */
static inline int32_t zr2_cell_value(const struct zr2_cell *cell)
{
    return cell->value > 0 ? cell->value : 0;
}

static inline int32_t zr2_level_sum(const struct zr2_level *level)
{
    return level->sum;
}

/* Row `row` of a list of lists, and its length. */
static inline const int32_t *zr2_level_row(const struct zr2_level *level, uint32_t first_at,
                                           uint32_t list_at, int32_t row, int32_t *count)
{
    const uint32_t *first = (const uint32_t *)(const void *)((const char *)level + first_at) + row;
    *count = (int32_t)(first[1] - first[0]);
    return (const int32_t *)(const void *)((const char *)level + list_at) + first[0];
}

/* The neighbours of a cell in the order in which the thesis's search visits them: of the last
   coordinate the lower, then the higher one, and so on to the first coordinate. On two dimensions
   that is c2 - 1, c2 + 1, c1 - 1, c1 + 1. */
static inline const int32_t *zr2_level_neighbours(const struct zr2_level *level, int32_t cell,
                                                  int32_t *count)
{
    return zr2_level_row(level, level->link_first_at, level->link_at, cell, count);
}

/* The cells of a group in the order of the file, each once. */
static inline const int32_t *zr2_level_group(const struct zr2_level *level, int32_t group,
                                             int32_t *count)
{
    return zr2_level_row(level, level->member_first_at, level->member_at, group, count);
}

static inline bool zr2_cell_is_teleporter(const struct zr2_cell *cell)
{
    return cell->type & ZR2_TYPE_TELEPORTER;
}

static inline bool zr2_cell_is_increaser(const struct zr2_cell *cell)
{
    return cell->type & (ZR2_TYPE_INCREASER | ZR2_TYPE_INCREASER_SAMPLE);
}

/* Bytes of a position: whole words of 8, the spare ones always 0. */
static inline size_t zr2_position_size(const struct zr2_level *level)
{
    return (sizeof(struct zr2) + (size_t)level->cells * sizeof(int16_t) + 7) / 8 * 8;
}

static inline int32_t zr2_points(const struct zr2_level *level, const struct zr2 *board)
{
    return level->sum - board->sum;
}

/* The cells that can be stepped to, in the order of zr2_level_neighbours. */
static inline int zr2_steps(const struct zr2_level *level, const struct zr2 *board,
                            uint32_t steps[ZR2_STEPS_MAX])
{
    int32_t count;
    const int32_t *neighbour = zr2_level_neighbours(level, board->player, &count);
    int found = 0;
    for (int32_t i = 0; i < count; i++)
        if (board->value[neighbour[i]] > 0)
            steps[found++] = (uint32_t)neighbour[i];
    return found;
}

/* Adds an Increaser's number to its group. */
static inline void zr2_lower(const struct zr2_level *level, struct zr2 *board,
                             const struct zr2_cell *increaser)
{
    int32_t count;
    const int32_t *member = zr2_level_group(level, increaser->lowers, &count);
    for (int32_t i = 0; i < count; i++) {
        int32_t before = board->value[member[i]], after = before + increaser->add;
        after = after > 0 ? after : 0;
        board->value[member[i]] = (int16_t)after;
        board->sum -= before - after;
    }
}

/* Steps to `cell`, one of zr2_steps. */
static inline void zr2_visit(const struct zr2_level *level, struct zr2 *board, int32_t cell)
{
    const struct zr2_cell *visited = zr2_level_cell(level, cell);
    board->value[cell]--;
    board->sum--;
    if (visited->lowers != ZR2_NO_GROUP)
        zr2_lower(level, board, visited);
    board->player = visited->leads_to != ZR2_NO_CELL ? visited->leads_to : cell;
}

#endif
