#include "serving.h"

#include <sched.h>
#include <stdlib.h>

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
    (void)socket;
    serving_heard(text, length);
}

__attribute__((weak)) void serving_heard(const char *text, size_t length)
{
    (void)text;
    (void)length;
}

struct service *serving(void)
{
    static struct service *service;
    static const struct service_limits limits = {
        .hub = {.rooms = 64, .spectators = 8, .unjoined = -1, .unstarted = -1, .untouched = -1},
        .searches = {.workers = 0, .queue = 64, .client = 64, .longest = 1000},
        .question = {.microseconds = 1000, .standard = 1000},
        .messages = {.second = 1e9, .burst = 5e9},
    };
    static const struct service_outside outside = {NULL, wake, ready, hear};
    struct error error;
    if (!service)
        service = service_open(&limits, &outside, ":memory:", NULL, &error);
    if (!service)
        abort();
    while (kept_anything()) { /* rooms of earlier inputs end: nobody sits in them */
        service_tick(service);
        serving_settle(service);
    }
    return service;
}

void serving_settle(struct service *service)
{
    for (service_work(service); !service_settled(service); service_work(service))
        sched_yield();
}
