/* Who may come in, and under which name: headers as proxies and browsers write them. */
#include "ports/server/gate.h"

#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

static void forwarded_addresses(void **state)
{
    static const struct {
        const char *header, *name; /* NULL: refused */
    } cases[] = {
        {"192.0.2.7", "192.0.2.7"},
        {"evil, 192.0.2.7", "192.0.2.7"},
        {"192.0.2.1,\t192.0.2.7 ", "192.0.2.7"},
        {"192.0.2.7:4711", "192.0.2.7"},
        {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
        {"2001:db8:1:2::9", "2001:db8:1:2::"},
        {"[2001:db8:1:2::9]", "2001:db8:1:2::"},
        {"[2001:db8:1:2::9]:4711", "2001:db8:1:2::"},
        {"::ffff:192.0.2.7", "192.0.2.7"},
        {"127.0.0.1", "127.0.0.1"},
        {NULL, NULL},
        {"", NULL},
        {"unknown", NULL},
        {"192.0.2.7, ", NULL},
        {"192.0.2.7 evil", NULL},
        {"192.0.2.777", NULL},
        {"192.0.2", NULL},
        {"[", NULL},
        {"<script>", NULL},
        {"1111111111222222222233333333334444444444555555555566666666667777", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[GATE_CLIENT] = "before";
        bool good = gate_forwarded(cases[i].header, name);
        assert_int_equal(good, cases[i].name != NULL);
        assert_string_equal(name, cases[i].name ? cases[i].name : "before");
    }
}

static void foreign_sites(void **state)
{
    (void)state;
    assert_true(gate_site(NULL)); /* a program */
    assert_true(gate_site("same-origin"));
    assert_true(gate_site("none")); /* typed by a person */
    assert_false(gate_site("cross-site"));
    assert_false(gate_site("same-site")); /* another port is enough for that */
}

/* A name that a foreign page could have pointed at us is not ours (DNS rebinding). */
static void hosts(void **state)
{
    (void)state;
    static const struct gate gate = {.origins = {"https://play.example.org", "nonsense"},
                                     .count = 2};
    static const char *const good[] = {"localhost",        "LocalHost:8080",      "127.0.0.1:80",
                                       "192.0.2.7",        "[::1]:8080",          "[2001:db8::1]",
                                       "play.example.org", "PLAY.Example.org:443"};
    static const char *const bad[] = {"",
                                      "evil.example.org",
                                      "play.example.org.evil",
                                      "localhosts",
                                      "127.0.0.1.evil",
                                      "[::1",
                                      "[]",
                                      "[evil]",
                                      "::1",
                                      "play.example.or",
                                      "1111111111222222222233333333334444444444555555555566666666"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (!gate_host(&gate, good[i]))
            fail_msg("\"%s\" is refused", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (gate_host(&gate, bad[i]))
            fail_msg("\"%s\" comes in", bad[i]);
    assert_true(gate_host(&gate, NULL)); /* HTTP/1.0 */
    assert_true(gate_host_here("localhost:1") && gate_host_here("127.8.9.1") &&
                gate_host_here("[::1]:80"));
    assert_false(gate_host_here("127.evil.org") || gate_host_here("192.0.2.7") ||
                 gate_host_here("[::2]") || gate_host_here("play.example.org"));
}

static void origins(void **state)
{
    (void)state;
    static const struct gate gate = {.origins = {"https://play.example.org"}, .count = 1};
    assert_true(gate_origin(&gate, NULL, "x"));
    assert_true(gate_origin(&gate, "https://PLAY.example.org", "x"));
    assert_true(gate_origin(&gate, "http://localhost:8080", "LOCALHOST:8080"));
    assert_false(gate_origin(&gate, "http://localhost:8080", "localhost:8081"));
    assert_false(gate_origin(&gate, "http://evil.org", "localhost"));
    assert_false(gate_origin(&gate, "null", "localhost"));
    assert_false(gate_origin(&gate, "http://localhost", NULL));
}

/* The two ends of a connection on this machine, by either family. */
static void clients(void **state)
{
    (void)state;
    char name[GATE_CLIENT];
    int pair[2], families[] = {AF_INET, AF_INET6};
    static const char *const names[] = {"127.0.0.1", "::"};
    assert_false(gate_client(-1, name));
    assert_string_equal(name, "unknown");
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    assert_true(gate_client(pair[0], name)); /* nobody else has this socket */
    close(pair[0]);
    close(pair[1]);
    for (int i = 0; i < 2; i++) {
        struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
        struct sockaddr_in four = {.sin_family = AF_INET,
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        struct sockaddr *address = i ? (struct sockaddr *)&six : (struct sockaddr *)&four;
        socklen_t length = i ? sizeof six : sizeof four;
        int listener = socket(families[i], SOCK_STREAM, 0),
            client = socket(families[i], SOCK_STREAM, 0);
        if (listener < 0 || bind(listener, address, length) != 0) {
            assert_int_equal(i, 1); /* there are machines without IPv6 */
            continue;
        }
        assert_int_equal(listen(listener, 1), 0);
        assert_int_equal(getsockname(listener, address, &length), 0);
        assert_int_equal(connect(client, address, length), 0);
        assert_true(gate_client(client, name));
        assert_string_equal(name, names[i]);
        close(client);
        close(listener);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forwarded_addresses),
        cmocka_unit_test(foreign_sites),
        cmocka_unit_test(hosts),
        cmocka_unit_test(origins),
        cmocka_unit_test(clients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
