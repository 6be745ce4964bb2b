/* How much the server bears, measured on loopback: load PROGRAM [--idle N] [--games N]
   [--seconds N] [--answers N] [--http-seconds N] [--searches 1] [--soak SECONDS]
   [--overload ADDRESSES] [--overload-seconds N].

   Starts `PROGRAM serve`, opens `idle` WebSockets that only stay, lets `games` network games be
   played with a move each per second, and meanwhile measures how long a move takes from being sent
   by one player to being heard by the other, with --answers while another process asks so many
   small questions per second; then, with everything still connected, how many small
   HTTP answers come in a second over 32 connections; then kills the server with kill -9 in the
   middle of the games, starts it again, looks whether every acknowledged move is there, and ends it
   gently. With --searches a second process begins and gives up searches during the games, every
   fourth HTTP question is a search, and searches are under way at the gentle end. With --soak all
   of this goes on for so long before, in rounds of a minute, each with its resident memory: games
   that end and begin anew, sockets that come and go, small questions and searches. The memory must
   be flat once the server is warm. With --overload the games are played once more while so many
   addresses ask for ten times what they may have. "processor" is how much of one processor the
   server used. One JSON line each; exit status 1 when something
   was lost or refused.

   One thread and epoll, so that the server has the other core. */
#define _GNU_SOURCE
#include "bench/server/overload.h"
#include "bench/server/searches.h"
#include "bench/server/soak.h"
#include "games/session.h"
#include "tests/ports/web.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

struct player {
    int handle;
    char token[32];
    char *buffer;
    size_t length, room;
    int index; /* game * 2 + side, -1 for an idle one */
};

struct contest {
    struct player player[2];
    char room[16];
    struct session *session;
    void *memory;
    int acknowledged; /* plies */
    double sent, due;
    bool waiting; /* for the other player to hear the move */
};

static struct web_server server;
static struct contest *contests;
static int contest_count, poller, failures;
static double *delays;
static size_t delay_count, delay_room;
static uint64_t acknowledged_moves;
static int idle_answers;

static void fail(const char *what)
{
    if (failures++ < 10)
        fprintf(stderr, "load: %s\n", what);
}

/* Behind a proxy everybody has an address, and its limits. */
static bool proxied;

static const char *address_of(int number)
{
    static char header[64];
    snprintf(header, sizeof header, "X-Forwarded-For: 10.%d.%d.%d\r\n", number >> 16 & 255,
             number >> 8 & 255, number & 255);
    return proxied ? header : NULL;
}

static void watch(int handle, void *whom)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = whom};
    epoll_ctl(poller, EPOLL_CTL_ADD, handle, &event);
}

/* Sitting down, one after the other and blocking. */

static bool enter(struct contest *contest, int side, const char *invite, char *answer_invite)
{
    char text[256];
    struct player *player = &contest->player[side];
    player->handle =
        web_socket(server.port, "/api/v1/socket", address_of((int)(contest - contests) * 2 + side));
    if (player->handle < 0)
        return false;
    if (side == 0)
        snprintf(
            text, sizeof text,
            "{\"do\":\"create\",\"game\":\"%s\",\"side\":\"first\",\"time\":{\"seconds\":600}}",
            session_game(contest->session)->name);
    else
        snprintf(text, sizeof text, "{\"do\":\"join\",\"room\":\"%s\",\"invite\":\"%s\"}",
                 contest->room, invite);
    web_say(player->handle, text);
    json_t *state = web_event(player->handle, "state", 20);
    if (!state)
        return false;
    snprintf(player->token, sizeof player->token, "%s",
             json_string_value(json_object_get(state, "token")));
    snprintf(contest->room, sizeof contest->room, "%s",
             json_string_value(json_object_get(state, "room")));
    if (answer_invite)
        strcpy(answer_invite, json_string_value(json_object_get(state, "invite")));
    json_decref(state);
    return true;
}

