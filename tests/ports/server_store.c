/* The store of network games: what a crash leaves behind, what an earlier version has written, and
   what happens when memory is out. */
#include "lab/archive.h"
#include "ports/server/store.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/potez-store-XXXXXX", store_path[64], archive_path[64];

static bool memory_is_out;

/* The linker puts this in the place of strdup. */
char *__real_strdup(const char *text);
char *__wrap_strdup(const char *text);
char *__wrap_strdup(const char *text)
{
    return memory_is_out ? NULL : __real_strdup(text);
}

static void kept(void *self, uint64_t ticket)
{
    (void)self;
    (void)ticket;
}

static atomic_int failures;
static bool may_fail;

static void failed(void *self)
{
    (void)self;
    failures++;
    if (!may_fail)
        abort();
}

static const struct store_listener listener = {NULL, kept, failed};

static int setup(void **state)
{
    (void)state;
    strcpy(strrchr(folder, '-'), "-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(store_path, sizeof store_path, "%s/network.db", folder);
    snprintf(archive_path, sizeof archive_path, "%s/archive.sqlite", folder);
    return 0;
}

static int teardown(void **state)
{
    char command[80];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* The end of a game, with everything that a store is told before it. */
static void play_one(struct store *store, int number, int half_points)
{
    struct store_change change = {.kind = STORE_CREATE, .date = 86400 * 365};
    struct store_room *room = &change.room;
    room->number = number;
    snprintf(room->name, sizeof room->name, "AAAAAAAAAA%02d", number);
    strcpy(room->game, "connect4");
    room->seconds = -1;
    room->created = change.date;
    room->half_points = half_points;
    strcpy(room->reason, half_points < 0 ? "abandoned" : "resignation");
    store_add(store, &change);
    change.kind = STORE_OVER;
    if (half_points >= 0) {
        change.moves = (char *)"4 4";
        change.options = (char *)"width=8";
        change.plies = 2;
    }
    store_add(store, &change);
}

static struct archive *open_archive(void)
{
    struct error error;
    struct archive *archive = archive_open(archive_path, &error);
    assert_non_null(archive);
    return archive;
}

static bool count_game(void *self, const struct archive_game *game, struct error *error)
{
    (void)error;
    ++*(int *)self;
    assert_string_equal(game->game, "connect4");
    assert_string_equal(game->options, "width=8");
    assert_string_equal(game->moves, "4 4");
    assert_int_equal(game->plies, 2);
    assert_string_equal(game->result, "0-1");
    assert_string_equal(game->ending, "resigned");
    assert_string_equal(game->date, "1971-01-01");
    assert_string_equal(game->event, "network game");
    return true;
}

static int games_archived(void)
{
    struct archive *archive = open_archive();
    struct archive_filter all = {.game = NULL};
    int count = 0;
    assert_true(archive_each(archive, &all, count_game, &count, NULL));
    archive_close(archive);
    return count;
}

static struct store *open_store(bool archiving)
{
    struct error error;
    struct store *store = store_open(store_path, &listener, &error);
    assert_non_null(store);
    if (archiving)
        store_archive(store, open_archive());
    return store;
}

static void run(const char *path, const char *statement)
{
    sqlite3 *base;
    assert_int_equal(sqlite3_open(path, &base), SQLITE_OK);
    assert_int_equal(sqlite3_exec(base, statement, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(base);
}

/* Games that were stored and not archived, as a crash between the two leaves them, come into the
   archive with the next start; once, however often it is started. */
static void the_outbox_is_swept(void **state)
{
    (void)state;
    struct store *store = open_store(false);
    play_one(store, 1, 0);
    play_one(store, 2, 0);
    play_one(store, 3, -1); /* not for the archive */
    store_close(store);
    store = open_store(true);
    assert_int_equal(store_count(store).archived, 2);
    play_one(store, 4, 0);
    store_close(store);
    assert_int_equal(games_archived(), 3);
    run(store_path,
        "INSERT INTO outbox VALUES(4, 'width=8', '4 4', 2)"); /* a crash before it was taken out */
    store_close(open_store(true));
    assert_int_equal(games_archived(), 3);
    store = open_store(true);
    assert_int_equal(store_count(store).archived, 0);
    store_close(store);
}

/* What cannot be archived now waits. */
static void a_broken_archive(void **state)
{
    (void)state;
    struct store *store = open_store(true);
    run(archive_path, "DROP TABLE games");
    play_one(store, 1, 0);
    store_close(store);
    assert_int_equal(games_archived(), 0);
    store_close(open_store(true));
    assert_int_equal(games_archived(), 1);
}

static bool count_room(void *self, const struct store_room *room, const struct store_move *moves,
                       int count)
{
    assert_string_equal(room->name, "BBBBBBBBBBBB");
    assert_int_equal(count, 1);
    assert_string_equal(moves[0].text, "d3");
    ++*(int *)self;
    return true;
}

/* The tables as the version before the outbox made them. */
static void an_older_store(void **state)
{
    (void)state;
    run(store_path,
        "PRAGMA journal_mode = WAL;"
        "CREATE TABLE room("
        " number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL,"
        " options TEXT NOT NULL, start TEXT, seconds INTEGER NOT NULL, increment INTEGER NOT NULL,"
        " seat0 BLOB, seat1 BLOB, invite BLOB NOT NULL, created INTEGER NOT NULL,"
        " changed INTEGER NOT NULL, over INTEGER NOT NULL DEFAULT 0, half_points INTEGER,"
        " reason TEXT);"
        "CREATE INDEX room_open ON room(number) WHERE over = 0;"
        "CREATE TABLE move("
        " room INTEGER NOT NULL, ply INTEGER NOT NULL, text TEXT NOT NULL, left0 INTEGER NOT NULL,"
        " left1 INTEGER NOT NULL, date INTEGER NOT NULL, PRIMARY KEY(room, ply)) WITHOUT ROWID;"
        "PRAGMA user_version = 1;"
        "INSERT INTO room VALUES(7, 'BBBBBBBBBBBB', 'othello', '{}', NULL, -1, 0, zeroblob(32),"
        " zeroblob(32), zeroblob(32), 1000, 1000, 0, NULL, NULL);"
        "INSERT INTO move VALUES(7, 0, 'd3', 0, 0, 1000)");
    struct store *store = open_store(true);
    int rooms = 0;
    assert_true(store_read_open(store, count_room, &rooms, NULL));
    assert_int_equal(rooms, 1);
    assert_int_equal(store_last_number(store), 7);
    store_close(store);
    store = open_store(true); /* what it lacked is there now, and is not added twice */
    play_one(store, 8, 0);
    store_close(store);
    assert_int_equal(games_archived(), 1);
}

static bool any_room(void *self, const struct store_room *room, const struct store_move *moves,
                     int count)
{
    (void)self;
    (void)room;
    (void)moves;
    (void)count;
    return true;
}

static void a_room_is_forgotten(void **state)
{
    (void)state;
    struct store *store = open_store(false);
    play_one(store, 1, -1);
    struct store_change change = {.kind = STORE_FORGET, .room = {.number = 1}};
    store_add(store, &change);
    store_close(store);
    store = open_store(false);
    assert_false(store_read_room(store, "AAAAAAAAAA01", any_room, NULL));
    store_close(store);
}

/* A change that there is no memory for is lost, with all that waits, and the owner is told; from
   store_resume on changes are kept again. */
static void no_memory_for_a_change(void **state)
{
    (void)state;
    struct store_change change = {.kind = STORE_CREATE, .room = {.set = (char *)"{}"}};
    struct store *store = open_store(false);
    may_fail = true;
    failures = 0;
    memory_is_out = true;
    uint64_t lost = store_add(store, &change);
    memory_is_out = false;
    assert_int_equal(store_add(store, NULL), lost + 1); /* its owner had none */
    play_one(store, 1, 0);                              /* would be built on what is lost */
    while (failures == 0)
        usleep(1000);
    store_resume(store);
    play_one(store, 2, 0);
    store_close(store);
    may_fail = false;
    store = open_store(false);
    assert_false(store_read_room(store, "AAAAAAAAAA01", any_room, NULL));
    assert_true(store_read_room(store, "AAAAAAAAAA02", any_room, NULL));
    store_close(store);
}

static bool is_over(void *self, const struct store_room *room, const struct store_move *moves,
                    int count)
{
    (void)self;
    assert_int_equal(count, 1);
    assert_string_equal(moves[0].text, "4");
    assert_int_equal(room->half_points, 0);
    return room->over;
}

/* The last move and the end of the game are one change. */
static void the_last_move(void **state)
{
    (void)state;
    struct store *store = open_store(true);
    struct store_change change = {.kind = STORE_CREATE, .date = 86400 * 365};
    struct store_room *room = &change.room;
    room->number = 1;
    strcpy(room->name, "AAAAAAAAAA01");
    strcpy(room->game, "connect4");
    room->seconds = -1;
    room->created = change.date;
    store_add(store, &change);
    change.kind = STORE_MOVE;
    strcpy(change.move.text, "4");
    room->over = true;
    strcpy(room->reason, "resignation");
    change.moves = (char *)"4 4";
    change.options = (char *)"width=8";
    change.plies = 2;
    store_add(store, &change);
    store_close(store);
    assert_int_equal(games_archived(), 1);
    store = open_store(true);
    assert_true(store_read_room(store, "AAAAAAAAAA01", is_over, NULL));
    store_close(store);
}

/* The log does not grow for ever: when writing pauses, it goes into the database. */
static void the_log_is_moved(void **state)
{
    enum { ROOMS = 1200, OPTIONS = 4000 };
    (void)state;
    char options[OPTIONS + 1];
    memset(options, ' ', OPTIONS);
    options[OPTIONS] = 0;
    struct store *store = open_store(false);
    for (int i = 1; i <= ROOMS; i++) {
        struct store_change change = {.kind = STORE_CREATE, .room = {.number = i}};
        snprintf(change.room.name, sizeof change.room.name, "AAAAAAAA%04d", i);
        strcpy(change.room.game, "connect4");
        change.room.set = options;
        store_add(store, &change);
    }
    struct stat about = {.st_size = 0};
    for (int wait = 0; wait < 200 && about.st_size < ROOMS * OPTIONS; wait++) {
        usleep(100000);
        assert_int_equal(stat(store_path, &about), 0);
    }
    assert_true(about.st_size >= ROOMS * OPTIONS);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(the_outbox_is_swept), TEST(a_broken_archive),       TEST(an_older_store),
        TEST(a_room_is_forgotten), TEST(no_memory_for_a_change), TEST(the_last_move),
        TEST(the_log_is_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
