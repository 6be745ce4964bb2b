#define _GNU_SOURCE
#include "bench/server/searches.h"

#include "tests/ports/web.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { SOCKETS = 12, PAUSE = 40000, PATIENCE = 30 };

static const char *const questions[] = {
    "\"analyse\",\"game\":\"mill\"",
    "\"best\",\"game\":\"othello\"",
    "\"analyse\",\"game\":\"connect4\",\"moves\":\"44\"",
    "\"best\",\"game\":\"byte\"",
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void begin(int handle, int id)
{
    char text[256];
    snprintf(text, sizeof text, "{\"do\":%s,\"id\":%d,\"time\":20,\"progress\":true}",
             questions[id % 4], id);
    web_say(handle, text);
}

/* A search that is given up still answers with what it had, or says that it never began. */
static bool cancel(int handle, int id)
{
    char text[64];
    snprintf(text, sizeof text, "{\"do\":\"cancel\",\"id\":%d}", id);
    web_say(handle, text);
    for (double end = now() + PATIENCE; now() < end;) {
        char *heard;
        size_t length;
        if (web_hear(handle, PATIENCE, &heard, &length) != WEB_TEXT)
            return false;
        json_t *message = json_loads(heard, 0, NULL);
        const char *event = json_string_value(json_object_get(message, "event"));
        bool over = event && (*event == 'r' || *event == 'e') &&
                    json_integer_value(json_object_get(message, "id")) == id;
        json_decref(message);
        free(heard);
        if (over)
            return true;
    }
    return false;
}

/* One socket's turn: ends what it began. The socket afterwards, -1 when no answer came. */
static int give_up(int port, int handle, int id)
{
    switch (id % 3) {
    case 0:
        return cancel(handle, id) ? handle : -1;
    case 1:
        begin(handle, id + 1000000);
        return cancel(handle, id + 1000000) && cancel(handle, id) ? handle : -1;
    default:
        close(handle);
        return web_socket(port, "/api/v1/socket", NULL);
    }
}

int searches_give_up(int port, double seconds)
{
    int handles[SOCKETS], begun = 0;
    bool good = true;
    for (int i = 0; i < SOCKETS; i++)
        good &= (handles[i] = web_socket(port, "/api/v1/socket", NULL)) >= 0;
    for (double end = now() + seconds; good && now() < end;) {
        int first = begun;
        for (int i = 0; i < SOCKETS; i++)
            begin(handles[i], begun++);
        usleep(PAUSE);
        for (int i = 0; i < SOCKETS && good; i++)
            good = (handles[i] = give_up(port, handles[i], first + i)) >= 0;
    }
    for (int i = 0; i < SOCKETS; i++)
        if (handles[i] >= 0)
            close(handles[i]);
    return good ? begun : -1;
}

void searches_leave(int port)
{
    for (int i = 0; i < SOCKETS; i++)
        begin(web_socket(port, "/api/v1/socket", NULL), i);
    usleep(10 * PAUSE);
}
