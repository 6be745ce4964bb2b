/* Games in GGF: what is accepted is written and read back equal. */
#include "input.h"

#include "lab/othello/ggf.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct ggf_game game, again;
    static char buffer[1 << 15];
    struct text text;
    struct error error;
    int hundredths;
    char how;
    error.text[0] = 0;
    size_t used = ggf_read((const char *)data, size, &game, &error);
    PROMISE(used <= size);
    PROMISE(used || error.text[0]);
    if (!used)
        return 0;
    ggf_result(&game, &hundredths, &how);
    if (!game.result[0])
        strcpy(game.result, "?");
    text_init(&text, buffer, sizeof buffer);
    ggf_write(&game, &text);
    PROMISE(text_fits(&text));
    PROMISE(ggf_read(buffer, text.length, &again, &error) == text.length);
    PROMISE(strcmp(game.black, again.black) == 0 && strcmp(game.result, again.result) == 0);
    PROMISE(game.move_count == again.move_count);
    PROMISE(memcmp(game.moves, again.moves, (size_t)game.move_count * sizeof game.moves[0]) == 0);
    return 0;
}
