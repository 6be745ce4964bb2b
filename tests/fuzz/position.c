/* Texts of positions: what is accepted is written and read back equal and can be played on. */
#include "input.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input;
    struct error error;
    if (!input_take(data, size, &input))
        return 0;
    void *position = calloc(1, input.game->position_size(&input.setup));
    error.text[0] = 0;
    if (input.game->position_read(&input.setup, input.text, input.length, position, &error))
        input_try_position(input.game, &input.setup, position, 12);
    else
        PROMISE(error.text[0]);
    free(position);
    return 0;
}
