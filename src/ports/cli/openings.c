/* Openings from a file. Each line is played by the rules while it is read, and an opening after
   which the game is over is refused. */
#include "ports/cli/openings.h"

#include "base/text.h"
#include "ports/cli/file.h"
#include <stdlib.h>
#include <string.h>

enum { OPENING_MAX = 1000 };

struct opening_line {
    uint32_t moves[OPENING_MAX];
    int count;
};

static void add_move(void *listener, uint32_t move)
{
    struct opening_line *line = listener;
    if (line->count < OPENING_MAX)
        line->moves[line->count] = move;
    line->count++;
}

void openings_free(struct openings *openings)
{
    for (int i = 0; i < openings->count; i++)
        free((void *)openings->list[i].moves);
    free(openings->list);
    *openings = (struct openings){0};
}

static void openings_add(struct openings *openings, const struct opening_line *line)
{
    if (openings->count == openings->room) {
        int room = openings->room ? 2 * openings->room : 64;
        struct match_opening *list = command_memory((size_t)room * sizeof *list);
        if (openings->list)
            memcpy(list, openings->list, (size_t)openings->count * sizeof *list);
        free(openings->list);
        openings->list = list;
        openings->room = room;
    }
    uint32_t *moves = command_memory((size_t)line->count * sizeof *moves);
    memcpy(moves, line->moves, (size_t)line->count * sizeof *moves);
    openings->list[openings->count++] = (struct match_opening){moves, line->count};
}

static bool opening_read(struct openings *openings, const struct opened *position, void *at,
                         const char *text, size_t length, struct error *error)
{
    static struct opening_line line;
    struct game_result result;
    line.count = 0;
    memcpy(at, session_position(position->session), position_size(position));
    if (length > 6 && memcmp(text, "moves:", 6) == 0)
        text += 6, length -= 6;
    if (!game_play_text(position->game, &position->setup, at, text, length, add_move, &line, error))
        return false;
    if (line.count > OPENING_MAX)
        return error_set(error, "expected at most %d moves, found %d", OPENING_MAX, line.count);
    if (position->game->result(&position->setup, at, &result))
        return error_set(error, "the game is over after these moves");
    openings_add(openings, &line);
    return true;
}

bool openings_read(struct openings *openings, const struct opened *position, const char *path,
                   struct error *error)
{
    size_t length;
    char *text = file_read(path, (size_t)64 << 20, &length, error);
    if (!text)
        return false;
    void *at = command_memory(position_size(position));
    bool good = true;
    size_t offset = 0;
    for (int number = 1; good && offset < length; number++) {
        const char *line = text + offset, *end = memchr(line, '\n', length - offset);
        size_t part = end ? (size_t)(end - line) : length - offset;
        offset += part + 1;
        while (part && text_is_space(line[part - 1]))
            part--;
        if (part == 0 || line[0] == '#')
            continue;
        good = opening_read(openings, position, at, line, part, error) ||
               error_prefix(error, "%s: line %d: ", path, number);
    }
    if (good && openings->count == 0)
        good = error_set(error, "%s: expected a line of moves for each opening, found none", path);
    free(at);
    free(text);
    return good;
}
