/* The real program against those who would take more than their share, alone and behind a proxy,
   and against pages of other sites. Clients of the proxy are told apart by X-Forwarded-For, as
   nginx writes it. */
#include "web.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const char *program;
static char data[] = "/tmp/potez-guard-XXXXXX";
static struct web_server server;

static const char create[] = "{\"game\":\"othello\"}";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(data) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[80];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", data);
    return system(command);
}

static void start(const char *const *more)
{
    assert_true(web_start_with(&server, program, data, more));
}

static void stop(void)
{
    assert_int_equal(web_stop(&server, SIGTERM), 0);
}

static int status_for(const char *address, const char *method, const char *path, const char *body)
{
    char header[128];
    snprintf(header, sizeof header, "X-Forwarded-For: %s\r\n", address);
    return web_status(server.port, method, path, header, body);
}

static int rooms_until_refused(const char *address, int most)
{
    for (int made = 0; made < most; made++) {
        int status = status_for(address, "POST", "/api/v1/rooms", create);
        if (status != 200) {
            assert_int_equal(status, 429);
            return made;
        }
    }
    return most;
}

/* A page of another site makes its visitor's browser send requests. */
static void foreign_pages(void **state)
{
    static const char *const nothing[] = {NULL};
    static const char foreign[] = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n";
    static const char *const costly[] = {"/api/v1/best?game=mill&time=20",
                                         "/api/v1/analyse?game=mill&time=20",
                                         "/api/v1/solve?game=connect4",
                                         "/api/v1/moves?game=mill",
                                         "/api/v1/hint?game=mill",
                                         "/api/v1/review?game=mill",
                                         "/metrics"};
    char own[64];
    (void)state;
    start(nothing);
    for (size_t i = 0; i < sizeof costly / sizeof costly[0]; i++) {
        assert_int_equal(web_status(server.port, "GET", costly[i], foreign, NULL), 403);
        assert_int_equal(web_status(server.port, "HEAD", costly[i], foreign, NULL), 403);
        assert_int_equal(
            web_status(server.port, "GET", costly[i], "Origin: https://evil.example\r\n", NULL),
            403);
    }
    assert_int_equal(web_status(server.port, "GET", costly[3],
                                "Sec-Fetch-Site: same-site\r\nX-Other: cross\r\n", NULL),
                     403);
    assert_int_equal(
        web_status(server.port, "POST", "/api/v1/moves", foreign, "{\"game\":\"mill\"}"), 403);
    assert_int_equal(web_socket(server.port, "/api/v1/socket", foreign), -1);
    /* a link to the page is welcome, and so are the page itself, a person and a program */
    assert_int_equal(web_status(server.port, "GET", "/", foreign, NULL), 200);
    assert_int_equal(
        web_status(server.port, "GET", costly[3], "Sec-Fetch-Site: same-origin\r\n", NULL), 200);
    assert_int_equal(web_status(server.port, "GET", costly[3], "Sec-Fetch-Site: none\r\n", NULL),
                     200);
    assert_int_equal(web_status(server.port, "GET", costly[3], NULL, NULL), 200);
    snprintf(own, sizeof own, "Origin: http://127.0.0.1:%d\r\n", server.port);
    assert_int_equal(web_status(server.port, "GET", costly[3], own, NULL), 200);
    stop();
}

/* What the server counts is nobody else's business, unless it is told otherwise. */
static void numbers_are_for_this_machine(void **state)
{
    static const char *const closed[] = {NULL}, *const proxy[] = {"--proxy", NULL},
                             *const open[] = {"--proxy", "--metrics", NULL};
    static const char forwarded[] = "X-Forwarded-For: 192.0.2.1\r\n";
    (void)state;
    start(closed);
    assert_int_equal(web_status(server.port, "GET", "/metrics", NULL, NULL), 200);
    assert_int_equal(web_status(server.port, "GET", "/metrics", forwarded, NULL), 403);
    stop();
    start(proxy);
    assert_int_equal(web_status(server.port, "GET", "/metrics", forwarded, NULL), 403);
    assert_int_equal(web_status(server.port, "GET", "/metrics", NULL, NULL), 403);
    stop();
    start(open);
    assert_int_equal(web_status(server.port, "GET", "/metrics", forwarded, NULL), 200);
    stop();
}

