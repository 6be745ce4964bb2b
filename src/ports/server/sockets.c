/* WebSocket messages: commands of the hub, and questions that are searched. */
#include "ports/server/service_inside.h"

#include "base/clock.h"
#include "lab/json_text.h"
#include "ports/server/answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOPELESS = 4 };

void service_socket_open(struct service *service, struct service_socket *socket,
                         struct share *share)
{
    memset(socket, 0, sizeof *socket);
    socket->service = service;
    socket->client = share ? share->name : "";
    socket->peer.lasting = true;
    socket->peer.share = share;
    share_allowance_fill(&socket->messages, &service->limits.messages, clock_microseconds());
}

/* {"event": "progress" | "result", "do": ..., "result": {...}}; `found` is JSON. */
static void say(struct service_socket *socket, const json_t *id, const char *event,
                const char *name, const char *found)
{
    struct json_text text;
    struct json_out *json = json_text_begin(&text);
    char *own = id ? json_dumps(id, JSON_ENCODE_ANY | ANSWERS_COMPACT) : NULL;
    json_out_text(json, "event", event);
    json_out_text(json, "do", name);
    json_out_raw(json, event, found ? found : "null");
    if (own)
        json_out_raw(json, "id", own);
    char *message = json_text_end(&text);
    socket->service->outside.send(socket->service->outside.self, socket, message, text.length);
    free(message);
    free(own);
}

static void refuse(struct service_socket *socket, const json_t *command, int status,
                   const char *code, const char *message)
{
    hub_refuse(socket->service->hub, &socket->peer, command, status, code, message);
}

static void end_ask(struct service_ask *ask)
{
    json_decref(ask->id);
    *ask = (struct service_ask){.used = false};
}

void ask_news(struct service_ask *ask, const struct searches_news *news)
{
    if (news->fault) {
        json_t *command = json_pack("{s:O?}", "id", ask->id);
        refuse(ask->socket, command, 503, news->fault, news->text ? news->text : "out of memory");
        json_decref(command);
    } else {
        say(ask->socket, ask->id, news->last ? "result" : "progress", ask->name, news->text);
    }
    if (news->last)
        end_ask(ask);
}

static void search(struct service_socket *socket, const json_t *command, const char *name,
                   enum inquiry_kind kind)
{
    struct service *service = socket->service;
    struct service_ask *ask = NULL;
    const char *code;
    struct error error;
    for (int i = 0; i < SERVICE_ASKS_MAX && !ask; i++)
        if (!socket->asks[i].used)
            ask = &socket->asks[i];
    if (!ask) {
        refuse(socket, command, 429, "too_many", "too many searches on one connection");
        return;
    }
    ask->listener.ask = ask;
    int status = service_search(service, kind, command, socket->client,
                                json_is_true(json_object_get(command, "progress")), &ask->listener,
                                &ask->search, &code, &error);
    if (status) {
        refuse(socket, command, status, code, error.text);
        return;
    }
    ask->used = true;
    snprintf(ask->name, sizeof ask->name, "%s", name);
    ask->socket = socket;
    ask->id = json_incref(json_object_get(command, "id"));
}

/* Stops the search that was asked for with this id; what it has found still comes. */
static void cancel(struct service_socket *socket, const json_t *command)
{
    const json_t *id = json_object_get(command, "id");
    for (int i = 0; i < SERVICE_ASKS_MAX; i++)
        if (socket->asks[i].used && socket->asks[i].id && json_equal(socket->asks[i].id, id)) {
            searches_stop(socket->service->searches, socket->asks[i].search);
            return;
        }
    refuse(socket, command, 404, "not_found", "there is no search with this id");
}

static void moves(struct service_socket *socket, const json_t *command)
{
    struct question question;
    struct error error;
    const char *code;
    if (!question_read(&question, command, &error)) {
        int status = question_refused(&error, &code);
        refuse(socket, command, status, code, error.text);
        return;
    }
    char *answer = answers_moves(question.opened.session);
    say(socket, json_object_get(command, "id"), "result", "moves", answer);
    free(answer);
    question_free(&question);
}

static void obey(struct service_socket *socket, json_t *command)
{
    const char *name = json_string_value(json_object_get(command, "do"));
    if (!name) {
        refuse(socket, command, 400, "bad_request", "\"do\" is missing");
        return;
    }
    if (hub_command(socket->service->hub, &socket->peer, command))
        return;
    enum inquiry_kind kind = service_kind(name, command);
    if (kind < INQUIRY_KINDS)
        search(socket, command, name, kind);
    else if (strcmp(name, "cancel") == 0)
        cancel(socket, command);
    else if (strcmp(name, "moves") == 0)
        moves(socket, command);
    else
        refuse(socket, command, 400, "bad_request", "\"do\" names nothing that can be done");
}

/* Whether one more message may come, of this socket and of its client; -1 when the socket overdraws
   its allowance by far: that is not a player. */
static int messages_left(struct service_socket *socket)
{
    const struct share_rate *rate = &socket->service->limits.messages;
    uint64_t now = clock_microseconds();
    double left = share_allowance_left(&socket->messages, rate, now) - 1;
    socket->messages.left = left;
    if (left < 0)
        return left > -HOPELESS * rate->burst ? 0 : -1;
    return share_message(socket->peer.share, now);
}

bool service_message(struct service_socket *socket, const char *text, size_t length)
{
    socket->service->counts.messages_in++;
    int left = messages_left(socket);
    if (left <= 0) {
        if (left == 0)
            hub_deny(socket->service->hub, &socket->peer, NULL, DENY_MANY_MESSAGES, NULL);
        return left == 0;
    }
    struct error error;
    json_t *command = question_parse(text, length, &error);
    if (command)
        obey(socket, command);
    else
        refuse(socket, NULL, 400, "bad_request", error.text);
    json_decref(command);
    return true;
}

void service_socket_close(struct service_socket *socket)
{
    for (int i = 0; i < SERVICE_ASKS_MAX; i++)
        if (socket->asks[i].used) {
            searches_forget(socket->service->searches, socket->asks[i].search);
            end_ask(&socket->asks[i]);
        }
    hub_leave(socket->service->hub, &socket->peer);
}
