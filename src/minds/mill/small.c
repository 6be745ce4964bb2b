/* Reading the built-in databases (small.h has the format). A binary search over the first slots
   of the groups finds the group, then at most SMALL_GROUP steps of one or five bytes are added
   up. A slot that is not listed is a draw. Bytes from outside are checked as far as header, list
   and group indexes go; the steps within them are trusted. */
#include "minds/mill/small.h"

#include "base/memory.h"
#include <stdatomic.h>

/* Made from small.bin by the build. */
extern const uint8_t mill_small_data[];
extern const uint32_t mill_small_bytes;

static const uint8_t *given; /* used instead, where there is one */
static size_t given_bytes;

static uint32_t word(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static const uint8_t *find_entry(const uint8_t *data, size_t bytes, struct mill_subspace subspace)
{
    if (bytes < SMALL_HEAD || subspace.mover_hand || subspace.other_hand)
        return NULL;
    uint32_t count = word(data + 4), wanted = subspace.mover | (uint32_t)subspace.other << 8;
    for (uint32_t i = 0; i < count; i++)
        if (word(data + SMALL_HEAD + i * SMALL_ENTRY) == wanted)
            return data + SMALL_HEAD + i * SMALL_ENTRY;
    return NULL;
}

/* The distance at `slot` in the group that begins with `first`, or -1 when it is not listed. */
static int find_in_group(const uint8_t *step, uint32_t first, uint32_t slot, uint32_t count,
                         const uint8_t *frequent)
{
    uint32_t at = first;
    int plies = *step++;
    for (uint32_t i = 1; i < count && at < slot; i++) {
        if (*step < 128) {
            at += (*step & 7u) + 1;
            plies = frequent[*step >> 3];
            step++;
        } else {
            at += (step[0] & 127u) | (uint32_t)step[1] << 7 | (uint32_t)step[2] << 15 |
                  (uint32_t)step[3] << 23;
            plies = step[4];
            step += 5;
        }
    }
    return at == slot ? plies : -1;
}

bool mill_small_read(const uint8_t *data, size_t bytes, struct mill_subspace subspace,
                     uint64_t slot, struct mill_fact *fact)
{
    const uint8_t *entry = find_entry(data, bytes, subspace);
    if (!entry)
        return false;
    uint32_t entries = word(entry + 4), groups = (entries + SMALL_GROUP - 1) / SMALL_GROUP;
    const uint8_t *index = data + word(entry + 8), *steps = data + word(entry + 12);
    *fact = (struct mill_fact){0, -1};
    uint32_t low = 0, high = groups; /* the last group whose first slot is not above ours */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (word(index + 8 * middle) <= slot)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return true;
    uint32_t group = low - 1, left = entries - group * SMALL_GROUP;
    int plies = find_in_group(steps + word(index + 8 * group + 4), word(index + 8 * group),
                              (uint32_t)slot, left < SMALL_GROUP ? left : SMALL_GROUP, entry + 16);
    if (plies >= 0)
        *fact = (struct mill_fact){plies & 1 ? 1 : -1, plies};
    return true;
}

static bool own_read(const void *source, struct mill_subspace subspace, uint64_t slot,
                     struct mill_fact *fact)
{
    (void)source;
    const uint8_t *data = given ? given : mill_small_data;
    return mill_small_read(data, given ? given_bytes : mill_small_bytes, subspace, slot, fact);
}

/* Header, list and group indexes lie within the bytes; the steps are trusted. */
static bool is_whole(const uint8_t *data, size_t bytes)
{
    if (bytes < SMALL_HEAD || !memory_equal(data, "pms1", 4) || word(data + 4) > SMALL_SUBSPACES ||
        bytes < SMALL_HEAD + (size_t)word(data + 4) * SMALL_ENTRY)
        return false;
    for (uint32_t i = 0; i < word(data + 4); i++) {
        const uint8_t *entry = data + SMALL_HEAD + i * SMALL_ENTRY;
        uint64_t groups = ((uint64_t)word(entry + 4) + SMALL_GROUP - 1) / SMALL_GROUP;
        if (word(entry + 8) + 8 * groups > bytes || word(entry + 12) > bytes)
            return false;
    }
    return true;
}

bool mill_small_use(const void *bytes, size_t length, struct error *error)
{
    if (!is_whole(bytes, length))
        return error_set(error, "not a set of solved mill positions");
    given = bytes;
    given_bytes = length;
    return true;
}

/* The index of five men and fewer: 55455 sets and 3782 classes. */
enum { INDEX_BYTES = 4 * 55455 + 8 * 3782 };

static struct mill_index own_index;
static uint32_t own_index_memory[INDEX_BYTES / 4];
static struct mill_database own = {
    .index = &own_index,
    .rules = {.variant = MILL_NINE, .flying = true},
    .read = own_read,
};

const struct mill_database *mill_small_database(void)
{
    enum { ABSENT, IN_WORK, READY };
    static atomic_int state;
    int expected = ABSENT;
    if (atomic_load_explicit(&state, memory_order_acquire) == READY)
        return &own;
    if (atomic_compare_exchange_strong(&state, &expected, IN_WORK)) {
        mill_index_init(&own_index, MILL_NINE, SMALL_MEN, own_index_memory);
        atomic_store_explicit(&state, READY, memory_order_release);
    }
    while (atomic_load_explicit(&state, memory_order_acquire) != READY)
        ; /* another thread is doing it, for a few milliseconds */
    return &own;
}
