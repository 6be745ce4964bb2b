/* One thread and epoll. Each address has a few connections for small questions, which are sent when
   they are due whatever the server does with them, and some on which a search is always asked for;
   on a refusal it is asked for again after a pause, as an impatient program would. */
#define _GNU_SOURCE
#include "bench/server/overload.h"

#include "tests/ports/web.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    LIMIT = 200,   /* requests per second of one address, the server's default */
    TIMES = 10,    /* so many times that are sent */
    SMALL = 16,    /* connections of an address for small questions */
    SEARCHES = 70, /* and for searches: 64 may wait */
    ANSWER = 16384
};

struct line {
    int handle, address;
    bool searches, waiting;
    double sent, due;
};

static struct {
    uint64_t sent, good, refused, unclear, searches_good, searches_refused;
    double *delays;
    size_t count, room;
} seen;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void ask(struct line *line, double time)
{
    char text[256];
    int length = snprintf(
        text, sizeof text,
        "GET %s HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.51.100.%d\r\n\r\n",
        line->searches ? "/api/v1/best?game=mill&time=1" : "/api/v1/moves?game=connect4&moves=4453",
        line->address + 1);
    line->waiting = true;
    line->sent = time;
    seen.sent += !line->searches;
    if (!web_write(line->handle, text, (size_t)length))
        seen.unclear++;
}

static void hear(struct line *line, double time)
{
    char answer[ANSWER];
    ssize_t got = recv(line->handle, answer, sizeof answer - 1, 0);
    answer[got > 0 ? got : 0] = 0;
    int status = got > 12 && strncmp(answer, "HTTP/1.1 ", 9) == 0 ? atoi(answer + 9) : 0;
    bool refused = (status == 429 || status == 503) && strstr(answer, "retry-after") != NULL;
    line->waiting = false;
    if (!refused && status != 200)
        seen.unclear++;
    else if (line->searches)
        *(refused ? &seen.searches_refused : &seen.searches_good) += 1;
    else
        *(refused ? &seen.refused : &seen.good) += 1;
    if (status == 200 && !line->searches && seen.count < seen.room)
        seen.delays[seen.count++] = time - line->sent;
    if (line->searches)
        line->due = time + 0.1;
}

static int order(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double delay_at(double part)
{
    return seen.count ? seen.delays[(size_t)(part * (double)(seen.count - 1))] * 1000 : 0;
}

static struct line *connect_all(int port, int addresses, int count, int poller)
{
    struct line *lines = calloc((size_t)count, sizeof *lines);
    double start = now();
    for (int i = 0; i < count; i++) {
        int own = i / addresses; /* which of its address */
        lines[i] = (struct line){.handle = web_connect(port), .address = i % addresses};
        lines[i].searches = own >= SMALL;
        lines[i].due = start + (double)(i % 97) / 100;
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &lines[i]};
        epoll_ctl(poller, EPOLL_CTL_ADD, lines[i].handle, &event);
    }
    return lines;
}

bool overload(int port, int addresses, double seconds)
{
    int count = addresses * (SMALL + SEARCHES), poller = epoll_create1(0);
    seen.room = (size_t)(seconds * LIMIT * 2 * addresses) + 10000;
    seen.delays = calloc(seen.room, sizeof *seen.delays);
    struct line *lines = connect_all(port, addresses, count, poller);
    const double every = (double)SMALL / (LIMIT * TIMES);
    double start = now(), end = start + seconds;
    for (double time = start; time < end; time = now()) {
        struct epoll_event events[256];
        int ready = epoll_wait(poller, events, 256, 1);
        time = now();
        for (int i = 0; i < ready; i++)
            hear(events[i].data.ptr, time);
        for (int i = 0; i < count; i++) {
            if (lines[i].waiting || lines[i].due > time)
                continue;
            lines[i].due += every;
            ask(&lines[i], now());
        }
    }
    double took = now() - start;
    for (int i = 0; i < count; i++)
        close(lines[i].handle);
    close(poller);
    free(lines);
    qsort(seen.delays, seen.count, sizeof *seen.delays, order);
    printf("{\"name\":\"overload\",\"addresses\":%d,\"seconds\":%.1f,\"sent_per_second\":%.0f,"
           "\"good_per_second\":%.0f,\"refused_per_second\":%.0f,\"good_p50_ms\":%.2f,"
           "\"good_p99_ms\":%.2f,\"searches_good\":%llu,\"searches_refused\":%llu,"
           "\"unclear\":%llu}\n",
           addresses, took, (double)seen.sent / took, (double)seen.good / took,
           (double)seen.refused / took, delay_at(0.5), delay_at(0.99),
           (unsigned long long)seen.searches_good, (unsigned long long)seen.searches_refused,
           (unsigned long long)seen.unclear);
    fflush(stdout);
    free(seen.delays);
    return seen.unclear == 0;
}
