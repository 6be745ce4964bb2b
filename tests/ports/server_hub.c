/* The game server's core without sockets and disk: a store that keeps when it is told to, a clock
   that moves when it is told to, and peers that remember what they heard. */
#include "ports/server/hub.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEARD_MAX 64
#define KEPT_MAX 512

struct ear {
    struct hub_peer peer; /* first */
    json_t *heard[HEARD_MAX];
    int count, status;
};

static struct world {
    struct hub *hub;
    uint64_t now;
    int64_t date;
    struct store_change kept[KEPT_MAX];
    int changes;   /* handed over */
    int committed; /* on "disk" */
    bool by_hand;  /* commits wait for commit() */
} world;

static void hear(void *self, struct hub_peer *peer, const char *text, size_t length, int status,
                 bool reply)
{
    struct ear *ear = (struct ear *)peer;
    (void)self;
    (void)reply;
    assert_true(ear->count < HEARD_MAX);
    ear->status = status;
    ear->heard[ear->count] = json_loadb(text, length, 0, NULL);
    assert_non_null(ear->heard[ear->count++]);
}

static uint64_t keep(void *self, const struct store_change *change)
{
    (void)self;
    assert_true(world.changes < KEPT_MAX);
    struct store_change *copy = &world.kept[world.changes++];
    *copy = *change;
    copy->room.set = change->room.set ? strdup(change->room.set) : NULL;
    copy->room.start = change->room.start ? strdup(change->room.start) : NULL;
    return (uint64_t)world.changes;
}

/* What a database would give: the committed changes of a room, one after the other. */
static bool fetch(void *self, const char *name)
{
    struct store_room room = {.number = 0};
    struct store_move moves[128];
    int count = 0;
    (void)self;
    for (int i = 0; i < world.committed; i++) {
        const struct store_change *change = &world.kept[i];
        if (strcmp(change->room.name, name) != 0)
            continue;
        room = change->room;
        if (change->kind == STORE_MOVE)
            moves[count++] = change->move;
        else if (change->kind == STORE_TAKEBACK)
            count = change->move.ply;
        else if (change->kind == STORE_FORGET)
            room.number = 0;
    }
    return room.number != 0 && hub_restore(world.hub, &room, moves, count);
}

static uint64_t now(void *self)
{
    (void)self;
    return world.now;
}

static int64_t date(void *self)
{
    (void)self;
    return world.date;
}

static const struct hub_outside outside = {
    .send = hear, .keep = keep, .fetch = fetch, .now = now, .date = date, .random = token_make};
static const struct hub_limits limits = {
    .rooms = 8, .spectators = 2, .unjoined = 10, .unstarted = 100, .untouched = 1000};

static void commit(void)
{
    world.committed = world.changes;
    hub_kept(world.hub, (uint64_t)world.committed);
}

static int setup(void **state)
{
    (void)state;
    memset(&world, 0, sizeof world);
    world.now = 1000;
    world.date = 1000;
    world.hub = hub_open(&limits, &outside, 0);
    return world.hub == NULL;
}

static int teardown(void **state)
{
    (void)state;
    hub_close(world.hub);
    for (int i = 0; i < world.changes; i++) {
        free(world.kept[i].room.set);
        free(world.kept[i].room.start);
    }
    return 0;
}

static void deafen(struct ear *ear)
{
    for (int i = 0; i < ear->count; i++)
        json_decref(ear->heard[i]);
    ear->count = 0;
}

static void gone(struct ear *ear)
{
    hub_leave(world.hub, &ear->peer);
    deafen(ear);
}

static void say(struct ear *ear, const char *format, ...)
{
    char text[2048];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    json_t *command = json_loads(text, 0, NULL);
    assert_non_null(command);
    assert_true(hub_command(world.hub, &ear->peer, command));
    json_decref(command);
    if (!world.by_hand)
        commit();
}

/* The last event of this name that was heard, NULL for none. */
static json_t *event(const struct ear *ear, const char *name)
{
    for (int i = ear->count - 1; i >= 0; i--)
        if (strcmp(json_string_value(json_object_get(ear->heard[i], "event")), name) == 0)
            return ear->heard[i];
    return NULL;
}

