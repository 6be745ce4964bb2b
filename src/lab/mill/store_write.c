/* Writing the two files of a subspace.

   Blocks are packed in parallel, a batch at a time, and written in order, so the bytes do not
   depend on the number of threads. What the header and the index say is known only at the end: the
   index goes to the end of the file, and the header into the room left at the beginning. Until the
   header is there and the file renamed, it is not recognised as a database. The distances are
   finished first, because whoever finds the outcome file assumes that both are there.

   Counts are kept up to symmetry and for all positions; a position counts 16 divided by the
   number of symmetries that leave it as it is. */
#include "lab/mill/retrograde.h"
#include "lab/mill/store_layout.h"
#include "lab/pool.h"
#include "lab/replace.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

enum { BATCH = 256, LEVEL = 3, OUTCOME_BYTES = STORE_BLOCK / 4 };

/* One block on its way to the disk. */
struct store_parcel {
    uint8_t *packed[2]; /* by kind */
    size_t bytes[2];
    struct mill_store_counts counts;
    uint64_t *overlong;
    uint32_t overlong_count;
    bool failed;
};

struct store_writer {
    const struct mill_index *index;
    struct mill_subspace subspace;
    const uint16_t *values;
    uint64_t slots;
    uint32_t blocks, first; /* first block of the batch */
    struct store_parcel parcels[BATCH];
    size_t room[2];
    struct mill_store_head head;
    uint64_t *offset[2], *checksum[2];
    uint64_t *overlong;
    struct replace replace[2]; /* open where there is a file */
    char path[2][STORE_PATH];
};

static const char *const kind_words[] = {"outcome", "distance"};

void mill_store_name(char path[STORE_PATH], const char *directory, struct mill_rules rules,
                     struct mill_subspace subspace, const char *kind)
{
    /* Lasker's own are those with men in hand */
    static const char *const words[MILL_VARIANTS] = {"mill", "six", "lasker", "twelve"};
    int variant = mill_store_variant(rules, subspace);
    char hand[32] = "";
    if (subspace.mover_hand || subspace.other_hand)
        snprintf(hand, sizeof hand, "+%d-%d", subspace.mover_hand, subspace.other_hand);
    snprintf(path, STORE_PATH, "%s/%s%s%s-%d-%d%s.%s", directory, words[variant],
             rules.skip ? "-skip" : "", rules.flying || variant == MILL_SIX ? "" : "-walking",
             subspace.mover, subspace.other, hand, kind);
}

/* How many of the 16 images of a position differ. */
static uint32_t orbit(const struct mill_index *index, uint32_t stabiliser, uint32_t others)
{
    uint32_t same = 0;
    for (uint64_t left = stabiliser; left;)
        same += mill_image(index, bits_pop(&left), others) == others;
    return MILL_SYMMETRIES / same;
}

static void count_value(struct mill_store_counts *counts, uint16_t value, uint32_t images)
{
    counts->reduced++;
    if (value == MILL_OPEN) {
        counts->draw++;
        counts->raw_draw += images;
    } else if (value & 1) {
        counts->win++;
        counts->raw_win += images;
        if (value > counts->longest_win)
            counts->longest_win = value;
    } else {
        counts->loss++;
        counts->raw_loss += images;
        if (value > counts->longest_loss)
            counts->longest_loss = value;
    }
}

static uint32_t images_of(const struct store_writer *writer, uint64_t slot, uint64_t *class_end,
                          bool *symmetric)
{
    const struct mill_subspace *subspace = &writer->subspace;
    int large = subspace->mover > subspace->other ? subspace->mover : subspace->other;
    uint32_t width = mill_width(writer->index, large, subspace->mover + subspace->other - large);
    uint64_t class = slot / width;
    const struct mill_classes *classes = &writer->index->classes[large];
    if (slot >= *class_end || !*class_end) {
        *class_end = (class + 1) * width;
        *symmetric = classes->stabiliser[class] != 1;
    }
    if (!*symmetric)
        return MILL_SYMMETRIES;
    uint32_t mover, other;
    mill_unslot(writer->index, subspace->mover, subspace->other, slot, &mover, &other);
    return orbit(writer->index, classes->stabiliser[class],
                 subspace->mover < subspace->other ? mover : other);
}

static void parcel_fill(const struct store_writer *writer, uint32_t block,
                        struct store_parcel *parcel, uint8_t *codes, uint8_t *halves)
{
    uint64_t first = (uint64_t)block * STORE_BLOCK, class_end = 0;
    uint64_t count = writer->slots - first < STORE_BLOCK ? writer->slots - first : STORE_BLOCK;
    bool symmetric = false;
    memset(codes, 0, OUTCOME_BYTES);
    for (uint64_t i = 0; i < count; i++) {
        uint16_t value = writer->values[first + i];
        uint32_t code = value == MILL_HOLE   ? MILL_CODE_HOLE
                        : value == MILL_OPEN ? MILL_CODE_DRAW
                        : value & 1          ? MILL_CODE_WIN
                                             : MILL_CODE_LOSS;
        codes[i / 4] |= (uint8_t)(code << 2 * (i & 3));
        uint32_t half = code == MILL_CODE_WIN || code == MILL_CODE_LOSS ? value / 2u : 0;
        halves[i] = half < 255 ? (uint8_t)half : 255;
        if (half >= 255)
            parcel->overlong[parcel->overlong_count++] = (first + i) << 16 | value;
        if (code == MILL_CODE_HOLE)
            continue;
        uint32_t images = MILL_SYMMETRIES;
        if (symmetric || first + i >= class_end)
            images = images_of(writer, first + i, &class_end, &symmetric);
        count_value(&parcel->counts, value, images);
    }
}

