/* Writing network games: group commit over SQLite.

   A commit with full synchronisation waits for the disk, some milliseconds on many machines,
   whether it holds one change or a thousand. So changes are queued and a single thread writes
   all that have come together in one transaction. Under load the groups grow by themselves,
   latency stays at about two commits, and throughput has no such limit. Tickets are numbered in
   the order of the queue, so "kept up to ticket n" describes the state of the disk completely.

   Failure: a transaction that fails leaves nothing of its group behind. `lost` is then set so
   that all later changes are dropped too, because they may build on lost ones, until the owner
   has gone back to what the disk has and resumes.

   SQLite's write-ahead log grows with each commit and must be moved into the database file now
   and then. SQLite would do that within some unlucky commit; here a second thread does it when
   writing pauses (tidy), earlier if the log is large, and only a very large log makes writers
   wait.

   A change for which there is no memory is lost like one that the disk refuses: nothing of what
   waits is kept, and nobody is told that it was. */
#include "ports/server/store_inside.h"

#include "base/clock.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Changes in one transaction. More would make the first of them wait for the last; with 4,096 the
   cost of the commit itself no longer counts. */
enum { GROUP_MAX = 4096 };

/* Pages in the log: from the first number on they are moved to the database when nothing is being
   written, from the second on while writing goes on, from the third on writing waits for it, so
   that the log has an end. */
enum { LOG_TIDY = 1000, LOG_LARGE = 32768, LOG_MOST = 262144, TIDY_EVERY = 1 /* second */ };

