/* Reading packed databases (packed.h).

   A block is decoded from its beginning, slot after slot, since each slot is predicted from
   those before it; that is why blocks are short. Per slot the context (predict.h) picks two
   probabilities, win against not win and draw against loss, and the range coder reads at most
   two bits with them. A group of blocks has one checksum, which is verified before any of its
   blocks is decoded. */
#include "lab/mill/packed_layout.h"

#include "base/coder.h"
#include "lab/mill/store_layout.h"
#include "lab/replace.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

/* -------- what all files share -------- */

static bool packing_take(struct mill_packing *packing, const uint8_t *model, size_t length,
                         struct error *error)
{
    struct mill_patterns_packed *packed = malloc(sizeof *packed);
    packing->patterns = malloc(sizeof *packing->patterns);
    bool good = packed && packing->patterns ? mill_patterns_read(model, length, packed, error)
                                            : error_machine(error, "no memory for patterns");
    if (good) {
        mill_patterns_unpack(packed, packing->patterns);
        packing->model = XXH3_64bits(model, length);
    }
    free(packed);
    return good;
}

static void packing_begin(struct mill_packing *packing, struct mill_rules rules,
                          const struct mill_index *index)
{
    *packing = (struct mill_packing){.index = index, .rules = rules};
    mill_predict_shares_init(&packing->shares);
}

static void patterns_name(char path[STORE_PATH], const char *directory)
{
    snprintf(path, STORE_PATH, "%s/patterns.model", directory);
}

bool mill_packing_open(struct mill_packing *packing, const char *directory, struct mill_rules rules,
                       const struct mill_index *index, struct error *error)
{
    struct mill_store_file file = {0};
    packing_begin(packing, rules, index);
    if (!mill_patterned(rules.variant))
        return true;
    patterns_name(file.path, directory);
    if (!mill_store_map(&file, 1, error))
        return false;
    bool good = packing_take(packing, file.map, file.bytes, error);
    mill_store_unmap(&file);
    if (!good)
        mill_packing_close(packing);
    return good;
}

bool mill_packing_make(struct mill_packing *packing, const char *directory, struct mill_rules rules,
                       const struct mill_index *index, const uint8_t *model, size_t length,
                       struct error *error)
{
    char path[STORE_PATH];
    packing_begin(packing, rules, index);
    if (!mill_patterned(rules.variant))
        return true;
    patterns_name(path, directory);
    if (packing_take(packing, model, length, error) && replace_whole(path, model, length, error))
        return true;
    mill_packing_close(packing);
    return false;
}

void mill_packing_close(struct mill_packing *packing)
{
    free(packing->patterns);
    packing->patterns = NULL;
}

/* -------- one file -------- */

static bool head_agrees(const struct mill_packed *packed, const struct mill_packed_head *head)
{
    const struct mill_packing *packing = packed->packing;
    return head->points == packing->index->points && head->skip == packing->rules.skip &&
           head->flying == mill_store_flying(packing->rules, packed->predictor.subspace) &&
           head->block_slots == PACKED_BLOCK &&
           memcmp(&head->subspace, &packed->predictor.subspace, sizeof head->subspace) == 0 &&
           head->slots == packed->slots && head->blocks == packed->blocks;
}

/* Where everything lies, once the file is known to be long enough and unchanged. */
static bool find_parts(struct mill_packed *packed, const struct mill_packed_head *head)
{
    size_t index_bytes = mill_packed_index_bytes(head);
    const uint8_t *index = packed->file.map + sizeof *head;
    struct mill_packed_head blank = *head;
    blank.checksum = 0;
    if (index_bytes > packed->file.bytes - sizeof *head ||
        head->data_bytes != packed->file.bytes - sizeof *head - index_bytes ||
        XXH3_64bits_withSeed(index, index_bytes, XXH3_64bits(&blank, sizeof blank)) !=
            head->checksum)
        return false;
    packed->groups = (const uint64_t *)index;
    packed->lengths = index + (size_t)mill_packed_groups(head->blocks) * 8;
    packed->data = index + index_bytes;
    packed->data_bytes = head->data_bytes;
    packed->counts = head->counts;
    return true;
}

static bool read_table(struct mill_packed *packed, size_t bytes)
{
    size_t whole = PREDICT_CONTEXTS * sizeof packed->chances[0];
    packed->chances = malloc(whole);
    if (!packed->chances ||
        ZSTD_decompress(packed->chances, whole, packed->lengths + packed->blocks, bytes) != whole)
        return false;
    for (uint32_t i = 0; i < PREDICT_CONTEXTS; i++)
        for (int k = 0; k < 2; k++)
            if (packed->chances[i][k] < 1 || packed->chances[i][k] > 4095)
                return false;
    return true;
}

