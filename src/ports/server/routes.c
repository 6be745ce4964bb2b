/* HTTP: the table of routes and what stands behind each. A request either is answered at once
   (games, moves, files of the page), becomes a search whose result is awaited or streamed, or
   becomes a command of the hub as if a WebSocket had sent it. */
#include "ports/server/service_inside.h"

#include "base/clock.h"
#include "ports/server/answers.h"
#include "ports/server/laboratory_routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Answers. */

void exchange_text(struct service_exchange *exchange, int status, const char *type, char *text)
{
    bool waited = exchange->waiting;
    exchange->waiting = false;
    exchange->complete = true;
    exchange->status = text ? status : 503;
    exchange->retry_after = exchange->status == 429 || exchange->status == 503;
    exchange->type = type;
    exchange->text = text;
    exchange->length = text ? strlen(text) : 0;
    struct service *service = exchange->service;
    if (waited)
        service->outside.ready(service->outside.self, exchange);
}

void exchange_line(struct service_exchange *exchange, int status, bool plain, char *text)
{
    size_t length = text ? strlen(text) : 0;
    char *line = text ? realloc(text, length + 2) : NULL;
    if (line)
        memcpy(line + length, "\n", 2);
    else
        free(text);
    exchange_text(exchange, status, plain ? "text/plain; charset=utf-8" : "application/json", line);
}

void exchange_error(struct service_exchange *exchange, int status, const char *code,
                    const char *message)
{
    static const char before[] = "error: ";
    if (!exchange->plain) {
        exchange_line(exchange, status, false, answers_error(code, message));
        return;
    }
    size_t size = sizeof before + strlen(message);
    char *text = malloc(size);
    if (text)
        snprintf(text, size, "%s%s", before, message);
    exchange_line(exchange, status, true, text);
}

/* Bytes that are not UTF-8 become a value that no question takes. */
static json_t *text_value(const char *text)
{
    json_t *value = json_string(text);
    return value ? value : json_false();
}

/* What was asked, as one JSON object: the body of a POST, the arguments of a GET. */

static void set_argument(json_t *object, const char *argument)
{
    const char *equals = strchr(argument, '=');
    char name[32];
    if (!equals || equals == argument || (size_t)(equals - argument) >= sizeof name)
        return;
    memcpy(name, argument, (size_t)(equals - argument));
    name[equals - argument] = 0;
    /* set=size=10 is an option of the game */
    const char *second = strcmp(name, "set") == 0 ? strchr(equals + 1, '=') : NULL;
    if (!second) {
        json_object_set_new(object, name, text_value(equals + 1));
        return;
    }
    json_t *set = json_object_get(object, "set");
    if (!json_is_object(set)) {
        json_object_set_new(object, "set", json_object());
        set = json_object_get(object, "set");
    }
    json_t *value = text_value(second + 1);
    json_object_setn_new(set, equals + 1, (size_t)(second - equals - 1), value);
}

json_t *exchange_asked(struct service_exchange *exchange)
{
    struct error error;
    bool body = strcmp(exchange->method, "POST") == 0 && exchange->body_length > 0;
    json_t *object =
        body ? question_parse(exchange->body, exchange->body_length, &error) : json_object();
    if (!object) {
        error_prefix(&error, "body: ");
        exchange_error(exchange, 400, "bad_request", error.text);
        return NULL;
    }
    for (int i = 0; i < exchange->argument_count; i++)
        set_argument(object, exchange->arguments[i]);
    return object;
}

/* Games and positions. */

static void get_games(struct service_exchange *exchange, const char *part)
{
    (void)part;
    struct service *service = exchange->service;
    if (!service->games)
        service->games = answers_games();
    exchange_line(exchange, 200, false, service->games ? strdup(service->games) : NULL);
}

/* What a request asks about is opened for `answer` and closed again. */
static void about_position(struct service_exchange *exchange,
                           void (*answer)(struct service_exchange *exchange,
                                          const struct session *session))
{
    struct question question;
    struct error error;
    const char *code;
    json_t *asked = exchange_asked(exchange);
    if (!asked)
        return;
    if (question_read(&question, asked, &error)) {
        answer(exchange, question.opened.session);
        question_free(&question);
    } else {
        int status = question_refused(&error, &code);
        exchange_error(exchange, status, code, error.text);
    }
    json_decref(asked);
}