static const char *text_in(const json_t *message, const char *name)
{
    const char *text = json_string_value(json_object_get(message, name));
    return text ? text : "";
}

static const char *refusal(const struct ear *ear)
{
    return text_in(json_object_get(event(ear, "error"), "error"), "code");
}

/* Two people at a board of Connect Four; the first begins. */
struct table {
    struct ear first, second;
    char room[16], token[2][32], invite[32];
};

static void sit_down(struct table *table, const char *more)
{
    memset(table, 0, sizeof *table);
    table->first.peer.lasting = table->second.peer.lasting = true;
    say(&table->first, "{\"do\":\"create\",\"game\":\"connect4\",\"side\":\"first\"%s}", more);
    json_t *state = event(&table->first, "state");
    assert_non_null(state);
    strcpy(table->room, text_in(state, "room"));
    strcpy(table->token[0], text_in(state, "token"));
    strcpy(table->invite, text_in(state, "invite"));
    assert_int_equal(strlen(table->token[0]), TOKEN_LENGTH);
    say(&table->second, "{\"do\":\"join\",\"room\":\"%s\",\"invite\":\"%s\"}", table->room,
        table->invite);
    strcpy(table->token[1], text_in(event(&table->second, "state"), "token"));
    assert_string_equal(text_in(event(&table->second, "state"), "you"), "second");
    assert_non_null(event(&table->first, "joined"));
}

static void stand_up(struct table *table)
{
    gone(&table->first);
    gone(&table->second);
}

static void play(struct table *table, const char *columns)
{
    for (int i = 0; columns[i]; i++)
        say(i % 2 ? &table->second : &table->first,
            "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"%c\"}", table->room, columns[i]);
}

static void a_game_to_its_end(void **state)
{
    (void)state;
    struct table table;
    sit_down(&table, "");
    play(&table, "4455667");
    json_t *over = event(&table.second, "over");
    assert_non_null(over);
    assert_int_equal(json_integer_value(json_object_get(over, "result")), 1);
    assert_string_equal(text_in(over, "reason"), "rules");
    say(&table.second, "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"1\"}", table.room);
    assert_string_equal(refusal(&table.second), "over");
    assert_int_equal(world.kept[world.changes - 1].kind, STORE_OVER);
    stand_up(&table);
    hub_tick(world.hub); /* finished and empty: memory is given back */
    assert_int_equal(hub_count(world.hub).rooms, 0);
    struct ear late = {.peer = {.lasting = true}};
    say(&late, "{\"do\":\"watch\",\"room\":\"%s\"}", table.room); /* and read again when asked */
    assert_int_equal(json_array_size(json_object_get(event(&late, "state"), "moves")), 7);
    assert_true(json_is_true(json_object_get(event(&late, "state"), "over")));
    gone(&late);
}

static void nothing_is_told_before_it_is_kept(void **state)
{
    (void)state;
    struct table table;
    sit_down(&table, "");
    world.by_hand = true;
    deafen(&table.first);
    deafen(&table.second);
    say(&table.first, "{\"do\":\"move\",\"id\":7,\"room\":\"%s\",\"move\":\"4\"}", table.room);
    assert_int_equal(table.first.count, 0);
    assert_int_equal(table.second.count, 0);
    struct ear watcher = {.peer = {.lasting = true}};
    say(&watcher, "{\"do\":\"watch\",\"room\":\"%s\"}", table.room);
    assert_int_equal(watcher.count, 0); /* its picture would show the move */
    commit();
    assert_int_equal(json_integer_value(json_object_get(event(&table.first, "done"), "id")), 7);
    assert_string_equal(text_in(event(&table.second, "move"), "move"), "4");
    assert_int_equal(json_integer_value(json_object_get(event(&watcher, "state"), "ply")), 1);
    assert_null(event(&watcher, "move"));
    gone(&watcher);
    stand_up(&table);
}