static void pack_blocks(void *context, uint64_t first, uint64_t last)
{
    struct store_writer *writer = context;
    uint8_t codes[OUTCOME_BYTES], halves[STORE_BLOCK];
    for (uint64_t i = first; i < last; i++) {
        struct store_parcel *parcel = &writer->parcels[i];
        uint32_t block = writer->first + (uint32_t)i;
        uint64_t left = writer->slots - (uint64_t)block * STORE_BLOCK;
        uint32_t slots = left < STORE_BLOCK ? (uint32_t)left : STORE_BLOCK;
        parcel->counts = (struct mill_store_counts){0};
        parcel->overlong_count = 0;
        parcel_fill(writer, block, parcel, codes, halves);
        for (int kind = 0; kind < 2; kind++) {
            parcel->bytes[kind] = ZSTD_compress(parcel->packed[kind], writer->room[kind],
                                                kind == STORE_OUTCOME ? codes : halves,
                                                mill_store_block_bytes(kind, slots), LEVEL);
            parcel->failed |= ZSTD_isError(parcel->bytes[kind]) != 0;
        }
    }
}

static void counts_add(struct mill_store_counts *sum, const struct mill_store_counts *part)
{
    sum->reduced += part->reduced;
    sum->win += part->win;
    sum->draw += part->draw;
    sum->loss += part->loss;
    sum->raw_win += part->raw_win;
    sum->raw_draw += part->raw_draw;
    sum->raw_loss += part->raw_loss;
    if (part->longest_win > sum->longest_win)
        sum->longest_win = part->longest_win;
    if (part->longest_loss > sum->longest_loss)
        sum->longest_loss = part->longest_loss;
}

static bool overlong_add(struct store_writer *writer, const struct store_parcel *parcel)
{
    if (!parcel->overlong_count)
        return true;
    size_t have = writer->head.overlong, all = have + parcel->overlong_count;
    uint64_t *grown = realloc(writer->overlong, all * sizeof *grown);
    if (!grown)
        return false;
    memcpy(grown + have, parcel->overlong, parcel->overlong_count * sizeof *grown);
    writer->overlong = grown;
    writer->head.overlong = (uint32_t)all;
    return true;
}

static bool batch_write(struct store_writer *writer, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct store_parcel *parcel = &writer->parcels[i];
        uint32_t block = writer->first + i;
        if (parcel->failed || !overlong_add(writer, parcel))
            return false;
        counts_add(&writer->head.counts, &parcel->counts);
        for (int kind = 0; kind < 2; kind++) {
            uint64_t *offset = &writer->offset[kind][block];
            offset[1] = offset[0] + parcel->bytes[kind];
            writer->checksum[kind][block] = XXH3_64bits(parcel->packed[kind], parcel->bytes[kind]);
            if (fwrite(parcel->packed[kind], 1, parcel->bytes[kind], writer->replace[kind].file) !=
                parcel->bytes[kind])
                return false;
        }
    }
    return true;
}

static bool blocks_write(struct store_writer *writer, int threads)
{
    for (writer->first = 0; writer->first < writer->blocks; writer->first += BATCH) {
        uint32_t left = writer->blocks - writer->first, count = left < BATCH ? left : BATCH;
        pool_run_ranges(threads, count, 1, pack_blocks, writer);
        if (!batch_write(writer, count))
            return false;
    }
    return true;
}

static uint64_t head_checksum(const struct mill_store_head *head, const uint64_t *offset,
                              const uint64_t *checksum, const uint64_t *overlong)
{
    struct mill_store_head blank = *head;
    blank.checksum = 0;
    XXH3_state_t *state = XXH3_createState();
    if (!state)
        return 0;
    XXH3_64bits_reset(state);
    XXH3_64bits_update(state, &blank, sizeof blank);
    XXH3_64bits_update(state, offset, ((size_t)head->blocks + 1) * 8);
    XXH3_64bits_update(state, checksum, (size_t)head->blocks * 8);
    XXH3_64bits_update(state, overlong, (size_t)head->overlong * 8);
    uint64_t sum = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return sum;
}

