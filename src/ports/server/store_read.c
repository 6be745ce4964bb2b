/* Reading network games back from the database, over a connection of its own: open games when
   the server starts, others when somebody asks for them by name. */
#include "ports/server/store_inside.h"

#include <stdlib.h>
#include <string.h>

static void column_text(sqlite3_stmt *row, int column, char *text, size_t size)
{
    const char *found = (const char *)sqlite3_column_text(row, column);
    text[0] = 0;
    if (found)
        strncat(text, found, size - 1);
}

static bool column_digest(sqlite3_stmt *row, int column, uint8_t digest[TOKEN_DIGEST])
{
    const void *found = sqlite3_column_blob(row, column);
    if (!found || sqlite3_column_bytes(row, column) != TOKEN_DIGEST)
        return false;
    memcpy(digest, found, TOKEN_DIGEST);
    return true;
}

#define ROOM_COLUMNS                                                                               \
    "SELECT number, name, game, options, start, seconds, increment, seat0, seat1, invite, "        \
    "created, changed, over, half_points, reason, per_move, listed, code, player0, player1 "       \
    "FROM room "

static void room_of_row(sqlite3_stmt *row, struct store_room *room)
{
    memset(room, 0, sizeof *room);
    room->number = sqlite3_column_int64(row, 0);
    column_text(row, 1, room->name, sizeof room->name);
    column_text(row, 2, room->game, sizeof room->game);
    room->set = (char *)(uintptr_t)sqlite3_column_text(row, 3);
    room->start = (char *)(uintptr_t)sqlite3_column_text(row, 4);
    room->seconds = sqlite3_column_int64(row, 5);
    room->increment = sqlite3_column_int64(row, 6);
    room->seated[0] = column_digest(row, 7, room->seat[0]);
    room->seated[1] = column_digest(row, 8, room->seat[1]);
    column_digest(row, 9, room->invite);
    room->created = sqlite3_column_int64(row, 10);
    room->changed = sqlite3_column_int64(row, 11);
    room->over = sqlite3_column_int(row, 12) != 0;
    room->half_points =
        sqlite3_column_type(row, 13) == SQLITE_NULL ? -1 : sqlite3_column_int(row, 13);
    column_text(row, 14, room->reason, sizeof room->reason);
    room->per_move = sqlite3_column_int(row, 15) != 0;
    room->listed = sqlite3_column_int(row, 16) != 0;
    column_text(row, 17, room->code, sizeof room->code);
    for (int seat = 0; seat < 2; seat++)
        column_text(row, 18 + seat, room->player[seat], sizeof room->player[seat]);
}

struct moves {
    struct store_move *all;
    int count, room;
};

static bool read_moves(sqlite3_stmt *query, int64_t number, struct moves *moves)
{
    moves->count = 0;
    sqlite3_bind_int64(query, 1, number);
    while (sqlite3_step(query) == SQLITE_ROW) {
        if (moves->count == moves->room) {
            int room = moves->room ? 2 * moves->room : 64;
            struct store_move *more = realloc(moves->all, (size_t)room * sizeof *more);
            if (!more)
                return false;
            moves->all = more;
            moves->room = room;
        }
        struct store_move *move = &moves->all[moves->count++];
        move->ply = sqlite3_column_int(query, 0);
        column_text(query, 1, move->text, sizeof move->text);
        move->left[0] = sqlite3_column_int64(query, 2);
        move->left[1] = sqlite3_column_int64(query, 3);
    }
    return sqlite3_reset(query) == SQLITE_OK;
}

/* Every row of `rooms` with its moves; gives how many there were, -1 when reading failed. */
static int read_rooms(struct store *store, sqlite3_stmt *rooms, store_reader *reader, void *self)
{
    sqlite3_stmt *query = NULL;
    struct moves moves = {0};
    int count = 0, result = SQLITE_DONE;
    if (sqlite3_prepare_v2(store->reader,
                           "SELECT ply, text, left0, left1 FROM move WHERE room = ?1 ORDER BY ply",
                           -1, &query, NULL) != SQLITE_OK)
        return -1;
    while ((result = sqlite3_step(rooms)) == SQLITE_ROW) {
        struct store_room room;
        room_of_row(rooms, &room);
        count++;
        if (!read_moves(query, room.number, &moves))
            result = SQLITE_NOMEM;
        if (result != SQLITE_ROW || !reader(self, &room, moves.all, moves.count))
            break;
    }
    sqlite3_finalize(query);
    free(moves.all);
    return result == SQLITE_DONE || result == SQLITE_ROW ? count : -1;
}

bool store_read_open(struct store *store, store_reader *reader, void *self, struct error *error)
{
    sqlite3_stmt *rooms = NULL;
    bool good = sqlite3_prepare_v2(store->reader, ROOM_COLUMNS "WHERE over = 0 ORDER BY number", -1,
                                   &rooms, NULL) == SQLITE_OK &&
                read_rooms(store, rooms, reader, self) >= 0;
    if (!good)
        error_machine(error, "the games cannot be read: %s", sqlite3_errmsg(store->reader));
    sqlite3_finalize(rooms);
    return good;
}

bool store_read_room(struct store *store, const char *name, store_reader *reader, void *self)
{
    sqlite3_stmt *rooms = NULL;
    int count = -1;
    if (sqlite3_prepare_v2(store->reader, ROOM_COLUMNS "WHERE name = ?1", -1, &rooms, NULL) ==
        SQLITE_OK) {
        sqlite3_bind_text(rooms, 1, name, -1, SQLITE_STATIC);
        count = read_rooms(store, rooms, reader, self);
    }
    sqlite3_finalize(rooms);
    return count > 0;
}

int64_t store_last_number(struct store *store)
{
    sqlite3_stmt *query = NULL;
    int64_t number = 0;
    if (sqlite3_prepare_v2(store->reader, "SELECT max(number) FROM room", -1, &query, NULL) ==
            SQLITE_OK &&
        sqlite3_step(query) == SQLITE_ROW)
        number = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    return number;
}