static void what_is_lost_did_not_happen(void **state)
{
    (void)state;
    struct table table;
    sit_down(&table, "");
    play(&table, "44");
    world.by_hand = true;
    say(&table.first, "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"5\"}", table.room);
    world.changes--; /* the disk is full */
    free(world.kept[world.changes].room.set);
    free(world.kept[world.changes].room.start);
    hub_lost(world.hub);
    assert_string_equal(refusal(&table.first), "storage");
    assert_non_null(event(&table.second, "lost"));
    say(&table.first, "{\"do\":\"watch\",\"room\":\"%s\",\"token\":\"%s\"}", table.room,
        table.token[0]);
    assert_int_equal(json_integer_value(json_object_get(event(&table.first, "state"), "ply")), 2);
    stand_up(&table);
}

static void reconnecting(void **state)
{
    (void)state;
    struct table table;
    sit_down(&table, "");
    play(&table, "445");
    gone(&table.second);
    hub_tick(world.hub);
    assert_true(json_is_false(
        json_array_get(json_object_get(event(&table.first, "presence"), "online"), 1)));
    struct ear again = {.peer = {.lasting = true}};
    say(&again, "{\"do\":\"watch\",\"room\":\"%s\",\"token\":\"%s\"}", table.room, table.token[1]);
    assert_string_equal(text_in(event(&again, "state"), "you"), "second");
    say(&again, "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"5\",\"ply\":3}", table.room);
    assert_non_null(event(&again, "done"));
    int before = world.changes;
    deafen(&again);
    say(&again, "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"5\",\"ply\":3}", table.room);
    assert_non_null(event(&again, "done")); /* the same move again is not a second move */
    assert_int_equal(world.changes, before);
    say(&again, "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"6\",\"ply\":3}", table.room);
    assert_string_equal(refusal(&again), "stale");
    static const char *const no_numbers[] = {"\"\"", "\"3x\"", "3.0", "null", "true", "[3]"};
    for (size_t i = 0; i < sizeof no_numbers / sizeof no_numbers[0]; i++) {
        deafen(&again);
        say(&again, "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"5\",\"ply\":%s}", table.room,
            no_numbers[i]);
        assert_string_equal(refusal(&again), "bad_request");
    }
    say(&again, "{\"do\":\"watch\",\"room\":\"%s\",\"token\":\"AAAAAAAAAAAAAAAAAAAAAA\"}",
        table.room);
    assert_string_equal(refusal(&again), "forbidden");
    gone(&again);
    gone(&table.first);
}

static void a_restart_keeps_everything(void **state)
{
    (void)state;
    struct table table;
    sit_down(&table, ",\"time\":{\"seconds\":60,\"increment\":2}");
    play(&table, "44");
    world.now += 10000000;
    play(&table, "5");
    stand_up(&table);
    hub_close(world.hub);
    world.hub = hub_open(&limits, &outside, 0);
    world.now = 77; /* another clock */
    struct ear again = {.peer = {.lasting = true}};
    say(&again, "{\"do\":\"watch\",\"room\":\"%s\",\"token\":\"%s\"}", table.room, table.token[0]);
    json_t *seen = event(&again, "state");
    assert_int_equal(json_integer_value(json_object_get(seen, "ply")), 3);
    json_t *clock = json_object_get(seen, "clock");
    json_t *left = json_object_get(clock, "left");
    assert_int_equal(json_integer_value(json_array_get(left, 0)), 52000);
    assert_int_equal(json_integer_value(json_array_get(left, 1)), 60000);
    assert_string_equal(text_in(clock, "running"), "second");
    gone(&again);
}

static void clocks_run_out(void **state)
{
    (void)state;
    struct table table;
    sit_down(&table, ",\"time\":{\"seconds\":5}");
    world.now += 100000000; /* first moves are not timed */
    play(&table, "44");
    hub_tick(world.hub);
    assert_null(event(&table.first, "over"));
    world.now += 5100000;
    hub_tick(world.hub);
    commit();
    json_t *over = event(&table.second, "over");
    assert_string_equal(text_in(over, "reason"), "time");
    assert_int_equal(json_integer_value(json_object_get(over, "result")), 0);
    stand_up(&table);
}

