/* Who is connected, by address, and who may be. */
#include "ports/server/server_inside.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct server_client **bucket_of(struct server *server, const char *name)
{
    uint64_t hash = 0;
    for (; *name; name++)
        hash = hash_pair(hash, (uint8_t)*name);
    return &server->clients[hash & 255];
}

static struct server_client *find(struct server *server, const char *name)
{
    struct server_client *client = *bucket_of(server, name);
    while (client && strcmp(client->name, name) != 0)
        client = client->next;
    return client;
}

bool clients_admit(struct server *server, int socket)
{
    char name[GATE_CLIENT];
    if (server->draining || server->counts->open_connections >= server->connections_most)
        return false;
    if (gate_client(socket, name)) /* this machine */
        return true;
    const struct server_client *client = find(server, name);
    return !client || client->connections < server->options.per_address;
}

struct server_client *clients_arrive(struct server *server, int socket)
{
    char name[GATE_CLIENT];
    gate_client(socket, name);
    struct server_client *client = find(server, name);
    if (client) {
        client->connections++;
        return client;
    }
    client = calloc(1, sizeof *client);
    if (!client)
        return NULL;
    struct server_client **bucket = bucket_of(server, name);
    memcpy(client->name, name, sizeof name);
    client->connections = 1;
    client->next = *bucket;
    *bucket = client;
    return client;
}

void clients_leave(struct server *server, struct server_client *gone)
{
    if (--gone->connections > 0)
        return;
    struct server_client **at = bucket_of(server, gone->name);
    while (*at != gone)
        at = &(*at)->next;
    *at = gone->next;
    free(gone);
}

void server_name_client(const struct server *server, struct lws *wsi, char name[GATE_CLIENT])
{
    const struct server_client *client = lws_get_opaque_user_data(wsi);
    snprintf(name, GATE_CLIENT, "%s", client ? client->name : "unknown");
    if (!server->options.gate.proxy)
        return;
    char *forwarded = http_header(wsi, WSI_TOKEN_X_FORWARDED_FOR);
    gate_forwarded(forwarded, name);
    free(forwarded);
}

bool server_may_enter(const struct server *server, struct lws *wsi, bool from_page)
{
    char *host = http_header(wsi, WSI_TOKEN_HOST);
    char *origin = http_header(wsi, WSI_TOKEN_ORIGIN);
    bool good = gate_host(&server->options.gate, host) &&
                (!from_page || gate_origin(&server->options.gate, origin, host));
    free(host);
    free(origin);
    return good;
}