static bool sit_down(struct contest *contest, int number, bool again)
{
    const struct game *game = game_find("othello");
    struct game_setup setup;
    char invite[32];
    if (!again) {
        game_setup_default(game, &setup);
        size_t bytes = session_bytes(game, &setup, 200);
        contest->memory = calloc(1, bytes);
        contest->session = session_start(game, &setup, NULL, contest->memory, bytes);
    } else {
        session_go(contest->session, 0);
        close(contest->player[0].handle);
        close(contest->player[1].handle);
    }
    contest->acknowledged = 0;
    contest->waiting = false;
    if (!enter(contest, 0, NULL, invite) || !enter(contest, 1, invite, NULL))
        return false;
    for (int side = 0; side < 2; side++) {
        struct player *player = &contest->player[side];
        player->index = 2 * number + side;
        player->length = 0;
        player->room = 8192;
        if (!player->buffer)
            player->buffer = malloc(player->room + 1);
        fcntl(player->handle, F_SETFL, O_NONBLOCK);
        watch(player->handle, player);
    }
    return true;
}

/* Playing. */

static void send_move(struct contest *contest, double time)
{
    uint32_t moves[GAME_MOVES_MAX];
    char text[GAME_MOVE_TEXT], message[160];
    struct text writer;
    struct session *session = contest->session;
    int count = session_moves(session, moves), side = session_side(session);
    text_init(&writer, text, sizeof text);
    session_game(session)->move_write(session_setup(session), session_position(session),
                                      moves[session_ply(session) * 7 % count], &writer);
    snprintf(message, sizeof message,
             "{\"do\":\"move\",\"room\":\"%s\",\"move\":\"%s\",\"ply\":%d}", contest->room, text,
             session_ply(session));
    contest->sent = time;
    contest->waiting = true;
    session_play(session, moves[session_ply(session) * 7 % count], NULL);
    if (!web_say(contest->player[side].handle, message))
        fail("a move could not be sent");
}

static long number_after(const char *text, const char *name)
{
    const char *found = strstr(text, name);
    return found ? atol(found + strlen(name)) : -1;
}

/* The one who moved hears of it as well; what counts is the other. */
static bool own_move(const struct player *player, const char *text)
{
    char own[48];
    snprintf(own, sizeof own, "\"side\":\"%s\"",
             session_game(contests[player->index / 2].session)->side[player->index % 2]);
    return strstr(text, own) != NULL;
}

static void hear(struct player *player, const char *text, double time)
{
    if (player->index < 0) {
        idle_answers += strstr(text, "pong") != NULL;
        return;
    }
    struct contest *contest = &contests[player->index / 2];
    long ply = number_after(text, "\"ply\":");
    if (strstr(text, "\"event\":\"done\"")) {
        contest->acknowledged = (int)ply;
        acknowledged_moves++;
    } else if (strstr(text, "\"event\":\"move\"") && contest->waiting &&
               ply == session_ply(contest->session) && !own_move(player, text)) {
        contest->waiting = false;
        if (delay_count < delay_room)
            delays[delay_count++] = time - contest->sent;
    } else if (strstr(text, "\"event\":\"error\"")) {
        fail(text);
    }
}

static void receive(struct player *player, double time)
{
    ssize_t got =
        recv(player->handle, player->buffer + player->length, player->room - player->length, 0);
    if (got <= 0) {
        if (got == 0 || errno != EAGAIN) {
            fail("a player lost its connection");
            epoll_ctl(poller, EPOLL_CTL_DEL, player->handle, NULL);
        }
        return;
    }
    player->length += (size_t)got;
    size_t at = 0;
    while (player->length - at >= 2) {
        const unsigned char *head = (const unsigned char *)player->buffer + at;
        size_t length = head[1] & 127, begin = at + 2;
        if (length == 126) {
            if (player->length - at < 4)
                break;
            length = (size_t)head[2] << 8 | head[3];
            begin += 2;
        }
        if (begin + length > player->length)
            break;
        if ((head[0] & 15) == WEB_TEXT) {
            char last = player->buffer[begin + length];
            player->buffer[begin + length] = 0;
            hear(player, player->buffer + begin, time);
            player->buffer[begin + length] = last;
        } else if ((head[0] & 15) == WEB_PING) {
            web_frame(player->handle, WEB_PONG, true, player->buffer + begin, length);
        }
        at = begin + length;
    }
    memmove(player->buffer, player->buffer + at, player->length - at);
    player->length -= at;
}

