/* Finished games on their way to the archive.

   The archive is another database, so that ending a game and archiving it cannot be one
   transaction. The outbox is a table of the store: ending a game puts it there, and a sweep moves
   all that is in it to the archive, in the order of the rooms' numbers, and takes out what the
   archive has kept. A crash in between sweeps the same games again; their keys keep them from being
   in the archive twice. Where the archive refuses, the games wait for the next sweep. */
#include "ports/server/store_inside.h"

#include "lab/archive_record.h"

#include <string.h>

enum outbox_column { ROOM, OPTIONS, MOVES, PLIES, NAME, GAME, START, CREATED, HALF_POINTS, REASON };

static const char *text_at(sqlite3_stmt *row, enum outbox_column column)
{
    return (const char *)sqlite3_column_text(row, (int)column);
}

static bool archive_row(struct archive *archive, sqlite3_stmt *row)
{
    char date[ARCHIVE_DATE], key[32] = "network ";
    const char *reason = text_at(row, REASON);
    bool resigned = reason && strcmp(reason, "resignation") == 0;
    strncat(key, text_at(row, NAME), STORE_NAME);
    struct archive_facts facts = {.half_points = sqlite3_column_int(row, HALF_POINTS),
                                  .ending = resigned ? "resigned" : reason,
                                  .event = "network game",
                                  .key = key,
                                  .seconds = sqlite3_column_int64(row, CREATED)};
    struct archive_game game = {.game = text_at(row, GAME),
                                .options = text_at(row, OPTIONS),
                                .start = text_at(row, START),
                                .moves = text_at(row, MOVES),
                                .plies = sqlite3_column_int(row, PLIES)};
    archive_note(&game, &facts, date);
    return archive_add(archive, &game, NULL, NULL);
}

/* All of them in one transaction of the archive; gives how many, -1 when it refuses. */
static int move_all(struct store *store)
{
    sqlite3_stmt *row = store->statement[SELECT_OUTBOX], *take = store->statement[DELETE_OUTBOX];
    int64_t last = 0;
    int count = 0;
    bool good = archive_begin(store->archive, NULL);
    if (!good)
        return -1;
    for (; good && sqlite3_step(row) == SQLITE_ROW; count++) {
        good = archive_row(store->archive, row);
        last = sqlite3_column_int64(row, ROOM);
    }
    sqlite3_reset(row);
    if (!good || !archive_commit(store->archive, NULL)) {
        archive_abandon(store->archive);
        return -1;
    }
    sqlite3_bind_int64(take, 1, last);
    sqlite3_step(take); /* what stays there by a fault is swept again */
    sqlite3_reset(take);
    return count;
}

void store_sweep(struct store *store)
{
    int count = store->archive ? move_all(store) : 0;
    pthread_mutex_lock(&store->lock);
    store->counts.archived += count > 0 ? (uint64_t)count : 0;
    store->counts.archive_failures += count < 0;
    pthread_mutex_unlock(&store->lock);
}

void store_archive(struct store *store, struct archive *archive)
{
    archive_close(store->archive);
    store->archive = archive;
    if (archive)
        store_sweep(store);
}
