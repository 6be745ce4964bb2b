/* Opening and reading the files of a subspace (store.h and docs/mill.md have the format).

   Nothing in a file is believed before it is checked: sizes and the checksum of header and index on
   opening, the checksum of a block whenever it is unpacked. Offsets must ascend and stay within the
   file, so that even a file forged to match its checksum cannot make the reader leave the mapping.
   Files are mapped and not read, so opening is quick whatever their size, and the system decides
   what stays in memory. */
#include "lab/mill/store.h"

#include "lab/mill/packed.h"
#include "lab/mill/retrograde.h"
#include "lab/mill/store_layout.h"
#include "lab/pool.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

bool mill_store_map(struct mill_store_file *file, size_t least, struct error *error)
{
    int descriptor = open(file->path, O_RDONLY | O_CLOEXEC);
    struct stat stat;
    if (descriptor < 0 || fstat(descriptor, &stat) != 0) {
        error_set(error, "%s: %s", file->path, strerror(errno));
        if (descriptor >= 0)
            close(descriptor);
        return false;
    }
    file->bytes = (size_t)stat.st_size;
    if (file->bytes < least) {
        close(descriptor);
        return error_set(error, "%s: %zu bytes are too few for a database; build it again",
                         file->path, file->bytes);
    }
    void *map = mmap(NULL, file->bytes, PROT_READ, MAP_SHARED, descriptor, 0);
    close(descriptor);
    if (map == MAP_FAILED)
        return error_machine(error, "%s: could not be mapped: %s", file->path, strerror(errno));
    file->map = map;
    return true;
}

bool mill_store_damaged(const struct mill_store_file *file, const char *what, struct error *error)
{
    return error_set(error, "%s: %s; delete the file and build again", file->path, what);
}

/* Every offset must lie after the previous one and inside the file, or reading would leave it. */
static bool offsets_valid(const struct mill_store_file *file, uint64_t index_at)
{
    if (file->offset[0] != sizeof(struct mill_store_head))
        return false;
    for (uint32_t i = 0; i < file->blocks; i++)
        if (file->offset[i + 1] < file->offset[i])
            return false;
    return file->offset[file->blocks] <= index_at && index_at - file->offset[file->blocks] < 8;
}

static bool head_valid(struct mill_store *store, struct mill_store_file *file,
                       const struct mill_store_head *head, struct error *error)
{
    uint64_t index_bytes = ((uint64_t)head->blocks * 2 + 1 + head->overlong) * 8;
    if (index_bytes > file->bytes - sizeof *head || (file->bytes - index_bytes) % 8 != 0)
        return mill_store_damaged(file, "the file is cut off", error);
    uint64_t index_at = file->bytes - index_bytes;
    file->blocks = head->blocks;
    file->offset = (const uint64_t *)(file->map + index_at);
    file->checksum = file->offset + file->blocks + 1;
    struct mill_store_head blank = *head;
    blank.checksum = 0;
    XXH3_state_t *state = XXH3_createState();
    if (!state)
        return error_machine(error, "no memory");
    XXH3_64bits_reset(state);
    XXH3_64bits_update(state, &blank, sizeof blank);
    XXH3_64bits_update(state, file->offset, index_bytes);
    uint64_t checksum = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    if (checksum != head->checksum || !offsets_valid(file, index_at))
        return mill_store_damaged(
            file, "the file is cut off or changed: its head and index do not agree", error);
    if (head->kind == STORE_DISTANCE) {
        store->overlong = file->checksum + file->blocks;
        store->overlong_count = head->overlong;
    } else {
        store->counts = head->counts;
    }
    return true;
}

static bool file_open(struct mill_store *store, struct mill_store_file *file, int kind,
                      struct mill_rules rules, const struct mill_index *index, struct error *error)
{
    if (!mill_store_map(file, sizeof(struct mill_store_head), error))
        return false;
    const struct mill_store_head *head = (const struct mill_store_head *)file->map;
    if (head->magic != STORE_MAGIC)
        return mill_store_damaged(file, "this is not a mill database", error);
    if (head->version != STORE_VERSION)
        return error_set(error, "%s: version %u, expected %d; build it again", file->path,
                         head->version, STORE_VERSION);
    struct mill_subspace *is = &store->subspace;
    const struct mill_subspace *has = &head->subspace;
    if (head->kind != kind || head->points != index->points || head->skip != rules.skip ||
        head->flying != mill_store_flying(rules, *is) || has->mover != is->mover ||
        has->other != is->other || has->mover_hand != is->mover_hand ||
        has->other_hand != is->other_hand || head->slots != store->slots ||
        head->block_slots != STORE_BLOCK ||
        head->blocks != (store->slots + STORE_BLOCK - 1) / STORE_BLOCK)
        return mill_store_damaged(file, "this file holds something else than its name says", error);
    return head_valid(store, file, head, error);
}

bool mill_store_open(struct mill_store *store, const char *directory, struct mill_rules rules,
                     const struct mill_index *index, struct mill_subspace subspace,
                     struct error *error)
{
    memset(store, 0, sizeof *store);
    store->subspace = subspace;
    store->slots = mill_slots(index, subspace.mover, subspace.other);
    mill_store_name(store->outcome.path, directory, rules, subspace, "outcome");
    mill_store_name(store->distance.path, directory, rules, subspace, "distance");
    if (file_open(store, &store->outcome, STORE_OUTCOME, rules, index, error) &&
        file_open(store, &store->distance, STORE_DISTANCE, rules, index, error))
        return true;
    mill_store_close(store);
    return false;
}