/* What has come for the players, idle ones too: whoever answers no ping is taken for gone. */
static void listen_for(int milliseconds)
{
    struct epoll_event events[256];
    int count = epoll_wait(poller, events, 256, milliseconds);
    double time = now();
    for (int i = 0; i < count; i++)
        receive(events[i].data.ptr, time);
}

static void play_for(double seconds)
{
    double end = now() + seconds;
    for (int i = 0; i < contest_count; i++)
        contests[i].due = now() + (double)i / contest_count;
    for (double time = now(); time < end; time = now()) {
        listen_for(1);
        time = now();
        for (int i = 0; i < contest_count; i++) {
            struct contest *contest = &contests[i];
            if (contest->due > time || contest->waiting)
                continue;
            contest->due += 1;
            if (!session_over(contest->session, NULL, NULL))
                send_move(contest, now());
            else if (!sit_down(contest, i, true))
                fail("no new game");
        }
    }
}

static int order(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double delay_at(double part)
{
    return delay_count ? delays[(size_t)(part * (double)(delay_count - 1))] * 1000 : 0;
}

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
}

/* HTTP over 32 connections that stay open, one request under way on each. With a rate, no more than
   so many per second, and the players are another process's. */
static void ask_for(double seconds, bool searching, double rate)
{
    enum { CONNECTIONS = 32 };
    static const char *const requests[] = {
        "GET /api/v1/moves?game=connect4&moves=4453 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /api/v1/moves?game=othello HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /api/v1/best?game=connect4&moves=4453&nodes=500 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    };
    const uint64_t kinds = searching ? 4 : 3;
    int handles[CONNECTIONS], own = epoll_create1(0);
    uint64_t answers = 0;
    for (int i = 0; i < CONNECTIONS; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.fd = i};
        handles[i] = web_connect(server.port);
        epoll_ctl(own, EPOLL_CTL_ADD, handles[i], &event);
        web_write(handles[i], requests[i % 3], strlen(requests[i % 3]));
    }
    double start = now(), listened = start, processor = soak_processor(server.process);
    while (now() - start < seconds) {
        if (rate > 0 && (double)answers > rate * (now() - start)) {
            nap();
            continue;
        }
        if (rate <= 0 && now() - listened > 0.1) {
            listen_for(0);
            listened = now();
        }
        struct epoll_event events[CONNECTIONS];
        int count = epoll_wait(own, events, CONNECTIONS, 100);
        for (int i = 0; i < count; i++) {
            char buffer[4096];
            int which = events[i].data.fd;
            ssize_t got = recv(handles[which], buffer, sizeof buffer, 0);
            if (got <= 0 || strncmp(buffer, "HTTP/1.1 200", 12) != 0) {
                fail("an HTTP answer failed");
                epoll_ctl(own, EPOLL_CTL_DEL, handles[which], NULL);
                continue;
            }
            answers++;
            const char *request = requests[(answers + (uint64_t)which) % kinds];
            web_write(handles[which], request, strlen(request));
        }
    }
    double took = now() - start;
    processor = soak_processor(server.process) - processor;
    for (int i = 0; i < CONNECTIONS; i++)
        close(handles[i]);
    close(own);
    printf("{\"name\":\"http\",\"answers\":%llu,\"seconds\":%.2f,\"per_second\":%.0f,"
           "\"processor\":%.2f,\"per_processor_second\":%.0f}\n",
           (unsigned long long)answers, took, (double)answers / took, processor / took,
           processor > 0 ? (double)answers / processor : 0);
    fflush(stdout);
}

static bool start_server(const char *program, const char *data)
{
    static const char *const proxy[] = {"--proxy", NULL};
    return web_start_with(&server, program, data, proxied ? proxy : proxy + 1);
}

