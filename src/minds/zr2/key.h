/* A 128-bit hash of a position's values and player, kept up to date step by step.

   Each cell adds a word that depends on its value, so the order of changes does not matter. With
   2^128 keys, the chance that any two of a billion positions share one is less than 10^-20: what
   rests on them is called proved. */
#ifndef MINDS_ZR2_KEY_H
#define MINDS_ZR2_KEY_H

#include "base/hash.h"
#include "minds/zr2/undo.h"

struct key {
    uint64_t a, b; /* never both 0: that is a free place in a table */
};

static inline struct key key_cell(int32_t cell, int32_t value)
{
    uint64_t mixed = hash_mix(((uint64_t)(uint32_t)cell << 32) + (uint32_t)value + 1);
    return (struct key){mixed, hash_mix(mixed ^ UINT64_C(0xd1b54a32d192ed03))};
}

static inline void key_change(struct key *key, int32_t cell, int32_t before, int32_t after)
{
    struct key old = key_cell(cell, before), new = key_cell(cell, after);
    key->a += new.a - old.a;
    key->b += new.b - old.b;
}

/* After the changes from number `from` on: a cell may have changed more than once. */
static inline void key_follow(struct key *key, const struct zr2_undo *undo, size_t from,
                              const struct zr2 *board)
{
    for (size_t i = from; i < undo->count; i++) {
        struct zr2_undo_change change = undo->change[i];
        int32_t after = board->value[change.cell];
        for (size_t j = i + 1; j < undo->count; j++)
            if (undo->change[j].cell == change.cell) {
                after = undo->change[j].before;
                break;
            }
        key_change(key, change.cell, change.before, after);
    }
}

/* Before they are taken back. */
static inline void key_unfollow(struct key *key, const struct zr2_undo *undo, size_t from,
                                const struct zr2 *board)
{
    struct key forward = {0, 0};
    key_follow(&forward, undo, from, board);
    key->a -= forward.a;
    key->b -= forward.b;
}

static inline struct key key_at(struct key values, int32_t player)
{
    struct key place = key_cell(-2, player);
    struct key key = {values.a + place.a, values.b + place.b};
    key.a |= !(key.a | key.b);
    return key;
}

#endif
