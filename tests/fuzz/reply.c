/* What a server answers to the automaton's question over the network: a column of the board or
   nothing, however it is cut into pieces (the first byte says where). */
#include "input.h"

#include "ports/automaton/hardware.h"
#include "ports/cli/automaton_server.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { COLUMNS = 7 };

static int hear(struct automaton_server *server)
{
    int reply = automaton_server_reply(server);
    PROMISE(reply == AUTOMATON_REPLY_WAIT || reply == AUTOMATON_REPLY_NONE ||
            (reply >= 0 && reply < COLUMNS));
    PROMISE(server->length < sizeof server->answer);
    return reply;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct automaton_server server;
    int ends[2];
    if (size < 1)
        return 0;
    size_t cut = data[0] < size ? data[0] : size - 1;
    PROMISE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0);
    memset(&server, 0xa5, sizeof server);
    server.socket = ends[0];
    server.sent = true;
    server.length = 0;
    size_t sent = cut ? (size_t)write(ends[1], data + 1, cut) : 0;
    PROMISE(sent == cut);
    int reply = hear(&server);
    if (reply == AUTOMATON_REPLY_WAIT) {
        ssize_t rest = size - 1 > cut ? write(ends[1], data + 1 + cut, size - 1 - cut) : 0;
        PROMISE(rest >= 0);
        close(ends[1]);
        ends[1] = -1;
        reply = hear(&server);
        PROMISE(reply != AUTOMATON_REPLY_WAIT);
    }
    if (ends[1] >= 0)
        close(ends[1]);
    automaton_server_forget(&server);
    return 0;
}
