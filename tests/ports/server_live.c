/* The real program, its sockets and its disk: the page, a network game with a reload and with
   kill -9 in the middle, and clients that behave badly. */
#include "games/game.h"
#include "live.h"

static void the_page(void **state)
{
    struct web_answer answer;
    char tag[64] = "", known[128];
    (void)state;
    assert_true(web_request(server.port, "GET", "/", NULL, NULL, &answer));
    assert_int_equal(answer.status, 200);
    assert_non_null(strstr(answer.body, "<title>Potez"));
    static const char *const wanted[] = {"content-type: text/html",
                                         "x-content-type-options: nosniff",
                                         "referrer-policy: no-referrer",
                                         "cross-origin-opener-policy: same-origin",
                                         "script-src 'self'",
                                         "cross-origin-embedder-policy: require-corp"};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        assert_non_null(strstr(answer.head, wanted[i]));
    assert_null(strstr(answer.head, "unsafe-inline"));
    assert_int_equal(sscanf(strstr(answer.head, "etag: "), "etag: %60s", tag), 1);
    web_free(&answer);
    snprintf(known, sizeof known, "If-None-Match: %s\r\n", tag);
    assert_int_equal(web_status(server.port, "GET", "/", known, NULL), 304);
    assert_true(
        web_request(server.port, "GET", "/", "Accept-Encoding: gzip, br;q=0\r\n", NULL, &answer));
    assert_non_null(strstr(answer.head, "content-encoding: gzip"));
    web_free(&answer);
    assert_int_equal(web_status(server.port, "GET", "/nowhere", NULL, NULL), 404);
    assert_int_equal(web_status(server.port, "GET", "/../../etc/passwd", NULL, NULL), 404);
    assert_int_equal(web_status(server.port, "HEAD", "/index.html", NULL, NULL), 200);
    assert_int_equal(web_status(server.port, "GET", "/nowhere/", NULL, NULL), 404);
}

static void the_documentation(void **state)
{
    struct web_answer answer;
    (void)state;
    assert_true(web_request(server.port, "GET", "/docs", NULL, NULL, &answer));
    assert_int_equal(answer.status, 301);
    assert_non_null(strstr(answer.head, "location: docs/\r\n"));
    web_free(&answer);
    assert_true(web_request(server.port, "GET", "/docs/", NULL, NULL, &answer));
    assert_int_equal(answer.status, 200);
    assert_non_null(strstr(answer.head, "content-type: text/html"));
    assert_non_null(strstr(answer.body, "<h1"));
    web_free(&answer);
    assert_int_equal(web_status(server.port, "GET", "/docs/start/player.html", NULL, NULL), 200);
    assert_int_equal(web_status(server.port, "DELETE", "/docs/", NULL, NULL), 405);
}

static void say(int handle, const char *format, ...)
{
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    assert_true(web_say(handle, text));
}

struct seats {
    int handle[2];
    char room[16], token[2][32];
};

static void sit_down(struct seats *seats, const char *game)
{
    char invite[32];
    for (int i = 0; i < 2; i++) {
        seats->handle[i] = web_socket(server.port, "/api/v1/socket", NULL);
        assert_true(seats->handle[i] >= 0);
    }
    say(seats->handle[0],
        "{\"do\":\"create\",\"game\":\"%s\",\"side\":\"first\",\"time\":"
        "{\"seconds\":600}}",
        game);
    json_t *made = expect(seats->handle[0], "state");
    strcpy(seats->room, web_text(made, "room"));
    strcpy(seats->token[0], web_text(made, "token"));
    strcpy(invite, web_text(made, "invite"));
    json_decref(made);
    say(seats->handle[1], "{\"do\":\"join\",\"room\":\"%s\",\"invite\":\"%s\"}", seats->room,
        invite);
    json_t *joined = expect(seats->handle[1], "state");
    strcpy(seats->token[1], web_text(joined, "token"));
    json_decref(joined);
}

static void come_back(struct seats *seats, int side)
{
    seats->handle[side] = web_socket(server.port, "/api/v1/socket", NULL);
    say(seats->handle[side], "{\"do\":\"watch\",\"room\":\"%s\",\"token\":\"%s\"}", seats->room,
        seats->token[side]);
}

/* The side to move takes the first legal move; gives its number of plies afterwards, -1 at the
   end. */