void mill_store_unmap(struct mill_store_file *file)
{
    if (file->map)
        munmap((void *)(uintptr_t)file->map, file->bytes);
    file->map = NULL;
}

bool mill_store_open_packed(struct mill_store *store, const struct mill_packing *packing,
                            const char *directory, struct mill_subspace subspace,
                            struct error *error)
{
    memset(store, 0, sizeof *store);
    store->subspace = subspace;
    store->packed = mill_packed_open(packing, directory, subspace, error);
    if (!store->packed)
        return false;
    store->slots = store->packed->slots;
    store->counts = store->packed->counts;
    store->outcome.blocks = (uint32_t)((store->slots + STORE_BLOCK - 1) / STORE_BLOCK);
    store->outcome.bytes = store->packed->file.bytes;
    return true;
}

void mill_store_close(struct mill_store *store)
{
    mill_packed_close(store->packed);
    mill_store_unmap(&store->outcome);
    mill_store_unmap(&store->distance);
}

bool mill_store_exists(const char *directory, struct mill_rules rules,
                       struct mill_subspace subspace)
{
    char path[2][STORE_PATH];
    mill_store_name(path[0], directory, rules, subspace, "outcome");
    mill_store_name(path[1], directory, rules, subspace, "distance");
    return access(path[0], F_OK) == 0 && access(path[1], F_OK) == 0;
}

static bool unpack(const struct mill_store_file *file, uint32_t block, uint8_t *target,
                   size_t bytes, struct error *error)
{
    const uint8_t *packed = file->map + file->offset[block];
    size_t length = file->offset[block + 1] - file->offset[block];
    if (XXH3_64bits(packed, length) != file->checksum[block] ||
        ZSTD_decompress(target, bytes, packed, length) != bytes)
        return error_set(error, "%s: block %u of %u is damaged; delete the file and build again",
                         file->path, block, file->blocks);
    return true;
}

/* A group of packed blocks. */
static uint32_t packed_block(const struct mill_packed *packed, uint32_t group, uint8_t *codes,
                             struct error *error)
{
    uint32_t slots = 0;
    for (uint32_t i = 0; i < PACKED_GROUP; i++) {
        uint32_t block = group * PACKED_GROUP + i;
        if (block >= packed->blocks)
            break;
        uint32_t count = mill_packed_block(packed, block, codes + slots, error);
        if (!count)
            return 0;
        slots += count;
    }
    return slots;
}

uint32_t mill_store_block(const struct mill_store *store, uint32_t block, uint8_t *codes,
                          uint8_t *halves, struct error *error)
{
    uint64_t left = store->slots - (uint64_t)block * STORE_BLOCK;
    uint32_t slots = left < STORE_BLOCK ? (uint32_t)left : STORE_BLOCK;
    uint8_t packed[STORE_BLOCK / 4];
    if (halves && store->packed)
        memset(halves, 0, STORE_BLOCK);
    if (store->packed)
        return packed_block(store->packed, block, codes, error);
    if (!unpack(&store->outcome, block, packed, mill_store_block_bytes(STORE_OUTCOME, slots),
                error) ||
        (halves && !unpack(&store->distance, block, halves, slots, error)))
        return 0;
    for (uint32_t i = 0; i < slots; i++)
        codes[i] = packed[i / 4] >> 2 * (i & 3) & 3;
    return slots;
}

int mill_store_plies(const struct mill_store *store, uint64_t slot, enum mill_code code,
                     uint8_t half)
{
    if (store->packed)
        return -1;
    if (half < 255)
        return 2 * half + (code == MILL_CODE_WIN);
    uint32_t low = 0, high = store->overlong_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (store->overlong[middle] >> 16 < slot)
            low = middle + 1;
        else
            high = middle;
    }
    return low < store->overlong_count ? (int)(store->overlong[low] & 0xffff) : 0;
}

struct loader {
    const struct mill_store *store;
    uint16_t *values;
    atomic_bool failed;
    struct error error;
};

static void load_blocks(void *context, uint64_t first, uint64_t last)
{
    struct loader *loader = context;
    uint8_t codes[STORE_BLOCK], halves[STORE_BLOCK];
    for (uint64_t block = first; block < last; block++) {
        struct error error;
        uint32_t slots = mill_store_block(loader->store, (uint32_t)block, codes, halves, &error);
        if (!slots) {
            if (!atomic_exchange(&loader->failed, true))
                loader->error = error;
            return;
        }
        uint16_t *values = loader->values + block * STORE_BLOCK;
        for (uint32_t i = 0; i < slots; i++) {
            if (codes[i] == MILL_CODE_DRAW)
                values[i] = MILL_OPEN;
            else if (codes[i] == MILL_CODE_HOLE)
                values[i] = MILL_HOLE;
            else
                values[i] = (uint16_t)mill_store_plies(loader->store, block * STORE_BLOCK + i,
                                                       codes[i], halves[i]);
        }
    }
}

bool mill_store_load(const struct mill_store *store, uint16_t *values, int threads,
                     struct error *error)
{
    struct loader loader = {.store = store, .values = values};
    pool_run_ranges(threads, store->outcome.blocks, 4, load_blocks, &loader);
    if (!atomic_load(&loader.failed))
        return true;
    if (error)
        *error = loader.error;
    return false;
}