static void offers(void **state)
{
    (void)state;
    struct table table;
    sit_down(&table, "");
    play(&table, "445");
    say(&table.first, "{\"do\":\"takeback\",\"room\":\"%s\"}", table.room);
    assert_string_equal(text_in(event(&table.second, "offer"), "kind"), "takeback");
    say(&table.second, "{\"do\":\"decline\",\"room\":\"%s\"}", table.room);
    assert_string_equal(text_in(event(&table.first, "declined"), "kind"), "takeback");
    say(&table.second, "{\"do\":\"takeback\",\"room\":\"%s\"}", table.room);
    say(&table.first, "{\"do\":\"takeback\",\"room\":\"%s\"}", table.room); /* agrees */
    json_t *back = event(&table.first, "takeback");
    assert_int_equal(json_integer_value(json_object_get(back, "ply")), 1);
    assert_string_equal(text_in(back, "next"), "second");
    say(&table.second, "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"1\"}", table.room);
    assert_int_equal(json_integer_value(json_object_get(event(&table.first, "move"), "ply")), 2);
    say(&table.second, "{\"do\":\"draw\",\"room\":\"%s\"}", table.room);
    say(&table.first, "{\"do\":\"draw\",\"room\":\"%s\"}", table.room);
    assert_string_equal(text_in(event(&table.second, "over"), "reason"), "agreement");
    say(&table.first, "{\"do\":\"rematch\",\"room\":\"%s\"}", table.room);
    say(&table.second, "{\"do\":\"rematch\",\"room\":\"%s\"}", table.room);
    const char *next = text_in(event(&table.first, "rematch"), "next");
    say(&table.first, "{\"do\":\"watch\",\"room\":\"%s\",\"token\":\"%s\"}", next, table.token[0]);
    assert_string_equal(text_in(event(&table.first, "state"), "you"), "second");
    stand_up(&table);
}

static void resigning_and_leaving(void **state)
{
    (void)state;
    struct table table;
    sit_down(&table, "");
    play(&table, "44");
    struct ear watcher = {.peer = {.lasting = true}};
    say(&watcher, "{\"do\":\"watch\",\"room\":\"%s\"}", table.room);
    say(&watcher, "{\"do\":\"resign\",\"room\":\"%s\"}", table.room);
    assert_string_equal(refusal(&watcher), "forbidden");
    say(&table.first, "{\"do\":\"abort\",\"room\":\"%s\"}", table.room);
    assert_string_equal(refusal(&table.first), "started");
    say(&table.first, "{\"do\":\"resign\",\"room\":\"%s\"}", table.room);
    json_t *over = event(&watcher, "over");
    assert_int_equal(json_integer_value(json_object_get(over, "result")), 0);
    assert_string_equal(text_in(over, "reason"), "resignation");
    gone(&watcher);
    stand_up(&table);
}

