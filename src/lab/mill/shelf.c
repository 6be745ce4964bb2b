/* A folder of database files as one struct mill_database.

   A probe needs one slot of a compressed block, and players ask for many slots of the same
   blocks. Unpacked blocks are therefore kept in a direct-mapped cache: a hash of file and block
   picks the only place where it may lie, a mutex per place guards it, and a new block overwrites
   the old one. There is no list to maintain, and two probes wait for each other only if they
   want the same place. A damaged block makes the probe fail and leaves its error for whoever
   asks; nothing of it is used. */
#include "lab/mill/shelf.h"

#include "lab/mill/packed.h"
#include "lab/mill/plan.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    SHELF_BLOCKS = 2048,    /* blocks kept unpacked: 64 MiB */
    SHELF_PACKED = 1 << 16, /* and of packed ones: 34 MiB */
    SHELF_LOCKS = SHELF_BLOCKS,
};

struct kept {
    int store; /* -1: nothing kept */
    uint32_t block;
    uint8_t *codes; /* STORE_BLOCK codes and as many distance bytes; NULL until it is used */
};

struct kept_packed {
    int store; /* one more than its number; 0: nothing kept */
    uint32_t block;
    uint8_t codes[PACKED_BLOCK];
};

struct mill_shelf {
    struct mill_index index;
    void *index_memory;
    struct mill_database database;
    struct mill_store *stores;
    int count;
    /* by the members of the subspace; -1 for none */
    int16_t number[PLAN_NUMBERS][PLAN_NUMBERS][PLAN_NUMBERS][PLAN_NUMBERS];
    pthread_mutex_t lock[SHELF_LOCKS]; /* of what is kept, by the lower digits of its place */
    struct kept kept[SHELF_BLOCKS];
    struct kept_packed *kept_packed; /* SHELF_PACKED of them, if anything is packed */
    struct mill_packing packing;
    bool packing_open;
    atomic_uint_fast64_t unpacked;
    pthread_mutex_t trouble_lock;
    struct error trouble;
};

static void trouble(struct mill_shelf *shelf, const struct error *error)
{
    pthread_mutex_lock(&shelf->trouble_lock);
    if (!shelf->trouble.text[0])
        shelf->trouble = *error;
    pthread_mutex_unlock(&shelf->trouble_lock);
}

/* Reads one slot of what both files know. */
static uint8_t read_store(struct mill_shelf *shelf, int number, uint64_t slot, uint8_t *half)
{
    uint32_t block = (uint32_t)(slot / STORE_BLOCK), at = (uint32_t)(slot % STORE_BLOCK);
    uint32_t place = hash_mix(block | (uint64_t)number << 32) & (SHELF_BLOCKS - 1);
    struct kept *kept = &shelf->kept[place];
    struct error error;
    uint8_t code = MILL_CODE_HOLE;
    pthread_mutex_lock(&shelf->lock[place]);
    if (!kept->codes)
        kept->codes = malloc(2 * STORE_BLOCK);
    if (kept->codes && (kept->store != number || kept->block != block)) {
        kept->store = number;
        kept->block = block;
        atomic_fetch_add_explicit(&shelf->unpacked, 1, memory_order_relaxed);
        if (!mill_store_block(&shelf->stores[number], block, kept->codes, kept->codes + STORE_BLOCK,
                              &error)) {
            kept->store = -1;
            trouble(shelf, &error);
        }
    }
    if (kept->codes && kept->store == number) {
        code = kept->codes[at];
        *half = kept->codes[STORE_BLOCK + at];
    }
    pthread_mutex_unlock(&shelf->lock[place]);
    return code;
}

/* The same of a packed one. */
static uint8_t read_packed(struct mill_shelf *shelf, int number, uint64_t slot)
{
    uint32_t block = (uint32_t)(slot / PACKED_BLOCK), at = (uint32_t)(slot % PACKED_BLOCK);
    uint32_t place = hash_mix(block | (uint64_t)number << 32) & (SHELF_PACKED - 1);
    struct kept_packed *kept = &shelf->kept_packed[place];
    pthread_mutex_t *lock = &shelf->lock[place % SHELF_LOCKS];
    struct error error;
    pthread_mutex_lock(lock);
    if (kept->store != number + 1 || kept->block != block) {
        kept->store = number + 1;
        kept->block = block;
        atomic_fetch_add_explicit(&shelf->unpacked, 1, memory_order_relaxed);
        if (!mill_packed_block(shelf->stores[number].packed, block, kept->codes, &error)) {
            kept->store = 0;
            trouble(shelf, &error);
        }
    }
    uint8_t code = kept->store ? kept->codes[at] : MILL_CODE_HOLE;
    pthread_mutex_unlock(lock);
    return code;
}

static bool shelf_read(const void *source, struct mill_subspace subspace, uint64_t slot,
                       struct mill_fact *fact)
{
    struct mill_shelf *shelf = (struct mill_shelf *)(uintptr_t)source;
    if (subspace.mover_hand >= PLAN_NUMBERS || subspace.other_hand >= PLAN_NUMBERS)
        return false;
    int number =
        shelf->number[subspace.mover][subspace.other][subspace.mover_hand][subspace.other_hand];
    if (number < 0)
        return false;
    const struct mill_store *store = &shelf->stores[number];
    uint8_t half = 0;
    uint8_t code =
        store->packed ? read_packed(shelf, number, slot) : read_store(shelf, number, slot, &half);
    if (code == MILL_CODE_HOLE)
        return false;
    fact->outcome = code == MILL_CODE_WIN ? 1 : code == MILL_CODE_LOSS ? -1 : 0;
    fact->plies = code == MILL_CODE_DRAW ? -1 : mill_store_plies(store, slot, code, half);
    return true;
}

