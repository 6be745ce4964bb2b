#include "ports/server/server_inside.h"

#include "base/clock.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TICK = 100000, DRAIN = 3000000 }; /* microseconds */
enum { IDLE_EVERY = 1000000, IDLE_PING = 40000000, IDLE_CLOSE = 70000000 };

void server_defaults(struct server_options *options)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *options = (struct server_options){
        .bind = "127.0.0.1",
        .port = 8080,
        .workers = cores > 1 ? (int)cores : 1,
        .search_seconds = 30,
        .per_address = 256,
        .rooms = 50000,
        .table = (size_t)32 << 20,
    };
}

/* WebSockets. */

static void socket_send(void *self, struct service_socket *to, const char *text, size_t length)
{
    struct server *server = self;
    struct connection *connection =
        (struct connection *)((char *)to - offsetof(struct connection, socket));
    if (connection->closing || connection->choked)
        return;
    struct packet *packet = connection->backlog + length <= SERVER_BACKLOG_MAX
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

static int socket_opened(struct server *server, struct lws *wsi, struct connection **data)
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
    server_name_client(server, wsi, connection->client);
    connection->next = server->sockets;
    if (connection->next)
        connection->next->previous = connection;
    server->sockets = connection;
    server->counts->sockets++;
    server->counts->open_sockets++;
    service_socket_open(server->service, &connection->socket, connection->client);
    return 0;
}

static void socket_closed(struct server *server, struct connection **data)
{
    struct connection *connection = *data;
    if (!connection || !connection->is_socket)
        return;
    *data = NULL;
    connection->closing = true;
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
    free(connection->message);
    free(connection);
}

static int close_with(struct lws *wsi, enum lws_close_status status, const char *reason)
{
    lws_close_reason(wsi, status, (unsigned char *)(uintptr_t)reason, strlen(reason));
    return -1;
}

