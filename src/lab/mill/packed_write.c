/* Packing the outcomes of a subspace, in two passes.

   The first pass counts, over a sample of blocks, how often each context ends in a win, a draw
   or a loss. Contexts consist of a sight (what the position looks like) and neighbours (how
   three earlier slots ended); rare combinations borrow from their sight as if they had been seen
   TRUST times more, in the proportions of the sight. The second pass codes every block with the
   probabilities of the first; one that comes out longer than two bits per slot is stored plain.
   A slot without a position is coded as whatever the probabilities expect, which costs almost
   nothing. */
#include "lab/mill/packed_layout.h"

#include "base/coder.h"
#include "lab/mill/store_layout.h"
#include "lab/pool.h"
#include "lab/replace.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

enum {
    SAMPLE_BLOCKS = 512, /* of the store, at most: 8 million slots */
    TABLE_LEVEL = 19,
    CHANCES = 4096,
    TRUST = 2, /* what is seen without neighbours counts as this many positions with them */
};

_Static_assert(STORE_BLOCK == PACKED_BLOCK * PACKED_GROUP, "a store's block is a group");

/* The coded blocks of one block of the store. */
struct parcel {
    uint8_t *bytes;
    uint32_t length;
    uint8_t lengths[PACKED_GROUP];
};

struct packer {
    const struct mill_packing *packing;
    const struct mill_store *store;
    struct mill_predictor predictor;
    uint32_t (*counts)[3]; /* by context and code */
    uint16_t (*chances)[2];
    struct parcel *parcels;
    pthread_mutex_t lock; /* of the counts, and of: */
    bool failed;
    struct error error;
};

static void fail(struct packer *packer, const struct error *error)
{
    pthread_mutex_lock(&packer->lock);
    if (!packer->failed)
        packer->error = *error;
    packer->failed = true;
    pthread_mutex_unlock(&packer->lock);
}

/* -------- the table -------- */

static void count_block(struct packer *packer, uint32_t block, const uint8_t *codes, uint32_t slots)
{
    struct mill_predictor predictor = packer->predictor;
    mill_predict_begin(&predictor, (uint64_t)block * STORE_BLOCK);
    for (uint32_t i = 0; i < slots; i++, mill_predict_next(&predictor)) {
        uint32_t start = i / PACKED_BLOCK * PACKED_BLOCK;
        uint32_t context = mill_predict_context(&predictor, codes + start, i - start);
        if (codes[i] != MILL_CODE_HOLE)
            __atomic_fetch_add(&packer->counts[context][codes[i]], 1, __ATOMIC_RELAXED);
    }
}

static void count_blocks(void *context, uint64_t first, uint64_t last)
{
    struct packer *packer = context;
    uint32_t blocks = packer->store->outcome.blocks;
    uint32_t looked = blocks < SAMPLE_BLOCKS ? blocks : SAMPLE_BLOCKS;
    uint8_t codes[STORE_BLOCK];
    struct error error;
    for (uint64_t i = first; i < last; i++) {
        uint32_t block = (uint32_t)(i * blocks / looked);
        uint32_t slots = mill_store_block(packer->store, block, codes, NULL, &error);
        if (!slots)
            fail(packer, &error);
        count_block(packer, block, codes, slots);
    }
}

static uint16_t chance_of(double part, double whole)
{
    double chance = whole > 0 ? CHANCES * part / whole : CHANCES / 2;
    return chance < 1 ? 1 : chance > CHANCES - 1 ? CHANCES - 1 : (uint16_t)(chance + 0.5);
}

/* Contexts of one sight share what is known of it where neighbours are seldom seen like this. */
static void make_chances(struct packer *packer)
{
    for (uint32_t sight = 0; sight < PREDICT_SIGHTS; sight++) {
        double sum[3] = {0.02, 0.02, 0.02};
        const uint32_t(*counts)[3] = packer->counts + sight * PREDICT_NEIGHBOURS;
        for (int i = 0; i < PREDICT_NEIGHBOURS; i++)
            for (int code = 0; code < 3; code++)
                sum[code] += counts[i][code];
        double all = sum[0] + sum[1] + sum[2];
        for (int i = 0; i < PREDICT_NEIGHBOURS; i++) {
            double win = counts[i][MILL_CODE_WIN] + TRUST * sum[MILL_CODE_WIN] / all;
            double draw = counts[i][MILL_CODE_DRAW] + TRUST * sum[MILL_CODE_DRAW] / all;
            double loss = counts[i][MILL_CODE_LOSS] + TRUST * sum[MILL_CODE_LOSS] / all;
            uint16_t *chance = packer->chances[sight * PREDICT_NEIGHBOURS + (uint32_t)i];
            chance[0] = chance_of(win, win + draw + loss);
            chance[1] = chance_of(draw, draw + loss);
        }
    }
}

