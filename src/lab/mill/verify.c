/* Verifying databases: every value against its successors.

   If each value equals what mill_database_derive makes of the successors' values, then by
   induction over the distance no value is wrong: a win in n has a loss in n - 1 behind it, a
   loss in n has wins of at most n - 1 plies behind all its moves. (Draws follow, as a position
   that is neither.) The check knows nothing of how the values were found.

   A whole subspace is verified in memory, loaded together with the two subspaces its moves lead
   to. A sample is taken in runs of neighbouring slots instead of single ones, because the
   successors of neighbours lie in the same few blocks. */
#include "lab/mill/verify.h"

#include "base/random.h"
#include "games/mill/notation.h"
#include "lab/mill/retrograde.h"
#include "lab/pool.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Subspaces held in memory while all of one is verified: itself and what its moves lead to. A
   sample is taken in runs of GRAIN slots from random places: their successors lie in a few dozen
   blocks, which are unpacked once per run instead of once per look-up. */
enum { LOADED = 5, GRAIN = 1024 };

struct loaded {
    struct mill_subspace subspace;
    uint16_t *values;
};

struct verifier {
    const struct mill_verify *verify;
    const struct mill_store *store;
    struct loaded loaded[LOADED];
    int loaded_count;
    struct mill_database memory; /* reads from what is loaded */
    const struct mill_database *database;
    pthread_mutex_t lock;
    struct mill_verify_result *result;
};