/* There is no access log: neither what the server says nor what it keeps names who was there. */
static void nobody_is_written_down(void **state)
{
    static const char *const proxy[] = {"--proxy", NULL};
    static const char visitor[] = "192.0.2.77";
    char path[64], command[128];
    (void)state;
    snprintf(path, sizeof path, "%s/said", data);
    int before = dup(STDERR_FILENO), said = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    dup2(said, STDERR_FILENO);
    start(proxy);
    dup2(before, STDERR_FILENO);
    assert_int_equal(status_for(visitor, "POST", "/api/v1/rooms", create), 200);
    assert_int_equal(status_for(visitor, "GET", "/api/v1/moves?game=othello", NULL), 200);
    assert_int_equal(status_for(visitor, "GET", "/nowhere", NULL), 404);
    stop();
    snprintf(command, sizeof command, "grep -rqa -e %s -e nowhere %s", visitor, data);
    assert_int_equal(WEXITSTATUS(system(command)), 1);
    assert_int_equal(lseek(said, 0, SEEK_END), 0);
    close(said);
    close(before);
}

/* Without a proxy this machine makes as many rooms as it likes, whatever it says of itself. */
static void this_machine_is_exempt(void **state)
{
    static const char *const few[] = {
        "--games-per-address", "2", "--new-games", "2", "--per-address", "2",
        "--messages",          "1", NULL};
    (void)state;
    start(few);
    assert_int_equal(rooms_until_refused("192.0.2.1", 20), 20);
    stop();
}

/* Behind a proxy each forwarded address has its share, and none is this machine. */
static void rooms_behind_a_proxy(void **state)
{
    static const char *const proxy[] = {"--proxy", "--games-per-address", "5", "--new-games", "20",
                                        NULL};
    (void)state;
    start(proxy);
    assert_int_equal(rooms_until_refused("192.0.2.1", 20), 5);
    assert_int_equal(rooms_until_refused("203.0.113.9, 192.0.2.1", 20), 0);
    assert_int_equal(rooms_until_refused("192.0.2.2", 20), 5);
    /* one network of IPv6 is one client */
    assert_int_equal(rooms_until_refused("2001:db8:0:1::1", 3), 3);
    assert_int_equal(rooms_until_refused("2001:db8:0:1:ffff::2", 20), 2);
    assert_int_equal(rooms_until_refused("2001:db8:0:2::1", 20), 5);
    assert_int_equal(rooms_until_refused("127.0.0.1", 20), 5);
    stop();
}

/* What is no address is no name: all of them are one client. */
static void made_up_addresses(void **state)
{
    static const char *const proxy[] = {"--proxy", "--games-per-address", "3", NULL};
    (void)state;
    start(proxy);
    assert_int_equal(rooms_until_refused("somebody", 20), 3);
    assert_int_equal(rooms_until_refused("somebody-else", 20), 0);
    assert_int_equal(web_status(server.port, "POST", "/api/v1/rooms", NULL, create), 429);
    assert_int_equal(rooms_until_refused("192.0.2.1", 20), 3);
    stop();
}

static void new_rooms_have_a_rate(void **state)
{
    static const char *const proxy[] = {"--proxy", "--new-games", "4", NULL};
    (void)state;
    start(proxy);
    assert_int_equal(rooms_until_refused("192.0.2.1", 20), 4);
    stop();
}

static void connections_behind_a_proxy(void **state)
{
    static const char *const proxy[] = {"--proxy", "--per-address", "3", NULL};
    static const char one[] = "X-Forwarded-For: 192.0.2.1\r\n";
    int handles[4];
    (void)state;
    start(proxy);
    for (int i = 0; i < 3; i++) {
        handles[i] = web_socket(server.port, "/api/v1/socket", one);
        assert_true(handles[i] >= 0);
    }
    assert_int_equal(web_socket(server.port, "/api/v1/socket", one), -1);
    assert_int_equal(web_status(server.port, "GET", "/api/v1/health", one, NULL), 429);
    handles[3] = web_socket(server.port, "/api/v1/socket", "X-Forwarded-For: 192.0.2.2\r\n");
    assert_true(handles[3] >= 0);
    close(handles[0]);
    int again = -1; /* the server hears of it a little later */
    for (int i = 0; i < 50 && again < 0; i++) {
        usleep(20000);
        again = web_socket(server.port, "/api/v1/socket", one);
    }
    assert_true(again >= 0);
    close(again);
    for (int i = 1; i < 4; i++)
        close(handles[i]);
    stop();
}

static void messages_behind_a_proxy(void **state)
{
    static const char *const proxy[] = {"--proxy", "--messages", "10", NULL};
    int refused = 0;
    (void)state;
    start(proxy);
    int handle = web_socket(server.port, "/api/v1/socket", "X-Forwarded-For: 192.0.2.1\r\n");
    assert_true(handle >= 0);
    for (int i = 0; i < 200; i++)
        assert_true(web_say(handle, "{\"do\":\"ping\"}"));
    for (int i = 0; i < 200; i++) {
        char *text;
        size_t length;
        assert_int_equal(web_hear(handle, 10, &text, &length), WEB_TEXT);
        refused += strstr(text, "too_many") != NULL;
        free(text);
    }
    assert_in_range(refused, 100, 150);
    assert_int_equal(status_for("192.0.2.2", "GET", "/api/v1/health", NULL), 200);
    close(handle);
    stop();
}

