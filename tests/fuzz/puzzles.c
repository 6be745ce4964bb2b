/* Files of puzzles as other programs get them: what the library reads is a JSON object, and each of
   its puzzles opens as a game in which the solution is legal. */
#include "input.h"

#include "ports/library/potez.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct potez_settings settings = {.size = sizeof settings, .table = 1 << 16};
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    char *object = potez_puzzles_read(text);
    PROMISE(object || potez_error()[0]);
    PROMISE(!object || (object[0] == '{' && strchr(object, 0)[-1] == '}'));
    for (int i = 0; object && i < 4; i++) {
        potez *game = potez_puzzle_open(text, i, &settings);
        if (!game)
            break;
        PROMISE(potez_legal(game, NULL, 0) > 0 && !potez_over(game));
        potez_close(game);
    }
    potez_free(object);
    free(text);
    return 0;
}
