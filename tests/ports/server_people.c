/* Strangers at a board: names, coming and going, codes, the lobby, clocks per move, phrases, offers
   that are not repeated, shards; and what hostile clients send in their place. */
#include "hub_world.h"

#include "ports/server/deny.h"
#include "ports/server/player_name.h"

static void reopen(int lobby, int shard, int shards)
{
    struct hub_limits wide = limits;
    wide.rooms = 300;
    wide.lobby = lobby;
    wide.shard = shard;
    wide.shards = shards;
    hub_close(world.hub);
    world.hub = hub_open(&wide, &outside, 0);
}

static const char *refused_as(const struct ear *ear)
{
    return text_in(json_object_get(event(ear, "error"), "error"), "name");
}

static json_t *seat(const json_t *state, size_t side)
{
    return json_array_get(json_object_get(state, "seats"), side);
}

static void names_are_checked(void **state)
{
    (void)state;
    static const char *const good[] = {
        "A",
        "Ana",
        "Željko Đ.",
        "Љубица",
        "O'Neill",
        "x-y_z 2",
        "Ωμέγα",
        "さくら",
        "김민수",
        "דוד",
        "王小明",
        "12345678901234567890",
        "ЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖ",
    };
    static const char *const bad[] = {
        "",
        " Ana",
        "Ana ",
        "A  B",
        "-a",
        "123456789012345678901",
        "a\nb",
        "a\tb",
        "a\x7f",
        "<b>a",
        "a&b",
        "a\"b",
        "a/b",
        "a:b",
        "a\xe2\x80\xae"
        "b", /* turns the direction of writing */
        "a\xe2\x80\x8b"
        "b",                 /* invisible */
        "a\xcc\x81\xcc\x81", /* piles up */
        "\xf0\x9f\x98\x80",  /* a picture */
        "a\xc2\x85",         /* a control character of the second set */
        "a\xef\xbb\xbf",
        "a\xff",
        "a\xe2\x80",
        "\xc0\x80",
        "\xc1\x81",
        "\xe0\x81\x81",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(player_name_good(good[i]));
        assert_true(strlen(good[i]) < PLAYER_NAME_SIZE);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(player_name_good(bad[i]));
}

static void names_are_told_and_kept(void **state)
{
    (void)state;
    struct ear ana = {.peer = {.lasting = true}}, ivo = ana, watcher = ana;
    char room[STORE_NAME + 1], invite[32];
    say(&ana, "{\"do\":\"create\",\"game\":\"connect4\",\"side\":\"first\",\"name\":\"Ana\"}");
    strcpy(room, text_in(event(&ana, "state"), "room"));
    strcpy(invite, text_in(event(&ana, "state"), "invite"));
    assert_string_equal(text_in(seat(event(&ana, "state"), 0), "name"), "Ana");
    say(&watcher, "{\"do\":\"watch\",\"room\":\"%s\"}", room);
    static const char *const wrong[] = {
        "\"<img>\"", "\"\\u202ea\"", "7", "[]", "{}", "true", "\"                    \""};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        deafen(&ivo);
        say(&ivo, "{\"do\":\"join\",\"room\":\"%s\",\"invite\":\"%s\",\"name\":%s}", room, invite,
            wrong[i]);
        assert_string_equal(refused_as(&ivo), "bad_name");
        assert_int_equal(ivo.status, 400);
    }
    say(&ivo, "{\"do\":\"join\",\"room\":\"%s\",\"invite\":\"%s\",\"name\":\"Иво\"}", room, invite);
    assert_string_equal(text_in(event(&watcher, "joined"), "name"), "Иво");
    hub_tick(world.hub);
    json_t *names = json_object_get(event(&watcher, "presence"), "names");
    assert_string_equal(json_string_value(json_array_get(names, 0)), "Ana");
    assert_string_equal(json_string_value(json_array_get(names, 1)), "Иво");
    gone(&ana);
    gone(&ivo);
    gone(&watcher);
    reopen(0, 0, 0);
    say(&watcher, "{\"do\":\"watch\",\"room\":\"%s\"}", room); /* after a restart */
    assert_string_equal(text_in(seat(event(&watcher, "state"), 1), "name"), "Иво");
    gone(&watcher);
}

