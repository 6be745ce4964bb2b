/* Asks a Potez server for the best column, as the automaton does over its network: one HTTP request
   at a time, which never waits. Only plain http:// addresses. */
#ifndef PORTS_CLI_AUTOMATON_SERVER_H
#define PORTS_CLI_AUTOMATON_SERVER_H

#include "base/error.h"
#include <netdb.h>
#include <stdbool.h>
#include <stddef.h>

struct automaton_server {
    struct addrinfo *address; /* of the host, looked up once */
    char host[256];           /* with the port, as the request names it */
    char path[256];           /* in front of /api/v1 */
    int socket;               /* -1: no request under way */
    bool sent;
    char request[768];
    char answer[4096];
    size_t length;
};

/* Takes "http://host:port". */
bool automaton_server_open(struct automaton_server *server, const char *url, struct error *error);
void automaton_server_close(struct automaton_server *server);

/* As the functions of struct automaton_hardware. */
bool automaton_server_ask(struct automaton_server *server, const char *moves);
int automaton_server_reply(struct automaton_server *server);
void automaton_server_forget(struct automaton_server *server);

#endif
