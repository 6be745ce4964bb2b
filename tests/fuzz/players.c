/* Names of players and limits of thinking: what is accepted lies within its bounds. */
#include "input.h"

#include "minds/mind.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input;
    struct error error;
    struct mind_limits limits = {0};
    if (!input_take(data, size, &input))
        return 0;
    error.text[0] = 0;
    if (mind_limits_read(input.text, input.length, &limits, &error))
        PROMISE(limits.depth >= MIND_DEPTH_STATIC && limits.depth <= 200);
    else
        PROMISE(error.text[0]);

    const struct mind *mind = mind_of(input.game);
    if (!mind)
        return 0;
    char *name = calloc(1, input.length + 1); /* a zero byte in the text ends the name */
    struct player player;
    memcpy(name, input.text, input.length);
    error.text[0] = 0;
    if (player_read(mind, name, &player, &error)) {
        PROMISE(strcmp(player.name, name) == 0);
        PROMISE(!player.kind->argument ||
                (player.number >= player.kind->least && player.number <= player.kind->most));
    } else {
        PROMISE(error.text[0]);
    }
    free(name);
    return 0;
}
