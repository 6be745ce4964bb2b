/* Files of solved mill subspaces.

   Each subspace has two files: NAME.outcome with two bits per slot (enum mill_code, four slots
   to a byte, the first in the lowest bits) and NAME.distance with one byte per slot: half the
   plies to the end, rounded down, since the outcome tells whether they are odd; 255 stands for a
   distance in the list of long ones. Both are cut into blocks of STORE_BLOCK slots, each a zstd
   frame with an XXH3 checksum; a header and an index have a checksum of their own. docs/mill.md has
   the layout.

   A file is written under another name and renamed when it is complete and on the disk. Reading
   maps the file; a wrong size, header or block is reported with the file's name and nothing of
   it is used. An open store may be read by several threads. */
#ifndef LAB_MILL_STORE_H
#define LAB_MILL_STORE_H

#include "base/error.h"
#include "minds/mill/database.h"

enum {
    STORE_BLOCK = 1 << 14, /* slots */
    STORE_PATH = 4096,
};

enum mill_code { MILL_CODE_DRAW, MILL_CODE_WIN, MILL_CODE_LOSS, MILL_CODE_HOLE };

struct mill_store_counts {
    uint64_t reduced, win, draw, loss;    /* up to symmetry */
    uint64_t raw_win, raw_draw, raw_loss; /* all positions */
    uint32_t longest_win, longest_loss;   /* plies; 0 where there is none */
};

struct mill_store_file {
    const uint8_t *map; /* NULL: not open */
    size_t bytes;
    const uint64_t *offset, *checksum; /* of each block; one more offset at the end */
    uint32_t blocks;
    char path[STORE_PATH];
};

struct mill_store {
    struct mill_subspace subspace;
    uint64_t slots;
    struct mill_store_counts counts;
    struct mill_store_file outcome, distance;
    const uint64_t *overlong; /* slot << 16 | plies, ascending */
    uint32_t overlong_count;
    struct mill_packed *packed; /* instead of both files: lab/mill/packed.h */
};

struct mill_packing;

/* Writes both files of a subspace from its values (plies, MILL_OPEN, MILL_HOLE), on `threads`
   threads, and reports what it counted. */
bool mill_store_write(const char *directory, struct mill_rules rules,
                      const struct mill_index *index, struct mill_subspace subspace,
                      const uint16_t *values, int threads, struct mill_store_counts *counts,
                      struct error *error);

/* Opens what mill_store_write wrote; the rules must be those it was written for. */
bool mill_store_open(struct mill_store *store, const char *directory, struct mill_rules rules,
                     const struct mill_index *index, struct mill_subspace subspace,
                     struct error *error);
void mill_store_close(struct mill_store *store);

/* Opens a packed subspace: outcomes as above (slots without a position have any), no distances.
   False without an error when it is not there. */
bool mill_store_open_packed(struct mill_store *store, const struct mill_packing *packing,
                            const char *directory, struct mill_subspace subspace,
                            struct error *error);

/* Whether both files are there at all; says nothing about what is in them. */
bool mill_store_exists(const char *directory, struct mill_rules rules,
                       struct mill_subspace subspace);

/* Unpacks one block: codes by slot, and if `halves` is not NULL the distance bytes. Both have room
   for STORE_BLOCK bytes. Returns the number of slots, 0 with an error. */
uint32_t mill_store_block(const struct mill_store *store, uint32_t block, uint8_t *codes,
                          uint8_t *halves, struct error *error);

/* The distance in plies that a code and its byte stand for; -1 where the store is packed. */
int mill_store_plies(const struct mill_store *store, uint64_t slot, enum mill_code code,
                     uint8_t half);

/* All values, as mill_store_write took them; not for packed ones. */
bool mill_store_load(const struct mill_store *store, uint16_t *values, int threads,
                     struct error *error);

#endif
