/* Mill's databases: what stands behind the heads of both files of a small subspace. The input's
   first byte is the number of long distances, two more the length of the file of outcomes. Heads
   and checksums are put right, since a fuzzer would never guess them. Every block of what is opened
   is unpacked or refused. */
#include "input.h"

#include "lab/mill/store_layout.h"
#include "minds/mill/index.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const struct mill_rules rules = {.variant = MILL_SIX};
static const struct mill_subspace subspace = {.mover = 3, .other = 3};

static const struct mill_index *index_of_six(void)
{
    static struct mill_index index;
    static void *memory;
    if (!memory) {
        memory = malloc(mill_index_bytes(MILL_SIX, 3));
        PROMISE(memory);
        mill_index_init(&index, MILL_SIX, 3, memory);
    }
    return &index;
}

/* The checksums of the blocks that lie inside, then that of head and index. */
static void put_right(uint8_t *bytes, size_t size)
{
    struct mill_store_head head;
    memcpy(&head, bytes, sizeof head);
    size_t words = (size_t)head.blocks * 2 + 1 + head.overlong;
    if (words * 8 > size - sizeof head)
        return;
    uint8_t *index = bytes + size - words * 8;
    for (uint32_t i = 0; i < head.blocks; i++) {
        uint64_t offset[2];
        memcpy(offset, index + 8 * (size_t)i, sizeof offset);
        if (offset[0] > offset[1] || offset[1] > size)
            continue;
        uint64_t sum = XXH3_64bits(bytes + offset[0], offset[1] - offset[0]);
        memcpy(index + 8 * ((size_t)head.blocks + 1 + i), &sum, sizeof sum);
    }
    XXH3_state_t *state = XXH3_createState();
    XXH3_64bits_reset(state);
    XXH3_64bits_update(state, &head, sizeof head);
    XXH3_64bits_update(state, index, words * 8);
    head.checksum = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    memcpy(bytes, &head, sizeof head);
}

static void write_file(const char *word, int kind, uint8_t overlong, const uint8_t *body,
                       size_t size)
{
    char path[STORE_PATH];
    uint64_t slots = mill_slots(index_of_six(), subspace.mover, subspace.other);
    struct mill_store_head head = {
        .magic = STORE_MAGIC,
        .version = STORE_VERSION,
        .kind = (uint8_t)kind,
        .points = (uint8_t)index_of_six()->points,
        .subspace = subspace,
        .block_slots = STORE_BLOCK,
        .blocks = (uint32_t)((slots + STORE_BLOCK - 1) / STORE_BLOCK),
        .overlong = overlong,
        .slots = slots,
    };
    uint8_t *bytes = malloc(sizeof head + size);
    memcpy(bytes, &head, sizeof head);
    memcpy(bytes + sizeof head, body, size);
    put_right(bytes, sizeof head + size);
    mill_store_name(path, ".", rules, subspace, word);
    input_file(path, bytes, sizeof head + size);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t codes[STORE_BLOCK], halves[STORE_BLOCK];
    struct mill_store store;
    struct error error = {.text = ""};
    if (size < 3)
        return 0;
    const uint8_t *body = data + 3;
    size_t both = size - 3, first = data[1] | (size_t)data[2] << 8;
    first = first < both ? first : both;
    write_file("outcome", STORE_OUTCOME, 0, body, first);
    write_file("distance", STORE_DISTANCE, data[0], body + first, both - first);
    if (!mill_store_open(&store, input_folder(), rules, index_of_six(), subspace, &error)) {
        PROMISE(error.text[0]);
        return 0;
    }
    for (uint32_t block = 0; block < store.outcome.blocks; block++) {
        uint32_t count = mill_store_block(&store, block, codes, halves, &error);
        PROMISE(count || error.text[0]);
        for (uint32_t i = 0; i < count; i++)
            PROMISE(mill_store_plies(&store, i, codes[i], halves[i]) >= 0);
    }
    mill_store_close(&store);
    return 0;
}
