/* Lines of the protocols: the first character picks one, the rest are lines. Nothing crashes, and a
   search that was begun ends. */
#include "input.h"

#include "ports/engine/talk.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct talk_protocol *const protocols[] = {&talk_potez, &talk_nboard, &talk_gtp};
    static struct talk talk;
    static FILE *nowhere;
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    if (size < 1 || !nowhere)
        return 0;
    const struct talk_protocol *protocol = data[0] == 'n'   ? protocols[1]
                                           : data[0] == 'g' ? protocols[2]
                                                            : protocols[0];
    PROMISE(talk_open(&talk, protocol, game_find("othello"), nowhere, 1, 0, NULL));
    talk.together = true;
    talk.nodes_most = 50;
    const char *line = (const char *)data + 1, *end = (const char *)data + size;
    for (int count = 0; line < end && !talk.quit && count < 40; count++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop)
            stop = end;
        talk_line(&talk, line, (size_t)(stop - line));
        line = stop + 1;
    }
    talk_close(&talk);
    return 0;
}