static void refusals(void **state)
{
    (void)state;
    struct table table;
    struct ear stranger = {.peer = {.lasting = true}};
    sit_down(&table, "");
    static const struct {
        const char *command, *code;
    } cases[] = {
        {"{\"do\":\"create\"}", "bad_request"},
        {"{\"do\":\"create\",\"game\":\"chess\"}", "bad_request"},
        {"{\"do\":\"create\",\"game\":\"zr2\"}", "bad_request"},
        {"{\"do\":\"create\",\"game\":\"connect4\",\"side\":\"third\"}", "bad_request"},
        {"{\"do\":\"create\",\"game\":\"connect4\",\"set\":{\"width\":99}}", "bad_request"},
        {"{\"do\":\"create\",\"game\":\"connect4\",\"time\":{\"seconds\":-4}}", "bad_request"},
        {"{\"do\":\"create\",\"game\":\"connect4\",\"time\":5}", "bad_request"},
        {"{\"do\":\"create\",\"game\":\"connect4\",\"position\":\"what\"}", "bad_request"},
        {"{\"do\":\"watch\",\"room\":\"nowhere\"}", "not_found"},
        {"{\"do\":\"watch\"}", "not_found"},
        {"{\"do\":\"move\",\"room\":[],\"move\":3}", "not_found"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        deafen(&stranger);
        say(&stranger, "%s", cases[i].command);
        assert_string_equal(refusal(&stranger), cases[i].code);
        assert_true(stranger.status >= 400);
    }
    say(&stranger, "{\"do\":\"join\",\"room\":\"%s\",\"invite\":\"%s\"}", table.room,
        table.token[0]);
    assert_string_equal(refusal(&stranger), "forbidden");
    say(&stranger, "{\"do\":\"join\",\"room\":\"%s\",\"invite\":\"%s\"}", table.room, table.invite);
    assert_string_equal(refusal(&stranger), "taken");
    say(&table.second, "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"4\"}", table.room);
    assert_string_equal(refusal(&table.second), "not_your_turn");
    say(&table.first, "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"44\"}", table.room);
    assert_string_equal(refusal(&table.first), "illegal");
    say(&table.first, "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"9\"}", table.room);
    assert_string_equal(refusal(&table.first), "illegal");
    json_t *unknown = json_pack("{s:s}", "do", "dance");
    assert_false(hub_command(world.hub, &stranger.peer, unknown));
    json_decref(unknown);
    gone(&stranger);
    stand_up(&table);
}

static void limits_hold(void **state)
{
    (void)state;
    struct ear many = {.peer = {.lasting = true}};
    for (int i = 0; i < limits.rooms; i++)
        say(&many, "{\"do\":\"create\",\"game\":\"othello\"}");
    assert_null(event(&many, "error"));
    say(&many, "{\"do\":\"create\",\"game\":\"othello\"}");
    assert_string_equal(refusal(&many), "full");
    world.date += limits.unstarted + 1; /* nobody came */
    hub_tick(world.hub);
    commit();
    assert_string_equal(text_in(event(&many, "over"), "reason"), "abandoned");
    gone(&many);
    hub_tick(world.hub);
    assert_int_equal(hub_count(world.hub).rooms, 0);
}

/* A room that waits for a second player stays while somebody waits in it, and for those who come
   back soon; then memory and disk are free of it. */
static void nobody_joins(void **state)
{
    (void)state;
    struct ear maker = {.peer = {.lasting = true}}, request = {.count = 0};
    say(&maker, "{\"do\":\"create\",\"game\":\"othello\"}");
    char room[16], token[32];
    strcpy(room, text_in(event(&maker, "state"), "room"));
    strcpy(token, text_in(event(&maker, "state"), "token"));
    world.date += limits.unjoined + 1;
    hub_tick(world.hub); /* its maker is there */
    assert_int_equal(hub_count(world.hub).open, 1);
    gone(&maker);
    world.date += limits.unjoined;
    hub_tick(world.hub);
    say(&request, "{\"do\":\"state\",\"room\":\"%s\",\"token\":\"%s\"}", room, token);
    assert_non_null(event(&request, "state")); /* a program asks without staying */
    world.date += limits.unjoined;
    hub_tick(world.hub);
    assert_int_equal(hub_count(world.hub).open, 1);
    world.date += 1;
    hub_tick(world.hub);
    assert_int_equal(hub_count(world.hub).open, 0);
    assert_int_equal(world.kept[world.changes - 1].kind, STORE_FORGET);
    commit();
    hub_tick(world.hub);
    assert_int_equal(hub_count(world.hub).rooms, 0);
    say(&request, "{\"do\":\"state\",\"room\":\"%s\"}", room);
    assert_string_equal(refusal(&request), "not_found");
    gone(&request);
}

/* After a restart as well; and one where two sit is another matter. */
static void a_restart_forgets_who_waits(void **state)
{
    (void)state;
    struct ear maker = {.peer = {.lasting = true}};
    struct table table;
    sit_down(&table, "");
    say(&maker, "{\"do\":\"create\",\"game\":\"othello\"}");
    char room[16];
    strcpy(room, text_in(event(&maker, "state"), "room"));
    gone(&maker);
    stand_up(&table);
    hub_close(world.hub);
    world.hub = hub_open(&limits, &outside, 0);
    world.date += limits.unjoined / 2;
    assert_true(fetch(NULL, room) && fetch(NULL, table.room));
    world.date += limits.unjoined;
    hub_tick(world.hub);
    assert_int_equal(hub_count(world.hub).open, 2);
    world.date += 1;
    hub_tick(world.hub);
    assert_int_equal(hub_count(world.hub).open, 1);
}

static int presences(const struct ear *ear)
{
    int count = 0;
    for (int i = 0; i < ear->count; i++)
        count += strcmp(text_in(ear->heard[i], "event"), "presence") == 0;
    return count;
}

/* However many come and go, and however often, a room hears of it once per tick. */
static void a_crowd_is_told_once(void **state)
{
    (void)state;
    struct table table;
    struct ear watcher = {.peer = {.lasting = true}};
    sit_down(&table, "");
    hub_tick(world.hub);
    deafen(&table.first);
    for (int i = 0; i < 20; i++) {
        say(&watcher, "{\"do\":\"watch\",\"room\":\"%s\"}", table.room);
        if (i % 2)
            say(&watcher, "{\"do\":\"leave\",\"room\":\"%s\"}", table.room);
        deafen(&watcher);
    }
    say(&watcher, "{\"do\":\"watch\",\"room\":\"%s\"}", table.room);
    assert_int_equal(presences(&table.first), 0);
    hub_tick(world.hub);
    hub_tick(world.hub);
    assert_int_equal(presences(&table.first), 1);
    assert_int_equal(
        json_integer_value(json_object_get(event(&table.first, "presence"), "spectators")), 1);
    gone(&watcher);
    stand_up(&table);
}

/* One address can have so many rooms and make so many a minute; another is not hindered by it. */
static void shares_of_rooms(void **state)
{
    (void)state;
    struct shares shares = {.limits = {.rooms = 3, .creations = {.second = 0.1, .burst = 4}}};
    struct ear one = {.peer = {.lasting = true}}, two = {.peer = {.lasting = true}};
    one.peer.share = shares_hold(&shares, "192.0.2.1", false, world.now);
    two.peer.share = shares_hold(&shares, "192.0.2.2", false, world.now);
    static const char create[] = "{\"do\":\"create\",\"game\":\"othello\"}";
    for (int i = 0; i < 3; i++)
        say(&one, create);
    assert_null(event(&one, "error"));
    say(&one, create);
    assert_string_equal(refusal(&one), "too_many");
    assert_int_equal(one.status, 429);
    assert_int_equal(hub_count(world.hub).rooms, 3);
    say(&two, create);
    assert_null(event(&two, "error"));
    gone(&one); /* its rooms go, and with them what they count */
    gone(&two);
    world.date += limits.unjoined + 1;
    hub_tick(world.hub);
    commit();
    hub_tick(world.hub);
    assert_int_equal(hub_count(world.hub).rooms, 0);
    assert_int_equal(one.peer.share->rooms, 0);
    say(&one, create); /* the fourth; for a fifth it is too early */
    assert_null(event(&one, "error"));
    say(&one, create);
    assert_string_equal(refusal(&one), "too_many");
    deafen(&one);
    world.now += 10000000;
    say(&one, create);
    assert_null(event(&one, "error"));
    gone(&one);
    hub_close(world.hub);
    world.hub = NULL;
    assert_int_equal(one.peer.share->rooms, 0);
    shares_clear(&shares);
}

/* Who could not even enter a room makes none. */
static void one_connection_holds_so_many(void **state)
{
    (void)state;
    struct hub_limits wide = limits;
    wide.rooms = 100;
    hub_close(world.hub);
    world.hub = hub_open(&wide, &outside, 0);
    struct ear many = {.peer = {.lasting = true}};
    for (int i = 0; i < HUB_LINKS_MAX; i++)
        say(&many, "{\"do\":\"create\",\"game\":\"othello\"}");
    assert_null(event(&many, "error"));
    say(&many, "{\"do\":\"create\",\"game\":\"othello\"}");
    assert_string_equal(refusal(&many), "full");
    assert_int_equal(hub_count(world.hub).rooms, HUB_LINKS_MAX);
    gone(&many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(a_game_to_its_end),
        TEST(nothing_is_told_before_it_is_kept),
        TEST(what_is_lost_did_not_happen),
        TEST(reconnecting),
        TEST(a_restart_keeps_everything),
        TEST(clocks_run_out),
        TEST(offers),
        TEST(resigning_and_leaving),
        TEST(refusals),
        TEST(limits_hold),
        TEST(nobody_joins),
        TEST(a_restart_forgets_who_waits),
        TEST(a_crowd_is_told_once),
        TEST(shares_of_rooms),
        TEST(one_connection_holds_so_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
