/* WebSockets with libwebsockets: messages in and out, who reads too slowly, who has fallen silent.

   Everything happens on the one thread of the event loop. A message to be sent goes to the end of
   the connection's list and is written when the library says that the socket has room; nothing ever
   waits for a client. A client whose unread messages exceed SERVER_BACKLOG_MAX is disconnected,
   because it would otherwise fill the server's memory: its game is stored and can be joined again.
   Silence is found by a timer that looks at all connections once a second, which costs less than a
   timer for each. */
#include "ports/server/server_inside.h"

#include "base/clock.h"
#include "ports/server/masking.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { IDLE_EVERY = 1000000 }; /* microseconds between looks */

void websocket_send(void *self, struct service_socket *to, const char *text, size_t length)
{
    struct server *server = self;
    struct connection *connection =
        (struct connection *)((char *)to - offsetof(struct connection, socket));
    if (connection->closing || connection->choked)
        return;
    struct packet *packet = text && connection->backlog + length <= SERVER_BACKLOG_MAX
                                ? malloc(sizeof *packet + LWS_PRE + length)
                                : NULL;
    if (!packet) { /* who does not read is let go; the game can be taken up again */
        connection->choked = true;
        server->counts->slow_closed++;
        lws_set_timeout(connection->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
        return;
    }
    packet->next = NULL;
    packet->length = length;
    memcpy(packet->bytes + LWS_PRE, text, length);
    *connection->last = packet;
    connection->last = &packet->next;
    connection->backlog += length;
    lws_callback_on_writable(connection->wsi);
}

static int opened(struct server *server, struct lws *wsi, struct connection **data)
{
    struct connection *connection = calloc(1, sizeof *connection);
    if (!connection)
        return -1;
    *data = connection;
    connection->is_socket = true;
    connection->server = server;
    connection->wsi = wsi;
    connection->last = &connection->first;
    connection->heard = clock_microseconds();
    if (!clients_begin(connection)) {
        clients_end(connection);
        free(connection);
        *data = NULL;
        return -1;
    }
    connection->next = server->sockets;
    if (connection->next)
        connection->next->previous = connection;
    server->sockets = connection;
    server->counts->sockets++;
    server->counts->open_sockets++;
    masking_begin(lws_get_socket_fd(wsi));
    service_socket_open(server->service, &connection->socket, connection->share);
    return 0;
}

static void closed(struct server *server, struct connection **data)
{
    struct connection *connection = *data;
    if (!connection || !connection->is_socket)
        return;
    *data = NULL;
    connection->closing = true;
    masking_end(lws_get_socket_fd(connection->wsi));
    service_socket_close(&connection->socket);
    if (connection->previous)
        connection->previous->next = connection->next;
    else
        server->sockets = connection->next;
    if (connection->next)
        connection->next->previous = connection->previous;
    for (struct packet *packet = connection->first, *next; packet; packet = next) {
        next = packet->next;
        free(packet);
    }
    server->counts->open_sockets--;
    clients_end(connection);
    free(connection->message);
    free(connection);
}

static int close_with(struct lws *wsi, enum lws_close_status status, const char *reason)
{
    lws_close_reason(wsi, status, (unsigned char *)(uintptr_t)reason, strlen(reason));
    return -1;
}

static int writes(struct connection *connection)
{
    struct lws *wsi = connection->wsi;
    if (connection->ping) {
        /* the library keeps an empty pong to itself */
        unsigned char asked[LWS_PRE + 1] = {0};
        connection->ping = false;
        if (lws_write(wsi, asked + LWS_PRE, 1, LWS_WRITE_PING) < 0)
            return -1;
        if (connection->first)
            lws_callback_on_writable(wsi);
        return 0;
    }
    while (connection->first) {
        struct packet *packet = connection->first;
        int written = lws_write(wsi, packet->bytes + LWS_PRE, packet->length, LWS_WRITE_TEXT);
        if (written < (int)packet->length)
            return -1;
        connection->first = packet->next;
        if (!connection->first)
            connection->last = &connection->first;
        connection->backlog -= packet->length;
        connection->server->counts->messages_out++;
        connection->server->counts->bytes_out += packet->length;
        free(packet);
        if (connection->first && lws_send_pipe_choked(wsi)) {
            lws_callback_on_writable(wsi);
            return 0;
        }
    }
    if (!connection->closing)
        return 0;
    /* lws_close_reason has no effect from here, so the frame is sent by hand: 1001, going away */
    static const unsigned char frame[] = {0x88, 2, 0x03, 0xe9};
    if (!lws_send_pipe_choked(wsi))
        send(lws_get_socket_fd(wsi), frame, sizeof frame, MSG_NOSIGNAL | MSG_DONTWAIT);
    return -1;
}

static int reads(struct connection *connection, const void *in, size_t length)
{
    struct lws *wsi = connection->wsi;
    if (connection->closing)
        return 0;
    if (lws_frame_is_binary(wsi))
        return close_with(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text only");
    size_t total = connection->message_length + length;
    if (total + lws_remaining_packet_payload(wsi) > SERVER_MESSAGE_MAX)
        return close_with(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "message too large");
    bool whole = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
    if (whole && connection->message_length == 0)
        return service_message(&connection->socket, in, length)
                   ? 0
                   : close_with(wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too many messages");
    if (total > connection->message_room) {
        size_t room = total + lws_remaining_packet_payload(wsi);
        char *more = realloc(connection->message, room);
        if (!more)
            return -1;
        connection->message = more;
        connection->message_room = room;
    }
    if (length)
        memcpy(connection->message + connection->message_length, in, length);
    connection->message_length = total;
    if (!whole)
        return 0;
    bool good = service_message(&connection->socket, connection->message, total);
    free(connection->message); /* an idle player costs as little as possible */
    connection->message = NULL;
    connection->message_length = connection->message_room = 0;
    return good ? 0 : close_with(wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too many messages");
}

/* Before the handshake: the right place, from a page that may, for a client that does not have too
   many. */
static int filter(struct server *server, struct lws *wsi)
{
    char *path = http_header(wsi, WSI_TOKEN_GET_URI);
    bool known = path && strcmp(path, "/api/v1/socket") == 0;
    free(path);
    struct share *share = clients_share(server, wsi);
    bool crowded = server->options.gate.proxy && !share_may_connect(share);
    share_release(share);
    bool allowed = !server->draining && clients_may_enter(server, wsi, true);
    if (known && allowed && !crowded)
        return 0;
    server->counts->responses[4]++;
    lws_return_http_status(wsi,
                           !known     ? HTTP_STATUS_NOT_FOUND
                           : !allowed ? HTTP_STATUS_FORBIDDEN
                                      : 429,
                           NULL);
    return -1;
}

/* A client that has long said nothing is asked whether it is still there; one that does not answer
   is gone. */
void websocket_look_for_idle(struct server *server)
{
    uint64_t now = clock_microseconds();
    if (now - server->idle_checked < IDLE_EVERY)
        return;
    server->idle_checked = now;
    uint64_t long_silence = (uint64_t)server->options.silence_seconds * 1000000;
    for (struct connection *socket = server->sockets; socket; socket = socket->next) {
        if (socket->pinged && now - socket->pinged > long_silence * 3 / 4) {
            lws_set_timeout(socket->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
        } else if (!socket->pinged && now - socket->heard > long_silence) {
            socket->pinged = now;
            socket->ping = true;
            lws_callback_on_writable(socket->wsi);
        }
    }
}

static void heard(struct connection *connection)
{
    if (connection) {
        connection->heard = clock_microseconds();
        connection->pinged = 0;
    }
}

void websocket_close_all(struct server *server)
{
    static const char goodbye[] = "{\"event\":\"closing\"}";
    for (struct connection *socket = server->sockets; socket; socket = socket->next) {
        websocket_send(server, &socket->socket, goodbye, sizeof goodbye - 1);
        socket->closing = true;
        lws_callback_on_writable(socket->wsi);
    }
}

bool websocket_callback(struct server *server, struct lws *wsi, enum lws_callback_reasons reason,
                        struct connection **data, void *in, size_t length, int *result)
{
    *result = 0;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        *result = filter(server, wsi);
        return true;
    case LWS_CALLBACK_ESTABLISHED:
        *result = opened(server, wsi, data);
        return true;
    case LWS_CALLBACK_RECEIVE_PONG:
        heard(*data);
        return true;
    case LWS_CALLBACK_RECEIVE:
        heard(*data);
        *result = *data ? reads(*data, in, length) : -1;
        return true;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        *result = *data ? writes(*data) : -1;
        return true;
    case LWS_CALLBACK_CLOSED:
        closed(server, data);
        return true;
    default:
        return false;
    }
}