static void answer_moves(struct service_exchange *exchange, const struct session *session)
{
    exchange_line(exchange, 200, exchange->plain,
                  exchange->plain ? answers_moves_line(session) : answers_moves(session));
}

static void answer_archive(struct service_exchange *exchange, const struct session *session)
{
    struct error error;
    char *text = answers_archive(exchange->service->archive, session, &error);
    if (text)
        exchange_line(exchange, 200, false, text);
    else
        exchange_error(exchange, 503, "storage", error.text);
}

static void moves(struct service_exchange *exchange, const char *part)
{
    (void)part;
    about_position(exchange, answer_moves);
}

static void archive(struct service_exchange *exchange, const char *part)
{
    (void)part;
    about_position(exchange, answer_archive);
}

/* Searches: the answer comes when the search is done, or as a stream of events. */

static void stop_searching(struct service_exchange *exchange)
{
    if (!exchange->searching)
        return;
    exchange->searching = false;
    if (exchange->previous)
        exchange->previous->next = exchange->next;
    else
        exchange->service->searching = exchange->next;
    if (exchange->next)
        exchange->next->previous = exchange->previous;
}

/* One event of a stream, after those that are not sent yet. */
static void add_event(struct service_exchange *exchange, const char *name, const char *data)
{
    size_t more = strlen(name) + strlen(data) + 24;
    char *text = realloc(exchange->text, exchange->length + more);
    if (!text)
        return;
    exchange->text = text;
    exchange->length +=
        (size_t)snprintf(text + exchange->length, more, "event: %s\ndata: %s\n\n", name, data);
}

static void stream_news(struct service_exchange *exchange, const struct searches_news *news)
{
    char *error = news->fault ? answers_error(news->fault, news->text ? news->text : "") : NULL;
    const char *text = error ? error : news->text ? news->text : "{}";
    add_event(exchange, !news->last ? "progress" : news->fault ? "failed" : "result", text);
    exchange->complete = news->last;
    free(error);
    exchange->service->outside.ready(exchange->service->outside.self, exchange);
}

void exchange_news(struct service_exchange *exchange, const struct searches_news *news)
{
    if (news->last)
        stop_searching(exchange);
    if (exchange->stream) {
        stream_news(exchange, news);
    } else if (news->fault) {
        exchange_error(exchange, 503, news->fault, news->text ? news->text : "out of memory");
    } else if (news->last) {
        bool plain = exchange->plain && news->move[0];
        const char *text = plain ? news->move : news->text;
        exchange_line(exchange, 200, plain, text ? strdup(text) : NULL);
    }
}

/* The last part of the path says what is searched for. */
static void search(struct service_exchange *exchange, const char *part)
{
    struct service *service = exchange->service;
    const char *code;
    struct error error;
    (void)part;
    json_t *asked = exchange_asked(exchange);
    if (!asked)
        return;
    enum inquiry_kind kind = service_kind(strrchr(exchange->path, '/') + 1, asked);
    bool stream = exchange->accept && strstr(exchange->accept, "text/event-stream");
    exchange->listener.exchange = exchange;
    int status = service_search(service, kind, asked, exchange->client, stream, &exchange->listener,
                                &exchange->search, &code, &error);
    json_decref(asked);
    if (status) {
        exchange_error(exchange, status, code, error.text);
        return;
    }
    exchange->searching = exchange->waiting = true;
    exchange->next = service->searching;
    if (exchange->next)
        exchange->next->previous = exchange;
    service->searching = exchange;
    if (stream && token_make(exchange->search_name, TOKEN_LENGTH)) {
        char data[64];
        exchange->waiting = false;
        exchange->stream = true;
        exchange->status = 200;
        exchange->type = "text/event-stream";
        snprintf(data, sizeof data, "{\"search\":\"%s\"}", exchange->search_name);
        add_event(exchange, "search", data);
    }
}

static void delete_search(struct service_exchange *exchange, const char *name)
{
    struct service_exchange *other = exchange->service->searching;
    while (other && strcmp(other->search_name, name) != 0)
        other = other->next;
    if (!other || !name[0]) {
        exchange_error(exchange, 404, "not_found", "there is no such search; it may be done");
        return;
    }
    searches_stop(exchange->service->searches, other->search);
    exchange_line(exchange, 200, false, strdup("{\"stopping\":true}"));
}