/* Every acknowledged move is there after kill -9. */
static void kill_and_look(const char *program, const char *data)
{
    int lost = 0;
    web_stop(&server, SIGKILL);
    double start = now();
    if (!start_server(program, data)) {
        fail("the server did not start again");
        return;
    }
    double took = now() - start;
    for (int i = 0; i < contest_count; i++) {
        char path[64];
        snprintf(path, sizeof path, "/api/v1/rooms/%s", contests[i].room);
        json_t *room = web_json(server.port, "GET", path, NULL, NULL);
        const json_t *moves = json_object_get(room, "moves");
        bool good = (int)json_array_size(moves) >= contests[i].acknowledged;
        session_go(contests[i].session, 0);
        for (int ply = 0; good && ply < contests[i].acknowledged; ply++) {
            const char *text = json_string_value(json_array_get(moves, (size_t)ply));
            const struct session *session = contests[i].session;
            uint32_t move = GAME_NO_MOVE;
            session_game(session)->move_read(session_setup(session), session_position(session),
                                             text, strlen(text), &move, NULL);
            good = move == session_move_at(session, ply);
            session_redo(contests[i].session);
        }
        lost += !good;
        json_decref(room);
    }
    if (lost)
        fail("acknowledged moves were lost");
    printf("{\"name\":\"kill\",\"games\":%d,\"acknowledged\":%llu,\"games_with_losses\":%d,"
           "\"restart_seconds\":%.3f}\n",
           contest_count, (unsigned long long)acknowledged_moves, lost, took);
}

/* The games with searches beside them, which another process begins and gives up. */
static void play_beside_searches(double seconds)
{
    pid_t other = fork();
    if (other == 0) {
        int begun = searches_give_up(server.port, seconds);
        printf("{\"name\":\"searches\",\"given_up\":%d}\n", begun);
        fflush(stdout);
        _exit(begun < 0);
    }
    play_for(seconds);
    int status = 1;
    if (other < 0 || waitpid(other, &status, 0) < 0 || status != 0)
        fail("a search that was given up did not answer");
}

/* The games with so many small questions per second beside them, which another process asks. */
static void play_beside_answers(double seconds, double rate)
{
    pid_t other = fork();
    if (other == 0) {
        failures = 0;
        ask_for(seconds, false, rate);
        _exit(failures > 0);
    }
    play_for(seconds);
    int status = 1;
    if (other < 0 || waitpid(other, &status, 0) < 0 || status != 0)
        fail("a small question beside the games had no answer");
}

static void tell_moves(const char *name, double seconds, double processor)
{
    qsort(delays, delay_count, sizeof *delays, order);
    printf("{\"name\":\"%s\",\"games\":%d,\"moves\":%zu,\"per_second\":%.0f,\"p50_ms\":%.2f,"
           "\"p99_ms\":%.2f,\"p999_ms\":%.2f,\"most_ms\":%.2f,\"processor\":%.2f}\n",
           name, contest_count, delay_count, (double)delay_count / seconds, delay_at(0.5),
           delay_at(0.99), delay_at(0.999), delay_at(1),
           (soak_processor(server.process) - processor) / seconds);
    fflush(stdout);
    delay_count = 0;
}

/* The games with strangers beside them who want too much, in another process. */
static void play_beside_overload(int addresses, double seconds)
{
    pid_t other = fork();
    if (other == 0)
        _exit(!overload(server.port, addresses, seconds));
    double processor = soak_processor(server.process);
    play_for(seconds);
    int status = 1;
    if (other < 0 || waitpid(other, &status, 0) < 0 || status != 0)
        fail("too many questions were not refused clearly");
    tell_moves("moves_beside_overload", seconds, processor);
}

/* Many at a time: first all ask, then all are answered. */
static struct player *hold_idle(int count)
{
    enum { TOGETHER = 100 };
    struct player *idlers = calloc((size_t)count + 1, sizeof *idlers);
    double start = now();
    for (int from = 0; from < count; from += TOGETHER) {
        int to = from + TOGETHER < count ? from + TOGETHER : count;
        for (int i = from; i < to; i++)
            idlers[i].handle =
                web_socket_ask(server.port, "/api/v1/socket", address_of(100000 + i));
        for (int i = from; i < to; i++) {
            struct player *idler = &idlers[i];
            if (!web_socket_answered(idler->handle))
                fail("an idle player was refused");
            idler->index = -1;
            idler->room = 512;
            idler->buffer = malloc(idler->room + 1);
            fcntl(idler->handle, F_SETFL, O_NONBLOCK);
            watch(idler->handle, idler);
        }
    }
    printf("{\"name\":\"idle\",\"sockets\":%d,\"seconds\":%.2f,\"memory_megabytes\":%ld}\n", count,
           now() - start, soak_memory(server.process) / 1024);
    fflush(stdout);
    return idlers;
}