static void lengths_that_are_no_numbers(void **state)
{
    static const char *const nothing[] = {NULL};
    static const char *const wrong[] = {"18abc", "abc", "-1", "+18", "0x12", "18, 18", "1 8"};
    char header[64];
    (void)state;
    start(nothing);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        snprintf(header, sizeof header, "Content-Length: %s\r\n", wrong[i]);
        int status = web_status(server.port, "POST", "/api/v1/moves", header, NULL);
        if (status != 400)
            fail_msg("Content-Length: %s: %d", wrong[i], status);
    }
    snprintf(header, sizeof header, "Content-Length: %s\r\n", "99999999999999999999999");
    assert_int_equal(web_status(server.port, "POST", "/api/v1/moves", header, NULL), 413);
    stop();
}

/* Frames of all lengths, in pieces of a few bytes: masked ones are answered, one that is not ends
   the connection. */
static void frames_without_a_mask(void **state)
{
    static const char *const nothing[] = {NULL};
    static const unsigned char bare[] = "\x81\x0d{\"do\":\"ping\"}";
    static const unsigned char bare_ping[] = {0x89, 0};
    static const unsigned char long_ping[] = {0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 13, 0, 0, 0, 0};
    char large[8001] = "{\"do\":\"ping\"}";
    (void)state;
    start(nothing);
    memset(large + 13, ' ', sizeof large - 14);
    for (int kind = 0; kind < 2; kind++) {
        int handle = web_socket(server.port, "/api/v1/socket", NULL);
        assert_true(web_say(handle, "{\"do\":\"ping\"}") && web_say(handle, large));
        assert_true(web_frame(handle, WEB_PING, true, "", 0));
        for (size_t i = 0; i < sizeof long_ping; i++, usleep(1000))
            assert_true(web_write(handle, long_ping + i, 1));
        assert_true(web_write(handle, "{\"do\":\"ping\"}", 13));
        for (int i = 0; i < 3; i++) {
            json_t *pong = web_event(handle, "pong", 10);
            assert_non_null(pong);
            json_decref(pong);
        }
        assert_true(kind ? web_write(handle, bare_ping, sizeof bare_ping)
                         : web_write(handle, bare, sizeof bare - 1));
        assert_int_equal(web_closed(handle, 10), 1002);
        close(handle);
    }
    stop();
}

/* Runs `serve` with these arguments; gives its exit status and what it says. */
static int serve(const char *bind, const char *port, char *said, size_t size)
{
    int out[2], status;
    assert_int_equal(pipe(out), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(out[1], 2);
        close(out[0]);
        execl(program, program, "serve", "--bind", bind, "--port", port, "--data", data, NULL);
        _exit(127);
    }
    close(out[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(out[0], said + length, size - 1 - length)) > 0;)
        length += (size_t)got;
    said[length] = 0;
    close(out[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void it_cannot_listen(void **state)
{
    static const char *const nothing[] = {NULL};
    char port[16], said[1024];
    (void)state;
    start(nothing);
    snprintf(port, sizeof port, "%d", server.port);
    assert_int_equal(serve("127.0.0.1", port, said, sizeof said), 3);
    assert_non_null(strstr(said, "in use"));
    stop();
    assert_int_equal(serve("192.0.2.1", "0", said, sizeof said), 3);
    assert_non_null(strstr(said, "cannot listen at 192.0.2.1"));
    assert_int_equal(serve("nowhere.invalid", "0", said, sizeof said), 3);
    assert_non_null(strstr(said, "cannot listen at nowhere.invalid"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(foreign_pages),           cmocka_unit_test(numbers_are_for_this_machine),
        cmocka_unit_test(nobody_is_written_down),  cmocka_unit_test(this_machine_is_exempt),
        cmocka_unit_test(rooms_behind_a_proxy),    cmocka_unit_test(made_up_addresses),
        cmocka_unit_test(new_rooms_have_a_rate),   cmocka_unit_test(connections_behind_a_proxy),
        cmocka_unit_test(messages_behind_a_proxy), cmocka_unit_test(lengths_that_are_no_numbers),
        cmocka_unit_test(frames_without_a_mask),   cmocka_unit_test(it_cannot_listen),
    };
    if (argc < 2)
        return 2;
    program = argv[1];
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
