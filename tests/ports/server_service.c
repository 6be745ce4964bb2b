/* The service without sockets: what it takes from one address and from one message, and what it
   says when the disk fails at the wrong moment. */
#include "ports/server/service_inside.h"
#include "ports/server/store_inside.h"

#include "base/clock.h"

#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MESSAGES = 20 };

static struct service *service;
static char last[4096];                       /* what a socket heard last */
static void (*meanwhile)(void);               /* happens once, while something is sent */
static struct service_socket player, another; /* of two addresses */

static void wake(void *self)
{
    (void)self;
}

static void ready(void *self, struct service_exchange *exchange)
{
    (void)self;
    (void)exchange;
}

static void hear(void *self, struct service_socket *socket, const char *text, size_t length)
{
    (void)self;
    if (socket == &player)
        snprintf(last, sizeof last, "%.*s", (int)length, text);
    if (meanwhile) {
        void (*now)(void) = meanwhile;
        meanwhile = NULL;
        now();
    }
}

static void open_at(const char *path)
{
    static const struct service_limits limits = {
        .hub = {.rooms = 64, .spectators = 8, .unjoined = 60, .unstarted = 60, .untouched = 60},
        .searches = {.workers = 0, .queue = 64, .client = 64, .longest = 1000},
        .question = {.microseconds = 1000, .standard = 1000},
        .messages = {.second = 1e-6, .burst = 100},
        .share = {.rooms = 5,
                  .creations = {.second = 1e-6, .burst = 6},
                  .messages = {.second = 1e-6, .burst = MESSAGES}},
    };
    static const struct service_outside outside = {NULL, wake, ready, hear};
    struct error error;
    service = service_open(&limits, &outside, path, NULL, &error);
    assert_non_null(service);
    struct shares *shares = service_shares(service);
    service_socket_open(service, &player,
                        shares_hold(shares, "192.0.2.1", false, clock_microseconds()));
    service_socket_open(service, &another,
                        shares_hold(shares, "192.0.2.2", false, clock_microseconds()));
}

static void leave(struct service_socket *socket)
{
    service_socket_close(socket);
    share_release(socket->peer.share);
}

static void finish(void)
{
    leave(&player);
    leave(&another);
    service_close(service);
}

static const char *say(const char *text)
{
    last[0] = 0;
    assert_true(service_message(&player, text, strlen(text)));
    for (service_work(service); !service_settled(service); service_work(service))
        sched_yield();
    return last;
}

/* A second connection does not double what one address may send; another address may. */
static void messages_of_one_address(void **state)
{
    struct service_socket second;
    (void)state;
    open_at(":memory:");
    service_socket_open(service, &second, player.peer.share);
    for (int i = 0; i < MESSAGES; i++)
        assert_true(service_message(i % 2 ? &second : &player, "{\"do\":\"ping\"}", 13));
    assert_non_null(strstr(last, "pong"));
    assert_non_null(strstr(say("{\"do\":\"ping\"}"), "too_many"));
    struct service_exchange exchange = {.method = "GET", .path = "/api/v1/health", .client = ""};
    exchange.peer.share = player.peer.share;
    service_request(service, &exchange);
    assert_int_equal(exchange.status, 429);
    assert_int_equal(exchange.retry_after, 1);
    service_finish(&exchange);
    exchange = (struct service_exchange){.method = "GET", .path = "/", .client = ""};
    exchange.peer.share = player.peer.share;
    service_request(service, &exchange); /* the page itself costs nothing */
    assert_int_equal(exchange.status, 200);
    service_finish(&exchange);
    exchange = (struct service_exchange){.method = "GET", .path = "/api/v1/health", .client = ""};
    exchange.peer.share = another.peer.share;
    service_request(service, &exchange);
    assert_int_equal(exchange.status, 200);
    service_finish(&exchange);
    service_socket_close(&second);
    finish();
}

