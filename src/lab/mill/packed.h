/* Databases of mill that know only win, draw and loss, packed small enough to pass on.

   One file for each subspace, NAME.packed, and one for all, NAME.patterns, with the patterns that
   predict (lab/mill/predict.h). A block of PACKED_BLOCK slots holds what the prediction left open:
   for each slot whether it is won, and if not, whether it is lost, coded with the probabilities
   that the file's table has for its context (base/coder.h). Slots without a position of their own
   hold whatever costs nothing. Blocks are unpacked one by one, from a mapped file; groups of them
   have a checksum. docs/mill.md has the layout.

   An open file may be read by several threads. */
#ifndef LAB_MILL_PACKED_H
#define LAB_MILL_PACKED_H

#include "lab/mill/predict.h"
#include "lab/mill/store.h"

enum { PACKED_BLOCK = 512, PACKED_GROUP = 32 }; /* slots per block, blocks per group */

/* What all packed files of a folder share. */
struct mill_packing {
    const struct mill_index *index;
    struct mill_rules rules;
    struct mill_patterns *patterns; /* NULL for other boards than nine men's */
    uint64_t model;                 /* checksum of the patterns' bytes */
    struct mill_predict_shares shares;
};

/* Reads the folder's patterns; false when they are missing or damaged. */
bool mill_packing_open(struct mill_packing *packing, const char *directory, struct mill_rules rules,
                       const struct mill_index *index, struct error *error);
/* Writes patterns into the folder and takes them; `model` is what mill_patterns_read takes. */
bool mill_packing_make(struct mill_packing *packing, const char *directory, struct mill_rules rules,
                       const struct mill_index *index, const uint8_t *model, size_t length,
                       struct error *error);
void mill_packing_close(struct mill_packing *packing);

struct mill_packed {
    struct mill_store_file file; /* mapped; its own index is not used */
    const struct mill_packing *packing;
    struct mill_predictor predictor; /* not yet placed at a slot */
    uint64_t slots;
    uint32_t blocks;
    struct mill_store_counts counts;
    const uint64_t *groups; /* offset | checksum << 40 */
    const uint8_t *lengths; /* of each block */
    const uint8_t *data;
    size_t data_bytes;
    uint16_t (*chances)[2]; /* by context: of a win, and otherwise of a draw, in 4096ths */
};

/* NULL without an error when there is no such file. */
struct mill_packed *mill_packed_open(const struct mill_packing *packing, const char *directory,
                                     struct mill_subspace subspace, struct error *error);
void mill_packed_close(struct mill_packed *packed);

/* Unpacks one block of at most PACKED_BLOCK codes; returns their number, 0 with an error. */
uint32_t mill_packed_block(const struct mill_packed *packed, uint32_t block, uint8_t *codes,
                           struct error *error);

/* Packs the outcomes of a store into the folder. */
bool mill_packed_write(const struct mill_packing *packing, const char *directory,
                       const struct mill_store *store, int threads, uint64_t *bytes,
                       struct error *error);

#endif
