#include "ports/server/gate.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

/* The length of the name in "name:port" or "[address]:port". */
static size_t name_length(const char *host)
{
    const char *bracket = host[0] == '[' ? strchr(host, ']') : NULL;
    return bracket ? (size_t)(bracket - host) + 1 : strcspn(host, ":");
}

static bool is_address(const char *name, size_t length)
{
    char text[64];
    struct in6_addr address;
    bool brackets = length > 2 && name[0] == '[';
    if (brackets) {
        name++;
        length -= 2;
    }
    if (length == 0 || length >= sizeof text)
        return false;
    memcpy(text, name, length);
    text[length] = 0;
    return inet_pton(brackets ? AF_INET6 : AF_INET, text, &address) == 1;
}

/* Where the host begins in "https://host:port". */
static const char *host_of(const char *origin)
{
    const char *slashes = strstr(origin, "://");
    return slashes ? slashes + 3 : NULL;
}

bool gate_host(const struct gate *gate, const char *host)
{
    if (!host)
        return true; /* HTTP/1.0 */
    size_t length = name_length(host);
    if (is_address(host, length) || (length == 9 && strncasecmp(host, "localhost", 9) == 0))
        return true;
    for (int i = 0; i < gate->count; i++) {
        const char *allowed = host_of(gate->origins[i]);
        if (allowed && name_length(allowed) == length && strncasecmp(allowed, host, length) == 0)
            return true;
    }
    return false;
}

bool gate_origin(const struct gate *gate, const char *origin, const char *host)
{
    if (!origin)
        return true;
    for (int i = 0; i < gate->count; i++)
        if (strcasecmp(origin, gate->origins[i]) == 0)
            return true;
    const char *from = host_of(origin);
    return from && host && strcasecmp(from, host) == 0;
}

bool gate_client(int socket, char name[GATE_CLIENT])
{
    struct sockaddr_storage peer;
    socklen_t length = sizeof peer;
    strcpy(name, "unknown");
    if (getpeername(socket, (struct sockaddr *)&peer, &length) != 0)
        return false;
    if (peer.ss_family == AF_INET) {
        const struct sockaddr_in *in = (const struct sockaddr_in *)&peer;
        inet_ntop(AF_INET, &in->sin_addr, name, GATE_CLIENT);
        return (ntohl(in->sin_addr.s_addr) >> 24) == 127;
    }
    if (peer.ss_family == AF_INET6) {
        struct in6_addr address = ((const struct sockaddr_in6 *)&peer)->sin6_addr;
        bool local = IN6_IS_ADDR_LOOPBACK(&address);
        if (IN6_IS_ADDR_V4MAPPED(&address)) {
            local = address.s6_addr[12] == 127;
            inet_ntop(AF_INET, &address.s6_addr[12], name, GATE_CLIENT);
        } else {
            memset(&address.s6_addr[8], 0, 8);
            inet_ntop(AF_INET6, &address, name, GATE_CLIENT);
        }
        return local;
    }
    return peer.ss_family == AF_UNIX;
}

bool gate_forwarded(const char *header, char name[GATE_CLIENT])
{
    const char *last = header ? strrchr(header, ',') : NULL;
    last = last ? last + 1 : header;
    if (!last)
        return false;
    last += strspn(last, " \t");
    size_t length = strcspn(last, " \t,");
    if (length == 0 || length >= GATE_CLIENT)
        return false;
    memcpy(name, last, length);
    name[length] = 0;
    return true;
}
