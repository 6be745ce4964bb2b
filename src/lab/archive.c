/* The archive's tables and queries. One table holds all games, and texts that are not known are
   stored as NULL. Games that come from elsewhere carry a key with a unique index, so importing a
   file twice adds nothing. The version number in the file keeps an older program from writing
   into a newer archive. Write-ahead logging lets several processes read while one writes; a
   writer waits up to BUSY for another. */
#include "lab/archive.h"

#include "lab/folder.h"
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUSY = 10000 }; /* milliseconds to wait for another process */

struct archive {
    sqlite3 *base;
    sqlite3_stmt *add;
};

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS games ("
    " id INTEGER PRIMARY KEY, game TEXT NOT NULL, options TEXT NOT NULL DEFAULT '', start TEXT,"
    " moves TEXT NOT NULL, plies INTEGER NOT NULL, first TEXT NOT NULL DEFAULT '',"
    " second TEXT NOT NULL DEFAULT '', first_rating TEXT, second_rating TEXT,"
    " result TEXT NOT NULL DEFAULT '*', score INTEGER, ending TEXT, date TEXT, event TEXT,"
    " place TEXT, extra TEXT, key TEXT UNIQUE);"
    "CREATE INDEX IF NOT EXISTS games_game ON games (game, id);"
    "CREATE INDEX IF NOT EXISTS games_played ON games (moves) WHERE key IS NULL;"
    "CREATE INDEX IF NOT EXISTS games_line ON games (game, options, moves);";

#define ALL_COLUMNS                                                                                \
    "id, game, options, start, moves, plies, first, second, first_rating, second_rating, result, " \
    "score, ending, date, event, place, extra, key"

/* A full disk or a folder without permission is the machine's fault, anything else the file's. */
static bool failed(struct archive *archive, struct error *error)
{
    const char *reason = sqlite3_errmsg(archive->base);
    switch (sqlite3_errcode(archive->base)) {
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_NOMEM:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_BUSY:
        return error_machine(error, "the archive: %s", reason);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return error_machine(error,
                             "the archive is damaged (%s): restore an intact copy, or "
                             "name another file with --archive",
                             reason);
    default:
        return error_set(error, "the archive: %s", reason);
    }
}

static bool run(struct archive *archive, const char *text, struct error *error)
{
    return sqlite3_exec(archive->base, text, NULL, NULL, NULL) == SQLITE_OK ||
           failed(archive, error);
}

static bool check_version(struct archive *archive, struct error *error)
{
    sqlite3_stmt *ask;
    int version = -1;
    if (sqlite3_prepare_v2(archive->base, "PRAGMA user_version", -1, &ask, NULL) == SQLITE_OK &&
        sqlite3_step(ask) == SQLITE_ROW)
        version = sqlite3_column_int(ask, 0);
    sqlite3_finalize(ask);
    if (version < 0)
        return failed(archive, error);
    if (version > 1)
        return error_set(error, "the archive was made by a newer version of potez");
    return version == 1 || run(archive, "PRAGMA user_version = 1", error);
}

static struct archive *connect_to(const char *path, int flags, struct error *error)
{
    struct archive *archive = calloc(1, sizeof *archive);
    if (archive && sqlite3_open_v2(path, &archive->base, flags, NULL) == SQLITE_OK) {
        sqlite3_busy_timeout(archive->base, BUSY);
        return archive;
    }
    if (!archive || !archive->base || sqlite3_errcode(archive->base) == SQLITE_NOMEM)
        error_machine(error, "%s: cannot be opened: out of memory", path);
    else
        error_machine(error, "%s: cannot be opened: %s", path, sqlite3_errmsg(archive->base));
    archive_close(archive);
    return NULL;
}

struct archive *archive_open(const char *path, struct error *error)
{
    char standard[4096];
    if (!path) {
        if (!folder_path(FOLDER_DATA, "archive.sqlite", standard, sizeof standard, error))
            return NULL;
        path = standard;
    }
    struct archive *archive = connect_to(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
    if (archive && (!run(archive, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;", error) ||
                    !check_version(archive, error) || !run(archive, schema, error))) {
        error_prefix(error, "%s: ", path);
        archive_close(archive);
        return NULL;
    }
    return archive;
}

struct archive *archive_open_to_read(const char *path, struct error *error)
{
    char standard[4096];
    if (path && access(path, F_OK) != 0) {
        error_set(error, "%s: there is no such file", path);
        return NULL;
    }
    if (!path && !folder_look(FOLDER_DATA, "archive.sqlite", standard, sizeof standard))
        return archive_open(":memory:", error); /* nothing was ever kept */
    path = path ? path : standard;
    struct archive *archive = connect_to(path, SQLITE_OPEN_READWRITE, error);
    if (archive && !check_version(archive, error)) {
        error_prefix(error, "%s: ", path);
        archive_close(archive);
        return NULL;
    }
    return archive;
}

void archive_close(struct archive *archive)
{
    if (!archive)
        return;
    sqlite3_finalize(archive->add);
    sqlite3_close(archive->base);
    free(archive);
}

bool archive_begin(struct archive *archive, struct error *error)
{
    return run(archive, "BEGIN IMMEDIATE", error);
}

bool archive_commit(struct archive *archive, struct error *error)
{
    return run(archive, "COMMIT", error);
}

void archive_abandon(struct archive *archive)
{
    run(archive, "ROLLBACK", NULL);
}

static void bind(sqlite3_stmt *statement, int column, const char *text)
{
    if (text && text[0])
        sqlite3_bind_text(statement, column, text, -1, SQLITE_STATIC);
}

bool archive_add(struct archive *archive, const struct archive_game *game, int64_t *id,
                 struct error *error)
{
    static const char insert[] = "INSERT OR IGNORE INTO games (" ALL_COLUMNS
                                 ") VALUES (NULL, ?1, coalesce(?2, ''), ?3, coalesce(?4, ''), ?5, "
                                 "coalesce(?6, ''), coalesce(?7, ''), ?8, ?9, coalesce(?10, '*'), "
                                 "?11, ?12, ?13, ?14, ?15, ?16, ?17)";
    if (!archive->add &&
        sqlite3_prepare_v2(archive->base, insert, -1, &archive->add, NULL) != SQLITE_OK)
        return failed(archive, error);
    sqlite3_stmt *add = archive->add;
    sqlite3_reset(add);
    sqlite3_clear_bindings(add);
    bind(add, 1, game->game);
    bind(add, 2, game->options);
    bind(add, 3, game->start);
    bind(add, 4, game->moves);
    sqlite3_bind_int(add, 5, game->plies);
    bind(add, 6, game->first);
    bind(add, 7, game->second);
    bind(add, 8, game->first_rating);
    bind(add, 9, game->second_rating);
    bind(add, 10, game->result);
    if (game->has_score)
        sqlite3_bind_int(add, 11, game->score);
    bind(add, 12, game->ending);
    bind(add, 13, game->date);
    bind(add, 14, game->event);
    bind(add, 15, game->place);
    bind(add, 16, game->extra);
    bind(add, 17, game->key);
    bool good = sqlite3_step(add) == SQLITE_DONE || failed(archive, error);
    sqlite3_reset(add);
    if (good && id)
        *id = sqlite3_changes(archive->base) ? sqlite3_last_insert_rowid(archive->base) : 0;
    return good;
}

static const char *column(sqlite3_stmt *statement, int index)
{
    const char *text = (const char *)sqlite3_column_text(statement, index);
    return text ? text : "";
}

static void game_of(sqlite3_stmt *row, struct archive_game *game)
{
    *game = (struct archive_game){
        .id = sqlite3_column_int64(row, 0),
        .game = column(row, 1),
        .options = column(row, 2),
        .start = (const char *)sqlite3_column_text(row, 3),
        .moves = column(row, 4),
        .plies = sqlite3_column_int(row, 5),
        .first = column(row, 6),
        .second = column(row, 7),
        .first_rating = column(row, 8),
        .second_rating = column(row, 9),
        .result = column(row, 10),
        .has_score = sqlite3_column_type(row, 11) != SQLITE_NULL,
        .score = sqlite3_column_int(row, 11),
        .ending = column(row, 12),
        .date = column(row, 13),
        .event = column(row, 14),
        .place = column(row, 15),
        .extra = column(row, 16),
        .key = column(row, 17),
    };
}

bool archive_holds(struct archive *archive, const struct archive_game *game)
{
    static const char select[] =
        "SELECT 1 FROM games WHERE key IS NULL AND moves = ?1 AND game = ?2 AND first = ?3 AND"
        " second = ?4 AND result = ?5 AND coalesce(date, '') = ?6";
    sqlite3_stmt *row;
    const char *const texts[] = {game->moves,  game->game,   game->first,
                                 game->second, game->result, game->date};
    if (sqlite3_prepare_v2(archive->base, select, -1, &row, NULL) != SQLITE_OK)
        return false;
    for (int i = 0; i < 6; i++)
        sqlite3_bind_text(row, i + 1, texts[i] ? texts[i] : "", -1, SQLITE_STATIC);
    bool found = sqlite3_step(row) == SQLITE_ROW;
    sqlite3_finalize(row);
    return found;
}

bool archive_each(struct archive *archive, const struct archive_filter *filter,
                  bool (*each)(void *listener, const struct archive_game *game,
                               struct error *error),
                  void *listener, struct error *error)
{
    static const char select[] =
        "SELECT * FROM (SELECT " ALL_COLUMNS " FROM games WHERE (?1 IS NULL OR game = ?1) AND"
        " (?2 IS NULL OR instr(lower(first), lower(?2)) OR instr(lower(second), lower(?2))) AND"
        " (?3 = 0 OR id = ?3) AND (?5 = 0 OR id < ?5) ORDER BY id DESC LIMIT ?4) ORDER BY id";
    sqlite3_stmt *row;
    if (sqlite3_prepare_v2(archive->base, select, -1, &row, NULL) != SQLITE_OK)
        return failed(archive, error);
    bind(row, 1, filter->game);
    bind(row, 2, filter->player);
    sqlite3_bind_int64(row, 3, filter->id);
    sqlite3_bind_int64(row, 4, filter->limit ? filter->limit : -1);
    sqlite3_bind_int64(row, 5, filter->before);
    bool good = true;
    int step = SQLITE_DONE;
    while (good && (step = sqlite3_step(row)) == SQLITE_ROW) {
        struct archive_game game;
        game_of(row, &game);
        good = each(listener, &game, error);
    }
    if (good && step != SQLITE_DONE)
        good = failed(archive, error);
    sqlite3_finalize(row);
    return good;
}

/* Games that begin with the line's moves lie together in the index games_line: between the moves
   with a space after them and the same with the character after the space. */
static const char continuations[] =
    "SELECT next, count(*) AS games, sum(result = '1-0'), sum(result = '1/2-1/2'),"
    " sum(result = '0-1') FROM"
    " (SELECT substr(moves, ?4, instr(substr(moves, ?4) || ' ', ' ') - 1) AS next, result"
    "  FROM games WHERE game = ?1 AND options = ?2 AND start IS ?5 AND"
    "  (?3 = '' OR (moves >= ?3 || ' ' AND moves < ?3 || '!')) LIMIT ?6)"
    " WHERE next <> '' GROUP BY next ORDER BY games DESC, next LIMIT ?7";

int archive_moves(struct archive *archive, const struct archive_game *line,
                  struct archive_move *moves, int most, struct error *error)
{
    sqlite3_stmt *row;
    int count = 0, step = SQLITE_DONE, length = (int)strlen(line->moves);
    if (sqlite3_prepare_v2(archive->base, continuations, -1, &row, NULL) != SQLITE_OK) {
        failed(archive, error);
        return -1;
    }
    sqlite3_bind_text(row, 1, line->game, -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 2, line->options ? line->options : "", -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 3, line->moves, -1, SQLITE_STATIC);
    sqlite3_bind_int(row, 4, length ? length + 2 : 1);
    bind(row, 5, line->start);
    sqlite3_bind_int(row, 6, ARCHIVE_LOOKED);
    sqlite3_bind_int(row, 7, most);
    while (count < most && (step = sqlite3_step(row)) == SQLITE_ROW) {
        struct archive_move *move = &moves[count++];
        snprintf(move->move, sizeof move->move, "%s", column(row, 0));
        move->games = sqlite3_column_int(row, 1);
        move->first = sqlite3_column_int(row, 2);
        move->draws = sqlite3_column_int(row, 3);
        move->second = sqlite3_column_int(row, 4);
    }
    bool good = step == SQLITE_DONE || step == SQLITE_ROW || failed(archive, error);
    sqlite3_finalize(row);
    return good ? count : -1;
}
