/* One HTTP request at a time over a non-blocking socket, polled by the automaton's loop. What
   comes back is only accepted as an answer if it is a complete "200" with a single column;
   everything else means that the machine thinks for itself. */
#include "ports/cli/automaton_server.h"

#include "ports/automaton/hardware.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

bool automaton_server_open(struct automaton_server *server, const char *url, struct error *error)
{
    static const char scheme[] = "http://";
    char name[256];
    *server = (struct automaton_server){.socket = -1};
    if (strncmp(url, scheme, sizeof scheme - 1) != 0)
        return error_set(error, "--server: expected http://HOST:PORT, found \"%s\"", url);
    url += sizeof scheme - 1;
    size_t length = strcspn(url, "/");
    if (length == 0 || length >= sizeof server->host || strlen(url + length) >= 200)
        return error_set(error, "--server: expected http://HOST:PORT");
    memcpy(server->host, url, length);
    snprintf(server->path, sizeof server->path, "%s", url + length);
    size_t end = strlen(server->path);
    if (end && server->path[end - 1] == '/')
        server->path[end - 1] = 0;
    /* the port follows the last colon that is not inside the brackets of an IPv6 address */
    memcpy(name, server->host, sizeof name);
    char *port = strrchr(name, ':'), *host = name;
    if (port && strchr(port, ']'))
        port = NULL;
    if (port)
        *port++ = 0;
    if (*host == '[') {
        host++;
        host[strcspn(host, "]")] = 0;
    }
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    int status = getaddrinfo(host, port ? port : "80", &hints, &server->address);
    if (status != 0)
        return error_set(error, "--server: %s: %s", server->host, gai_strerror(status));
    return true;
}

void automaton_server_forget(struct automaton_server *server)
{
    if (server->socket >= 0)
        close(server->socket);
    server->socket = -1;
}

void automaton_server_close(struct automaton_server *server)
{
    automaton_server_forget(server);
    if (server->address)
        freeaddrinfo(server->address);
    server->address = NULL;
}

bool automaton_server_ask(struct automaton_server *server, const char *moves)
{
    const struct addrinfo *address = server->address;
    automaton_server_forget(server);
    server->sent = false;
    server->length = 0;
    snprintf(server->request, sizeof server->request,
             "GET %s/api/v1/best?game=connect4&moves=%s&time=1.5 HTTP/1.1\r\nHost: %s\r\n"
             "Accept: text/plain\r\nConnection: close\r\n\r\n",
             server->path, moves, server->host);
    server->socket = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (server->socket < 0)
        return false;
    if (connect(server->socket, address->ai_addr, address->ai_addrlen) == 0 || errno == EINPROGRESS)
        return true;
    automaton_server_forget(server);
    return false;
}

static bool ready(int socket, short events)
{
    struct pollfd wanted = {.fd = socket, .events = events};
    return poll(&wanted, 1, 0) > 0;
}

/* The column in a whole answer: the body of a "200", one digit and perhaps the end of a line. */
static int column_in(const struct automaton_server *server)
{
    const char *body = strstr(server->answer, "\r\n\r\n");
    if (strncmp(server->answer, "HTTP/1.", 7) != 0 || strncmp(server->answer + 8, " 200", 4) != 0 ||
        !body)
        return AUTOMATON_REPLY_NONE;
    body += 4;
    if (body[0] < '1' || body[0] > '7' || (body[1] && body[1] != '\n' && body[1] != '\r'))
        return AUTOMATON_REPLY_NONE;
    return body[0] - '1';
}

int automaton_server_reply(struct automaton_server *server)
{
    if (server->socket < 0)
        return AUTOMATON_REPLY_NONE;
    if (!server->sent) {
        if (!ready(server->socket, POLLOUT))
            return AUTOMATON_REPLY_WAIT;
        size_t length = strlen(server->request);
        server->sent =
            send(server->socket, server->request, length, MSG_NOSIGNAL) == (ssize_t)length;
        if (!server->sent) {
            automaton_server_forget(server);
            return AUTOMATON_REPLY_NONE;
        }
    }
    while (ready(server->socket, POLLIN)) {
        size_t room = sizeof server->answer - 1 - server->length;
        ssize_t count = recv(server->socket, server->answer + server->length, room, 0);
        if (count > 0) {
            server->length += (size_t)count;
            continue;
        }
        if (count < 0 && (errno == EAGAIN || errno == EINTR))
            break;
        automaton_server_forget(server);
        server->answer[server->length] = 0;
        return count == 0 ? column_in(server) : AUTOMATON_REPLY_NONE;
    }
    return AUTOMATON_REPLY_WAIT;
}
