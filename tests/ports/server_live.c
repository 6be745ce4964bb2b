/* The real program, its sockets and its disk: the page, every route that the description lists,
   a network game with a reload and with kill -9 in the middle, and clients that behave badly. */
#include "ports/server/service.h"
#include "web.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char *program;
static char data[] = "/tmp/potez-server-XXXXXX";
static struct web_server server;

static int start(void **state)
{
    (void)state;
    return mkdtemp(data) && web_start(&server, program, data) ? 0 : -1;
}

static int stop(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", data);
    int status = web_stop(&server, SIGTERM);
    return system(command) != 0 || status != 0;
}

static const char *text_in(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static json_int_t number_in(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

static int status_of(const char *method, const char *path, const char *more, const char *body)
{
    struct web_answer answer;
    if (!web_request(server.port, method, path, more, body, &answer))
        return 0;
    int status = answer.status;
    web_free(&answer);
    return status;
}

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
    assert_int_equal(status_of("GET", "/", known, NULL), 304);
    assert_true(
        web_request(server.port, "GET", "/", "Accept-Encoding: gzip, br;q=0\r\n", NULL, &answer));
    assert_non_null(strstr(answer.head, "content-encoding: gzip"));
    web_free(&answer);
    assert_int_equal(status_of("GET", "/nowhere", NULL, NULL), 404);
    assert_int_equal(status_of("GET", "/../../etc/passwd", NULL, NULL), 404);
    assert_int_equal(status_of("HEAD", "/index.html", NULL, NULL), 200);
}

static void one_short_line(void **state)
{
    struct web_answer answer;
    (void)state;
    assert_true(web_request(server.port, "GET", "/api/v1/best?game=connect4&moves=4453",
                            "Accept: text/plain\r\n", NULL, &answer));
    assert_int_equal(answer.status, 200);
    assert_int_equal(answer.length, 2);
    assert_true(answer.body[0] >= '1' && answer.body[0] <= '7' && answer.body[1] == '\n');
    web_free(&answer);
    /* three in a row: there is one answer */
    assert_true(web_request(server.port, "GET", "/api/v1/best?game=connect4&moves=414243",
                            "Accept: text/plain\r\n", NULL, &answer));
    assert_string_equal(answer.body, "4\n");
    web_free(&answer);
}

/* As much of JSON Schema as the description uses. */
static bool fits(const json_t *root, const json_t *schema, const json_t *value)
{
    const char *reference = text_in(schema, "$ref"), *name;
    if (*reference) {
        const json_t *all = json_object_get(json_object_get(root, "components"), "schemas");
        return fits(root, json_object_get(all, strrchr(reference, '/') + 1), value);
    }
    json_t *one, *type = json_object_get(schema, "type");
    size_t i;
    json_t *choices = json_object_get(schema, "oneOf");
    bool good = !choices;
    json_array_foreach(choices, i, one) good |= fits(root, one, value);
    json_t *types = json_is_string(type) ? json_pack("[O]", type) : json_incref(type);
    bool typed = !types;
    json_array_foreach(types, i, one)
    {
        const char *word = json_string_value(one);
        typed |= (strcmp(word, "string") == 0 && json_is_string(value)) ||
                 (strcmp(word, "integer") == 0 && json_is_integer(value)) ||
                 (strcmp(word, "number") == 0 && json_is_number(value)) ||
                 (strcmp(word, "boolean") == 0 && json_is_boolean(value)) ||
                 (strcmp(word, "null") == 0 && json_is_null(value)) ||
                 (strcmp(word, "object") == 0 && json_is_object(value)) ||
                 (strcmp(word, "array") == 0 && json_is_array(value));
    }
    json_decref(types);
    good &= typed;
    json_t *allowed = json_object_get(schema, "enum");
    bool listed = !allowed;
    json_array_foreach(allowed, i, one) listed |= json_equal(one, value);
    good &= listed;
    if (json_is_object(value)) {
        json_array_foreach(json_object_get(schema, "required"), i, one) good &=
            json_object_get(value, json_string_value(one)) != NULL;
        json_t *member;
        json_object_foreach((json_t *)(uintptr_t)value, name, member)
        {
            const json_t *part = json_object_get(json_object_get(schema, "properties"), name);
            good &= !part || fits(root, part, member);
        }
    }
    json_array_foreach(value, i, one) good &= fits(root, json_object_get(schema, "items"), one);
    return good;
}

static const json_t *answer_schema(const json_t *operation)
{
    const json_t *good = json_object_get(json_object_get(operation, "responses"), "200");
    return json_object_get(json_object_get(json_object_get(good, "content"), "application/json"),
                           "schema");
}

static void try_example(const json_t *root, const char *path, const json_t *operation)
{
    const char *example = json_string_value(json_object_get(operation, "x-example"));
    const json_t *body = json_object_get(
        json_object_get(json_object_get(json_object_get(operation, "requestBody"), "content"),
                        "application/json"),
        "example");
    char address[512], *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    int status = 0;
    if (!example && !body)
        return;
    snprintf(address, sizeof address, "%s%s", path, example ? example : "");
    json_t *answer = web_json(server.port, body ? "POST" : "GET", address, text, &status);
    if (status != 200)
        fail_msg("%s: status %d", address, status);
    const json_t *schema = answer_schema(operation);
    if (schema && !fits(root, schema, answer))
        fail_msg("%s: the answer is not as described", address);
    json_decref(answer);
    free(text);
}

/* Every route is described, everything described is a route, and examples are answered as the
   description says. */
static void the_description(void **state)
{
    (void)state;
    json_t *root = web_json(server.port, "GET", "/api/v1/openapi.json", NULL, NULL);
    json_t *paths = json_object_get(root, "paths"), *operations, *operation;
    const char *method, *path;
    int routes = 0, described = 0;
    for (; service_route(routes, &method, &path); routes++) {
        char small[16] = "";
        for (size_t i = 0; method[i]; i++)
            small[i] = (char)(method[i] | 32);
        if (!json_object_get(json_object_get(paths, path), small))
            fail_msg("%s %s is not described", method, path);
    }
    json_object_foreach(paths, path, operations) json_object_foreach(operations, method, operation)
    {
        described++;
        try_example(root, path, operation);
    }
    assert_int_equal(routes, described);
    json_decref(root);
}

static void wrong_questions(void **state)
{
    (void)state;
    static const struct {
        const char *method, *path, *more, *body;
        int status;
    } cases[] = {
        {"GET", "/api/v1/moves", NULL, NULL, 400},
        {"GET", "/api/v1/moves?game=chess", NULL, NULL, 400},
        {"GET", "/api/v1/moves?game=connect4&moves=9", NULL, NULL, 400},
        {"GET", "/api/v1/moves?game=connect4&position=%FF%FE", NULL, NULL, 400},
        {"GET", "/api/v1/best?game=connect4&player=nobody", NULL, NULL, 400},
        {"GET", "/api/v1/best?game=othello&player=engine:true", NULL, NULL, 400},
        {"GET", "/api/v1/best?game=othello&player=nboard:true", NULL, NULL, 400},
        {"GET", "/api/v1/best?game=othello&player=model:/etc/passwd", NULL, NULL, 400},
        {"GET", "/api/v1/best?game=othello&player=model", NULL, NULL, 400},
        {"GET", "/api/v1/best?game=connect4&depth=many", NULL, NULL, 400},
        {"GET", "/api/v1/best?game=connect4&seed=some", NULL, NULL, 400},
        {"GET", "/api/v1/best?game=connect4&player=perfect&level=3", NULL, NULL, 400},
        {"GET", "/api/v1/best?game=othello&player=minimax:12", NULL, NULL, 400},
        {"GET", "/api/v1/best?game=connect4&level=10&moves=414243", NULL, NULL, 200},
        {"GET", "/api/v1/hint?game=connect4&moves=4142434", NULL, NULL, 409},
        {"GET", "/api/v1/solve?game=connect4&depth=3", NULL, NULL, 400},
        {"GET", "/api/v1/solve?game=connect4&moves=4142434", NULL, NULL, 200},
        {"GET", "/api/v1/best?game=connect4&moves=4142434", NULL, NULL, 409},
        {"POST", "/api/v1/moves", NULL, "{", 400},
        {"POST", "/api/v1/moves", NULL, "[]", 400},
        {"POST", "/api/v1/moves", NULL, "{\"game\":1}", 400},
        {"POST", "/api/v1/rooms/AAAAAAAAAAAA/move", NULL, "{}", 404},
        {"POST", "/api/v1/rooms/AAAAAAAAAAAA/create", NULL, "{}", 404},
        {"GET", "/api/v1/rooms/AAAAAAAAAAAA", NULL, NULL, 404},
        {"DELETE", "/api/v1/searches/AAAA", NULL, NULL, 404},
        {"DELETE", "/api/v1/games", NULL, NULL, 405},
        {"GET", "/api/v1/rooms", NULL, NULL, 405},
        {"POST", "/index.html", NULL, "x", 405},
        {"POST", "/api/v1/rooms", "Origin: https://evil.example\r\n", "{}", 403},
        {"POST", "/api/v1/moves", NULL, NULL, 411},
        {"POST", "/api/v1/moves", "Content-Length: 99999999\r\n", NULL, 413},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int status = status_of(cases[i].method, cases[i].path, cases[i].more, cases[i].body);
        if (status != cases[i].status)
            fail_msg("%s %s: %d instead of %d", cases[i].method, cases[i].path, status,
                     cases[i].status);
    }
}

/* The same seed, the same lots: everything but the time is the same again. */
static void answers_can_be_repeated(void **state)
{
    (void)state;
    char *first[8], path[96];
    int others = 0;
    for (int i = 0; i < 8; i++) {
        snprintf(path, sizeof path, "/api/v1/best?game=othello&player=random&seed=%d", i / 2);
        json_t *answer = web_json(server.port, "GET", path, NULL, NULL);
        json_object_del(answer, "seconds");
        first[i] = json_dumps(answer, JSON_COMPACT | JSON_SORT_KEYS);
        json_decref(answer);
        if (i % 2)
            assert_string_equal(first[i], first[i - 1]);
        others += strcmp(first[i], first[0]) != 0;
    }
    assert_true(others > 0);
    for (int i = 0; i < 8; i++)
        free(first[i]);
}

/* Yellow lets red's three in a row stand open; every move is there, and in time. */
static void a_game_is_reviewed(void **state)
{
    (void)state;
    int status = 0;
    json_t *answer =
        web_json(server.port, "POST", "/api/v1/review",
                 "{\"game\":\"connect4\",\"moves\":\"14141545\",\"nodes\":20000}", &status);
    assert_int_equal(status, 200);
    const json_t *review = json_object_get(answer, "review");
    assert_int_equal(json_array_size(review), 9);
    for (size_t i = 0; i < 9; i++)
        assert_int_equal(number_in(json_array_get(review, i), "ply"), i + 1);
    assert_true(json_is_true(json_object_get(answer, "done")));
    assert_int_equal(number_in(answer, "moves"), 8);
    json_decref(answer);
}

/* Analysis as a stream that is stopped by another request. */
static void streaming(void **state)
{
    static const char ask[] = "GET /api/v1/analyse?game=mill&time=20 HTTP/1.1\r\n"
                              "Host: localhost\r\nAccept: text/event-stream\r\n\r\n";
    char text[65536] = "", name[32], path[96];
    size_t at = 0;
    bool stopped = false;
    (void)state;
    int handle = web_connect(server.port);
    assert_true(web_write(handle, ask, sizeof ask - 1));
    while (at < sizeof text - 1) {
        ssize_t got = read(handle, text + at, sizeof text - 1 - at);
        if (got <= 0)
            break;
        at += (size_t)got;
        text[at] = 0;
        const char *search = strstr(text, "{\"search\":\"");
        if (!stopped && search && strstr(text, "event: progress")) {
            assert_int_equal(sscanf(search, "{\"search\":\"%22s", name), 1);
            snprintf(path, sizeof path, "/api/v1/searches/%s", name);
            assert_int_equal(status_of("DELETE", path, NULL, NULL), 200);
            stopped = true;
        }
    }
    close(handle);
    assert_true(stopped);
    assert_non_null(strstr(text, "content-type: text/event-stream"));
    assert_non_null(strstr(text, "event: result"));
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

static json_t *expect(int handle, const char *event)
{
    json_t *message = web_event(handle, event, 20);
    if (!message)
        fail_msg("no event \"%s\" came", event);
    return message;
}

static void pass_over(int handle, const char *event)
{
    json_decref(expect(handle, event));
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
    strcpy(seats->room, text_in(made, "room"));
    strcpy(seats->token[0], text_in(made, "token"));
    strcpy(invite, text_in(made, "invite"));
    json_decref(made);
    say(seats->handle[1], "{\"do\":\"join\",\"room\":\"%s\",\"invite\":\"%s\"}", seats->room,
        invite);
    json_t *joined = expect(seats->handle[1], "state");
    strcpy(seats->token[1], text_in(joined, "token"));
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
    int side = strcmp(text_in(json_array_get(sides, 0), "side"), text_in(room, "side")) != 0;
    say(seats->handle[side], "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"%s\",\"ply\":%d}",
        seats->room, move, (int)number_in(room, "ply"));
    json_t *done = expect(seats->handle[side], "done");
    json_int_t ply = number_in(done, "ply");
    json_t *heard = expect(seats->handle[1 - side], "move");
    while (number_in(heard, "ply") < ply) { /* its own moves come to it as well */
        json_decref(heard);
        heard = expect(seats->handle[1 - side], "move");
    }
    assert_string_equal(text_in(heard, "move"), move);
    assert_int_equal(number_in(heard, "ply"), ply);
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
                assert_int_equal(number_in(back, "ply"), ply + 1);
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
            assert_int_equal(number_in(back, "ply"), acknowledged[i]);
            assert_string_equal(text_in(back, "you"), side ? "white" : "black");
            json_decref(back);
        }
        assert_int_equal(step(&all[i]), acknowledged[i] + 1);
        close(all[i].handle[0]);
        close(all[i].handle[1]);
    }
}