static bool open_file(struct mill_packed *packed, struct error *error)
{
    struct mill_store_file *file = &packed->file;
    if (!mill_store_map(file, sizeof(struct mill_packed_head), error))
        return false;
    const struct mill_packed_head *head = (const struct mill_packed_head *)file->map;
    if (head->magic != PACKED_MAGIC || !head_agrees(packed, head))
        return mill_store_damaged(file, "this is not the packed database its name says", error);
    if (head->model != packed->packing->model)
        return mill_store_damaged(file, "it was packed with other patterns than this folder has",
                                  error);
    if (!find_parts(packed, head) || !read_table(packed, head->table_bytes))
        return mill_store_damaged(file, "the file is cut off or changed", error);
    return true;
}

struct mill_packed *mill_packed_open(const struct mill_packing *packing, const char *directory,
                                     struct mill_subspace subspace, struct error *error)
{
    struct mill_packed *packed = calloc(1, sizeof *packed);
    if (!packed) {
        error_machine(error, "no memory to open a packed database");
        return NULL;
    }
    packed->packing = packing;
    mill_predict_init(&packed->predictor, packing->index, packing->rules, subspace,
                      packing->patterns, &packing->shares);
    packed->slots = mill_slots(packing->index, subspace.mover, subspace.other);
    packed->blocks = (uint32_t)((packed->slots + PACKED_BLOCK - 1) / PACKED_BLOCK);
    mill_store_name(packed->file.path, directory, packing->rules, subspace, "packed");
    if (access(packed->file.path, F_OK) == 0 && open_file(packed, error))
        return packed;
    mill_packed_close(packed);
    return NULL;
}

void mill_packed_close(struct mill_packed *packed)
{
    if (!packed)
        return;
    mill_store_unmap(&packed->file);
    free(packed->chances);
    free(packed);
}

/* Where a block begins; false when its group is not as it was written. */
static bool find_block(const struct mill_packed *packed, uint32_t block, const uint8_t **bytes)
{
    uint32_t group = block / PACKED_GROUP, first = group * PACKED_GROUP;
    uint64_t stated = packed->groups[group];
    size_t at = stated & (((uint64_t)1 << PACKED_OFFSET_BITS) - 1), before = 0, all = 0;
    for (uint32_t i = first; i < first + PACKED_GROUP && i < packed->blocks; i++) {
        before += i < block ? mill_packed_length(packed->lengths[i]) : 0;
        all += mill_packed_length(packed->lengths[i]);
    }
    if (at > packed->data_bytes || all > packed->data_bytes - at ||
        mill_packed_group(at, XXH3_64bits(packed->data + at, all)) != stated)
        return false;
    *bytes = packed->data + at + before;
    return true;
}

static void decode(const struct mill_packed *packed, uint64_t first, uint32_t count,
                   const uint8_t *bytes, size_t length, uint8_t *codes)
{
    struct mill_predictor predictor = packed->predictor;
    struct coder_reader reader;
    mill_predict_begin(&predictor, first);
    coder_read_begin_short(&reader, bytes, length);
    for (uint32_t i = 0; i < count; i++, mill_predict_next(&predictor)) {
        const uint16_t *chance = packed->chances[mill_predict_context(&predictor, codes, i)];
        if (!coder_read_fixed(&reader, chance[0]))
            codes[i] = MILL_CODE_WIN;
        else
            codes[i] = coder_read_fixed(&reader, chance[1]) ? MILL_CODE_LOSS : MILL_CODE_DRAW;
    }
}

uint32_t mill_packed_block(const struct mill_packed *packed, uint32_t block, uint8_t *codes,
                           struct error *error)
{
    uint64_t first = (uint64_t)block * PACKED_BLOCK, left = packed->slots - first;
    uint32_t count = left < PACKED_BLOCK ? (uint32_t)left : PACKED_BLOCK;
    const uint8_t *bytes;
    if (!find_block(packed, block, &bytes)) {
        mill_store_damaged(&packed->file, "a block is damaged", error);
        return 0;
    }
    if (packed->lengths[block] != PACKED_RAW) {
        decode(packed, first, count, bytes, packed->lengths[block], codes);
        return count;
    }
    for (uint32_t i = 0; i < count; i++)
        codes[i] = bytes[i / 4] >> 2 * (i & 3) & 3;
    return count;
}