static void shelf_add(struct mill_shelf *shelf, const char *directory, struct mill_rules rules,
                      struct mill_subspace subspace)
{
    struct error error = {.text = ""};
    struct mill_store *store = &shelf->stores[shelf->count];
    bool good = mill_store_exists(directory, rules, subspace)
                    ? mill_store_open(store, directory, rules, &shelf->index, subspace, &error)
                    : shelf->packing_open && mill_store_open_packed(store, &shelf->packing,
                                                                    directory, subspace, &error);
    if (!good) {
        if (error.text[0])
            trouble(shelf, &error);
        return;
    }
    if (store->packed && !shelf->kept_packed) {
        shelf->kept_packed = calloc(SHELF_PACKED, sizeof *shelf->kept_packed);
        if (!shelf->kept_packed) {
            mill_store_close(store);
            return;
        }
    }
    shelf->number[subspace.mover][subspace.other][subspace.mover_hand][subspace.other_hand] =
        (int16_t)shelf->count++;
}

static bool shelf_fill(struct mill_shelf *shelf, const char *directory, struct mill_rules rules,
                       struct error *error)
{
    struct mill_plan *plan = malloc(sizeof *plan);
    if (plan) {
        mill_plan_make(plan, &shelf->index, shelf->index.men, true);
        shelf->stores = calloc(2 * (size_t)plan->units, sizeof *shelf->stores);
    }
    if (!plan || !shelf->stores) {
        free(plan);
        return error_machine(error, "no memory to open %s", directory);
    }
    /* without the patterns nothing packed is there */
    shelf->packing_open = mill_packing_open(&shelf->packing, directory, rules, &shelf->index, NULL);
    for (int i = 0; i < plan->units; i++)
        for (int j = 0; j < plan->unit[i].subspaces; j++)
            shelf_add(shelf, directory, rules, plan->unit[i].subspace[j]);
    free(plan);
    if (shelf->count)
        return true;
    if (shelf->trouble.text[0] && error)
        *error = shelf->trouble;
    else
        error_set(error,
                  "%s: no databases of mill with these rules are there; make them with "
                  "potez database build mill --dir %s",
                  directory, directory);
    return false;
}

struct mill_shelf *mill_shelf_open(const char *directory, struct mill_rules rules,
                                   struct error *error)
{
    struct stat status;
    if (stat(directory, &status) != 0 || !S_ISDIR(status.st_mode)) {
        error_set(error, "%s: there is no such folder", directory);
        return NULL;
    }
    int men = mill_men(rules.variant);
    struct mill_shelf *shelf = calloc(1, sizeof *shelf);
    if (shelf)
        shelf->index_memory = malloc(mill_index_bytes(rules.variant, men));
    if (!shelf || !shelf->index_memory) {
        free(shelf);
        error_machine(error, "no memory to open %s", directory);
        return NULL;
    }
    mill_index_init(&shelf->index, rules.variant, men, shelf->index_memory);
    memset(shelf->number, 0xff, sizeof shelf->number);
    pthread_mutex_init(&shelf->trouble_lock, NULL);
    for (int i = 0; i < SHELF_BLOCKS; i++)
        shelf->kept[i].store = -1;
    for (int i = 0; i < SHELF_LOCKS; i++)
        pthread_mutex_init(&shelf->lock[i], NULL);
    shelf->database = (struct mill_database){&shelf->index, rules, shelf_read, shelf};
    if (shelf_fill(shelf, directory, rules, error))
        return shelf;
    mill_shelf_close(shelf);
    return NULL;
}

void mill_shelf_close(struct mill_shelf *shelf)
{
    if (!shelf)
        return;
    for (int i = 0; i < shelf->count; i++)
        mill_store_close(&shelf->stores[i]);
    for (int i = 0; i < SHELF_BLOCKS; i++)
        free(shelf->kept[i].codes);
    for (int i = 0; i < SHELF_LOCKS; i++)
        pthread_mutex_destroy(&shelf->lock[i]);
    free(shelf->kept_packed);
    if (shelf->packing_open)
        mill_packing_close(&shelf->packing);
    pthread_mutex_destroy(&shelf->trouble_lock);
    free(shelf->stores);
    free(shelf->index_memory);
    free(shelf);
}

const struct mill_database *mill_shelf_database(const struct mill_shelf *shelf)
{
    return &shelf->database;
}

const struct mill_index *mill_shelf_index(const struct mill_shelf *shelf)
{
    return &shelf->index;
}

const struct mill_store *mill_shelf_store(const struct mill_shelf *shelf, int number)
{
    return number < shelf->count ? &shelf->stores[number] : NULL;
}

uint64_t mill_shelf_unpacked(const struct mill_shelf *shelf)
{
    return atomic_load_explicit(&shelf->unpacked, memory_order_relaxed);
}

void mill_shelf_trouble(const struct mill_shelf *shelf, struct error *error)
{
    *error = shelf->trouble;
}
