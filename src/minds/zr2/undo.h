/* Steps that can be taken back: every change of a value is recorded with the old one. */
#ifndef MINDS_ZR2_UNDO_H
#define MINDS_ZR2_UNDO_H

#include "games/zr2/zr2.h"
#include "minds/zr2/arena.h"

struct zr2_undo_change {
    int32_t cell, before;
};

struct zr2_undo {
    struct zr2_undo_change *change;
    size_t count, room;
};

/* Room for every walk on the board: no value v is lowered more than v times. False when the arena
   is too small. */
static inline bool zr2_undo_init(struct zr2_undo *undo, const struct zr2 *board,
                                 struct arena *arena)
{
    undo->count = 0;
    undo->room = (size_t)board->sum + 1;
    undo->change = arena_take(arena, undo->room, sizeof *undo->change);
    return undo->change != NULL;
}

static inline void zr2_undo_set(struct zr2_undo *undo, struct zr2 *board, int32_t cell,
                                int32_t value)
{
    undo->change[undo->count++] = (struct zr2_undo_change){cell, board->value[cell]};
    board->sum += value - board->value[cell];
    board->value[cell] = (int16_t)value;
}

/* As zr2_visit. */
static inline void zr2_undo_visit(struct zr2_undo *undo, const struct zr2_level *level,
                                  struct zr2 *board, int32_t cell)
{
    const struct zr2_cell *visited = zr2_level_cell(level, cell);
    zr2_undo_set(undo, board, cell, board->value[cell] - 1);
    if (visited->lowers != ZR2_NO_GROUP && visited->add < 0) {
        int32_t count;
        const int32_t *member = zr2_level_group(level, visited->lowers, &count);
        for (int32_t i = 0; i < count; i++) {
            int32_t value = board->value[member[i]] + visited->add;
            if (board->value[member[i]] > 0)
                zr2_undo_set(undo, board, member[i], value > 0 ? value : 0);
        }
    }
    board->player = visited->leads_to != ZR2_NO_CELL ? visited->leads_to : cell;
}

/* Back to when there were `count` changes; the player's place is the caller's to set. */
static inline void zr2_undo_take_back(struct zr2_undo *undo, struct zr2 *board, size_t count)
{
    while (undo->count > count) {
        struct zr2_undo_change change = undo->change[--undo->count];
        board->sum += change.before - board->value[change.cell];
        board->value[change.cell] = (int16_t)change.before;
    }
}

#endif
