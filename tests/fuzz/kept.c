/* A store (ports/server/store.h) for fuzzing that keeps everything at once and forgets it: no
   database and no thread, so that an input takes as long as the service itself needs. */
#include "serving.h"

#include "lab/archive.h"
#include "ports/server/store.h"

#include <stdlib.h>

struct store {
    struct store_listener listener;
    struct store_counts counts;
    struct archive *archive;
};

static bool stirred;

bool kept_anything(void)
{
    bool before = stirred;
    stirred = false;
    return before;
}

struct store *store_open(const char *path, const struct store_listener *listener,
                         struct error *error)
{
    (void)path;
    struct store *store = calloc(1, sizeof *store);
    if (store)
        store->listener = *listener;
    else
        error_machine(error, "out of memory");
    return store;
}

void store_close(struct store *store)
{
    if (store && store->archive)
        archive_close(store->archive);
    free(store);
}

uint64_t store_add(struct store *store, const struct store_change *change)
{
    (void)change;
    stirred = true;
    uint64_t ticket = ++store->counts.changes;
    store->listener.kept(store->listener.self, ticket);
    return ticket;
}

void store_archive(struct store *store, struct archive *archive)
{
    store->archive = archive;
}

void store_resume(struct store *store)
{
    (void)store;
}

bool store_read_open(struct store *store, store_reader *reader, void *self, struct error *error)
{
    (void)store, (void)reader, (void)self, (void)error;
    return true;
}

bool store_read_room(struct store *store, const char *name, store_reader *reader, void *self)
{
    (void)store, (void)name, (void)reader, (void)self;
    return false;
}

int64_t store_last_number(struct store *store)
{
    (void)store;
    return 0;
}

struct store_counts store_count(struct store *store)
{
    return store->counts;
}