static void result_has_moves(const json_t *analysis)
{
    const json_t *moves = json_object_get(analysis, "moves");
    assert_string_equal(text_in(analysis, "side"), "white");
    assert_int_equal(json_array_size(moves), 24);
    assert_true(json_is_string(json_object_get(json_array_get(moves, 0), "words")));
}

static void searching_over_a_socket(void **state)
{
    (void)state;
    int handle = web_socket(server.port, "/api/v1/socket", NULL);
    say(handle, "{\"do\":\"best\",\"id\":\"a\",\"game\":\"othello\",\"nodes\":1000}");
    json_t *result = expect(handle, "result");
    assert_string_equal(text_in(result, "id"), "a");
    assert_int_equal(strlen(text_in(json_object_get(result, "result"), "move")), 2);
    json_decref(result);
    say(handle, "{\"do\":\"hint\",\"id\":[1],\"game\":\"connect4\",\"moves\":\"414243\"}");
    result = expect(handle, "result");
    assert_string_equal(text_in(result, "do"), "hint");
    assert_true(json_is_array(json_object_get(result, "id")));
    assert_string_equal(text_in(json_object_get(result, "result"), "move"), "4");
    json_decref(result);
    say(handle, "{\"do\":\"review\",\"game\":\"byte\",\"progress\":true,\"nodes\":30000}");
    pass_over(handle, "result");
    say(handle, "{\"do\":\"analyse\",\"id\":2,\"game\":\"mill\",\"time\":20,\"progress\":true}");
    result = expect(handle, "progress");
    result_has_moves(json_object_get(result, "progress"));
    json_decref(result);
    say(handle, "{\"do\":\"cancel\",\"id\":2}");
    result = web_event(handle, "result", 10);
    assert_int_equal(number_in(result, "id"), 2);
    json_decref(result);
    /* one that waits for its turn behind long ones need not wait to be given up */
    for (int i = 0; i < 6; i++)
        say(handle, i < 5 ? "{\"do\":\"analyse\",\"game\":\"mill\",\"time\":25}"
                          : "{\"do\":\"analyse\",\"id\":9,\"game\":\"mill\",\"time\":25}");
    say(handle, "{\"do\":\"cancel\",\"id\":9}");
    result = web_event(handle, "error", 10);
    assert_int_equal(number_in(result, "id"), 9);
    assert_string_equal(text_in(json_object_get(result, "error"), "code"), "cancelled");
    json_decref(result);
    close(handle); /* nor do those that nobody listens to any more go on */
    handle = web_socket(server.port, "/api/v1/socket", NULL);
    say(handle, "{\"do\":\"best\",\"game\":\"mill\",\"nodes\":100}");
    pass_over(handle, "result");
    say(handle, "{\"do\":\"moves\",\"game\":\"byte\"}");
    pass_over(handle, "result");
    say(handle, "{\"do\":\"dance\"}");
    pass_over(handle, "error");
    close(handle);
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
    assert_int_equal(status_of("GET", "/api/v1/health", NULL, NULL), 200);
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
            assert_int_equal(status_of("GET", "/api/v1/health", NULL, NULL), 200);
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
        cmocka_unit_test(the_page),
        cmocka_unit_test(one_short_line),
        cmocka_unit_test(the_description),
        cmocka_unit_test(wrong_questions),
        cmocka_unit_test(answers_can_be_repeated),
        cmocka_unit_test(a_game_is_reviewed),
        cmocka_unit_test(streaming),
        cmocka_unit_test(a_network_game),
        cmocka_unit_test(the_archive),
        cmocka_unit_test(kill_and_restart),
        cmocka_unit_test(searching_over_a_socket),
        cmocka_unit_test(broken_clients),
        cmocka_unit_test(half_open_clients),
        cmocka_unit_test(a_gentle_end),
    };
    if (argc < 2)
        return 2;
    program = argv[1];
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, start, stop);
}
