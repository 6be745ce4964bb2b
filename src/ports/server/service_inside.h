/* What the parts of the service know of each other. service.c holds them together and calls
   routes.c, which answers HTTP, and sockets.c, which answers WebSocket messages; these two begin
   searches with service_search.c and never call back. metrics.c counts. */
#ifndef PORTS_SERVER_SERVICE_INSIDE_H
#define PORTS_SERVER_SERVICE_INSIDE_H

#include "ports/server/service.h"

#include <stdatomic.h>

struct service {
    struct service_limits limits;
    struct service_outside outside;
    struct hub *hub;
    struct searches *searches;
    struct store *store;
    struct archive *archive;       /* to look into; NULL where there is none */
    struct laboratory *laboratory; /* NULL where there is none */
    struct shares shares;
    struct service_counts counts;
    struct service_exchange *searching; /* exchanges with a search */
    char *games;                        /* the list of games never changes */
    uint64_t started;
    atomic_uint_fast64_t kept; /* ticket, set by the store's thread */
    atomic_bool failed;
};

/* Answers of exchanges. `text` is taken over; a line is JSON, or plain text where that is said. */
void exchange_line(struct service_exchange *exchange, int status, bool plain, char *text);
void exchange_error(struct service_exchange *exchange, int status, const char *code,
                    const char *message);
/* What was asked, as one JSON object: the body of a POST, the arguments of the address. NULL when
   an error was answered. */
json_t *exchange_asked(struct service_exchange *exchange);
void exchange_text(struct service_exchange *exchange, int status, const char *type, char *text);
void exchange_news(struct service_exchange *exchange, const struct searches_news *news);

void ask_news(struct service_ask *ask, const struct searches_news *news);

/* What a question of this name asks for, INQUIRY_KINDS when there is none. A probe is the value of
   the position and of every move as far as they are known without a search; `asked` is made to say
   so. */
enum inquiry_kind service_kind(const char *name, json_t *asked);

/* Starts a search for a question in JSON; 0 when it runs, else an HTTP status with code and
   message. */
int service_search(struct service *service, enum inquiry_kind kind, const json_t *asked,
                   const char *client, bool progress, struct service_listener *listener,
                   uint64_t *search, const char **code, struct error *error);

/* Prometheus text; the caller frees it. */
char *metrics_text(struct service *service);

#endif
