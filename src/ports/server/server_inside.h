/* What the parts of the socket side know of each other: server.c has the event loop, websocket.c
   WebSockets, http.c requests and answers, clients.c who is connected. */
#ifndef PORTS_SERVER_SERVER_INSIDE_H
#define PORTS_SERVER_SERVER_INSIDE_H

#include "ports/server/server.h"
#include "ports/server/service.h"

#include <libwebsockets.h>
#include <pthread.h>
#include <stdatomic.h>
#include <uv.h>

#define SERVER_BODY_MAX 65536        /* bytes of a POST */
#define SERVER_MESSAGE_MAX 16384     /* bytes of a WebSocket message */
#define SERVER_BACKLOG_MAX (1 << 20) /* bytes that wait for a slow reader */
#define SERVER_BODY_SECONDS 20       /* a body has to arrive in this time */
#define SERVER_ARGUMENTS_MAX 32
#define SERVER_PIECE 32768 /* bytes of a file written at once */

struct packet {
    struct packet *next;
    size_t length;
    unsigned char bytes[]; /* LWS_PRE before the text */
};

/* A request or a WebSocket; lws keeps a pointer to it as the session's data. */
struct connection {
    struct server *server;
    struct lws *wsi;
    bool is_socket;
    struct share *share; /* its client's */
    bool counted;        /* as one of the share's connections */
    bool local;          /* see clients_are_here */

    /* A request. */
    struct service_exchange exchange;
    const char *method;
    char *path, *accept, *arguments[SERVER_ARGUMENTS_MAX];
    int argument_count;
    char *body;
    size_t body_length, body_room;
    uint64_t body_since;
    bool asked, started; /* handed to the service; headers are sent */
    bool head_only, close;
    bool patient; /* in the list of those whose answer takes time */
    enum page_coding coding;
    bool unchanged;
    size_t sent;

    struct connection *next, *previous; /* of all sockets, or of all patient requests */

    /* A WebSocket. */
    struct service_socket socket;
    char *message;
    size_t message_length, message_room;
    struct packet *first, **last;
    size_t backlog;
    bool closing, choked, ping; /* `ping`: one is to be written */
    uint64_t pinged;            /* when it was asked whether it is still there; 0: it was not */
    uint64_t heard;             /* when it last said something */
};

struct server {
    struct server_options options;
    struct service *service;
    struct service_counts *counts;
    uv_loop_t *loop;
    struct lws_context *context; /* NULL again when lws is through */
    struct lws_vhost *vhost;
    struct connection *sockets, *patient;
    lws_sorted_usec_list_t tick;
    atomic_bool stopping;
    pthread_mutex_t waking; /* guards `deaf` and the context against other threads */
    bool deaf;
    bool draining;
    uint64_t drain_since, idle_checked;
    int connections_most;
    char program[4096]; /* this program's file */
};

/* The callbacks of HTTP; *data is the connection. */
int http_callback(struct server *server, struct lws *wsi, enum lws_callback_reasons reason,
                  struct connection **data, void *in, size_t length);
/* Lets go of requests whose client no longer waits for the answer. */
void http_tick(struct server *server);
/* An answer that was waited for is there. */
void http_ready(void *self, struct service_exchange *exchange);

/* The callbacks of WebSockets; false when this is none, else *result is lws's. */
bool websocket_callback(struct server *server, struct lws *wsi, enum lws_callback_reasons reason,
                        struct connection **data, void *in, size_t length, int *result);
/* As service_outside. */
void websocket_send(void *self, struct service_socket *to, const char *text, size_t length);
void websocket_look_for_idle(struct server *server);
void websocket_close_all(struct server *server); /* with a word */

/* A header's text, freed by the caller; NULL when it is absent. */
char *http_header(struct lws *wsi, enum lws_token_indexes header);

/* Whether one more connection is allowed; its coming and going. */
bool clients_admit(struct server *server, int socket);
struct share *clients_arrive(struct server *server, int socket);
void clients_leave(struct server *server, struct share *share);
/* The share of whoever sends these headers, held; NULL when memory is out. */
struct share *clients_share(struct server *server, struct lws *wsi);
/* The same for a request or a WebSocket; false when its client has too many. clients_end in both
   cases. */
bool clients_begin(struct connection *connection);
void clients_end(struct connection *connection);
/* Whether a request was made on this machine for this machine, and came through no proxy. */
bool clients_are_here(const struct connection *connection);
/* Whether the host is ours and, for what costs something, no foreign page asks. */
bool clients_may_enter(const struct server *server, struct lws *wsi, bool costs);

#endif
