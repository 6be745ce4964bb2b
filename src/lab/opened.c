/* Opening games, and exchanging one for another (opened.h). Everything that can fail is done with
   new memory before the old is freed, so that a failure leaves the game as it was: a server must be
   able to refuse a bad position without losing the game that is on the board. */
#include "lab/opened.h"

#include "lab/heap.h"
#include "lab/replace.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES_LEAST = 256 };

void opened_begin(struct opened *opened, const struct game *game)
{
    opened_begin_on(opened, NULL, game);
}

void opened_begin_on(struct opened *opened, const struct heap *heap, const struct game *game)
{
    *opened = (struct opened){.heap = heap, .game = game};
    if (game)
        game_setup_default(game, &opened->setup);
}

void opened_close(struct opened *opened)
{
    heap_give(opened->heap, opened->session);
    heap_give(opened->heap, opened->level);
    *opened = (struct opened){.heap = opened->heap};
}

bool opened_option(struct opened *opened, const char *text, size_t length, struct error *error)
{
    char name[64], value[64];
    const char *equals = memchr(text, '=', length);
    size_t before = equals ? (size_t)(equals - text) : length;
    if (!equals || before >= sizeof name || length - before > sizeof value)
        return error_set(error, "expected NAME=VALUE, found \"%.*s\"",
                         text_printable(text, length, 32), text);
    memcpy(name, text, before);
    name[before] = 0;
    memcpy(value, equals + 1, length - before - 1);
    value[length - before - 1] = 0;
    return game_setup_set(opened->game, &opened->setup, name, value, error);
}

/* NULL with an error for text that is not a level. */
static void *level_of(const struct heap *heap, const struct game *game, const char *text,
                      size_t length, struct error *error)
{
    if (!game->level_read) {
        error_set(error, "%s has no levels", game->name);
        return NULL;
    }
    size_t size = game->level_size(text, length, error);
    if (!size)
        return NULL;
    void *level = size <= OPENED_MEMORY ? heap_take(heap, size) : NULL;
    if (!level)
        error_machine(error, "out of memory for a level of %zu bytes", size);
    if (level && game->level_read(text, length, level, size, error))
        return level;
    heap_give(heap, level);
    return NULL;
}

bool opened_level(struct opened *opened, const char *text, size_t length, struct error *error)
{
    void *level = level_of(opened->heap, opened->game, text, length, error);
    if (!level)
        return false;
    heap_give(opened->heap, opened->level);
    opened->level = level;
    opened->setup.level = level;
    return true;
}

/* Memory for `plies`, or for fewer where positions are large, but for `least` of them. */
static void *room_for(const struct heap *heap, const struct game *game,
                      const struct game_setup *setup, size_t least, size_t plies, size_t *bytes,
                      struct error *error)
{
    do {
        *bytes = session_bytes(game, setup, (int)plies);
        if (*bytes <= OPENED_MEMORY)
            break;
        plies /= 2;
    } while (plies > least);
    if (*bytes > OPENED_MEMORY && plies < least)
        *bytes = session_bytes(game, setup, (int)least);
    void *memory = *bytes && *bytes <= 4 * OPENED_MEMORY ? heap_take(heap, *bytes) : NULL;
    if (!memory)
        error_machine(error, "a game of %zu plies on this board needs more memory than there is",
                      least);
    return memory;
}

bool opened_start(struct opened *opened, const char *position, size_t length, size_t plies,
                  struct error *error)
{
    const struct game *game = opened->game;
    size_t bytes;
    if (!game->setup_valid(&opened->setup, error))
        return false;
    size_t least = plies < PLIES_LEAST ? plies : PLIES_LEAST;
    void *memory = room_for(opened->heap, game, &opened->setup, least, plies, &bytes, error);
    void *start = NULL;
    bool good = memory;
    if (good && position && !text_part_equal(position, length, "start")) {
        start = heap_take_clear(opened->heap, game->position_size(&opened->setup));
        good = start ? game->position_read(&opened->setup, position, length, start, error)
                     : error_machine(error, "out of memory for a position");
    }
    if (good) {
        heap_give(opened->heap, opened->session);
        opened->session = session_start(game, &opened->setup, start, memory, bytes);
    } else {
        heap_give(opened->heap, memory);
    }
    heap_give(opened->heap, start);
    return good;
}

bool opened_load(struct opened *opened, const char *text, size_t length, size_t plies,
                 struct error *error)
{
    struct session_needs needs;
    size_t bytes;
    if (!session_inspect(text, length, &needs, error))
        return false;
    if (opened->game && needs.game != opened->game)
        return error_set(error, "expected a game of %s, found one of %s", opened->game->name,
                         needs.game->name);
    void *level = needs.level
                      ? level_of(opened->heap, needs.game, needs.level, needs.level_length, error)
                      : NULL;
    needs.setup.level = level;
    void *memory = NULL;
    if ((level || !needs.level) && needs.game->setup_valid(&needs.setup, error))
        memory = room_for(opened->heap, needs.game, &needs.setup, (size_t)needs.plies,
                          (size_t)needs.plies + plies, &bytes, error);
    struct session *session =
        memory ? session_load(text, length, &needs, memory, bytes, error) : NULL;
    if (!session) {
        heap_give(opened->heap, memory);
        heap_give(opened->heap, level);
        return false;
    }
    opened_close(opened);
    *opened = (struct opened){opened->heap, needs.game, needs.setup, level, session};
    return true;
}

bool opened_save(const struct session *session, const char *path, struct error *error)
{
    struct text text;
    text_init(&text, NULL, 0);
    session_save(session, &text);
    size_t size = text.length + 1;
    char *saved = malloc(size);
    if (!saved)
        return error_machine(error, "out of memory for a saved game");
    text_init(&text, saved, size);
    session_save(session, &text);
    bool good = replace_whole(path, saved, text.length, error);
    free(saved);
    return good;
}

char *opened_position(const struct session *session, int ply)
{
    const struct game *game = session_game(session);
    struct text text;
    char *buffer = NULL;
    size_t size = 256;
    do {
        free(buffer);
        buffer = malloc(size);
        if (!buffer)
            return NULL;
        text_init(&text, buffer, size);
        game->position_write(session_setup(session), session_position_at(session, ply), &text);
        size = text.length + 1;
    } while (!text_fits(&text));
    return buffer;
}
