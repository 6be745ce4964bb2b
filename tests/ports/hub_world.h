/* A world for the game server's core, without sockets and disk: a store that keeps when it is told
   to, a clock that moves when it is told to, and peers that remember what they heard. Each test
   program has its own. */
#ifndef TESTS_PORTS_HUB_WORLD_H
#define TESTS_PORTS_HUB_WORLD_H

#include "ports/server/hub.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEARD_MAX 64
#define KEPT_MAX 512

struct ear {
    struct hub_peer peer; /* first */
    json_t *heard[HEARD_MAX];
    int count, status;
};

static struct world {
    struct hub *hub;
    uint64_t now;
    int64_t date;
    struct store_change kept[KEPT_MAX];
    int changes;   /* handed over */
    int committed; /* on "disk" */
    bool by_hand;  /* commits wait for commit() */
} world;

static inline void hear(void *self, struct hub_peer *peer, const char *text, size_t length,
                        int status, bool reply)
{
    struct ear *ear = (struct ear *)peer;
    (void)self;
    (void)reply;
    assert_true(ear->count < HEARD_MAX);
    ear->status = status;
    ear->heard[ear->count] = json_loadb(text, length, 0, NULL);
    assert_non_null(ear->heard[ear->count++]);
}

static inline uint64_t keep(void *self, const struct store_change *change)
{
    (void)self;
    assert_true(world.changes < KEPT_MAX);
    struct store_change *copy = &world.kept[world.changes++];
    *copy = *change;
    copy->room.set = change->room.set ? strdup(change->room.set) : NULL;
    copy->room.start = change->room.start ? strdup(change->room.start) : NULL;
    return (uint64_t)world.changes;
}

/* What a database would give: the committed changes of a room, one after the other. */
static inline bool fetch(void *self, const char *name)
{
    struct store_room room = {.number = 0};
    struct store_move moves[128];
    int count = 0;
    (void)self;
    for (int i = 0; i < world.committed; i++) {
        const struct store_change *change = &world.kept[i];
        if (strcmp(change->room.name, name) != 0)
            continue;
        room = change->room;
        if (change->kind == STORE_MOVE)
            moves[count++] = change->move;
        else if (change->kind == STORE_TAKEBACK)
            count = change->move.ply;
        else if (change->kind == STORE_FORGET)
            room.number = 0;
    }
    return room.number != 0 && hub_restore(world.hub, &room, moves, count);
}

static inline uint64_t now(void *self)
{
    (void)self;
    return world.now;
}

static inline int64_t date(void *self)
{
    (void)self;
    return world.date;
}

static const struct hub_outside outside = {
    .send = hear, .keep = keep, .fetch = fetch, .now = now, .date = date, .random = token_make};
static const struct hub_limits limits = {
    .rooms = 8, .spectators = 2, .unjoined = 10, .unstarted = 100, .untouched = 1000};

static inline void commit(void)
{
    world.committed = world.changes;
    hub_kept(world.hub, (uint64_t)world.committed);
}

static inline int setup(void **state)
{
    (void)state;
    memset(&world, 0, sizeof world);
    world.now = 1000;
    world.date = 1000;
    world.hub = hub_open(&limits, &outside, 0);
    return world.hub == NULL;
}

static inline int teardown(void **state)
{
    (void)state;
    hub_close(world.hub);
    for (int i = 0; i < world.changes; i++) {
        free(world.kept[i].room.set);
        free(world.kept[i].room.start);
    }
    return 0;
}

static inline void deafen(struct ear *ear)
{
    for (int i = 0; i < ear->count; i++)
        json_decref(ear->heard[i]);
    ear->count = 0;
}

static inline void gone(struct ear *ear)
{
    hub_leave(world.hub, &ear->peer);
    deafen(ear);
}

static inline void say(struct ear *ear, const char *format, ...)
{
    char text[2048];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    json_t *command = json_loads(text, 0, NULL);
    assert_non_null(command);
    assert_true(hub_command(world.hub, &ear->peer, command));
    json_decref(command);
    if (!world.by_hand)
        commit();
}

/* The last event of this name that was heard, NULL for none. */
static inline json_t *event(const struct ear *ear, const char *name)
{
    for (int i = ear->count - 1; i >= 0; i--)
        if (strcmp(json_string_value(json_object_get(ear->heard[i], "event")), name) == 0)
            return ear->heard[i];
    return NULL;
}

static inline const char *text_in(const json_t *message, const char *name)
{
    const char *text = json_string_value(json_object_get(message, name));
    return text ? text : "";
}

static inline const char *refusal(const struct ear *ear)
{
    return text_in(json_object_get(event(ear, "error"), "error"), "code");
}

/* Two people at a board of Connect Four; the first begins. */
struct table {
    struct ear first, second;
    char room[STORE_NAME + 1], token[2][32], invite[32];
};

static inline void sit_down(struct table *table, const char *more)
{
    memset(table, 0, sizeof *table);
    table->first.peer.lasting = table->second.peer.lasting = true;
    say(&table->first, "{\"do\":\"create\",\"game\":\"connect4\",\"side\":\"first\"%s}", more);
    json_t *state = event(&table->first, "state");
    assert_non_null(state);
    strcpy(table->room, text_in(state, "room"));
    strcpy(table->token[0], text_in(state, "token"));
    strcpy(table->invite, text_in(state, "invite"));
    assert_int_equal(strlen(table->token[0]), TOKEN_LENGTH);
    say(&table->second, "{\"do\":\"join\",\"room\":\"%s\",\"invite\":\"%s\"}", table->room,
        table->invite);
    strcpy(table->token[1], text_in(event(&table->second, "state"), "token"));
    assert_string_equal(text_in(event(&table->second, "state"), "you"), "second");
    assert_non_null(event(&table->first, "joined"));
}

static inline void stand_up(struct table *table)
{
    gone(&table->first);
    gone(&table->second);
}

static inline void play(struct table *table, const char *columns)
{
    for (int i = 0; columns[i]; i++)
        say(i % 2 ? &table->second : &table->first,
            "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"%c\"}", table->room, columns[i]);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

#endif
