/* A transposition table: remembers what a search has learned about a position.

   Any number of searching threads share one table without locks: an entry is two words, and the key
   is stored XORed with the data, so that a torn write reads as a miss. Buckets of four entries fill
   one cache line; within a bucket the entry of an older search or of less depth gives way. The
   caller owns the memory. table_age starts a new search, table_clear forgets everything. */
#ifndef MINDS_TABLE_H
#define MINDS_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum table_bound { TABLE_NONE, TABLE_LOWER, TABLE_UPPER, TABLE_EXACT };

struct table_fact {
    int16_t value;
    uint8_t depth;
    uint8_t bound; /* enum table_bound */
    uint32_t move; /* low 24 bits are kept; TABLE_NO_MOVE for none */
};

#define TABLE_NO_MOVE 0xffffffu
#define TABLE_BUCKET 4
#define TABLE_BUSY 256

struct table_entry {
    _Atomic uint64_t key; /* XORed with data */
    _Atomic uint64_t data;
};

struct table {
    struct table_entry *entries; /* NULL: a table without memory, which remembers nothing */
    uint64_t mask;               /* number of buckets - 1 */
    uint8_t age;
    _Atomic uint64_t busy[TABLE_BUSY]; /* keys being searched; see table_enter */
};

/* Uses as much of `memory` (aligned to 64 bytes) as the largest power of two that fits, and clears
   it. With less than one bucket the table works and remembers nothing. */
void table_init(struct table *table, void *memory, size_t bytes);
/* The same for memory that is all zero already, as fresh pages of the operating system are: nothing
   is touched before it is used. */
void table_init_zeroed(struct table *table, void *memory, size_t bytes);
void table_clear(struct table *table);
void table_age(struct table *table);

/* False when nothing is known about `key`. */
bool table_find(const struct table *table, uint64_t key, struct table_fact *fact);
void table_store(struct table *table, uint64_t key, const struct table_fact *fact);

static inline void table_prefetch(const struct table *table, uint64_t key)
{
    if (table->entries)
        __builtin_prefetch(&table->entries[(key & table->mask) * TABLE_BUCKET]);
}

/* Workers on one tree keep out of each other's way: a worker that comes to a position which another
   is still searching turns to its siblings first (after Kerrigan's simplification [kerrigan] of
   ABDADA [weill96]). Only a hint: two positions that share a slot look like one, and nothing ever
   waits. */
static inline bool table_is_busy(const struct table *table, uint64_t key)
{
    return atomic_load_explicit(&table->busy[key >> 32 & (TABLE_BUSY - 1)], memory_order_relaxed) ==
           key;
}

static inline void table_enter(struct table *table, uint64_t key)
{
    atomic_store_explicit(&table->busy[key >> 32 & (TABLE_BUSY - 1)], key, memory_order_relaxed);
}

static inline void table_leave(struct table *table, uint64_t key)
{
    _Atomic uint64_t *place = &table->busy[key >> 32 & (TABLE_BUSY - 1)];
    if (atomic_load_explicit(place, memory_order_relaxed) == key)
        atomic_store_explicit(place, 0, memory_order_relaxed);
}

#endif