/* Idle players are still there: each answers a command. */
static void wake_idle(const struct player *idlers, int count)
{
    for (int i = 0; i < count; i++)
        web_say(idlers[i].handle, "{\"do\":\"ping\"}");
    for (double end = now() + 30; idle_answers < count && now() < end;)
        listen_for(100);
    if (idle_answers < count)
        fail("idle players were lost");
    printf("{\"name\":\"idle_answers\",\"sockets\":%d,\"lost\":%d}\n", count, count - idle_answers);
    fflush(stdout);
}

/* All kinds of work in turn, for so long; a round is a minute, or a twelfth of less. */
static void soak(double seconds)
{
    static struct soak seen;
    double start = now(), round = seconds > 720 ? 60 : seconds / 12;
    while (now() - start < seconds) {
        play_beside_searches(0.6 * round);
        ask_for(0.3 * round, true, 0);
        delay_count = 0;
        soak_look(&seen, server.process, now() - start);
    }
    if (!soak_is_flat(&seen))
        fail("the server's memory grows");
}

static long option(int argc, char **argv, const char *name, long standard)
{
    for (int i = 2; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return atol(argv[i + 1]);
    return standard;
}

int main(int argc, char **argv)
{
    char data[] = "/var/tmp/potez-load-XXXXXX", command[128];
    struct rlimit files;
    if (argc < 2 || !mkdtemp(data))
        return 2;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    signal(SIGPIPE, SIG_IGN);
    int idle = (int)option(argc, argv, "--idle", 10000);
    double seconds = (double)option(argc, argv, "--seconds", 15);
    contest_count = (int)option(argc, argv, "--games", 1000);
    double overloaded = (double)option(argc, argv, "--overload-seconds", 15);
    int strangers = (int)option(argc, argv, "--overload", 0);
    proxied = strangers > 0;
    delay_room = (size_t)contest_count * (size_t)(seconds + overloaded + 2) + 1;
    delays = calloc(delay_room, sizeof *delays);
    contests = calloc((size_t)contest_count + 1, sizeof *contests);
    poller = epoll_create1(0);
    if (!start_server(argv[1], data))
        return 3;
    struct player *idlers = hold_idle(idle);
    for (int i = 0; i < contest_count; i++)
        if (!sit_down(&contests[i], i, false))
            fail("a game could not begin");
    bool searching = option(argc, argv, "--searches", 0) != 0;
    if (option(argc, argv, "--soak", 0) > 0)
        soak((double)option(argc, argv, "--soak", 0));
    double processor = soak_processor(server.process);
    double rate = (double)option(argc, argv, "--answers", 0);
    if (searching)
        play_beside_searches(seconds);
    else if (rate > 0)
        play_beside_answers(seconds, rate);
    else
        play_for(seconds);
    tell_moves("moves", seconds, processor);
    if (strangers)
        play_beside_overload(strangers, overloaded);
    else
        ask_for((double)option(argc, argv, "--http-seconds", 5), searching, 0);
    wake_idle(idlers, idle);
    play_for(2); /* so that moves are under way when the blow falls */
    kill_and_look(argv[1], data);
    if (searching)
        searches_leave(server.port);
    int status = web_stop(&server, SIGTERM);
    if (status != 0)
        fail("the server did not end well");
    snprintf(command, sizeof command, "rm -rf %s", data);
    if (system(command) != 0)
        fail("the data could not be removed");
    printf("{\"name\":\"end\",\"exit\":%d,\"failures\":%d}\n", status, failures);
    for (int i = 0; i < idle; i++)
        free(idlers[i].buffer);
    free(idlers);
    return failures > 0;
}
