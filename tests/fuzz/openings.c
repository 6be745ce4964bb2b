/* Files of openings: every opening that is taken can be played and leaves the game open; what is
   refused is refused with a sentence. Memory and files are the test's own. */
#include "input.h"

#include "lab/opened.h"
#include "ports/cli/file.h"
#include "ports/cli/openings.h"

#include <stdlib.h>
#include <string.h>

static const char *text_given;
static size_t length_given;

char *file_read(const char *path, size_t limit, size_t *length, struct error *error)
{
    (void)path;
    (void)error;
    PROMISE(length_given <= limit);
    char *text = malloc(length_given + 1);
    memcpy(text, text_given, length_given);
    text[length_given] = 0;
    *length = length_given;
    return text;
}

void *command_memory(size_t bytes)
{
    void *memory = calloc(1, bytes ? bytes : 1);
    PROMISE(memory);
    return memory;
}

size_t position_size(const struct opened *opened)
{
    return opened->game->position_size(&opened->setup);
}

static void play(const struct opened *opened, const struct match_opening *opening)
{
    struct game_result result;
    size_t size = position_size(opened);
    void *at = command_memory(size);
    memcpy(at, session_position(opened->session), size);
    for (int i = 0; i < opening->count; i++) {
        uint32_t moves[GAME_MOVES_MAX];
        int count = opened->game->legal_moves(&opened->setup, at, moves), found = 0;
        while (found < count && moves[found] != opening->moves[i])
            found++;
        PROMISE(found < count);
        opened->game->play(&opened->setup, at, opening->moves[i]);
    }
    PROMISE(!opened->game->result(&opened->setup, at, &result));
    free(at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input;
    struct opened opened;
    struct openings openings = {0};
    struct error error = {.text = ""};
    if (!input_take(data, size, &input))
        return 0;
    text_given = input.text;
    length_given = input.length;
    opened_begin(&opened, input.game);
    opened.setup = input.setup;
    PROMISE(opened_start(&opened, NULL, 0, 4, &error));
    if (openings_read(&openings, &opened, "file", &error))
        PROMISE(openings.count > 0);
    else
        PROMISE(error.text[0]);
    for (int i = 0; i < openings.count; i++)
        play(&opened, &openings.list[i]);
    openings_free(&openings);
    opened_close(&opened);
    return 0;
}
