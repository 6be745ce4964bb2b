/* Saved games: what is accepted is saved and loaded again as the same text. */
#include "input.h"

#include <stdlib.h>
#include <string.h>

#define TEXT_MAX (1 << 20)

/* Loads a text and saves it into `into`, which holds TEXT_MAX. */
static bool load_and_save(const char *from, size_t length, char *into, size_t *saved_length)
{
    struct session_needs needs;
    struct session *session = NULL;
    struct text text;
    struct error error;
    void *level = NULL, *memory = NULL;
    error.text[0] = 0;
    bool good = session_inspect(from, length, &needs, &error);
    if (good && needs.level) {
        level = input_read_level(needs.game, needs.level, needs.level_length);
        needs.setup.level = level;
        if (!level)
            return false;
    }
    size_t bytes = good ? session_bytes(needs.game, &needs.setup, needs.plies) : 0;
    if (bytes > 0 && bytes < 1 << 26)
        memory = malloc(bytes);
    if (good)
        session = session_load(from, length, &needs, memory, memory ? bytes : 0, &error);
    PROMISE(session || error.text[0]);
    good = session != NULL;
    if (good) {
        text_init(&text, into, TEXT_MAX);
        session_save(session, &text);
        *saved_length = text.length;
        good = text_fits(&text);
    }
    free(memory);
    free(level);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char first[TEXT_MAX], second[TEXT_MAX];
    size_t length;
    if (!load_and_save((const char *)data, size, first, &length))
        return 0;
    PROMISE(load_and_save(first, length, second, &length));
    PROMISE(strcmp(first, second) == 0);
    return 0;
}
