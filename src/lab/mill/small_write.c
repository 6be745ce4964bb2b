/* Makes the bytes of the built-in databases (minds/mill/small.h) from a folder of complete ones.
   Only won and lost slots are listed. Most steps are short and most distances are among the
   sixteen most frequent ones of the subspace, so the usual step takes one byte. */
#include "lab/mill/small_write.h"

#include "lab/mill/retrograde.h"
#include "minds/mill/small.h"
#include <stdlib.h>
#include <string.h>

struct maker {
    uint8_t *data;
    size_t bytes, room;
    bool failed;
};

static void put(struct maker *maker, uint8_t byte)
{
    if (maker->bytes == maker->room && !maker->failed) {
        size_t room = maker->room ? 2 * maker->room : 1 << 20;
        uint8_t *grown = realloc(maker->data, room);
        maker->failed = !grown;
        if (grown) {
            maker->data = grown;
            maker->room = room;
        }
    }
    if (!maker->failed)
        maker->data[maker->bytes++] = byte;
}

static void put_word(struct maker *maker, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        put(maker, (uint8_t)(word >> 8 * i));
}

static void set_word(struct maker *maker, size_t at, uint32_t word)
{
    for (size_t i = 0; !maker->failed && i < 4; i++)
        maker->data[at + i] = (uint8_t)(word >> 8 * i);
}

static bool listed(uint16_t value)
{
    return value != MILL_OPEN && value != MILL_HOLE;
}

/* The distances that stand most often in the list, for the short form of a step. */
static void find_frequent(const uint16_t *values, uint64_t slots, uint8_t frequent[SMALL_FREQUENT],
                          uint32_t *entries)
{
    uint32_t often[256] = {0};
    *entries = 0;
    for (uint64_t i = 0; i < slots; i++)
        if (listed(values[i])) {
            often[values[i] & 255]++;
            ++*entries;
        }
    for (int i = 0; i < SMALL_FREQUENT; i++) {
        int most = 0;
        for (int plies = 1; plies < 256; plies++)
            if (often[plies] > often[most])
                most = plies;
        frequent[i] = (uint8_t)most;
        often[most] = 0;
    }
}

/* One byte: the step less one in 3 bits, the number of a frequent distance in 4. Otherwise the top
   bit is set and five bytes hold a step of 31 bits and the distance. */
static void put_step(struct maker *maker, uint32_t step, uint16_t value, const uint8_t *frequent)
{
    for (uint32_t i = 0; step <= 8 && i < SMALL_FREQUENT; i++)
        if (frequent[i] == value) {
            put(maker, (uint8_t)((step - 1) | i << 3));
            return;
        }
    put(maker, (uint8_t)(128 | (step & 127)));
    put(maker, (uint8_t)(step >> 7));
    put(maker, (uint8_t)(step >> 15));
    put(maker, (uint8_t)(step >> 23));
    put(maker, (uint8_t)value);
}

/* The index comes first: for every SMALL_GROUP entries the slot of the first one and where its
   bytes begin, so that a look-up is a binary search and then a walk over one group. The first entry
   of a group needs no step. */
static void put_subspace(struct maker *maker, size_t entry, const struct mill_store *store,
                         const uint16_t *values)
{
    uint8_t frequent[SMALL_FREQUENT];
    uint32_t entries, seen = 0, last = 0;
    find_frequent(values, store->slots, frequent, &entries);
    uint32_t groups = (entries + SMALL_GROUP - 1) / SMALL_GROUP;
    size_t index = maker->bytes, steps = index + 8 * (size_t)groups;
    for (uint32_t i = 0; i < 2 * groups; i++)
        put_word(maker, 0);
    for (uint64_t slot = 0; slot < store->slots; slot++) {
        if (!listed(values[slot]))
            continue;
        if (seen % SMALL_GROUP == 0) {
            set_word(maker, index + 8 * (size_t)(seen / SMALL_GROUP), (uint32_t)slot);
            set_word(maker, index + 8 * (size_t)(seen / SMALL_GROUP) + 4,
                     (uint32_t)(maker->bytes - steps));
            put(maker, (uint8_t)values[slot]);
        } else {
            put_step(maker, (uint32_t)slot - last, values[slot], frequent);
        }
        last = (uint32_t)slot;
        seen++;
    }
    set_word(maker, entry, store->subspace.mover | (uint32_t)store->subspace.other << 8);
    set_word(maker, entry + 4, entries);
    set_word(maker, entry + 8, (uint32_t)index);
    set_word(maker, entry + 12, (uint32_t)steps);
    if (!maker->failed)
        memcpy(maker->data + entry + 16, frequent, SMALL_FREQUENT);
}

static bool is_small(const struct mill_store *store)
{
    const struct mill_subspace *subspace = &store->subspace;
    return subspace->mover <= SMALL_MEN && subspace->other <= SMALL_MEN && !subspace->mover_hand &&
           !subspace->other_hand;
}

static bool put_all(struct maker *maker, const struct mill_shelf *shelf, int threads,
                    struct error *error)
{
    const struct mill_store *store;
    size_t entry = SMALL_HEAD;
    for (int i = 0; (store = mill_shelf_store(shelf, i)); i++) {
        if (!is_small(store))
            continue;
        if (store->counts.longest_win > 255 || store->counts.longest_loss > 255 ||
            entry == SMALL_HEAD + SMALL_SUBSPACES * SMALL_ENTRY)
            return error_set(error, "this does not fit the small set's form");
        uint16_t *values = malloc(store->slots * sizeof *values);
        bool good = values ? mill_store_load(store, values, threads, error)
                           : error_machine(error, "no memory for the small set");
        if (good)
            put_subspace(maker, entry, store, values);
        free(values);
        if (!good)
            return false;
        entry += SMALL_ENTRY;
    }
    if (entry < SMALL_HEAD + SMALL_SUBSPACES * SMALL_ENTRY)
        return error_set(error, "not all subspaces up to %d men a side are there; build them first",
                         SMALL_MEN);
    return true;
}

size_t mill_small_make(const struct mill_shelf *shelf, int threads, uint8_t **data,
                       struct error *error)
{
    struct maker maker = {0};
    for (int i = 0; i < 4; i++)
        put(&maker, (uint8_t) "pms1"[i]);
    put_word(&maker, SMALL_SUBSPACES);
    for (int i = 0; i < SMALL_SUBSPACES * SMALL_ENTRY; i++)
        put(&maker, 0);
    if (put_all(&maker, shelf, threads, error) && !maker.failed) {
        *data = maker.data;
        return maker.bytes;
    }
    if (maker.failed)
        error_machine(error, "no memory for the small set");
    free(maker.data);
    return 0;
}
