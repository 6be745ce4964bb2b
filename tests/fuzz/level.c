/* Levels: what is accepted has one canonical text, and a game on it can be played. */
#include "input.h"

#include <stdlib.h>
#include <string.h>

#define TEXT_MAX (1 << 20)

static void try_level(const struct game *game, void *level)
{
    static char first[TEXT_MAX], second[TEXT_MAX];
    struct game_setup setup;
    struct text text;
    text_init(&text, first, sizeof first);
    game->level_write(level, &text);
    if (text_fits(&text)) {
        void *again = input_read_level(game, first, text.length);
        PROMISE(again);
        text_init(&text, second, sizeof second);
        game->level_write(again, &text);
        PROMISE(strcmp(first, second) == 0);
        free(again);
    }
    game_setup_default(game, &setup);
    setup.level = level;
    if (!game->setup_valid(&setup, NULL) || game->position_size(&setup) > 4096)
        return;
    void *position = calloc(1, game->position_size(&setup));
    game->start(&setup, position);
    input_try_position(game, &setup, position, 8);
    free(position);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int i = 0; i < game_count; i++) {
        if (!games[i]->level_read)
            continue;
        void *level = input_read_level(games[i], (const char *)data, size);
        if (level)
            try_level(games[i], level);
        free(level);
    }
    return 0;
}
