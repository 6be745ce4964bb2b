/* Questions to the real program over HTTP and WebSocket: every route that the description lists,
   wrong questions, searches that are repeated, reported on, and given up. */
#include "live.h"
#include "ports/server/service.h"

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
    const char *reference = web_text(schema, "$ref"), *name;
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
        {"GET", "/api/v1/codes/00000000", NULL, NULL, 404},
        {"GET", "/api/v1/codes/%FF", NULL, NULL, 400},
        {"POST", "/api/v1/rooms/AAAAAAAAAAAA/lobby", NULL, "{}", 404},
        {"POST", "/api/v1/rooms/AAAAAAAAAAAA/find", NULL, "{}", 404},
        {"POST", "/api/v1/rooms", NULL, "{\"game\":\"othello\",\"name\":\"<b>\"}", 400},
        {"POST", "/index.html", NULL, "x", 405},
        {"POST", "/api/v1/rooms", "Origin: https://evil.example\r\n", "{}", 403},
        {"POST", "/api/v1/moves", NULL, NULL, 411},
        {"POST", "/api/v1/moves", "Content-Length: 99999999\r\n", NULL, 413},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int status =
            web_status(server.port, cases[i].method, cases[i].path, cases[i].more, cases[i].body);
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
        assert_int_equal(web_number(json_array_get(review, i), "ply"), i + 1);
    assert_true(json_is_true(json_object_get(answer, "done")));
    assert_int_equal(web_number(answer, "moves"), 8);
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
            assert_int_equal(web_status(server.port, "DELETE", path, NULL, NULL), 200);
            stopped = true;
        }
    }
    close(handle);
    assert_true(stopped);
    assert_non_null(strstr(text, "content-type: text/event-stream"));
    assert_non_null(strstr(text, "event: result"));
}

static void result_has_moves(const json_t *analysis)
{
    const json_t *moves = json_object_get(analysis, "moves");
    assert_string_equal(web_text(analysis, "side"), "white");
    assert_int_equal(json_array_size(moves), 24);
    assert_true(json_is_string(json_object_get(json_array_get(moves, 0), "words")));
}

static void searching_over_a_socket(void **state)
{
    (void)state;
    int handle = web_socket(server.port, "/api/v1/socket", NULL);
    web_say(handle, "{\"do\":\"best\",\"id\":\"a\",\"game\":\"othello\",\"nodes\":1000}");
    json_t *result = expect(handle, "result");
    assert_string_equal(web_text(result, "id"), "a");
    assert_int_equal(strlen(web_text(json_object_get(result, "result"), "move")), 2);
    json_decref(result);
    web_say(handle, "{\"do\":\"hint\",\"id\":[1],\"game\":\"connect4\",\"moves\":\"414243\"}");
    result = expect(handle, "result");
    assert_string_equal(web_text(result, "do"), "hint");
    assert_true(json_is_array(json_object_get(result, "id")));
    assert_string_equal(web_text(json_object_get(result, "result"), "move"), "4");
    json_decref(result);
    web_say(handle, "{\"do\":\"review\",\"game\":\"byte\",\"progress\":true,\"nodes\":30000}");
    pass_over(handle, "result");
    web_say(handle,
            "{\"do\":\"analyse\",\"id\":2,\"game\":\"mill\",\"time\":20,\"progress\":true}");
    result = expect(handle, "progress");
    result_has_moves(json_object_get(result, "progress"));
    json_decref(result);
    web_say(handle, "{\"do\":\"cancel\",\"id\":2}");
    result = web_event(handle, "result", 10);
    assert_int_equal(web_number(result, "id"), 2);
    json_decref(result);
    /* one that waits for its turn behind long ones need not wait to be given up */
    for (int i = 0; i < 6; i++)
        web_say(handle, i < 5 ? "{\"do\":\"analyse\",\"game\":\"mill\",\"time\":25}"
                              : "{\"do\":\"analyse\",\"id\":9,\"game\":\"mill\",\"time\":25}");
    web_say(handle, "{\"do\":\"cancel\",\"id\":9}");
    result = web_event(handle, "error", 10);
    assert_int_equal(web_number(result, "id"), 9);
    assert_string_equal(web_text(json_object_get(result, "error"), "code"), "cancelled");
    json_decref(result);
    close(handle); /* nor do those that nobody listens to any more go on */
    handle = web_socket(server.port, "/api/v1/socket", NULL);
    web_say(handle, "{\"do\":\"best\",\"game\":\"mill\",\"nodes\":100}");
    pass_over(handle, "result");
    web_say(handle, "{\"do\":\"moves\",\"game\":\"byte\"}");
    pass_over(handle, "result");
    web_say(handle, "{\"do\":\"dance\"}");
    pass_over(handle, "error");
    close(handle);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_short_line),          cmocka_unit_test(the_description),
        cmocka_unit_test(wrong_questions),         cmocka_unit_test(answers_can_be_repeated),
        cmocka_unit_test(a_game_is_reviewed),      cmocka_unit_test(streaming),
        cmocka_unit_test(searching_over_a_socket),
    };
    if (!live_program(argc, argv))
        return 2;
    return cmocka_run_group_tests(tests, start, stop);
}