static json_int_t step(struct seats *seats)
{
    char path[64];
    snprintf(path, sizeof path, "/api/v1/rooms/%s", seats->room);
    json_t *room = web_json(server.port, "GET", path, NULL, NULL);
    const char *move = json_string_value(json_array_get(json_object_get(room, "legal"), 0));
    if (!move) {
        assert_true(json_is_true(json_object_get(room, "over")));
        json_decref(room);
        return -1;
    }
    const json_t *sides = json_object_get(room, "seats");
    int side = strcmp(web_text(json_array_get(sides, 0), "side"), web_text(room, "side")) != 0;
    say(seats->handle[side], "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"%s\",\"ply\":%d}",
        seats->room, move, (int)web_number(room, "ply"));
    json_t *done = expect(seats->handle[side], "done");
    json_int_t ply = web_number(done, "ply");
    json_t *heard = expect(seats->handle[1 - side], "move");
    while (web_number(heard, "ply") < ply) { /* its own moves come to it as well */
        json_decref(heard);
        heard = expect(seats->handle[1 - side], "move");
    }
    assert_string_equal(web_text(heard, "move"), move);
    assert_int_equal(web_number(heard, "ply"), ply);
    json_decref(heard);
    json_decref(done);
    json_decref(room);
    return ply;
}

static void a_network_game(void **state)
{
    struct seats seats;
    (void)state;
    for (int i = 0; i < game_count; i++) {
        if (games[i]->players != 2 || games[i]->level_read)
            continue;
        sit_down(&seats, games[i]->name);
        int watcher = web_socket(server.port, "/api/v1/socket", NULL);
        say(watcher, "{\"do\":\"watch\",\"room\":\"%s\"}", seats.room);
        pass_over(watcher, "state");
        for (int ply = 0; ply < 70 && step(&seats) >= 0; ply++)
            if (ply % 10 == 5) { /* somebody loads the page again */
                close(seats.handle[ply / 10 % 2]);
                come_back(&seats, ply / 10 % 2);
                json_t *back = expect(seats.handle[ply / 10 % 2], "state");
                assert_int_equal(web_number(back, "ply"), ply + 1);
                json_decref(back);
            }
        char path[64];
        snprintf(path, sizeof path, "/api/v1/rooms/%s/resign", seats.room);
        char body[64];
        snprintf(body, sizeof body, "{\"token\":\"%s\"}", seats.token[1]);
        int status = 0;
        json_decref(web_json(server.port, "POST", path, body, &status));
        assert_true(status == 200 || status == 409); /* over already */
        pass_over(watcher, "over");
        close(watcher);
        close(seats.handle[0]);
        close(seats.handle[1]);
    }
}

/* Finished games are in the archive, too. */
static void the_archive(void **state)
{
    struct web_answer answer;
    long archived = 0;
    (void)state;
    for (int i = 0; i < 50 && archived < 1; i++) { /* it is written a little later */
        assert_true(web_request(server.port, "GET", "/metrics", NULL, NULL, &answer));
        const char *line = strstr(answer.body, "\npotez_archived_total ");
        archived = line ? atol(line + 22) : 0;
        web_free(&answer);
        usleep(100000);
    }
    assert_true(archived >= 1);
}

/* Whatever was acknowledged before kill -9 is there after it. */
static void kill_and_restart(void **state)
{
    enum { GAMES = 20 };
    static struct seats all[GAMES];
    json_int_t acknowledged[GAMES] = {0};
    (void)state;
    for (int i = 0; i < GAMES; i++)
        sit_down(&all[i], "othello");
    for (int round = 0; round < 5; round++)
        for (int i = 0; i < GAMES; i++)
            if ((i + round) % 3)
                acknowledged[i] = step(&all[i]);
    /* moves under way when the blow falls may be lost, but only those */
    for (int i = 0; i < GAMES; i++)
        say(all[i].handle[acknowledged[i] % 2], "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"zz\"}",
            all[i].room);
    assert_int_equal(web_stop(&server, SIGKILL), -SIGKILL);
    assert_true(web_start(&server, program, data));
    for (int i = 0; i < GAMES; i++) {
        for (int side = 0; side < 2; side++) {
            close(all[i].handle[side]);
            come_back(&all[i], side);
            json_t *back = expect(all[i].handle[side], "state");
            assert_int_equal(web_number(back, "ply"), acknowledged[i]);
            assert_string_equal(web_text(back, "you"), side ? "white" : "black");
            json_decref(back);
        }
        assert_int_equal(step(&all[i]), acknowledged[i] + 1);
        close(all[i].handle[0]);
        close(all[i].handle[1]);
    }
}

