/* A small client for testing the server: HTTP requests, WebSockets frame by frame, and raw bytes,
   all blocking with a time limit. It starts and ends the server it talks to. */
#ifndef TESTS_PORTS_WEB_H
#define TESTS_PORTS_WEB_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct web_server {
    pid_t process;
    int port;
};

/* Starts `program serve` on a free port; `data` is its folder. */
bool web_start(struct web_server *server, const char *program, const char *data);
/* The same with more arguments, up to NULL. */
bool web_start_with(struct web_server *server, const char *program, const char *data,
                    const char *const *more);
/* Sends a signal and waits for the end; gives the exit status, or minus the signal. */
int web_stop(struct web_server *server, int signal);
/* Ends it gently and removes its folder; 0 when both are well. */
int web_stop_and_remove(struct web_server *server, const char *data);

int web_connect(int port);
bool web_write(int socket, const void *bytes, size_t length);

struct web_answer {
    int status;
    char head[8192];
    char *body;
    size_t length;
};

/* One request on a connection of its own. `more` are header lines that end in CR LF, or NULL. */
bool web_request(int port, const char *method, const char *path, const char *more, const char *body,
                 struct web_answer *answer);
/* Reads an answer from a connection. */
bool web_read_answer(int socket, struct web_answer *answer);
void web_free(struct web_answer *answer);
/* The same with JSON both ways; NULL when the answer is none. `status` may be NULL. */
json_t *web_json(int port, const char *method, const char *path, const char *body, int *status);

/* The status alone, 0 without an answer. */
int web_status(int port, const char *method, const char *path, const char *more, const char *body);
/* A member of an answer: its text, "" for none; its number, 0 for none. */
const char *web_text(const json_t *object, const char *name);
json_int_t web_number(const json_t *object, const char *name);

/* A WebSocket, -1 when the handshake was refused. */
int web_socket(int port, const char *path, const char *more);
/* The two halves of the same, so that many can be under way. */
int web_socket_ask(int port, const char *path, const char *more);
bool web_socket_answered(int socket);
enum { WEB_TEXT = 1, WEB_BINARY = 2, WEB_CLOSE = 8, WEB_PING = 9, WEB_PONG = 10 };
/* A frame to the server, masked as the protocol wants it; `final` false begins a message in
   pieces, whose later frames have kind 0. */
bool web_frame(int socket, int kind, bool final, const void *bytes, size_t length);
bool web_say(int socket, const char *text);
/* The next frame: gives its kind, -1 when the connection has ended or nothing came in time. The
   text ends in a zero byte and is freed by the caller. */
int web_hear(int socket, double seconds, char **text, size_t *length);
/* The next JSON message with this event, others being skipped; NULL when none came. */
json_t *web_event(int socket, const char *event, double seconds);
/* Waits for the server to close it and gives the code, 0 when it ended without one, -1 when it did
   not end. */
int web_closed(int socket, double seconds);

#endif