static bool head_write(struct store_writer *writer, int kind)
{
    struct mill_store_head head = writer->head;
    head.kind = (uint8_t)kind;
    head.overlong = kind == STORE_DISTANCE ? head.overlong : 0;
    FILE *file = writer->replace[kind].file;
    const uint64_t *offset = writer->offset[kind], *checksum = writer->checksum[kind];
    head.checksum = head_checksum(&head, offset, checksum, writer->overlong);
    size_t blocks = head.blocks, padding = (8 - offset[blocks] % 8) % 8;
    return fwrite("\0\0\0\0\0\0\0", 1, padding, file) == padding &&
           fwrite(offset, 8, blocks + 1, file) == blocks + 1 &&
           fwrite(checksum, 8, blocks, file) == blocks &&
           fwrite(writer->overlong, 8, head.overlong, file) == head.overlong &&
           fseek(file, 0, SEEK_SET) == 0 && fwrite(&head, sizeof head, 1, file) == 1;
}

static bool writer_fail(const struct store_writer *writer, int kind, struct error *error)
{
    return error_machine(error, "%s: cannot be written: %s", writer->path[kind], strerror(errno));
}

static bool writer_open(struct store_writer *writer, const char *directory, struct mill_rules rules,
                        struct error *error)
{
    for (int kind = 0; kind < 2; kind++) {
        size_t raw = mill_store_block_bytes(kind, STORE_BLOCK);
        writer->room[kind] = ZSTD_compressBound(raw);
        writer->offset[kind] = calloc((size_t)writer->blocks + 1, 8);
        writer->checksum[kind] = calloc((size_t)writer->blocks + 1, 8);
        if (!writer->offset[kind] || !writer->checksum[kind])
            return error_machine(error, "no memory for an index of %u blocks", writer->blocks);
        writer->offset[kind][0] = sizeof(struct mill_store_head);
        for (int i = 0; i < BATCH; i++)
            if (!(writer->parcels[i].packed[kind] = malloc(writer->room[kind])))
                return error_machine(error, "no memory to pack blocks");
    }
    for (int i = 0; i < BATCH; i++)
        if (!(writer->parcels[i].overlong = malloc(STORE_BLOCK * sizeof(uint64_t))))
            return error_machine(error, "no memory to pack blocks");
    for (int kind = 0; kind < 2; kind++) {
        mill_store_name(writer->path[kind], directory, rules, writer->subspace, kind_words[kind]);
        struct mill_store_head blank = {0};
        if (strlen(writer->path[kind]) + 1 >= STORE_PATH)
            return error_set(error, "the directory's name is too long");
        if (!replace_begin(&writer->replace[kind], writer->path[kind], error))
            return false;
        if (fwrite(&blank, sizeof blank, 1, writer->replace[kind].file) != 1)
            return writer_fail(writer, kind, error);
    }
    return true;
}

static void writer_close(struct store_writer *writer)
{
    for (int kind = 0; kind < 2; kind++) {
        if (writer->replace[kind].file)
            replace_end(&writer->replace[kind], false, NULL);
        free(writer->offset[kind]);
        free(writer->checksum[kind]);
        for (int i = 0; i < BATCH; i++)
            free(writer->parcels[i].packed[kind]);
    }
    for (int i = 0; i < BATCH; i++)
        free(writer->parcels[i].overlong);
    free(writer->overlong);
    free(writer);
}

/* The distances first: whoever finds the outcomes finds both. */
static bool writer_finish(struct store_writer *writer, struct error *error)
{
    for (int kind = 1; kind >= 0; kind--) {
        if (!head_write(writer, kind))
            return writer_fail(writer, kind, error);
        bool good = replace_end(&writer->replace[kind], true, error);
        writer->replace[kind].file = NULL;
        if (!good)
            return false;
    }
    return true;
}

bool mill_store_write(const char *directory, struct mill_rules rules,
                      const struct mill_index *index, struct mill_subspace subspace,
                      const uint16_t *values, int threads, struct mill_store_counts *counts,
                      struct error *error)
{
    struct store_writer *writer = calloc(1, sizeof *writer);
    if (!writer)
        return error_machine(error, "no memory to write %d-%d", subspace.mover, subspace.other);
    writer->index = index;
    writer->subspace = subspace;
    writer->values = values;
    writer->slots = mill_slots(index, subspace.mover, subspace.other);
    writer->blocks = (uint32_t)((writer->slots + STORE_BLOCK - 1) / STORE_BLOCK);
    writer->head = (struct mill_store_head){
        .magic = STORE_MAGIC,
        .version = STORE_VERSION,
        .points = (uint8_t)index->points,
        .skip = rules.skip,
        .flying = mill_store_flying(rules, subspace),
        .subspace = subspace,
        .block_slots = STORE_BLOCK,
        .blocks = writer->blocks,
        .slots = writer->slots,
    };
    bool good = writer_open(writer, directory, rules, error);
    if (good && !blocks_write(writer, threads))
        good = writer_fail(writer, STORE_DISTANCE, error);
    good = good && writer_finish(writer, error);
    *counts = writer->head.counts;
    writer_close(writer);
    return good;
}
