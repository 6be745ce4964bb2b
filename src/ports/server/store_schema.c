/* The tables of the store and the statements that write them, prepared once for each connection.

   Everything that a version of the program must know of an older one's file is here: tables are
   made where there are none, and columns that came later are added where they are missing. Nothing
   is ever removed or renamed, so an older program can still open a newer file. */
#include "ports/server/store_inside.h"

#include <stdio.h>

enum { WAIT_MS = 5000 }; /* for another connection's lock, before SQLite gives up */

/* A statement's numbers are the places of write_change's bindings in store.c. */
static const char *const statement_text[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [INSERT_ROOM] =
        "INSERT INTO room(number, name, game, options, start, seconds, increment, seat0,"
        " seat1, invite, created, changed, per_move, listed, code, player0, player1)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11, ?12, ?13, ?14, ?15, ?16)",
    [UPDATE_SEAT] = "UPDATE room SET seat0 = CASE ?2 WHEN 0 THEN ?3 ELSE seat0 END,"
                    " seat1 = CASE ?2 WHEN 1 THEN ?3 ELSE seat1 END,"
                    " player0 = CASE ?2 WHEN 0 THEN ?5 ELSE player0 END,"
                    " player1 = CASE ?2 WHEN 1 THEN ?5 ELSE player1 END,"
                    " code = NULL, changed = ?4 WHERE number = ?1",
    [INSERT_MOVE] = "INSERT INTO move(room, ply, text, left0, left1, date)"
                    " VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [DELETE_MOVES] = "DELETE FROM move WHERE room = ?1 AND ply >= ?2",
    [UPDATE_OVER] = "UPDATE room SET over = 1, half_points = ?2, reason = ?3, changed = ?4"
                    " WHERE number = ?1",
    [TOUCH] = "UPDATE room SET changed = ?2 WHERE number = ?1",
    [DELETE_ROOM] = "DELETE FROM room WHERE number = ?1",
    [INSERT_OUTBOX] = "INSERT INTO outbox(room, options, moves, plies) VALUES(?1, ?2, ?3, ?4)",
    [SELECT_OUTBOX] = "SELECT room, outbox.options, moves, plies, name, game, start, created,"
                      " half_points, reason FROM outbox JOIN room ON number = room ORDER BY room",
    [DELETE_OUTBOX] = "DELETE FROM outbox WHERE room <= ?1",
};

/* A room is one row, its moves are rows of their own, so that a move writes one small row whatever
   the length of the game. Seats and invitation are digests: whoever reads the file cannot sit down.
   The outbox holds finished games until the archive, which is another file, has them
   (store_outbox.c). */
static const char schema[] =
    "CREATE TABLE IF NOT EXISTS room("
    " number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL,"
    " options TEXT NOT NULL, start TEXT, seconds INTEGER NOT NULL, increment INTEGER NOT NULL,"
    " seat0 BLOB, seat1 BLOB, invite BLOB NOT NULL, created INTEGER NOT NULL,"
    " changed INTEGER NOT NULL, over INTEGER NOT NULL DEFAULT 0, half_points INTEGER, reason TEXT);"
    "CREATE INDEX IF NOT EXISTS room_open ON room(number) WHERE over = 0;"
    "CREATE TABLE IF NOT EXISTS move("
    " room INTEGER NOT NULL, ply INTEGER NOT NULL, text TEXT NOT NULL, left0 INTEGER NOT NULL,"
    " left1 INTEGER NOT NULL, date INTEGER NOT NULL, PRIMARY KEY(room, ply)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS outbox("
    " room INTEGER PRIMARY KEY, options TEXT NOT NULL, moves TEXT NOT NULL,"
    " plies INTEGER NOT NULL);"
    "PRAGMA user_version = 1;";

/* Columns of the table of rooms that came after the first version of it; a store without them gets
   them, and a program that does not know them writes what stands there by default. */
static const char *const later_columns[][2] = {
    {"per_move", "INTEGER NOT NULL DEFAULT 0"},
    {"listed", "INTEGER NOT NULL DEFAULT 0"},
    {"code", "TEXT"},
    {"player0", "TEXT"},
    {"player1", "TEXT"},
};

static bool open_database(const char *path, int flags, sqlite3 **database, struct error *error)
{
    if (sqlite3_open_v2(path, database, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, NULL) !=
        SQLITE_OK)
        return error_set(error, "%s: %s", path,
                         *database ? sqlite3_errmsg(*database) : "no memory");
    sqlite3_busy_timeout(*database, WAIT_MS);
    return true;
}

static bool has_column(sqlite3 *database, const char *name)
{
    char text[64];
    sqlite3_stmt *query = NULL;
    snprintf(text, sizeof text, "SELECT %s FROM room", name);
    bool has = sqlite3_prepare_v2(database, text, -1, &query, NULL) == SQLITE_OK;
    sqlite3_finalize(query);
    return has;
}

static bool add_columns(sqlite3 *database)
{
    for (size_t i = 0; i < sizeof later_columns / sizeof later_columns[0]; i++) {
        char text[96];
        snprintf(text, sizeof text, "ALTER TABLE room ADD COLUMN %s %s", later_columns[i][0],
                 later_columns[i][1]);
        if (!has_column(database, later_columns[i][0]) &&
            sqlite3_exec(database, text, NULL, NULL, NULL) != SQLITE_OK)
            return false;
    }
    return true;
}

/* Three connections to one file. The write-ahead log lets the reader go on while the writer
   commits, and the keeper moves the log into the file without standing in the writer's way. With
   FULL synchronisation a commit returns when the disk has it: that is what an acknowledged move
   rests on. NOMUTEX: each connection has one thread at a time.

   The keeper reads once: a connection that has not yet seen that the file has a log moves nothing
   of it and calls that success. */
bool store_prepare(struct store *store, const char *path, struct error *error)
{
    int make = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    if (!open_database(path, make, &store->writer, error))
        return false;
    if (sqlite3_exec(store->writer, "PRAGMA journal_mode = WAL", NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(store->writer, "PRAGMA synchronous = FULL", NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(store->writer, schema, NULL, NULL, NULL) != SQLITE_OK ||
        !add_columns(store->writer))
        return error_set(error, "%s: %s", path, sqlite3_errmsg(store->writer));
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(store->writer, statement_text[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statement[i], NULL) != SQLITE_OK)
            return error_set(error, "%s: %s", path, sqlite3_errmsg(store->writer));
    if (!open_database(path, make, &store->reader, error) ||
        !open_database(path, make, &store->keeper, error))
        return false;
    return sqlite3_exec(store->keeper, "SELECT number FROM room LIMIT 1", NULL, NULL, NULL) ==
               SQLITE_OK ||
           error_set(error, "%s: %s", path, sqlite3_errmsg(store->keeper));
}