static bool step(struct store *store, enum statement which)
{
    int result = sqlite3_step(store->statement[which]);
    sqlite3_reset(store->statement[which]);
    sqlite3_clear_bindings(store->statement[which]);
    return result == SQLITE_DONE;
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    if (text)
        sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

static void bind_digest(sqlite3_stmt *statement, int at, const uint8_t *digest)
{
    sqlite3_bind_blob(statement, at, digest, TOKEN_DIGEST, SQLITE_STATIC);
}

static bool write_room(struct store *store, const struct store_room *room)
{
    sqlite3_stmt *insert = store->statement[INSERT_ROOM];
    sqlite3_bind_int64(insert, 1, room->number);
    bind_text(insert, 2, room->name);
    bind_text(insert, 3, room->game);
    bind_text(insert, 4, room->set ? room->set : "{}");
    bind_text(insert, 5, room->start);
    sqlite3_bind_int64(insert, 6, room->seconds);
    sqlite3_bind_int64(insert, 7, room->increment);
    for (int seat = 0; seat < 2; seat++)
        if (room->seated[seat])
            bind_digest(insert, 8 + seat, room->seat[seat]);
    bind_digest(insert, 10, room->invite);
    sqlite3_bind_int64(insert, 11, room->created);
    sqlite3_bind_int(insert, 12, room->per_move);
    sqlite3_bind_int(insert, 13, room->listed);
    if (room->code[0])
        bind_text(insert, 14, room->code);
    for (int seat = 0; seat < 2; seat++)
        if (room->player[seat][0])
            bind_text(insert, 15 + seat, room->player[seat]);
    return step(store, INSERT_ROOM);
}

static bool touch(struct store *store, const struct store_change *change)
{
    sqlite3_bind_int64(store->statement[TOUCH], 1, change->room.number);
    sqlite3_bind_int64(store->statement[TOUCH], 2, change->date);
    return step(store, TOUCH);
}

/* The end of a game and its copy for the archive are one transaction with the last move: after a
   crash the game is either still going on or waits in the outbox, never neither. */
static bool write_end(struct store *store, const struct store_change *change)
{
    const struct store_room *room = &change->room;
    sqlite3_stmt *over = store->statement[UPDATE_OVER], *put = store->statement[INSERT_OUTBOX];
    sqlite3_bind_int64(over, 1, room->number);
    if (room->half_points >= 0)
        sqlite3_bind_int(over, 2, room->half_points);
    bind_text(over, 3, room->reason);
    sqlite3_bind_int64(over, 4, change->date);
    if (!step(store, UPDATE_OVER))
        return false;
    if (!change->moves || !change->options || room->half_points < 0)
        return true; /* not worth keeping in the archive */
    sqlite3_bind_int64(put, 1, room->number);
    bind_text(put, 2, change->options);
    bind_text(put, 3, change->moves);
    sqlite3_bind_int(put, 4, change->plies);
    return step(store, INSERT_OUTBOX);
}

static bool write_move(struct store *store, const struct store_change *change)
{
    sqlite3_stmt *insert = store->statement[INSERT_MOVE];
    sqlite3_bind_int64(insert, 1, change->room.number);
    sqlite3_bind_int(insert, 2, change->move.ply);
    bind_text(insert, 3, change->move.text);
    sqlite3_bind_int64(insert, 4, change->move.left[0]);
    sqlite3_bind_int64(insert, 5, change->move.left[1]);
    sqlite3_bind_int64(insert, 6, change->date);
    return step(store, INSERT_MOVE);
}

static bool write_change(struct store *store, const struct store_change *change)
{
    const struct store_room *room = &change->room;
    sqlite3_stmt *statement;
    switch (change->kind) {
    case STORE_CREATE:
        return write_room(store, room);
    case STORE_SEAT:
        statement = store->statement[UPDATE_SEAT];
        sqlite3_bind_int64(statement, 1, room->number);
        sqlite3_bind_int(statement, 2, change->seat);
        bind_digest(statement, 3, room->seat[change->seat]);
        sqlite3_bind_int64(statement, 4, change->date);
        if (room->player[change->seat][0])
            bind_text(statement, 5, room->player[change->seat]);
        return step(store, UPDATE_SEAT);
    case STORE_MOVE:
        return write_move(store, change) && (!room->over || write_end(store, change));
    case STORE_TAKEBACK:
        statement = store->statement[DELETE_MOVES];
        sqlite3_bind_int64(statement, 1, room->number);
        sqlite3_bind_int(statement, 2, change->move.ply);
        return step(store, DELETE_MOVES) && touch(store, change);
    case STORE_OVER:
        return write_end(store, change);
    case STORE_FORGET: /* nobody joined it, so it has no moves */
        sqlite3_bind_int64(store->statement[DELETE_ROOM], 1, room->number);
        return step(store, DELETE_ROOM);
    }
    return false;
}

/* All of a group or nothing. */
static bool write_group(struct store *store, const struct waiting *group)
{
    if (!step(store, BEGIN))
        return false;
    for (; group; group = group->next)
        if (!write_change(store, &group->change)) {
            step(store, ROLLBACK);
            return false;
        }
    if (step(store, COMMIT))
        return true;
    step(store, ROLLBACK);
    return false;
}

static void free_waiting(struct waiting *waiting)
{
    free(waiting->change.room.set);
    free(waiting->change.room.start);
    free(waiting->change.moves);
    free(waiting->change.options);
    free(waiting);
}

static void free_group(struct waiting *group)
{
    for (struct waiting *next; group; group = next) {
        next = group->next;
        free_waiting(group);
    }
}

/* Cuts a group off the front of the queue and gives its size and last ticket. `last` points at the
   place where the next change is to be hung, so an empty queue needs no case of its own in
   store_add; here it is put back to the front when the queue has become empty. */
static struct waiting *take_group(struct store *store, uint64_t *ticket, uint64_t *size)
{
    struct waiting *first = store->first, **end = &store->first;
    *size = 0;
    while (*end && *size < GROUP_MAX) {
        *ticket = (*end)->ticket;
        end = &(*end)->next;
        ++*size;
    }
    store->first = *end;
    *end = NULL;
    if (!store->first)
        store->last = &store->first;
    return first;
}

/* Whether a game of this group has ended and waits in the outbox. */
static bool finishes(const struct waiting *group)
{
    for (; group; group = group->next)
        if (group->change.kind == STORE_OVER ||
            (group->change.kind == STORE_MOVE && group->change.room.over))
            return true;
    return false;
}

/* Frees the changes at the front of a group that are lost: queued before the owner went back to
   what the disk has, or, while it has not yet, all of them. Tickets rise along the queue, so the
   first one that is not lost ends it. Called with the lock. */
static struct waiting *drop_lost(struct store *store, struct waiting *group, uint64_t *size)
{
    while (group && group->ticket <= store->lost) {
        struct waiting *next = group->next;
        group->next = NULL;
        free_group(group);
        group = next;
        --*size;
        store->counts.waiting--;
    }
    return group;
}

/* Called with the lock, after a group was written or failed. */
static void count_group(struct store *store, bool good, uint64_t size, uint64_t took)
{
    store->counts.waiting -= size;
    store->counts.microseconds += took;
    if (good) {
        store->counts.changes += size;
        store->counts.commits++;
    } else {
        store->counts.failures++;
    }
}

/* Everything is lost until store_resume says otherwise. Called with the lock. */
static void lose(struct store *store)
{
    store->lost = UINT64_MAX;
    store->forgotten = false;
    store->listener.failed(store->listener.self);
}

/* The thread that writes. The lock is held for the queue alone and never while the disk works, so
   store_add returns at once, and what is added meanwhile becomes the next group: the slower the
   disk, the larger the groups. On closing it ends when the queue is empty, not before.

   The listener hears of a kept group first and the outbox is swept afterwards: players wait for
   their move to be acknowledged, and nobody waits for the archive. After a failure every ticket is
   lost until store_resume names the last one that really is. */
static void *write_all(void *argument)
{
    struct store *store = argument;
    pthread_mutex_lock(&store->lock);
    for (;;) {
        while (!store->first && !store->closing && !store->forgotten)
            pthread_cond_wait(&store->more, &store->lock);
        if (store->forgotten) {
            store->counts.failures++;
            lose(store);
        }
        if (!store->first && store->closing)
            break;
        uint64_t ticket = 0, size;
        struct waiting *group = take_group(store, &ticket, &size);
        group = drop_lost(store, group, &size);
        if (!group)
            continue;
        pthread_mutex_unlock(&store->lock);
        uint64_t started = clock_microseconds();
        bool good = write_group(store, group);
        uint64_t took = clock_microseconds() - started;
        if (good) {
            store->listener.kept(store->listener.self, ticket);
            if (finishes(group))
                store_sweep(store);
        }
        free_group(group);
        pthread_mutex_lock(&store->lock);
        if (!good)
            lose(store);
        count_group(store, good, size, took);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

/* Called by SQLite after each commit of the writer, in the place of its own checkpoint. */
static int log_grew(void *self, sqlite3 *database, const char *name, int pages)
{
    struct store *store = self;
    (void)database;
    (void)name;
    atomic_store(&store->log_pages, pages);
    return SQLITE_OK;
}

/* Moving the log into the database takes several synchronisations of the disk. Done between two
   transactions, as SQLite does it by itself, it would keep moves waiting; here it has a thread.

   A log that has not grown for a second says that nobody is writing, and that is the time. A
   passive checkpoint moves what it can and leaves the writer alone; if writing never pauses, such a
   checkpoint never gets to start the log over, so from LOG_MOST pages on one that makes the writer
   wait does. */
static void *tidy(void *argument)
{
    struct store *store = argument;
    int before = 0;
    pthread_mutex_lock(&store->lock);
    while (!store->closing) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += TIDY_EVERY;
        pthread_cond_timedwait(&store->end, &store->lock, &until);
        int pages = atomic_load(&store->log_pages);
        bool wanted = pages >= LOG_LARGE || (pages >= LOG_TIDY && pages == before);
        before = pages;
        if (store->closing || !wanted)
            continue;
        pthread_mutex_unlock(&store->lock);
        sqlite3_wal_checkpoint_v2(
            store->keeper, NULL,
            pages < LOG_MOST ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_RESTART, NULL, NULL);
        pthread_mutex_lock(&store->lock);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

struct store *store_open(const char *path, const struct store_listener *listener,
                         struct error *error)
{
    struct store *store = calloc(1, sizeof *store);
    if (!store) {
        error_machine(error, "out of memory");
        return NULL;
    }
    store->listener = *listener;
    store->last = &store->first;
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->more, NULL);
    pthread_cond_init(&store->end, NULL);
    /* A database in memory is shared by its name. */
    if (strcmp(path, ":memory:") == 0)
        path = "file:rooms?mode=memory&cache=shared";
    if (!store_prepare(store, path, error)) {
        store_close(store);
        return NULL;
    }
    sqlite3_wal_hook(store->writer, log_grew, store);
    /* The threads inherit a mask without any signal: Ctrl-C is for the thread that called. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    store->running = pthread_create(&store->thread, NULL, write_all, store) == 0;
    store->tidying = pthread_create(&store->tidier, NULL, tidy, store) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!store->running || !store->tidying) {
        store_close(store);
        error_machine(error, "cannot start a thread");
        return NULL;
    }
    return store;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    pthread_mutex_lock(&store->lock);
    store->closing = true;
    pthread_cond_signal(&store->more);
    pthread_cond_signal(&store->end);
    pthread_mutex_unlock(&store->lock);
    if (store->running)
        pthread_join(store->thread, NULL);
    if (store->tidying)
        pthread_join(store->tidier, NULL);
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(store->statement[i]);
    store_archive(store, NULL);
    sqlite3_close(store->keeper);
    sqlite3_close(store->reader);
    sqlite3_close(store->writer);
    pthread_cond_destroy(&store->more);
    pthread_cond_destroy(&store->end);
    pthread_mutex_destroy(&store->lock);
    free(store);
}

/* False when memory is out. */
static bool copy_text(const char *text, char **copy)
{
    *copy = text ? strdup(text) : NULL;
    return *copy || !text;
}

static struct waiting *copy_change(const struct store_change *change)
{
    struct waiting *waiting = change ? calloc(1, sizeof *waiting) : NULL;
    if (!waiting)
        return NULL;
    struct store_change *copy = &waiting->change;
    *copy = *change;
    copy->room.set = copy->room.start = copy->moves = copy->options = NULL;
    if (copy_text(change->room.set, &copy->room.set) &&
        copy_text(change->room.start, &copy->room.start) &&
        copy_text(change->moves, &copy->moves) && copy_text(change->options, &copy->options))
        return waiting;
    free_waiting(waiting);
    return NULL;
}

/* What is lost is said by the thread that writes, in its turn: the owner goes back to what the disk
   has, and no group may be on its way there then. */
uint64_t store_add(struct store *store, const struct store_change *change)
{
    struct waiting *waiting = copy_change(change);
    pthread_mutex_lock(&store->lock);
    uint64_t ticket = ++store->tickets;
    if (waiting) {
        waiting->ticket = ticket;
        *store->last = waiting;
        store->last = &waiting->next;
        store->counts.waiting++;
    } else {
        store->forgotten = true;
    }
    pthread_cond_signal(&store->more);
    pthread_mutex_unlock(&store->lock);
    return ticket;
}

/* The owner has gone back to what the disk has. Whatever was queued up to now was built on what is
   lost and is dropped; what comes from now on counts. */
void store_resume(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    store->lost = store->tickets;
    pthread_mutex_unlock(&store->lock);
}

struct store_counts store_count(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    struct store_counts counts = store->counts;
    pthread_mutex_unlock(&store->lock);
    return counts;
}
