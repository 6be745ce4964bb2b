/* The service's parts and how they are wired: the hub writes to the store, the store reports kept
   and failed changes, searches bring news. The two callbacks that run on the store's thread only
   set an atomic variable and wake the owner; everything else happens on the owner's thread in
   service_work, in a fixed order. */
#include "ports/server/service_inside.h"

#include "base/clock.h"
#include "lab/archive.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static void send_to_peer(void *self, struct hub_peer *peer, const char *text, size_t length,
                         int status, bool reply)
{
    struct service *service = self;
    if (peer->lasting) {
        struct service_socket *socket =
            (struct service_socket *)((char *)peer - offsetof(struct service_socket, peer));
        service->outside.send(service->outside.self, socket, text, length);
        return;
    }
    struct service_exchange *exchange =
        (struct service_exchange *)((char *)peer - offsetof(struct service_exchange, peer));
    if (!reply || exchange->text)
        return;
    char *copy = text ? malloc(length + 2) : NULL;
    if (copy) {
        memcpy(copy, text, length);
        memcpy(copy + length, "\n", 2);
    }
    exchange_text(exchange, status, "application/json", copy);
}

static uint64_t keep(void *self, const struct store_change *change)
{
    struct service *service = self;
    return store_add(service->store, change);
}

static bool fetch(void *self, const char *name)
{
    struct service *service = self;
    return store_read_room(service->store, name, hub_restore, service->hub);
}

static uint64_t now(void *self)
{
    (void)self;
    return clock_microseconds();
}

static int64_t date(void *self)
{
    (void)self;
    return (int64_t)time(NULL);
}

/* These two are called by the store's thread. */
static void kept(void *self, uint64_t ticket)
{
    struct service *service = self;
    atomic_store(&service->kept, ticket);
    service->outside.wake(service->outside.self);
}

static void failed(void *self)
{
    struct service *service = self;
    atomic_store(&service->failed, true);
    service->outside.wake(service->outside.self);
}

static bool open_parts(struct service *service, const char *store, const char *archive,
                       struct error *error)
{
    struct store_listener listener = {service, kept, failed};
    struct hub_outside outside = {
        .self = service,
        .send = send_to_peer,
        .keep = keep,
        .fetch = fetch,
        .now = now,
        .date = date,
        .random = token_make,
    };
    service->store = store_open(store, &listener, error);
    if (!service->store)
        return false;
    struct archive *games_played = archive ? archive_open(archive, error) : NULL;
    if (archive && !games_played)
        return false;
    store_archive(service->store, games_played);
    service->archive = archive ? archive_open_to_read(archive, error) : NULL;
    if (archive && !service->archive)
        return false;
    service->hub = hub_open(&service->limits.hub, &outside, store_last_number(service->store));
    if (!service->hub)
        return error_machine(error, "out of memory");
    if (!store_read_open(service->store, hub_restore, service->hub, error))
        return false;
    service->searches = searches_open(&service->limits.searches, service->outside.wake,
                                      service->outside.self, error);
    return service->searches != NULL;
}

struct service *service_open(const struct service_limits *limits,
                             const struct service_outside *outside, const char *store,
                             const char *archive, struct error *error)
{
    struct service *service = calloc(1, sizeof *service);
    if (!service) {
        error_machine(error, "out of memory");
        return NULL;
    }
    json_object_seed(0); /* before there are threads */
    service->limits = *limits;
    service->shares.limits = limits->share;
    service->outside = *outside;
    service->started = clock_microseconds();
    if (open_parts(service, store, archive, error))
        return service;
    service_close(service);
    return NULL;
}

bool service_laboratory(struct service *service, const struct laboratory_options *options,
                        struct error *error)
{
    service->laboratory = laboratory_open(options, error);
    return service->laboratory != NULL;
}

void service_close(struct service *service)
{
    if (!service)
        return;
    laboratory_close(service->laboratory);
    searches_close(service->searches);
    store_close(service->store);
    archive_close(service->archive);
    hub_close(service->hub);
    shares_clear(&service->shares);
    free(service->games);
    free(service);
}

struct service_counts *service_counters(struct service *service)
{
    return &service->counts;
}

struct shares *service_shares(struct service *service)
{
    return &service->shares;
}

static void take_news(void *self, const struct searches_news *news)
{
    (void)self;
    const struct service_listener *listener = news->listener;
    if (listener->ask)
        ask_news(listener->ask, news);
    else
        exchange_news(listener->exchange, news);
}

void service_work(struct service *service)
{
    /* In this order: what was kept before a failure is known when the failure is. */
    bool lost = atomic_exchange(&service->failed, false);
    hub_kept(service->hub, atomic_load(&service->kept));
    if (lost) {
        hub_lost(service->hub);
        store_resume(service->store);
    }
    searches_collect(service->searches, take_news, service);
}

void service_tick(struct service *service)
{
    hub_tick(service->hub);
    shares_tick(&service->shares, clock_microseconds());
    searches_tick(service->searches);
    if (service->laboratory)
        laboratory_tick(service->laboratory);
}

void service_hurry(struct service *service)
{
    searches_stop(service->searches, 0);
}

bool service_settled(struct service *service)
{
    return hub_count(service->hub).mails_waiting == 0 && store_count(service->store).waiting == 0;
}
