#include "ports/cli/keep.h"

#include "lab/archive_text.h"
#include "ports/cli/command.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OPTIONS = 512, POSITION = 8192 };

/* The moves with a space between two, to be freed. */
static char *moves_text(const struct game *game, const struct game_setup *setup, const void *start,
                        const uint32_t *moves, int count)
{
    size_t size = game->position_size(setup), room = (size_t)count * (GAME_MOVE_TEXT + 1) + 1;
    char *buffer = command_memory(room), *at = command_memory(size);
    struct text text;
    memcpy(at, start, size);
    text_init(&text, buffer, room);
    for (int i = 0; i < count; i++) {
        if (i)
            text_add_char(&text, ' ');
        game->move_write(setup, at, moves[i], &text);
        game->play(setup, at, moves[i]);
    }
    free(at);
    return buffer;
}

/* The text of a start that is not the game's own; NULL for the game's own. */
static const char *start_text(const struct game *game, const struct game_setup *setup,
                              const void *start, char buffer[POSITION])
{
    size_t size = game->position_size(setup);
    void *own = command_memory(size);
    struct text text;
    game->start(setup, own);
    bool same = memcmp(own, start, size) == 0;
    free(own);
    text_init(&text, buffer, POSITION);
    game->position_write(setup, start, &text);
    return same ? NULL : buffer;
}

bool keep_game(struct archive *archive, const struct game *game, const struct game_setup *setup,
               const void *start, const uint32_t *moves, int count, const struct keep_facts *facts,
               struct error *error)
{
    char options[OPTIONS], position[POSITION], date[16] = "";
    struct text text;
    struct tm today;
    time_t now = time(NULL);
    if (localtime_r(&now, &today))
        strftime(date, sizeof date, "%Y-%m-%d", &today);
    text_init(&text, options, sizeof options);
    archive_write_options(game, setup, &text);
    char *played = moves_text(game, setup, start, moves, count);
    struct archive_game kept = {
        .game = game->name,
        .options = options,
        .start = start_text(game, setup, start, position),
        .moves = played,
        .plies = count,
        .first = facts->first,
        .second = facts->second,
        .result = archive_result_word(facts->half_points),
        .has_score = facts->scored,
        .score = facts->score,
        .ending = facts->ending,
        .event = facts->event,
        .date = date,
        .key = facts->key,
    };
    bool good = archive_add(archive, &kept, NULL, error);
    free(played);
    return good;
}
