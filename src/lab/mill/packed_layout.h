/* The bytes at the head of a packed file, as they lie on the disk (little-endian machines). */
#ifndef LAB_MILL_PACKED_LAYOUT_H
#define LAB_MILL_PACKED_LAYOUT_H

#include "lab/mill/packed.h"

#define PACKED_MAGIC UINT64_C(0x316c64777a746f70) /* "potzwdl1" */

enum {
    PACKED_RAW = 255,                    /* as a length: two bits for each slot */
    PACKED_RAW_BYTES = PACKED_BLOCK / 4, /* so no coded block is longer */
    PACKED_OFFSET_BITS = 40,
};

/* After it come the groups (8 bytes each), the lengths of the blocks (one byte each), the table of
   probabilities (a zstd frame), and the blocks. */
struct mill_packed_head {
    uint64_t magic;
    uint8_t points, skip, flying, unused;
    struct mill_subspace subspace;
    uint32_t block_slots, blocks, table_bytes, padding;
    uint64_t slots, data_bytes;
    uint64_t model;    /* checksum of the patterns */
    uint64_t checksum; /* XXH3 of the header, with 0 here, and of all before the blocks */
    struct mill_store_counts counts;
};

static inline uint32_t mill_packed_groups(uint32_t blocks)
{
    return (blocks + PACKED_GROUP - 1) / PACKED_GROUP;
}

/* Bytes between the header and the blocks. */
static inline size_t mill_packed_index_bytes(const struct mill_packed_head *head)
{
    return (size_t)mill_packed_groups(head->blocks) * 8 + head->blocks + head->table_bytes;
}

static inline uint64_t mill_packed_group(uint64_t offset, uint64_t checksum)
{
    return offset | checksum << PACKED_OFFSET_BITS;
}

static inline size_t mill_packed_length(uint8_t length)
{
    return length == PACKED_RAW ? PACKED_RAW_BYTES : length;
}

#endif