/* Going and coming back with a new connection does not help either. */
static void shares_are_remembered(void **state)
{
    (void)state;
    open_at(":memory:");
    for (int i = 0; i < MESSAGES; i++)
        say("{\"do\":\"ping\"}");
    leave(&player);
    service_tick(service);
    struct shares *shares = service_shares(service);
    service_socket_open(service, &player,
                        shares_hold(shares, "192.0.2.1", false, clock_microseconds()));
    assert_non_null(strstr(say("{\"do\":\"ping\"}"), "too_many"));
    leave(&another); /* who has used nothing is forgotten */
    service_tick(service);
    int known = 0;
    for (int i = 0; i < SHARE_BUCKETS; i++)
        for (struct share *share = shares->bucket[i]; share; share = share->next)
            known++;
    assert_int_equal(known, 1);
    service_socket_open(service, &another,
                        shares_hold(shares, "192.0.2.2", false, clock_microseconds()));
    finish();
}

/* This machine, without a proxy, makes as many rooms and messages as it likes. */
static void the_exempt(void **state)
{
    (void)state;
    open_at(":memory:");
    leave(&player);
    service_socket_open(
        service, &player,
        shares_hold(service_shares(service), "127.0.0.1", true, clock_microseconds()));
    for (int i = 0; i < 10; i++)
        assert_non_null(strstr(say("{\"do\":\"create\",\"game\":\"othello\"}"), "token"));
    for (int i = 0; i < 2 * MESSAGES; i++)
        assert_non_null(strstr(say("{\"do\":\"ping\"}"), "pong"));
    finish();
}

/* Brackets count as depth outside of strings, and only there. */
static void depth_of_json(void **state)
{
    char deep[256], body[320];
    (void)state;
    open_at(":memory:");
    assert_non_null(strstr(say("{\"do\":\"ping\",\"x\":\"[[[[[[[[[[[[[[[[[[[[[[\"}"), "pong"));
    assert_non_null(
        strstr(say("{\"do\":\"ping\",\"x\":\"\\\"[[[[[[[[[[[[[[[[[[[[[[\\\\\"}"), "pong"));
    strcpy(deep, "{\"do\":\"ping\",\"x\":[\"]]]]]]]]]]]]]]]]]]]]\",");
    for (int i = 0; i < 20; i++)
        strcat(deep, "[");
    for (int i = 0; i < 20; i++)
        strcat(deep, "]");
    strcat(deep, "]}");
    assert_non_null(strstr(say(deep), "nested too deeply"));
    snprintf(body, sizeof body, "%s", deep);
    struct service_exchange exchange = {.method = "POST",
                                        .path = "/api/v1/moves",
                                        .body = body,
                                        .body_length = strlen(body),
                                        .client = ""};
    service_request(service, &exchange);
    assert_int_equal(exchange.status, 400);
    assert_non_null(strstr(exchange.text, "nested too deeply"));
    service_finish(&exchange);
    finish();
}

static sqlite3 *other;

static uint64_t failures(void)
{
    return store_count(service->store).failures;
}

/* Lets the store write what waits, and fail with what comes after it. */
static void let_it_fail(void)
{
    sqlite3_exec(other, "COMMIT", NULL, NULL, NULL);
    while (failures() == 0)
        sched_yield();
}

static bool all_taken(void)
{
    pthread_mutex_lock(&service->store->lock);
    bool taken = service->store->first == NULL;
    pthread_mutex_unlock(&service->store->lock);
    return taken;
}

/* A change is kept, and right after it another one fails, while the service is busy with news of an
   earlier one. What was kept is answered as kept. */
static void kept_before_a_failure(void **state)
{
    static const char create[] = "{\"do\":\"create\",\"game\":\"othello\"}";
    char folder[] = "/tmp/potez-service-XXXXXX", path[64], command[80];
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/network.db", folder);
    open_at(path);
    service_message(&another, create, strlen(create));
    while (store_count(service->store).changes < 1)
        sched_yield();
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    service_message(&player, create, strlen(create)); /* the store has it and cannot write yet */
    while (!all_taken())
        sched_yield();
    struct store_change twice = {.kind = STORE_CREATE, .room = {.number = 1, .name = "twice"}};
    store_add(service->store, &twice); /* fails: there is a first room */
    meanwhile = let_it_fail;
    service_work(service);
    assert_null(meanwhile);
    service_work(service);
    assert_null(strstr(last, "did not happen"));
    assert_non_null(strstr(last, "\"event\":\"state\""));
    sqlite3_close(other);
    finish();
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_of_one_address),
        cmocka_unit_test(shares_are_remembered),
        cmocka_unit_test(the_exempt),
        cmocka_unit_test(depth_of_json),
        cmocka_unit_test(kept_before_a_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
