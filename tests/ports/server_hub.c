/* Games between people: moves, clocks, offers, reconnecting, what is kept and what is lost. */
#include "hub_world.h"

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
    /* the end is kept with the last move: no crash comes between them */
    assert_int_equal(world.kept[world.changes - 1].kind, STORE_MOVE);
    assert_true(world.kept[world.changes - 1].room.over);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_game_to_its_end),
        TEST(nothing_is_told_before_it_is_kept),
        TEST(what_is_lost_did_not_happen),
        TEST(reconnecting),
        TEST(a_restart_keeps_everything),
        TEST(clocks_run_out),
        TEST(offers),
        TEST(resigning_and_leaving),
        TEST(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
