/* Who may come in: names of hosts and origins, addresses of clients.

   A page on another site must not speak to this server through its visitor's browser. A browser
   says with Origin where a request comes from; it has to be this server itself (the Host header) or
   an origin that was allowed by name. Programs send no Origin and are let through.
   A browser sends no Origin with the GET of a picture or a link; Sec-Fetch-Site then says whether
   another site's page asks. Host must be an address, "localhost" or an allowed name, which keeps
   out a foreign name that was made to point to this machine. */
#ifndef PORTS_SERVER_GATE_H
#define PORTS_SERVER_GATE_H

#include <stdbool.h>
#include <stddef.h>

#define GATE_ORIGINS_MAX 16
#define GATE_CLIENT 64 /* a buffer of this size holds any client's name */

struct gate {
    const char *origins[GATE_ORIGINS_MAX]; /* "https://play.example.org", no slash at the end */
    int count;
    bool proxy; /* X-Forwarded-For names the client */
};

/* `host` is the Host header, NULL for none. */
bool gate_host(const struct gate *gate, const char *host);
/* Whether that names this machine and no other: "localhost" or an address of the loopback. */
bool gate_host_here(const char *host);
/* `origin` NULL: not from a page. */
bool gate_origin(const struct gate *gate, const char *origin, const char *host);
/* `site` is Sec-Fetch-Site: NULL from a program, "none" when a person typed the address. */
bool gate_site(const char *site);

/* Names the client of a socket: its address, of IPv6 the network (the first 64 bits). Gives whether
   it is this machine. */
bool gate_client(int socket, char name[GATE_CLIENT]);
/* The same of the last address in X-Forwarded-For, which the proxy itself has written; false, and
   the name is left as it was, when there is none. */
bool gate_forwarded(const char *header, char name[GATE_CLIENT]);

#endif
