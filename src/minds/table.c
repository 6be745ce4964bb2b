/* The transposition table of table.h: packing, finding, replacing.

   The lockless scheme is Hyatt's and Mann's [hyatt02]. A thread that reads an entry half-written
   by another sees a key that, xored with the data, is not the one it looks for, and takes it for
   a miss. No fence is needed, and all accesses are relaxed. A new entry replaces the one of the
   same position, else the one with the least worth in its bucket: depth minus 8 per search that
   it has grown old. */
#include "minds/table.h"

#include "base/memory.h"

/* data: value 16 | depth 8 | bound 2 + age 6 | spare 8 | move 24 */
static uint64_t pack(const struct table_fact *fact, uint8_t age)
{
    return (uint64_t)(uint16_t)fact->value | (uint64_t)fact->depth << 16 |
           (uint64_t)(fact->bound & 3) << 24 | (uint64_t)(age & 63) << 26 |
           (uint64_t)(fact->move & 0xffffffu) << 40;
}

static struct table_fact unpack(uint64_t data)
{
    return (struct table_fact){
        .value = (int16_t)(data & 0xffff),
        .depth = (uint8_t)(data >> 16),
        .bound = (uint8_t)(data >> 24 & 3),
        .move = (uint32_t)(data >> 40),
    };
}

void table_init_zeroed(struct table *table, void *memory, size_t bytes)
{
    size_t buckets = 1, bucket = TABLE_BUCKET * sizeof(struct table_entry);
    *table = (struct table){0};
    if (!memory || bytes < bucket)
        return;
    while (buckets * 2 * bucket <= bytes)
        buckets *= 2;
    table->entries = memory;
    table->mask = buckets - 1;
}

void table_init(struct table *table, void *memory, size_t bytes)
{
    table_init_zeroed(table, memory, bytes);
    table_clear(table);
}

void table_clear(struct table *table)
{
    if (table->entries)
        memory_clear((void *)table->entries,
                     (table->mask + 1) * TABLE_BUCKET * sizeof(struct table_entry));
}

void table_age(struct table *table)
{
    table->age = (uint8_t)((table->age + 1) & 63);
}

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

bool table_find(const struct table *table, uint64_t key, struct table_fact *fact)
{
    if (!table->entries)
        return false;
    const struct table_entry *entry = &table->entries[(key & table->mask) * TABLE_BUCKET];
    for (int i = 0; i < TABLE_BUCKET; i++, entry++) {
        uint64_t data = load(&entry->data);
        if ((load(&entry->key) ^ data) == key && data) {
            *fact = unpack(data);
            return true;
        }
    }
    return false;
}

/* How much an entry is worth keeping: deep and young before shallow and old. */
static int worth(uint64_t data, uint8_t age)
{
    int years = (age - (int)(data >> 26 & 63)) & 63;
    return data ? (int)(data >> 16 & 0xff) - 8 * years : -1024;
}

/* The two words are written one after the other, without a lock. Should another thread write the
   same entry in between, the words are from two facts and their XOR is the key of neither: the
   entry is lost, and nobody is deceived. */
void table_store(struct table *table, uint64_t key, const struct table_fact *fact)
{
    if (!table->entries)
        return;
    struct table_entry *entry = &table->entries[(key & table->mask) * TABLE_BUCKET];
    struct table_entry *poorest = entry;
    int least = INT32_MAX;
    for (int i = 0; i < TABLE_BUCKET; i++, entry++) {
        uint64_t data = load(&entry->data);
        if ((load(&entry->key) ^ data) == key) {
            poorest = entry;
            break;
        }
        int value = worth(data, table->age);
        if (value < least) {
            least = value;
            poorest = entry;
        }
    }
    uint64_t data = pack(fact, table->age);
    atomic_store_explicit(&poorest->key, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&poorest->data, data, memory_order_relaxed);
}
