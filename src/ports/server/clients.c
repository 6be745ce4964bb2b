/* Who is connected and who may be.

   Without a proxy a connection is its client's for as long as it lasts, and is counted when it is
   accepted. A proxy sends requests of many clients over one connection: there each request and
   each WebSocket is counted by itself, once its headers say whose it is. */
#include "ports/server/server_inside.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

/* Behind a proxy every client seems to sit on this machine; nobody is exempt then. */
static struct share *share_of_socket(struct server *server, int socket)
{
    char name[GATE_CLIENT];
    bool local = gate_client(socket, name);
    return shares_hold(service_shares(server->service), name, local && !server->options.gate.proxy,
                       clock_microseconds());
}

bool clients_admit(struct server *server, int socket)
{
    if (server->draining || server->counts->open_connections >= server->connections_most)
        return false;
    if (server->options.gate.proxy)
        return true;
    struct share *share = share_of_socket(server, socket);
    bool good = share && share_may_connect(share);
    share_release(share);
    return good;
}

struct share *clients_arrive(struct server *server, int socket)
{
    struct share *share = share_of_socket(server, socket);
    if (!server->options.gate.proxy)
        share_connect(share);
    return share;
}

void clients_leave(struct server *server, struct share *share)
{
    if (!server->options.gate.proxy)
        share_disconnect(share);
    share_release(share);
}

struct share *clients_share(struct server *server, struct lws *wsi)
{
    struct share *own = lws_get_opaque_user_data(wsi);
    char name[GATE_CLIENT];
    if (!server->options.gate.proxy)
        return share_hold(own);
    char *forwarded = http_header(wsi, WSI_TOKEN_X_FORWARDED_FOR);
    bool known = gate_forwarded(forwarded, name);
    free(forwarded);
    return known ? shares_hold(service_shares(server->service), name, false, clock_microseconds())
                 : share_hold(own);
}

bool clients_begin(struct connection *connection)
{
    struct server *server = connection->server;
    connection->share = clients_share(server, connection->wsi);
    connection->counted = server->options.gate.proxy && share_connect(connection->share);
    return connection->share && (connection->counted || !server->options.gate.proxy);
}

void clients_end(struct connection *connection)
{
    if (connection->counted)
        share_disconnect(connection->share);
    share_release(connection->share);
}

/* lws keeps headers that it knows by number and others by name. */
static bool has_header(struct lws *wsi, const char *name)
{
    for (int i = 0; i < WSI_TOKEN_COUNT; i++) {
        const unsigned char *known = lws_token_to_string((enum lws_token_indexes)i);
        if (known && strcmp((const char *)known, name) == 0)
            return lws_hdr_total_length(wsi, (enum lws_token_indexes)i) > 0;
    }
    return lws_hdr_custom_length(wsi, name, (int)strlen(name)) > 0;
}

bool clients_are_here(const struct connection *connection)
{
    static const char *const of_proxies[] = {
        "x-forwarded-for:",  "forwarded:",        "x-real-ip:", "via:",
        "x-forwarded-host:", "x-forwarded-proto:"};
    struct lws *wsi = connection->wsi;
    if (!connection->share->exempt)
        return false;
    for (size_t i = 0; i < sizeof of_proxies / sizeof of_proxies[0]; i++)
        if (has_header(wsi, of_proxies[i]))
            return false;
    char *host = http_header(wsi, WSI_TOKEN_HOST);
    bool here = host && gate_host_here(host);
    free(host);
    return here && clients_may_enter(connection->server, wsi, true);
}

bool clients_may_enter(const struct server *server, struct lws *wsi, bool costs)
{
    static const char site_header[] = "sec-fetch-site:";
    char *host = http_header(wsi, WSI_TOKEN_HOST);
    char *origin = http_header(wsi, WSI_TOKEN_ORIGIN);
    char site[32];
    int length = lws_hdr_custom_copy(wsi, site, sizeof site, site_header, sizeof site_header - 1);
    const struct gate *gate = &server->options.gate;
    bool own = origin ? gate_origin(gate, origin, host) : gate_site(length > 0 ? site : NULL);
    bool good = gate_host(gate, host) && (!costs || own);
    free(host);
    free(origin);
    return good;
}
