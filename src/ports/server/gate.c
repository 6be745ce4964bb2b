/* The checks of gate.h on the texts that browsers and proxies send. Host and Origin are compared
   by name and without regard to case; addresses are parsed by the system and never by patterns.
   A client of IPv6 is named by the first 64 bits of its address, because a subscriber usually
   has a whole network of that size and could otherwise appear as any number of clients. Of
   X-Forwarded-For only the last entry counts, which our own proxy has added; everything before
   it comes from the client and may be invented. */
#include "ports/server/gate.h"

#include <arpa/inet.h>
#include <stdint.h>
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

bool gate_host_here(const char *host)
{
    size_t length = name_length(host);
    if (length == 9 && strncasecmp(host, "localhost", 9) == 0)
        return true;
    return is_address(host, length) &&
           (strncmp(host, "127.", 4) == 0 || (length == 5 && strncmp(host, "[::1]", 5) == 0));
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

bool gate_site(const char *site)
{
    return !site || strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0;
}

static bool name_four(const void *address, char name[GATE_CLIENT])
{
    inet_ntop(AF_INET, address, name, GATE_CLIENT);
    return *(const uint8_t *)address == 127;
}

/* Whoever has an address of IPv6 has its whole network. */
static bool name_six(const struct in6_addr *address, char name[GATE_CLIENT])
{
    if (IN6_IS_ADDR_V4MAPPED(address))
        return name_four(&address->s6_addr[12], name);
    struct in6_addr network = *address;
    memset(&network.s6_addr[8], 0, 8);
    inet_ntop(AF_INET6, &network, name, GATE_CLIENT);
    return IN6_IS_ADDR_LOOPBACK(address);
}

bool gate_client(int socket, char name[GATE_CLIENT])
{
    struct sockaddr_storage peer;
    socklen_t length = sizeof peer;
    strcpy(name, "unknown");
    if (getpeername(socket, (struct sockaddr *)&peer, &length) != 0)
        return false;
    if (peer.ss_family == AF_INET)
        return name_four(&((const struct sockaddr_in *)&peer)->sin_addr, name);
    if (peer.ss_family == AF_INET6)
        return name_six(&((const struct sockaddr_in6 *)&peer)->sin6_addr, name);
    return peer.ss_family == AF_UNIX;
}

/* "1.2.3.4", "1.2.3.4:567", "2001:db8::1", "[2001:db8::1]" and "[2001:db8::1]:567": the address. */
static bool cut_address(const char *from, size_t length, char text[GATE_CLIENT])
{
    if (length == 0 || length >= GATE_CLIENT)
        return false;
    bool bracket = from[0] == '[';
    memcpy(text, from + bracket, length - bracket);
    text[length - bracket] = 0;
    char *colon = strchr(text, ':');
    if (bracket)
        text[strcspn(text, "]")] = 0;
    else if (colon && colon == strrchr(text, ':'))
        *colon = 0;
    return true;
}

bool gate_forwarded(const char *header, char name[GATE_CLIENT])
{
    const char *last = header ? strrchr(header, ',') : NULL;
    char text[GATE_CLIENT];
    struct in_addr four;
    struct in6_addr six;
    last = last ? last + 1 : header;
    if (!last)
        return false;
    last += strspn(last, " \t");
    size_t length = strcspn(last, " \t");
    if (last[length + strspn(last + length, " \t")] || !cut_address(last, length, text))
        return false;
    if (inet_pton(AF_INET, text, &four) == 1)
        name_four(&four, name);
    else if (inet_pton(AF_INET6, text, &six) == 1)
        name_six(&six, name);
    else
        return false;
    return true;
}
