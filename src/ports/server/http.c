/* HTTP requests as libwebsockets delivers them, turned into exchanges of the service, and
   answers written back.

   A request goes through four stages: begin (method, path, headers, is the client welcome?),
   receive (is a body allowed, how long?), ask (hand it to the service) and the writing of the
   answer, at once or when a search is done. Refusals come as early as they can, before a body is
   read. Small answers leave in one write together with their head; larger ones in pieces
   whenever the socket can take more, so that a slow client holds no buffer but its own.

   While an answer takes its time, libwebsockets does not notice a client that has gone, so
   http_tick peeks at such sockets and ends the searches that nobody waits for. All files of the
   page carry a strict content security policy and an entity tag; a browser that has a file
   already gets "304 Not Modified". */
#include "ports/server/server_inside.h"

#include "base/clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

char *http_header(struct lws *wsi, enum lws_token_indexes header)
{
    int length = lws_hdr_total_length(wsi, header);
    if (length <= 0)
        return NULL;
    char *text = malloc((size_t)length + 1);
    if (text && lws_hdr_copy(wsi, text, length + 1, header) < 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* Arguments arrive decoded, one per fragment; a plus sign is a space as browsers' forms write it.
 */
static void read_arguments(struct connection *connection, struct lws *wsi)
{
    char buffer[8192];
    while (connection->argument_count < SERVER_ARGUMENTS_MAX) {
        int length = lws_hdr_copy_fragment(wsi, buffer, sizeof buffer, WSI_TOKEN_HTTP_URI_ARGS,
                                           connection->argument_count);
        if (length <= 0)
            return;
        for (char *plus = buffer; (plus = strchr(plus, '+'));)
            *plus = ' ';
        char *copy = strdup(buffer);
        if (!copy)
            return;
        connection->arguments[connection->argument_count++] = copy;
    }
}

static const char *method_of(struct lws *wsi)
{
    static const struct {
        enum lws_token_indexes token;
        const char *name;
    } methods[] = {{WSI_TOKEN_GET_URI, "GET"},
                   {WSI_TOKEN_POST_URI, "POST"},
                   {WSI_TOKEN_HEAD_URI, "HEAD"},
                   {WSI_TOKEN_DELETE_URI, "DELETE"}};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        if (lws_hdr_total_length(wsi, methods[i].token) > 0)
            return methods[i].name;
    return "OTHER";
}

static void connection_free(struct connection **data)
{
    struct connection *connection = *data;
    if (!connection || connection->is_socket)
        return;
    *data = NULL;
    if (connection->patient) {
        if (connection->previous)
            connection->previous->next = connection->next;
        else
            connection->server->patient = connection->next;
        if (connection->next)
            connection->next->previous = connection->previous;
    }
    service_finish(&connection->exchange);
    for (int i = 0; i < connection->argument_count; i++)
        free(connection->arguments[i]);
    free(connection->path);
    free(connection->accept);
    free(connection->body);
    clients_end(connection);
    free(connection);
}

/* Writing. */

static const char policy[] =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

static const char *const fixed_headers[][2] = {
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "no-referrer"},
    {"cross-origin-resource-policy:", "same-origin"},
    {"cross-origin-opener-policy:", "same-origin"},
    {"cross-origin-embedder-policy:", "require-corp"},
};

struct headers {
    struct lws *wsi;
    unsigned char *at, *end;
    bool failed;
};

static void add(struct headers *headers, const char *name, const char *value)
{
    headers->failed |= lws_add_http_header_by_name(headers->wsi, (const unsigned char *)name,
                                                   (const unsigned char *)value, (int)strlen(value),
                                                   &headers->at, headers->end) != 0;
}

static void add_file_headers(struct headers *headers, const struct connection *connection)
{
    const struct page_file *file = connection->exchange.file;
    char tag[64];
    snprintf(tag, sizeof tag, "\"%s%s%s\"", file->tag, connection->coding ? "-" : "",
             connection->coding ? page_coding_name(connection->coding) : "");
    add(headers, "etag:", tag);
    add(headers, "cache-control:", "no-cache");
    add(headers, "vary:", "accept-encoding");
    if (page_coding_name(connection->coding))
        add(headers, "content-encoding:", page_coding_name(connection->coding));
    if (strncmp(file->type, "text/html", 9) == 0)
        add(headers, "content-security-policy:", policy);
}

/* Fills `buffer` with the head of the answer and gives its length, 0 when it does not fit. */
static size_t write_head(struct connection *connection, unsigned char *buffer, size_t size,
                         size_t body)
{
    struct service_exchange *exchange = &connection->exchange;
    struct lws *wsi = connection->wsi;
    struct headers headers = {wsi, buffer, buffer + size, false};
    int status = connection->unchanged ? 304 : exchange->status;
    if (lws_add_http_header_status(wsi, (unsigned int)status, &headers.at, headers.end))
        return 0;
    if (!connection->unchanged)
        add(&headers, "content-type:", exchange->type);
    for (size_t i = 0; i < sizeof fixed_headers / sizeof fixed_headers[0]; i++)
        add(&headers, fixed_headers[i][0], fixed_headers[i][1]);
    if (exchange->file)
        add_file_headers(&headers, connection);
    else
        add(&headers, "cache-control:", "no-store");
    if (exchange->retry_after)
        add(&headers, "retry-after:", "1");
    if (exchange->location[0])
        add(&headers, "location:", exchange->location);
    if (status == 405)
        add(&headers, "allow:", "GET, HEAD, POST, DELETE");
    if (connection->close || exchange->stream)
        add(&headers, "connection:", "close");
    if (!exchange->stream && !connection->unchanged)
        headers.failed |=
            lws_add_http_header_content_length(wsi, body, &headers.at, headers.end) != 0;
    if (headers.failed || lws_finalize_http_header(wsi, &headers.at, headers.end))
        return 0;
    struct service_counts *counts = connection->server->counts;
    counts->responses[status / 100 % 6]++;
    return (size_t)(headers.at - buffer);
}

/* The transaction is over: nonzero closes the connection. */
static int finish(struct connection *connection, struct connection **data)
{
    struct lws *wsi = connection->wsi;
    bool close = connection->close || connection->exchange.stream;
    connection_free(data);
    if (close)
        return -1;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static const unsigned char *body_of(const struct connection *connection, size_t *length)
{
    const struct service_exchange *exchange = &connection->exchange;
    if (exchange->file && !connection->unchanged) {
        const struct page_place *place = &exchange->file->place[connection->coding];
        *length = place->length;
        return page_blob + place->at;
    }
    *length = connection->unchanged ? 0 : exchange->length;
    return (const unsigned char *)exchange->text;
}

/* A stream: what has come since the last time. */
static int write_stream(struct connection *connection, struct connection **data)
{
    struct service_exchange *exchange = &connection->exchange;
    size_t length = exchange->length;
    if (length) {
        unsigned char *buffer = malloc(LWS_PRE + length);
        if (!buffer)
            return -1;
        memcpy(buffer + LWS_PRE, exchange->text, length);
        exchange->length = 0;
        connection->server->counts->bytes_out += length;
        int written = lws_write(connection->wsi, buffer + LWS_PRE, length, LWS_WRITE_HTTP);
        free(buffer);
        if (written < (int)length)
            return -1;
    }
    return exchange->complete ? finish(connection, data) : 0;
}

static int write_body(struct connection *connection, struct connection **data)
{
    static unsigned char buffer[LWS_PRE + SERVER_PIECE]; /* one thread writes */
    size_t length;
    const unsigned char *body = body_of(connection, &length);
    size_t piece = length - connection->sent;
    if (piece > SERVER_PIECE)
        piece = SERVER_PIECE;
    bool last = connection->sent + piece == length;
    memcpy(buffer + LWS_PRE, body + connection->sent, piece);
    if (lws_write(connection->wsi, buffer + LWS_PRE, piece,
                  last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)piece)
        return -1;
    connection->sent += piece;
    connection->server->counts->bytes_out += piece;
    if (last)
        return finish(connection, data);
    lws_callback_on_writable(connection->wsi);
    return 0;
}

/* The head, and with it the body where it is small. */
static int start_answer(struct connection *connection, struct connection **data)
{
    static unsigned char buffer[LWS_PRE + SERVER_PIECE];
    size_t length;
    const unsigned char *body = body_of(connection, &length);
    size_t head = write_head(connection, buffer + LWS_PRE, 4096, length);
    if (head == 0)
        return -1;
    connection->started = true;
    bool stream = connection->exchange.stream;
    bool empty = !stream && (connection->head_only || length == 0);
    bool together = !stream && !empty && head + length <= SERVER_PIECE;
    if (together) {
        memcpy(buffer + LWS_PRE + head, body, length);
        head += length;
    }
    enum lws_write_protocol kind =
        empty || together ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP_HEADERS;
    if (lws_write(connection->wsi, buffer + LWS_PRE, head, kind) < (int)head)
        return -1;
    connection->server->counts->bytes_out += head;
    if (empty || together)
        return finish(connection, data);
    lws_callback_on_writable(connection->wsi);
    return 0;
}

void http_ready(void *self, struct service_exchange *exchange)
{
    (void)self;
    struct connection *connection = exchange->owner;
    lws_callback_on_writable(connection->wsi);
}

/* Reading. */

static int refuse(struct connection *connection, struct connection **data, int status,
                  const char *code, bool close)
{
    struct service_exchange *exchange = &connection->exchange;
    char text[96];
    snprintf(text, sizeof text, "{\"error\":{\"code\":\"%s\",\"message\":\"%s\"}}\n", code, code);
    exchange->status = status;
    exchange->type = "application/json";
    exchange->text = strdup(text);
    exchange->length = exchange->text ? strlen(text) : 0;
    exchange->complete = true;
    exchange->retry_after = status == 429 || status == 503;
    connection->asked = true;
    connection->close |= close;
    return start_answer(connection, data);
}

static void choose_coding(struct connection *connection)
{
    struct service_exchange *exchange = &connection->exchange;
    char *accept = http_header(connection->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING);
    char *known = http_header(connection->wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    connection->coding = page_coding_for(exchange->file, accept);
    connection->unchanged = known && strstr(known, exchange->file->tag);
    free(accept);
    free(known);
}

/* The answer takes time, as long as it takes. lws does not look whether the client is still there
   until there is something to write: http_tick does. */
static void be_patient(struct connection *connection)
{
    struct server *server = connection->server;
    lws_set_timeout(connection->wsi, NO_PENDING_TIMEOUT, 0);
    connection->patient = true;
    connection->next = server->patient;
    if (connection->next)
        connection->next->previous = connection;
    server->patient = connection;
}

void http_tick(struct server *server)
{
    for (struct connection *connection = server->patient; connection;
         connection = connection->next) {
        char byte;
        ssize_t found = recv(lws_get_socket_fd(connection->wsi), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
        if (found == 0 || (found < 0 && errno != EAGAIN && errno != EINTR))
            lws_set_timeout(connection->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    }
}

static int ask(struct connection *connection, struct connection **data)
{
    struct service_exchange *exchange = &connection->exchange;
    connection->asked = true;
    exchange->method = connection->method;
    exchange->path = connection->path;
    exchange->accept = connection->accept;
    exchange->arguments = (const char *const *)connection->arguments;
    exchange->argument_count = connection->argument_count;
    exchange->body = connection->body;
    exchange->body_length = connection->body_length;
    exchange->client = connection->share->name;
    exchange->local = connection->local;
    exchange->peer.share = connection->share;
    exchange->owner = connection;
    service_request(connection->server->service, exchange);
    if (exchange->waiting || exchange->stream)
        be_patient(connection);
    if (exchange->waiting)
        return 0;
    if (exchange->file)
        choose_coding(connection);
    return start_answer(connection, data);
}

/* The bytes that a body should have, -1 when Content-Length is not a number. */
static long long body_length(struct lws *wsi, bool *given)
{
    char *text = http_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    *given = text != NULL;
    size_t digits = text ? strspn(text, "0123456789") : 0;
    bool number = digits && !text[digits + strspn(text + digits, " \t")];
    long long length = !text ? 0 : number ? atoll(text) : -1; /* too large a one stays large */
    free(text);
    return length;
}

/* Games to be imported may be many; who may not use the laboratory is refused before they come. */
static long long body_most(const struct connection *connection)
{
    bool import = connection->local && connection->server->options.lab.folder &&
                  strcmp(connection->path, "/api/v1/lab/import") == 0;
    return import ? LABORATORY_IMPORT_MAX : SERVER_BODY_MAX;
}

/* What a request has to be before it is read further. */
static int receive(struct connection *connection, struct connection **data)
{
    bool post = strcmp(connection->method, "POST") == 0;
    bool given;
    long long expected = body_length(connection->wsi, &given);
    if (post && !given)
        return refuse(connection, data, 411, "length_required", true);
    if (expected < 0)
        return refuse(connection, data, 400, "length_expected", true);
    if (expected > body_most(connection))
        return refuse(connection, data, 413, "too_large", true);
    if (expected == 0)
        return ask(connection, data);
    if (!post)
        return refuse(connection, data, 400, "no_body_expected", true);
    connection->body_room = (size_t)expected;
    connection->body = malloc((size_t)expected + 1);
    connection->body_since = clock_microseconds();
    return connection->body ? 0 : -1;
}

static int begin(struct server *server, struct lws *wsi, struct connection **data, const char *path)
{
    connection_free(data);
    struct connection *connection = calloc(1, sizeof *connection);
    if (!connection)
        return -1;
    *data = connection;
    connection->server = server;
    connection->wsi = wsi;
    connection->method = method_of(wsi);
    connection->head_only = strcmp(connection->method, "HEAD") == 0;
    connection->path = strdup(path);
    connection->accept = http_header(wsi, WSI_TOKEN_HTTP_ACCEPT);
    bool welcome = clients_begin(connection);
    read_arguments(connection, wsi);
    bool writes =
        strcmp(connection->method, "POST") == 0 || strcmp(connection->method, "DELETE") == 0;
    if (!connection->path || !connection->share)
        return -1;
    if (server->draining)
        return refuse(connection, data, 503, "closing", true);
    if (!clients_may_enter(server, wsi, writes || !page_find(path)))
        return refuse(connection, data, 403, "origin", true);
    if (!welcome)
        return refuse(connection, data, 429, "too_many", true);
    bool matters = server->options.lab.folder || strcmp(path, "/metrics") == 0;
    connection->local = matters && clients_are_here(connection);
    return receive(connection, data);
}

static int take_body(struct connection *connection, const void *in, size_t length)
{
    if (!connection || connection->asked || !connection->body)
        return 0;
    if (length > connection->body_room - connection->body_length ||
        clock_microseconds() - connection->body_since > SERVER_BODY_SECONDS * 1000000ull)
        return -1;
    memcpy(connection->body + connection->body_length, in, length);
    connection->body_length += length;
    return 0;
}

int http_callback(struct server *server, struct lws *wsi, enum lws_callback_reasons reason,
                  struct connection **data, void *in, size_t length)
{
    struct connection *connection = data ? *data : NULL;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return begin(server, wsi, data, in);
    case LWS_CALLBACK_HTTP_BODY:
        return take_body(connection, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return connection && !connection->asked ? ask(connection, data) : 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        if (!connection || !connection->asked || connection->exchange.waiting)
            return 0;
        if (!connection->started)
            return start_answer(connection, data);
        return connection->exchange.stream ? write_stream(connection, data)
                                           : write_body(connection, data);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (data)
            connection_free(data);
        return 0;
    default:
        return 0;
    }
}
