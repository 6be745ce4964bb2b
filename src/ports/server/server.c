/* The process around the service: options, the event loop, signals and an orderly end.

   One thread runs libwebsockets on a libuv loop. Threads of the store and of the searches only
   wake it. Signals are taken by a thread of their own with sigwait, which may lock and allocate
   where a signal handler may not. The first SIGINT or SIGTERM starts draining: no new requests,
   searches told to stop, WebSockets closed, and the loop ends when everything is stored or after
   DRAIN. The second signal exits at once; even then nothing acknowledged is lost, since
   acknowledging follows storing. */
#include "ports/server/server_inside.h"

#include "base/clock.h"
#include "ports/server/masking.h"
#include "ports/server/sandbox.h"

#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { TICK = 100000, DRAIN = 3000000 }; /* microseconds */

void server_defaults(struct server_options *options)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *options = (struct server_options){
        .bind = "127.0.0.1",
        .port = 8080,
        .workers = cores > 1 ? (int)cores : 1,
        .search_seconds = 30,
        .silence_seconds = 40,
        .rooms = 50000,
        .share = {.connections = 256,
                  .rooms = 64,
                  .listed = 3,
                  .creations = {.second = 0.5, .burst = 30},
                  .codes = {.second = 1.0 / 6, .burst = 20},
                  .messages = {.second = 200, .burst = 1000}},
        .table = (size_t)32 << 20,
    };
}

/* The event loop. */

static void begin_drain(struct server *server)
{
    server->draining = true;
    server->drain_since = clock_microseconds();
    service_hurry(server->service);
    websocket_close_all(server);
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

static void tick(lws_sorted_usec_list_t *timer)
{
    struct server *server = (struct server *)((char *)timer - offsetof(struct server, tick));
    service_tick(server->service);
    http_tick(server);
    websocket_look_for_idle(server);
    woken(server);
    lws_sul_schedule(server->context, 0, &server->tick, tick, TICK);
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    struct server *server = lws_context_user(lws_get_context(wsi));
    struct connection **data = user;
    int result;
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
    default:
        return websocket_callback(server, wsi, reason, data, in, length, &result)
                   ? result
                   : http_callback(server, wsi, reason, data, in, length);
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

/* lws does not say why it cannot listen; the system does. */
static void say_why(const struct server_options *options, char *reason, size_t size)
{
    char port[8];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST}, *found;
    snprintf(port, sizeof port, "%d", options->port);
    if (getaddrinfo(options->bind, port, &hints, &found) != 0) {
        snprintf(reason, size, "this is no address");
        return;
    }
    int handle = socket(found->ai_family, found->ai_socktype, 0);
    bool bound = handle >= 0 && bind(handle, found->ai_addr, found->ai_addrlen) == 0;
    snprintf(reason, size, "%s", bound ? "the system refuses" : strerror(errno));
    if (handle >= 0)
        close(handle);
    freeaddrinfo(found);
}

static bool open_context(struct server *server, struct error *error)
{
    static const struct lws_protocols protocols[] = {
        {"potez", callback, sizeof(struct connection *), 4096, 0, NULL, 0},
        {0},
    };
    /* lws would keep a timer for every idle WebSocket in one sorted list, and each request would
       walk along it; websocket_look_for_idle does without. */
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
    /* lws makes a context also when it cannot listen; what is missing then is the host in it */
    server->vhost = server->context ? lws_get_vhost_by_name(server->context, "default") : NULL;
    if (server->vhost && lws_get_vhost_listen_port(server->vhost) > 0)
        return true;
    char reason[128];
    say_why(options, reason, sizeof reason);
    return error_set(error, "cannot listen at %s, port %d: %s; --bind and --port take others",
                     options->bind, options->port, reason);
}

/* Its runs are processes of this very program. */
static bool open_laboratory(struct server *server, struct error *error)
{
    struct laboratory_options lab = server->options.lab;
    ssize_t length = readlink("/proc/self/exe", server->program, sizeof server->program - 1);
    if (length <= 0)
        return error_set(error, "--lab: this program's own file cannot be found");
    server->program[length] = 0;
    lab.program = server->program;
    lab.archive = server->options.archive;
    return service_laboratory(server->service, &lab, error);
}

static bool open_service(struct server *server, struct error *error)
{
    const struct server_options *options = &server->options;
    uint64_t longest = (uint64_t)(options->search_seconds * 1e6);
    struct service_limits limits = {
        .hub = {.rooms = options->rooms,
                .spectators = 1000,
                .lobby = options->lobby ? HUB_LOBBY_MAX : 0,
                .shard = options->shard,
                .shards = options->shards,
                .unjoined = 15 * 60,
                .unstarted = 24 * 3600,
                .untouched = 30 * 24 * 3600},
        .searches = {.workers = options->workers,
                     .queue = 512,
                     .client = 64,
                     .table = options->table,
                     .longest = longest + 1000000},
        .question = {.microseconds = longest, .standard = longest < 500000 ? longest : 500000},
        .messages = {.second = 100, .burst = 500},
        .share = options->share,
        .metrics = options->metrics,
    };
    struct service_outside outside = {server, wake, http_ready, websocket_send};
    server->service = service_open(&limits, &outside, options->store, options->archive, error);
    if (!server->service)
        return false;
    server->counts = service_counters(server->service);
    return !options->lab.folder || open_laboratory(server, error);
}

/* What ends the server, by the user, the system or a closed terminal, and what ends its waiting. */
static void fill_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGHUP);
    sigaddset(set, SIGUSR1);
}

/* Signals have a thread of their own, which may do what a handler may not. */
static void *wait_for_signals(void *argument)
{
    struct server *server = argument;
    sigset_t set;
    int number;
    fill_signals(&set);
    sigwait(&set, &number);
    if (number == SIGUSR1) /* the end of the server itself */
        return NULL;
    atomic_store(&server->stopping, true);
    wake(server);
    sigwait(&set, &number);
    if (number != SIGUSR1)
        _exit(128 + number);
    return NULL;
}

static void serve(struct server *server, bool (*listening)(const char *address))
{
    char address[128];
    bool six = strchr(server->options.bind, ':') != NULL;
    snprintf(address, sizeof address, "http://%s%s%s:%d/", six ? "[" : "", server->options.bind,
             six ? "]" : "", lws_get_vhost_listen_port(server->vhost));
    lws_sul_schedule(server->context, 0, &server->tick, tick, TICK);
    if (listening(address))
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

bool server_run(const struct server_options *options, bool (*listening)(const char *address),
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
    fill_signals(&set);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    bool good = masking_open(files) || error_set(error, "out of memory");
    good = good && open_context(server, error) && open_service(server, error);
    bool watching = good && pthread_create(&signals, NULL, wait_for_signals, server) == 0;
    if (good && !watching)
        good = error_machine(error, "cannot start a thread");
    good = good && (!options->sandbox || sandbox_enter(error));
    if (good)
        serve(server, listening);
    if (watching) {
        pthread_kill(signals, SIGUSR1);
        pthread_join(signals, NULL);
    }
    close_context(server);
    service_close(server->service);
    masking_close();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_mutex_destroy(&server->waking);
    free(server);
    return good;
}