/* Rooms: a request is a command of the hub. */

static void room_command(struct service_exchange *exchange, const char *room, const char *action)
{
    json_t *asked = exchange_asked(exchange);
    if (!asked)
        return;
    json_object_set_new(asked, "do", json_string(action));
    if (room)
        json_object_set_new(asked, "room", json_string(room));
    exchange->waiting = true;
    if (!hub_command(exchange->service->hub, &exchange->peer, asked))
        exchange_error(exchange, 404, "not_found", "there is nothing of this name to be done");
    json_decref(asked);
}

static void post_rooms(struct service_exchange *exchange, const char *part)
{
    (void)part;
    room_command(exchange, NULL, "create");
}

static void get_room(struct service_exchange *exchange, const char *room)
{
    room_command(exchange, room, "state");
}

static void post_room(struct service_exchange *exchange, const char *part)
{
    char room[STORE_NAME + 1] = "";
    const char *slash = strchr(part, '/');
    if ((size_t)(slash - part) <= STORE_NAME)
        memcpy(room, part, (size_t)(slash - part));
    const char *action = slash + 1;
    if (strcmp(action, "create") == 0 || strcmp(action, "ping") == 0 ||
        strcmp(action, "lobby") == 0 || strcmp(action, "find") == 0)
        action = "";
    room_command(exchange, room, action);
}

static void get_lobby(struct service_exchange *exchange, const char *part)
{
    (void)part;
    room_command(exchange, NULL, "lobby");
}

/* The part of the path wins over an argument of the same name. */
static void get_code(struct service_exchange *exchange, const char *code)
{
    json_t *asked = json_pack("{s:s,s:o}", "do", "find", "code", text_value(code));
    exchange->waiting = true;
    hub_command(exchange->service->hub, &exchange->peer, asked);
    json_decref(asked);
}

static void get_metrics(struct service_exchange *exchange, const char *part)
{
    (void)part;
    if (exchange->local || exchange->service->limits.metrics)
        exchange_text(exchange, 200, "text/plain; version=0.0.4; charset=utf-8",
                      metrics_text(exchange->service));
    else
        exchange_error(exchange, 403, "not_here",
                       "these numbers are for the machine that the server runs on; --metrics shows "
                       "them to everybody");
}

static void get_health(struct service_exchange *exchange, const char *part)
{
    (void)part;
    const struct hub_limits *hub = &exchange->service->limits.hub;
    bool laboratory = exchange->service->laboratory && exchange->local;
    exchange_line(exchange, 200, false,
                  answers_health(laboratory, hub->lobby > 0, hub->shard, hub->shards));
}

static const struct route {
    const char *method, *path; /* braces at the end stand for one or more parts */
    void (*run)(struct service_exchange *exchange, const char *part);
} routes[] = {
    {"GET", "/api/v1/games", get_games},
    {"GET", "/api/v1/moves", moves},
    {"POST", "/api/v1/moves", moves},
    {"GET", "/api/v1/archive", archive},
    {"POST", "/api/v1/archive", archive},
    {"GET", "/api/v1/best", search},
    {"POST", "/api/v1/best", search},
    {"GET", "/api/v1/hint", search},
    {"POST", "/api/v1/hint", search},
    {"GET", "/api/v1/solve", search},
    {"POST", "/api/v1/solve", search},
    {"GET", "/api/v1/probe", search},
    {"POST", "/api/v1/probe", search},
    {"GET", "/api/v1/analyse", search},
    {"POST", "/api/v1/analyse", search},
    {"GET", "/api/v1/review", search},
    {"POST", "/api/v1/review", search},
    {"DELETE", "/api/v1/searches/{search}", delete_search},
    {"POST", "/api/v1/rooms", post_rooms},
    {"GET", "/api/v1/rooms/{room}", get_room},
    {"POST", "/api/v1/rooms/{room}/{action}", post_room},
    {"GET", "/api/v1/codes/{code}", get_code},
    {"GET", "/api/v1/lobby", get_lobby},
    {"GET", "/api/v1/lab", laboratory_get_offers},
    {"GET", "/api/v1/lab/runs", laboratory_get_runs},
    {"POST", "/api/v1/lab/runs", laboratory_post_run},
    {"GET", "/api/v1/lab/runs/{run}", laboratory_get_run},
    {"DELETE", "/api/v1/lab/runs/{run}", laboratory_delete_run},
    {"POST", "/api/v1/lab/runs/{run}/{action}", laboratory_post_action},
    {"GET", "/api/v1/lab/vectors/{run}/{generation}", laboratory_get_vector},
    {"GET", "/api/v1/lab/weights/{run}/{generation}", laboratory_get_weights},
    {"GET", "/api/v1/lab/archive", laboratory_get_games},
    {"GET", "/api/v1/lab/archive/{id}", laboratory_get_game},
    {"GET", "/api/v1/lab/export", laboratory_get_export},
    {"POST", "/api/v1/lab/import", laboratory_post_import},
    {"GET", "/api/v1/health", get_health},
    {"GET", "/metrics", get_metrics},
};