/* Who leaves is away, who comes back is there; a rematch keeps the names with the people. */
static void presence_and_rematch(void **state)
{
    (void)state;
    struct table table;
    sit_down(&table, ",\"name\":\"Ana\"");
    gone(&table.second);
    hub_tick(world.hub);
    json_t *online = json_object_get(event(&table.first, "presence"), "online");
    assert_true(json_is_true(json_array_get(online, 0)));
    assert_true(json_is_false(json_array_get(online, 1)));
    say(&table.second, "{\"do\":\"watch\",\"room\":\"%s\",\"token\":\"%s\"}", table.room,
        table.token[1]);
    hub_tick(world.hub);
    online = json_object_get(event(&table.first, "presence"), "online");
    assert_true(json_is_true(json_array_get(online, 1)));
    play(&table, "44");
    say(&table.first, "{\"do\":\"resign\",\"room\":\"%s\"}", table.room);
    say(&table.second, "{\"do\":\"rematch\",\"room\":\"%s\"}", table.room);
    say(&table.first, "{\"do\":\"decline\",\"room\":\"%s\"}", table.room);
    assert_string_equal(text_in(event(&table.second, "declined"), "kind"), "rematch");
    say(&table.first, "{\"do\":\"rematch\",\"room\":\"%s\"}", table.room);
    say(&table.second, "{\"do\":\"rematch\",\"room\":\"%s\"}", table.room);
    say(&table.first, "{\"do\":\"watch\",\"room\":\"%s\",\"token\":\"%s\"}",
        text_in(event(&table.first, "rematch"), "next"), table.token[0]);
    json_t *next = event(&table.first, "state");
    assert_string_equal(text_in(next, "you"), "second");
    assert_string_equal(text_in(seat(next, 1), "name"), "Ana");
    assert_true(json_is_null(json_object_get(seat(next, 0), "name")));
    stand_up(&table);
}

static void codes_open_a_seat_once(void **state)
{
    (void)state;
    struct ear maker = {.peer = {.lasting = true}}, guest = maker, late = maker;
    char room[STORE_NAME + 1], code[16];
    say(&maker, "{\"do\":\"create\",\"game\":\"connect4\",\"side\":\"first\"}");
    strcpy(room, text_in(event(&maker, "state"), "room"));
    strcpy(code, text_in(event(&maker, "state"), "code"));
    assert_int_equal(strlen(code), TOKEN_CODE);
    say(&late, "{\"do\":\"watch\",\"room\":\"%s\"}", room);
    assert_null(json_object_get(event(&late, "state"), "code")); /* not for who watches */
    say(&guest, "{\"do\":\"find\",\"code\":\"%.4s-%s\"}", code, code + 4);
    assert_string_equal(text_in(event(&guest, "found"), "room"), room);
    say(&guest, "{\"do\":\"join\",\"room\":\"%s\",\"code\":\"00000000\"}", room);
    assert_string_equal(refused_as(&guest), "no_invitation");
    for (char *c = code; *c; c++) /* as people write it */
        *c = *c == '0' ? 'o' : *c == '1' ? 'l' : (char)(*c | (*c >= 'A' ? 32 : 0));
    say(&guest, "{\"do\":\"join\",\"room\":\"%s\",\"code\":\"%.4s %s\"}", room, code, code + 4);
    assert_string_equal(text_in(event(&guest, "state"), "you"), "second");
    say(&late, "{\"do\":\"find\",\"code\":\"%s\"}", code);
    assert_string_equal(refused_as(&late), "no_code");
    static const char *const wrong[] = {"\"\"", "\"U0000000\"", "\"123\"", "\"123456789\"",
                                        "\"....\""};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        deafen(&late);
        say(&late, "{\"do\":\"find\",\"code\":%s}", wrong[i]);
        assert_string_equal(refused_as(&late), "no_code");
    }
    say(&late, "{\"do\":\"find\",\"code\":7}");
    assert_string_equal(refused_as(&late), "code_missing");
    gone(&maker);
    gone(&guest);
    gone(&late);
}