/* -------- the blocks -------- */

/* Where there is no position: what the probabilities predict, which costs next to nothing. */
static uint8_t likely(const uint16_t chance[2])
{
    return chance[0] >= CHANCES / 2   ? MILL_CODE_WIN
           : chance[1] >= CHANCES / 2 ? MILL_CODE_DRAW
                                      : MILL_CODE_LOSS;
}

/* Codes become what will be read. Returns the length as it stands in the file. */
static uint8_t encode(const struct packer *packer, uint64_t first, uint32_t count, uint8_t *codes,
                      uint8_t *bytes)
{
    struct mill_predictor predictor = packer->predictor;
    struct coder_writer writer;
    uint8_t coded[PACKED_BLOCK];
    mill_predict_begin(&predictor, first);
    coder_write_begin(&writer, coded, sizeof coded);
    for (uint32_t i = 0; i < count; i++, mill_predict_next(&predictor)) {
        const uint16_t *chance = packer->chances[mill_predict_context(&predictor, codes, i)];
        if (codes[i] == MILL_CODE_HOLE)
            codes[i] = likely(chance);
        coder_write_fixed(&writer, chance[0], codes[i] != MILL_CODE_WIN);
        if (codes[i] != MILL_CODE_WIN)
            coder_write_fixed(&writer, chance[1], codes[i] != MILL_CODE_DRAW);
    }
    size_t length = coder_write_end_short(&writer);
    if (length <= PACKED_RAW_BYTES) {
        memcpy(bytes, coded, length);
        return (uint8_t)length;
    }
    memset(bytes, 0, PACKED_RAW_BYTES);
    for (uint32_t i = 0; i < count; i++)
        bytes[i / 4] |= (uint8_t)(codes[i] << 2 * (i & 3));
    return PACKED_RAW;
}

static bool encode_group(const struct packer *packer, uint32_t group, struct parcel *parcel,
                         struct error *error)
{
    uint8_t codes[STORE_BLOCK], bytes[PACKED_GROUP * PACKED_RAW_BYTES];
    uint32_t slots = mill_store_block(packer->store, group, codes, NULL, error);
    if (!slots)
        return false;
    for (uint32_t at = 0, block = 0; at < slots; at += PACKED_BLOCK, block++) {
        uint32_t count = slots - at < PACKED_BLOCK ? slots - at : PACKED_BLOCK;
        parcel->lengths[block] = encode(packer, (uint64_t)group * STORE_BLOCK + at, count,
                                        codes + at, bytes + parcel->length);
        parcel->length += (uint32_t)mill_packed_length(parcel->lengths[block]);
    }
    parcel->bytes = malloc(parcel->length + 1);
    if (!parcel->bytes)
        return error_machine(error, "no memory to pack");
    memcpy(parcel->bytes, bytes, parcel->length);
    return true;
}

static void encode_groups(void *context, uint64_t first, uint64_t last)
{
    struct packer *packer = context;
    struct error error;
    for (uint64_t group = first; group < last; group++)
        if (!encode_group(packer, (uint32_t)group, &packer->parcels[group], &error))
            fail(packer, &error);
}

/* -------- the file -------- */

static size_t write_index(const struct packer *packer, struct mill_packed_head *head,
                          uint8_t *index)
{
    uint32_t groups = mill_packed_groups(head->blocks);
    uint64_t *entries = (uint64_t *)index;
    uint8_t *lengths = index + (size_t)groups * 8, *table = lengths + head->blocks;
    size_t whole = PREDICT_CONTEXTS * sizeof packer->chances[0];
    for (uint32_t i = 0; i < groups; i++) {
        const struct parcel *parcel = &packer->parcels[i];
        uint32_t first = i * PACKED_GROUP, left = head->blocks - first;
        entries[i] =
            mill_packed_group(head->data_bytes, XXH3_64bits(parcel->bytes, parcel->length));
        memcpy(lengths + first, parcel->lengths, left < PACKED_GROUP ? left : PACKED_GROUP);
        head->data_bytes += parcel->length;
    }
    head->table_bytes = (uint32_t)ZSTD_compress(table, ZSTD_compressBound(whole), packer->chances,
                                                whole, TABLE_LEVEL);
    size_t bytes = mill_packed_index_bytes(head);
    head->checksum = XXH3_64bits_withSeed(index, bytes, XXH3_64bits(head, sizeof *head));
    return bytes;
}