static bool same(struct mill_subspace a, struct mill_subspace b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool loaded_read(const void *source, struct mill_subspace subspace, uint64_t slot,
                        struct mill_fact *fact)
{
    const struct verifier *verifier = source;
    for (int i = 0; i < verifier->loaded_count; i++) {
        if (!same(verifier->loaded[i].subspace, subspace))
            continue;
        uint16_t value = verifier->loaded[i].values[slot];
        if (value == MILL_HOLE)
            return false;
        fact->outcome = value == MILL_OPEN ? 0 : value & 1 ? 1 : -1;
        fact->plies = value == MILL_OPEN ? -1 : value;
        return true;
    }
    return false;
}

static void note(struct verifier *verifier, const struct mill *board, bool known)
{
    pthread_mutex_lock(&verifier->lock);
    struct mill_verify_result *result = verifier->result;
    if (!known) {
        result->unknown++;
    } else if (result->wrong++ == 0) {
        struct game_setup setup = {0};
        setup.option[MILL_OPTION_VARIANT] = verifier->verify->rules.variant;
        struct text text;
        text_init(&text, result->first_wrong, sizeof result->first_wrong);
        mill_position_write(&setup, board, &text);
    }
    pthread_mutex_unlock(&verifier->lock);
}

static bool facts_equal(const struct mill_fact *a, const struct mill_fact *b)
{
    bool distant = a->outcome != 0 && a->plies >= 0 && b->plies >= 0; /* packed ones know none */
    return a->outcome == b->outcome && (!distant || a->plies == b->plies);
}

/* True for a position, false for a hole. */
static bool verify_slot(struct verifier *verifier, uint64_t slot)
{
    const struct mill_subspace *subspace = &verifier->store->subspace;
    struct mill board = {.hand = {subspace->mover_hand, subspace->other_hand}};
    if (!mill_unslot(verifier->database->index, subspace->mover, subspace->other, slot,
                     &board.men[0], &board.men[1]))
        return false;
    struct mill_fact stated, derived;
    bool known =
        mill_database_derive(verifier->database, &board, verifier->verify->rules, &derived);
    if (!known || !verifier->database->read(verifier->database->source, *subspace, slot, &stated) ||
        !facts_equal(&stated, &derived))
        note(verifier, &board, known);
    return true;
}

static void verify_slots(void *context, uint64_t first, uint64_t last)
{
    struct verifier *verifier = context;
    const struct mill_verify *verify = verifier->verify;
    uint64_t looked = 0;
    if (verify->stop && atomic_load_explicit(verify->stop, memory_order_relaxed))
        return;
    uint64_t slots = verifier->store->slots, start = first;
    if (verify->sample) {
        struct random random;
        random_split(&random, verify->seed, first);
        start = (uint64_t)(random_unit(&random) * (double)slots);
    }
    for (uint64_t i = start; i < start + (last - first); i++)
        looked += verify_slot(verifier, i % slots);
    pthread_mutex_lock(&verifier->lock);
    verifier->result->looked += looked;
    pthread_mutex_unlock(&verifier->lock);
}

static const struct mill_store *find(const struct mill_shelf *shelf, struct mill_subspace subspace)
{
    const struct mill_store *store;
    for (int i = 0; (store = mill_shelf_store(shelf, i)); i++)
        if (same(store->subspace, subspace))
            return store;
    return NULL;
}

static bool load(struct verifier *verifier, struct mill_subspace subspace, struct error *error)
{
    const struct mill_store *store = find(verifier->verify->shelf, subspace);
    for (int i = 0; i < verifier->loaded_count; i++)
        if (same(verifier->loaded[i].subspace, subspace))
            return true;
    if (!store)
        return true; /* missing ones are reported as unknown */
    uint16_t *values = malloc(store->slots * sizeof *values);
    if (!values)
        return error_machine(error, "no memory to load %d-%d", subspace.mover, subspace.other);
    verifier->loaded[verifier->loaded_count++] = (struct loaded){subspace, values};
    return mill_store_load(store, values, verifier->verify->threads, error);
}

static bool load_all(struct verifier *verifier, struct error *error)
{
    struct mill_subspace own = verifier->store->subspace;
    verifier->memory = *mill_shelf_database(verifier->verify->shelf);
    verifier->memory.read = loaded_read;
    verifier->memory.source = verifier;
    verifier->database = &verifier->memory;
    bool places = own.mover_hand,
         moves = !places || mill_moves_early(verifier->memory.rules.variant);
    bool good = load(verifier, own, error);
    for (int takes = 0; takes < (own.other ? 2 : 1); takes++) {
        good = good && (!moves || load(verifier, mill_subspace_after(own, false, takes), error));
        good = good && (!places || load(verifier, mill_subspace_after(own, true, takes), error));
    }
    return good;
}

/* Counts what the header of the file states; a difference is one more wrong value. */
static void recount(struct verifier *verifier)
{
    const struct mill_store *store = verifier->store;
    const uint16_t *values = verifier->loaded[0].values;
    struct mill_store_counts counts = {0};
    for (uint64_t slot = 0; slot < store->slots; slot++) {
        uint16_t value = values[slot];
        counts.reduced += value != MILL_HOLE;
        counts.draw += value == MILL_OPEN;
        if (value == MILL_OPEN || value == MILL_HOLE)
            continue;
        counts.win += value & 1;
        counts.loss += !(value & 1);
        uint32_t *longest = value & 1 ? &counts.longest_win : &counts.longest_loss;
        *longest = value > *longest ? value : *longest;
    }
    const struct mill_store_counts *stated = &store->counts;
    if (counts.reduced != stated->reduced || counts.win != stated->win ||
        counts.draw != stated->draw || counts.loss != stated->loss ||
        counts.longest_win != stated->longest_win || counts.longest_loss != stated->longest_loss)
        verifier->result->wrong++;
}

bool mill_verify_store(const struct mill_verify *verify, const struct mill_store *store,
                       struct mill_verify_result *result, struct error *error)
{
    struct verifier verifier = {
        .verify = verify,
        .store = store,
        .database = mill_shelf_database(verify->shelf),
        .result = result,
    };
    *result = (struct mill_verify_result){0};
    pthread_mutex_init(&verifier.lock, NULL);
    bool whole = !verify->sample && !store->packed;
    bool good = !whole || load_all(&verifier, error);
    if (good)
        pool_run_ranges(verify->threads, verify->sample ? verify->sample : store->slots, GRAIN,
                        verify_slots, &verifier);
    if (good && whole)
        recount(&verifier);
    struct error trouble;
    mill_shelf_trouble(verify->shelf, &trouble);
    if (good && result->unknown && trouble.text[0]) {
        good = false;
        if (error)
            *error = trouble;
    }
    for (int i = 0; i < verifier.loaded_count; i++)
        free(verifier.loaded[i].values);
    pthread_mutex_destroy(&verifier.lock);
    return good;
}