/* An address tries a few codes, and then waits. */
static void codes_are_not_guessed(void **state)
{
    (void)state;
    struct shares shares = {.limits = {.codes = {.second = 0.1, .burst = 5}}};
    struct ear one = {.peer = {.lasting = true}};
    one.peer.share = shares_hold(&shares, "192.0.2.1", false, world.now);
    for (int i = 0; i < 5; i++)
        say(&one, "{\"do\":\"find\",\"code\":\"0000000%d\"}", i);
    assert_string_equal(refused_as(&one), "no_code");
    say(&one, "{\"do\":\"find\",\"code\":\"00000009\"}");
    assert_string_equal(refused_as(&one), "many_codes");
    assert_int_equal(one.status, 429);
    world.now += 10000000;
    say(&one, "{\"do\":\"find\",\"code\":\"00000009\"}");
    assert_string_equal(refused_as(&one), "no_code");
    struct table table;
    sit_down(&table, "");
    struct ear maker = {.peer = {.lasting = true}};
    say(&maker, "{\"do\":\"create\",\"game\":\"othello\"}");
    say(&one, "{\"do\":\"join\",\"room\":\"%s\",\"code\":\"00000000\"}",
        text_in(event(&maker, "state"), "room")); /* nor at a room's own door */
    assert_string_equal(refused_as(&one), "many_codes");
    gone(&maker);
    gone(&one);
    stand_up(&table);
    share_release(one.peer.share);
    shares_clear(&shares);
}

static size_t games_listed(struct ear *ear)
{
    deafen(ear);
    say(ear, "{\"do\":\"lobby\"}");
    return json_array_size(json_object_get(event(ear, "lobby"), "games"));
}

static void the_lobby(void **state)
{
    (void)state;
    struct ear maker = {.peer = {.lasting = true}}, guest = maker;
    char room[STORE_NAME + 1];
    say(&maker, "{\"do\":\"create\",\"game\":\"othello\",\"listed\":true}");
    assert_string_equal(refused_as(&maker), "no_lobby"); /* it has to be switched on */
    say(&guest, "{\"do\":\"lobby\"}");
    assert_string_equal(refused_as(&guest), "no_lobby");
    assert_int_equal(hub_count(world.hub).rooms, 0);
    reopen(2, 0, 0);
    deafen(&maker);
    say(&maker, "{\"do\":\"create\",\"game\":\"othello\"}"); /* not for everybody */
    say(&maker, "{\"do\":\"create\",\"game\":\"mill\",\"side\":\"first\",\"listed\":true,"
                "\"name\":\"Ana\",\"set\":{\"variant\":\"six\"},\"time\":{\"per_move\":30}}");
    strcpy(room, text_in(event(&maker, "state"), "room"));
    assert_int_equal(games_listed(&guest), 1);
    json_t *entry = json_array_get(json_object_get(event(&guest, "lobby"), "games"), 0);
    assert_string_equal(text_in(entry, "room"), room);
    assert_string_equal(text_in(entry, "name"), "Ana");
    assert_string_equal(text_in(json_object_get(entry, "set"), "variant"), "six");
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(entry, "time"), "per_move")), 30);
    assert_null(json_object_get(entry, "token"));
    say(&guest, "{\"do\":\"join\",\"room\":\"%s\"}", room); /* without an invitation */
    assert_string_equal(text_in(seat(event(&guest, "state"), 0), "name"), "Ana");
    assert_int_equal(games_listed(&maker), 0);
    struct ear late = {.peer = {.lasting = true}};
    say(&late, "{\"do\":\"join\",\"room\":\"%s\"}", room);
    assert_string_equal(refused_as(&late), "taken");
    say(&late, "{\"do\":\"create\",\"game\":\"othello\",\"listed\":true}");
    assert_int_equal(games_listed(&guest), 1);
    gone(&late); /* shown only while its maker is there */
    assert_int_equal(games_listed(&guest), 0);
    gone(&maker);
    gone(&guest);
}

