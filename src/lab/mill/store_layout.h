/* The bytes at the head of a store's files, as they lie on the disk (little-endian machines). */
#ifndef LAB_MILL_STORE_LAYOUT_H
#define LAB_MILL_STORE_LAYOUT_H

#include "lab/mill/store.h"

#define STORE_MAGIC UINT64_C(0x6c6c696d7a746f70) /* "potzmill" */

enum { STORE_VERSION = 1, STORE_OUTCOME = 0, STORE_DISTANCE = 1 };

/* After it come the blocks and then, from the next multiple of eight to the end of the file, the
   index: offsets of the blocks and of their end, checksums of the blocks, overlong distances. */
struct mill_store_head {
    uint64_t magic;
    uint32_t version;
    uint8_t kind, points, skip, flying;
    struct mill_subspace subspace;
    uint32_t block_slots;
    uint32_t blocks;
    uint32_t overlong;
    uint64_t slots;
    uint64_t checksum; /* XXH3 of the header, with 0 here, and of the index */
    struct mill_store_counts counts;
};

/* The variant whose files a subspace's are: without men in hand Lasker's game is that of nine men.
 */
static inline int mill_store_variant(struct mill_rules rules, struct mill_subspace subspace)
{
    bool same = mill_same_board(rules.variant, MILL_NINE);
    return same && !subspace.mover_hand && !subspace.other_hand ? MILL_NINE : rules.variant;
}

/* The header's `flying`: bit 0 is the flag itself, the bits above distinguish variants with the
   same number of points. */
static inline uint8_t mill_store_flying(struct mill_rules rules, struct mill_subspace subspace)
{
    int variant = mill_store_variant(rules, subspace);
    return (uint8_t)(rules.flying | (variant == MILL_SIX ? 0 : variant << 1));
}

void mill_store_name(char path[STORE_PATH], const char *directory, struct mill_rules rules,
                     struct mill_subspace subspace, const char *kind);

/* Maps the file at file->path, of at least `least` bytes. */
bool mill_store_map(struct mill_store_file *file, size_t least, struct error *error);
void mill_store_unmap(struct mill_store_file *file);

/* That the file is not what it should be: always false. */
bool mill_store_damaged(const struct mill_store_file *file, const char *what, struct error *error);

static inline size_t mill_store_block_bytes(int kind, uint32_t slots)
{
    return kind == STORE_OUTCOME ? (slots + 3) / 4 : slots;
}

#endif