static bool write_all(const struct packer *packer, FILE *file, const struct mill_packed_head *head,
                      const uint8_t *index, size_t index_bytes)
{
    bool good = fwrite(head, sizeof *head, 1, file) == 1 &&
                fwrite(index, 1, index_bytes, file) == index_bytes;
    for (uint32_t i = 0; good && i < mill_packed_groups(head->blocks); i++)
        good = fwrite(packer->parcels[i].bytes, 1, packer->parcels[i].length, file) ==
               packer->parcels[i].length;
    return good;
}

static bool write_file(const struct packer *packer, const char *directory, uint64_t *bytes,
                       struct error *error)
{
    const struct mill_store *store = packer->store;
    struct mill_rules rules = packer->packing->rules;
    struct mill_packed_head head = {
        .magic = PACKED_MAGIC,
        .points = (uint8_t)packer->packing->index->points,
        .skip = rules.skip,
        .flying = mill_store_flying(rules, packer->store->subspace),
        .subspace = store->subspace,
        .block_slots = PACKED_BLOCK,
        .blocks = (uint32_t)((store->slots + PACKED_BLOCK - 1) / PACKED_BLOCK),
        .slots = store->slots,
        .model = packer->packing->model,
        .counts = store->counts,
    };
    size_t whole = PREDICT_CONTEXTS * sizeof packer->chances[0];
    uint8_t *index = malloc(mill_packed_index_bytes(&head) + ZSTD_compressBound(whole));
    char path[STORE_PATH];
    struct replace replace;
    if (!index)
        return error_machine(error, "no memory to pack");
    size_t index_bytes = write_index(packer, &head, index);
    mill_store_name(path, directory, rules, store->subspace, "packed");
    bool good = replace_begin(&replace, path, error);
    if (good) {
        bool written = write_all(packer, replace.file, &head, index, index_bytes);
        if (!written)
            error_machine(error, "%s: could not be written", path);
        good = replace_end(&replace, written, error) && written;
    }
    *bytes = sizeof head + index_bytes + head.data_bytes;
    free(index);
    return good;
}

static void packer_close(struct packer *packer)
{
    for (uint32_t i = 0; packer->parcels && i < packer->store->outcome.blocks; i++)
        free(packer->parcels[i].bytes);
    free(packer->parcels);
    free(packer->counts);
    free(packer->chances);
    pthread_mutex_destroy(&packer->lock);
}

bool mill_packed_write(const struct mill_packing *packing, const char *directory,
                       const struct mill_store *store, int threads, uint64_t *bytes,
                       struct error *error)
{
    uint32_t blocks = store->outcome.blocks;
    struct packer packer = {
        .packing = packing,
        .store = store,
        .counts = calloc(PREDICT_CONTEXTS, sizeof *packer.counts),
        .chances = calloc(PREDICT_CONTEXTS, sizeof *packer.chances),
        .parcels = calloc(blocks, sizeof *packer.parcels),
    };
    mill_predict_init(&packer.predictor, packing->index, packing->rules, store->subspace,
                      packing->patterns, &packing->shares);
    pthread_mutex_init(&packer.lock, NULL);
    bool good = packer.counts && packer.chances && packer.parcels;
    if (good) {
        pool_run_ranges(threads, blocks < SAMPLE_BLOCKS ? blocks : SAMPLE_BLOCKS, 4, count_blocks,
                        &packer);
        make_chances(&packer);
        pool_run_ranges(threads, blocks, 4, encode_groups, &packer);
        good = !packer.failed && write_file(&packer, directory, bytes, error);
        if (packer.failed)
            *error = packer.error;
    } else {
        error_machine(error, "no memory to pack");
    }
    packer_close(&packer);
    return good;
}