static void the_lobby_has_limits(void **state)
{
    (void)state;
    static const char create[] = "{\"do\":\"create\",\"game\":\"othello\",\"listed\":true}";
    struct shares shares = {.limits = {.listed = 2}};
    struct ear one = {.peer = {.lasting = true}}, two = one, guest = one;
    reopen(3, 0, 0);
    one.peer.share = shares_hold(&shares, "192.0.2.1", false, world.now);
    two.peer.share = shares_hold(&shares, "192.0.2.2", false, world.now);
    say(&one, create);
    char room[STORE_NAME + 1];
    strcpy(room, text_in(event(&one, "state"), "room"));
    say(&one, create);
    assert_null(event(&one, "error"));
    say(&one, create);
    assert_string_equal(refused_as(&one), "many_listed");
    assert_non_null(
        strstr(text_in(json_object_get(event(&one, "error"), "error"), "message"), "2"));
    say(&two, create);
    assert_null(event(&two, "error"));
    say(&two, create);
    assert_string_equal(refused_as(&two), "lobby_full");
    assert_int_equal(one.peer.share->listed, 2);
    assert_int_equal(two.peer.share->listed, 1);
    say(&guest, "{\"do\":\"join\",\"room\":\"%s\"}", room);
    assert_int_equal(one.peer.share->listed, 1);
    assert_int_equal(games_listed(&guest), 2);
    gone(&one);
    gone(&two);
    gone(&guest);
    world.date += limits.unjoined + 1; /* forgotten: they no longer count */
    hub_tick(world.hub);
    commit();
    hub_tick(world.hub);
    assert_int_equal(one.peer.share->listed, 0);
    assert_int_equal(two.peer.share->listed, 0);
    share_release(one.peer.share);
    share_release(two.peer.share);
    reopen(0, 0, 0); /* rooms hold their shares */
    shares_clear(&shares);
}

static int64_t left_of(const struct ear *ear, const char *name, size_t side)
{
    json_t *clock = json_object_get(event(ear, name), "clock");
    return json_integer_value(json_array_get(json_object_get(clock, "left"), side));
}

static void clocks_per_move(void **state)
{
    (void)state;
    struct table table;
    sit_down(&table, ",\"time\":{\"per_move\":30}");
    json_t *time = json_object_get(event(&table.second, "state"), "time");
    assert_int_equal(json_integer_value(json_object_get(time, "per_move")), 30);
    play(&table, "44");
    world.now += 29000000;
    play(&table, "5"); /* in time, and the next move has the whole time again */
    assert_int_equal(left_of(&table.first, "move", 0), 30000);
    assert_int_equal(left_of(&table.first, "move", 1), 30000);
    world.now += 29000000;
    hub_tick(world.hub);
    assert_null(event(&table.first, "over"));
    say(&table.second, "{\"do\":\"state\",\"room\":\"%s\"}", table.room);
    assert_int_equal(left_of(&table.second, "state", 1), 1000);
    say(&table.second, "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"5\"}", table.room);
    world.now += 30100000;
    hub_tick(world.hub);
    commit();
    assert_string_equal(text_in(event(&table.second, "over"), "reason"), "time");
    assert_int_equal(json_integer_value(json_object_get(event(&table.second, "over"), "result")),
                     0);
    stand_up(&table);
}

static void clocks_per_move_after_a_restart(void **state)
{
    (void)state;
    struct table table;
    sit_down(&table, ",\"time\":{\"per_move\":30}");
    play(&table, "445");
    stand_up(&table);
    reopen(0, 0, 0);
    world.now = 50;
    struct ear again = {.peer = {.lasting = true}};
    say(&again, "{\"do\":\"watch\",\"room\":\"%s\",\"token\":\"%s\"}", table.room, table.token[1]);
    assert_int_equal(left_of(&again, "state", 1), 30000);
    world.now += 31000000;
    say(&again, "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"5\"}", table.room);
    assert_string_equal(refused_as(&again), "late");
    gone(&again);
}