static int socket_writes(struct connection *connection)
{
    struct lws *wsi = connection->wsi;
    if (connection->ping) {
        unsigned char nothing[LWS_PRE + 1];
        connection->ping = false;
        if (lws_write(wsi, nothing + LWS_PRE, 0, LWS_WRITE_PING) < 0)
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

static int socket_reads(struct connection *connection, const void *in, size_t length)
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

/* Before the handshake: the right place, and from a page that may. */
static int socket_filter(struct server *server, struct lws *wsi)
{
    char *path = http_header(wsi, WSI_TOKEN_GET_URI);
    bool good = path && strcmp(path, "/api/v1/socket") == 0;
    free(path);
    if (good && !server->draining && server_may_enter(server, wsi, true))
        return 0;
    server->counts->responses[4]++;
    lws_return_http_status(wsi, good ? HTTP_STATUS_FORBIDDEN : HTTP_STATUS_NOT_FOUND, NULL);
    return -1;
}

/* The event loop. */

static void begin_drain(struct server *server)
{
    static const char goodbye[] = "{\"event\":\"closing\"}";
    server->draining = true;
    server->drain_since = clock_microseconds();
    service_hurry(server->service);
    for (struct connection *socket = server->sockets; socket; socket = socket->next) {
        socket_send(server, &socket->socket, goodbye, sizeof goodbye - 1);
        socket->closing = true;
        lws_callback_on_writable(socket->wsi);
    }
}

static void end_if_drained(struct server *server)
{
    bool late = clock_microseconds() - server->drain_since > DRAIN;
    if (server->draining &&
        (late || (!server->sockets && !server->patient && service_settled(server->service))))
        uv_stop(server->loop);
}

static void woken(struct server *server)
{
    if (!server->service)
        return;
    service_work(server->service);
    if (atomic_load(&server->stopping) && !server->draining)
        begin_drain(server);
    end_if_drained(server);
}

/* Who has said nothing for long is asked whether it is still there; who does not answer is gone. */
static void look_for_idle(struct server *server)
{
    uint64_t now = clock_microseconds();
    if (now - server->idle_checked < IDLE_EVERY)
        return;
    server->idle_checked = now;
    for (struct connection *socket = server->sockets; socket; socket = socket->next) {
        uint64_t silent = now - socket->heard;
        if (silent > IDLE_CLOSE) {
            lws_set_timeout(socket->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
        } else if (silent > IDLE_PING && !socket->pinged) {
            socket->pinged = socket->ping = true;
            lws_callback_on_writable(socket->wsi);
        }
    }
}

static void socket_heard(struct connection *connection)
{
    if (connection) {
        connection->heard = clock_microseconds();
        connection->pinged = false;
    }
}

static void tick(lws_sorted_usec_list_t *timer)
{
    struct server *server = (struct server *)((char *)timer - offsetof(struct server, tick));
    service_tick(server->service);
    http_tick(server);
    look_for_idle(server);
    woken(server);
    lws_sul_schedule(server->context, 0, &server->tick, tick, TICK);
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    struct server *server = lws_context_user(lws_get_context(wsi));
    struct connection **data = user;
    switch (reason) {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        woken(server);
        return 0;
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        if (clients_admit(server, (int)(intptr_t)in))
            return 0;
        server->counts->connections_refused++;
        return -1;
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        lws_set_opaque_user_data(wsi, clients_arrive(server, lws_get_socket_fd(wsi)));
        server->counts->connections++;
        server->counts->open_connections++;
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        if (lws_get_opaque_user_data(wsi)) {
            clients_leave(server, lws_get_opaque_user_data(wsi));
            lws_set_opaque_user_data(wsi, NULL);
            server->counts->open_connections--;
        }
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return socket_filter(server, wsi);
    case LWS_CALLBACK_ESTABLISHED:
        return socket_opened(server, wsi, data);
    case LWS_CALLBACK_RECEIVE_PONG:
        socket_heard(*data);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        socket_heard(*data);
        return *data ? socket_reads(*data, in, length) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return *data ? socket_writes(*data) : -1;
    case LWS_CALLBACK_CLOSED:
        socket_closed(server, data);
        return 0;
    default:
        return http_callback(server, wsi, reason, data, in, length);
    }
}

/* Starting and stopping. */

static void wake(void *self)
{
    struct server *server = self;
    pthread_mutex_lock(&server->waking);
    if (!server->deaf)
        lws_cancel_service(server->context);
    pthread_mutex_unlock(&server->waking);
}

static void say_nothing(int level, const char *line)
{
    (void)level;
    (void)line;
}

/* Every connection is a file; the hard limit is ours to use. */
static int raise_files(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return 1024;
    if (files.rlim_max == RLIM_INFINITY || files.rlim_max > 262144)
        files.rlim_cur = 262144;
    else
        files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    getrlimit(RLIMIT_NOFILE, &files);
    return (int)files.rlim_cur;
}

static bool open_context(struct server *server, struct error *error)
{
    static const struct lws_protocols protocols[] = {
        {"potez", callback, sizeof(struct connection *), 4096, 0, NULL, 0},
        {0},
    };
    /* lws would keep a timer for every idle WebSocket in one sorted list, and each request would
       walk along it; look_for_idle does without. */
    static const lws_retry_bo_t none = {.secs_since_valid_ping = 0};
    const struct server_options *options = &server->options;
    bool six = strchr(options->bind, ':') != NULL;
    struct lws_context_creation_info info = {
        .iface = options->bind,
        .port = options->port,
        .protocols = protocols,
        .user = server,
        .gid = -1,
        .uid = -1,
        .server_string = "potez",
        .max_http_header_data = 12288,
        .keepalive_timeout = 30,
        .timeout_secs = 15,
        .timeout_secs_ah_idle = 15,
        .pt_serv_buf_size = 16384,
        .retry_and_idle_policy = &none,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (six ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6),
    };
    lws_set_log_level(getenv("POTEZ_SERVER_LOG") ? LLL_ERR | LLL_WARN | LLL_NOTICE : 0,
                      getenv("POTEZ_SERVER_LOG") ? NULL : say_nothing);
    static uv_loop_t loop; /* outlives lws, see close_context */
    server->loop = &loop;
    void *loops[] = {server->loop};
    info.foreign_loops = loops;
    info.pcontext = &server->context;
    uv_loop_init(server->loop);
    server->context = lws_create_context(&info);
    if (!server->context)
        return error_set(error,
                         "cannot listen at %s, port %d: is it in use? --port takes another one",
                         options->bind, options->port);
    server->vhost = lws_get_vhost_by_name(server->context, "default");
    return true;
}

static bool open_service(struct server *server, struct error *error)
{
    const struct server_options *options = &server->options;
    uint64_t longest = (uint64_t)(options->search_seconds * 1e6);
    struct service_limits limits = {
        .hub = {.rooms = options->rooms,
                .spectators = 1000,
                .unstarted = 24 * 3600,
                .untouched = 30 * 24 * 3600},
        .searches = {.workers = options->workers,
                     .queue = 512,
                     .client = 64,
                     .table = options->table,
                     .longest = longest + 1000000},
        .question = {.microseconds = longest, .standard = longest < 500000 ? longest : 500000},
        .messages = 100,
    };
    struct service_outside outside = {server, wake, http_ready, socket_send};
    server->service = service_open(&limits, &outside, options->store, options->archive, error);
    if (!server->service)
        return false;
    server->counts = service_counters(server->service);
    return true;
}

/* Signals have a thread of their own, which may do what a handler may not. */
static void *wait_for_signals(void *argument)
{
    struct server *server = argument;
    sigset_t set;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGUSR1); /* the end of the server itself */
    sigwait(&set, &number);
    if (number == SIGUSR1)
        return NULL;
    atomic_store(&server->stopping, true);
    wake(server);
    sigwait(&set, &number);
    if (number != SIGUSR1)
        _exit(130);
    return NULL;
}

static void serve(struct server *server, void (*listening)(const char *address))
{
    char address[128];
    bool six = strchr(server->options.bind, ':') != NULL;
    snprintf(address, sizeof address, "http://%s%s%s:%d/", six ? "[" : "", server->options.bind,
             six ? "]" : "", lws_get_vhost_listen_port(server->vhost));
    lws_sul_schedule(server->context, 0, &server->tick, tick, TICK);
    listening(address);
    uv_run(server->loop, UV_RUN_DEFAULT); /* until end_if_drained */
}

/* libuv closes what it watches in its own time: the loop runs on until lws has let go of it. After
   that lws has unloaded the code of its callbacks, and the loop must not be run again, not even to
   be emptied; it stays as it is, a constant few bytes. */
static void close_context(struct server *server)
{
    if (!server->context)
        return;
    /* the threads of the service are still there and may wake a server that is going */
    pthread_mutex_lock(&server->waking);
    server->deaf = true;
    pthread_mutex_unlock(&server->waking);
    lws_sul_cancel(&server->tick);
    lws_context_destroy(server->context);
    for (int i = 0; i < 100 && server->context; i++) {
        uv_run(server->loop, UV_RUN_NOWAIT);
        if (server->context)
            lws_context_destroy(server->context);
    }
}

bool server_run(const struct server_options *options, void (*listening)(const char *address),
                struct error *error)
{
    struct server *server = calloc(1, sizeof *server);
    struct service_counts none = {0};
    sigset_t set, before;
    pthread_t signals;
    if (!server)
        return error_machine(error, "out of memory");
    server->options = *options;
    pthread_mutex_init(&server->waking, NULL);
    server->counts = &none;
    int files = raise_files();
    server->connections_most = options->connections > 0 && options->connections < files - 64
                                   ? options->connections
                                   : files - 64;
    signal(SIGPIPE, SIG_IGN);
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    bool good = open_context(server, error) && open_service(server, error);
    bool watching = good && pthread_create(&signals, NULL, wait_for_signals, server) == 0;
    if (good && !watching)
        good = error_machine(error, "cannot start a thread");
    if (good)
        serve(server, listening);
    if (watching) {
        pthread_kill(signals, SIGUSR1);
        pthread_join(signals, NULL);
    }
    close_context(server);
    service_close(server->service);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_mutex_destroy(&server->waking);
    free(server);
    return good;
}
