/* Rooms and who is in them: how many there may be, how long they wait for a second player, what is
   told of coming and going. */
#include "hub_world.h"

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
        TEST(limits_hold),          TEST(nobody_joins),    TEST(a_restart_forgets_who_waits),
        TEST(a_crowd_is_told_once), TEST(shares_of_rooms), TEST(one_connection_holds_so_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