bool service_route(int index, const char **method, const char **path)
{
    if (index < 0 || index >= (int)(sizeof routes / sizeof routes[0]))
        return false;
    *method = routes[index].method;
    *path = routes[index].path;
    return true;
}

/* Whether `path` fits, and where its part for the braces begins. */
static bool fits(const struct route *route, const char *path, const char **part)
{
    const char *brace = strchr(route->path, '{');
    size_t fixed = brace ? (size_t)(brace - route->path) : strlen(route->path);
    if (strncmp(path, route->path, fixed) != 0)
        return false;
    *part = path + fixed;
    if (!brace)
        return path[fixed] == 0;
    const char *slash = strchr(*part, '/');
    bool two = strchr(brace, '/') != NULL;
    if (!two)
        return **part && !slash;
    return slash && slash > *part && slash[1] && !strchr(slash + 1, '/');
}

/* A folder without its slash: relative links on its page would miss it. The address is relative,
   too, since a proxy may serve all of this under a path of its own. */
static void answer_moved(struct service_exchange *exchange)
{
    const char *last = strrchr(exchange->path, '/');
    exchange_error(exchange, 301, "moved", "this is a folder; its address ends in a slash");
    snprintf(exchange->location, sizeof exchange->location, "%s/",
             last ? last + 1 : exchange->path);
}

static void answer_file(struct service_exchange *exchange)
{
    bool read = strcmp(exchange->method, "GET") == 0 || strcmp(exchange->method, "HEAD") == 0;
    const struct page_file *file = page_find(exchange->path);
    if (!file && page_is_folder(exchange->path)) {
        answer_moved(exchange);
    } else if (!file) {
        exchange_error(exchange, 404, "not_found", "there is nothing here");
    } else if (!read) {
        exchange_error(exchange, 405, "method", "this can only be read");
    } else {
        exchange->status = 200;
        exchange->type = file->type;
        exchange->file = file;
        exchange->complete = true;
    }
}

void service_request(struct service *service, struct service_exchange *exchange)
{
    exchange->service = service;
    exchange->plain = exchange->accept && strncmp(exchange->accept, "text/plain", 10) == 0;
    service->counts.requests++;
    if (laboratory_path_is(exchange->path) && !laboratory_admits(exchange))
        return;
    bool other_method = false;
    const char *method = strcmp(exchange->method, "HEAD") == 0 ? "GET" : exchange->method;
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        const char *part;
        if (!fits(&routes[i], exchange->path, &part))
            continue;
        if (strcmp(routes[i].method, method) == 0) {
            if (share_message(exchange->peer.share, clock_microseconds()))
                routes[i].run(exchange, part);
            else
                exchange_error(exchange, 429, "too_many", "too many requests; slow down");
            return;
        }
        other_method = true;
    }
    if (other_method)
        exchange_error(exchange, 405, "method", "not with this method");
    else
        answer_file(exchange);
}

void service_finish(struct service_exchange *exchange)
{
    if (exchange->service) {
        if (exchange->searching)
            searches_forget(exchange->service->searches, exchange->search);
        stop_searching(exchange);
        hub_leave(exchange->service->hub, &exchange->peer);
    }
    free(exchange->text);
    exchange->text = NULL;
    exchange->service = NULL;
}
