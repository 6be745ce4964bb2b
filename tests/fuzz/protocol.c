/* Lines of the protocols: the first character picks one, the rest are lines. Nothing crashes, and a
   search that was begun ends. */
#include "input.h"

#include "ports/engine/engine.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct engine_protocol *const protocols[] = {&engine_potez, &engine_nboard,
                                                              &engine_gtp};
    static struct engine engine;
    static FILE *nowhere;
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    if (size < 1 || !nowhere)
        return 0;
    const struct engine_protocol *protocol = data[0] == 'n'   ? protocols[1]
                                             : data[0] == 'g' ? protocols[2]
                                                              : protocols[0];
    PROMISE(engine_open(&engine, protocol, game_find("othello"), nowhere, 1, 0, NULL));
    engine.together = true;
    engine.nodes_most = 50;
    const char *line = (const char *)data + 1, *end = (const char *)data + size;
    for (int count = 0; line < end && !engine.quit && count < 40; count++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop)
            stop = end;
        engine_line(&engine, line, (size_t)(stop - line));
        line = stop + 1;
    }
    engine_close(&engine);
    return 0;
}
