/* A level in the making, for generate.c: shape, special cells, a walk over them, values, text.

   The functions are called in the order below; each draws from the draft's random numbers, so that
   the same generator makes the same level. */
#ifndef MINDS_ZR2_DRAFT_H
#define MINDS_ZR2_DRAFT_H

#include "minds/zr2/generate.h"

enum { DRAFT_MEMBERS = 4, DRAFT_VALUE_MOST = 5 };

struct draft {
    const struct zr2_wish *wish;
    struct random random;
    int32_t cells, start;
    uint8_t *mask;     /* part of the board's shape */
    int32_t *leads_to; /* ZR2_NO_CELL: no Teleporter */
    int32_t *group;    /* of an Increaser, else ZR2_NO_GROUP */
    int32_t (*member)[DRAFT_MEMBERS];
    int32_t *members, *add; /* of a group */
    int32_t groups;
    int32_t *lowered; /* how often in all */
    int32_t *before;  /* how often before the last visit; -1: never visited */
    int32_t *value;
    int32_t *path;
    int32_t steps, path_room;
    char *text; /* of the level, and room for it read */
    size_t text_room;
    void *level;
    size_t level_room;
    struct zr2 *board;
    size_t board_room;
    void *memory; /* for the solver */
    size_t bytes;
};

/* False when the memory is too small. */
bool draft_init(struct draft *draft, const struct zr2_wish *wish, void *memory, size_t bytes);

void draft_shape(struct draft *draft);
/* False when there was no room for Teleporters and Increasers. */
bool draft_specials(struct draft *draft);
/* A random walk; true when it saw nearly all of the shape and every special cell. */
bool draft_walk(struct draft *draft);
/* Values with which the walk collects everything; false when one would be too large. */
bool draft_values(struct draft *draft);

void draft_write(const struct draft *draft, struct text *text);
/* The level in memory, and the board it begins with; NULL when it does not fit. */
const struct zr2_level *draft_level(struct draft *draft);

#endif
