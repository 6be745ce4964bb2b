/* What the server does, knowing nothing of sockets: HTTP requests and WebSocket messages come in as
   text, answers go out as text.

   service_request answers one HTTP request, at once or later; service_message takes one WebSocket
   message. The part that holds the sockets (server.c) calls them, and tests and fuzzers do, too.
   One thread calls everything; searches and the store have threads of their own, which only call
   `wake` of the outside, upon which service_work is to be called soon. */
#ifndef PORTS_SERVER_SERVICE_H
#define PORTS_SERVER_SERVICE_H

#include "ports/server/hub.h"
#include "ports/server/laboratory.h"
#include "ports/server/page.h"
#include "ports/server/searches.h"

#define SERVICE_ASKS_MAX 8 /* searches that one WebSocket may have at a time */

struct service;
struct service_exchange;
struct service_ask;

/* Who listens to a search: an exchange or an ask. */
struct service_listener {
    struct service_exchange *exchange;
    struct service_ask *ask; /* when this is not NULL */
};

/* One HTTP request on its way to an answer. */
struct service_exchange {
    /* Filled by the caller. */
    const char *method, *path;
    const char *const *arguments; /* of the URL, decoded: "name=value" */
    int argument_count;
    const char *body;
    size_t body_length;
    const char *accept; /* header, NULL for none */
    const char *client; /* address, for fair shares */
    bool local;         /* asked on this machine, for this machine, through no proxy */
    void *owner;
    struct hub_peer peer; /* its `share` is the client's, NULL for no limits */

    /* The answer. While `waiting`, it is not there yet; `ready` of the outside is called. A stream
       of events grows piece by piece until `complete`. */
    bool waiting, stream, complete;
    int status;
    const char *type;
    int retry_after; /* seconds, 0 for none */
    char *text;
    size_t length;
    const struct page_file *file; /* instead of text */
    char location[64];            /* where it has moved to, "" for nowhere */

    /* For the service alone. */
    struct service *service;
    bool plain, searching;
    uint64_t search;
    char search_name[TOKEN_LENGTH + 1];
    struct service_listener listener;
    struct service_exchange *next, *previous; /* those that search */
};

struct service_ask { /* a search asked for over a WebSocket */
    bool used;
    uint64_t search;
    json_t *id;
    char name[16]; /* of what was asked for */
    struct service_socket *socket;
    struct service_listener listener;
};

/* One WebSocket. */
struct service_socket {
    struct service *service;
    struct hub_peer peer;
    const char *client;
    struct service_ask asks[SERVICE_ASKS_MAX];
    struct share_allowance messages;
};

struct service_outside {
    void *self;
    void (*wake)(void *self); /* from any thread */
    void (*ready)(void *self, struct service_exchange *exchange);
    /* NULL for a text that there was no memory for: the socket is to be closed */
    void (*send)(void *self, struct service_socket *socket, const char *text, size_t length);
};

struct service_limits {
    struct hub_limits hub;
    struct searches_limits searches;
    struct question_limits question;
    struct share_rate messages; /* of one WebSocket */
    struct share_limits share;  /* of one address */
    bool metrics;               /* shown to strangers, too */
};

struct service_counts { /* kept by server.c for the metrics */
    uint64_t connections, connections_refused, sockets, requests, messages_in, messages_out,
        bytes_out, slow_closed, responses[6];
    int open_connections, open_sockets;
};

/* `store` is the path of the database, ":memory:" for one that is forgotten; `archive` that of the
   archive for finished games, NULL for none. */
struct service *service_open(const struct service_limits *limits,
                             const struct service_outside *outside, const char *store,
                             const char *archive, struct error *error);
void service_close(struct service *service);
/* Opens the laboratory as well. */
bool service_laboratory(struct service *service, const struct laboratory_options *options,
                        struct error *error);

struct service_counts *service_counters(struct service *service);
/* Who uses how much; a share that was held has to be released before service_close. */
struct shares *service_shares(struct service *service);

void service_request(struct service *service, struct service_exchange *exchange);
/* The client has gone or has everything: frees what the exchange holds. */
void service_finish(struct service_exchange *exchange);

/* `share` is the client's and stays held by the caller. */
void service_socket_open(struct service *service, struct service_socket *socket,
                         struct share *share);
/* False when the client sends far too much: close it. */
bool service_message(struct service_socket *socket, const char *text, size_t length);
void service_socket_close(struct service_socket *socket);

/* After a wake; and a few times a second. */
void service_work(struct service *service);
void service_tick(struct service *service);
/* All searches end soon with what they have found. */
void service_hurry(struct service *service);
/* Nothing is waiting to be stored any more. */
bool service_settled(struct service *service);

/* The routes by number, for tests; false past the last. A name in braces stands for anything. */
bool service_route(int index, const char **method, const char **path);

#endif