static void clocks_that_are_none(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "{\"per_move\":0}",
        "{\"per_move\":-1}",
        "{\"per_move\":1e99}",
        "{\"per_move\":[]}",
        "{\"per_move\":null}",
        "{\"per_move\":30,\"increment\":2}",
        "{\"per_move\":30,\"seconds\":60}",
        "{\"increment\":2}",
        "[]",
        "\"5+3\"",
    };
    struct ear one = {.peer = {.lasting = true}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        deafen(&one);
        say(&one, "{\"do\":\"create\",\"game\":\"othello\",\"time\":%s}", wrong[i]);
        assert_string_equal(refused_as(&one), "bad_time");
    }
    gone(&one);
}

static void phrases_are_numbers(void **state)
{
    (void)state;
    struct table table;
    struct ear watcher = {.peer = {.lasting = true}};
    sit_down(&table, "");
    say(&watcher, "{\"do\":\"watch\",\"room\":\"%s\"}", table.room);
    static const char *const wrong[] = {"-1",   "8",  "1.0", "\"0\"",
                                        "null", "[]", "1e3", "9223372036854775807"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        deafen(&table.first);
        say(&table.first, "{\"do\":\"say\",\"room\":\"%s\",\"phrase\":%s}", table.room, wrong[i]);
        assert_string_equal(refused_as(&table.first), "bad_phrase");
    }
    int before = world.changes;
    for (int i = 0; i < 4; i++)
        say(&table.first, "{\"do\":\"say\",\"room\":\"%s\",\"phrase\":%d}", table.room, i);
    json_t *said = event(&table.second, "said");
    assert_int_equal(json_integer_value(json_object_get(said, "phrase")), 3);
    assert_string_equal(text_in(said, "text"), "Good game!");
    assert_string_equal(text_in(said, "side"), "first");
    assert_non_null(event(&watcher, "said"));
    assert_int_equal(world.changes, before); /* nothing is kept of it */
    say(&table.first, "{\"do\":\"say\",\"room\":\"%s\",\"phrase\":0}", table.room);
    assert_string_equal(refused_as(&table.first), "many_phrases");
    say(&table.second, "{\"do\":\"say\",\"room\":\"%s\",\"phrase\":0}", table.room);
    assert_string_equal(text_in(event(&table.first, "said"), "side"), "second");
    world.now += 5000000;
    deafen(&table.first);
    say(&table.first, "{\"do\":\"say\",\"room\":\"%s\",\"phrase\":7}", table.room);
    assert_non_null(event(&table.first, "done"));
    say(&watcher, "{\"do\":\"say\",\"room\":\"%s\",\"phrase\":0}", table.room);
    assert_string_equal(refused_as(&watcher), "spectator");
    gone(&watcher);
    stand_up(&table);
}

static int count_of(const struct ear *ear, const char *name)
{
    int count = 0;
    for (int i = 0; i < ear->count; i++)
        count += strcmp(text_in(ear->heard[i], "event"), name) == 0;
    return count;
}

/* Offering again and again tells nobody anything, and a no holds until the next move. */
static void nobody_is_pestered(void **state)
{
    (void)state;
    struct table table;
    sit_down(&table, "");
    play(&table, "44");
    for (int i = 0; i < 5; i++)
        say(&table.first, "{\"do\":\"draw\",\"room\":\"%s\"}", table.room);
    assert_int_equal(count_of(&table.second, "offer"), 1);
    say(&table.second, "{\"do\":\"decline\",\"room\":\"%s\"}", table.room);
    say(&table.first, "{\"do\":\"draw\",\"room\":\"%s\"}", table.room);
    assert_string_equal(refused_as(&table.first), "declined");
    assert_int_equal(count_of(&table.second, "offer"), 1);
    say(&table.first, "{\"do\":\"takeback\",\"room\":\"%s\"}", table.room); /* another matter */
    assert_int_equal(count_of(&table.second, "offer"), 2);
    say(&table.second, "{\"do\":\"decline\",\"room\":\"%s\"}", table.room);
    play(&table, "5");
    deafen(&table.first);
    say(&table.first, "{\"do\":\"draw\",\"room\":\"%s\"}", table.room);
    assert_null(event(&table.first, "error"));
    say(&table.second, "{\"do\":\"draw\",\"room\":\"%s\"}", table.room);
    json_t *over = event(&table.first, "over");
    assert_string_equal(text_in(over, "reason"), "agreement");
    assert_true(json_real_value(json_object_get(over, "result")) == 0.5);
    stand_up(&table);
}