/* Each of these hurts nobody but itself. */
static void broken_clients(void **state)
{
    (void)state;
    char *large = calloc(1, 20001);
    memset(large, 'x', 20000);
    int handle = web_socket(server.port, "/api/v1/socket", NULL);
    web_say(handle, large);
    assert_int_equal(web_closed(handle, 10), 1009);
    close(handle);

    static const unsigned char endless[] = {0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff,
                                            0xff, 0xff, 0xff, 1,    2,    3,    4};
    handle = web_socket(server.port, "/api/v1/socket", NULL);
    web_write(handle, endless, sizeof endless);
    web_write(handle, large, 20000);
    assert_true(web_closed(handle, 10) >= 0);
    close(handle);

    handle = web_socket(server.port, "/api/v1/socket", NULL);
    web_frame(handle, WEB_TEXT, true, "{\"do\":\"\xff\xfe\"}", 11);
    assert_int_equal(web_closed(handle, 10), 1007);
    close(handle);

    handle = web_socket(server.port, "/api/v1/socket", NULL);
    web_frame(handle, WEB_BINARY, true, "abc", 3);
    assert_int_equal(web_closed(handle, 10), 1003);
    close(handle);

    handle = web_socket(server.port, "/api/v1/socket", NULL); /* in pieces, byte by byte */
    static const char ping[] = "{\"do\":\"ping\"}";
    for (size_t i = 0; i + 1 < sizeof ping; i++)
        web_frame(handle, i ? 0 : WEB_TEXT, i + 2 == sizeof ping, ping + i, 1);
    pass_over(handle, "pong");
    for (int i = 0; i < 5000; i++) /* shouting without listening */
        if (!web_say(handle, ping))
            break;
    int code = web_closed(handle, 10);
    assert_true(code == 1008 || code == 0);
    close(handle);

    assert_int_equal(web_socket(server.port, "/api/v1/elsewhere", NULL), -1);
    assert_int_equal(web_socket(server.port, "/api/v1/socket", "Origin: http://evil.example\r\n"),
                     -1);
    char own[64];
    snprintf(own, sizeof own, "Origin: http://127.0.0.1:%d\r\n", server.port);
    handle = web_socket(server.port, "/api/v1/socket", own);
    assert_true(handle >= 0);
    close(handle);

    handle = web_connect(server.port);
    web_write(handle, large, 20000);
    web_write(handle, "\r\n\r\n", 4);
    close(handle);
    free(large);
    assert_int_equal(web_status(server.port, "GET", "/api/v1/health", NULL, NULL), 200);
}

static void half_open_clients(void **state)
{
    enum { MANY = 200 };
    static const char slow[] = "GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
    int handles[MANY];
    struct web_answer answer;
    (void)state;
    for (int i = 0; i < MANY; i++) {
        handles[i] = web_connect(server.port);
        if (i % 2)
            web_write(handles[i], "POST /api/v1/moves HTTP/1.1\r\nContent-Le", 40);
    }
    int careful = web_connect(server.port);
    for (size_t i = 0; i + 1 < sizeof slow; i++) {
        assert_true(web_write(careful, slow + i, 1));
        if (i % 10 == 0)
            assert_int_equal(web_status(server.port, "GET", "/api/v1/health", NULL, NULL), 200);
    }
    assert_true(web_read_answer(careful, &answer));
    assert_int_equal(answer.status, 200);
    web_free(&answer);
    close(careful);
    for (int i = 0; i < MANY; i++)
        close(handles[i]);
}

static void a_gentle_end(void **state)
{
    (void)state;
    int handle = web_socket(server.port, "/api/v1/socket", NULL);
    say(handle, "{\"do\":\"analyse\",\"game\":\"mill\",\"time\":20}");
    usleep(100000);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    assert_int_equal(web_closed(handle, 5), 1001);
    close(handle);
    assert_true(web_start(&server, program, data));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page),          cmocka_unit_test(the_documentation),
        cmocka_unit_test(a_network_game),    cmocka_unit_test(the_archive),
        cmocka_unit_test(kill_and_restart),  cmocka_unit_test(broken_clients),
        cmocka_unit_test(half_open_clients), cmocka_unit_test(a_gentle_end),
    };
    if (!live_program(argc, argv))
        return 2;
    return cmocka_run_group_tests(tests, start, stop);
}
