/* The automaton asks a real server over HTTP, and does without where there is none, where it is
   silent, or where it talks nonsense. */
#include "base/clock.h"
#include "ports/automaton/script.h"
#include "ports/cli/automaton_server.h"
#include "web.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

static const char *program;
static struct automaton_server server;
static struct script script;

static uint32_t real_milliseconds(void *context)
{
    (void)context;
    return (uint32_t)(clock_microseconds() / 1000);
}

static bool ask(void *context, const char *moves)
{
    (void)context;
    return automaton_server_ask(&server, moves);
}

static int reply(void *context)
{
    (void)context;
    return automaton_server_reply(&server);
}

static void forget(void *context)
{
    (void)context;
    automaton_server_forget(&server);
}

static void open_server(int port)
{
    char url[64];
    struct error error;
    snprintf(url, sizeof url, "http://127.0.0.1:%d/", port);
    if (!automaton_server_open(&server, url, &error))
        fail_msg("%s", error.text);
}

/* A machine in mode "server" after these columns, about to move; gives the column it plays and how
   long it took, in milliseconds. */
static int move_after(const char *columns, uint32_t *milliseconds)
{
    script_init(&script, NULL, 1, NULL, NULL);
    script.hardware.milliseconds = real_milliseconds;
    script.hardware.ask = ask;
    script.hardware.reply = reply;
    script.hardware.forget = forget;
    struct automaton *automaton = &script.automaton;
    automaton->mode = AUTOMATON_SERVER;
    automaton->begins = strlen(columns) & 1;
    int height[AUTOMATON_WIDTH] = {0};
    for (; *columns; columns++) {
        int column = *columns - '1', player = automaton_player(automaton);
        automaton->discs[player] |= UINT64_C(1) << (column * 7 + height[column]++);
        automaton->moves[automaton->count++] = (uint8_t)column;
    }
    automaton->state = AUTOMATON_TURN;
    uint32_t from = automaton->touched = automaton->since = real_milliseconds(NULL);
    while (automaton->state != AUTOMATON_FALL && real_milliseconds(NULL) - from < 20000) {
        automaton_step(automaton);
        usleep(1000);
    }
    *milliseconds = real_milliseconds(NULL) - from;
    assert_int_equal(automaton->state, AUTOMATON_FALL);
    return automaton->falling;
}

static void test_real_server(void **state)
{
    (void)state;
    char folder[] = "/tmp/potez-automaton-XXXXXX", path[128];
    struct web_server web;
    uint32_t took;
    assert_non_null(mkdtemp(folder));
    assert_true(web_start(&web, program, folder));
    open_server(web.port);
    /* the answer itself, with more patience than the machine has */
    assert_true(automaton_server_ask(&server, "121212"));
    int column = AUTOMATON_REPLY_WAIT;
    for (int i = 0; i < 2000 && column == AUTOMATON_REPLY_WAIT; i++) {
        column = automaton_server_reply(&server);
        usleep(5000);
    }
    assert_int_equal(column, 0);
    assert_int_equal(automaton_server_reply(&server), AUTOMATON_REPLY_NONE); /* once */
    /* and in a game */
    assert_int_equal(move_after("121212", &took), 0);
    assert_int_equal(move_after("7171711", &took), 6); /* stops three in a column */
    /* a question that the server refuses: the machine moves all the same */
    assert_true(automaton_server_ask(&server, "19"));
    for (column = AUTOMATON_REPLY_WAIT; column == AUTOMATON_REPLY_WAIT; usleep(1000))
        column = automaton_server_reply(&server);
    assert_int_equal(column, AUTOMATON_REPLY_NONE);
    automaton_server_close(&server);
    web_stop(&web, 15);
    snprintf(path, sizeof path, "rm -rf %s", folder);
    assert_int_equal(system(path), 0);
}

/* A socket that listens; `port` gets its number. */
static int listening(int *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t length = sizeof address;
    int socket_ = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(bind(socket_, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(socket_, 4), 0);
    assert_int_equal(getsockname(socket_, (struct sockaddr *)&address, &length), 0);
    *port = ntohs(address.sin_port);
    return socket_;
}

static void test_no_server(void **state)
{
    (void)state;
    int port;
    uint32_t took;
    close(listening(&port)); /* nobody is there any more */
    open_server(port);
    assert_int_equal(move_after("121212", &took), 0);
    assert_in_range(took, 0, 1900);
    automaton_server_close(&server);
}

static void test_silent_server(void **state)
{
    (void)state;
    int port, silent = listening(&port);
    uint32_t took;
    open_server(port);
    assert_int_equal(move_after("121212", &took), 0);
    assert_in_range(took, 2000, 6000);
    automaton_server_close(&server);
    close(silent);
}

static void test_nonsense(void **state)
{
    (void)state;
    static const char *const answers[] = {
        "HTTP/1.1 200 OK\r\n\r\n8\n",      "HTTP/1.1 500 Oh\r\n\r\n4\n", "4\n",
        "HTTP/1.1 200 OK\r\n\r\n44\n",     "HTTP/1.1 200 OK\r\n4",       "",
        "HTTP/1.1 200 OK\r\n\r\n<html>\n",
    };
    int port, listener = listening(&port);
    open_server(port);
    for (size_t i = 0; i <= sizeof answers / sizeof answers[0]; i++) {
        bool good = i == sizeof answers / sizeof answers[0];
        const char *answer = good ? "HTTP/1.1 200 OK\r\nX: y\r\n\r\n4\n" : answers[i];
        char request[1024];
        assert_true(automaton_server_ask(&server, "44"));
        int column = automaton_server_reply(&server), client = accept(listener, NULL, NULL);
        while (column == AUTOMATON_REPLY_WAIT && !server.sent)
            column = automaton_server_reply(&server);
        ssize_t length = read(client, request, sizeof request - 1);
        assert_true(length > 0);
        request[length] = 0;
        assert_non_null(strstr(request, "GET /api/v1/best?game=connect4&moves=44&"));
        assert_non_null(strstr(request, "Accept: text/plain\r\n"));
        assert_true(write(client, answer, strlen(answer)) == (ssize_t)strlen(answer));
        close(client);
        while (column == AUTOMATON_REPLY_WAIT)
            column = automaton_server_reply(&server);
        assert_int_equal(column, good ? 3 : AUTOMATON_REPLY_NONE);
    }
    automaton_server_close(&server);
    close(listener);
}

static void test_addresses(void **state)
{
    (void)state;
    struct error error;
    assert_false(automaton_server_open(&server, "https://localhost", &error));
    assert_false(automaton_server_open(&server, "http://", &error));
    assert_true(automaton_server_open(&server, "http://[::1]:8080/potez/", &error));
    assert_string_equal(server.host, "[::1]:8080");
    assert_string_equal(server.path, "/potez");
    automaton_server_close(&server);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_real_server),   cmocka_unit_test(test_no_server),
        cmocka_unit_test(test_silent_server), cmocka_unit_test(test_nonsense),
        cmocka_unit_test(test_addresses),
    };
    program = count > 1 ? arguments[1] : "build/release/src/ports/potez";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
