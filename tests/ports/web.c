#define _GNU_SOURCE /* strcasestr */
#include "web.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

bool web_start(struct web_server *server, const char *program, const char *data)
{
    static const char *const nothing[] = {NULL};
    return web_start_with(server, program, data, nothing);
}

bool web_start_with(struct web_server *server, const char *program, const char *data,
                    const char *const *more)
{
    const char *arguments[32] = {program, "serve", "--port", "0", "--data", data, "--quiet"};
    for (int i = 7; *more && i < 31; i++)
        arguments[i] = *more++;
    int out[2];
    if (pipe(out) != 0)
        return false;
    server->process = fork();
    if (server->process == 0) {
        dup2(out[1], 1);
        close(out[0]);
        close(out[1]);
        execv(program, (char *const *)(uintptr_t)arguments);
        _exit(127);
    }
    close(out[1]);
    char line[128] = "";
    ssize_t length = read(out[0], line, sizeof line - 1);
    close(out[0]);
    const char *colon = length > 0 ? strrchr(line, ':') : NULL;
    server->port = colon ? atoi(colon + 1) : 0;
    return server->port > 0;
}

int web_stop(struct web_server *server, int signal)
{
    int status = 0;
    kill(server->process, signal);
    waitpid(server->process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int web_connect(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int handle = socket(AF_INET, SOCK_STREAM, 0);
    int one = 1;
    struct timeval limit = {.tv_sec = 20};
    setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(handle, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (connect(handle, (struct sockaddr *)&address, sizeof address) == 0)
        return handle;
    close(handle);
    return -1;
}

bool web_write(int handle, const void *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        ssize_t written = send(handle, (const char *)bytes + at, length - at, MSG_NOSIGNAL);
        if (written <= 0)
            return false;
        at += (size_t)written;
    }
    return true;
}

/* Up to the empty line; what follows stays in the socket. */
static bool read_head(int handle, char *head, size_t size)
{
    size_t at = 0;
    while (at + 1 < size && recv(handle, head + at, 1, 0) == 1) {
        head[++at] = 0;
        if (at >= 4 && memcmp(head + at - 4, "\r\n\r\n", 4) == 0)
            return true;
    }
    return false;
}

bool web_read_answer(int handle, struct web_answer *answer)
{
    memset(answer, 0, sizeof *answer);
    if (!read_head(handle, answer->head, sizeof answer->head))
        return false;
    answer->status = atoi(answer->head + 9);
    const char *length = strcasestr(answer->head, "\r\ncontent-length:");
    size_t room = length ? (size_t)atol(length + 17) : (size_t)1 << 20;
    answer->body = calloc(1, room + 1);
    while (answer->length < room) {
        ssize_t got = recv(handle, answer->body + answer->length, room - answer->length, 0);
        if (got <= 0)
            break;
        answer->length += (size_t)got;
    }
    return true;
}

bool web_request(int port, const char *method, const char *path, const char *more, const char *body,
                 struct web_answer *answer)
{
    size_t size = strlen(path) + (body ? strlen(body) : 0) + (more ? strlen(more) : 0) + 512;
    char *text = malloc(size);
    int length = snprintf(text, size, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s", method, path,
                          port, more ? more : "");
    if (body)
        length +=
            snprintf(text + length, size - (size_t)length, "Content-Length: %zu\r\n", strlen(body));
    length += snprintf(text + length, size - (size_t)length, "Connection: close\r\n\r\n%s",
                       body ? body : "");
    int handle = web_connect(port);
    bool good = handle >= 0 && web_write(handle, text, (size_t)length);
    memset(answer, 0, sizeof *answer);
    if (good && strcmp(method, "HEAD") == 0) {
        good = read_head(handle, answer->head, sizeof answer->head);
        answer->status = good ? atoi(answer->head + 9) : 0;
    } else if (good) {
        good = web_read_answer(handle, answer);
    }
    close(handle);
    free(text);
    return good;
}

void web_free(struct web_answer *answer)
{
    free(answer->body);
    answer->body = NULL;
}

json_t *web_json(int port, const char *method, const char *path, const char *body, int *status)
{
    struct web_answer answer;
    if (!web_request(port, method, path, NULL, body, &answer))
        return NULL;
    json_t *value = json_loadb(answer.body, answer.length, 0, NULL);
    if (status)
        *status = answer.status;
    web_free(&answer);
    return value;
}

int web_socket_ask(int port, const char *path, const char *more)
{
    char text[1024];
    int handle = web_connect(port);
    int length = snprintf(text, sizeof text,
                          "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n",
                          path, port, more ? more : "");
    if (handle >= 0 && web_write(handle, text, (size_t)length))
        return handle;
    close(handle);
    return -1;
}

bool web_socket_answered(int handle)
{
    char head[4096];
    return handle >= 0 && read_head(handle, head, sizeof head) &&
           strncmp(head, "HTTP/1.1 101", 12) == 0;
}

int web_socket(int port, const char *path, const char *more)
{
    int handle = web_socket_ask(port, path, more);
    if (web_socket_answered(handle))
        return handle;
    close(handle);
    return -1;
}

bool web_frame(int handle, int kind, bool final, const void *bytes, size_t length)
{
    static const unsigned char mask[4] = {0x12, 0x34, 0x56, 0x78};
    unsigned char *frame = malloc(length + 14);
    size_t at = 0;
    frame[at++] = (unsigned char)((final ? 0x80 : 0) | kind);
    if (length < 126) {
        frame[at++] = (unsigned char)(0x80 | length);
    } else if (length < 65536) {
        frame[at++] = 0x80 | 126;
        frame[at++] = (unsigned char)(length >> 8);
        frame[at++] = (unsigned char)length;
    } else {
        frame[at++] = 0x80 | 127;
        for (int shift = 56; shift >= 0; shift -= 8)
            frame[at++] = (unsigned char)(length >> shift);
    }
    memcpy(frame + at, mask, 4);
    at += 4;
    for (size_t i = 0; i < length; i++)
        frame[at++] = ((const unsigned char *)bytes)[i] ^ mask[i & 3];
    bool good = web_write(handle, frame, at);
    free(frame);
    return good;
}

bool web_say(int handle, const char *text)
{
    return web_frame(handle, WEB_TEXT, true, text, strlen(text));
}

static bool read_all(int handle, void *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        ssize_t got = recv(handle, (char *)bytes + at, length - at, 0);
        if (got <= 0)
            return false;
        at += (size_t)got;
    }
    return true;
}

int web_hear(int handle, double seconds, char **text, size_t *length)
{
    struct pollfd wait = {.fd = handle, .events = POLLIN};
    unsigned char head[10];
    *text = NULL;
    if (poll(&wait, 1, (int)(seconds * 1000)) <= 0 || !read_all(handle, head, 2))
        return -1;
    *length = head[1] & 127;
    if (*length == 126 && read_all(handle, head + 2, 2))
        *length = (size_t)head[2] << 8 | head[3];
    else if (*length == 127 && read_all(handle, head + 2, 8))
        *length = (size_t)head[6] << 24 | (size_t)head[7] << 16 | (size_t)head[8] << 8 | head[9];
    *text = calloc(1, *length + 1);
    if (!read_all(handle, *text, *length)) {
        free(*text);
        *text = NULL;
        return -1;
    }
    return head[0] & 15;
}

json_t *web_event(int handle, const char *event, double seconds)
{
    double end = seconds_now() + seconds;
    for (double left = seconds; left > 0; left = end - seconds_now()) {
        char *text;
        size_t length;
        int kind = web_hear(handle, left, &text, &length);
        if (kind == WEB_PING)
            web_frame(handle, WEB_PONG, true, text, length);
        json_t *message = kind == WEB_TEXT ? json_loadb(text, length, 0, NULL) : NULL;
        free(text);
        if (kind < 0 || kind == WEB_CLOSE)
            return NULL;
        const char *name = json_string_value(json_object_get(message, "event"));
        if (name && strcmp(name, event) == 0)
            return message;
        json_decref(message);
    }
    return NULL;
}

int web_closed(int handle, double seconds)
{
    double end = seconds_now() + seconds;
    for (double left = seconds; left > 0; left = end - seconds_now()) {
        char *text;
        size_t length;
        int kind = web_hear(handle, left, &text, &length);
        int code = kind == WEB_CLOSE && length >= 2
                       ? (unsigned char)text[0] << 8 | (unsigned char)text[1]
                       : 0;
        free(text);
        if (kind == WEB_CLOSE)
            return code;
        if (kind < 0)
            return seconds_now() < end ? 0 : -1;
    }
    return -1;
}

int web_stop_and_remove(struct web_server *server, const char *data)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", data);
    int status = web_stop(server, SIGTERM);
    return system(command) != 0 || status != 0;
}

int web_status(int port, const char *method, const char *path, const char *more, const char *body)
{
    struct web_answer answer;
    if (!web_request(port, method, path, more, body, &answer))
        return 0;
    int status = answer.status;
    web_free(&answer);
    return status;
}

const char *web_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

json_int_t web_number(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}