static void shards_know_their_rooms(void **state)
{
    (void)state;
    struct table table;
    struct ear stranger = {.peer = {.lasting = true}};
    reopen(0, 2, 3);
    sit_down(&table, "");
    assert_int_equal(strncmp(table.room, "2.", 2), 0);
    assert_int_equal(strlen(table.room), STORE_RANDOM + 2);
    play(&table, "4");
    assert_non_null(event(&table.second, "move"));
    say(&stranger, "{\"do\":\"watch\",\"room\":\"3%s\"}", table.room + 1);
    assert_string_equal(refused_as(&stranger), "other_shard");
    assert_int_equal(stranger.status, 421);
    json_t *values = json_object_get(json_object_get(event(&stranger, "error"), "error"), "values");
    assert_int_equal(json_integer_value(json_object_get(values, "shard")), 3);
    assert_int_equal(json_integer_value(json_object_get(values, "here")), 2);
    say(&stranger,
        "{\"do\":\"watch\",\"room\":\"AAAAAAAAAAAA\"}"); /* of a server alone: the first's */
    assert_string_equal(refused_as(&stranger), "other_shard");
    static const char *const nobodys[] = {
        "0.AAAAAAAAAAAA",  "-1.AAAAAAAAAAAA",  "x.AAAAAAAAAAAA",     ".AAAAAAAAAAAA",
        "2.AAAAAAAAAAAAA", "2.2.AAAAAAAAAAAA", "99999.AAAAAAAAAAAA", "2."};
    for (size_t i = 0; i < sizeof nobodys / sizeof nobodys[0]; i++) {
        say(&stranger, "{\"do\":\"watch\",\"room\":\"%s\"}", nobodys[i]);
        assert_string_equal(refused_as(&stranger), "no_room");
    }
    deafen(&stranger);
    say(&stranger, "{\"do\":\"create\",\"game\":\"othello\"}");
    const char *code = text_in(event(&stranger, "state"), "code");
    assert_int_equal(strncmp(code, "2.", 2), 0);
    say(&table.first, "{\"do\":\"find\",\"code\":\"%s\"}", code);
    assert_string_equal(text_in(event(&table.first, "found"), "game"), "othello");
    say(&table.first, "{\"do\":\"find\",\"code\":\"%s\"}", code + 2);
    assert_string_equal(refused_as(&table.first), "other_shard");
    play(&table, "");
    gone(&stranger);
    stand_up(&table);
}

/* Every refusal is whole: a name of its own, a status, words. */
static void refusals_have_words(void **state)
{
    (void)state;
    for (int i = 0; i < DENIALS; i++) {
        assert_non_null(denials[i].name);
        assert_true(denials[i].status >= 400 && denials[i].status < 600);
        assert_true(strlen(denials[i].code) > 0 && strlen(denials[i].english) > 0);
        for (int other = 0; other < i; other++)
            assert_string_not_equal(denials[i].name, denials[other].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_are_checked),
        TEST(names_are_told_and_kept),
        TEST(presence_and_rematch),
        TEST(codes_open_a_seat_once),
        TEST(codes_are_not_guessed),
        TEST(the_lobby),
        TEST(the_lobby_has_limits),
        TEST(clocks_per_move),
        TEST(clocks_per_move_after_a_restart),
        TEST(clocks_that_are_none),
        TEST(phrases_are_numbers),
        TEST(nobody_is_pestered),
        TEST(shards_know_their_rooms),
        TEST(refusals_have_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
