/* Who may come in: an input is lines, Host, Origin, Sec-Fetch-Site and X-Forwarded-For. A foreign
   page never comes in, a name of this machine is a name that is let in, and a client that is named
   by its address is the same client when that name is sent again. */
#include "input.h"

#include "ports/server/gate.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Cuts the next line off; NULL behind the last. */
static char *cut_line(char **text)
{
    char *start = *text, *end = start ? strchr(start, '\n') : NULL;
    if (end)
        *end = 0;
    *text = end ? end + 1 : NULL;
    return start;
}

static void try_origin(const struct gate *gate, const char *origin, const char *host)
{
    if (!origin || !gate_origin(gate, origin, host))
        return;
    const char *from = strstr(origin, "://");
    PROMISE(from);
    bool own = host && strcasecmp(from + 3, host) == 0, named = false;
    for (int i = 0; i < gate->count; i++)
        named |= strcasecmp(origin, gate->origins[i]) == 0;
    PROMISE(own || named);
}

static void try_forwarded(const char *header)
{
    char name[GATE_CLIENT] = "before", again[GATE_CLIENT] = "";
    if (!gate_forwarded(header, name)) {
        PROMISE(strcmp(name, "before") == 0);
        return;
    }
    PROMISE(name[0] && strspn(name, "0123456789abcdef.:") == strlen(name));
    PROMISE(gate_forwarded(name, again) && strcmp(name, again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct gate closed,
        named = {{"https://play.example.org", "http://[2001:db8::1]"}, 2, true};
    char *text = malloc(size + 1), *at = text;
    memcpy(text, data, size);
    text[size] = 0;
    const char *host = cut_line(&at), *origin = cut_line(&at), *site = cut_line(&at);
    PROMISE(!gate_host_here(host) || gate_host(&closed, host));
    PROMISE(!gate_host(&closed, host) || gate_host(&named, host));
    try_origin(&closed, origin, host);
    try_origin(&named, origin, host);
    PROMISE(!site || gate_site(site) == (!strcmp(site, "none") || !strcmp(site, "same-origin")));
    try_forwarded(cut_line(&at));
    free(text);
    return 0;
}
